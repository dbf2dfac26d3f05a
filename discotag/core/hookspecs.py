"""The hooks of discotag: what a plugin may declare, and what it may observe.

Every declaring hook is a plural noun, is called once, and yields small frozen records
(`components.py`); nothing heavy may be imported to yield them. All answers are kept, each with its
owner. `roles.py` lists what is declared. A plugin's module says `DISCOTAG_API = (1, 0)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.components import (
        AlignerInfo,
        AnalyzerInfo,
        AnnotatorInfo,
        CommandInfo,
        CorefInfo,
        ExecutorInfo,
        ReaderInfo,
        ReportInfo,
        ScorerInfo,
        SentenceAlignerInfo,
        SplitterInfo,
        TableInfo,
        TaggerInfo,
        WriterInfo,
    )
    from discotag.core.language import LanguagePack

PROJECT = "discotag"
API_VERSION = (1, 0)
"""A plugin fits this host if its major version is the same and its minor not higher."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def discotag_languages() -> Iterable[LanguagePack]:  # type: ignore[empty-body]
    """Declare language packs.

    Example:
        >>> @hookimpl
        ... def discotag_languages():
        ...     yield LanguagePack.from_package("discotag_lang_fr")
    """


@hookspec
def discotag_tables() -> Iterable[TableInfo]:  # type: ignore[empty-body]
    """Declare tables for a language, from any distribution; two owners of one table are an error.

    Example:
        >>> @hookimpl
        ... def discotag_tables():
        ...     yield TableInfo(
        ...         language="fr", phenomenon="questions", resource="my_package:data/fr.toml",
        ...     )
    """


@hookspec
def discotag_taggers() -> Iterable[TaggerInfo]:  # type: ignore[empty-body]
    """Declare taggers.

    Example:
        >>> @hookimpl
        ... def discotag_taggers():
        ...     yield TaggerInfo(
        ...         name="questions", phenomenon="questions", summary="Tag questions.",
        ...         factory="my_package.questions:QuestionTagger", table="questions",
        ...         needs={"target.tokens", "alignment"}, classes="word",
        ...     )
    """


@hookspec
def discotag_aligners() -> Iterable[AlignerInfo]:  # type: ignore[empty-body]
    """Declare word aligners.

    Example:
        >>> @hookimpl
        ... def discotag_aligners():
        ...     yield AlignerInfo(
        ...         name="diagonal", summary="Link equal positions.", factory="my_package:Diagonal",
        ...     )
    """


@hookspec
def discotag_corefs() -> Iterable[CorefInfo]:  # type: ignore[empty-body]
    """Declare coreference resolvers.

    Example:
        >>> @hookimpl
        ... def discotag_corefs():
        ...     yield CorefInfo(
        ...         name="mine", summary="Resolve pronouns.", factory="my_package.coref:Resolver",
        ...         languages={"fr"}, needs={"tokens", "pos"},
        ...     )
    """


@hookspec
def discotag_analyzers() -> Iterable[AnalyzerInfo]:  # type: ignore[empty-body]
    """Declare analyzers.

    Example:
        >>> @hookimpl
        ... def discotag_analyzers():
        ...     yield AnalyzerInfo(
        ...         name="spaces", summary="Split at spaces.",
        ...         factory="my_package:Spaces", gives={"tokens"},
        ...     )
    """


@hookspec
def discotag_annotators() -> Iterable[AnnotatorInfo]:  # type: ignore[empty-body]
    """Declare annotators, which add a layer of their own name to a side.

    Example:
        >>> @hookimpl
        ... def discotag_annotators():
        ...     yield AnnotatorInfo(
        ...         name="questions", summary="Find questions.", factory="my_package:Questions",
        ...         gives="questions", needs={"tokens"},
        ...     )
    """


@hookspec
def discotag_scorers() -> Iterable[ScorerInfo]:  # type: ignore[empty-body]
    """Declare scorers.

    Example:
        >>> @hookimpl
        ... def discotag_scorers():
        ...     yield ScorerInfo(
        ...         name="recall", summary="Recall of tags.", factory="my_package:Recall",
        ...         columns=("matched", "support"),
        ...     )
    """


@hookspec
def discotag_readers() -> Iterable[ReaderInfo]:  # type: ignore[empty-body]
    """Declare readers of corpora.

    Example:
        >>> @hookimpl
        ... def discotag_readers():
        ...     yield ReaderInfo(
        ...         name="csv", summary="CSV.", factory="my_package:CsvReader", suffixes=(".csv",),
        ...     )
    """


@hookspec
def discotag_writers() -> Iterable[WriterInfo]:  # type: ignore[empty-body]
    """Declare writers of tagged documents.

    Example:
        >>> @hookimpl
        ... def discotag_writers():
        ...     yield WriterInfo(
        ...         name="csv", summary="CSV files.", factory="my_package:CsvWriter", suffix=".csv",
        ...     )
    """


@hookspec
def discotag_reports() -> Iterable[ReportInfo]:  # type: ignore[empty-body]
    """Declare reports, which show a run's results.

    Example:
        >>> @hookimpl
        ... def discotag_reports():
        ...     yield ReportInfo(
        ...         name="latex", summary="LaTeX.", factory="my_package:Latex", suffix=".tex",
        ...     )
    """


@hookspec
def discotag_splitters() -> Iterable[SplitterInfo]:  # type: ignore[empty-body]
    """Declare splitters of running text into sentences (`--splitter`).

    Example:
        >>> @hookimpl
        ... def discotag_splitters():
        ...     yield SplitterInfo(
        ...         name="mine", summary="Split with a model.", factory="my_package:Splitter",
        ...         languages={"fr"},
        ...     )
    """


@hookspec
def discotag_sentence_aligners() -> Iterable[SentenceAlignerInfo]:  # type: ignore[empty-body]
    """Declare what finds which sentences belong together.

    Example:
        >>> @hookimpl
        ... def discotag_sentence_aligners():
        ...     yield SentenceAlignerInfo(
        ...         name="vectors", summary="Compare sentence vectors.", factory="my_package:Beads",
        ...     )
    """


@hookspec
def discotag_executors() -> Iterable[ExecutorInfo]:  # type: ignore[empty-body]
    """Declare executors, which make workers work on a run (`--executor`).

    Example:
        >>> @hookimpl
        ... def discotag_executors():
        ...     yield ExecutorInfo(
        ...         name="ray", summary="Workers of a Ray cluster.", factory="discotag_ray:Ray",
        ...     )
    """


@hookspec
def discotag_commands() -> Iterable[CommandInfo]:  # type: ignore[empty-body]
    """Declare commands of the `discotag` program.

    Example:
        >>> @hookimpl
        ... def discotag_commands():
        ...     yield CommandInfo(
        ...         name="cxmi", summary="Measure context usage.", factory="discotag_cxmi.cli:cxmi",
        ...     )
    """


@hookspec
def discotag_stage_started(stage: str, total: int | None) -> None:
    """Observe that a stage of a run starts; `total` segments are expected, None = unknown."""


@hookspec
def discotag_stage_advanced(stage: str, segments: int) -> None:
    """Observe that a stage has done some more segments."""


@hookspec
def discotag_stage_finished(stage: str, seconds: float) -> None:
    """Observe that a stage has ended, with the seconds it took."""
