"""Units of a run: the lines of the corpus, or sentences that are translated together.

With `auto` the first lines of the corpus decide: if they have several sentences, context within a
line would go unseen, and units are sentences. Documents are put into units one at a time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

from discotag.core.errors import DiscotagError, InputError, PlanError
from discotag.core.text import count_noun
from discotag.core.validation import checked_beads, checked_spans
from discotag.files.text import check_lengths
from discotag.pipeline.components import LoadedComponent, load_for_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import Bead, ParallelText
    from discotag.pipeline.plans import Plan, PlannedUnits
    from discotag.units.segmentation import Segmented, TextFigures


SAMPLE = 512
"""Lines at the beginning of a corpus by which `auto` decides."""
SEVERAL = 1.5
"""Sentences a line holds on average from which on lines are not sentences."""
TOLD = 3
"""Documents that a note names."""
ComponentT = TypeVar("ComponentT")


@dataclass
class UnitCounts:
    """What the units of a corpus were made of.

    Args:
        documents: how many.
        single: documents that are one line of several sentences.
        single_sentences: sentences of these.
        running: documents whose texts have no lines in common.
        lines: lines of the source with text.
        sentences: sentences of the source.
        units: how many.
        texts: translation → `sentences`, `omitted`, `added`, `unsure` (`TextFigures`), and
            `unfit`: documents that hardly fit their source.
        unfit: what to report for documents that hardly fit their source.
        left_out: what to report for documents with a unit that is too long, or with no sure one.
        guessed: units that were left out since a text was linked to them by guess.
    """

    documents: int = 0
    single: int = 0
    single_sentences: int = 0
    running: int = 0
    lines: int = 0
    sentences: int = 0
    units: int = 0
    texts: dict[str, Counter[str]] = field(default_factory=dict)
    unfit: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    guessed: int = 0

    def add(self, found: Segmented) -> None:
        """Add a document."""
        self.documents += 1
        self.lines += found.lines
        self.sentences += found.sentences
        self.units += len(found.text.source)
        self.running += found.is_running
        if found.lines == 1 and found.sentences > 1:
            self.single += 1
            self.single_sentences += found.sentences
        for name, figures in found.figures.items():
            self._add_text(found, name, figures)

    def _add_text(self, found: Segmented, name: str, figures: TextFigures) -> None:
        counts = self.texts.setdefault(name, Counter())
        counts["sentences"] += figures.sentences
        counts["omitted"] += figures.omitted
        counts["added"] += figures.added
        counts["unsure"] += figures.unsure
        counts["unfit"] += not figures.fits
        if not figures.fits:
            self.unfit.append(f"document {found.text.id!r}, {name}: {figures.misfit}")

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        kinds = ("sentences", "omitted", "added", "unsure", "unfit")
        return {
            "documents": self.documents,
            "lines": self.lines,
            "sentences": self.sentences,
            "units": self.units,
            "texts": {
                name: {kind: counts[kind] for kind in kinds} for name, counts in self.texts.items()
            },
        }


class UnitCorpus:
    """A corpus whose segments are the units of a run.

    Args:
        plan: the plan, with `config.unit` decided.
        texts: the documents.
        counts: what units of sentences were made of; None = units are lines.
        digests: of what the sentence aligner reads.
        notes: what was found and chosen.
        origins: the documents of sentences that were made last, by their ids: as they were read,
            and the line that each unit is of. Who does not need one any more takes it out.
    """

    def __init__(
        self,
        plan: Plan,
        texts: Iterator[ParallelText],
        counts: UnitCounts | None = None,
        digests: dict[str, str] | None = None,
        *,
        notes: Sequence[str] = (),
        origins: dict[str, tuple[ParallelText, tuple[int, ...]]] | None = None,
    ) -> None:
        self.plan, self.texts, self.counts = plan, texts, counts
        self.origins = {} if origins is None else origins
        self.digests = digests or {}
        self._notes = tuple(notes)

    def notes(self) -> tuple[str, ...]:
        """Say what was found and chosen, once the texts are read."""
        return (*self._notes, *(() if self.counts is None else _told(self.counts)))


def in_units(
    plan: Plan,
    texts: Iterable[ParallelText],
    *,
    keeps_origins: bool = False,
    finder: UnitFinder | None = None,
) -> UnitCorpus:
    """Put a corpus into the units that a plan asks for; lines stay as they are.

    With `keeps_origins`, `UnitCorpus.origins` says what units of sentences were made of; `finder`
    is what finds sentences, where it was loaded before.

    Raises:
        InputError: the texts have no lines in common, or say what they expect of their lines.
        DiscotagError: the components that find sentences cannot be created.
    """
    if plan.units is None:
        return UnitCorpus(plan, map(_by_lines, texts))
    waiting = iter(texts)
    sample = _sampled(waiting)
    texts = chain(sample, waiting)
    is_asked = plan.config.unit in {"sentence", "sure"}
    if not is_asked and (not sample or any(text.expected for text in sample)):
        return UnitCorpus(_in_lines(plan), map(_by_lines, texts))
    are_aligned = all(text.is_aligned for text in sample)
    try:
        finder = finder or UnitFinder(plan, plan.units)
        has_units = is_asked or not are_aligned or _rate(sample, finder) >= SEVERAL
        digests = finder.digests() if has_units else {}
    except DiscotagError as error:
        if is_asked:
            raise
        if not are_aligned:
            raise PlanError([f"units of sentences: {error}"]) from error
        return UnitCorpus(_in_lines(plan), map(_by_lines, texts))
    if not has_units:
        return UnitCorpus(_in_lines(plan), map(_by_lines, texts))
    counts = UnitCounts()
    is_sure = plan.config.unit == "sure"
    decided = replace(
        plan, config=plan.config.model_copy(update={"unit": "sure" if is_sure else "sentence"})
    )
    origins: dict[str, tuple[ParallelText, tuple[int, ...]]] = {}
    kept = origins if keeps_origins else None
    made = _segmented(texts, finder, counts, kept, is_sure=is_sure)
    return UnitCorpus(decided, made, counts, digests, origins=origins)


def _sampled(texts: Iterator[ParallelText]) -> list[ParallelText]:
    """Take the first documents of a corpus."""
    sample: list[ParallelText] = []
    size = 0
    for text in texts:
        sample.append(text)
        size += len(text.source)
        if size >= SAMPLE:
            break
    return sample


def _rate(sample: Sequence[ParallelText], finder: UnitFinder) -> float:
    """Return how many sentences a line of the source that holds text has on average."""
    found = (line for text in sample for line in text.source if line.strip())
    lines = list(islice(found, SAMPLE))
    sentences = sum(len(finder.sentences("source", line)) for line in lines)
    return sentences / len(lines) if lines else 0.0


def _in_lines(plan: Plan) -> Plan:
    return replace(plan, config=plan.config.model_copy(update={"unit": "line"}), units=None)


def _by_lines(text: ParallelText) -> ParallelText:
    """Return a document as it is; InputError where its texts have no lines in common."""
    if text.is_aligned:
        return text
    sizes = {"source": len(text.source)}
    sizes |= {name: len(lines) for name, lines in {**text.references, **text.hypotheses}.items()}
    if len(set(sizes.values())) == 1:
        check_lengths(text)
        return replace(text, is_aligned=True)
    told = ", ".join(f"{name} {size}" for name, size in sizes.items())
    raise InputError(
        f"document {text.id!r}: its texts have no lines in common (lines: {told});"
        " units must be sentences: --unit sentence"
    )


def _segmented(
    texts: Iterable[ParallelText],
    finder: UnitFinder,
    counts: UnitCounts,
    origins: dict[str, tuple[ParallelText, tuple[int, ...]]] | None,
    *,
    is_sure: bool,
) -> Iterator[ParallelText]:
    from discotag.units.segmentation import segmented, without_guesses

    for text in texts:
        if text.expected:
            raise InputError(
                f"document {text.id!r} tells what is expected of its lines: use --unit line"
            )
        found = segmented(text, finder)
        if is_sure:
            counts.guessed += len(found.guessed)
            found = without_guesses(found)
            if not found.text.source:
                counts.left_out.append(f"document {text.id!r}: no unit is sure")
                continue
        if not text.is_aligned:
            try:
                check_lengths(found.text)
            except InputError as error:
                counts.left_out.append(str(error))
                continue
        counts.add(found)
        if origins is not None:
            origins[text.id] = text, found.rows
        yield found.text


def _told(counts: UnitCounts) -> Iterator[str]:
    """Say what was found and chosen, and which texts hardly fit."""
    if counts.running:
        found = f"{count_noun(counts.running, 'document')} without lines in common"
    elif counts.single:
        average = counts.single_sentences / counts.single
        found = (
            f"one line each in {counts.single} of {count_noun(counts.documents, 'document')},"
            f" of {average:.1f} sentences on average"
        )
    else:
        average = counts.sentences / counts.lines if counts.lines else 0.0
        found = f"a line of the source holds {average:.1f} sentences on average"
    yield f"{found}: units are sentences ({counts.units} units of {counts.sentences} sentences)"
    for name, text in counts.texts.items():
        if text["omitted"] or text["added"]:
            yield (
                f"{name}: {count_noun(text['omitted'], 'sentence')} of the source left out,"
                f" {text['added']} added"
            )
    if counts.guessed:
        yield f"left out: {count_noun(counts.guessed, 'unit')} that a text is linked to by guess"
    yield from (f"left out: {told}" for told in counts.left_out)
    for told in counts.unfit[:TOLD]:
        yield f"{told}; its sentences do not decide where units end"
    if len(counts.unfit) > TOLD:
        yield f"{len(counts.unfit) - TOLD} more texts hardly fit their source"


class UnitFinder:
    """The components that find sentences and beads, created.

    Args:
        plan: the plan.
        planned: its components for units.

    Raises:
        PluginError: a component cannot be imported.
        DiscotagError: it cannot be created for the pair.
    """

    def __init__(self, plan: Plan, planned: PlannedUnits) -> None:
        self._splitters: dict[str, LoadedComponent[Any, Any]] = {
            side: load_for_pair(choice, plan.source, plan.target)
            for side, choice in planned.splitters.items()
        }
        self._planned = planned.aligner
        self._packs = {"source": plan.source, "target": plan.target}

    @cached_property
    def _aligner(self) -> LoadedComponent[Any, Any]:
        """The sentence aligner, which units of lines do not need."""
        return load_for_pair(self._planned, self._packs["source"], self._packs["target"])

    def digests(self) -> dict[str, str]:
        """Return the digests of what the components read; errors as for the finder."""
        named = {f"units.{side}": loaded for side, loaded in self._splitters.items()}
        named["units"] = self._aligner
        return {name: digest for name, loaded in named.items() if (digest := loaded.digest)}

    def joint(self, side: str) -> str:
        """Return what is between sentences of two lines in one unit."""
        return " " if self._packs[side].writing.spaces else ""

    def sentences(self, side: str, line: str) -> Sequence[tuple[int, int]]:
        """Return begin and end of each sentence of a line."""
        splitter = self._splitters[side]
        with splitter.call():
            return checked_spans(splitter.component.spans(line), line)

    def stranger(self, lines: Sequence[str]) -> str:
        """Say what language a translation is in, if function words show that it is the wrong one.

        Nothing is reported for short texts, and for languages without spaces.
        """
        from discotag.language.fit import wrong_language_note

        return wrong_language_note(lines, self._packs["source"], self._packs["target"])

    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], document: str
    ) -> Sequence[Bead]:
        """Return the beads of blocks of sentences."""
        with self._aligner.call(document):
            found = self._aligner.component.beads(source, target)
            return checked_beads(found, source, target)
