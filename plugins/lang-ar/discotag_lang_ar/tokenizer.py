"""spaCy's Arabic tokenizer, taught stops behind quotes and figures, and particles before quotes.

spaCy's own rules keep `آخرين".` and `2010.` whole, and take *ل"الحياة* for one word. The package
declares it to spaCy as `discotag.ArabicTokenizer.v1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.lang.ar import ArabicDefaults
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from discotag.plugin.tokenizers import CodedTokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

QUOTES = "\"«»“”„‟'‘’"
PREFIXES = [
    *(ArabicDefaults.prefixes or ()),
    rf"(?:و|ف)?[وفبلك]ـ?(?=[{QUOTES}])",
    "[/*]",
    "-(?=[^0-9])",
]
SUFFIXES = [
    *(ArabicDefaults.suffixes or ()),
    rf"(?<=[{QUOTES})\]%0-9٠-٩])\.",
    r"\.\.+",
    r"[/*]",
    "(?<=[^0-9])-",
]
INFIXES = [
    *(ArabicDefaults.infixes or ()),
    r"(?<=[0-9٠-٩])[-/](?=[0-9٠-٩])",
    r"\.\.+",
    rf"[{QUOTES}]",
    r"[()؛؟!]|(?<![0-9٠-٩])[،:]|[،:](?![0-9٠-٩])",
]


def arabic_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> Tokenizer:
        return CodedTokenizer(
            nlp.vocab,
            rules=ArabicDefaults.tokenizer_exceptions,
            prefix_search=compile_prefix_regex(PREFIXES).search,
            suffix_search=compile_suffix_regex(SUFFIXES).search,
            infix_finditer=compile_infix_regex(INFIXES).finditer,
            token_match=ArabicDefaults.token_match,
            url_match=ArabicDefaults.url_match,
        )

    return create
