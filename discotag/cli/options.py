"""The options that several commands share, with their help texts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    pass


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


class By(StrEnum):
    """By what scores are parted."""

    DOMAIN = "domain"
    VOICE = "voice"
    DISTANCE = "distance"
    DOCUMENT = "document"


class OnError(StrEnum):
    """What to do when a tagger fails on a document."""

    STOP = "stop"
    SKIP = "skip"


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
    str, typer.Option("--profile", help="Whose rules to follow: discotag, paper, preprint or muda.")
]
Analyzers = Annotated[
    list[str] | None,
    typer.Option(
        "--analyzer",
        metavar="[WHERE=]NAME[:ARG]",
        help="Analyzer, for both sides or for source, target or one text; repeatable.",
    ),
]
Aligners = Annotated[
    list[str] | None,
    typer.Option(
        "--aligner", metavar="[TEXT=]NAME[:ARG]", help="Word aligner, or one per text; repeatable."
    ),
]
Corefs = Annotated[
    list[str] | None,
    typer.Option("--coref", metavar="[SIDE=]NAME[:ARG]", help="Coreference, or none; repeatable."),
]
Annotators = Annotated[
    list[str] | None,
    typer.Option(
        "--annotator",
        metavar="NAME[:ARG]",
        help="Annotator of a layer such as ellipsis, instead of the default; repeatable.",
    ),
]
Taggers = Annotated[
    list[str] | None,
    typer.Option(
        "--tagger", metavar="NAME", help="Extra tagger, added to its phenomenon's own; repeatable."
    ),
]
Splitters = Annotated[
    list[str] | None,
    typer.Option(
        "--splitter",
        metavar="[SIDE=]NAME[:ARG]",
        help="What splits text into sentences, where units are sentences; repeatable.",
    ),
]
Units = Annotated[
    Unit,
    typer.Option(
        "--unit",
        help="What is one segment: line, sentence (sentences that are translated together),"
        " sure: these without those linked by guess, or auto: lines, unless they hold several"
        " sentences.",
    ),
]
SentenceAligner = Annotated[
    str | None,
    typer.Option(
        "--sentence-aligner",
        metavar="NAME[:ARG]",
        help="What finds which sentences belong together, where units are sentences.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="COMPONENT.OPTION=VALUE",
        help="An option of a component, of the reader, the writer or the executor; repeatable.",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="PLUGIN",
        help="Do not load this plugin, or the plugins of this distribution; repeatable.",
    ),
]
ReaderName = Annotated[
    str,
    typer.Option(
        "--reader",
        help="lines, tsv, jsonl, wmt-xml, mt-metrics-eval, ctxpro, tmx, xliff …; default: by the"
        " ending of --src, or lines.",
    ),
]
Errors = Annotated[
    OnError,
    typer.Option(
        "--on-error", help="If a tagger fails: stop, or skip that document and report it."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Turn notes on doubtful input into errors.")]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, help="Number of workers; each loads the models once."),
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="NAME[:ARG]",
        help="Executor used when --jobs is above 1 (discotag plugins lists them).",
    ),
]
EXECUTOR = "processes"
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="Time limit for a batch of documents (about 512 segments); a batch that takes"
        " longer is aborted and reported.",
    ),
]
Verified = Annotated[
    bool,
    typer.Option(
        "--verify/--no-verify",
        help="Refuse files of a run that were edited after the run; --no-verify reads"
        " folder that was edited on purpose.",
    ),
]
Cached = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Reuse results from the cache, and add new ones to it (discotag cache).",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]
Output = Annotated[Format, typer.Option("--format", "-f", help="How to print the results.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Scorers = Annotated[
    str,
    typer.Option(
        "--scorers", help="Comma-separated names, as `discotag plugins` shows; there is muda."
    ),
]
Expect = Annotated[
    str,
    typer.Option(
        "--expect",
        metavar="ADDRESS",
        help="The address that the whole text shall have: formal (V, polite), informal (T, plain),"
        " or a level of the language.",
    ),
]
ExpectFile = Annotated[
    Path | None,
    typer.Option(
        "--expect-file",
        metavar="FILE",
        help="The same by document: TSV of ids or patterns (letters-*) and addresses.",
    ),
]
DEFAULT_SCORERS = "compare_mt,choice,bleu,chrf"
Baseline = Annotated[
    str | None,
    typer.Option(
        "--baseline", metavar="NAME", help="The system to compare with; default: the first."
    ),
]
Samples = Annotated[
    int, typer.Option("--samples", help="Bootstrap samples of documents per interval.")
]
Trials = Annotated[int, typer.Option("--trials", help="Random assignments per p-value.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the random numbers.")]
LongSignature = Annotated[
    bool,
    typer.Option(
        "--long-signature/--short",
        help="Print the full signature: every component, table and pack.",
    ),
]
Parts = Annotated[
    By | None,
    typer.Option(
        "--by",
        help="Scores of each domain (second column of --docids), kind of voice (text, quotation,"
        " speaker, letter), distance of the evidence in segments, or document.",
    ),
]
OneLine = Annotated[
    bool, typer.Option("--one-line", help="Print one line per system, with the signature.")
]
Labels = Annotated[bool, typer.Option("--labels", help="Show labels, not only phenomena.")]
