"""spaCy's tokenizer as a pipeline has stored it, without first making that of the language.

Reading a pipeline replaces all rules that spaCy gives a tokenizer of the language when it makes it;
for English, making these takes a third of the time in which a pipeline is loaded. Importing this
module registers `discotag.StoredTokenizer.v1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacy.tokenizer import Tokenizer
from spacy.util import registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spacy.language import Language

NAME = "discotag.StoredTokenizer.v1"
REPLACED = '@tokenizers = "spacy.Tokenizer.v1"'


def create_stored_tokenizer() -> Callable[[Language], Tokenizer]:
    """Return what makes a tokenizer without rules; `from_disk` fills it."""

    def make(nlp: Language) -> Tokenizer:
        return Tokenizer(nlp.vocab)

    return make


def stored_tokenizer(path: Path) -> dict[str, Any]:
    """Return how a pipeline's config must be changed: not at all if its tokenizer is another."""
    is_replaced = REPLACED in (path / "config.cfg").read_text(encoding="utf-8")
    return {"nlp.tokenizer": {"@tokenizers": NAME}} if is_replaced else {}


registry.tokenizers.register(NAME, func=create_stored_tokenizer)
