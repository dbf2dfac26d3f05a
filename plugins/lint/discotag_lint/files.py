"""What is asked of every file, and what a configuration says of one: what is asked goes first."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from discotag.plugin import (
    CorpusRequest,
    InputError,
    PlanError,
    UnknownNameError,
    UsageError,
    count_noun,
)
from discotag.plugin.files import check_regular
from discotag.plugin.runs import open_reader
from discotag.plugin.tagging import InputCheck, one_of, reader_name
from discotag_lint.locations import Files
from discotag_lint.planning import known_codes, plan_checks
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
    from discotag_lint.report import LintResult
    from discotag_lint.suppressions import OldUnits, Suppression
    from discotag_lint.targets import LintTarget


@dataclass(frozen=True)
class LintRequest:
    """What is asked of every file.

    Args:
        config: the components that analyze texts, and what to do where one fails; its languages,
            checks and options are filled in for each file.
        languages: source and target as given; `""` = as the configuration or the file names it.
        text: name of the translation to check, where a file holds several.
        select: the codes to check; None = as configured, or all.
        ignore: the codes to leave out; None = as configured.
        options: component → option → value; `reader` holds those of the reader.
        reader: the reader's name, or `""`.
        states: the states of units that are wanted; None = as configured.
        skip_states: those that are not; None = as configured.
        suppressions: file of accepted findings; None = as configured.
        changed_since: a git revision: findings in units that are the same there are left out.
        is_strict: whether to refuse what is otherwise accepted with a note.
        fixes: whether to find out what would be written into files.
        replacements: whether to add to each finding what its fix writes into the file.
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
class FileRequest:
    """What is to be done with one file: what is asked, filled in by its configuration.

    Args:
        config: its languages are still open.
        checks: names of the checks that report the codes, or `"*"` for all.
        codes: the codes to check.
        text: name of the translation.
        reader: the reader's name, or `""`.
        reader_options: its options.
        suppressions: file of accepted findings.
    """

    config: RunConfig
    checks: tuple[str, ...] | Literal["*"]
    codes: frozenset[str]
    text: str | None
    reader: str
    reader_options: Mapping[str, Any]
    suppressions: Path | None

    @property
    def key(self) -> str:
        """What orders have in common that need the same components."""
        config = self.config.model_dump(mode="json")
        return json.dumps([config, self.checks, sorted(self.codes)], sort_keys=True, default=str)


def file_request(file: LintTarget, request: LintRequest, known: Mapping[str, str]) -> FileRequest:
    """Return what is to be done with a file.

    Raises:
        UsageError: an unknown code, or no code is left.
    """
    own = file.settings
    codes = _codes(request, own, known)
    options = _options(request, own)
    reader = options.pop("reader", {})
    is_all = request.select is None and (own is None or own.select is None)
    config = request.config
    unit = own.unit if own and own.unit and config.unit == "auto" else config.unit
    for name in ("states", "skip_states"):
        asked = getattr(request, name)
        configured = getattr(own, name) if own and own.configuration else None
        chosen = asked if asked is not None else (configured or None)
        if chosen is not None:
            reader = {**reader, name: chosen}
    return FileRequest(
        config=config.model_copy(update={"options": options, "unit": unit}),
        checks="*" if is_all else tuple(sorted({known[code] for code in codes})),
        codes=codes,
        text=request.text or (own.text if own else None),
        reader=request.reader or (own.reader if own else ""),
        reader_options=reader,
        suppressions=request.suppressions or (own.suppressions if own else None),
    )


def _codes(request: LintRequest, own: FilePair | None, known: Mapping[str, str]) -> frozenset[str]:
    """Return the codes to check; the request has precedence over the configuration."""
    select = request.select
    if select is None and own is not None and own.select is not None:
        select = frozenset(own.select)
    ignore = request.ignore
    if ignore is None:
        ignore = frozenset(own.ignore if own else ())
    place = own.configuration if own else None
    where = f"in {place}; " if place else ""
    for code in sorted(((select or frozenset()) | ignore) - set(known)):
        is_asked = code in (request.select or ()) or code in (request.ignore or ())
        cure = f"{'' if is_asked else where}discotag lint --list shows them"
        raise UnknownNameError("code", code, known, cure=cure)
    found = (frozenset(known) if select is None else select) - ignore
    if not found:
        where_set = f" ({place})" if place and request.select is None else ""
        raise UsageError(f"--select and --ignore leave no code to look for{where_set}")
    return found


