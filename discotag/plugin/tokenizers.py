"""For packs with a tokenizer of their own; importing it loads spaCy.

Example:
    >>> import re
    >>> from spacy.vocab import Vocab
    >>> from discotag.plugin.tokenizers import CodedTokenizer
    >>> cut = CodedTokenizer(Vocab(), infix_finditer=re.compile("-").finditer)
    >>> [token.text for token in cut("ai-je")]
    ['ai', '-', 'je']
"""

from __future__ import annotations

from discotag.plugins.embedded.tokenizers import CodedTokenizer

__all__ = ["CodedTokenizer"]
