"""The pronoun ranker over an encoder: the small one and a network over masks, put together.

A form's log probability is half of what the small ranker says plus what the network says,
normalised. The weights were chosen on the German and French pairs of eval-anaphora. Needs the
package discotag-e5.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from discotag_dip.anaphora.masking import BELOW, LAYER, hidden
from discotag_dip.anaphora.network import PronounNetwork, read_network
from discotag_dip.anaphora.ranker import PronounRanker, PronounWeights, log_share, scores
from discotag_dip.anaphora.slots import slots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.plugin import Tokens
    from discotag_dip.anaphora.slots import Slot
    from discotag_e5.encoder import Encoder

SMALL = 0.5
"""What the small ranker's log probabilities count beside the network's."""
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
