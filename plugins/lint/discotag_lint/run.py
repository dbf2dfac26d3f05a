"""Checks at work: each is created once, and sees of a document what it declared."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from discotag.plugin import (
    ComponentError,
    DiscotagError,
    PluginError,
    TaggedDocument,
    UsageError,
)
from discotag.plugin.files import without_placeholders
from discotag.plugin.runs import Observers, Stages, in_units, sign
from discotag.plugin.tagging import UndeclaredMarks, batches, unmasked
from discotag_lint.check import (
    ObservingCheck,
    validate_finding,
    validate_observation,
)
from discotag_lint.locations import located, located_spans, origin_of
from discotag_lint.pieces import PieceLinter
from discotag_lint.planning import checks_of, known_codes
from discotag_lint.report import LintResult
from discotag_lint.suppressions import InlineSuppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from discotag.plugin import (
        Document,
        ParallelText,
        Registry,
    )
    from discotag.plugin.files import Store
    from discotag.plugin.runs import Plan, UnitCorpus
    from discotag.plugin.tagging import LayerCache, TaggedText
    from discotag_lint.check import CodeInfo, Finding, Observation
    from discotag_lint.locations import Files, LocatedFinding, Origin, SpanFinding
    from discotag_lint.planning import PlannedCheck
    from discotag_lint.suppressions import InlineSuppression, Suppression


Made = TypeVar("Made")


class RunningCheck:
    """A check of a plan, created.

    Args:
        planned: the check.
        stages: the plan's, whose tables it may read.

    Raises:
        ComponentError: it cannot be created.
    """

    def __init__(self, planned: PlannedCheck, stages: Stages) -> None:
        self.planned, self.info = planned, planned.info
        self._loaded = stages.components.load(planned)
        self._layers = self.info.layers | {"source.tokens", "target.tokens"}

    @property
    def digest(self) -> str | None:
        """The digest of what it reads besides the text (a glossary), if it has one."""
        return self._loaded.digest

    @property
    def is_observing(self) -> bool:
        """Whether it also observes what speaks for and against a text."""
        return isinstance(self._loaded.component, ObservingCheck)

    def findings(
        self,
        tagged: TaggedDocument,
        make: Callable[[Finding, Document], Made],
        *,
        text: ParallelText | None = None,
    ) -> list[Made]:
        """Return what `make` makes of its findings; ComponentError names check and document.

        Args:
            tagged: a translation, tagged.
            make: is called with each finding, once it was checked, and the document as the check
                sees it.
            text: the document as it was read, for checks that want the file's markup.
        """
        seen = self._seen(tagged, text)

        with self._loaded.call(tagged.document.id):
            check = self._loaded.component
            return [make(self._declared(found), seen.document) for found in check.check(seen)]

    def observations(self, tagged: TaggedDocument) -> tuple[Observation, ...]:
        """Return what it observes, nothing if it does not; ComponentError as `findings`."""
        seen = self._seen(tagged, None)

        check = self._loaded.component
        with self._loaded.call(tagged.document.id):
            if not isinstance(check, ObservingCheck):
                return ()
            found = tuple(check.observe(seen))
            for observation in found:
                validate_observation(observation)
                _require_places(observation, tagged.document)
            return found

    def _seen(self, tagged: TaggedDocument, text: ParallelText | None) -> TaggedDocument:
        read = self.info.phenomena
        document = tagged.document
        if self.info.markup != "masked" and text is not None:
            is_blank = self.info.markup == "blank"
            document = unmasked(document, _blank(text) if is_blank else text)
        marks = tuple(mark for mark in tagged.marks if mark.phenomenon in read)
        return TaggedDocument(
            document.restricted(self._layers),
            marks if read else cast("Any", UndeclaredMarks()),
            phenomena=tuple(name for name in tagged.phenomena or () if name in read),
        )

    def _declared(self, finding: Finding) -> Finding:
        validate_finding(finding)
        if finding.code not in self.info.codes:
            declared = ", ".join(sorted(self.info.codes))
            raise ValueError(f"found {finding.code}, but declares {declared}")
        return finding


def _blank(text: ParallelText) -> ParallelText:
    """Return a document that shows spaces for placeholders, and else what components see."""
    lines = {"": text.source, **text.references, **text.hypotheses}
    shown = {
        name: tuple(
            "".join(map(_blank_sign, own, without_placeholders(read)))
            for own, read in zip(masked, text.shown.get(name, masked), strict=True)
        )
        for name, masked in lines.items()
    }
    return replace(text, shown=shown)


def _blank_sign(masked: str, read: str) -> str:
    return read if read == " " else masked


def _require_places(observation: Observation, document: Document) -> None:
    for side, segment, token in observation.places:
        text = document.source if side == "source" else document.target
        if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
            raise ValueError(
                f"an observation points to {side} token {token} of segment {segment}, which does"
                " not exist"
            )


Origins: TypeAlias = "Callable[[int], Origin | None]"
"""Reports what a segment was in the file."""


@dataclass
class _Progress:
    """What was found so far in a corpus, and the documents that are on their way."""

    covering: list[tuple[LocatedFinding, Suppression | None]] = field(default_factory=list)
    inline: list[InlineSuppression] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    documents: int = 0
    segments: int = 0
    read: dict[str, ParallelText] = field(default_factory=dict)

    def unused(
        self, entries: Iterable[Suppression], codes: Collection[str]
    ) -> Iterator[Suppression]:
        """Yield the suppressions of codes that were checked and that cover nothing."""
        used = {id(entry) for _, entry in self.covering}
        yield from (entry for entry in entries if id(entry) not in used and entry.code in codes)


class Linter:
    """The checks of a plan, created once, for as many files as there are.

    Args:
        plan: a plan with checks.
        registry: where its components were found.
        codes: the codes to check; None = all of the checks.
        is_lenient: whether a check that fails is left out from then on, and the results say so: it
            was not asked for by name.
        store: where layers are kept from run to run.
        cache: where else they are kept.
        observers: who watches; by default the plugins that observe.

    Raises:
        PluginError: two checks declare one code.
        ComponentError: a component cannot be created.
    """

    def __init__(
        self,
        plan: Plan,
        registry: Registry,
        *,
        codes: Collection[str] | None = None,
        is_lenient: bool = False,
        store: Store | None = None,
        cache: LayerCache | None = None,
        observers: Observers | None = None,
    ) -> None:
        self.plan = plan
        declared = self._declared = _codes(plan)
        self._codes = {
            code: declared[code] for code in sorted(declared) if codes is None or code in codes
        }
        self._observers = observers or Observers(registry.plugins.manager)
        self.stages = Stages(plan, registry, self._observers, store, cache=cache, keeps_masks=True)
        self._is_lenient = is_lenient
        self._left_out: list[str] = []
        self._checks: list[RunningCheck] = []
        for choice in checks_of(plan):
            try:
                self._checks.append(RunningCheck(choice, self.stages))
            except ComponentError as error:
                self._leave_out(choice, error)
        self._pieces = PieceLinter(self.stages, self._checks)
        self._registry = registry
        self._known = known_codes(registry)

    def lint(
        self,
        texts: Iterable[ParallelText],
        files: Files,
        *,
        suppressions: Sequence[Suppression] = (),
        notes: Callable[[], Sequence[str]] = tuple,
    ) -> LintResult:
        """Check the one translation of a corpus.

        Args:
            texts: the documents, in order, each with one translation.
            files: where they came from.
            suppressions: what is accepted.
            notes: gives the reader's notes, once reading is over.

        Raises:
            UsageError: the corpus holds no translation, or several.
            ComponentError: a component failed.
        """
        done = _Progress()
        units = in_units(self.plan, _single(texts), keeps_origins=True)
        for is_long, group in groupby(_kept(units.texts, done.read), key=self._pieces.is_for):
            if is_long:
                for long in group:
                    self._of_long(long, units, files, suppressions, done)
                continue
            for batch in batches(group):
                for text in self.stages.tag_batch(batch):
                    self._of_text(text, units, files, suppressions, done)
        self.stages.components.finish()
        self._observers.finish()
        return LintResult(
            plan=units.plan,
            files=files,
            codes=self._codes,
            findings=tuple(finding for finding, entry in done.covering if entry is None),
            suppressed=tuple(
                (finding, entry) for finding, entry in done.covering if entry is not None
            ),
            unused=tuple(done.unused((*suppressions, *done.inline), self._codes)),
            documents=done.documents,
            segments=done.segments,
            failures=(*done.failures, *self._left_out),
            notes=(*self.plan.notes, *units.notes(), *notes(), *done.faults),
            signature=self._signature(units),
        )

    def findings(
        self,
        tagged: TaggedDocument,
        text: ParallelText,
        files: Files,
        failures: list[str],
        *,
        origin: tuple[ParallelText, Sequence[int] | None] | None = None,
    ) -> tuple[LocatedFinding, ...]:
        """Return the findings of a tagged document, without those that comments of it accept.

        Args:
            tagged: one translation of the text, tagged by `stages`.
            text: the document as it was tagged, with this translation alone.
            files: where it came from.
            failures: what is skipped, where the plan says so, joins these.
            origin: the document as it was read, and the line of it that each segment is of; None =
                it is the same.

        Raises:
            ComponentError: a check failed.
        """
        read, rows = origin or (text, None)
        segments = tagged.document.target.segments

        def origins(segment: int) -> Origin | None:
            return origin_of(segment, segments, read, rows)

        inline = InlineSuppressions(text, files, self._known)
        return tuple(
            finding
            for finding in self._of_document(tagged, text, files, origins, failures)
            if finding.code in self._codes and finding.code not in inline.at(finding.spot.segment)
        )

    def _of_text(
        self,
        text: TaggedText,
        units: UnitCorpus,
        files: Files,
        suppressions: Sequence[Suppression],
        done: _Progress,
    ) -> None:
        """Check one document, and add to what was found."""
        (tagged,) = chain(text.references.values(), text.hypotheses.values())
        read = done.read.pop(text.id)
        origin, rows = units.origins.pop(text.id, (read, None))
        done.documents += 1
        done.segments += len(tagged.document)
        done.failures += tagged.failures
        if tagged.failures:
            return
        segments = tagged.document.target.segments

        def origins(segment: int) -> Origin | None:
            return origin_of(segment, segments, origin, rows)

        found = self._of_document(tagged, read, files, origins, done.failures)
        self._accept(found, read, files, suppressions, done)

    def _of_long(
        self,
        text: ParallelText,
        units: UnitCorpus,
        files: Files,
        suppressions: Sequence[Suppression],
        done: _Progress,
    ) -> None:
        """Check a long document piece by piece, and add to what was found."""
        ((system, segments),) = (*text.references.items(), *text.hypotheses.items())
        done.read.pop(text.id)
        origin, rows = units.origins.pop(text.id, (text, None))
        done.documents += 1
        done.segments += len(text.source)

        def origins(segment: int) -> Origin | None:
            return origin_of(segment, segments, origin, rows)

        found = [
            located_spans(
                each, self._declared[each.code], text, files, system=system, origins=origins
            )
            for each in self._of_pieces(text)
            if each.code in self._codes
        ]
        self._accept(sorted(found, key=_position), text, files, suppressions, done)

    def _of_pieces(self, text: ParallelText) -> list[SpanFinding]:
        while True:
            try:
                return list(self._pieces.findings(text))
            except ComponentError as error:
                failed = [check for check in self._checks if check.planned.title == error.component]
                if not failed:
                    raise
                self._leave_out(failed[0].planned, error)

    def _leave_out(self, choice: PlannedCheck, error: DiscotagError) -> None:
        """Work without a check from now on; raise the error where that is not allowed."""
        if not self._is_lenient:
            raise error
        self._checks = [check for check in self._checks if check.planned is not choice]
        self._pieces = PieceLinter(self.stages, self._checks)
        self._left_out.append(
            f"{error}; the check is left out (--without {choice.owner.name} disables its plugin)"
        )

    def _accept(
        self,
        findings: Iterable[LocatedFinding],
        read: ParallelText,
        files: Files,
        suppressions: Sequence[Suppression],
        done: _Progress,
    ) -> None:
        """Add findings, each with what accepts it."""
        inline = InlineSuppressions(read, files, self._known)
        done.inline += inline.all()
        done.faults += inline.faults
        for finding in findings:
            if finding.code in self._codes:
                own = inline.at(finding.spot.segment).get(finding.code)
                covers = (entry for entry in suppressions if entry.covers(finding))
                done.covering.append((finding, own or next(covers, None)))

    def _signature(self, units: UnitCorpus) -> str:
        digests_of_checks = {check.info.name: check.digest for check in self._checks}
        known = {name: digest for name, digest in digests_of_checks.items() if digest}
        digests = {**self.stages.components.digests(), **known, **units.digests}
        return sign(units.plan, digests, self._registry, references=0).line()

    def _of_document(
        self,
        tagged: TaggedDocument,
        text: ParallelText,
        files: Files,
        origins: Origins,
        failures: list[str],
    ) -> list[LocatedFinding]:
        """Return a document's findings in the order of its text; failures that are skipped join."""
        found: list[LocatedFinding] = []
        for check in tuple(self._checks):
            with self._observers.stage(check.planned.title, len(tagged.document)):
                try:
                    found += _of_check(check, tagged, text, files, origins)
                except DiscotagError as error:
                    if self.plan.config.on_error == "stop":
                        self._leave_out(check.planned, error)
                    else:
                        failures.append(str(error))
        return sorted(found, key=_position)


