"""A Russian tokenizer after the manner of Universal Dependencies.

Words with a hyphen stay whole (`из-за`, `что-то`, `скажи-ка`), runs of the same mark are one token
(`!!!`, `)))`, `?..`), and so are tags of social media (`#море`). spaCy's own rules cut all these.
The package declares it to spaCy as `discotag.RussianTokenizer.v1`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spacy.lang.tokenizer_exceptions import URL_MATCH
from spacy.symbols import ORTH

from discotag.plugin.tokenizers import CodedTokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

ABBREVIATIONS = [
    "т.е.", "т.к.", "т.д.", "т.п.", "т.н.", "и.о.", "д.", "ул.", "г.", "гг.", "в.", "вв.", "тыс.",
    "млн.", "млрд.", "руб.", "коп.", "стр.", "см.", "ср.", "им.", "др.", "пр.", "проф.", "акад.",
    "тов.", "обл.", "р.", "т.", "ок.", "рис.", "табл.", "англ.", "нем.", "фр.", "лат.", "греч.",
    "н.э.",
]  # fmt: skip
LETTER = "[^\\W\\d_]"
MARKS = (
    r"…|(?:&#39;)+|[!?]+\.{0,3}|\.{2,}|\)+|\(+|--+|['‘’`]{2,}|[«»“”„‘’'\"`\[\]{}<>,;:|*~=_•·–—/\\]"
)
MODIFIERS = r"[\ufe0f\u200d\u2640\u2642\U0001f3fb-\U0001f3ff]"
SYMBOL = rf"[\u2190-\u2bff\u3000-\u303f\U0001f000-\U0001faff]{MODIFIERS}*"

PREFIX = re.compile(rf"^(?:{MARKS}|{SYMBOL}|[§№$€£₽+](?=.)|-(?=.)|\.(?=\D))")
SUFFIX = re.compile(
    rf"(?:{MARKS}|{SYMBOL}|(?<=\d)[%$€£₽°]|(?<={LETTER}{{2}})\.|(?<=[\d»”\")%\]])\.|(?<={LETTER})-)$"
)
INFIX = re.compile(
    rf"…|\.{{2,}}|--+|[—–](?=\w)|[\"«»“”()\[\]?!;=|]|{SYMBOL}|(?<={LETTER})[,:/](?={LETTER})"
    r"|(?<=[а-яё]{2})\.(?=[А-ЯЁ])"
)


def russian_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> Tokenizer:
        rules = {
            variant: [{ORTH: variant}]
            for word in ABBREVIATIONS
            for variant in (word, word[0].upper() + word[1:])
        }
        return CodedTokenizer(
            nlp.vocab,
            rules=rules,
            prefix_search=PREFIX.search,
            suffix_search=SUFFIX.search,
            infix_finditer=INFIX.finditer,
            url_match=URL_MATCH,
        )

    return create
