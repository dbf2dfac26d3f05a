"""English names of persons: full names, surnames, and who is called by the same name elsewhere."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.english import english, is_person_noun, name_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Side, Token, Tokens
    from discotag_phen_gender.english import Key


NEAR = 4
"""Words between a role and the name of who has it: *Ann Lee, the firm's new director*."""
APPOSED = 20
"""Words between them where commas set the name off: *the president of the lower house, Ann Lee,*"""


def full_names(tokens: Tokens) -> Iterator[int]:
    """Yield the words of names of several words: by the tree, or by their capitals."""
    for token in tokens:
        other = name_head(tokens, token.index)
        if token.upos == "PROPN" and other != token.index:
            yield from (token.index, other)
    for first, behind in pairwise(tokens):
        if _may_be_named(first) and _may_be_named(behind) and "PROPN" in {first.upos, behind.upos}:
            yield from (first.index, behind.index)


def _may_be_named(token: Token) -> bool:
    """Return whether a word may be part of a name: with a capital, no title, no role."""
    form = token.form
    is_word = form.isalpha() and form.istitle() and token.upos in {"PROPN", "NOUN", "ADJ", "X"}
    is_role = is_person_noun(token) and form.casefold() not in english().names
    return is_word and form.casefold() not in english().titles and not is_role


def surnames(side: Side) -> frozenset[str]:
    """Return the words that surely are surnames: last in a name of several words, never first.

    A name that is alone may be a given name that no list has (*Moeen*, *Zelimkhan*), which
    shows its bearer's gender by itself.
    """
    first, last = set[str](), set[str]()
    for tokens in side:
        for before, behind in pairwise(tokens):
            if not (behind.upos == "PROPN" and behind.form.istitle()):
                continue
            is_titled = before.form.casefold() in english().titles
            if is_titled or (_may_be_named(before) and not is_person_noun(before)):
                last.add(behind.form)
                if not is_titled:
                    first.add(before.form)
    return frozenset(last - first)


def is_beside(tokens: Tokens, name: int, place: int) -> bool:
    """Return whether a name is right next to a word, with no verb between them."""
    first, last = sorted((name, place))
    between = (tokens[i].upos for i in range(first + 1, last))
    reach = APPOSED if place < name and _is_set_off(tokens, name) else NEAR
    return last - first <= reach and not any(upos in {"VERB", "AUX", "SCONJ"} for upos in between)


def is_apposed_name(role: Token) -> bool:
    """Return whether a role is in apposition to a name: *Aristotle, a philosopher*."""
    return ud.relation(role) == "appos" and role.segment[role.head].upos == "PROPN"


def _is_set_off(tokens: Tokens, name: int) -> bool:
    """Return whether a name is between commas, or between one and the sentence's end."""
    first = last = name
    while first > 0 and _may_be_named(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and _may_be_named(tokens[last + 1]):
        last += 1
    is_closed = last + 1 == len(tokens) or tokens[last + 1].upos == "PUNCT"
    return last > first > 0 and tokens.forms[first - 1] == "," and is_closed


def namesakes(side: Side) -> Iterator[tuple[Key, Key]]:
    """Yield a full name's last word, and the same surname elsewhere.

    A full name begins with a given name or a title that shows a gender; of a surname that has
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
    """Return the gender that a given name or title right before a name shows."""
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
