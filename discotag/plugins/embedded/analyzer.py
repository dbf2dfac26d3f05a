"""The embedded analyzer: the compact spaCy pipeline that a language pack carries."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Self

import spacy
import spacy.about

from discotag.core.errors import PluginError
from discotag.plugins.embedded import affixes, lexicon
from discotag.plugins.embedded.conversion import analyze_with
from discotag.plugins.embedded.digest import pipeline_digest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spacy.language import Language

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens

REGISTERED = (affixes.ARCHITECTURE, lexicon.FACTORY)
"""Names that importing this module makes known to spaCy; a pack declares its own by entry point."""


class EmbeddedAnalyzer:
    """Analyses segments with the pack's own pipeline; each segment is one tree.

    Args:
        nlp: the loaded pipeline.
        digest: fingerprint of its files.
    """

    def __init__(self, nlp: Language, digest: str = "") -> None:
        self._nlp = nlp
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the pipeline of the side's pack.

        Raises:
            InputError: if the pack carries none.
            PluginError: if it cannot be loaded, with the cure.
        """
        path = context.pack.resource("pipeline")
        return cls(load(path), pipeline_digest(path))

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Give one `Tokens` per segment, in order; a blank segment gives no tokens."""
        return tuple(analyze_with(self._nlp, texts))


def load(path: Path) -> Language:
    """Load a pack's pipeline directory. Raises PluginError saying what to install."""
    try:
        with warnings.catch_warnings():
            # spaCy 3.8 calls SudachiPy by a name that SudachiPy has since renamed
            warnings.filterwarnings(
                "ignore", message="Dictionary.create", category=DeprecationWarning
            )
            return spacy.load(path)
    except ImportError as error:
        raise PluginError(
            f"the pipeline {path} needs a package that is missing ({error}); "
            "reinstall the language pack with pip"
        ) from error
    except (OSError, ValueError, KeyError) as error:
        raise PluginError(
            f"the pipeline {path} cannot be loaded by spaCy {spacy.about.__version__} ({error}); "
            'it was made for spaCy 3.8: try pip install "spacy>=3.8,<3.9", then reinstall the pack'
        ) from error
