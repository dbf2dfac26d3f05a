"""Tokenizers of spaCy whose rules are a table of a language pack, `tokenizer.toml`.

The table is read whenever a pipeline is loaded, so that a saved pipeline cannot change the rules:
spaCy saves regular expressions without their flags, and a loaded tokenizer would take the French
`L'ami` for one word.
"""

from __future__ import annotations

import re
from functools import reduce
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from spacy.lang.tokenizer_exceptions import URL_MATCH
from spacy.symbols import ORTH
from spacy.tokenizer import Tokenizer
from spacy.util import (
    compile_infix_regex,
    compile_prefix_regex,
    compile_suffix_regex,
    get_lang_class,
)

from discotag.core.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from spacy.language import Language
    from spacy.tokens import Doc

FILE = "tokenizer.toml"


class TokenizerTable(BaseModel):
    """What `tokenizer.toml` holds.

    Args:
        base: code of the spaCy language whose rules come first; none without it.
        ignores_case: whether the expressions match capitals and small letters alike.
        spelling: two strings of equal length: letters that are read as others.
        parts: name → expression; `{NAME}` in an expression (and in later parts) is replaced by it.
        prefixes: expressions of what is cut off at the beginning of a word.
        suffixes: expressions of what is cut off at its end.
        infixes: expressions of what divides it.
        words: words that stay whole, in small letters: also with a capital and in capitals, and
            with either apostrophe.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str = ""
    ignores_case: bool = False
    spelling: tuple[str, str] = ("", "")
    parts: dict[str, str] = Field(default_factory=dict)
    prefixes: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    infixes: tuple[str, ...] = ()
    words: Annotated[
        tuple[str, ...],
        BeforeValidator(lambda value: value.split() if isinstance(value, str) else value),
    ] = ()

    def whole_words(self) -> Iterator[str]:
        """Yield every spelling of the words that stay whole."""
        for word in self.words:
            for variant in (word, word[0].upper() + word[1:], word.upper()):
                yield from (variant, variant.replace("'", "’"))

    def filled(self, expressions: tuple[str, ...]) -> list[str]:
        """Return expressions with the parts put in."""

        def put_in(expression: str, part: tuple[str, str]) -> str:
            return expression.replace(f"{{{part[0]}}}", part[1])

        parts = list(reversed(self.parts.items()))
        return [reduce(put_in, parts, expression) for expression in expressions]


class CodedTokenizer(Tokenizer):  # type: ignore[misc]  # compiled, without type information
    """A tokenizer that keeps the rules it was made with, whatever was saved with a pipeline."""

    spelling: Mapping[int, int] = MappingProxyType({})
    """Letters of a text that are read as others."""

    def __call__(self, text: str) -> Doc:
        """Cut a text, in the table's spelling, into words."""
        doc: Doc = super().__call__(text.translate(self.spelling))
        return doc

    def from_disk(self, path: object, *, exclude: object = ()) -> Self:  # noqa: ARG002
        """Keep the rules."""
        return self

    def from_bytes(self, data: bytes, *, exclude: object = ()) -> Self:  # noqa: ARG002
        """Keep the rules."""
        return self


def table_tokenizer(package: str) -> Callable[[Language], CodedTokenizer]:
    """Make the factory of the tokenizer of a language pack, which a pipeline's config names.

    Args:
        package: the pack's import package, which holds `tokenizer.toml`.
    """

    def create(nlp: Language) -> CodedTokenizer:
        data, _ = read_toml(Path(str(files(package))) / FILE)
        table = TokenizerTable(**data)
        base: Any = get_lang_class(table.base).Defaults if table.base else None
        flags = re.IGNORECASE if table.ignores_case else re.NOFLAG

        def compiled(
            kind: str, compile_: Callable[[list[str]], re.Pattern[str]]
        ) -> re.Pattern[str]:
            given = list(getattr(base, kind, None) or ())
            pieces = [*given, *table.filled(getattr(table, kind))]
            return re.compile(compile_(pieces).pattern, flags)

        rules = {word: [{ORTH: word}] for word in table.whole_words()}
        made = CodedTokenizer(
            nlp.vocab,
            rules={**(base.tokenizer_exceptions if base else {}), **rules},
            prefix_search=compiled("prefixes", compile_prefix_regex).search,
            suffix_search=compiled("suffixes", compile_suffix_regex).search,
            infix_finditer=compiled("infixes", compile_infix_regex).finditer,
            token_match=getattr(base, "token_match", None),
            url_match=URL_MATCH,
        )
        made.spelling = str.maketrans(*table.spelling)
        return made

    return create