def _options(request: LintRequest, own: FilePair | None) -> dict[str, dict[str, Any]]:
    """Return the options of all components: those that are asked for go first."""
    found: dict[str, dict[str, Any]] = {}
    if own is not None:
        found = {component: dict(values) for component, values in own.options.items()}
        asked = request.options.get("address", {})
        if not asked.keys() & {"expect", "expect_file"}:
            address = {"expect": own.expect, "expect_file": str(own.expect_file or "")}
            given = {name: value for name, value in address.items() if value}
            if given:
                found["address"] = {**found.get("address", {}), **given}
        if own.glossary:
            files = tuple(str(path) for path in own.glossary)
            found["glossary"] = {**found.get("glossary", {}), "files": files}
    for component, values in request.options.items():
        found[component] = {**found.get(component, {}), **values}
    return found


def lint_files(
    todo: Sequence[LintTarget],
    request: LintRequest,
    registry: Registry,
    *,
    store: Store | None = None,
) -> LintReport:
    """Lint all files; a fault of one among several is kept, and the next one follows.

    Args:
        todo: the files (see `lint_targets`).
        request: what is asked of each.
        registry: the components there are.
        store: where layers are kept from run to run.

    Raises:
        DiscotagError: what is asked makes no sense, the only file is faulty, or a component failed.
    """
    linting = FileLinter(request, registry, store)
    linting.check(todo)
    for file in todo:
        try:
            linting.lint(file)
        except (InputError, UsageError, PlanError) as error:
            if len(todo) == 1:
                raise
            message = str(error) if file.name in str(error) else f"{file.name}: {error}"
            linting.faults.append(Fault(file.name, message, error.exit_code))
    return linting.report()


def size_of(file: LintTarget, request: LintRequest, registry: Registry) -> int | None:
    """Return the number of segments of a pair of plain lines; None where it costs too much."""
    return FileLinter(replace(request, changed_since=None), registry).size(file)


