"""Linting file after file, each with its languages and its reader; one fault stops no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, PlanError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.text import count_noun
from discotag.linting.changes import Revision
from discotag.linting.fixes import fixes_of
from discotag.linting.jobs import language_pairs, reason_to_leave_out
from discotag.linting.locations import Files
from discotag.linting.replacements import with_replacements
from discotag.linting.report import Fault, LintReport
from discotag.linting.run import Linter
from discotag.linting.suppressions import read_suppressions
from discotag.linting.wishes import known_codes, order_of
from discotag.pipeline.corpus import open_reader, reader_name
from discotag.pipeline.documents import LanguageMatch, one_of
from discotag.pipeline.planning import plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.files.cache import Store
    from discotag.linting.changes import OldUnits
    from discotag.linting.fixes import FileFix
    from discotag.linting.jobs import Job
    from discotag.linting.run import LintResult
    from discotag.linting.suppressions import Suppression
    from discotag.linting.wishes import Order, Wish
    from discotag.pipeline.corpus import OpenReader
    from discotag.pipeline.plans import Plan


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
