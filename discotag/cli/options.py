"""The options that several commands share, in groups, and what is made of their values.

An option is declared here once, with its help and its panel. A dataclass of options is an argument
of a command (see `grouping`): what is added to `Rules`, `Engines` or `Work` is an option of every
command that takes them. `run_config` turns them into the configuration of a run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.core.errors import UsageError
from discotag.core.results import By
from discotag.core.text import name_error, names_error
from discotag.files.output import check_file, check_folder
from discotag.pipeline.config import (
    DEFAULT_PROFILE,
    DEFAULT_SCORERS,
    ComponentSpec,
    ExecutionOptions,
    RunConfig,
    parse_annotators,
    parse_options,
    parse_selections,
)
from discotag.scoring.resampling import SAMPLES, SEED, TRIALS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from discotag.core.interfaces import CorpusRequest
    from discotag.scoring.resampling import ResamplingOptions

_reading = partial(typer.Option, rich_help_panel="Reading the texts")
_rules = partial(typer.Option, rich_help_panel="Rules and engines")
_scores = partial(typer.Option, rich_help_panel="Scores")
_execution = partial(typer.Option, rich_help_panel="Execution")
_output = partial(typer.Option, rich_help_panel="Output")
"""Options by their panel of help; those of `typer.Option` come first in `--help`."""

SCORERS = ",".join(DEFAULT_SCORERS)
EXECUTOR = "processes"


class Format(StrEnum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


class Unit(StrEnum):
    """What is tagged as one segment."""

    AUTO = "auto"
    LINE = "line"
    SENTENCE = "sentence"
    SURE = "sure"


class OnError(StrEnum):
    """What to do when a tagger fails on a document."""

    STOP = "stop"
    SKIP = "skip"


# Texts and languages

Source = Annotated[
    Path,
    typer.Option("--src", help="Source text, one segment per line; - is standard input."),
]
References = Annotated[
    list[str] | None,
    typer.Option("--ref", metavar="[NAME=]FILE", help="Reference translation; repeatable."),
]
Hypotheses = Annotated[
    list[str] | None,
    typer.Option("--hyp", metavar="NAME=FILE", help="A system's translation; repeatable."),
]
DocumentIds = Annotated[
    Path | None,
    typer.Option(
        "--docids", help="Document ids, one per line; without it the text is one document."
    ),
]
SourceLanguage = Annotated[
    str, typer.Option("--source-lang", "-s", help="Source language: code or English name.")
]
TargetLanguage = Annotated[
    str, typer.Option("--target-lang", "-t", help="Target language: code or English name.")
]
LanguagePair = Annotated[
    str | None,
    typer.Option(
        "--language-pair", "-l", metavar="PAIR", help="Both languages in one, such as en-de."
    ),
]
Name = Annotated[
    str | None,
    typer.Option("--text", help="Reference or system to look at, where --src holds several."),
]
ReaderName = Annotated[
    str,
    _reading(
        "--reader",
        help="lines, tsv, jsonl, wmt-xml, mt-metrics-eval, ctxpro, tmx, xliff …; default: by the"
        " ending of --src, or lines.",
    ),
]
Strict = Annotated[
    bool,
    _reading("--strict", help="Turn notes on doubtful input into errors."),
]
Units = Annotated[
    Unit,
    _reading(
        "--unit",
        help="What is one segment: line, sentence (sentences that are translated together),"
        " sure: these without those linked by guess, or auto: lines, unless they hold several"
        " sentences.",
    ),
]
Splitters = Annotated[
    list[str] | None,
    _reading(
        "--splitter",
        metavar="[SIDE=]NAME[:ARG]",
        help="What splits text into sentences, where units are sentences; repeatable.",
    ),
]
SentenceAligner = Annotated[
    str | None,
    _reading(
        "--sentence-aligner",
        metavar="NAME[:ARG]",
        help="What finds which sentences belong together, where units are sentences.",
    ),
]

# Rules and engines

Phenomena = Annotated[
    str | None,
    typer.Option(
        "--phenomena",
        "-p",
        help="Comma-separated names, as `discotag languages` shows them; +NAME adds to the default,"
        " which is MuDA's five and names.",
    ),
]
Profile = Annotated[
    str,
    _rules(
        "--profile",
        help="Whose rules to follow: discotag, paper, preprint or muda.",
    ),
]
Taggers = Annotated[
    list[str] | None,
    _rules(
        "--tagger",
        metavar="NAME",
        help="Extra tagger, added to its phenomenon's own; repeatable.",
    ),
]
Analyzers = Annotated[
    list[str] | None,
    _rules(
        "--analyzer",
        metavar="[WHERE=]NAME[:ARG]",
        help="Analyzer, for both sides or for source, target or one text; repeatable.",
    ),
]
Aligners = Annotated[
    list[str] | None,
    _rules(
        "--aligner",
        metavar="[TEXT=]NAME[:ARG]",
        help="Word aligner, or one per text; repeatable.",
    ),
]
Corefs = Annotated[
    list[str] | None,
    _rules(
        "--coref",
        metavar="[SIDE=]NAME[:ARG]",
        help="Coreference, or none; repeatable.",
    ),
]
Annotators = Annotated[
    list[str] | None,
    _rules(
        "--annotator",
        metavar="NAME[:ARG]",
        help="Annotator of a layer such as ellipsis, instead of the default; repeatable.",
    ),
]
Settings = Annotated[
    list[str] | None,
    _rules(
        "--set",
        metavar="COMPONENT.OPTION=VALUE",
        help="An option of a component, of the reader, the writer or the executor; repeatable.",
    ),
]
Without = Annotated[
    list[str] | None,
    _rules(
        "--without",
        metavar="PLUGIN",
        help="Do not load this plugin, or the plugins of this distribution; repeatable.",
    ),
]

# Scores

Scorers = Annotated[
    str,
    _scores(
        "--scorers",
        help="Comma-separated names, as `discotag plugins` lists them, such as muda.",
    ),
]
Expect = Annotated[
    str,
    _scores(
        "--expect",
        metavar="ADDRESS",
        help="The address that the whole text shall have: formal (V, polite), informal (T, plain),"
        " or a level of the language.",
    ),
]
ExpectFile = Annotated[
    Path | None,
    _scores(
        "--expect-file",
        metavar="FILE",
        help="The same by document: TSV of ids or patterns (letters-*) and addresses.",
    ),
]
Baseline = Annotated[
    str | None,
    _scores(
        "--baseline",
        metavar="NAME",
        help="The system to compare with; default: the first.",
    ),
]
Samples = Annotated[
    int,
    _scores("--samples", help="Bootstrap samples of documents per interval."),
]
Trials = Annotated[
    int,
    _scores("--trials", help="Random assignments per p-value."),
]
Seed = Annotated[int, _scores("--seed", help="Seed of the random numbers.")]
Parts = Annotated[
    By | None,
    _scores(
        "--by",
        help="Scores of each domain (second column of --docids), kind of voice (text, quotation,"
        " speaker, letter), distance of the evidence in segments, or document.",
    ),
]
Verified = Annotated[
    bool,
    _reading(
        "--verify/--no-verify",
        help="Refuse files of a run that were edited after the run; --no-verify accepts a folder"
        " that was edited on purpose.",
    ),
]

# Execution

Jobs = Annotated[
    int,
    _execution(
        "--jobs",
        "-j",
        min=1,
        help="Number of workers; each loads the models once.",
    ),
]
ExecutorName = Annotated[
    str,
    _execution(
        "--executor",
        metavar="NAME[:ARG]",
        help="Executor used when --jobs is above 1 (discotag plugins lists them).",
    ),
]
TimeLimit = Annotated[
    float | None,
    _execution(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="Time limit for a batch of documents (about 512 segments); a batch that takes"
        " longer is aborted and reported.",
    ),
]
Cached = Annotated[
    bool,
    _execution(
        "--cache/--no-cache",
        help="Reuse results from the cache, and add new ones to it (discotag cache).",
    ),
]
Errors = Annotated[
    OnError,
    _execution(
        "--on-error",
        help="If a tagger fails: stop, or skip that document and report it.",
    ),
]

# Output

Output = Annotated[Format, typer.Option("--format", "-f", help="How to print the results.")]
Json = Annotated[bool, _output("--json", help="Print JSON.")]
Labels = Annotated[bool, typer.Option("--labels", help="Show labels, not only phenomena.")]
OneLine = Annotated[
    bool,
    _output(
        "--one-line",
        help="Print one line per system, with the signature.",
    ),
]
LongSignature = Annotated[
    bool,
    _output(
        "--long-signature/--short",
        help="Print the full signature: every component, table and pack.",
    ),
]
Page = Annotated[
    bool,
    _output("--report/--no-report", help="Write report.html into the folder."),
]
Quiet = Annotated[bool, _output("--quiet", "-q", help="No progress and no notes.")]


# Groups


@dataclass(frozen=True)
class Languages:
    """The language pair, as two languages or as one pair."""

    from_language: SourceLanguage = ""
    into_language: TargetLanguage = ""
    language_pair: LanguagePair = None

    @property
    def source_language(self) -> str:
        """The source language as given; UsageError where none is."""
        return self._both()[0]

    @property
    def target_language(self) -> str:
        """The target language as given; UsageError where none is."""
        return self._both()[1]

    def _both(self) -> tuple[str, str]:
        if self.language_pair is not None:
            if self.from_language or self.into_language:
                raise UsageError("-l PAIR already sets both languages; remove -s and -t")
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
    profile: Profile = DEFAULT_PROFILE
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

    def with_settings(self, more: Sequence[str]) -> Engines:
        """Return the same engines with more settings."""
        return replace(self, settings=[*(self.settings or ()), *more])


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

    def execution(
        self, settings: Sequence[str] | None, without: Sequence[str] | None
    ) -> ExecutionOptions:
        """Return it as a run takes it; the settings of the executor are among `settings`."""
        return ExecutionOptions(
            self.jobs,
            self.executor,
            options_of("executor", settings),
            cache=self.cache,
            time_limit=self.time_limit,
            without=tuple(without or ()),
        )


@dataclass(frozen=True)
class Expected:
    """The address that texts should have."""

    expect: Expect = ""
    expect_file: ExpectFile = None

    def __bool__(self) -> bool:
        """Return whether anything is expected."""
        return bool(self.expect or self.expect_file)

    def settings(self, component: str) -> list[str]:
        """Return it as settings of a component (`--set`)."""
        given = (("expect", self.expect), ("expect_file", str(self.expect_file or "")))
        return [f"{component}.{name}={json.dumps(value)}" for name, value in given if value]


# Values


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
    """Turn options into the configuration of a run; UsageError for an empty list of phenomena.

    `apart` names the roles (`reader`, `executor`) whose settings are not for components of the
    plan; `options_of` returns them.
    """
    rules, engines = rules or Rules(), engines or Engines(unit=Unit.LINE)
    if rules.phenomena is not None and not split_names(rules.phenomena):
        raise UsageError("--phenomena is empty; remove it for the default phenomena")
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


def named_files(values: list[str] | None, option: str, default: str | None) -> dict[str, Path]:
    """Read repeated `NAME=FILE` options; UsageError for a missing or a repeated name."""
    files: dict[str, Path] = {}
    for value in values or []:
        name, equals, file = value.partition("=")
        if not equals:
            if default is None:
                raise UsageError(f"{option} {value!r} needs a name: {option} NAME={value}")
            name, file = (default if not files else f"{default}{len(files) + 1}"), value
        if not name or not file:
            raise UsageError(f"{option} {value!r} is not NAME=FILE")
        if fault := name_error(name):
            raise UsageError(f"{option} {fault}; choose another name")
        if name in files:
            raise UsageError(f"{option}: the name {name!r} is used twice")
        files[name] = Path(file)
    return files


def language_pair(pair: str) -> tuple[str, str]:
    """Return source and target of a pair such as `en-de`; UsageError if it is not a pair."""
    source, _, target = pair.partition("-")
    if not source or not target:
        raise UsageError(f"-l {pair!r} is not a language pair (example: en-de)")
    return source, target


def corpus_request(
    source: Path,
    references: list[str] | None,
    hypotheses: list[str] | None,
    docids: Path | None,
    *,
    is_strict: bool,
    languages: tuple[str, str] | None = None,
) -> CorpusRequest:
    """Gather the input files; UsageError where a name or standard input is used twice.

    `languages` are the codes of source and target.
    """
    from discotag.core.interfaces import CorpusRequest

    refs = named_files(references, "--ref", "ref")
    hyps = named_files(hypotheses, "--hyp", None)
    shared = sorted(set(refs) & set(hyps))
    if shared:
        raise UsageError(f"{shared[0]!r} names both a reference and a system")
    if fault := names_error([*refs, *hyps]):
        raise UsageError(f"--ref and --hyp: {fault}; choose another name")
    files = [source, *refs.values(), *hyps.values(), *([docids] if docids else [])]
    if sum(str(file) == "-" for file in files) > 1:
        raise UsageError("standard input (-) can be given only once")
    return CorpusRequest(source, refs, hyps, docids, is_strict, *(languages or (None, None)))


def settings_without(roles: Collection[str], settings: Sequence[str] | None) -> list[str]:
    """Return the settings that are not for these roles (`reader`, `executor`)."""
    return [item for item in settings or () if item.partition(".")[0] not in roles]


def options_of(role: str, settings: Sequence[str] | None) -> dict[str, Any]:
    """Return the settings of the reader, the writer or the executor: option → value."""
    own = [item for item in settings or () if item.partition(".")[0] == role]
    return parse_options(own).get(role, {})


def split_names(text: str) -> tuple[str, ...]:
    """Split `a,b` into names."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def writable_file(path: Path | None) -> Path | None:
    """Return the path of an option (`callback=`); OutputError where no file can be written."""
    if path is not None:
        check_file(path)
    return path


def writable_folder(path: Path | None) -> Path | None:
    """Return the path of an option (`callback=`); OutputError where no folder can be written."""
    if path is not None:
        check_folder(path)
    return path