class FileLinter:
    """Lints files one by one, and keeps what they share: a plan and its components.

    Args:
        request: what is asked of each file.
        registry: the components there are.
        store: where layers are kept from run to run.
    """

    def __init__(
        self, request: LintRequest, registry: Registry, store: Store | None = None
    ) -> None:
        self._request, self._registry, self._store = request, registry, store
        self._codes = known_codes(registry)
        self._linters: dict[tuple[str, str, str], Linter] = {}
        self._suppressions: dict[Path, tuple[Suppression, ...]] = {}
        self._revision = (
            None if request.changed_since is None else Revision(request.changed_since, Path.cwd())
        )
        self._results: list[LintResult] = []
        self._fixes: list[FileFix] = []
        self._remarks: list[str] = []
        self._unchanged = 0
        self.faults: list[Fault] = []

    def check(self, todo: Sequence[LintTarget]) -> None:
        """Raise UsageError for an unknown code, or if no file has states."""
        for file in todo:
            wanted = file_request(file, self._request, self._codes)
            if wanted.suppressions is not None:
                self._accepted(wanted.suppressions)
        asked = self._request.states is not None or self._request.skip_states is not None
        if asked and not any(self._takes_states(file) for file in todo):
            known = (item.info for item in self._registry.readers)
            names = ", ".join(info.name for info in known if info.has_states)
            raise UsageError(
                f"--states and --skip-states are about files whose units have states ({names}); no"
                " file is read as such"
            )

    def size(self, file: LintTarget) -> int | None:
        """Return the number of segments of plain lines."""
        if file.target is None or (file.settings and not file.source.exists()):
            return None
        return self._reader(file).size(self._corpus_request(file, None))

    def lint(self, file: LintTarget) -> None:
        """Lint a file, unless it was found and is in another language than is wanted."""
        for path in (file.source, Path(file.target or file.source)):
            check_regular(path)
        if file.target not in {None, "-"} and file.settings and not file.source.exists():
            raise InputError(f"its source, {file.source}, is not there", path=file.target)
        opened = self._reader(file)
        wanted = file_request(file, self._request, self._codes)
        reason = reason_to_leave_out(file, opened, self._registry, self._request.languages)
        if reason:
            self._remarks.append(f"{file.name}: {reason}")
            return
        pairs, unknown = language_pairs(file, opened, self._registry, self._request.languages)
        for code in unknown:
            remark = f"no package for its language {code!r} is installed; left out"
            self._remarks.append(f"{file.name}: {remark}")
        for languages in pairs:
            self._lint_pair(file, opened, wanted, languages)

    def _lint_pair(
        self, file: LintTarget, opened: OpenReader, wanted: FileRequest, languages: tuple[str, str]
    ) -> None:
        """Lint a file in one language pair."""
        linter = self._linter(languages, wanted)
        old = None
        if self._revision is not None:
            old = self._old(file, linter.plan, wanted)
            if old is None:
                self._unchanged += 1
                return
        looks = InputCheck(self._registry, linter.plan.source, linter.plan.target)
        texts = looks.watched(
            one_of(
                opened.read(self._corpus_request(file, linter.plan), takes_running=True),
                wanted.text,
            )
        )
        has_columns = file.target is not None or opened.choice.info.has_columns
        result = linter.lint(
            texts,
            Files(str(file.source), file.name, has_columns=has_columns),
            suppressions=self._accepted(wanted.suppressions),
            notes=lambda: (*opened.notes(), *looks.notes()),
        )
        if old is not None:
            kept = tuple(each for each in result.findings if old.is_changed(each))
            result = replace(result, findings=kept)
        if self._request.replacements:
            from discotag_lint.fixes import with_replacements

            replaced = tuple(with_replacements(result.findings, opened))
            result = replace(result, findings=replaced)
        own = file.settings.fail_on if file.settings else None
        self._results.append(replace(result, fail_on=own))
        if self._request.fixes:
            from discotag_lint.fixes import fixes_of

            self._fixes += fixes_of(result.findings, opened)

    def report(self) -> LintReport:
        """Return what came out of all files."""
        remarks = list(self._remarks)
        if self._unchanged:
            count = count_noun(self._unchanged, "file")
            remarks.append(
                f"{count} not changed since {self._request.changed_since}, not looked at"
            )
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

    def _old(self, file: LintTarget, plan: Plan, wanted: FileRequest) -> OldUnits | None:
        """Return the units of a file in the other revision; None where it has not changed."""
        if self._revision is None or "-" in {str(file.source), file.target}:
            raise UsageError("--changed-since looks at files, not at standard input")

        def read(places: Sequence[Path]) -> Iterable[ParallelText]:
            own = replace(file, source=places[0], target=str(places[1]) if file.target else None)
            opened = self._reader(replace(own, source=places[0]))
            return one_of(
                opened.read(self._corpus_request(own, plan), takes_running=True), wanted.text
            )

        paths = [file.source, *([Path(file.target)] if file.target else [])]
        return self._revision.units(paths, read)

    def _takes_states(self, file: LintTarget) -> bool:
        return self._registry.readers.get(self._reader_name(file)).info.has_states

    def _reader_name(self, file: LintTarget) -> str:
        own = file.settings.reader if file.settings else ""
        return self._request.reader or own or reader_name(self._registry, file.source)

    def _reader(self, file: LintTarget) -> OpenReader:
        wanted = file_request(file, self._request, self._codes)
        chosen = dict(wanted.reader_options)
        if not self._takes_states(file):
            chosen.pop("states", None)
            chosen.pop("skip_states", None)
        return open_reader(self._registry, file.source, wanted.reader, chosen)

    def _corpus_request(self, file: LintTarget, plan: Plan | None) -> CorpusRequest:
        languages = (None, None) if plan is None else (plan.source.code, plan.target.code)
        references = {"target": Path(file.target)} if file.target else {}
        return CorpusRequest(
            file.source, references, {}, file.docids, self._request.is_strict, *languages
        )

    def _linter(self, languages: tuple[str, str], wanted: FileRequest) -> Linter:
        """Return the linter of a language pair and its settings, made when its first file comes."""
        key = (*languages, wanted.key)
        if key not in self._linters:
            source, target = languages
            config = wanted.config.model_copy(
                update={"source_language": source, "target_language": target}
            )
            planned = plan_checks(config, self._registry, wanted.checks)
            self._linters[key] = Linter(
                planned,
                self._registry,
                codes=wanted.codes,
                is_lenient=wanted.checks == "*",
                store=self._store,
            )
        return self._linters[key]
