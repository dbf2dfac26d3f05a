"""`discotag cxmi decode`: documents in, one line per segment out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, writable_file
from discotag_cxmi.commands import MODEL, Running, TooLong, bar, print_notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_cxmi.decoding.documents import Generator, Size
    from discotag_cxmi.scoring.local import EncoderDecoder
    from discotag_cxmi.scoring.scorer import ModelOptions


@dataclass(frozen=True)
class Context:
    """What comes before a segment."""

    context: Annotated[
        Literal["own", "gold"],
        typer.Option(help="Target context: the model's own output, or --ref."),
    ] = "own"
    reference: Annotated[
        Path | None, typer.Option("--ref", help="Translation that is the context with gold.")
    ] = None
    source_context: Annotated[
        int | None, typer.Option(help="Earlier source lines; as many as in training.")
    ] = None
    target_context: Annotated[
        int | None, typer.Option(help="Earlier target lines; as many as in training.")
    ] = None

    @property
    def is_gold(self) -> bool:
        """Whether the reference is the context; UsageError where it is missing or not wanted."""
        from discotag.plugin import UsageError

        is_gold = self.context == "gold"
        if is_gold is (self.reference is None):
            raise UsageError("--context gold and --ref FILE belong together")
        return is_gold


@options.grouped
def decode(
    *,
    model: Annotated[str, MODEL],
    source: options.Source,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_file, help="File of the translation.")
    ],
    docids: options.DocumentIds = None,
    reader: options.ReaderName = "",
    around: Context,
    beams: Annotated[int, typer.Option(help="Hypotheses of the beam search.")] = 5,
    batch_tokens: Annotated[int, typer.Option(help="Most tokens of a batch.")] = 4096,
    when_long: TooLong = "shorten",
    how: Running,
    quiet: options.Quiet = False,
) -> None:
    """Translate documents, each segment with what came before it.

    All documents go in lock-step, so that earlier translations can be context. Example:

    discotag cxmi decode --model model --src talks.en --docids talks.docids --out talks.hyp
    """
    from discotag.plugin import CorpusRequest, UsageError
    from discotag.plugin.files import atomic_write
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.decoding.documents import (
        Generator,
        check_sources,
        size_of,
        translate_documents,
    )

    if beams < 1 or batch_tokens < 1:
        raise UsageError("--beams and --batch-tokens start at 1")
    gold = {"gold": around.reference} if around.is_gold and around.reference else {}
    request = CorpusRequest(source, gold, docids=docids)
    texts = list(open_reader(open_registry(), source, reader).read(request))
    loaded = _loaded(model, how.options("decode", when_long=when_long))
    sizes = (
        size_of(loaded.format, "source", around.source_context),
        size_of(loaded.format, "target", around.target_context),
    )
    total = sum(len(text.source) for text in texts)
    check_sources(loaded.rows, texts)
    generator = Generator(loaded, beams=beams, batch_tokens=batch_tokens)
    with atomic_write(out) as write, bar(total, quiet=quiet) as shown:
        made = translate_documents(
            generator,
            texts,
            source_size=sizes[0].lines,
            target_size=sizes[1].lines,
            gold="gold" if gold else None,
            advanced=shown.update,
        )
        write("".join(f"{line}\n" for lines in made for line in lines))
    print_notes(_notes(generator, loaded.shortened, sizes), quiet=quiet)
    if not quiet:
        typer.echo(
            f"wrote {out}: {total} lines, context {sizes[0].lines} source and"
            f" {sizes[1].lines} target lines ({around.context})",
            err=True,
        )


def _loaded(name: str, given: ModelOptions) -> EncoderDecoder:
    """Load a model; UsageError if it has no encoder."""
    from discotag.plugin import UsageError
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.local import EncoderDecoder

    model = load_model(name, given)
    if not isinstance(model, EncoderDecoder):
        raise UsageError(
            f"--model {name} is decoder-only; decode takes encoder–decoder models (for others use"
            " discotag translate)"
        )
    return model


def _notes(generator: Generator, shortened: int, sizes: tuple[Size, Size]) -> Iterator[str]:
    """Yield what the user should know of the translation."""
    yield from (size.note for size in sizes if size.note)
    if shortened := shortened + generator.shortened:
        yield f"{shortened} segments had context left out, so that they fit the model"
    if generator.unfinished:
        yield (
            f"{generator.unfinished} translations reached the limit before their end; they are cut"
        )
