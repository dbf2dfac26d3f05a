"""The documents to measure, from a corpus that discotag's readers read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag.plugin.runs import RunConfig, SegmentAnalyzer, parse_options, parse_selections, plan
from discotag_cxmi.measure.contexts import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import ParallelText, Registry, Tokens

    Span = tuple[int, int]
    Analysis = Callable[[Sequence[str]], Sequence[Tokens]]


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
    """Return the places of what stands between spaces."""
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
        PlanError: there is no analyzer that gives these layers for the target language.
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
