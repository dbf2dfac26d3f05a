"""A tokenizer of spaCy whose rules are code, so a saved pipeline cannot change them."""

from __future__ import annotations

from typing import Self

from spacy.tokenizer import Tokenizer


class CodedTokenizer(Tokenizer):  # type: ignore[misc]  # compiled, without type information
    """A tokenizer that keeps the rules it was made with, whatever was saved with a pipeline.

    spaCy saves regular expressions without their flags: a loaded tokenizer would take the French
    `L'ami` for one word.
    """

    def from_disk(self, path: object, *, exclude: object = ()) -> Self:  # noqa: ARG002
        """Keep the rules."""
        return self

    def from_bytes(self, data: bytes, *, exclude: object = ()) -> Self:  # noqa: ARG002
        """Keep the rules."""
        return self
