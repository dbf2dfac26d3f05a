"""From documents to a model's folder: tokenizer, batches, training, card."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError, count_noun, note_on_interrupt
from discotag_cxmi.formats import write_format
from discotag_cxmi.training import checkpoints
from discotag_cxmi.training.batches import Collator
from discotag_cxmi.training.building import Made, make, tokenizer_of
from discotag_cxmi.training.corpus import Corpus, TextPair, digest, encoded
from discotag_cxmi.training.plans import Plan
from discotag_torch import quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag_cxmi.training.recipe import Recipe

LOSS = "eval_loss"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a training came to.

    Args:
        steps: how many it took.
        best_step: the step whose weights were kept.
        dev_loss: their development loss, nats per target token.
        parameters: how many the model has.
        vocabulary: how many tokens it has.
        device: where it ran.
        data: part (`train`, `dev`) → what it held.
        history: (step, development loss) of every look.
    """

    steps: int
    best_step: int
    dev_loss: float
    parameters: int
    vocabulary: int
    device: str
    data: dict[str, dict[str, int]]
    history: tuple[tuple[int, float], ...]


def train(
    recipe: Recipe,
    training: Sequence[TextPair],
    development: Sequence[TextPair],
    out: Path,
    *,
    tell: Callable[[str], None],
) -> Outcome:
    """Train, and write model, tokenizer and `context.json` into a folder.

    A training that was broken off there goes on from its last checkpoint; on a CPU, with the same
    number of threads, it comes to the same weights as one that was not.

    Raises:
        UsageError: nothing to train on, something in the way in the folder, or no such device.
        InputError: a line holds a special token.
    """
    if find_spec("accelerate") is None:
        raise UsageError("training needs accelerate; try: pip install 'discotag-cxmi[train]'")
    for name, part in (("training", training), ("development", development)):
        if not any(text.source for text in part):
            raise UsageError(f"the {name} set has no segments")
    if recipe.start is not None and out.resolve() == Path(recipe.start).resolve():
        raise UsageError("--from and --out name the same folder; a model is not overwritten")
    from transformers import AutoTokenizer, set_seed

    device = usable_device(recipe.device, "train")
    checkpoints.prepare(out, _settings(recipe, training, development))
    kept = out / checkpoints.CHECKPOINTS / checkpoints.TOKENIZER
    with quiet():
        if not kept.exists():
            lines = [line for text in training for line in (*text.source, *text.target)]
            checkpoints.save_whole(tokenizer_of(recipe, lines).save_pretrained, kept)
        tokenizer = AutoTokenizer.from_pretrained(
            kept, local_files_only=True, trust_remote_code=False
        )
        set_seed(recipe.seed)
        made = make(recipe, tokenizer)
        parts = {"train": encoded(training, tokenizer), "dev": encoded(development, tokenizer)}
        plans = {name: Plan(part, recipe, made.layout) for name, part in parts.items()}
        data = {name: _described(parts[name], plans[name]) for name in parts}
        for name, row in data.items():
            tell(f"{name}: {_told(row)}")
        if checkpoints.read_result(out) is None:
            _run(recipe, made, parts, plans, out, device=device, tell=tell)
        tokenizer.save_pretrained(out)
        write_format(out, made.format)
        checkpoints.install(out)
    result = checkpoints.read_result(out) or {}
    looks = {int(step): loss for step, loss in result["looks"]}
    best = min(looks, key=lambda step: looks[step])
    return Outcome(
        steps=result["steps"],
        best_step=best,
        dev_loss=looks[best],
        parameters=sum(weights.numel() for weights in made.model.parameters()),
        vocabulary=len(tokenizer),
        device=str(device),
        data=data,
        history=tuple(sorted(looks.items())),
    )


def _run(
    recipe: Recipe,
    made: Made,
    parts: Mapping[str, Corpus],
    plans: Mapping[str, Plan],
    out: Path,
    *,
    device: Any,
    tell: Callable[[str], None],
) -> None:
    """Train from the beginning or the last checkpoint on, and keep the result."""
    from discotag_cxmi.training.loop import trainer_of

    noisy = Collator(
        parts["train"], made.layout, coword=recipe.coword, word_dropout=recipe.word_dropout
    )
    trainer = trainer_of(
        recipe,
        made.model,
        (plans["train"], noisy),
        (plans["dev"], Collator(parts["dev"], made.layout)),
        folder=out / checkpoints.CHECKPOINTS,
        device=device,
        tell=tell,
    )
    last = checkpoints.last_checkpoint(out)
    if last is not None:
        tell(f"goes on from {last.name}")
    with note_on_interrupt(lambda: checkpoints.note_of(out)):
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
    model: Any = trainer.model
    model.eval()
    state = trainer.state
    looks = [(entry["step"], entry[LOSS]) for entry in state.log_history if LOSS in entry]
    result = {"steps": state.global_step, "looks": looks}
    checkpoints.keep_result(out, model.save_pretrained, result)


def _settings(
    recipe: Recipe, training: Sequence[TextPair], development: Sequence[TextPair]
) -> dict[str, Any]:
    """Name all that a training depends on; where and how thriftily it runs is not among it."""
    settings = recipe.model_dump(mode="json", exclude={"device", "gradient_checkpointing"})
    return {**settings, "texts": {"train": digest(training), "dev": digest(development)}}


def _described(corpus: Corpus, plan: Plan) -> dict[str, int]:
    return {
        "documents": corpus.documents,
        "segments": len(corpus),
        "source_tokens": len(corpus.source.ids),
        "target_tokens": len(corpus.target.ids),
        "unknown_tokens": corpus.unknown,
        "left_out": plan.shortened.left_out,
        "context_cut": plan.shortened.cut,
    }


def _told(row: dict[str, int]) -> str:
    told = f"{count_noun(row['documents'], 'document')}, {count_noun(row['segments'], 'segment')}"
    if row["left_out"]:
        told += f", of which {row['left_out']} are left out: empty, or longer than --max-length"
    if row["context_cut"]:
        told += f", {row['context_cut']} have less context, so that it fits --max-length"
    return told
