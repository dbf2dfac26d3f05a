"""The embedded analyzer: the compact spaCy pipeline that a language pack carries.

It is loaded, and spaCy imported, when there is something to analyse: a run whose layers are all in
the cache needs neither.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Self

from discotag.core.errors import PluginError
from discotag.core.interfaces import Analyzer
from discotag.files.output import pipeline_digest
from discotag.language.spacy_start import import_spacy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens
PARTS = tuple(
    f"discotag.plugins.analyzers.embedded.{part}" for part in ("affixes", "genders", "lexicon")
)
"""Modules whose import makes the pipelines' parts known to spaCy; a pack declares its own by entry
point."""


class EmbeddedAnalyzer(Analyzer):
    """Analyses segments with the pack's own pipeline; each segment is one tree.

    Args:
        nlp: the loaded pipeline, or the directory from which it is loaded when first needed.
        digest: fingerprint of its files.
    """

    def __init__(self, nlp: Language | Path, digest: str = "") -> None:
        self._given = nlp
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Find the pipeline of the side's pack; InputError if the pack carries none."""
        path = context.pack.resource("pipeline")
        return cls(path, pipeline_digest(path))

    @cached_property
    def _nlp(self) -> Language:
        return load(self._given) if isinstance(self._given, Path) else self._given

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per segment, in order; a blank segment gives no tokens.

        Raises:
            PluginError: the pipeline cannot be loaded; says the cure.
        """
        import_spacy()
        from discotag.language.threads import one_thread
        from discotag.plugins.analyzers.embedded.conversion import analyze_with

        nlp = self._nlp
        with one_thread():
            return tuple(analyze_with(nlp, texts))


def load(path: Path) -> Language:
    """Load a pack's pipeline directory. Raises PluginError saying what to install."""
    import_spacy()
    import spacy
    import spacy.about

    from discotag.plugins.analyzers.embedded.affixes import stored_tokenizer
    from discotag.plugins.analyzers.embedded.inference import without_training
    from discotag.plugins.analyzers.embedded.products import multiply_in_blocks

    for part in PARTS:
        import_module(part)

    try:
        with warnings.catch_warnings():
            # spaCy 3.8 calls SudachiPy by a name that SudachiPy has since renamed
            warnings.filterwarnings(
                "ignore", message="Dictionary.create", category=DeprecationWarning
            )
            nlp = spacy.load(path, config=stored_tokenizer(path))
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
    return without_training(multiply_in_blocks(nlp))
