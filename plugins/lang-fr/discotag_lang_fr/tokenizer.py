"""A French tokenizer after the manner of Universal Dependencies.

Elided words end at their apostrophe (`l'|ami`, `qu’|il`), clitic pronouns begin at their hyphen
(`donne|-le|-moi`, `va|-t-il`, `ce jour|-là`), contractions stay whole (`du`, `aux`). spaCy's own
French rules take two seconds to compile and miss capitals, imperatives and the typographic
apostrophe; these are a dozen lines and load at once. The package declares it to spaCy as
`discotag.FrenchTokenizer.v1`.
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

APOSTROPHE = "['’]"
ELIDED = "(?:c|d|j|l|m|n|s|t|ç|qu|jusqu|lorsqu|puisqu|quoiqu)"
NOT_ELIDED = f"(?!l{APOSTROPHE}on(?![a-zà-öø-ÿœ])|c{APOSTROPHE}est-à-dire)"
CLITIC = "(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|y|en|là|ci)"
LETTER = "[a-zà-öø-ÿœæ]"
WHOLE = [
    "celui-ci", "celui-là", "celle-ci", "celle-là", "ceux-ci", "ceux-là", "celles-ci",
    "celles-là", "rendez-vous", "au-delà", "par-delà", "là-bas", "chez-soi", "sauve-qui-peut",
    "suivez-moi", "m'as-tu-vu", "qu'en-dira-t-on", "garde-à-vous", "grand-chose",
]  # fmt: skip
ABBREVIATIONS = [
    "M.", "MM.", "Mme.", "Mmes.", "Mlle.", "Dr.", "Dre.", "Mgr.", "Me.", "Pr.", "St.", "Ste.",
    "etc.", "cf.", "ex.", "av.", "art.", "env.", "vol.", "chap.", "fig.", "hab.", "id.", "ibid.",
    "apr.", "janv.", "févr.", "avr.", "juill.", "sept.", "oct.", "nov.", "déc.", "tél.", "vs.",
    "éd.", "boul.", "J.-C.", "c.-à-d.", "p.ex.", "n°",
]  # fmt: skip
PUNCTUATION = r"…|\.{2,}|[«»“”„‘\"()\[\]{}<>,;:!?¡¿|*~=_•·–—]|--+"

PREFIX = re.compile(
    rf"^(?:{PUNCTUATION}|[§%€$£#+](?=.)|°(?=[^CF])|['’](?!{LETTER}{{1,2}}$)|-$|[-–—]+(?=[^\W\d]{{3}}(?<!-(?i:moi|toi|lui|les|ils)))"
    rf"|{NOT_ELIDED}{ELIDED}{APOSTROPHE}(?=.))",
    re.IGNORECASE,
)
SUFFIX = re.compile(
    rf"(?:{PUNCTUATION}|(?<=\d)[%€$£°]|[%€$£](?=$)"
    rf"|(?<={LETTER}{LETTER})\.|(?<=[0-9%²)\]»”\"'’€$-])\.|(?<=-{LETTER})\.|(?<=\d{LETTER})\."
    rf"|(?<=[\w.?!]{{2}})['’]|(?<=\w)-"
    rf"|(?<={LETTER})-t-(?:ils?|elles?|on)"
    rf"|(?<={LETTER})-{CLITIC}|(?<={LETTER})-[mtl]{APOSTROPHE})$",
    re.IGNORECASE,
)
INFIX = re.compile(
    rf"…|\.{{2,}}|--+|[—–](?=\w)|[\"«»“”()\[\]?!;=|](?=\w)|(?<=[^\W\d]),(?=[^\W\d])|(?<=[^\W\d])[:/](?=[^\W\d])"
    rf"|(?<={LETTER})-[mtl]{APOSTROPHE}(?=(?:en|y)\b)",
    re.IGNORECASE,
)


def french_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the factory that a pipeline's config names."""

    def create(nlp: Language) -> Tokenizer:
        rules: dict[str, list[dict[int, str]]] = {}
        for word in (*WHOLE, *ABBREVIATIONS):
            for variant in _variants(word):
                rules[variant] = [{ORTH: variant}]
        return CodedTokenizer(
            nlp.vocab,
            rules=rules,
            prefix_search=PREFIX.search,
            suffix_search=SUFFIX.search,
            infix_finditer=INFIX.finditer,
            url_match=URL_MATCH,
        )

    return create


def _variants(word: str) -> set[str]:
    cased = {word, word[0].upper() + word[1:], word.upper()}
    return cased | {variant.replace("'", "’") for variant in cased}
