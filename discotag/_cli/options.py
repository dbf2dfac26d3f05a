"""The options that several commands share, with their help texts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.core.errors import UsageError
from discotag.core.text_names import fault_of, fault_of_name

if TYPE_CHECKING:
    from discotag._pipeline.config import RunConfig
    from discotag.core.interfaces import CorpusRequest


class Format(StrEnum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


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
Phenomena = Annotated[
    str | None,
    typer.Option(
        "--phenomena",
        "-p",
        help="Names with commas between, as `discotag languages` shows them; default: all of the"
        " pair.",
    ),
]
Profile = Annotated[
    str, typer.Option("--profile", help="discotag, paper, preprint or muda: whose rules to follow.")
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
        help="What finds a layer such as ellipsis, in place of the default; repeatable.",
    ),
]
Taggers = Annotated[
    list[str] | None,
    typer.Option("--tagger", metavar="NAME", help="An extra tagger that joins its phenomenon's."),
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
    typer.Option("--on-error", help="Stop at a failing tagger, or skip it there and say so."),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse what is otherwise accepted with a note.")
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, help="Workers; each loads the models once."),
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="NAME[:ARG]",
        help="Who works where --jobs is above 1 (discotag plugins lists them).",
    ),
]
EXECUTOR = "processes"
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="How long a worker may take for a batch of documents (about 512 segments); whatever"
        " hangs then is stopped, and named.",
    ),
]
Verified = Annotated[
    bool,
    typer.Option(
        "--verify/--no-verify",
        help="Refuse files of a run that were changed after the run wrote them; --no-verify reads a"
        " folder that was edited on purpose.",
    ),
]
Cached = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Take what was computed before from the cache, and keep what is new (discotag cache).",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]
Output = Annotated[Format, typer.Option("--format", "-f", help="How to print the results.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Scorers = Annotated[
    str,
    typer.Option(
        "--scorers", help="Names with commas between, as `discotag plugins` shows; there is muda."
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
    int, typer.Option("--samples", help="Bootstrap samples of documents behind each interval.")
]
Trials = Annotated[int, typer.Option("--trials", help="Draws behind each p-value.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the random numbers.")]
SAMPLES, TRIALS, SEED = 1000, 10000, 12345
LongSignature = Annotated[
    bool,
    typer.Option(
        "--long-signature/--short",
        help="Print the whole signature, as files hold it: every component, table and pack.",
    ),
]
Labels = Annotated[bool, typer.Option("--labels", help="Show every label, not phenomena alone.")]


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
        if fault := fault_of_name(name):
            raise UsageError(f"{option} {fault}; choose another name")
        if name in files:
            raise UsageError(f"{option}: the name {name!r} is used twice")
        files[name] = Path(file)
    return files


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
    if fault := fault_of([*refs, *hyps]):
        raise UsageError(f"--ref and --hyp: {fault}; choose another name")
    files = [source, *refs.values(), *hyps.values(), *([docids] if docids else [])]
    if sum(str(file) == "-" for file in files) > 1:
        raise UsageError("standard input (-) can be given only once")
    return CorpusRequest(source, refs, hyps, docids, is_strict, *(languages or (None, None)))


def apart(settings: list[str] | None, *roles: str) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """Split the options of the reader and writer (`reader.missing=empty`) from the others.

    Returns:
        The other settings, and role → option → value.
    """
    from discotag._pipeline.config import parse_options

    own = [value for value in settings or [] if value.partition(".")[0] in roles]
    return [value for value in settings or [] if value not in own], parse_options(own)


def run_config(
    source_language: str,
    target_language: str,
    *,
    phenomena: str | None,
    profile: str,
    analyzers: list[str] | None,
    aligners: list[str] | None,
    corefs: list[str] | None,
    taggers: list[str] | None,
    settings: list[str] | None,
    annotators: list[str] | None = None,
    on_error: OnError = OnError.STOP,
    scorers: str | None = None,
) -> RunConfig:
    """Turn the command line's words into a RunConfig; UsageError for an empty list of phenomena."""
    from discotag._pipeline.config import (
        DEFAULT_SCORERS,
        RunConfig,
        parse_annotators,
        parse_options,
        parse_selections,
    )

    if phenomena is not None and not split_names(phenomena):
        raise UsageError("--phenomena names none; leave it out for all of the pair")
    return RunConfig(
        source_language=source_language,
        target_language=target_language,
        phenomena=() if phenomena is None else split_names(phenomena),
        profile=profile,
        analyzers=parse_selections(analyzers or []),
        aligners=parse_selections(aligners or []),
        corefs=parse_selections(corefs or []),
        annotators=parse_annotators(annotators or []),
        taggers=tuple(taggers or ()),
        options=parse_options(settings or []),
        on_error=on_error.value,
        scorers=DEFAULT_SCORERS if scorers is None else split_names(scorers),
    )


def split_names(text: str) -> tuple[str, ...]:
    """Split `a,b` into names."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
