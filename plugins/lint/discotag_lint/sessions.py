"""Checking texts that change: what a session analyzed once is not analyzed again.

An editor or a page asks for the same document again and again, each time with one word changed.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from discotag.plugin import UnknownNameError
from discotag.plugin.python import Choices, config_for
from discotag.plugin.python import registry as installed_registry
from discotag.plugin.runs import Observers, in_units, plan
from discotag.plugin.tagging import MemoryLayerCache, excerpt, planned_scorers
from discotag_lint.consistency import Choice, observed
from discotag_lint.locations import Files
from discotag_lint.planning import checks_of, known_codes, plan_checks
from discotag_lint.run import Linter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from discotag.plugin import (
        Document,
        LanguagePack,
        ParallelText,
        Reason,
        Registry,
        TaggedDocument,
    )
    from discotag.plugin.language import Direction
    from discotag.plugin.runs import Plan
    from discotag_lint.check import CodeInfo
    from discotag_lint.locations import LocatedFinding


CONSISTENCY = "consistency"
"""The scorer that says which translation agrees best with itself."""
MEMORY = Files("source", "target")
__all__ = ["CONSISTENCY", "MEMORY", "Checked", "Session", "excerpt"]


def _go_on() -> None:
    """Do nothing: nobody wants the work to stop."""


class _Stoppable(Observers):
    """Asks, before each stage of a thread's work, whether the work is still wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._own = threading.local()

    @contextmanager
    def asking(self, pause: Callable[[], None]) -> Iterator[None]:
        """Ask by a function while the block runs in this thread."""
        self._own.pause = pause
        try:
            yield
        finally:
            self._own.pause = _go_on

    def pause(self) -> None:
        """Ask; whatever the function raises reaches the caller."""
        getattr(self._own, "pause", _go_on)()

    @contextmanager
    def stage(self, name: str, segments: int) -> Iterator[None]:
        """Ask, and time the stage."""
        self.pause()
        with super().stage(name, segments):
            yield


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one document.

    Args:
        text: the document in the units that were checked: its lines, or sentences.
        documents: name of each translation → the tagged document.
        findings: name of each translation → its findings, in the order of the text.
        choice: which translation agrees best with itself; None where it was not asked for.
        unit: what was one segment: `line` or `sentence`.
        rows: the line of the document, as it was read, that each segment is of or begins in.
        notes: what the user should know.
        failures: what taggers and checks failed at (`on_error="skip"`).
    """

    text: ParallelText
    documents: Mapping[str, TaggedDocument]
    findings: Mapping[str, tuple[LocatedFinding, ...]]
    choice: Choice | None
    unit: str
    rows: tuple[int, ...]
    notes: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()


class Session:
    """Checks documents of one language pair, as often as they change.

    Tokens, word links and coreference are kept in memory for each segment, so a check of a changed
    document analyzes what is new; rules and checks read the whole document again. Several
    threads may use one session.

    Args:
        source_language: code or English name.
        target_language: code or English name.
        codes: the codes to check; None = all that the pair supports.
        glossary: files of terms (DT203, DT204).
        expect: the address that is asked for: a level of the language, `formal` or `informal`; "" =
            none.
        tags_all: whether to tag all phenomena that the pair supports, not only those that checks
            read.
        chooses: whether to say which of several translations agrees best with itself.
        registry: the installed plugins; None = all.
        choices: as the functions of `discotag` have them, but phenomena follow from the codes.

    Raises:
        UsageError: an unknown code, language or option.
        PlanError: what is needed is not installed.
        InputError: a faulty glossary.
    """

    def __init__(
        self,
        source_language: str,
        target_language: str,
        *,
        codes: Sequence[str] | None = None,
        glossary: Sequence[str] = (),
        expect: str = "",
        tags_all: bool = False,
        chooses: bool = False,
        registry: Registry | None = None,
        **choices: Unpack[Choices],
    ) -> None:
        self._registry = installed_registry() if registry is None else registry
        pair = (source_language, target_language)
        options = {name: dict(of) for name, of in choices.get("options", {}).items()}
        if glossary:
            options.setdefault("glossary", {})["files"] = tuple(glossary)
        for name in ("address", *([CONSISTENCY] if chooses else [])) if expect else ():
            options.setdefault(name, {})["expect"] = expect
        wanted: Choices = {"unit": "auto", **choices}
        if tags_all:
            plain: Choices = {**wanted, "options": {}}
            wanted["phenomena"] = plan(config_for(pair, **plain), self._registry).phenomena
        wanted["options"] = options
        scorers = (CONSISTENCY,) if chooses else ()
        config = config_for(pair, scorers=scorers, **wanted)
        self._plan = plan_checks(config, self._registry)
        self.codes = _wanted(self._plan, codes, self._registry)
        self._plan = replace(
            self._plan,
            readers=tuple(
                item for item in checks_of(self._plan) if self.codes.keys() & item.info.codes
            ),
        )
        self._asking = _Stoppable()
        self._layers = MemoryLayerCache(pause=self._asking.pause)
        self._linter = Linter(
            self._plan,
            self._registry,
            codes=self.codes,
            is_lenient=codes is None,
            cache=self._layers,
            observers=self._asking,
        )
        self._scorer = next(iter(planned_scorers(self._plan)), None)

    @property
    def languages(self) -> tuple[LanguagePack, LanguagePack]:
        """The packs of source and target."""
        return self._plan.source, self._plan.target

    @property
    def phenomena(self) -> tuple[str, ...]:
        """The phenomena that are tagged."""
        return self._plan.phenomena

    @property
    def directions(self) -> dict[str, Direction]:
        """Code of source and target → `ltr` or `rtl`."""
        return {pack.code: self._registry.direction(pack.code) for pack in self.languages}

    def check(
        self,
        text: ParallelText,
        files: Files = MEMORY,
        *,
        unit: str = "",
        pause: Callable[[], None] = _go_on,
    ) -> Checked:
        """Check all translations of a document.

        Args:
            text: the document.
            files: where it came from, for the places of findings.
            unit: `line` or `sentence`, where it was decided before; "" = as in the session.
            pause: called every now and then; what it raises stops the check, and what was analyzed
                is kept.

        Raises:
            InputError: the document is faulty.
            ComponentError: a component failed.
        """
        plan = self._plan
        if unit and plan.config.unit != unit:
            plan = replace(plan, config=plan.config.model_copy(update={"unit": unit}))
            plan = replace(plan, units=None) if unit == "line" else plan
        with self._asking.asking(pause):
            units = in_units(plan, (text,), keeps_origins=True)
            (cut,) = units.texts
            (tagged,) = self._linter.stages.tag_batch([cut])
            read, rows = units.origins.get(cut.id, (text, None))
            documents = {**tagged.references, **tagged.hypotheses}
            failures = list(tagged.failures)
            findings = {
                name: self._linter.findings(
                    document, cut.only(name), files, failures, origin=(read.only(name), rows)
                )
                for name, document in documents.items()
                if not document.failures
            }
            choice = self._choice(documents)
        return Checked(
            cut,
            documents,
            findings,
            choice,
            unit=units.plan.config.unit,
            rows=tuple(range(len(cut.source))) if rows is None else rows,
            notes=(*plan.notes, *units.notes()),
            failures=tuple(failures),
        )

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons for which words of a document are tagged or not, rule by rule."""
        found = self._linter.stages.reasons(document)
        return tuple(reason for _, own in found for reason in own or ())

    def _choice(self, documents: Mapping[str, TaggedDocument]) -> Choice | None:
        scorer = self._scorer
        if scorer is None or len(documents) < 2:
            return None
        first = next(iter(documents.values())).document
        texts = {name: observed(scorer, document) for name, document in documents.items()}
        return Choice(first.id, texts)


def _wanted(plan: Plan, codes: Sequence[str] | None, registry: Registry) -> dict[str, CodeInfo]:
    """Return what the codes mean that are wanted and supported; UnknownNameError for others."""
    known = known_codes(registry)
    for code in sorted(set(codes or ()) - known.keys()):
        raise UnknownNameError("code", code, known)
    declared = {code: info for item in checks_of(plan) for code, info in item.info.codes.items()}
    return {code: declared[code] for code in sorted(declared) if codes is None or code in codes}
