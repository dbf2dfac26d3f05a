"""Options that are asked for together, as one argument of a command, and what is made of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.cli.option_values import language_pair, settings_without, split_names
from discotag.cli.options import (
    EXECUTOR,
    Aligners,
    Analyzers,
    Annotators,
    Baseline,
    Cached,
    Corefs,
    DocumentIds,
    ExecutorName,
    Expect,
    ExpectFile,
    Hypotheses,
    Jobs,
    LanguagePair,
    OnError,
    Phenomena,
    Profile,
    ReaderName,
    References,
    Samples,
    Seed,
    SentenceAligner,
    Settings,
    Source,
    SourceLanguage,
    Splitters,
    Strict,
    Taggers,
    TargetLanguage,
    TimeLimit,
    Trials,
    Unit,
    Units,
)
from discotag.core.errors import UsageError
from discotag.scoring.resampling import SAMPLES, SEED, TRIALS

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.pipeline.config import RunConfig
    from discotag.scoring.resampling import ResamplingOptions


@dataclass(frozen=True)
class Languages:
    """The language pair, told as two languages or as one pair."""

    from_language: SourceLanguage = ""
    into_language: TargetLanguage = ""
    language_pair: LanguagePair = None

    @property
    def source_language(self) -> str:
        """The source language as given; UsageError where none is."""
        return self._told()[0]

    @property
    def target_language(self) -> str:
        """The target language as given; UsageError where none is."""
        return self._told()[1]

    def _told(self) -> tuple[str, str]:
        if self.language_pair is not None:
            if self.from_language or self.into_language:
                raise UsageError("-l PAIR tells both languages: leave -s and -t out")
            return language_pair(self.language_pair)
        if not self.from_language or not self.into_language:
            raise UsageError("give --source-lang (-s) and --target-lang (-t), or both as -l PAIR")
        return self.from_language, self.into_language


@dataclass(frozen=True)
class Texts:
    """The texts of a run."""

    source: Source
    reference: References = None
    hypothesis: Hypotheses = None
    docids: DocumentIds = None
    reader: ReaderName = ""
    strict: Strict = False


@dataclass(frozen=True)
class Rules:
    """What is tagged, and by whose rules."""

    phenomena: Phenomena = None
    profile: Profile = "discotag"
    tagger: Taggers = None


@dataclass(frozen=True)
class Engines:
    """The components that analyze texts, and their options."""

    analyzer: Analyzers = None
    aligner: Aligners = None
    coref: Corefs = None
    annotator: Annotators = None
    unit: Units = Unit.AUTO
    splitter: Splitters = None
    sentence_aligner: SentenceAligner = None
    settings: Settings = None


@dataclass(frozen=True)
class Resampling:
    """How intervals and p-values are computed."""

    baseline: Baseline = None
    samples: Samples = SAMPLES
    trials: Trials = TRIALS
    seed: Seed = SEED

    def options(self) -> ResamplingOptions:
        """Return them as the scores take them; UsageError for numbers that are too small."""
        from discotag.scoring.resampling import ResamplingOptions

        return ResamplingOptions(self.samples, self.trials, self.seed, self.baseline)


@dataclass(frozen=True)
class Work:
    """How a run is carried out; no result depends on it."""

    jobs: Jobs = 1
    executor: ExecutorName = EXECUTOR
    time_limit: TimeLimit = None
    cache: Cached = True


@dataclass(frozen=True)
class Expected:
    """The address that texts shall have."""

    expect: Expect = ""
    expect_file: ExpectFile = None

    def __bool__(self) -> bool:
        """Return whether anything is expected."""
        return bool(self.expect or self.expect_file)

    def settings(self, component: str) -> list[str]:
        """Return it as settings of a component (`--set`)."""
        given = (("expect", self.expect), ("expect_file", str(self.expect_file or "")))
        return [f"{component}.{name}={json.dumps(value)}" for name, value in given if value]


def run_config(
    source_language: str,
    target_language: str,
    rules: Rules | None = None,
    engines: Engines | None = None,
    *,
    on_error: OnError = OnError.STOP,
    scorers: str | None = None,
    apart: Collection[str] = (),
) -> RunConfig:
    """Turn the command line's words into a RunConfig; UsageError for an empty list of phenomena.

    `apart` names the roles (`reader`, `executor`) whose settings are not for components of the
    plan; `options_of` returns them.
    """
    from discotag.pipeline.config import (
        DEFAULT_SCORERS,
        ComponentSpec,
        RunConfig,
        parse_annotators,
        parse_options,
        parse_selections,
    )

    rules, engines = rules or Rules(), engines or Engines(unit=Unit.LINE)
    if rules.phenomena is not None and not split_names(rules.phenomena):
        raise UsageError("--phenomena names none; leave it out for the default")
    return RunConfig(
        source_language=source_language,
        target_language=target_language,
        phenomena=() if rules.phenomena is None else split_names(rules.phenomena),
        profile=rules.profile,
        analyzers=parse_selections(engines.analyzer or []),
        aligners=parse_selections(engines.aligner or []),
        corefs=parse_selections(engines.coref or []),
        annotators=parse_annotators(engines.annotator or []),
        taggers=tuple(rules.tagger or ()),
        options=parse_options(settings_without(apart, engines.settings)),
        on_error=on_error.value,
        unit=engines.unit.value,
        splitters=parse_selections(engines.splitter or []),
        sentence_aligner=None
        if engines.sentence_aligner is None
        else ComponentSpec.parse(engines.sentence_aligner),
        scorers=DEFAULT_SCORERS if scorers is None else split_names(scorers),
    )
