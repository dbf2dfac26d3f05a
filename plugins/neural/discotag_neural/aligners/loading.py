"""Loads an encoder of Transformers from a folder, up to the layer that is used.

Layers that nobody reads are cut off. Linear layers on a CPU get their weights in oneDNN's order,
which multiplies faster than MKL's: on an AMD EPYC with one thread a model of base size took an
eighth less time (`benchmarks/aligners.py`, with and without `--unpacked`). The operation is the one
that torch.compile writes into what it compiles; it has no public name, so it is used only where it
exists and a probe gives the same numbers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
import transformers
from torch import nn
from transformers import AutoModel, AutoTokenizer

from discotag.plugin import PluginError, UsageError
from discotag_torch import first_line, quiet, usable_device

if TYPE_CHECKING:
    from pathlib import Path


PLAIN_WINDOW = 512
"""Positions taken where neither the model nor its tokenizer says how many it has."""
UNSET = 10**6
"""A tokenizer's length above this means "not said"."""


def position_count(model: nn.Module, config: Any, tokenizer: Any) -> int:
    """Return the most tokens of a row, special ones counted.

    RoBERTa and its kin count positions from after the padding's id.
    """
    said = getattr(config, "max_position_embeddings", None) or PLAIN_WINDOW
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding):
            first = 0 if module.padding_idx is None else module.padding_idx + 1
            said = module.num_embeddings - first
    own = tokenizer.model_max_length
    return int(min(said, own) if own < UNSET else said)


LOG = logging.getLogger(__name__)
Forward = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
"""(ids, mask), both (rows, positions) → hidden states (rows, positions, width)."""


