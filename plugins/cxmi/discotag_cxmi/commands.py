"""What the commands share: groups of options, and how they print."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_file
from discotag_services import TIMEOUT, TRIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin.statistics import ResamplingOptions
    from discotag_cxmi.examples import ContextModel, Example
    from discotag_cxmi.scoring.scorer import ModelOptions


WhenLong = Literal["refuse", "shorten", "leave-out"]
MODEL = typer.Option("--model", "-m", help="Folder of a model, or a fetched one's name.")
TooLong = Annotated[
    WhenLong,
    typer.Option(
        help="Too long: refuse it, leave out the context lines farthest away, or the segment."
    ),
]
SourceCode = Annotated[
    str | None,
    typer.Option("--source-lang-code", help="A multilingual model's code of the source."),
]
TargetCode = Annotated[
    str | None, typer.Option("--target-lang-code", help="The same for the target.")
]
Journal = Annotated[
    Path | None,
    typer.Option(
        "--journal",
        callback=writable_file,
        help="File of all values scored, so that the same command goes on; default: in --out.",
    ),
]
Bits = Annotated[bool, typer.Option("--bits", help="Print bits; files always hold nats.")]


@options.panel("The model")
@dataclass(frozen=True)
class Running:
    """How a model is run."""

    source_code: SourceCode = None
    target_code: TargetCode = None
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto"
    dtype: Annotated[
        Literal["float32", "bfloat16", "float16"], typer.Option(help="Numbers of the model.")
    ] = "float32"
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, help="Of a CPU; one wastes least.")
    ] = None
    device_map: Annotated[
        str | None, typer.Option(help="Spread the weights over devices (auto; accelerate).")
    ] = None
    quantize: Annotated[
        Literal["8bit", "4bit"] | None,
        typer.Option(help="Load the weights in fewer bits (bitsandbytes)."),
    ] = None
    adapter: Annotated[
        str | None, typer.Option(metavar="DIR", help="Adapter to put on the weights (peft).")
    ] = None

    def options(self, command: str, **others: Any) -> ModelOptions:
        """Return them as models take them; UsageError, with the command's name, for a bad one."""
        from discotag.plugin import checked
        from discotag_cxmi.scoring.scorer import ModelOptions

        given = {field.name: getattr(self, field.name) for field in fields(self)} | others
        return checked(command, given, ModelOptions)


@dataclass(frozen=True)
class Scoring(Running):
    """How a model is run that scores targets, and how it takes context."""

    separator: Annotated[
        str | None, typer.Option(help="Token between lines; default: what the model tells.")
    ] = None
    template: Annotated[
        str | None, typer.Option(help="Decoder-only: prompt with {context} and {source}.")
    ] = None
    turn: Annotated[
        str | None, typer.Option(help="Decoder-only: one context line, {source} => {target}.")
    ] = None
    end: Annotated[str | None, typer.Option(help="Decoder-only: text that ends a target.")] = None
    chat_template: Annotated[
        str | None,
        typer.Option(
            metavar="own|FILE", help="Chat model: put prompt and context into its chat template."
        ),
    ] = None
    chat_params: Annotated[
        list[str] | None,
        typer.Option(
            "--chat-param", metavar="NAME=VALUE", help="What the chat template knows; repeatable."
        ),
    ] = None
    system: Annotated[str | None, typer.Option(help="Chat model: the system prompt.")] = None
    source_prefix: Annotated[
        str, typer.Option(help="Text before each source (T5's task, >>fra<<).")
    ] = ""
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="Copies of the model; GPUs in turn.")
    ] = 1
    when_long: TooLong = "refuse"
    batch_tokens: Annotated[
        int | None, typer.Option(help="Most tokens of a batch, padding counted.")
    ] = None

    def options(self, command: str, **others: Any) -> ModelOptions:
        r"""Return them as models take them; shells pass `\n` and `\t` on as two characters."""
        texts = {
            name: None if text is None else text.replace("\\n", "\n").replace("\\t", "\t")
            for name in ("template", "turn", "end", "system")
            for text in [getattr(self, name)]
        }
        chat = {
            "chat_template": _chat_template(self.chat_template),
            "chat_params": _chat_params(self.chat_params or ()),
        }
        return super().options(command, **texts, **chat, **others)


@options.panel("A server of models")
@dataclass(frozen=True)
class Service:
    """A server that scores, and how it is reached."""

    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Score through /completions of a server (vLLM, SGLang …); --model is its name"
            " there.",
        ),
    ] = None
    tokenizer: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Folder of that model's tokenizer; default: --model."),
    ] = None
    prompt_as: Annotated[Literal["ids", "text"], typer.Option(help="How prompts are sent.")] = "ids"
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Requests at a time.")] = 4
    allow_http: Annotated[
        bool,
        typer.Option(
            "--allow-http", help="Send in the clear to a server elsewhere (localhost may)."
        ),
    ] = False
    per_minute: Annotated[
        float | None, typer.Option("--per-minute", min=0.01, help="Most requests a minute.")
    ] = None
    tries: Annotated[int, typer.Option(min=1, help="Times a request is made.")] = TRIES
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.01, help="Seconds until an answer.")
    ] = TIMEOUT
    price: Annotated[
        str | None, typer.Option(metavar="IN,OUT", help="Of a million tokens of the server.")
    ] = None
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be sent to the server; send nothing.")
    ] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Send without asking.")] = False


