"""Sides and documents with connectives, built by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discotag_phen_connectives.connective import Connective

from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.testing.builders import document


@pytest.fixture
def connective() -> Any:
    """Build the value of one connective from its tokens."""

    def build(*tokens: int, **fields: Any) -> Connective:
        usual = {
            "form": "however",
            "sense": "concession",
            "confidence": 0.95,
            "is_before": True,
            "kind": "adverb",
        }
        return Connective(tokens, **{**usual, **fields})

    return build


@pytest.fixture
def built() -> Any:
    """Build a document with the layer on either side: segment → connectives."""

    def build(source: Any, target: Any, links: Any, *, ours: Any = None, theirs: Any = None) -> Any:
        made = document(source, target, links, languages=("en", "de"))

        def layered(side: Any, found: Any) -> Any:
            if found is None:
                return side
            layer = tuple(tuple(found.get(segment, ())) for segment in range(len(side)))
            return replace(side, annotations={"connectives": layer})

        return replace(made, source=layered(made.source, ours), target=layered(made.target, theirs))

    return build


@pytest.fixture
def in_language() -> Any:
    """Give a component's context for the source side of a language."""

    def give(code: str) -> Context:
        pack = LanguagePack.from_package(f"discotag_lang_{code}")
        return Context("connectives", pack, pack, side="source")

    return give
