"""How the published MuDA code reads words, for the profile that follows it tag for tag.

The code (CoderPat/MuDA, 98ac004) takes stop words and punctuation from spaCy, and looks words up
without case and without the characters around them that belong to no word.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from spacy.vocab import Vocab

_EDGES = re.compile(r"^\W+|\W+$")


@lru_cache(maxsize=65536)
def bare(form: str) -> str:
    """Return a word in lower case, without the characters around it that are not letters or digits.

    This is `_normalize` in `muda/langs/__init__.py`.

    Example:
        >>> bare("-Ils"), bare("l'"), bare("!")
        ('ils', 'l', '')
    """
    return _EDGES.sub("", form.lower())


class SpacyWords:
    """Which words of a language spaCy takes for stop words or punctuation, by their form alone.

    `Token.is_stop` and `Token.is_punct` are what the published code asks, in `lexical_cohesion`.
    Both belong to the language, not to a model, so the installed spaCy decides.

    Args:
        code: the language's code; a variety (`zh-tw`) is read as its language, as the code does
            (`muda/langs/zh_tw_tagger.py`).

    Raises:
        UsageError: spaCy does not know the language.
    """

    def __init__(self, code: str) -> None:
        from spacy.util import get_lang_class
        from spacy.vocab import create_vocab

        language = code.partition("-")[0]
        try:
            kind = get_lang_class(language)
        except ImportError as error:
            raise UsageError(
                f"spaCy has no stop words for {code!r}; take those of its pack with"
                " --set lexical_cohesion.stops=pack"
            ) from error
        self._vocab: Vocab = create_vocab(language, kind.Defaults)

    def obstacle(self, form: str) -> str | None:
        """Return why a word does not count; None if it does."""
        lexeme = self._vocab[form]
        if lexeme.is_stop:
            return f'"{form}" is one of spaCy\'s stop words'
        if lexeme.is_punct:
            return f'"{form}" is punctuation'
        return None
