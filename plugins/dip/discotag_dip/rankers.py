"""Rankers as scores and builds see them, and how one is opened.

Those that are shipped (tables of weights; `e5` over an encoder), a trained one, a neural one.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from discotag.plugin import UsageError
from discotag_dip.anaphora.ranker import PronounRanker
from discotag_dip.anaphora.ranker import read_weights as read_pronouns
from discotag_dip.coherence.ranker import read_weights, shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens


ENCODED = Path("e5")
"""The name of the rankers over the encoder of discotag-e5; a file or folder of this name is asked
for by its whole path (`./e5` is the same path as `e5`)."""


class SegmentRanker(Protocol):
    """Measures how well the pronouns of a segment fit its context."""

    @property
    def digest(self) -> str:
        """What the setup of scores says of it."""

    def rho(self, context: Sequence[Tokens], tokens: Tokens) -> float:
        """Return ρ of a segment after its context; higher is better."""

    def preference(self, context: Sequence[Tokens], tokens: Tokens, index: int, name: str) -> float:
        """Return ρ of a segment less ρ of the same with a pronoun of a class in a token's place."""


class DocumentRanker(Protocol):
    """Measures how coherent a text is."""

    @property
    def digest(self) -> str:
        """What the setup of scores says of it."""

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text; higher is better."""


def pronoun_ranker(path: Path | None = None) -> SegmentRanker:
    """Open a ranker of pronouns.

    Args:
        path: a file of weights, the folder of a neural one, or `e5`; None = the small one.

    Raises:
        InputError: the path holds none.
        UsageError: it is a neural one, and torch or Transformers is absent; or `e5`, and
            discotag-e5 is.
        PluginError: the encoder's weights are missing.
    """
    if path is None:
        return PronounRanker()
    if path == ENCODED:
        require_encoder()
        from discotag_dip.anaphora.encoder import open_encoded

        return open_encoded()
    if not path.is_dir():
        return PronounRanker(read_pronouns(path))
    require_neural()
    from discotag_dip.neural.network import NeuralPronouns

    return NeuralPronouns(path)


def coherence_ranker(path: Path | None = None) -> DocumentRanker:
    """Open a ranker of documents; as `pronoun_ranker`."""
    if path is None:
        return shipped()
    if path == ENCODED:
        require_encoder()
        from discotag_dip.coherence.ranker import open_encoded

        return open_encoded()
    if not path.is_dir():
        return read_weights(path)
    require_neural()
    from discotag_dip.neural.network import NeuralCoherence

    return NeuralCoherence(path)


def require_neural() -> None:
    """Refuse with the cure where torch or Transformers is absent; UsageError."""
    absent = [name for name in ("torch", "transformers") if find_spec(name) is None]
    if absent:
        raise UsageError(
            f"a neural ranker needs {' and '.join(absent)}; try: pip install 'discotag-dip[neural]'"
        )


def require_encoder() -> None:
    """Refuse with the cure where discotag-e5 is absent; UsageError.

    Where a file or folder is called `e5`, too, say how it is asked for.
    """
    if find_spec("discotag_e5") is None:
        own = f"; if you mean your own {ENCODED}, give its whole path" if ENCODED.exists() else ""
        raise UsageError(
            f"the ranker e5 needs discotag-e5; try: pip install 'discotag-dip[e5]'{own}"
        )


def refuse_name(out: Path) -> None:
    """Refuse to write a ranker under a name that could not be asked for; UsageError."""
    if out == ENCODED:
        raise UsageError(
            f"--ranker {ENCODED} means the encoder's ranker; give --out another name, or its whole"
            " path"
        )
