"""The configuration of `discotag reproduce dip`: corpora with their systems, and tasks."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from discotag_dip.items import TASKS, Task
from discotag_experiments.experiment import Section, check_files, check_known, check_unique


class CorpusSection(Section):
    """A corpus; paths start at the configuration's folder.

    They may hold `{corpus}`, `{source}` and `{target}`.

    Args:
        source: language of the source.
        target: language of the translations.
        src: source text, or the file that holds all.
        docids: document ids.
        reader: of discotag; "" = by the file's name.
        references: name → file, the first is what sets are built from; none where `src` holds them.
        systems: name → file; none where `src` holds them.
        behind: systems whose failures make the sets; None = all.
        tasks: which tasks; None = those of the experiment.
    """

    source: str
    target: str
    src: str
    docids: str | None = None
    reader: str = ""
    references: dict[str, str] = Field(default_factory=dict)
    systems: dict[str, str] = Field(default_factory=dict)
    behind: tuple[str, ...] | None = None
    tasks: tuple[Task, ...] | None = None

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.references | self.systems)
        for name in self.behind or ():
            if self.systems:
                check_known("behind", "systems", name, self.systems)
        return self


class DipConfig(Section):
    """Rankings of systems by task and corpus (dip, Tables 4-7).

    Args:
        tasks: which tasks.
        corpora: name → corpus.
        rankers: `pronouns`, `coherence` → weights of `discotag dip train-ranker`; else those that
            are shipped.
    """

    tasks: tuple[Task, ...] = Field(default=TASKS, min_length=1)
    corpora: dict[str, CorpusSection] = Field(min_length=1)
    rankers: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.corpora)
        check_unique(self.tasks, "task")
        for name in self.rankers:
            check_known("rankers", "rankers", name, ("pronouns", "coherence"))
        return self

    def tasks_of(self, name: str) -> tuple[Task, ...]:
        """The tasks of a corpus."""
        return self.corpora[name].tasks or self.tasks
