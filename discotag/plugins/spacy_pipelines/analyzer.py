"""Segments analysed by a spaCy pipeline of the user's choice.

The pipeline splits sentences as it likes; a segment may then have several roots. English pipelines
from Explosion use ClearNLP relations: those with a Universal Dependencies counterpart are renamed,
the rest and the tree stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

import spacy
import spacy.about

from discotag.core.errors import PluginError, UsageError
from discotag.plugins.embedded.conversion import analyze_with
from discotag.plugins.embedded.digest import pipeline_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens

UNUSED = ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "spancat")
RELATIONS = {
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "neg": "advmod",
    "nsubjpass": "nsubj:pass",
    "poss": "nmod:poss",
    "prt": "compound:prt",
    "relcl": "acl:relcl",
}
"""ClearNLP relation → its Universal Dependencies counterpart."""


class SpacyAnalyzer:
    """Analyses segments with a spaCy pipeline.

    Args:
        nlp: the loaded pipeline.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self.digest = pipeline_digest(nlp.path) if nlp.path is not None else ""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the pipeline named by the argument (`spacy:NAME`, a package or a directory).

        Raises:
            UsageError: without a name, or for a pipeline of another language.
            PluginError: if there is no such pipeline, or it cannot be loaded, with the cure.
        """
        if not context.argument:
            raise UsageError(
                "analyzer spacy: name a pipeline, as in --analyzer spacy:fr_core_news_sm"
            )
        nlp = load(context.argument)
        code = context.pack.code.split("-")[0]
        if nlp.lang not in {code, "xx"}:
            raise UsageError(
                f"analyzer spacy: {context.argument} is a pipeline for {nlp.lang!r}, "
                f"the text is {code!r}"
            )
        return cls(nlp)

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Give one `Tokens` per segment, in order; a blank segment gives no tokens."""
        return tuple(_renamed(tokens) for tokens in analyze_with(self._nlp, texts, preset=False))


def load(name: str) -> Language:
    """Load a spaCy pipeline by package name or directory. Raises PluginError with the cure."""
    if not spacy.util.is_package(name) and not Path(name).is_dir():
        raise PluginError(
            f"no spaCy pipeline {name!r} is installed, and there is no such directory; "
            f"try: python -m spacy download {name}"
        )
    try:
        return spacy.load(name, exclude=list(UNUSED))
    except (ImportError, OSError, ValueError, KeyError) as error:
        raise PluginError(
            f"the pipeline {name!r} cannot be loaded by spaCy {spacy.about.__version__} ({error}); "
            f"try: python -m spacy download {name}"
        ) from error


def _renamed(tokens: Tokens) -> Tokens:
    if tokens.deprels is None:
        return tokens
    return replace(tokens, deprels=tuple(RELATIONS.get(name, name) for name in tokens.deprels))
