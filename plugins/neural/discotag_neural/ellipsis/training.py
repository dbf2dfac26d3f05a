"""Fine-tunes an encoder to a classifier, and judges it on files it has not seen.

The training itself is that of Transformers: seeded, stopped early, resumed from its checkpoints.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from transformers import (
    EarlyStoppingCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)
from transformers.trainer_callback import PrinterCallback

from discotag.plugin import UsageError, note_on_interrupt
from discotag.plugin.files import output_errors
from discotag_neural.ellipsis.card import SEGMENTS, SITES, Figure, figures
from discotag_neural.ellipsis.classifier import Classifier, load_new, load_tokenizer
from discotag_neural.ellipsis.examples import NONE, Level, label_set, longest, windows
from discotag_torch import quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_neural.ellipsis.command import Recipe
    from discotag_neural.ellipsis.examples import Example
    from discotag_neural.ellipsis.reading import Split


COMPONENT = "train-ellipsis"
CHECKPOINTS = "checkpoints"
RECIPE = "recipe.json"
JUDGED_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a training came to.

    Args:
        labels: the model's labels.
        steps: how many it took.
        device: where it ran.
        figures: part (`dev`, `test`) → row → counts.
    """

    labels: tuple[str, ...]
    steps: int
    device: str
    figures: dict[str, dict[str, Figure]]


def train(
    recipe: Recipe, parts: Split, out: Path, *, resume: bool, tell: Callable[[str], None]
) -> Outcome:
    """Train, and write model and tokenizer into a folder.

    Args:
        recipe: the settings.
        parts: the examples.
        out: the folder; checkpoints are in it until the end.
        resume: whether to continue from the last checkpoint there.
        tell: gets a line for each epoch.

    Raises:
        UsageError: nothing to learn, something in the way in the folder, no such device, or no
            memory left; says what to do.
        PluginError: the encoder cannot be loaded.
    """
    if find_spec("accelerate") is None:
        raise UsageError("training needs accelerate; try: pip install 'discotag-neural[train]'")
    _require(parts, recipe.level)
    _require_free(recipe, out, resume=resume)
    device = usable_device(recipe.device, COMPONENT)
    labels = label_set([*parts.train, *parts.dev, *parts.test], recipe.level)
    folder = Path(recipe.encoder)
    set_seed(recipe.seed)
    tokenizer = load_tokenizer(folder, COMPONENT)
    model = load_new(folder, recipe.level, labels, COMPONENT)
    length = longest(tokenizer, model, recipe.length)
    sets = {
        name: features_of(examples, tokenizer, labels, recipe.level, length)
        for name, examples in (("train", parts.train), ("dev", parts.dev))
    }
    with quiet():
        trainer = Trainer(
            model=model,
            args=_arguments(
                recipe,
                out,
                device,
                resume=resume,
                has_gold=any(example.is_elliptical for example in parts.dev),
            ),
            train_dataset=sets["train"],
            eval_dataset=sets["dev"],
            data_collator=Collator(tokenizer, recipe.level),
            compute_loss_func=Loss(labels.index(NONE), recipe.weight),
            compute_metrics=Metrics(labels, recipe.level),
            callbacks=[EarlyStoppingCallback(recipe.patience), Teller(tell)],
        )
        trainer.remove_callback(PrinterCallback)
        _keep(recipe, out)
        try:
            with note_on_interrupt(lambda: _note(out)):
                trainer.train(resume_from_checkpoint=True if resume else None)
        except torch.OutOfMemoryError as error:
            raise _too_large(recipe, out, device) from error
    model.eval()
    with quiet():
        model.save_pretrained(out)
        tokenizer.save_pretrained(out)
    found = {
        name: judge(model, tokenizer, labels, recipe, examples)
        for name, examples in (("dev", parts.dev), ("test", parts.test))
    }
    shutil.rmtree(out / CHECKPOINTS)
    return Outcome(labels, trainer.state.global_step, str(device), found)


def _too_large(recipe: Recipe, out: Path, device: torch.device) -> UsageError:
    """Return the error for a batch that does not fit, with options that learn the same."""
    again = " --resume" if _is_begun(out) else ""
    return UsageError(
        f"the memory of {device} does not hold a batch of {recipe.batch}; try: --batch"
        f" {max(1, recipe.batch // 2)} --accumulate {recipe.accumulate * 2}{again}, which learns"
        " the same, or a smaller --length"
    )


