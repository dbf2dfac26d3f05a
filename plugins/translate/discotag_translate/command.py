"""`discotag translate`: documents in, one line per segment out."""

from __future__ import annotations

import sys
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import writable_file
from discotag_translate.engines.opening import EngineName
from discotag_translate.http.client import TIMEOUT, TRIES

if TYPE_CHECKING:
    from discotag_translate.estimating import Estimate
    from discotag_translate.running import Outcome, Plan


class Mode(StrEnum):
    """What goes together."""

    DOCUMENT = "document"
    SENTENCE = "sentence"


def translate(
    *,
    engine: Annotated[
        EngineName, typer.Option("--engine", "-e", help="deepl, google, chat or hf.")
    ],
    source: options.Source,
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_file, help="File of the translation.")
    ],
    docids: options.DocumentIds = None,
    reader: options.ReaderName = "",
    mode: Annotated[
        Mode, typer.Option(help="Documents as a whole, with markers, or each segment alone.")
    ] = Mode.DOCUMENT,
    context: Annotated[
        int, typer.Option(min=0, help="Earlier segments that go with a call (chat, deepl).")
    ] = 0,
    model: Annotated[
        str | None,
        typer.Option("--model", "-m", help="The engine's model: chat, google; hf: a folder."),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="Another server: self-hosted, a proxy.")
    ] = None,
    allow_http: Annotated[
        bool,
        typer.Option(
            "--allow-http", help="Send in the clear to a server elsewhere (localhost may)."
        ),
    ] = False,
    params: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME=VALUE", help="A further field of each request; repeatable."
        ),
    ] = None,
    source_code: Annotated[
        str | None, typer.Option("--source-lang-code", help="The engine's own code of the source.")
    ] = None,
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None,
    most_characters: Annotated[
        int | None, typer.Option(min=1, help="Of a call; longer documents go in pieces.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Calls at a time.")] = 1,
    per_minute: Annotated[
        float | None, typer.Option("--per-minute", min=0.01, help="Most requests a minute.")
    ] = None,
    tries: Annotated[int, typer.Option(min=1, help="Times a request is made.")] = TRIES,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.01, help="Seconds until an answer.")
    ] = TIMEOUT,
    check_language: Annotated[
        bool,
        typer.Option(
            "--check-language/--no-check-language",
            help="Hold translations to be wrong that are clearly in another language.",
        ),
    ] = True,
    check_content: Annotated[
        bool,
        typer.Option(
            "--check-content/--no-check-content",
            help="Ask again where a translation holds remarks, is cut or is another segment's.",
        ),
    ] = True,
    journal: Annotated[
        Path | None,
        typer.Option(callback=writable_file, help="File of all answers; default: OUT.journal."),
    ] = None,
    price: Annotated[
        str | None, typer.Option(metavar="P|IN,OUT", help="Of a million characters, or tokens.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be sent; send nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Send without asking.")] = False,
    device: Annotated[str, typer.Option("--device", help="hf: auto, cpu or cuda.")] = "auto",
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
    from discotag.plugin import CorpusRequest
    from discotag.plugin.commands import open_registry
    from discotag.plugin.runs import open_reader
    from discotag_translate import running
    from discotag_translate.engines.engine import Pair
    from discotag_translate.engines.opening import Request, open_engine
    from discotag_translate.estimating import read_price

    kept = journal or out.with_name(f"{out.name}.journal")
    running.check_places(out, kept, [source, *([docids] if docids else [])])
    registry = open_registry()
    pair = Pair(
        running.language(registry, source_language),
        running.language(registry, target_language),
        source_code,
        target_code,
    )
    request = Request(
        pair,
        model=model,
        base_url=base_url,
        may_be_plain=allow_http,
        params=running.read_params(params or ()),
        per_minute=per_minute,
        timeout=timeout,
        tries=tries,
        device=device,
    )
    corpus = CorpusRequest(
        source,
        {},
        docids=docids,
        source_language=pair.source.code,
        target_language=pair.target.code,
    )
    texts = list(open_reader(registry, source, reader).read(corpus))
    with closing(open_engine(engine, request)) as opened:
        plan = running.Plan(
            texts,
            pair,
            opened,
            kept,
            is_whole=mode is Mode.DOCUMENT,
            context=context,
            most_characters=most_characters,
            jobs=1 if engine is EngineName.HF else jobs,
            checks_language=check_language,
            content=running.content_check(registry, pair) if check_content else None,
        )
        seen = running.foresee(plan)
        wanted = None if price is None else read_price(price, seen.unit)
        cost = "" if wanted is None else f", about {seen.cost(wanted):.2f}"
        if dry_run:
            typer.echo(_told(seen) + cost)
            return
        if not quiet:
            typer.echo(_told(seen) + cost, err=True)
        _ask(seen, is_agreed=yes)
        outcome = _translated(plan, out, quiet=quiet)
    if not quiet:
        _summary(outcome, out)
    if told := running.told_doubts(outcome, out):
        typer.echo(f"warning: {told}", err=True)
    running.check_complete(outcome, out)


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
