"""What the English resolver `rules` says of texts that its networks have not learned from.

The shipped networks know the training texts too well: of pronouns of GUM train they find 68 %, of
GUM dev 62 %. So two pairs of networks are fitted, each to a half of the texts, and speak of the
other half (Wolpert 1992).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from discotag_lang_en.coref import network
from discotag_lang_en.coref.network import choose
from discotag_lang_en.coref.resolver import RuleCoref, RuleOptions
from training.coreference.choices import Source, collect
from training.coreference.fitting import Setting, fit
from training.coreference.weights import NAMES, use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Resolution
    from training.coreference_e5.examples import Example

SETTING = Setting(hidden=4, epochs=5, voices=1)


def opinions(texts: Sequence[Example]) -> dict[str, Resolution]:
    """Return what the resolver says of English training texts, by name."""
    found: dict[str, Resolution] = {}
    shipped = network.networks
    try:
        for half in range(2):
            network.networks = shipped
            _learn([text for text in texts if _half(text) != half])
            resolver = RuleCoref(RuleOptions())
            for text in texts:
                if _half(text) == half:
                    (found[text.gold.id],) = resolver.weigh([text.side])
    finally:
        network.networks = shipped
    return found


def _half(text: Example) -> int:
    return sha256(f"x{text.gold.id}".encode()).digest()[0] % 2


def _learn(texts: Sequence[Example]) -> None:
    """Let the resolver choose by networks that were fitted to these texts."""
    kinds = {(text.scheme, text.weight) for text in texts}
    sources = [
        Source(
            [(text.gold, text.side) for text in texts if (text.scheme, text.weight) == kind], *kind
        )
        for kind in sorted(kinds)
    ]
    options = RuleOptions()
    followed = collect(sources, options, None, follows_gold=True)
    chosen = collect(sources, options, choose, follows_gold=False)
    use({name: fit(followed[name] + chosen[name], SETTING) for name in NAMES})
