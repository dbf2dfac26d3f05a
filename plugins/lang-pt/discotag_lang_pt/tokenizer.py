"""A Portuguese tokenizer: spaCy's, with the pronouns behind a verb as words of their own.

A pronoun behind its verb begins at its hyphen (`disse|-lhe`, `vê|-lo`, `apresenta|-se|-lhe`); a
pronoun inside the verb stays there (`fá-lo-ei`), and so do contractions (`do`, `nela`) and
compounds (`segunda-feira`). The package declares it to spaCy as
`discotag.PortugueseTokenizer.v1`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spacy.lang.pt import Portuguese
from spacy.lang.tokenizer_exceptions import URL_MATCH
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from discotag.plugin.tokenizers import CodedTokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

LETTER = "[a-zà-öø-ÿ]"
CLITIC = "(?:me|te|se|nos|vos|lhes?|[mt]?[oa]s?|lh[oa]s?|[ln][oa]s?)"
PRONOUN = rf"(?<={LETTER})-{CLITIC}(?![\w-])"
AFTER = (r"(?<=\w)-(?=[\"»”,.:;!?])", r"(?<=\w)[–—]")


def portuguese_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> Tokenizer:
        rules = Portuguese.Defaults
        return CodedTokenizer(
            nlp.vocab,
            rules=rules.tokenizer_exceptions,
            prefix_search=compile_prefix_regex(rules.prefixes or ()).search,
            suffix_search=re.compile(
                "|".join([compile_suffix_regex(rules.suffixes or ()).pattern, f"(?:{PRONOUN})$"])
            ).search,
            infix_finditer=compile_infix_regex([*(rules.infixes or ()), *AFTER]).finditer,
            url_match=URL_MATCH,
        )

    return create
