"""The training itself: that of Transformers, on batches which follow from the seed alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import DataLoader, IterableDataset
from transformers import (
    EarlyStoppingCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.trainer_callback import PrinterCallback

from discotag.plugin import ComponentError
from discotag_cxmi.training.layout import IGNORED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag_cxmi.training.layout import Collator, Plan
    from discotag_cxmi.training.recipe import Recipe

LOOK = 1000
"""The most steps between checks of the development set, unless the recipe says otherwise."""

Tensors = dict[str, torch.Tensor]


class Stream(IterableDataset[Tensors]):
    """Batches without end, from the step on that the training has come to."""

    def __init__(self, plan: Plan, collate: Collator, done: Callable[[], int]) -> None:
        """Take the plan, what lays batches out, and what counts the batches that are done."""
        self._plan, self._collate, self._done = plan, collate, done

    def __iter__(self) -> Iterator[Tensors]:
        """Yield the batches that are still to come."""
        for batch in self._plan.stream(self._done()):
            yield tensors(self._collate(batch))


class DocumentTrainer(Trainer):
    """A Trainer that plans its batches by tokens and judges by the loss per target token.

    Args:
        training: plan and layout of the training set.
        development: of the development set.
        others: as of `Trainer`.
    """

    def __init__(
        self, training: tuple[Plan, Collator], development: tuple[Plan, Collator], **others: Any
    ) -> None:
        super().__init__(eval_dataset=development[0].development(), **others)
        self._training, self._development = training, development

    def get_train_dataloader(self) -> DataLoader[Any]:
        """Return the batches; after a break, those that were not yet seen."""
        stream = Stream(
            *self._training,
            lambda: self.state.global_step * self.args.gradient_accumulation_steps,
        )
        # Its own generator: drawing from the common one would make a training that goes on differ.
        return DataLoader(stream, batch_size=None, generator=torch.Generator())

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """Measure the development loss: nats per target token, end of line counted.

        Raises:
            ComponentError: it is not a number, so the training has diverged.
        """
        loss = mean_loss(self.model, *self._development, self.args.device)
        if not math.isfinite(loss):
            raise ComponentError(
                "cxmi-training",
                "train",
                f"the development loss at step {self.state.global_step} is no number; take a lower"
                " --learning-rate, a longer --warmup or --dtype float32, and another --out",
            )
        found = {"eval_loss": loss, "eval_perplexity": math.exp(min(loss, 700.0))}
        self.log(found)
        self.control = self.callback_handler.on_evaluate(self.args, self.state, self.control, found)
        return found


class Loss:
    """Cross-entropy per target token of a step, with label smoothing."""

    def __init__(self, smoothing: float) -> None:
        self._smoothing = smoothing

    def __call__(
        self, outputs: Any, labels: torch.Tensor, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        """Return the loss of a batch (nats per token of the whole step)."""
        total = torch.nn.functional.cross_entropy(
            outputs.logits.float().flatten(0, 1),
            labels.flatten(),
            reduction="sum",
            ignore_index=IGNORED,
            label_smoothing=self._smoothing,
        )
        items = (labels != IGNORED).sum() if num_items_in_batch is None else num_items_in_batch
        return total / items


class Teller(TrainerCallback):
    """Reports each check of the development set in a line; checks once more at the end."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def on_step_end(  # noqa: D102
        self, args: Any, state: Any, control: Any, **others: Any
    ) -> None:
        del args, others
        if state.global_step >= state.max_steps:
            control.should_log = control.should_evaluate = control.should_save = True

    def on_evaluate(  # noqa: D102
        self, args: Any, state: Any, control: Any, **others: Any
    ) -> None:
        del args, control
        losses = [entry["loss"] for entry in state.log_history if "loss" in entry]
        loss = f"loss {losses[-1]:.4f}, " if losses else ""
        found = others["metrics"]
        self._tell(
            f"step {state.global_step}: {loss}dev loss {found['eval_loss']:.4f},"
            f" perplexity {found['eval_perplexity']:.2f}"
        )


@torch.no_grad()
def mean_loss(model: Any, plan: Plan, collate: Collator, device: Any) -> float:
    """Measure a model's loss per target token (nats) over a plan's development batches."""
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    for batch in plan.development():
        given = {name: value.to(device) for name, value in tensors(collate(batch)).items()}
        labels = given.pop("labels")
        logits = model(**given).logits.float().flatten(0, 1)
        total += float(
            torch.nn.functional.cross_entropy(
                logits, labels.flatten(), reduction="sum", ignore_index=IGNORED
            )
        )
        count += int((labels != IGNORED).sum())
    model.train(was_training)
    return total / count


def tensors(arrays: Any) -> Tensors:
    """Turn a batch's arrays into tensors."""
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def trainer_of(
    recipe: Recipe,
    model: Any,
    training: tuple[Plan, Collator],
    development: tuple[Plan, Collator],
    *,
    folder: Path,
    device: torch.device,
    tell: Callable[[str], None],
) -> DocumentTrainer:
    """Prepare the training; its checkpoints go to the folder."""
    if recipe.gradient_checkpointing:  # Transformers gave it another name in a release of 5
        enable = getattr(model, "activation_checkpointing_enable", None)
        (enable or model.gradient_checkpointing_enable)({"use_reentrant": False})
    made = DocumentTrainer(
        training,
        development,
        model=model,
        args=_arguments(recipe, training[0], folder, device),
        compute_loss_func=Loss(recipe.label_smoothing),
        callbacks=[EarlyStoppingCallback(recipe.patience), Teller(tell)],
    )
    made.remove_callback(PrinterCallback)
    return made


def _arguments(recipe: Recipe, plan: Plan, folder: Path, device: torch.device) -> TrainingArguments:
    is_gpu = device.type == "cuda"
    dtype = recipe.dtype
    if dtype == "auto":
        dtype = "bfloat16" if is_gpu and torch.cuda.is_bf16_supported() else "float32"
    steps = recipe.max_steps or plan.steps(recipe.epochs)
    every = min(recipe.evaluate_every or min(LOOK, plan.steps(1)), steps)
    return TrainingArguments(
        output_dir=str(folder),
        max_steps=steps,
        gradient_accumulation_steps=recipe.accumulate,
        learning_rate=recipe.rate,
        lr_scheduler_type="inverse_sqrt",
        warmup_steps=recipe.warmup,
        adam_beta1=0.9,
        adam_beta2=0.98,
        adam_epsilon=1e-9,
        weight_decay=0.0,
        max_grad_norm=1.0,
        eval_strategy="steps",
        eval_steps=every,
        save_strategy="steps",
        save_steps=every,
        logging_strategy="steps",
        logging_steps=every,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        restore_callback_states_from_checkpoint=True,
        ignore_data_skip=True,  # the stream itself continues where it was
        bf16=dtype == "bfloat16",
        use_cpu=not is_gpu,
        seed=recipe.seed,
        data_seed=recipe.seed,
        full_determinism=is_gpu,
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        remove_unused_columns=False,
    )
