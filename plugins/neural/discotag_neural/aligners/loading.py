"""Loads an encoder of Transformers from a folder, up to the layer that is used."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
import transformers
from torch import nn
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging as transformers_logging

from discotag.core.errors import PluginError, UsageError
from discotag_neural.aligners import packing
from discotag_neural.aligners.cutting import Forward, cut

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

USUAL_LAYER = 8
UNUSED = ("pooler.", "decoder.", "lm_head.")
"""Weights that a checkpoint may lack: nothing here reads them."""
PLAIN_WINDOW = 512
"""Positions taken where neither the model nor its tokenizer says how many it has."""
UNSET = 10**6
"""A tokenizer's length above this means "not said"."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """A loaded encoder.

    Args:
        tokenizer: of Transformers.
        forward: (ids, mask), both (rows, positions) → hidden states (rows, positions, width) of the
            chosen layer.
        layer: the layer that is used; 0 would be the embeddings.
        prefix: ids of the special tokens before a text.
        suffix: ids of those behind it.
        padding: the id that fills shorter rows.
        positions: the most tokens of a row, special ones not counted.
        device: where it runs.
        dtype: its numbers, for messages.
    """

    tokenizer: Any
    forward: Forward
    layer: int
    prefix: tuple[int, ...]
    suffix: tuple[int, ...]
    padding: int
    positions: int
    device: torch.device
    dtype: str


def load_encoder(
    folder: Path, *, layer: int | None, device: str, dtype: str, component: str
) -> Encoder:
    """Load tokenizer and encoder from a folder; never from the network, never foreign code.

    Args:
        folder: holds config.json, the vocabulary and the weights.
        layer: which layer's hidden states are wanted; None = 8, or the last of a smaller model.
        device: `auto`, `cpu`, `cuda`, `cuda:1` …
        dtype: `float32`, `bfloat16` or `float16`.
        component: who asks, for messages.

    Raises:
        UsageError: the model has no such layer, or there is no such device.
        PluginError: the folder holds no model that can be used; names it, with the reason.
    """
    place = usable_device(device, component)
    with quiet():
        try:
            config = AutoConfig.from_pretrained(folder, local_files_only=True)
            tokenizer = _tokenizer(folder)
            model, report = AutoModel.from_pretrained(
                folder,
                config=config,
                local_files_only=True,
                trust_remote_code=False,
                dtype=torch.float32,
                output_loading_info=True,
            )
        except Exception as error:
            raise PluginError(
                f"{component}: the model in {folder} cannot be loaded by Transformers "
                f"{transformers.__version__} ({first_line(error)}); it takes config.json, "
                "tokenizer.json or vocab.txt, and model.safetensors or pytorch_model.bin"
            ) from error
    absent = sorted(key for key in report["missing_keys"] if not key.startswith(UNUSED))
    if absent:
        raise PluginError(
            f"{component}: the weights in {folder} lack {len(absent)} of the model's parameters "
            f"({absent[0]} …): they belong to another architecture than its config.json says"
        )
    if getattr(config, "is_encoder_decoder", False):
        model = model.get_encoder()
    model.eval().requires_grad_(requires_grad=False)
    depth = int(config.num_hidden_layers)
    if layer is not None and layer > depth:
        raise UsageError(
            f"{component}: layer {layer} was asked for, but the model in {folder} has {depth}"
        )
    layer = min(USUAL_LAYER, depth) if layer is None else layer
    prefix, suffix, sample = special_ids(tokenizer)
    probe = torch.tensor([[*prefix, *sample, *suffix]])
    forward = cut(model, layer, depth, probe, component)
    model.to(device=place, dtype=getattr(torch, dtype))
    if place.type == "cpu" and dtype == "float32":
        packing.pack(model, forward, probe)
    padding = tokenizer.pad_token_id
    return Encoder(
        tokenizer=tokenizer,
        forward=forward,
        layer=layer,
        prefix=prefix,
        suffix=suffix,
        padding=0 if padding is None else padding,
        positions=position_count(model, config, tokenizer) - len(prefix) - len(suffix),
        device=place,
        dtype=dtype,
    )


def usable_device(name: str, component: str) -> torch.device:
    """Give the device of that name; UsageError if it is not there. `auto` takes a GPU if it can."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(
            f"{component}: device {name!r} cannot be used here ({first_line(error)}); "
            "auto takes a GPU if there is one"
        ) from error
    return device


def _tokenizer(folder: Path) -> Any:
    load = partial(
        AutoTokenizer.from_pretrained, folder, local_files_only=True, trust_remote_code=False
    )
    options: dict[str, Any] = {}
    tokenizer = load()
    has_capitals = any(word[:1].isupper() for word in tokenizer.get_vocab())
    if has_capitals and not _tells_case(folder):
        # Transformers lower-cases for any vocab.txt that comes without a word on it
        options["do_lower_case"] = False
        tokenizer = load(**options)
    try:
        tokenizer([["a"]], is_split_into_words=True)
    except (AssertionError, ValueError):  # a byte-level vocabulary, which holds words with a space
        tokenizer = load(add_prefix_space=True, **options)
    return tokenizer


def _tells_case(folder: Path) -> bool:
    if (folder / "tokenizer.json").exists() or not (folder / "vocab.txt").exists():
        return True
    settings = folder / "tokenizer_config.json"
    return settings.exists() and "do_lower_case" in settings.read_text(encoding="utf-8")


def special_ids(tokenizer: Any) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Give the special ids before a text, those behind it, and a sample of a text's own."""
    coded = tokenizer("a 1", return_special_tokens_mask=True)
    ids, mask = coded["input_ids"], coded["special_tokens_mask"]
    own = [place for place, is_special in enumerate(mask) if not is_special]
    start, end = (own[0], own[-1] + 1) if own else (len(ids), len(ids))
    return tuple(ids[:start]), tuple(ids[end:]), tuple(ids[start:end])


def position_count(model: nn.Module, config: Any, tokenizer: Any) -> int:
    """Give the most tokens of a row, special ones counted.

    RoBERTa and its kin count positions from behind the padding's id.
    """
    said = getattr(config, "max_position_embeddings", None) or PLAIN_WINDOW
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding):
            first = 0 if module.padding_idx is None else module.padding_idx + 1
            said = module.num_embeddings - first
    own = tokenizer.model_max_length
    return int(min(said, own) if own < UNSET else said)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Transformers from printing bars and reports; as before afterwards."""
    level = transformers_logging.get_verbosity()
    had_bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.set_verbosity(logging.ERROR)
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        transformers_logging.set_verbosity(level)
        if had_bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]


def first_line(error: BaseException) -> str:
    """Give an error's class and the first line of what it says."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
