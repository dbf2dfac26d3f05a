"""Surnames that stand alone, and the full name that the text gives once: *Ann Lee … Lee said*."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.english import english

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Side, Token
    from discotag_phen_gender.roles import Key


def namesakes(side: Side) -> Iterator[tuple[Key, Key]]:
    """Yield a full name's last word, and the same surname elsewhere.

    A full name begins with a given name or a title that tells a gender; of a surname that has
    words of both genders before it in one text (*Mr Brown*, *Mrs Brown*) none is joined.
    """
    full: dict[str, list[Key]] = defaultdict(list)
    genders: dict[str, set[str]] = defaultdict(set)
    lone: dict[str, list[Key]] = defaultdict(list)
    for segment, tokens in enumerate(side):
        for token in tokens:
            if token.upos != "PROPN" or not token.form.istitle() or _is_first_name(token):
                continue
            gender = _told_before(token)
            if gender is not None:
                full[token.form].append((segment, token.index))
                genders[token.form].add(gender)
            elif not _has_name_beside(token):
                lone[token.form].append((segment, token.index))
    for name, places in full.items():
        for place in (*places[1:], *lone[name]) if len(genders[name]) == 1 else ():
            yield places[0], place


def _is_first_name(token: Token) -> bool:
    return any(token.form.casefold() in words for words in (english().names, english().titles))


def _told_before(token: Token) -> str | None:
    """Return the gender that a given name or title right before a name tells."""
    if token.index == 0:
        return None
    before = token.segment[token.index - 1].form.casefold()
    return english().names.get(before) or english().titles.get(before)


def _has_name_beside(token: Token) -> bool:
    """Return whether a name is part of a longer one, or says what a thing is called after."""
    if ud.relation(token) in {"compound", "flat"}:
        return True
    places = (token.index - 1, token.index + 1)
    beside = [token.segment[place] for place in places if 0 <= place < len(token.segment)]
    return any(word.upos == "PROPN" for word in beside)
