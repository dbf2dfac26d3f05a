"""What is asked of every file, and what a configuration says of one: what is asked goes first."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import (
    CorpusRequest,
    InputError,
    PlanError,
    UnknownNameError,
    UsageError,
    count_noun,
)
from discotag.plugin.checking import LanguageMatch, one_of, reader_name
from discotag.plugin.runs import open_reader, plan
from discotag_lint.fixes import fixes_of, with_replacements
from discotag_lint.locations import Files
from discotag_lint.report import Fault, LintReport
from discotag_lint.run import Linter
from discotag_lint.suppressions import Revision, read_suppressions
from discotag_lint.targets import language_pairs, reason_to_leave_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.plugin import ParallelText, Registry
    from discotag.plugin.files import Store
    from discotag.plugin.runs import OpenReader, Plan, RunConfig
    from discotag_lint.configuration import FilePair
    from discotag_lint.fixes import FileFix
    from discotag_lint.run import LintResult
    from discotag_lint.suppressions import OldUnits, Suppression
    from discotag_lint.targets import Job


@dataclass(frozen=True)
class Wish:
    """What is asked of every file.

    Args:
        config: the components that analyze texts, and what to do where one fails; its languages,
            checks and options are filled in for each file.
        languages: source and target as given; `""` = as the configuration or the file names it.
        text: name of the translation to look at, where a file holds several.
        select: the codes to look for; None = as configured, or all.
        ignore: the codes to leave out; None = as configured.
        options: component → option → value; `reader` holds those of the reader.
        reader: the reader's name, or `""`.
        states: the states of units that are wanted; None = as configured.
        skip_states: those that are not; None = as configured.
        suppressions: file of accepted findings; None = as configured.
        changed_since: a git revision: findings in units that are the same there are left out.
        is_strict: whether to refuse what is otherwise accepted with a note.
        fixes: whether to find out what would be written into files.
        replacements: whether to tell of each finding what its fix writes into the file.
    """

    config: RunConfig
    languages: tuple[str, str] = ("", "")
    text: str | None = None
    select: frozenset[str] | None = None
    ignore: frozenset[str] | None = None
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    reader: str = ""
    states: tuple[str, ...] | None = None
    skip_states: tuple[str, ...] | None = None
    suppressions: Path | None = None
    changed_since: str | None = None
    is_strict: bool = False
    fixes: bool = False
    replacements: bool = False


@dataclass(frozen=True)
class Order:
    """What is to be done with one file: what is asked, filled in by its configuration.

    Args:
        config: its languages are still open.
        codes: the codes to look for.
        text: name of the translation.
        reader: the reader's name, or `""`.
        reader_options: its options.
        suppressions: file of accepted findings.
    """

    config: RunConfig
    codes: frozenset[str]
    text: str | None
    reader: str
    reader_options: Mapping[str, Any]
    suppressions: Path | None

    @property
    def key(self) -> str:
        """What orders have in common that need the same components."""
        config = self.config.model_dump(mode="json")
        return json.dumps([config, sorted(self.codes)], sort_keys=True, default=str)


def known_codes(registry: Registry) -> dict[str, str]:
    """Return every declared code with its check; the first of two checks keeps a code."""
    known: dict[str, str] = {}
    for declared in registry.checks:
        for code in declared.info.codes:
            known.setdefault(code, declared.info.name)
    return known


def order_of(job: Job, wish: Wish, known: Mapping[str, str]) -> Order:
    """Return what is to be done with a file.

    Raises:
        UsageError: an unknown code, or no code is left.
    """
    own = job.settings
    codes = _codes(wish, own, known)
    options = _options(wish, own)
    reader = options.pop("reader", {})
    is_all = wish.select is None and (own is None or own.select is None)
    config = wish.config
    unit = own.unit if own and own.unit and config.unit == "auto" else config.unit
    changes = {
        "checks": "*" if is_all else tuple(sorted({known[code] for code in codes})),
        "options": options,
        "unit": unit,
    }
    for name in ("states", "skip_states"):
        asked = getattr(wish, name)
        told = getattr(own, name) if own and own.configuration else None
        chosen = asked if asked is not None else (told or None)
        if chosen is not None:
            reader = {**reader, name: chosen}
    return Order(
        config=config.model_copy(update=changes),
        codes=codes,
        text=wish.text or (own.text if own else None),
        reader=wish.reader or (own.reader if own else ""),
        reader_options=reader,
        suppressions=wish.suppressions or (own.suppressions if own else None),
    )


def _codes(wish: Wish, own: FilePair | None, known: Mapping[str, str]) -> frozenset[str]:
    """Return the codes to look for; what is asked goes before what is configured."""
    select = wish.select
    if select is None and own is not None and own.select is not None:
        select = frozenset(own.select)
    ignore = wish.ignore
    if ignore is None:
        ignore = frozenset(own.ignore if own else ())
    place = own.configuration if own else None
    where = f"in {place}; " if place else ""
    for code in sorted(((select or frozenset()) | ignore) - set(known)):
        is_asked = code in (wish.select or ()) or code in (wish.ignore or ())
        cure = f"{'' if is_asked else where}discotag lint --list tells them"
        raise UnknownNameError("code", code, known, cure=cure)
    found = (frozenset(known) if select is None else select) - ignore
    if not found:
        told = f" ({place})" if place and wish.select is None else ""
        raise UsageError(f"--select and --ignore leave no code to look for{told}")
    return found


def _options(wish: Wish, own: FilePair | None) -> dict[str, dict[str, Any]]:
    """Return the options of all components: those that are asked for go first."""
    found: dict[str, dict[str, Any]] = {}
    if own is not None:
        found = {component: dict(values) for component, values in own.options.items()}
        asked = wish.options.get("address", {})
        if not asked.keys() & {"expect", "expect_file"}:
            address = {"expect": own.expect, "expect_file": str(own.expect_file or "")}
            given = {name: value for name, value in address.items() if value}
            if given:
                found["address"] = {**found.get("address", {}), **given}
        if own.glossary:
            files = tuple(str(path) for path in own.glossary)
            found["glossary"] = {**found.get("glossary", {}), "files": files}
    for component, values in wish.options.items():
        found[component] = {**found.get(component, {}), **values}
    return found


def lint_files(
    todo: Sequence[Job], wish: Wish, registry: Registry, *, store: Store | None = None
) -> LintReport:
    """Lint all files; a fault of one among several is kept, and the next one follows.

    Args:
        todo: the files (`jobs`).
        wish: what is asked of each.
        registry: the components there are.
        store: where layers are kept from run to run.

    Raises:
        DiscotagError: what is asked makes no sense, the only file is faulty, or a component failed.
    """
    linting = FileLinter(wish, registry, store)
    linting.check(todo)
    for job in todo:
        try:
            linting.lint(job)
        except (InputError, UsageError, PlanError) as error:
            if len(todo) == 1:
                raise
            told = str(error) if job.name in str(error) else f"{job.name}: {error}"
            linting.faults.append(Fault(job.name, told, error.exit_code))
    return linting.report()


def size_of(job: Job, wish: Wish, registry: Registry) -> int | None:
    """Return the number of segments of a pair of plain lines; None where it costs too much."""
    return FileLinter(replace(wish, changed_since=None), registry).size(job)


class FileLinter:
    """Lints files one by one, and keeps what they share: a plan and its components.

    Args:
        wish: what is asked of each file.
        registry: the components there are.
        store: where layers are kept from run to run.
    """

    def __init__(self, wish: Wish, registry: Registry, store: Store | None = None) -> None:
        self._wish, self._registry, self._store = wish, registry, store
        self._codes = known_codes(registry)
        self._linters: dict[tuple[str, str, str], Linter] = {}
        self._suppressions: dict[Path, tuple[Suppression, ...]] = {}
        self._revision = (
            None if wish.changed_since is None else Revision(wish.changed_since, Path.cwd())
        )
        self._results: list[LintResult] = []
        self._fixes: list[FileFix] = []
        self._remarks: list[str] = []
        self._unchanged = 0
        self.faults: list[Fault] = []

    def check(self, todo: Sequence[Job]) -> None:
        """Raise UsageError for an unknown code, or if no file can tell states."""
        for job in todo:
            order = order_of(job, self._wish, self._codes)
            if order.suppressions is not None:
                self._accepted(order.suppressions)
        asked = self._wish.states is not None or self._wish.skip_states is not None
        if asked and not any(self._takes_states(job) for job in todo):
            known = (item.info for item in self._registry.readers)
            names = ", ".join(info.name for info in known if info.has_states)
            raise UsageError(
                f"--states and --skip-states are about files whose units have states ({names}); no"
                " file is read as such"
            )

    def size(self, job: Job) -> int | None:
        """Return the number of segments of plain lines."""
        if job.target is None or (job.settings and not job.source.exists()):
            return None
        return self._reader(job).size(self._request(job, None))

    def lint(self, job: Job) -> None:
        """Lint a file, unless it was found and is in another language than is wanted."""
        if job.target not in {None, "-"} and job.settings and not job.source.exists():
            raise InputError(f"its source, {job.source}, is not there", path=job.target)
        opened = self._reader(job)
        order = order_of(job, self._wish, self._codes)
        reason = reason_to_leave_out(job, opened, self._registry, self._wish.languages)
        if reason:
            self._remarks.append(f"{job.name}: {reason}")
            return
        pairs, unknown = language_pairs(job, opened, self._registry, self._wish.languages)
        for code in unknown:
            told = f"no package for its language {code!r} is installed; left out"
            self._remarks.append(f"{job.name}: {told}")
        for languages in pairs:
            self._lint_pair(job, opened, order, languages)

    def _lint_pair(
        self, job: Job, opened: OpenReader, order: Order, languages: tuple[str, str]
    ) -> None:
        """Lint a file in one language pair."""
        linter = self._linter(languages, order)
        old = None
        if self._revision is not None:
            old = self._old(job, linter.plan, order)
            if old is None:
                self._unchanged += 1
                return
        looks = LanguageMatch(self._registry, linter.plan.source, linter.plan.target)
        texts = looks.watched(
            one_of(opened.read(self._request(job, linter.plan), takes_running=True), order.text)
        )
        has_columns = job.target is not None or opened.choice.info.has_columns
        result = linter.lint(
            texts,
            Files(str(job.source), job.name, has_columns=has_columns),
            suppressions=self._accepted(order.suppressions),
            notes=lambda: (*opened.notes(), *looks.notes()),
        )
        if old is not None:
            kept = tuple(each for each in result.findings if old.is_changed(each))
            result = replace(result, findings=kept)
        if self._wish.replacements:
            told = tuple(with_replacements(result.findings, opened))
            result = replace(result, findings=told)
        own = job.settings.fail_on if job.settings else None
        self._results.append(replace(result, fail_on=own))
        if self._wish.fixes:
            self._fixes += fixes_of(result.findings, opened)

    def report(self) -> LintReport:
        """Return what came out of all files."""
        remarks = list(self._remarks)
        if self._unchanged:
            told = count_noun(self._unchanged, "file")
            remarks.append(f"{told} not changed since {self._wish.changed_since}, not looked at")
        accepted = tuple(dict.fromkeys(each for own in self._suppressions.values() for each in own))
        return LintReport(
            tuple(self._results), tuple(self.faults), tuple(remarks), accepted, tuple(self._fixes)
        )

    def _accepted(self, path: Path | None) -> tuple[Suppression, ...]:
        if path is None:
            return ()
        if path not in self._suppressions:
            self._suppressions[path] = read_suppressions(path, self._codes)
        return self._suppressions[path]

    def _old(self, job: Job, plan: Plan, order: Order) -> OldUnits | None:
        """Return the units of a file in the other revision; None where it has not changed."""
        if self._revision is None or "-" in {str(job.source), job.target}:
            raise UsageError("--changed-since looks at files, not at standard input")

        def read(places: Sequence[Path]) -> Iterable[ParallelText]:
            own = replace(job, source=places[0], target=str(places[1]) if job.target else None)
            opened = self._reader(replace(own, source=places[0]))
            return one_of(opened.read(self._request(own, plan), takes_running=True), order.text)

        paths = [job.source, *([Path(job.target)] if job.target else [])]
        return self._revision.units(paths, read)

    def _takes_states(self, job: Job) -> bool:
        return self._registry.readers.get(self._reader_name(job)).info.has_states

    def _reader_name(self, job: Job) -> str:
        own = job.settings.reader if job.settings else ""
        return self._wish.reader or own or reader_name(self._registry, job.source)

    def _reader(self, job: Job) -> OpenReader:
        order = order_of(job, self._wish, self._codes)
        chosen = dict(order.reader_options)
        if not self._takes_states(job):
            chosen.pop("states", None)
            chosen.pop("skip_states", None)
        return open_reader(self._registry, job.source, order.reader, chosen)

    def _request(self, job: Job, plan: Plan | None) -> CorpusRequest:
        languages = (None, None) if plan is None else (plan.source.code, plan.target.code)
        references = {"target": Path(job.target)} if job.target else {}
        return CorpusRequest(
            job.source, references, {}, job.docids, self._wish.is_strict, *languages
        )

    def _linter(self, languages: tuple[str, str], order: Order) -> Linter:
        """Return the linter of a language pair and its settings, made when its first file comes."""
        key = (*languages, order.key)
        if key not in self._linters:
            source, target = languages
            config = order.config.model_copy(
                update={"source_language": source, "target_language": target}
            )
            self._linters[key] = Linter(
                plan(config, self._registry), self._registry, codes=order.codes, store=self._store
            )
        return self._linters[key]