def lint(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    files: Files,
    *,
    codes: Collection[str] | None = None,
    is_lenient: bool = False,
    suppressions: Sequence[Suppression] = (),
    notes: Callable[[], Sequence[str]] = tuple,
    store: Store | None = None,
) -> LintResult:
    """Check the one translation of one corpus; arguments and errors as `Linter` has them."""
    linter = Linter(plan, registry, codes=codes, is_lenient=is_lenient, store=store)
    return linter.lint(texts, files, suppressions=suppressions, notes=notes)


def _codes(plan: Plan) -> dict[str, CodeInfo]:
    """Gather what the checks' codes mean; PluginError where two checks declare one."""
    declared: dict[str, CodeInfo] = {}
    owners: dict[str, str] = {}
    for choice in checks_of(plan):
        owner = f"{choice.title} ({choice.owner})"
        for code, info in choice.info.codes.items():
            if code in declared:
                both = f"{owners[code]} and {owner}"
                raise PluginError(f"code {code} is declared by {both}; block one with --without")
            declared[code], owners[code] = info, owner
    return declared


def _of_check(
    check: RunningCheck, tagged: TaggedDocument, text: ParallelText, files: Files, origins: Origins
) -> list[LocatedFinding]:
    def placed(finding: Finding, document: Document) -> LocatedFinding:
        info = check.info.codes[finding.code]
        return located(finding, info, document, text, files, origins=origins)

    return check.findings(tagged, placed, text=text)


def _kept(texts: Iterable[ParallelText], read: dict[str, ParallelText]) -> Iterator[ParallelText]:
    """Yield documents on, and keep them by their ids."""
    for text in texts:
        read[text.id] = text
        yield text


def _single(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    for text in texts:
        names = [*text.references, *text.hypotheses]
        if len(names) != 1:
            problem = f"several translations ({', '.join(names)})" if names else "no translation"
            raise UsageError(
                f"the corpus holds {problem}; give one with --tgt, or name it with --text"
            )
        yield text


def _position(finding: LocatedFinding) -> tuple[int, str, int, str]:
    return finding.spot.segment, finding.spot.side, finding.spot.start, finding.code
