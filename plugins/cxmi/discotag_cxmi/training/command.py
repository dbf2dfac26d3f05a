"""`discotag cxmi train`: from line-aligned documents to a model that takes context."""

from __future__ import annotations

import shlex
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, writable_folder
from discotag_cxmi.commands import SourceCode, TargetCode

if TYPE_CHECKING:
    from discotag_cxmi.training.corpus import TextPair
    from discotag_cxmi.training.recipe import Recipe


@dataclass(frozen=True)
class Texts:
    """What a model is trained and checked on."""

    source: options.Source
    target: Annotated[Path | None, typer.Option("--tgt", help="Its translation, line by line.")] = (
        None
    )
    docids: options.DocumentIds = None
    dev_source: Annotated[
        Path | None, typer.Option("--dev-src", help="Source text for development.")
    ] = None
    dev_target: Annotated[Path | None, typer.Option("--dev-tgt", help="Its translation.")] = None
    dev_docids: Annotated[Path | None, typer.Option(help="Its document ids.")] = None
    reader: options.ReaderName = ""


@options.panel("The network")
@dataclass(frozen=True)
class Network:
    """What is trained: a new model, or one to continue from."""

    arch: Annotated[str | None, typer.Option(help="tiny, mini, small (the default) or large.")] = (
        None
    )
    kind: Annotated[
        str | None, typer.Option(help="concatenation (the default) or multi-encoder.")
    ] = None
    start: Annotated[
        Path | None, typer.Option("--from", help="Model to go on from: pretrain, then fine-tune.")
    ] = None
    tokenizer: Annotated[
        Path | None, typer.Option(help="Folder of a tokenizer, or a SentencePiece model.")
    ] = None
    tokenizer_kind: Annotated[str | None, typer.Option(help="Of a new one: unigram or bpe.")] = None
    vocabulary: Annotated[int | None, typer.Option(help="Most entries of a new one; 16000.")] = None
    source_code: SourceCode = None
    target_code: TargetCode = None


@options.panel("Context")
@dataclass(frozen=True)
class Contexts:
    """What context a segment has in training."""

    source_context: Annotated[
        str | None,
        typer.Option(
            metavar="LOWER:UPPER", help="Earlier source lines, drawn for each segment; 0."
        ),
    ] = None
    target_context: Annotated[
        str | None, typer.Option(metavar="LOWER:UPPER", help="Earlier target lines; 0.")
    ] = None
    coword: Annotated[
        float | None, typer.Option(help="Share of the current source's tokens to mask; 0.")
    ] = None
    word_dropout: Annotated[
        float | None, typer.Option(help="The same for all source words, context too; 0.")
    ] = None


@options.panel("Learning")
@dataclass(frozen=True)
class Learning:
    """How a model is trained."""

    label_smoothing: Annotated[float | None, typer.Option(help="0.1.")] = None
    dropout: Annotated[float | None, typer.Option(help="Of the network; 0.1.")] = None
    learning_rate: Annotated[
        float | None, typer.Option(help="Its peak; 5e-4, with --from 1e-4.")
    ] = None
    warmup: Annotated[int | None, typer.Option(help="Steps in which it rises; 4000.")] = None
    batch_tokens: Annotated[int | None, typer.Option(help="Most tokens of a batch; 8192.")] = None
    accumulate: Annotated[int | None, typer.Option(help="Batches of a step; 1.")] = None
    epochs: Annotated[int | None, typer.Option(help="The most passes; 20.")] = None
    max_steps: Annotated[int | None, typer.Option(help="Stop after so many steps.")] = None
    evaluate_every: Annotated[
        int | None, typer.Option(help="Steps between looks and checkpoints; an epoch.")
    ] = None
    patience: Annotated[
        int | None, typer.Option(help="Looks without a gain before it stops; 5.")
    ] = None
    max_length: Annotated[int | None, typer.Option(help="Most tokens of a side; 512.")] = None
    held_out: Annotated[
        float | None, typer.Option(help="Share of documents for development; 0.05.")
    ] = None
    seed: Annotated[int | None, typer.Option(help="Of all that is random; 1.")] = None
    device: Annotated[str | None, typer.Option(help="auto, cpu or cuda.")] = None
    dtype: Annotated[str | None, typer.Option(help="auto, float32 or bfloat16.")] = None
    gradient_checkpointing: Annotated[
        bool | None,
        typer.Option("--gradient-checkpointing", help="Less memory, more time, the same weights."),
    ] = None


@options.grouped
def train(
    *,
    texts: Texts,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_folder, help="Folder of the new model.")
    ],
    config: Annotated[
        Path | None, typer.Option(help="TOML file of these settings; options go before it.")
    ] = None,
    network: Network,
    scheme: Annotated[
        str | None, typer.Option(help="Fixed contexts: sentence, 1-to-2 or 2-to-2.")
    ] = None,
    contexts: Contexts,
    learning: Learning,
    quiet: options.Quiet = False,
) -> None:
    """Train a translation model with context before the source, the target, or both.

    If it is killed, the same command resumes. The model is for `cxmi measure`, `contrast` and
    `decode`. Example:

    discotag cxmi train --src talks.en --tgt talks.fr --docids talks.docids --out model
    --source-context 0:3 --target-context 0:3 --coword 0.1
    """
    from discotag_cxmi.training import checkpoints
    from discotag_cxmi.training.checkpoints import write_card
    from discotag_cxmi.training.recipe import read_recipe
    from discotag_cxmi.training.train import train as trained

    def tell(line: str) -> None:
        if not quiet:
            typer.echo(line, err=True)

    given = asdict(network) | asdict(contexts) | asdict(learning)
    settings = {
        name: str(value) if isinstance(value, Path) else value for name, value in given.items()
    }
    recipe = read_recipe(settings, config, scheme)
    training, development = _read(texts, recipe)
    if len(training) == 1 and (recipe.source_context[1] or recipe.target_context[1]):
        tell("note: the training text is one document; if it holds several, give --docids")
    outcome = trained(recipe, training, development, out, tell=tell)
    write_card(out, recipe, outcome, command=shlex.join(["discotag", *sys.argv[1:]]))
    checkpoints.finish(out)
    tell(
        f"dev loss {outcome.dev_loss:.4f} nats per token at step {outcome.best_step} of"
        f" {outcome.steps}; wrote {out}"
    )


def _read(texts: Texts, recipe: Recipe) -> tuple[list[TextPair], list[TextPair]]:
    """Read the documents for training and for development."""
    from discotag.plugin import UsageError
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.training.corpus import held_out, read_pairs

    if texts.dev_source is None and (texts.dev_target or texts.dev_docids):
        raise UsageError("--dev-tgt and --dev-docids belong to --dev-src; give that, too")
    registry = open_registry()
    opened = open_reader(registry, texts.source, texts.reader)
    training = read_pairs(opened, texts.source, texts.target, texts.docids)
    if texts.dev_source is None:
        return held_out(training, recipe.held_out, recipe.seed)
    opened = open_reader(registry, texts.dev_source, texts.reader)
    return training, read_pairs(opened, texts.dev_source, texts.dev_target, texts.dev_docids)
