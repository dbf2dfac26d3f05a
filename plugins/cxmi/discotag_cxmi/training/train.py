"""The model of a training: built in one of the usual sizes, or loaded to continue from."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError, count_noun, note_on_interrupt
from discotag_cxmi.examples import ContextFormat, read_format, write_format
from discotag_cxmi.scoring.loading import set_languages
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_cxmi.training import checkpoints
from discotag_cxmi.training.corpus import (
    Corpus,
    TextPair,
    digest,
    encoded,
    learn_tokenizer,
    load_tokenizer,
    with_tokens,
)
from discotag_cxmi.training.layout import Collator, Layout, Plan, layout_of
from discotag_torch import quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from discotag_cxmi.training.recipe import Recipe


ARCHITECTURES = {
    "tiny": {"d_model": 64, "ffn": 256, "layers": 2, "heads": 4},
    "mini": {"d_model": 128, "ffn": 512, "layers": 2, "heads": 4},
    "small": {"d_model": 512, "ffn": 1024, "layers": 6, "heads": 8},
    "large": {"d_model": 1024, "ffn": 4096, "layers": 6, "heads": 16},
}
"""`small` and `large` are those of Fernandes et al. 2021; layers are those of each side."""
DROPOUT = 0.1


@dataclass(frozen=True, slots=True)
class Made:
    """What is trained.

    Args:
        model: the network.
        tokenizer: its tokenizer.
        format: how it takes context.
        layout: where special tokens are.
    """

    model: Any
    tokenizer: Any
    format: ContextFormat
    layout: Layout


def tokenizer_of(recipe: Recipe, lines: Iterable[str]) -> Any:
    """Load or learn the recipe's tokenizer, with separator and mask in its vocabulary."""
    separator = format_of(recipe).separator
    if recipe.tokenizer is not None:
        tokenizer = load_tokenizer(Path(recipe.tokenizer), separator)
    elif recipe.start is not None:
        tokenizer = load_tokenizer(Path(recipe.start), separator)
    else:
        tokenizer = learn_tokenizer(lines, recipe, separator)
    with_tokens(tokenizer, separator, needs_mask=bool(recipe.coword or recipe.word_dropout))
    return tokenizer


def format_of(recipe: Recipe) -> ContextFormat:
    """Return the format in which the model will take context."""
    old = None if recipe.start is None else read_format(Path(recipe.start))
    return (old or ContextFormat()).model_copy(
        update={
            "kind": recipe.kind,
            "source_sizes": recipe.source_context,
            "target_sizes": recipe.target_context,
        }
    )


def make(recipe: Recipe, tokenizer: Any) -> Made:
    """Build or load the model; weights depend on torch's seed.

    Raises:
        UsageError: no such model, one of another kind, or one that is too short.
    """
    given = format_of(recipe)
    options = ModelOptions(source_code=recipe.source_code, target_code=recipe.target_code)
    set_languages(tokenizer, options)
    model = _built(recipe, tokenizer, given) if recipe.start is None else _loaded(recipe, tokenizer)
    return Made(model, tokenizer, given, layout_of(tokenizer, model.config, given, options))


def _built(recipe: Recipe, tokenizer: Any, given: ContextFormat) -> Any:
    from transformers import MarianConfig, MarianMTModel

    from discotag_cxmi.scoring.multi_encoder import MultiEncoderConfig, MultiEncoderModel

    size = ARCHITECTURES[recipe.arch]
    settings = {
        "vocab_size": len(tokenizer),
        "d_model": size["d_model"],
        "encoder_ffn_dim": size["ffn"],
        "decoder_ffn_dim": size["ffn"],
        "encoder_layers": size["layers"],
        "decoder_layers": size["layers"],
        "encoder_attention_heads": size["heads"],
        "decoder_attention_heads": size["heads"],
        "max_position_embeddings": recipe.max_length,
        "dropout": DROPOUT if recipe.dropout is None else recipe.dropout,
        "activation_function": "relu",
        "scale_embedding": True,
        "init_std": size["d_model"] ** -0.5,
        "pad_token_id": tokenizer.pad_token_id,
        "eos_token_id": tokenizer.eos_token_id,
        "forced_eos_token_id": None,
        "bos_token_id": None,
        "decoder_start_token_id": tokenizer.pad_token_id,
    }
    if recipe.kind == "multi-encoder":
        separator = tokenizer.convert_tokens_to_ids(given.separator)
        return MultiEncoderModel(MultiEncoderConfig(**settings, separator_token_id=separator))
    return MarianMTModel(MarianConfig(**settings))


def _loaded(recipe: Recipe, tokenizer: Any) -> Any:
    import torch
    from transformers import AutoConfig, AutoModelForSeq2SeqLM

    from discotag_cxmi.scoring import multi_encoder as multi

    folder = Path(recipe.start or "")
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        for name in ("dropout", "dropout_rate"):
            if recipe.dropout is not None and hasattr(config, name):
                setattr(config, name, recipe.dropout)
        model = AutoModelForSeq2SeqLM.from_pretrained(
            folder,
            config=config,
            dtype=torch.float32,
            local_files_only=True,
            trust_remote_code=False,
        )
    except Exception as error:  # of many kinds in Transformers
        reason = (str(error).strip().splitlines() or [""])[0]
        raise UsageError(
            f"--from {folder}: no encoder–decoder model can be loaded there: {reason}"
        ) from error
    is_multi = isinstance(model, multi.MultiEncoderModel)
    if recipe.kind == "multi-encoder" and not is_multi:
        model = _with_context_encoder(model, tokenizer, format_of(recipe).separator, folder)
    elif is_multi and recipe.kind != "multi-encoder":
        raise UsageError(f"--from {folder} is a multi-encoder; add --kind multi-encoder")
    if len(tokenizer) > model.get_input_embeddings().weight.shape[0]:
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    positions = getattr(model.config, "max_position_embeddings", None)
    if positions is not None and positions < recipe.max_length:
        raise UsageError(
            f"--max-length {recipe.max_length}: the model in {folder} takes {positions} tokens"
        )
    return model


def _with_context_encoder(model: Any, tokenizer: Any, separator: str, folder: Path) -> Any:
    """Return a Marian model a context encoder, which starts as a copy of its own encoder."""
    from discotag_cxmi.scoring.multi_encoder import MultiEncoderConfig, MultiEncoderModel

    if model.config.model_type != "marian":
        raise UsageError(
            "--kind multi-encoder starts from a Marian model, and"
            f" {folder} is {model.config.model_type}"
        )
    settings = {k: v for k, v in model.config.to_dict().items() if k != "model_type"}
    place = tokenizer.convert_tokens_to_ids(separator)
    made = MultiEncoderModel(MultiEncoderConfig(**{**settings, "separator_token_id": place}))
    made.load_state_dict(model.state_dict(), strict=False)
    made.copy_encoder()
    return made


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

    A training that was broken off there continues from its last checkpoint; on a CPU, with the same
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
