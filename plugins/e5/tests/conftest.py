"""Plumbing: a tiny file of weights, written as the real one is laid out, and all that is in it."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from discotag_e5.encoder import Encoder
from discotag_e5.weights import Weights

if TYPE_CHECKING:
    from pathlib import Path

    Array = np.ndarray

WIDTH, LAYERS, HEADS, INNER, POSITIONS = 64, 3, 2, 96, 24
EPSILON = 1e-12
LETTERS = "abcdefghijklmnopqrstuvwxyzéガ今日は"
PIECES = {
    **dict.fromkeys(("<s>", "<pad>", "</s>", "<unk>"), 0.0),
    "▁": -4.0,
    **dict.fromkeys(LETTERS, -6.0),
    **dict.fromkeys((f"▁{letter}" for letter in "abcde"), -5.0),
    "▁the": -3.0, "▁fi": -5.5, "fine": -8.0, "▁今日": -5.0, "日は": -7.0, "ID": -7.0, "▁W": -7.0,
    "<mask>": 0.0,
}  # fmt: skip
CHARACTERS = {
    "\x01": "", "\u3000": " ", "ﬁ": "fi", "Ｗ": "W", "Ｉ": "I", "Ｄ": "D", "ｶ": "カ", "ﾞ": "\u3099",
    "½": "1⁄2",
}  # fmt: skip


@dataclass
class Tiny:
    """A file of weights and what it holds, as floats that were never packed by our own reader."""

    path: Path
    tensors: dict[str, Array] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)


def packed(values: Array) -> tuple[bytes, Array]:
    """Pack floats by fours of bits, one at a time, and tell what can be read back."""
    stored, told = bytearray(), []
    for block in values.reshape(-1, 32):
        scale = np.float16(max(abs(block).max() / 7, 1e-4))
        halves = [min(15, max(0, round(float(value / scale)) + 8)) for value in block]
        stored += scale.tobytes()
        stored += bytes(halves[j] | halves[j + 16] << 4 for j in range(16))
        told += [(half - 8) * float(scale) for half in halves]
    return bytes(stored), np.array(told).reshape(values.shape)


def shapes() -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {
        "emb.word": (len(PIECES), WIDTH),
        "emb.pos": (POSITIONS, WIDTH),
        "emb.type": (2, WIDTH),
        "emb.ln.w": (WIDTH,),
        "emb.ln.b": (WIDTH,),
    }
    for layer in range(LAYERS):
        sizes = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH)}
        sizes |= {"ao": (WIDTH, WIDTH), "fi": (INNER, WIDTH), "fo": (WIDTH, INNER)}
        for part, size in sizes.items():
            found[f"l{layer}.{part}.w"], found[f"l{layer}.{part}.b"] = size, size[:1]
        for part in ("aln", "oln"):
            found[f"l{layer}.{part}.w"] = found[f"l{layer}.{part}.b"] = (WIDTH,)
    return found


def vocabulary() -> bytes:
    encoded = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, encoded)])
    out = struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, offsets[-1])
    out += offsets.astype("<u4").tobytes() + np.array([*PIECES.values()], "<f4").tobytes()
    out += b"".join(encoded)
    characters = b"".join(
        struct.pack(f"<IB{len(becomes)}I", ord(one), len(becomes), *map(ord, becomes))
        for one, becomes in CHARACTERS.items()
    )
    return out + struct.pack("<iI", len(CHARACTERS), len(characters)) + characters


def write_weights(path: Path, seed: int = 1) -> Tiny:
    """Write a file with random parameters: large ones, so that nothing is nearly linear."""
    rng = np.random.default_rng(seed)
    tiny = Tiny(path)
    head = b"E5S1" + struct.pack(
        "<I7ifi", 1, WIDTH, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2, EPSILON, 32
    )
    head += vocabulary()
    blobs = []
    for name, shape in shapes().items():
        values = rng.normal(0, 0.4, shape).astype(np.float32)
        is_packed = name == "emb.word" or (len(shape) == 2 and name.startswith("l"))
        blob, told = packed(values) if is_packed else (values.tobytes(), values.astype(float))
        blobs.append((name, int(is_packed), values.size, blob))
        tiny.tensors[name] = told
    size = len(head) + 4 + sum(2 + len(name) + 21 for name, *_ in blobs)
    at = size + -size % 4
    table, body = struct.pack("<i", len(blobs)), b"\0" * (-size % 4)
    for name, dtype, count, blob in blobs:
        table += struct.pack("<H", len(name)) + name.encode()
        table += struct.pack("<BIQQ", dtype, count, at, len(blob))
        tiny.starts[name] = at
        filled = blob + b"\0" * (-len(blob) % 4)
        body += filled
        at += len(filled)
    path.write_bytes(head + table + body)
    return tiny


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_weights(tmp_path_factory.mktemp("weights") / "tiny.bin")


@pytest.fixture(scope="session")
def weights(tiny: Tiny) -> Weights:
    return Weights(tiny.path, sha256=None)


@pytest.fixture
def encoder(weights: Weights) -> Encoder:
    return Encoder(weights, 2)


@pytest.fixture
def is_known(tiny: Tiny, weights: Weights, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    """Let the tiny file be the one that is known."""
    monkeypatch.setattr("discotag_e5.weights.SHA256", weights.sha256)
    return tiny
