"""`discotag decode`: documents in, one line per segment out."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_file


class ContextSource(StrEnum):
    """Whose translation of the earlier segments is the context."""

    OWN = "own"
    GOLD = "gold"


def decode(
    *,
    model: Annotated[
        str, typer.Option("--model", "-m", help="Folder of a model, or a fetched one's name.")
    ],
    source: options.Source,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_file, help="File of the translation.")
    ],
    docids: options.DocumentIds = None,
    reader: options.ReaderName = "",
    context: Annotated[
        ContextSource,
        typer.Option("--context", help="Target context: the model's own output, or --ref."),
    ] = ContextSource.OWN,
    reference: Annotated[
        Path | None, typer.Option("--ref", help="Translation that is the context with gold.")
    ] = None,
    source_context: Annotated[
        int | None,
        typer.Option("--source-context", help="Earlier source lines; as many as in training."),
    ] = None,
    target_context: Annotated[
        int | None,
        typer.Option("--target-context", help="Earlier target lines; as many as in training."),
    ] = None,
    beams: Annotated[int, typer.Option("--beams", help="Hypotheses of the beam search.")] = 5,
    batch_tokens: Annotated[
        int, typer.Option("--batch-tokens", help="Most tokens of a batch.")
    ] = 4096,
    when_long: Annotated[
        str,
        typer.Option("--when-long", help="Too much context: shorten it from afar, or refuse it."),
    ] = "shorten",
    source_code: Annotated[
        str | None,
        typer.Option("--source-lang-code", help="A multilingual model's code of the source."),
    ] = None,
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None,
    device: Annotated[str, typer.Option("--device", help="auto, cpu or cuda.")] = "auto",
    dtype: Annotated[
        str, typer.Option("--dtype", help="float32, bfloat16 or float16.")
    ] = "float32",
    quiet: options.Quiet = False,
) -> None:
    """Translate documents, each segment with what came before it.

    All documents go in lock-step, so that earlier translations can be context. Example:

    discotag decode --model model --src talks.en --docids talks.docids --out talks.hyp
    """
    from discotag.plugin import CorpusRequest, UsageError, checked
    from discotag.plugin.commands import open_registry
    from discotag.plugin.files import atomic_write
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.decoding.documents import check_sources, translate_documents
    from discotag_cxmi.decoding.generation import Generator
    from discotag_cxmi.decoding.sizes import size_of
    from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.options import ModelOptions

    if beams < 1 or batch_tokens < 1:
        raise UsageError("--beams and --batch-tokens start at 1")
    is_gold = context is ContextSource.GOLD
    if is_gold is (reference is None):
        raise UsageError("--context gold and --ref FILE belong together")
    settings = {
        "device": device,
        "dtype": dtype,
        "when_long": when_long,
        "source_code": source_code,
        "target_code": target_code,
    }
    request = CorpusRequest(source, {} if reference is None else {"gold": reference}, docids=docids)
    texts = list(open_reader(open_registry(), source, reader).read(request))
    loaded = load_model(model, checked("decode", settings, ModelOptions))
    if not isinstance(loaded, EncoderDecoder):
        raise UsageError(
            f"--model {model} is decoder-only; decode takes encoder–decoder models (for others"
            " use discotag translate)"
        )
    sizes = {
        side: size_of(loaded.format, side, wished)
        for side, wished in (("source", source_context), ("target", target_context))
    }
    total = sum(len(text.source) for text in texts)
    check_sources(loaded.rows, texts)
    generator = Generator(loaded, beams=beams, batch_tokens=batch_tokens)
    shown = typer.get_text_stream("stderr")
    with (
        atomic_write(out) as write,
        typer.progressbar(length=total, file=shown, hidden=quiet or not shown.isatty()) as bar,
    ):
        made = translate_documents(
            generator,
            texts,
            source_size=sizes["source"].lines,
            target_size=sizes["target"].lines,
            gold="gold" if is_gold else None,
            advanced=bar.update,
        )
        write("".join(f"{line}\n" for lines in made for line in lines))
    if quiet:
        return
    for size in sizes.values():
        if size.note:
            typer.echo(f"note: {size.note}", err=True)
    for count, what in (
        (
            loaded.shortened + generator.shortened,
            "segments had context left out, so that they fit the model",
        ),
        (generator.unfinished, "translations reached the limit before their end; they are cut"),
    ):
        if count:
            typer.echo(f"note: {count} {what}", err=True)
    typer.echo(
        f"wrote {out}: {total} lines, context {sizes['source'].lines} source and"
        f" {sizes['target'].lines} target lines ({context.value})",
        err=True,
    )
