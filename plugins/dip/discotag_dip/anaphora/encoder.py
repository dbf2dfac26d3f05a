"""The pronoun ranker over an encoder: the small one and a network over masks, put together.

A form's log probability is half of what the small ranker says plus what the network says,
normalised. The weights were chosen on the German and French pairs of eval-anaphora. Needs the
package discotag-e5.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import log1p
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import PronounRanker, PronounWeights, log_share, scores
from discotag_dip.anaphora.slots import slots
from discotag_dip.weights import read_arrays

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_dip.anaphora.slots import Slot
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]
    Word = tuple[int, int]
    "Segment and token."


SMALL = 0.5
"""What the small ranker's log probabilities count relative to the network's."""
SHOWN = 8
"""Hexadecimal digits of a digest."""


class EncodedPronouns(PronounRanker):
    """Gives ρ of segments in context.

    Args:
        encoder: gives the states of layers 7 and 9.
        digest: of its weights.
        network: what reads them; None = the one that is shipped.
        weights: the small ranker's; None = those that are shipped.
    """

    def __init__(
        self,
        encoder: Encoder,
        digest: str,
        network: PronounNetwork | None = None,
        weights: PronounWeights | None = None,
    ) -> None:
        super().__init__(weights)
        self._encoder = encoder
        self._network = network or read_network()
        self._of_encoder = digest

    @property
    def digest(self) -> str:
        """Its name and eight digits of all its weights, for the setup of scores."""
        parts = f"{super().digest} {self._network.digest} {self._of_encoder}"
        return f"e5@{hashlib.sha256(parts.encode()).hexdigest()[:SHOWN]}"

    @property
    def usual(self) -> float:
        """What a pronoun of free text costs on average, in nats."""
        return self._network.usual

    def totals(
        self, context: Sequence[Tokens], tokens: Tokens
    ) -> Iterator[tuple[Slot, Mapping[str, float]]]:
        """Yield a segment's slots, each with the weight of every form there (log odds)."""
        found = tuple(slots(context, tokens))
        seen = hidden(context, tokens, {slot.token for slot in found}, self._encoder)
        for slot in found:
            totals = scores(slot, self._weights)
            if slot.token not in seen:
                yield slot, totals
                continue
            values = self._network.log_probabilities(seen[slot.token])
            yield (
                slot,
                {
                    form: SMALL * log_share(totals, (form,)) + float(value)
                    for form, value in zip(self._network.forms, values, strict=True)
                },
            )


def open_encoded() -> EncodedPronouns:
    """Open the ranker; PluginError if the encoder's weights are missing, with the cure."""
    from discotag_e5.encoder import Encoder
    from discotag_e5.weights import open_weights

    weights = open_weights()
    return EncodedPronouns(Encoder(weights, LAYER, below=BELOW), weights.sha256)


BELOW, LAYER = (7,), 9
"""The layers of multilingual-e5-small whose states are joined; words use the last."""
MOST = 30
"""Words that are read around a pronoun."""
KINDS = ("NOUN", "PROPN", "PRON")
BACK = 3
"""The segment itself and two before it."""
NEAR = 2
AT_END = 3
"""Tokens from the pronoun, and from the end of an earlier segment, that count as near."""
SCALE = 3.0
"""The logarithm of a distance is divided by it."""


class Hidden(NamedTuple):
    """A pronoun's place.

    Args:
        state: of its mask, (layers · width,).
        vectors: of the words around it, (words, width), of the highest layer.
        marks: kind, segment, distance and class of these, (words, marks).
    """

    state: Floats
    vectors: Floats
    marks: Floats


def hidden(
    context: Sequence[Tokens], tokens: Tokens, indices: Collection[int], encoder: Encoder
) -> dict[int, Hidden]:
    """Return what is seen of each pronoun of a segment; one without characters is left out.

    Args:
        context: the segments before it.
        tokens: the segment.
        indices: its pronouns.
        encoder: gives the states.
    """
    if not indices:
        return {}
    read_segments = (*context, tokens)
    own = len(context)
    ids, owners = _masked(read_segments, indices, encoder)
    (states,) = encoder.states([tuple(ids)])
    width = states.shape[1] // (1 + len(BELOW))
    pieces: dict[Word, list[int]] = {}
    for place, word in enumerate(owners):
        for token in word[1]:
            is_hidden = word[0] == own and token in indices
            if is_hidden or read_segments[word[0]][token].upos in KINDS:
                pieces.setdefault((word[0], token), []).append(place)
    vectors = {word: states[places, -width:].mean(axis=0) for word, places in pieces.items()}
    found = {}
    for index in indices:
        if (own, index) not in pieces:
            continue
        around = _nearest((word for word in vectors if word != (own, index)), own, index)
        rows = [_marks(read_segments, own, index, word) for word in around]
        found[index] = Hidden(
            states[pieces[own, index][0]],
            np.array([vectors[word] for word in around], np.float32).reshape(-1, width),
            np.array(rows, np.float32).reshape(-1, marks_size()),
        )
    return found


