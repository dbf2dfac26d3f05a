"""Linting file after file, each with its languages and its reader; one fault stops no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from discotag._cli import options
from discotag._cli.lint_files import is_other_language, languages_of
from discotag._cli.text_selection import one_of
from discotag.core.errors import InputError, PlanError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag._cli.lint_files import Job
    from discotag._files.store import Store
    from discotag._linting import LintReport, LintResult
    from discotag._linting.run import Linter
    from discotag._linting.suppressions import Suppression
    from discotag._pipeline.plans import Plan
    from discotag._pipeline.reading import OpenReader
    from discotag.core.registry import Registry

XLIFF = "xliff"


@dataclass(frozen=True)
class Wish:
    """What is asked of every file.

    Args:
        languages: source and target as given; `""` = as the file names it.
        text: name of the translation to look at, where a file holds several.
        codes: the codes to look for.
        checks: the checks that find them.
        engines: the components that analyze texts, and options, the reader's included.
        on_error: what to do where a tagger fails.
        reader: the reader's name, or `""`.
        states: names of the states of XLIFF that are wanted, with commas between.
        skip_states: names of those that are not.
        is_strict: whether to refuse what is otherwise accepted with a note.
    """

    languages: tuple[str, str]
    text: str | None
    codes: frozenset[str]
    checks: tuple[str, ...] | Literal["*"]
    engines: options.Engines
    on_error: options.OnError
    reader: str
    states: str | None
    skip_states: str | None
    is_strict: bool

    def reader_options(self, name: str) -> dict[str, Any]:
        """Return the options of a reader; those of states go to XLIFF's alone."""
        found = options.options_of("reader", self.engines.settings)
        for option, given in (("states", self.states), ("skip_states", self.skip_states)):
            if name == XLIFF and given is not None:
                found[option] = options.split_names(given)
        return found


def lint_all(
    todo: Sequence[Job],
    wish: Wish,
    registry: Registry,
    accepted: Sequence[Suppression],
    *,
    store: Store | None,
    quiet: bool,
) -> LintReport:
    """Lint all files; a fault of one among several is kept, and the next one follows.

    Raises:
        DiscotagError: the only file is faulty, or a component failed.
    """
    from discotag._cli.progress import shown_progress
    from discotag._linting.report import Fault, LintReport

    linting = _Linting(wish, registry, store)
    if wish.states is not None or wish.skip_states is not None:
        linting.check_states(todo)
    results: list[LintResult] = []
    faults: list[Fault] = []
    only = todo[0] if len(todo) == 1 else None
    segments = None if only is None else linting.size(only)
    with shown_progress(registry.plugins.manager, is_quiet=quiet, segments=segments):
        for job in todo:
            try:
                results += linting.lint(job, accepted)
            except (InputError, UsageError, PlanError) as error:
                if only is not None:
                    raise
                told = str(error) if job.name in str(error) else f"{job.name}: {error}"
                faults.append(Fault(job.name, told, error.exit_code))
    return LintReport(tuple(results), tuple(faults), tuple(linting.left_out))


class _Linting:
    """Keeps what files share: a plan and its components for each language pair."""

    def __init__(self, wish: Wish, registry: Registry, store: Store | None) -> None:
        self._wish = wish
        self._registry = registry
        self._store = store
        self._linters: dict[tuple[str, str], Linter] = {}
        self.left_out: list[str] = []

    def check_states(self, todo: Sequence[Job]) -> None:
        """Raise UsageError if no file can tell states."""
        if not any(self._reader(job).name == XLIFF for job in todo):
            raise UsageError("--states and --skip-states are about XLIFF; no file is read as such")

    def size(self, job: Job) -> int | None:
        """Return the number of segments of plain lines."""
        return None if job.target is None else self._reader(job).size(self._request(job, None))

    def lint(self, job: Job, accepted: Sequence[Suppression]) -> list[LintResult]:
        """Lint a file; nothing where it was found and is in another language than is wanted."""
        from discotag._cli.language_check import LanguageMatch
        from discotag._linting.locations import Files

        opened = self._reader(job)
        if is_other_language(job, opened, self._registry, self._wish.languages):
            self.left_out.append(f"{job.name}: is in another language and left out")
            return []
        linter = self._linter(languages_of(job, opened, self._registry, self._wish.languages))
        request = self._request(job, linter.plan)
        looks = LanguageMatch(self._registry, linter.plan.source, linter.plan.target)
        texts = looks.watched(one_of(opened.read(request, takes_running=True), self._wish.text))
        files = Files(str(job.source), job.name, has_columns=job.target is not None)
        return [
            linter.lint(
                texts,
                files,
                suppressions=accepted,
                notes=lambda: (*opened.notes(), *looks.notes()),
            )
        ]

    def _reader(self, job: Job) -> OpenReader:
        from discotag._pipeline.corpus import open_reader, reader_name

        name = self._wish.reader or reader_name(self._registry, job.source)
        chosen = self._wish.reader_options(name)
        return open_reader(self._registry, job.source, self._wish.reader, chosen)

    def _request(self, job: Job, plan: Plan | None) -> Any:
        return options.corpus_request(
            job.source,
            [f"target={job.target}"] if job.target else None,
            None,
            job.docids,
            is_strict=self._wish.is_strict,
            languages=None if plan is None else (plan.source.code, plan.target.code),
        )

    def _linter(self, languages: tuple[str, str]) -> Linter:
        """Return the linter of a language pair, made when its first file comes."""
        from discotag._linting.run import Linter
        from discotag._pipeline.planning import plan

        if languages not in self._linters:
            config = options.run_config(
                *languages,
                engines=self._wish.engines,
                on_error=self._wish.on_error,
                scorers="",
                apart=("reader",),
            ).model_copy(update={"checks": self._wish.checks})
            self._linters[languages] = Linter(
                plan(config, self._registry),
                self._registry,
                codes=self._wish.codes,
                store=self._store,
            )
        return self._linters[languages]
