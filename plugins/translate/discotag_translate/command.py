"""`discotag translate`: documents in, one line per segment out."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import writable_file
from discotag_services import TIMEOUT, TRIES
from discotag_translate.engines.engine import EngineName

if TYPE_CHECKING:
    from discotag.plugin import ParallelText, Registry
    from discotag_translate.driving import Estimate
    from discotag_translate.engines.engine import Pair, Request
    from discotag_translate.running import Outcome, Plan


class Mode(StrEnum):
    """What goes together."""

    DOCUMENT = "document"
    SENTENCE = "sentence"


@dataclass(frozen=True, kw_only=True)
class Texts:
    """What is translated, and from which language into which."""

    source: options.Source
    source_language: options.SourceLanguage
    target_language: options.TargetLanguage
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""


@options.panel("The service")
@dataclass(frozen=True, kw_only=True)
class Service:
    """Who translates, and how it is reached."""

    engine: Annotated[
        EngineName,
        typer.Option(
            "--engine", "-e", help="deepl, google, chat or hf.", rich_help_panel="Options"
        ),
    ]
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            "-m",
            help="The engine's model: chat, google; hf: a folder.",
            rich_help_panel="Options",
        ),
    ] = None
    base_url: Annotated[str | None, typer.Option(help="Another server: self-hosted, a proxy.")] = (
        None
    )
    allow_http: Annotated[
        bool,
        typer.Option(
            "--allow-http", help="Send in the clear to a server elsewhere (localhost may)."
        ),
    ] = False
    params: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME=VALUE", help="A further field of each request; repeatable."
        ),
    ] = None
    source_code: Annotated[
        str | None, typer.Option("--source-lang-code", help="The engine's own code of the source.")
    ] = None
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None
    per_minute: Annotated[
        float | None, typer.Option("--per-minute", min=0.01, help="Most requests a minute.")
    ] = None
    tries: Annotated[int, typer.Option(min=1, help="Times a request is made.")] = TRIES
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.01, help="Seconds until an answer.")
    ] = TIMEOUT
    device: Annotated[str, typer.Option("--device", help="hf: auto, cpu or cuda.")] = "auto"


@options.panel("Calls")
@dataclass(frozen=True, kw_only=True)
class Pieces:
    """What goes together in a call, and how many calls at a time."""

    mode: Annotated[Mode, typer.Option(help="Documents as a whole, or each segment alone.")] = (
        Mode.DOCUMENT
    )
    markers: Annotated[
        bool,
        typer.Option(
            "--markers/--no-markers",
            help="Mark the segments of documents, or send plain text and align what comes back.",
        ),
    ] = True
    context: Annotated[
        int, typer.Option(min=0, help="Earlier segments that go with a call (chat, deepl).")
    ] = 0
    most_characters: Annotated[
        int | None, typer.Option(min=1, help="Of a call; longer documents go in pieces.")
    ] = None
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Calls at a time.")] = 1


@options.panel("Checks of answers")
@dataclass(frozen=True, kw_only=True)
class Checks:
    """What answers are checked for."""

    check_language: Annotated[
        bool,
        typer.Option(
            "--check-language/--no-check-language",
            help="Hold translations to be wrong that are clearly in another language.",
        ),
    ] = True
    check_content: Annotated[
        bool,
        typer.Option(
            "--check-content/--no-check-content",
            help="Ask again where a translation holds remarks, is cut or is another segment's.",
        ),
    ] = True


@options.panel("Cost")
@dataclass(frozen=True, kw_only=True)
class Consent:
    """What is reported before anything is sent that may cost."""

    price: Annotated[
        str | None, typer.Option(metavar="P|IN,OUT", help="Of a million characters, or tokens.")
    ] = None
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be sent; send nothing.")
    ] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Send without asking.")] = False


@options.grouped
def translate(
    *,
    texts: Texts,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_file, help="File of the translation.")
    ],
    service: Service,
    pieces: Pieces,
    checks: Checks,
    journal: Annotated[
        Path | None,
        typer.Option(callback=writable_file, help="File of all answers; default: OUT.journal."),
    ] = None,
    consent: Consent,
    quiet: options.Quiet = False,
) -> None:
    """Translate documents, and give a line for each segment.

    Keys come from the environment: DEEPL_AUTH_KEY; GOOGLE_API_KEY, or GOOGLE_ACCESS_TOKEN and
    GOOGLE_CLOUD_PROJECT; OPENAI_API_KEY. The same command goes on where a run was stopped, and pays
    for nothing twice. Examples:

    discotag translate -e deepl --src talk.en --docids ids.txt -s en -t de -o talk.de --dry-run

    discotag translate -e chat --base-url http://localhost:8000/v1 -m NAME --context 3 --src talk.en
    -s en -t de -o talk.de
    """
    from discotag.plugin import UsageError
    from discotag.plugin.commands import open_registry
    from discotag_translate import running
    from discotag_translate.engines.engine import Pair, open_engine

    kept = journal or out.with_name(f"{out.name}.journal")
    running.check_places(out, kept, [texts.source, *([texts.docids] if texts.docids else [])])
    registry = open_registry()
    pair = Pair(
        running.language(registry, texts.source_language),
        running.language(registry, texts.target_language),
        service.source_code,
        service.target_code,
    )
    if not pieces.markers and pieces.mode is Mode.SENTENCE:
        raise UsageError("--no-markers is of documents; leave out --mode sentence")
    documents = _read(texts, pair, registry)
    with closing(open_engine(service.engine, _request(service, pair))) as opened:
        plan = running.Plan(
            documents,
            pair,
            opened,
            kept,
            is_whole=pieces.mode is Mode.DOCUMENT,
            context=pieces.context,
            most_characters=pieces.most_characters,
            jobs=1 if service.engine is EngineName.HF else pieces.jobs,
            checks_language=checks.check_language,
            content=running.content_check(registry, pair) if checks.check_content else None,
            finder=None if pieces.markers else running.finder(registry, pair),
        )
        if not _is_agreed(plan, consent, quiet=quiet):
            return
        outcome = _translated(plan, out, quiet=quiet)
    if not quiet:
        _summary(outcome, out)
        if told := running.told_unaligned(outcome):
            typer.echo(f"note: {told}", err=True)
    if told := running.told_doubts(outcome, out):
        typer.echo(f"warning: {told}", err=True)
    running.check_complete(outcome, out)


def _read(texts: Texts, pair: Pair, registry: Registry) -> list[ParallelText]:
    """Read the documents."""
    from discotag.plugin import CorpusRequest
    from discotag.plugin.runs import open_reader

    request = CorpusRequest(
        texts.source,
        {},
        docids=texts.docids,
        source_language=pair.source.code,
        target_language=pair.target.code,
    )
    return list(open_reader(registry, texts.source, texts.reader).read(request))


def _request(service: Service, pair: Pair) -> Request:
    """Return what an engine is opened with."""
    from discotag_translate import running
    from discotag_translate.engines.engine import Request

    return Request(
        pair,
        model=service.model,
        base_url=service.base_url,
        may_be_plain=service.allow_http,
        params=running.read_params(service.params or ()),
        per_minute=service.per_minute,
        timeout=service.timeout,
        tries=service.tries,
        device=service.device,
    )


def _is_agreed(plan: Plan, consent: Consent, *, quiet: bool) -> bool:
    """Print what would be sent and ask for consent; return False if only the plan was wanted."""
    from discotag_services import read_price
    from discotag_translate import running

    seen = running.foresee(plan)
    wanted = None if consent.price is None else read_price(consent.price, seen.unit)
    cost = "" if wanted is None else f", about {seen.cost(wanted):.2f}"
    if consent.dry_run or not quiet:
        typer.echo(_told(seen) + cost, err=not consent.dry_run)
    if not consent.dry_run:
        _ask(seen, is_agreed=consent.yes)
    return not consent.dry_run


def _told(seen: Estimate) -> str:
    """Format an estimate."""
    blank = f" ({seen.blank} blank)" if seen.blank else ""
    known = f"; {count_noun(seen.known, 'answer')} in the journal" if seen.known else ""
    more = f" and {seen.instructions} of instructions" if seen.instructions else ""
    worst = f" (at worst {seen.at_worst} times as much, if nothing comes back as it should)"
    tokens = f", about {seen.tokens[0]} tokens and {seen.tokens[1]} back"
    return (
        f"{count_noun(seen.documents, 'document')}, {count_noun(seen.segments, 'segment')}{blank}:"
        f" {count_noun(seen.calls, 'call')} to {seen.place} with"
        f" {count_noun(seen.characters, 'character')}{more}"
        f"{tokens if seen.unit == 'tokens' else ''}{worst if seen.calls else ''}{known}"
    )


def _ask(seen: Estimate, *, is_agreed: bool) -> None:
    """Ask before anything is sent that costs; UsageError where nobody can answer."""
    from discotag.plugin import UsageError

    if is_agreed or seen.unit == "nothing" or not seen.calls:
        return
    if not sys.stdin.isatty():
        raise UsageError(
            f"{seen.characters} characters would go to {seen.place} and may cost; say --yes, or"
            " look first with --dry-run"
        )
    typer.confirm(f"send {seen.characters} characters to {seen.place}?", abort=True, err=True)


def _translated(plan: Plan, out: Path, *, quiet: bool) -> Outcome:
    """Translate with a bar, on a terminal."""
    from discotag_translate.running import translate as run

    shown = typer.get_text_stream("stderr")
    total = sum(len(text.source) for text in plan.texts)
    hidden = quiet or not shown.isatty()
    with typer.progressbar(length=total, file=shown, hidden=hidden, label="segments") as bar:
        return run(plan, out, advanced=bar.update)


def _summary(outcome: Outcome, out: Path) -> None:
    """Say what was asked and written."""
    told = outcome.told
    billed = f", {told.characters} characters billed" if told.characters else ""
    if told.tokens_in or told.tokens_out:
        billed = f", {told.tokens_in} tokens sent and {told.tokens_out} back"
    known = f", {told.found} from the journal" if told.found else ""
    if outcome.retried:
        retried = count_noun(outcome.retried, "segment")
        typer.echo(f"note: {retried} needed more than one call", err=True)
    lines = count_noun(sum(map(len, outcome.made)), "line")
    asked = count_noun(told.asked, "call")
    typer.echo(f"wrote {out}: {lines}, {asked}{billed}{known}", err=True)
