"""`discotag cxmi decode`: documents in, one line per segment out, earlier ones as context."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path  # noqa: TC003 - an annotation of options
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

import typer

from discotag.plugin import UsageError, options
from discotag.plugin.commands import open_registry, writable_file
from discotag_cxmi.commands import MODEL, Running, TooLong, bar, print_notes
from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.batching import no_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import ParallelText
    from discotag_cxmi.examples import ContextFormat
    from discotag_cxmi.scoring.concatenation import SequenceRow
    from discotag_cxmi.scoring.local import EncoderDecoder
    from discotag_cxmi.scoring.scorer import ModelOptions


@dataclass(frozen=True, slots=True)
class Size:
    """A number of context lines, with a note where the model has not seen so many."""

    lines: int
    note: str | None = None


def size_of(given: ContextFormat, side: str, wished: int | None) -> Size:
    """Choose the context of a side (`source`, `target`).

    Raises:
        UsageError: nothing was asked for, and the model does not say what it was trained with.
    """
    trained: tuple[int, int] | None = getattr(given, f"{side}_sizes")
    if wished is None:
        if trained is None:
            raise UsageError(
                f"the model does not say with how much {side} context it was trained (no"
                f" context.json); give --{side}-context, 0 for none"
            )
        return Size(trained[1])
    if wished < 0:
        raise UsageError(f"--{side}-context {wished}: give a number of lines, 0 for none")
    if trained is None or trained[0] <= wished <= trained[1]:
        return Size(wished)
    return Size(
        wished,
        f"the model was trained with {trained[0]} to {trained[1]} {side} lines, not {wished};"
        " what it makes of them is its guess",
    )


GROWTH, ROOM, STEP = 2, 20, 64
"""A translation has at most twice the source row's subwords and so many more, rounded up to a step;
rows go together only if they share it, so that no translation depends on its batch."""


@dataclass(slots=True)
class Generator:
    """Translates with a loaded model.

    Args:
        model: the model.
        beams: hypotheses kept at each step.
        batch_tokens: most padded tokens of a batch, one hypothesis counted each.
        unfinished: how many translations reached their limit before their end; counted up.
        shortened: how many examples lost target context to make room; counted up.
    """

    model: EncoderDecoder
    beams: int = 5
    batch_tokens: int = 4096
    unfinished: int = 0
    shortened: int = 0

    def translate(self, examples: Sequence[Example]) -> list[str]:
        """Translate sources, in order; an empty source gives an empty translation.

        Raises:
            InputError: an example is longer than the model takes.
            ComponentError: the model gave a value that is not a number.
        """
        found = [""] * len(examples)
        places = [place for place, example in enumerate(examples) if example.source.strip()]
        rows = [self._roomy(replace(examples[place], target="")) for place in places]
        for batch in self._batches(rows):
            owners = [examples[places[index]] for index in batch]
            lines = self._generated([rows[index] for index in batch], owners)
            for index, line in zip(batch, lines, strict=True):
                found[places[index]] = line
        return found

    def _roomy(self, example: Example) -> SequenceRow:
        """Build a row whose target context leaves the decoder room for a translation."""
        from discotag_cxmi.scoring.concatenation import limits

        limit = limits(self.model.tokenizer, self.model.model.config)[1]
        row = self.model.rows.row(example)
        if limit is None:
            return row
        room = min(GROWTH * len(row.encoder) + ROOM, limit // 2)
        cut = example
        while cut.target_context and limit - len(row.prefix) < room:
            cut = replace(cut, target_context=cut.target_context[1:])
            row = self.model.rows.row(cut)
        self.shortened += cut is not example
        return row

    def _batches(self, rows: Sequence[SequenceRow]) -> Iterator[list[int]]:
        """Split rows into batches that share the limit and the length of what the decoder is given.

        Positions count from the decoder's start, so such rows cannot be padded.
        """
        order = sorted(range(len(rows)), key=lambda i: (*_kind(rows[i]), len(rows[i].encoder)))
        batch: list[int] = []
        for index in order:
            row = rows[index]
            size = (len(row.encoder) + len(row.prefix)) * (len(batch) + 1)
            is_other = bool(batch) and _kind(rows[batch[0]]) != _kind(row)
            if batch and (is_other or size > self.batch_tokens):
                yield batch
                batch = []
            batch.append(index)
        if batch:
            yield batch

    def _generated(self, rows: Sequence[SequenceRow], owners: Sequence[Example]) -> list[str]:
        import torch

        from discotag_cxmi.scoring.batching import mask_of, padded
        from discotag_cxmi.scoring.concatenation import limits

        network, tokenizer = self.model.model, self.model.tokenizer
        device = next(network.parameters()).device
        given = [row.encoder for row in rows]
        prefix = torch.tensor([row.prefix for row in rows], device=device)
        most = _kind(rows[0])[1]
        limit = limits(tokenizer, network.config)[1]
        if limit is not None:
            most = min(most, limit - prefix.shape[1])
        with torch.inference_mode():
            out: Any = network.generate(
                input_ids=padded(given, self.model.rows.pad, device),
                attention_mask=mask_of(given, device),
                decoder_input_ids=prefix,
                num_beams=self.beams,
                do_sample=False,
                max_new_tokens=max(1, most),
                suppress_tokens=self._never(),
                forced_bos_token_id=None,
                forced_eos_token_id=None,
                eos_token_id=self.model.rows.eos,
                pad_token_id=self.model.rows.pad,
                logits_processor=[_Numbers(owners, self.beams, self.model.name)],
            )
        made = out[:, prefix.shape[1] :]
        self.unfinished += int((made != self.model.rows.eos).all(dim=1).sum())
        lines = tokenizer.batch_decode(
            made, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return [" ".join(line.split()) for line in lines]

    def _never(self) -> list[int]:
        """Return what no line may hold: it would be read as something else when it is context."""
        tokenizer = self.model.tokenizer
        never = {self.model.rows.separator, tokenizer.mask_token_id, tokenizer.unk_token_id}
        kept = {self.model.rows.eos, None}
        return sorted(never - kept)


class _Numbers:
    """Refuses NaN at each step, of which a search would make some line or other."""

    def __init__(self, owners: Sequence[Example], beams: int, model: str) -> None:
        self._owners, self._beams, self._model = owners, beams, model

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        del input_ids
        faulty = scores.isnan().any(dim=1)
        if faulty.any():
            place = int(faulty.nonzero()[0]) // self._beams
            raise no_number(self._owners[place], self._model)
        return scores


def _kind(row: SequenceRow) -> tuple[int, int]:
    """Return what rows of a batch share: the prefix's length, and the most subwords to add."""
    return len(row.prefix), -(-(GROWTH * len(row.encoder) + ROOM) // STEP) * STEP


class Rows(Protocol):
    """What builds a model's rows of examples."""

    def rows(self, examples: Sequence[Example]) -> Sequence[object]:
        """Build them; InputError for what cannot be a row."""
        ...


class Translator(Protocol):
    """What translates examples, in order."""

    def translate(self, examples: Sequence[Example]) -> list[str]:
        """Return one line per example."""
        ...


def translate_documents(
    translator: Translator,
    texts: Sequence[ParallelText],
    *,
    source_size: int,
    target_size: int,
    gold: str | None = None,
    advanced: Callable[[int], None] = lambda _: None,
) -> list[list[str]]:
    """Translate documents; the context is that of `Example.within`.

    Args:
        translator: the model.
        texts: documents.
        source_size: how many source lines come before.
        target_size: how many target lines do.
        gold: name of the reference whose lines are the target context; None = what the model itself
            made of the earlier segments.
        advanced: called with how many segments were translated.

    Returns:
        Each document's lines, in order.
    """
    made: list[list[str]] = [[] for _ in texts]
    longest = max((len(text.source) for text in texts), default=0)
    is_free = gold is not None or target_size == 0
    steps = [range(longest)] if is_free else [range(step, step + 1) for step in range(longest)]
    for step in steps:
        wanted = [
            (place, segment)
            for segment in step
            for place, text in enumerate(texts)
            if segment < len(text.source)
        ]
        examples = [
            _example(texts[place], segment, made[place], gold).within(source_size, target_size)
            for place, segment in wanted
        ]
        for (place, _), line in zip(wanted, translator.translate(examples), strict=True):
            made[place].append(line)
        advanced(len(wanted))
    return made


def check_sources(rows: Rows, texts: Iterable[ParallelText]) -> None:
    """Check, before any work is done, that every source line fits the model by itself.

    Raises:
        InputError: a line is longer than the model takes, or its tokenizer changes it.
    """
    for text in texts:
        rows.rows([Example(text.id, i, line, "") for i, line in enumerate(text.source)])


def _example(text: ParallelText, segment: int, own: list[str], gold: str | None) -> Example:
    before = own if gold is None else text.references[gold]
    return Example(
        text.id,
        segment,
        text.source[segment],
        "",
        source_context=text.source[:segment],
        target_context=tuple(before[:segment]),
    )


@options.panel("Context")
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
    from discotag.plugin import CorpusRequest
    from discotag.plugin.files import atomic_write
    from discotag.plugin.runs import open_reader

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