@options.panel("Context")
@dataclass(frozen=True)
class ContextSizes:
    """How much context there is."""

    source_context: Annotated[
        str | None, typer.Option(metavar="K|all", help="Most source lines of context.")
    ] = None
    target_context: Annotated[
        str | None, typer.Option(metavar="K|all", help="Most target lines of context.")
    ] = None
    sizes: Annotated[
        str | None, typer.Option(metavar="0,1,…,all", help="Sizes to measure; default: 0 to K.")
    ] = None

    @property
    def texts(self) -> tuple[str | None, str | None, str | None]:
        """The three, as they were given."""
        return self.source_context, self.target_context, self.sizes


@options.panel("Intervals")
@dataclass(frozen=True)
class Drawing:
    """How intervals are computed."""

    samples: options.Samples = options.SAMPLES
    seed: options.Seed = options.SEED

    def options(self) -> ResamplingOptions:
        """Return them checked; UsageError for numbers that are too small."""
        from discotag.plugin.statistics import ResamplingOptions

        return ResamplingOptions(samples=self.samples, seed=self.seed)


def _chat_template(given: str | None) -> str | None:
    """Return `own`, or a file's text; UsageError where it cannot be read."""
    from discotag.plugin import UsageError

    if given is None or given == "own":
        return given
    try:
        return Path(given).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--chat-template {given!r} is neither own nor a file that can be read ({error})"
        ) from error


def _chat_params(values: Iterable[str]) -> dict[str, Any]:
    """Read `NAME=VALUE`, the value JSON if it is any, else a word; UsageError for a wrong one."""
    from discotag.plugin import UsageError

    params: dict[str, Any] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(f"--chat-param {value!r} is not NAME=VALUE")
        try:
            params[name] = json.loads(text)
        except ValueError:
            params[name] = text
    return params


@contextmanager
def kept_values(model: ContextModel, journal: Path | None, out: Path | None) -> Iterator[None]:
    """Keep what a model scores in a journal, by default in the folder of the results."""
    from discotag_cxmi.scoring.scorer import FILE, opened_journal

    path = journal if journal is not None else None if out is None else out / FILE
    with opened_journal(path) as opened:
        model.journal = opened
        yield


@contextmanager
def opened_model(name: str, given: ModelOptions, service: Service) -> Iterator[ContextModel]:
    """Open what scores: a model in this process, or one on a server."""
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.server import Address, open_server

    if service.server is None:
        yield load_model(name, given)
        return
    address = Address(
        service.server,
        tokenizer=service.tokenizer,
        may_be_plain=service.allow_http,
        prompt_as=service.prompt_as,
        jobs=service.jobs,
        per_minute=service.per_minute,
        tries=service.tries,
        timeout=service.timeout,
    )
    with open_server(name, given, address) as model:
        yield model


def is_agreed(
    model: ContextModel, service: Service, examples: Iterable[Example], *, quiet: bool
) -> bool:
    """Say what a server will be asked, and ask for consent; return False if that was all."""
    from discotag.plugin import UsageError
    from discotag_cxmi.scoring.server import ServerModel
    from discotag_services import read_price

    if not isinstance(model, ServerModel):
        if service.dry_run or service.price is not None:
            raise UsageError("--dry-run and --price are for servers; add --server URL")
        return True
    asked, tokens, known = model.foresee(examples)
    place = model.client.place
    price = None
    if service.price is not None:
        price = read_price(service.price, "nothing" if place.is_local else "tokens")
    cost = "" if price is None else f", about {price.of(0, (tokens, asked)):.2f}"
    held = f"; {known} in the journal" if known else ""
    if service.dry_run or not quiet:
        text = f"{asked} requests with {tokens} tokens to {place.host}{held}{cost}"
        typer.echo(text, err=not service.dry_run)
    if service.dry_run:
        return False
    if service.yes or place.is_local or not asked:
        return True
    if not sys.stdin.isatty():
        raise UsageError(
            f"{tokens} tokens would go to {place.host} and may cost; say --yes, or look first with"
            " --dry-run"
        )
    typer.confirm(f"send {tokens} tokens to {place.host}?", abort=True, err=True)
    return True


def print_json(data: Any) -> None:
    """Print results as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))


def print_notes(notes: Iterable[str], *, quiet: bool) -> None:
    """Print notes to standard error, a line each."""
    if not quiet:
        for note in notes:
            typer.echo(f"note: {note}", err=True)


def bar(segments: int, *, quiet: bool) -> Any:
    """Return a progress bar over segments, on standard error if that is a terminal."""
    stream = typer.get_text_stream("stderr")
    return typer.progressbar(length=segments, file=stream, hidden=quiet or not stream.isatty())
