"""Sides and documents with connectives, built by hand."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Context, LanguagePack
from discotag.testing.builders import document

if TYPE_CHECKING:
    from discotag_phen_connectives.words import Connective

collect_ignore_glob = [] if find_spec("discotag_phen_connectives") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""


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
        from discotag_phen_connectives.words import Connective

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
    """Return a component's context for the source side of a language."""

    def give(code: str) -> Context:
        pack = LanguagePack.from_package(f"discotag_lang_{code}")
        return Context("connectives", pack, pack, side="source")

    return give
