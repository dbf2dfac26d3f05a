"""What is measured: documents, the contexts of each segment, and the words of its target."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag.plugin.runs import RunConfig, SegmentAnalyzer, parse_options, parse_selections, plan
from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import ParallelText, Places, Registry, Tokens

    Span = tuple[int, int]
    Analysis = Callable[[Sequence[str]], Sequence[Tokens]]


ALL = "all"
NONE = "0"
RANDOM = "random-"
"""Before a size's name: as much context, taken from another document."""
SHOWN = 3
"""Context lines that are shown where a model had all of them."""


@dataclass(frozen=True, slots=True)
class Text:
    """A document to measure.

    Args:
        id: its name.
        source: source lines.
        target: target lines, which are scored.
        context: target lines that serve as context: `target`, or what a model made of them.
        source_places: where each segment of the source is in its file; empty = they are lines.
        target_places: likewise of the target.
    """

    id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    context: tuple[str, ...]
    source_places: tuple[Places, ...] = ()
    target_places: tuple[Places, ...] = ()

    def line(self, segment: int) -> int | None:
        """Return the 1-based line of the source's file that a segment begins on; None = its own."""
        places = self.source_places[segment] if self.source_places else ()
        return places[0].line if places else None


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many context lines there are.

    Args:
        names: of the sizes in order, the first is `0`; each `all` or a number.
        source: most source lines; None = all.
        target: most target lines; None = all.
    """

    names: tuple[str, ...]
    source: int | None
    target: int | None

    @classmethod
    def of(cls, sizes: str | None, source: int | None, target: int | None) -> Sizes:
        """Read sizes such as `0,1,2,all`; None = from 0 to the most lines.

        Raises:
            UsageError: a size is not a number, or more than both sides have.
        """
        limits = [limit for limit in (source, target) if limit is not None]
        most = None if len(limits) < 2 else max(limits)
        if most == 0:
            raise UsageError(
                "there is no context to measure; give --source-context or --target-context"
            )
        if sizes is None:
            last = most if most is not None else max(limits, default=0)
            found = [str(size) for size in range(last + 1)] + ([] if most is not None else [ALL])
            return cls(tuple(found), source, target)
        names = [name.strip() for name in sizes.split(",") if name.strip()]
        for name in names:
            if name == ALL and most is not None:
                raise UsageError(
                    f"--sizes {ALL}: --source-context and --target-context allow {most} lines;"
                    f" give one of them as {ALL}"
                )
            if name != ALL and not (name.isascii() and name.isdigit()):
                raise UsageError(f"--sizes {name!r} is no number and not {ALL}")
            if name != ALL and most is not None and int(name) > most:
                raise UsageError(
                    f"--sizes {name}: --source-context and --target-context allow {most} lines"
                )
        numbers = sorted({int(name) for name in names if name != ALL} | {0})
        found = [str(number) for number in numbers] + ([ALL] if ALL in names else [])
        if len(found) < 2:
            raise UsageError("--sizes names no size above 0; give at least one")
        return cls(tuple(found), source, target)

    def within(self, example: Example, name: str) -> Example:
        """Return an example as much context as a size allows."""
        size = None if name == ALL else int(name)
        return example.within(_least(size, self.source), _least(size, self.target))

    @property
    def most(self) -> int | None:
        """The most lines that any size uses; None = all."""
        last = self.names[-1]
        return None if last == ALL else int(last)


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Drawn(NamedTuple):
    """A line of another document: source, target, and (document, 0-based segment)."""

    source: str
    target: str
    origin: tuple[str, int]


class Control:
    """Draws context from other documents: neighbouring lines, source and target parallel.

    A draw depends on the seed, the document's id and the segment alone; where all other documents
    are too short, lines run on from one into the next.

    Args:
        texts: all documents.
        seed: of the draws.
    """

    def __init__(self, texts: Sequence[Text], seed: int) -> None:
        self._texts = sorted(texts, key=lambda text: (len(text.source), text.id))
        self._lengths = [len(text.source) for text in self._texts]
        self._places = {text.id: place for place, text in enumerate(self._texts)}
        self._seed = seed

    def draw(self, document: str, segment: int, count: int) -> tuple[Drawn, ...]:
        """Draw so many lines; fewer where the other documents have fewer."""
        random = Random(f"{self._seed}/{document}/{segment}")
        own = self._places[document]
        first = bisect_left(self._lengths, count)
        fitting = len(self._texts) - first - (own >= first)
        if fitting > 0:
            place = first + random.randrange(fitting)
            place += own >= first and place >= own
            lines = _pairs(self._texts[place])
        else:
            lines = [
                pair
                for place, text in enumerate(self._texts)
                if place != own
                for pair in _pairs(text)
            ]
        start = random.randrange(max(len(lines) - count, 0) + 1)
        return tuple(lines[start : start + count])


def _pairs(text: Text) -> list[Drawn]:
    return [
        Drawn(source, target, (text.id, segment))
        for segment, (source, target) in enumerate(zip(text.source, text.context, strict=True))
    ]


def variants(
    text: Text, segment: int, sizes: Sizes, control: Control | None, *, is_random: bool = False
) -> Iterator[tuple[str, Example]]:
    """Yield a segment under each size, by name, and under the control's.

    Args:
        text: its document.
        segment: its 0-based index.
        sizes: sizes to give.
        control: what draws random context; None = no control.
        is_random: whether the sizes themselves have random context, without a control next to.
    """
    first = 0 if sizes.most is None else max(segment - sizes.most, 0)
    example = Example(
        text.id,
        segment,
        text.source[segment],
        text.target[segment],
        text.source[first:segment],
        text.context[first:segment],
        line=text.line(segment),
    )
    drawn = example
    if control is not None:
        pairs = control.draw(text.id, segment, segment - first)
        drawn = Example(
            text.id,
            segment,
            example.source,
            example.target,
            tuple(line.source for line in pairs),
            tuple(line.target for line in pairs),
            tuple(line.origin for line in pairs),
            text.line(segment),
        )
    for name in sizes.names:
        yield name, sizes.within(drawn if is_random else example, name)
    if control is not None and not is_random:
        for name in sizes.names[1:]:
            yield RANDOM + name, sizes.within(drawn, name)


def differences(sums: Mapping[str, float]) -> dict[str, float]:
    """Return what each size adds to no context."""
    return {name: value - sums[NONE] for name, value in sums.items() if name != NONE}


def shown_lines(size: str) -> int:
    """Return how many context lines are shown with a segment: those of a size, 3 for `all`."""
    return SHOWN if size == ALL else int(size)


GENERATED = "generated"
"""Name under which a file of generated context is read."""


def needed(
    corpus: Iterable[ParallelText], *, name: str | None = None, is_generated: bool = False
) -> Iterator[ParallelText]:
    """Yield documents with the texts that are scored or context alone: these end units together."""
    for item in corpus:
        kept = {_chosen(item, name), *([GENERATED] if is_generated else [])}
        yield replace(
            item,
            references={own: item.references[own] for own in item.references if own in kept},
            hypotheses={own: item.hypotheses[own] for own in item.hypotheses if own in kept},
            places={own: item.places[own] for own in item.places if own in kept},
            shown={own: item.shown[own] for own in item.shown if own in {"", *kept}},
        )


def texts_of(
    corpus: Iterable[ParallelText], *, name: str | None = None, is_generated: bool = False
) -> list[Text]:
    """Pick the text to score, and the one that is its context.

    Args:
        corpus: documents.
        name: of the target text; None = the only reference.
        is_generated: whether the hypothesis `GENERATED` is the context.

    Raises:
        UnknownNameError: there is no such text.
        UsageError: there is none, or more than one to choose from.
        InputError: there are no documents, or source and target have no lines in common.
    """
    found = []
    for item in corpus:
        own = _chosen(item, name)
        target = {**item.references, **item.hypotheses}[own]
        context = item.hypotheses[GENERATED] if is_generated else target
        if not len(item.source) == len(target) == len(context):
            raise InputError(
                f"document {item.id!r}: its texts have no lines in common; --unit sentence measures"
                " by sentence"
            )
        places = item.source_places, item.places.get(own, ())
        found.append(Text(item.id, item.source, target, context, *places))
    if not found:
        raise InputError("the corpus holds no documents")
    return found


def _chosen(item: ParallelText, name: str | None) -> str:
    """Return the name of the text to score."""
    known = [*item.references, *(own for own in item.hypotheses if own != GENERATED)]
    if name is not None and name not in known:
        raise UnknownNameError("target text", name, known)
    if name is None and len(item.references) != 1:
        raise UsageError(
            "there is no target to score; give it with --tgt"
            if not item.references
            else f"there are several targets, choose one with --text: {', '.join(known)}"
        )
    return name or next(iter(item.references))


BLANKS = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word: character offsets in the target line, and the indices of its subwords."""

    start: int
    end: int
    subwords: tuple[int, ...]