def cut(model: Any, layer: int, depth: int, probe: torch.Tensor, component: str) -> Forward:
    """Return the function that computes a layer's hidden states, without the layers above.

    Where they cannot be cut off (ALBERT shares its one layer, XLM has several stacks), all are
    computed, with a warning.

    Args:
        model: an encoder of Transformers; its upper layers are removed.
        layer: 1-based, as in the model's `hidden_states`.
        depth: number of its layers.
        probe: ids (1, positions) by which both ways are compared.
        component: who asks, for messages.
    """

    def whole(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        given = model(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        states: torch.Tensor = given.hidden_states[layer]
        return states

    def last(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = model(input_ids=ids, attention_mask=mask).last_hidden_state
        return states

    if layer == depth:
        return last
    stacks = [
        (parent, name, stack)
        for parent in model.modules()
        for name, stack in parent.named_children()
        if isinstance(stack, nn.ModuleList) and len(stack) == depth
    ]
    mask = torch.ones_like(probe)
    with torch.inference_mode():
        wanted = whole(probe, mask)
        if len(stacks) == 1:
            parent, name, stack = stacks[0]
            setattr(parent, name, stack[:layer])
            forward = _tapped(last, stack[layer - 1])
            if _is_same(forward, probe, mask, wanted):
                return forward
            setattr(parent, name, stack)
    LOG.warning(
        "%s: the layers above %d of %s cannot be cut off; all %d are computed",
        component,
        layer,
        type(model).__name__,
        depth,
    )
    return whole


def _is_same(
    forward: Forward, probe: torch.Tensor, mask: torch.Tensor, wanted: torch.Tensor
) -> bool:
    try:
        got = forward(probe, mask)
    except (IndexError, KeyError, TypeError, ValueError):  # it counts on all its layers
        return False
    return got.shape == wanted.shape and torch.allclose(got, wanted, rtol=1e-4, atol=1e-4)


def _tapped(run: Forward, module: nn.Module) -> Forward:
    """Return what a module puts out while `run` computes, whatever is done to it afterwards."""

    def tapped(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        caught: list[torch.Tensor] = []
        hook = module.register_forward_hook(
            lambda _module, _given, out: caught.append(out if torch.is_tensor(out) else out[0])
        )
        try:
            run(ids, mask)
        finally:
            hook.remove()
        return caught[0]

    return tapped


class PackedLinear(nn.Module):
    """Replaces a linear layer in float32 on a CPU.

    Args:
        linear: the layer.
    """

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight = torch.ops.mkldnn._reorder_linear_weight(linear.weight.data, None)
        self.bias = linear.bias

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Compute what the layer computes."""
        out: torch.Tensor = torch.ops.mkldnn._linear_pointwise(
            given, self.weight, self.bias, "none", [], ""
        )
        return out


def pack(model: nn.Module, forward: Forward, probe: torch.Tensor) -> bool:
    """Load packed layers into a model; return whether they work here.

    Args:
        model: in float32 on a CPU; changed.
        forward: runs it.
        probe: ids (1, positions) by which both ways are compared.
    """
    mask = torch.ones_like(probe)
    linears = [
        (parent, name, layer)
        for parent in model.modules()
        for name, layer in parent.named_children()
        if type(layer) is nn.Linear
    ]
    with torch.inference_mode():
        wanted = forward(probe, mask)
        try:
            for parent, name, layer in linears:
                setattr(parent, name, PackedLinear(layer))
            got = forward(probe, mask)
        except (AttributeError, RuntimeError, TypeError):  # another build of torch
            got = wanted.new_empty(0)
    if got.shape == wanted.shape and torch.allclose(got, wanted, rtol=1e-4, atol=1e-4):
        return True
    for parent, name, layer in linears:
        setattr(parent, name, layer)
    return False


USUAL_LAYER = 8
"""Of the twelve of BERT base, by SimAlign's and awesome-align's papers."""
USUAL_DEPTH = 12
BERT_WORDS = 119_547
"""Size of multilingual BERT's vocabulary, by which it and its offspring are known."""
UNUSED = ("pooler.", "decoder.", "lm_head.")
"""Weights that a checkpoint may lack: nothing here reads them."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """A loaded encoder.

    Args:
        tokenizer: of Transformers.
        forward: (ids, mask), both (rows, positions) → hidden states (rows, positions, width) of the
            chosen layer.
        layer: the layer that is used; 0 would be the embeddings.
        prefix: ids of the special tokens before a text.
        suffix: ids of those after it.
        padding: the id that fills shorter rows.
        positions: the most tokens of a row, special ones not counted.
        device: where it runs.
        dtype: its numbers, for messages.
        is_bert: whether it is multilingual BERT, or was trained further from it.
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
    is_bert: bool = False


def load_encoder(
    folder: Path, *, layer: int | None, device: str, dtype: str, component: str
) -> Encoder:
    """Load tokenizer and encoder from a folder; never from the network, never foreign code.

    Args:
        folder: holds config.json, the vocabulary and the weights.
        layer: which layer's hidden states are wanted; None = the one two thirds up.
        device: `auto`, `cpu`, `cuda`, `cuda:1` …
        dtype: `float32`, `bfloat16` or `float16`.
        component: who asks, for messages.

    Raises:
        UsageError: the model has no such layer, or there is no such device.
        PluginError: the folder holds no model that can be used; names it, with the reason.
    """
    place = usable_device(device, component)
    tokenizer, config, model = _loaded(folder, component)
    depth = int(config.num_hidden_layers)
    if layer is not None and layer > depth:
        raise UsageError(
            f"{component}: layer {layer} was asked for, but the model in {folder} has {depth}"
        )
    layer = usual_layer(depth) if layer is None else layer
    prefix, suffix, sample = special_ids(tokenizer)
    probe = torch.tensor([[*prefix, *sample, *suffix]])
    forward = cut(model, layer, depth, probe, component)
    model.to(device=place, dtype=getattr(torch, dtype))
    if place.type == "cpu" and dtype == "float32":
        pack(model, forward, probe)
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
        is_bert=config.model_type == "bert" and config.vocab_size == BERT_WORDS,
    )


def usual_layer(depth: int) -> int:
    """Return the layer two thirds up, as 8 is of 12; at least the first."""
    return max(1, round(depth * USUAL_LAYER / USUAL_DEPTH))


def _loaded(folder: Path, component: str) -> tuple[Any, Any, Any]:
    """Load tokenizer, configuration and encoder; PluginError names the folder and the reason."""
    with quiet():
        try:
            tokenizer = _tokenizer(folder)
            model, report = AutoModel.from_pretrained(
                folder,
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
    config = model.config
    if getattr(config, "is_encoder_decoder", False):
        model = model.get_encoder()
    return tokenizer, config, model.eval().requires_grad_(requires_grad=False)


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
    """Return the special ids before a text, those after it, and a sample of a text's own."""
    coded = tokenizer("a 1", return_special_tokens_mask=True)
    ids, mask = coded["input_ids"], coded["special_tokens_mask"]
    own = [place for place, is_special in enumerate(mask) if not is_special]
    start, end = (own[0], own[-1] + 1) if own else (len(ids), len(ids))
    return tuple(ids[:start]), tuple(ids[end:]), tuple(ids[start:end])