def _masked(
    segments: Sequence[Tokens], indices: Collection[int], encoder: Encoder
) -> tuple[list[int], list[tuple[int, tuple[int, ...]]]]:
    """Return the pieces of a text whose last segment's pronouns are one mask each; their words."""
    from discotag_e5.encoder import read

    ids: list[int] = []
    owners: list[tuple[int, tuple[int, ...]]] = []
    for number, tokens in enumerate(segments):
        reading = read(tokens, encoder.tokenizer)
        masked = set()
        for piece, words in zip(reading.ids, reading.owners, strict=True):
            is_last = number == len(segments) - 1
            pronoun = next((word for word in words if is_last and word in indices), None)
            if pronoun is None:
                ids.append(piece)
                owners.append((number, words))
            elif pronoun not in masked:
                masked.add(pronoun)
                ids.append(encoder.mask)
                owners.append((number, (pronoun,)))
    return ids, owners


def _nearest(words: Iterable[Word], own: int, index: int) -> list[Word]:
    """Return the nearest words: of the segment first, then those at the end of earlier ones."""

    def distance(word: Word) -> tuple[int, int]:
        segment, token = word
        return own - segment, abs(token - index) if segment == own else -token

    return sorted(words, key=distance)[:MOST]


def _marks(segments: Sequence[Tokens], own: int, index: int, word: Word) -> list[float]:
    segment, token = word
    tokens = segments[segment]
    is_own = segment == own
    away = token - index if is_own else token - len(tokens)
    back = own - segment
    upos = tokens[token].upos
    kind = upos if upos in KINDS else "PRON"
    name = pronouns().class_of(tokens.forms[token])
    return [
        *(float(kind == one) for one in KINDS),
        *(float(back == one) for one in range(BACK)),
        float(is_own and away < 0),
        float(is_own and away > 0),
        log1p(abs(away)) / SCALE,
        float(is_own and abs(away) <= NEAR),
        float(not is_own and abs(away) <= AT_END),
        *(float(name == one) for one in pronouns().classes),
        float(name is None),
    ]


def marks_size() -> int:
    """Return how many marks a word has."""
    return len(KINDS) + BACK + 5 + len(pronouns().classes) + 1


PATH = Path(__file__).with_name("weights_e5.npz")
TINY = 1e-5


class PronounNetwork:
    """Attention of a mask over the words around it, then one hidden layer.

    Args:
        arrays: `ask` (heads, layers · width), `key` (heads, width), `mark` (heads, marks), `bias`
            (marks,), `value` (heads, width), `hidden` (units, layers · width) and `out` (forms,
            units + 2 · heads), each but `bias` with a column for 1 at the end; `nobody` (1,);
            `forms`, `usual` (nats).
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        names = ("ask", "key", "mark", "bias", "value", "hidden", "out", "nobody")
        self._weights = {name: arrays[name].astype(np.float32) for name in names}
        self.forms = tuple(map(str, arrays["forms"]))
        self.usual = float(arrays["usual"])
        self.width = self._weights["key"].shape[1] - 1
        self.digest = digest
        if len(self._weights["out"]) != len(self.forms):
            raise ValueError(f"{len(self._weights['out'])} rows for {len(self.forms)} forms")

    def log_probabilities(self, seen: Hidden) -> Floats:
        """Return the log probability of each form, (forms,), in nats."""
        state = normal(seen.state[None])[0]
        words = normal(seen.vectors)
        ask = self._linear("ask", state)
        keys = self._linear("key", words) + self._linear("mark", seen.marks)
        fits = keys @ ask / np.sqrt(len(ask)) + seen.marks @ self._weights["bias"]
        shares = softmax(np.concatenate([fits, self._weights["nobody"]]))[:-1]
        taken = shares @ np.tanh(self._linear("value", words))
        units = np.maximum(self._linear("hidden", state), 0)
        totals = self._linear("out", np.concatenate([units, taken, taken * np.tanh(ask)]))
        top = totals.max()
        found: Floats = totals - top - np.log(np.exp(totals - top).sum())
        return found

    def _linear(self, name: str, given: Floats) -> Floats:
        weights = self._weights[name]
        found: Floats = given @ weights[:, :-1].T + weights[:, -1]
        return found


def normal(rows: Floats) -> Floats:
    """Put each row's mean at 0 and its variance at 1."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    found: Floats = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + TINY)
    return found


def softmax(totals: Floats) -> Floats:
    """Return shares of 1."""
    powers = np.exp(totals - totals.max())
    found: Floats = powers / powers.sum()
    return found


@lru_cache(maxsize=2)
def read_network(path: Path = PATH) -> PronounNetwork:
    """Read the weights; TableError if the file is missing or damaged."""
    return read_arrays(path, PronounNetwork)