def words_of(text: str, tokens: Sequence[Span], subwords: Sequence[Span]) -> list[Word]:
    """Return the words of a line.

    Args:
        text: the target line.
        tokens: (start, end) of the analyzer's tokens; those with the same place (the two words of
            French `du`) are one word. None at all: words between spaces.
        subwords: (start, end) of the model's subwords.

    Returns:
        Words in text order; without a single letter in the text, one that holds all subwords.
    """
    spans = sorted({span for span in tokens if span[0] < span[1]}) or blank_spans(text)
    if not spans:
        return [Word(0, len(text), tuple(range(len(subwords))))] if subwords else []
    members: list[list[int]] = [[] for _ in spans]
    for index, (start, end) in enumerate(subwords):
        members[_owner(text, start, end, spans)].append(index)
    return [
        Word(start, end, tuple(found)) for (start, end), found in zip(spans, members, strict=True)
    ]


def blank_spans(text: str) -> list[Span]:
    """Return the places of the stretches between spaces."""
    return [match.span() for match in BLANKS.finditer(text)]


def _owner(text: str, start: int, end: int, spans: Sequence[Span]) -> int:
    best, most = -1, 0
    for place, (first, last) in enumerate(spans):
        if first >= end:
            break
        shared = sum(not letter.isspace() for letter in text[max(start, first) : min(end, last)])
        if shared > most:
            best, most = place, shared
    if best >= 0:
        return best
    following = (place for place, (first, _) in enumerate(spans) if first >= start)
    return next(following, len(spans) - 1)


