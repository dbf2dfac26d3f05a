"""A Romanian tokenizer after the manner of Universal Dependencies: spaCy's rules, one spelling.

Clitics end or begin at their hyphen (`ți-|am`, `du|-te`, `dă|-mi|-l`, `într-|o`). Texts write ș and
ț with a comma or, from the time before fonts had it, with a cedilla (ş, ţ); the pipeline reads both
as the comma letters, which changes no offset. Typographic hyphens are read as plain ones. The
package declares it to spaCy as `discotag.RomanianTokenizer.v1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.lang.ro import RomanianDefaults
from spacy.lang.tokenizer_exceptions import URL_MATCH
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from discotag.plugin.tokenizers import CodedTokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc

ONE_SPELLING = str.maketrans("şţŞŢ‐‑", "șțȘȚ--")
MORE_SUFFIXES = ["-ni", "-vi", "-li", "-o", "-ne", "-vă", "-va", "-le", "-lor", "-mă", "-ma", "-ul"]
"""Pronouns that spaCy's list, drawn from one treebank, lacks or has in one spelling only."""


class RomanianTokenizer(CodedTokenizer):
    """A tokenizer whose rules are those of this module, whatever was saved with a pipeline."""

    def __call__(self, text: str) -> Doc:
        """Cut a text that is first brought to one spelling."""
        doc: Doc = super().__call__(text.translate(ONE_SPELLING))
        return doc


def romanian_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> Tokenizer:
        rules = RomanianDefaults
        suffixes = [*MORE_SUFFIXES, *(rules.suffixes or ())]
        return RomanianTokenizer(
            nlp.vocab,
            rules=rules.tokenizer_exceptions,
            prefix_search=compile_prefix_regex(rules.prefixes or ()).search,
            suffix_search=compile_suffix_regex(suffixes).search,
            infix_finditer=compile_infix_regex(rules.infixes or ()).finditer,
            url_match=URL_MATCH,
        )

    return create