def judge(
    model: Any,
    tokenizer: Any,
    labels: Sequence[str],
    recipe: Recipe,
    examples: Sequence[Example],
) -> dict[str, Figure]:
    """Judge a model on examples: what is less likely `none` than not counts as said."""
    classifier = Classifier(
        model,
        tokenizer,
        recipe.level,
        labels,
        device=next(model.parameters()).device,
        length=recipe.length,
        batch_tokens=JUDGED_TOKENS,
        component=COMPONENT,
    )
    is_token = recipe.level is Level.TOKEN
    rows = classifier.probabilities([e.words if is_token else (e.text,) for e in examples])
    said = [said_labels(values, labels) for values in rows]
    golds = [example.golds(recipe.level) for example in examples]
    return figures(zip(said, golds, strict=True), recipe.level)


class Teller(TrainerCallback):
    """Reports each epoch in a line."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def on_evaluate(  # noqa: D102
        self, args: Any, state: Any, control: Any, **others: Any
    ) -> None:
        del args, control
        metrics: dict[str, float] = others["metrics"]
        losses = [entry["loss"] for entry in state.log_history if "loss" in entry]
        loss = f"loss {losses[-1]:.4f}, " if losses else ""
        self._tell(
            f"epoch {metrics.get('epoch', 0):.1f}, step {state.global_step}: {loss}dev loss"
            f" {metrics['eval_loss']:.4f}, P {metrics['eval_precision']:.3f},"
            f" R {metrics['eval_recall']:.3f}, F1 {metrics['eval_f1']:.3f}"
        )


def _require(parts: Split, level: Level) -> None:
    for name, examples in parts.parts.items():
        if level is Level.TOKEN and not all(example.labels for example in examples):
            raise UsageError(
                f"the {name} set holds sentences without labels of tokens; give them, or train with"
                " --level segment"
            )
    if not any(example.is_elliptical for example in parts.train):
        raise UsageError("no sentence of the training set is elliptical: there is nothing to learn")


def _note(out: Path) -> str | None:
    """Return a note on what a stopped training leaves; None = no checkpoint."""
    if not _is_begun(out):
        return None
    return f"kept in {out}: the last checkpoint; the same command with --resume goes on from there"


def _require_free(recipe: Recipe, out: Path, *, resume: bool) -> None:
    """Check that the folder is free, or holds checkpoints of the same training."""
    if (out / "model.safetensors").exists():
        raise UsageError(f"{out} holds a model already; name another folder")
    kept, settings = out / CHECKPOINTS / RECIPE, recipe.model_dump(mode="json")
    if resume:
        if not _is_begun(out):
            raise UsageError(f"--resume: there is no checkpoint in {out / CHECKPOINTS}")
        old = json.loads(kept.read_text("utf-8"))
        free = {"batch", "accumulate", "device"}  # a batch may be halved and a step stays the same
        changed = [name for name in settings if settings[name] != old.get(name)]
        is_same_step = settings["batch"] * settings["accumulate"] == (
            old["batch"] * old["accumulate"]
        )
        if wrong := sorted(set(changed) - (free if is_same_step else {"device"})):
            told = ", ".join(f"{name} was {old.get(name)}" for name in wrong)
            raise UsageError(f"--resume: the training in {out} had other settings: {told}")
    elif _is_begun(out):
        raise UsageError(
            f"{out} holds a training that was broken off; go on with --resume, or remove"
            f" {out / CHECKPOINTS}"
        )


def _is_begun(out: Path) -> bool:
    folder = out / CHECKPOINTS
    return (folder / RECIPE).exists() and any(folder.glob("checkpoint-*"))


def _keep(recipe: Recipe, out: Path) -> None:
    """Save the recipe with the checkpoints: a training resumes with the same one only."""
    kept = out / CHECKPOINTS / RECIPE
    with output_errors(out):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(recipe.model_dump(mode="json"), indent=2) + "\n", "utf-8")


def _arguments(
    recipe: Recipe, out: Path, device: torch.device, *, resume: bool, has_gold: bool
) -> TrainingArguments:
    is_gpu = device.type == "cuda"
    dtype = recipe.dtype
    if dtype == "float16" and not is_gpu:
        raise UsageError("float16 is for GPUs; on a CPU take --dtype bfloat16 or float32")
    if dtype == "auto":
        dtype = "bfloat16" if is_gpu and torch.cuda.is_bf16_supported() else "float32"
    return TrainingArguments(
        output_dir=str(out / CHECKPOINTS),
        per_device_train_batch_size=recipe.batch,
        per_device_eval_batch_size=recipe.batch,
        gradient_accumulation_steps=recipe.accumulate,
        learning_rate=recipe.learning_rate,
        warmup_steps=recipe.warmup,  # below 1 it is a share
        num_train_epochs=recipe.epochs,
        max_steps=recipe.max_steps or -1,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_f1" if has_gold else "eval_loss",
        greater_is_better=has_gold,
        bf16=dtype == "bfloat16",
        fp16=dtype == "float16",
        use_cpu=not is_gpu,
        seed=recipe.seed,
        data_seed=recipe.seed,
        full_determinism=is_gpu,
        train_sampling_strategy="group_by_length",
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=is_gpu,
        remove_unused_columns=False,
        restore_callback_states_from_checkpoint=resume,
    )


class Loss:
    """Cross-entropy, summed with a weight for what is elliptical, per labelled item.

    So one step over several batches is one over all of them.

    Args:
        none: index of the label `none`.
        weight: of all other labels.
    """

    def __init__(self, none: int, weight: float) -> None:
        self._none, self._weight = none, weight

    def __call__(
        self, outputs: Any, labels: torch.Tensor, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        """Return the loss of a batch (nats per item of the whole step)."""
        logits = outputs["logits"].float().flatten(0, -2)
        golds = labels.flatten().to(logits.device)
        each = torch.nn.functional.cross_entropy(
            logits, golds, reduction="none", ignore_index=IGNORED
        )
        weights = torch.where(golds == self._none, 1.0, self._weight)
        items = (golds != IGNORED).sum() if num_items_in_batch is None else num_items_in_batch
        return (each * weights).sum() / items


class Metrics:
    """What an epoch is judged by: F1 of elliptical items on the development set."""

    def __init__(self, labels: Sequence[str], level: Level) -> None:
        self._labels, self._level = labels, level

    def __call__(self, predicted: Any) -> dict[str, float]:
        """Return F1 of the sites, or of the segments; 0 where it is undefined."""
        logits, golds = predicted.predictions, predicted.label_ids
        shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
        values = shifted / shifted.sum(axis=-1, keepdims=True)
        if self._level is Level.SEGMENT:
            values, golds = values[:, None], golds[:, None]
        pairs = [
            (
                said_labels(row[gold != IGNORED], self._labels),
                [self._labels[index] for index in gold[gold != IGNORED]],
            )
            for row, gold in zip(values, golds, strict=True)
        ]
        found = figures(pairs, self._level)
        row = found[SITES if self._level is Level.TOKEN else SEGMENTS]
        return {
            "precision": row.precision or 0.0,
            "recall": row.recall or 0.0,
            "f1": row.f1 or 0.0,
        }


def said_labels(values: Any, labels: Sequence[str]) -> list[str]:
    """Return the label of each row of probabilities: `none` where it is likelier than not."""
    none = list(labels).index(NONE)
    kinds = np.array(values, copy=True)
    kinds[:, none] = -1
    return [
        labels[kind] if row[none] <= 0.5 else NONE
        for row, kind in zip(values, kinds.argmax(axis=1), strict=True)
    ]


IGNORED = -100
"""The label of what has none: later pieces of words, special tokens, padding."""
Feature = dict[str, Any]


def features_of(
    examples: Sequence[Example], tokenizer: Any, labels: Sequence[str], level: Level, length: int
) -> list[Feature]:
    """Return the windows of the examples; a long segment is classified by each of its windows."""
    index = {label: place for place, label in enumerate(labels)}
    given = [example.words if level is Level.TOKEN else (example.text,) for example in examples]
    features: list[Feature] = []
    for window in windows(tokenizer, given, level, length):
        golds = [index[label] for label in examples[window.segment].golds(level)]
        if level is Level.SEGMENT:
            features.append({"input_ids": list(window.ids), "labels": golds[0]})
            continue
        row = [IGNORED] * len(window.ids)
        for place, word in window.places.items():
            row[place] = golds[word]
        features.append({"input_ids": list(window.ids), "labels": row})
    return features


@dataclass(frozen=True, slots=True)
class Collator:
    """Pads features to a batch.

    Args:
        tokenizer: a fast one.
        level: what has labels.
    """

    tokenizer: Any
    level: Level

    def __call__(self, features: Sequence[Feature]) -> dict[str, torch.Tensor]:
        """Return ids, mask and labels of equal length."""
        import torch

        batch = self.tokenizer.pad(
            {"input_ids": [feature["input_ids"] for feature in features]}, return_tensors="pt"
        )
        width = batch["input_ids"].shape[1]
        labels = [feature["labels"] for feature in features]
        if self.level is Level.TOKEN:
            is_left = getattr(self.tokenizer, "padding_side", "right") == "left"
            labels = [_padded(row, width, is_left=is_left) for row in labels]
        return {**batch, "labels": torch.tensor(labels)}


def _padded(row: list[int], width: int, *, is_left: bool) -> list[int]:
    filler = [IGNORED] * (width - len(row))
    return filler + row if is_left else row + filler
