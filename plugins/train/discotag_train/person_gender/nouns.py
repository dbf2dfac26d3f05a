"""Which English senses name persons, and what words a language has for them by gender."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag_train.person_gender.entries import Entry

Sense = tuple[str, str]
"""An English word and what the dictionary says of the sense."""
LEAST = 2
"""How many letters a masculine and a feminine word must share at their beginning."""
ANIMAL = re.compile(
    r"\b(animal|mammal|bird|fish|species|genus|insect|feline|bear|dog|canine|cattle|horse|monkey|"
    r"ape|rodent|lizard|snake|butterfly|bovine|beast|rabbit|wolf|tree|plant|fruit|flower|machine|"
    r"device|tool|vehicle|ship|aircraft|language|country|city|geographic|chess|card|constellation)"
)
PERSON = re.compile(
    r"\b(person|someone|somebody|man|woman|one who|member|inhabitant|practitioner|people|"
    r"scientist|worker|expert|player|follower|he or she|actor|performer|who|student|teacher|"
    r"officer|official)\b"
)


DERIVED = {
    "ar": "-ة",
    "cs": "-ka -yně -kyně -ice -ová ec-kyně ce-kyně ek-kyně ník-nice ík-ice tel-telka a-ka a-yně "
    "ák-ačka k-čka č-čka g-žka h-žka c-čka ch-ška ý-á ec-ka ěc-kyně e-ka e-kyně",
    "de": "-in -e",
    "es": "-a o-a e-a or-riz or-ora -isa -ina e-isa",
    "fr": "-e eur-euse eur-rice eur-eresse -esse e-esse en-enne er-ère f-ve x-se on-onne el-elle "
    "c-que in-ine c-cque et-ette",
    "he": "-ה -ת -ית ה-ה ה-ית",
    "it": "o-a e-a tore-trice sore-ditrice e-essa o-essa a-essa -ina e-ina ore-ora",
    "nl": "-e -in -es -esse f-ve -ster er-ster ar-ares r-res eur-euse eur-rice -se "
    "s-sse oog-oge er-se ër-se iër-ische",
    "pl": "-ka -yni -owa ec-czyni ca-czyni ec-ka ik-iczka k-czka nik-niczka a-ka g-żka y-a i-a "
    "ca-ni ń-nka ak-aczka -ina ch-szka",
    "pt": "-a o-a ão-ã ão-oa ão-ona or-riz -esa -isa e-a -ina ês-esa eu-eia",
    "ro": "-ă -a or-oare -iță -că -easă u-ă u-oaică -oaică ean-eancă",
    "ru": "-ка -ница -ша -иня -иса -есса ец-ка ик-ица ин-ка тель-тельница ый-ая ий-ая ой-ая "
    "-ья -ица нин-нка й-йка ь-ька щик-щица чик-чица ник-ница а-ка ин-ыня",
}
"""How languages derive a woman's word from a man's: the two ends, `-` between them."""
ONE_GENDER = frozenset({"sv"})
"""Languages whose words for persons are of one grammatical gender and said of women and men."""


class PersonNouns(NamedTuple):
    """What a language calls persons.

    Args:
        pairs: masculine → feminine, words that begin alike.
        common: words of either gender, as the words beside them tell.
        others: words listed with one gender only; what they tell is left to rules.
    """

    pairs: Mapping[str, str]
    common: frozenset[str]
    others: frozenset[str]


def pairs(words: Iterable[tuple[str, str]], code: str) -> Iterator[tuple[str, str]]:
    """Yield each feminine word with the masculine word of the sense that it is derived from."""
    masculine = [word for word, genders in words if genders != "f"]
    for word, genders in words:
        found = [other for other in masculine if _derives(other, word, code)]
        if genders == "f" and found:
            yield max(found, key=lambda other: (_shared(word, other), -len(other), other)), word


def _derives(one: str, other: str, code: str) -> bool:
    """Return whether a word for women is made of a word for men as the language makes them."""
    bare, made = _bare(one), _bare(other)
    for ends in DERIVED[code].split():
        end, _, new = (_bare(part) for part in ends.partition("-"))
        stem = bare.removesuffix(end)
        if len(stem) >= LEAST and bare == stem + end and made == stem + new and bare != made:
            return True
    return code == "de" and made.removesuffix("in") == bare.removesuffix("e") and made != bare


def persons(entries: Mapping[str, tuple[Entry, ...]]) -> frozenset[Sense]:
    """Return the senses that name persons, no animals.

    Some language has a pair for it, and that is in German *-in*, or the sense says so.
    """
    found: set[Sense] = set()
    for code, listed in entries.items():
        for entry in listed:
            if entry.is_name or ANIMAL.search(entry.sense) or not entry.sense:
                continue
            for _, other in pairs(entry.words, code):
                if (code == "de" and other.endswith("in")) or PERSON.search(entry.sense):
                    found.add((entry.head, entry.sense))
    return frozenset(found)


def person_nouns(entries: Iterable[Entry], senses: frozenset[Sense], code: str) -> PersonNouns:
    """Return a language's words for persons."""
    if code in ONE_GENDER:
        words = [word for entry in entries if _names(entry, senses) for word in entry.words]
        both = frozenset(word for word, genders in words if genders == "c")
        return PersonNouns({}, both, frozenset(word for word, _ in words) - both)
    together: dict[str, str] = {}
    common: set[str] = set()
    others: set[str] = set()
    for entry in entries:
        if not _names(entry, senses):
            continue
        together |= dict(pairs(entry.words, code))
        for word, genders in entry.words:
            if set(genders) >= {"m", "f"} or genders == "c":
                common.add(word)
            elif genders in {"m", "f", "n"}:
                others.add(word)
    paired = set(together) | set(together.values())
    return PersonNouns(
        {one: other for one, other in together.items() if one not in common},
        frozenset(common - set(together.values())),
        frozenset(others - paired - common),
    )


def _names(entry: Entry, senses: frozenset[Sense]) -> bool:
    return (entry.head, entry.sense) in senses


def _bare(word: str) -> str:
    spelled = normalize("NFD", word.casefold())
    return "".join(letter for letter in spelled if not "\u0300" <= letter <= "\u036f")


def _shared(one: str, other: str) -> int:
    count = 0
    for first, second in zip(_bare(one), _bare(other), strict=False):
        if first != second:
            break
        count += 1
    return count
