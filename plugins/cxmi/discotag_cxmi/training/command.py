"""`discotag train`: from line-aligned documents to a model that takes context."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_folder


def train(
    *,
    source: options.Source,
    target: Annotated[
        Path | None, typer.Option("--tgt", help="Its translation, line by line.")
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_folder, help="Folder of the new model.")
    ],
    docids: options.DocumentIds = None,
    dev_source: Annotated[
        Path | None, typer.Option("--dev-src", help="Source text for development.")
    ] = None,
    dev_target: Annotated[Path | None, typer.Option("--dev-tgt", help="Its translation.")] = None,
    dev_docids: Annotated[
        Path | None, typer.Option("--dev-docids", help="Its document ids.")
    ] = None,
    reader: options.ReaderName = "",
    config: Annotated[
        Path | None,
        typer.Option("--config", help="TOML file of these settings; options go before it."),
    ] = None,
    arch: Annotated[
        str | None, typer.Option("--arch", help="tiny, small (the default) or large.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="concatenation (the default) or multi-encoder."),
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--from", help="Model to go on from: pretrain, then fine-tune.")
    ] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option("--tokenizer", help="Folder of a tokenizer, or a SentencePiece model."),
    ] = None,
    tokenizer_kind: Annotated[
        str | None, typer.Option("--tokenizer-kind", help="Of a new one: unigram or bpe.")
    ] = None,
    vocabulary: Annotated[
        int | None, typer.Option("--vocabulary", help="Most entries of a new one; 16000.")
    ] = None,
    source_code: Annotated[
        str | None,
        typer.Option("--source-lang-code", help="A multilingual model's code of the source."),
    ] = None,
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None,
    scheme: Annotated[
        str | None, typer.Option("--scheme", help="Fixed contexts: sentence, 1-to-2 or 2-to-2.")
    ] = None,
    source_context: Annotated[
        str | None,
        typer.Option(
            "--source-context",
            metavar="LOWER:UPPER",
            help="Earlier source lines, drawn for each segment; 0.",
        ),
    ] = None,
    target_context: Annotated[
        str | None,
        typer.Option("--target-context", metavar="LOWER:UPPER", help="Earlier target lines; 0."),
    ] = None,
    coword: Annotated[
        float | None,
        typer.Option("--coword", help="Share of the current source's tokens to mask; 0."),
    ] = None,
    word_dropout: Annotated[
        float | None,
        typer.Option("--word-dropout", help="The same for all source words, context too; 0."),
    ] = None,
    label_smoothing: Annotated[float | None, typer.Option("--label-smoothing", help="0.1.")] = None,
    dropout: Annotated[float | None, typer.Option("--dropout", help="Of the network; 0.1.")] = None,
    learning_rate: Annotated[
        float | None,
        typer.Option("--learning-rate", help="Its peak; 5e-4, with --from 1e-4."),
    ] = None,
    warmup: Annotated[
        int | None, typer.Option("--warmup", help="Steps in which it rises; 4000.")
    ] = None,
    batch_tokens: Annotated[
        int | None, typer.Option("--batch-tokens", help="Most tokens of a batch; 8192.")
    ] = None,
    accumulate: Annotated[
        int | None, typer.Option("--accumulate", help="Batches of a step; 1.")
    ] = None,
    epochs: Annotated[int | None, typer.Option("--epochs", help="The most passes; 20.")] = None,
    max_steps: Annotated[
        int | None, typer.Option("--max-steps", help="Stop after so many steps.")
    ] = None,
    evaluate_every: Annotated[
        int | None,
        typer.Option("--evaluate-every", help="Steps between looks and checkpoints; an epoch."),
    ] = None,
    patience: Annotated[
        int | None, typer.Option("--patience", help="Looks without a gain before it stops; 5.")
    ] = None,
    max_length: Annotated[
        int | None, typer.Option("--max-length", help="Most tokens of a side; 512.")
    ] = None,
    held_out: Annotated[
        float | None,
        typer.Option("--held-out", help="Share of documents for development; 0.05."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Of all that is random; 1.")] = None,
    device: Annotated[str | None, typer.Option("--device", help="auto, cpu or cuda.")] = None,
    dtype: Annotated[str | None, typer.Option("--dtype", help="auto, float32 or bfloat16.")] = None,
    quiet: options.Quiet = False,
) -> None:
    """Train a translation model with context before the source, the target, or both.

    If it is killed, the same command goes on. The model is used by `discotag cxmi`, `contrast` and
    `decode`. Example:

    discotag train --src talks.en --tgt talks.fr --docids talks.docids --out model
    --source-context 0:3 --target-context 0:3 --coword 0.1
    """
    from discotag.plugin import UsageError
    from discotag.plugin.commands import open_registry
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.training import checkpoints
    from discotag_cxmi.training.card import write_card
    from discotag_cxmi.training.reading import held_out as drawn
    from discotag_cxmi.training.reading import read_pairs
    from discotag_cxmi.training.recipe import read_recipe
    from discotag_cxmi.training.train import train as trained

    def tell(line: str) -> None:
        if not quiet:
            typer.echo(line, err=True)

    settings = {
        "arch": arch,
        "kind": kind,
        "start": None if start is None else str(start),
        "tokenizer": None if tokenizer is None else str(tokenizer),
        "tokenizer_kind": tokenizer_kind,
        "vocabulary": vocabulary,
        "source_code": source_code,
        "target_code": target_code,
        "source_context": source_context,
        "target_context": target_context,
        "coword": coword,
        "word_dropout": word_dropout,
        "label_smoothing": label_smoothing,
        "dropout": dropout,
        "learning_rate": learning_rate,
        "warmup": warmup,
        "batch_tokens": batch_tokens,
        "accumulate": accumulate,
        "epochs": epochs,
        "max_steps": max_steps,
        "evaluate_every": evaluate_every,
        "patience": patience,
        "max_length": max_length,
        "held_out": held_out,
        "seed": seed,
        "device": device,
        "dtype": dtype,
    }
    recipe = read_recipe(settings, config, scheme)
    if dev_source is None and (dev_target or dev_docids):
        raise UsageError("--dev-tgt and --dev-docids belong to --dev-src; give that, too")
    registry = open_registry()
    training = read_pairs(open_reader(registry, source, reader), source, target, docids)
    if dev_source is None:
        training, development = drawn(training, recipe.held_out, recipe.seed)
    else:
        opened = open_reader(registry, dev_source, reader)
        development = read_pairs(opened, dev_source, dev_target, dev_docids)
    if len(training) == 1 and (recipe.source_context[1] or recipe.target_context[1]):
        tell("note: the training text is one document; if it holds several, give --docids")
    outcome = trained(recipe, training, development, out, tell=tell)
    write_card(out, recipe, outcome, command=shlex.join(["discotag", *sys.argv[1:]]))
    checkpoints.finish(out)
    tell(
        f"dev loss {outcome.dev_loss:.4f} nats per token at step {outcome.best_step} of"
        f" {outcome.steps}; wrote {out}"
    )