TOKENS = frozenset({"target.tokens"})


def target_analysis(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
    *,
    layers: frozenset[str] = TOKENS,
) -> tuple[Analysis, str]:
    """Return what analyses target lines, and the name of the analyzer.

    Args:
        registry: what is installed.
        source_language: code or name.
        target_language: code or name.
        analyzers: as `--analyzer` has them.
        settings: as `--set` has them.
        layers: what is wanted of the target, such as `target.pos`.

    Raises:
        UnknownNameError: a language or analyzer that does not exist.
        PlanError: there is no analyzer with these layers for the target language.
    """
    config = RunConfig(
        source_language=source_language,
        target_language=target_language,
        analyzers=parse_selections(list(analyzers)),
        options=parse_options(list(settings)),
    )
    planned = plan(config, registry, layers=layers)
    analyzer = SegmentAnalyzer(planned, "target")
    return analyzer, analyzer.name


def word_finder(
    registry: Registry,
    source_language: str,
    target_language: str,
    analyzers: Sequence[str] = (),
    settings: Sequence[str] = (),
) -> tuple[Callable[[Sequence[str]], list[list[tuple[int, int]]]], str]:
    """Return what finds the words of target lines, and the name of the analyzer; see above.

    The words are those of `discotag tag` with the same options, so values and tags can be joined.
    """
    analyse, name = target_analysis(registry, source_language, target_language, analyzers, settings)

    def spans(lines: Sequence[str]) -> list[list[tuple[int, int]]]:
        return [list(zip(tokens.starts, tokens.ends, strict=True)) for tokens in analyse(lines)]

    return spans, name
