"""For packs whose pipeline has a tokenizer of their own; importing it loads spaCy.

Example:
    >>> import spacy
    >>> from discotag.plugin.tokenizers import CodedTokenizer
    >>> [token.text for token in CodedTokenizer(spacy.blank("fr").vocab)("bon soir")]
    ['bon', 'soir']
"""

from __future__ import annotations

from discotag.language.tokenizers import CodedTokenizer

__all__ = ["CodedTokenizer"]
