"""Settings of the taggers of lexical cohesion and names."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from discotag.core.tags import ContextOptions
from discotag.core.tokens import present
from discotag.language.rule_set import REMEMBERED
from discotag.plugins.phenomena.published import SpacyWords

CONTENT = ("ADJ", "ADV", "NOUN", "PROPN", "VERB")


class CohesionOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        threshold: how many earlier links of the pair make it a habit of the text.
        unit: `lemma` (casefolded), or `form` with its case, as in the published MuDA code.
        classes: UPOS classes of content words; empty = all but punctuation and stop words.
        stops: where stop words come from: the `pack`'s list, by form or lemma, and words without a
            letter; or `spacy`, as in the published MuDA code: by form alone, and what spaCy
            takes for punctuation.
        links: `all`, or `last`: each source token's last target token, as in MuDA's code. Each
            link counts then, so that evidence is the source words.
        compounds: `joined` takes the parts of a word for one: *blood test* – *Bluttest* is one
            pair, so are words whose parts are written without a space (葡萄|酒); `apart`, as MuDA
            has it, pairs each part.
        sure: least mean confidence of a pair's links in the text, from which on its words are tags,
            where the aligner has confidences; the link of the place needs two thirds of it. Only
            with compounds joined.
        names: `apart` leaves names and copied words to the phenomenon `names`; `together`, as MuDA
            has it, counts them as words.
    """

    threshold: int = Field(default=3, ge=1)
    unit: Literal["lemma", "form"] = "lemma"
    classes: tuple[str, ...] = CONTENT
    stops: Literal["pack", "spacy"] = "pack"
    links: Literal["all", "last"] = "all"
    compounds: Literal["joined", "apart"] = "joined"
    sure: float = Field(default=0.75, ge=0, le=1)
    names: Literal["apart", "together"] = "apart"


if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.core.tokens import Token, Tokens

    StopWords = Callable[[Token], str | None]


CAPITALS = 0.6
"""Share of words with a capital from which on a segment is taken for a title."""


class ContentWords:
    """The content words of one side; what was found of a word is remembered.

    Args:
        options: of the tagger.
        stops: says why a word of a class that counts is left out all the same.
    """

    def __init__(self, options: CohesionOptions, stops: StopWords) -> None:
        self._options = options
        self.stops = stops
        self._known: dict[tuple[str, str, str, str], str] = {}

    def keys(self, tokens: Tokens) -> list[str]:
        """Return what counts as the same word, token by token; "" for other than content words."""
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        kinds = zip(
            tokens.forms,
            present(tokens.lemmas, "lemmas"),
            present(tokens.upos, "pos"),
            repeat("") if tokens.xpos is None else tokens.xpos,
            strict=False,
        )
        keys = map(self._known.get, kinds)
        return [self._met(tokens[index]) if key is None else key for index, key in enumerate(keys)]

    def _met(self, token: Token) -> str:
        """Return a word's key, and remember it."""
        key = "" if self.obstacle(token) else self._key(token)
        xpos = "" if token.segment.xpos is None else token.xpos
        self._known[token.form, token.lemma, token.upos, xpos] = key
        return key

    def _key(self, token: Token) -> str:
        return token.form if self._options.unit == "form" else token.base.casefold()

    def obstacle(self, token: Token) -> str | None:
        """Return why a word is not a content word; None if it is one."""
        classes = self._options.classes
        if classes and token.upos not in classes:
            return _of_class(token)
        return self.stops(token)


def pack_stops(listed: frozenset[str]) -> StopWords:
    """Leave out punctuation, words without a letter, and a pack's stop words."""

    def obstacle(token: Token) -> str | None:
        if token.upos == "PUNCT":
            return _of_class(token)
        if not any(letter.isalpha() for letter in token.form):
            return f'"{token.form}" has no letter'
        if not listed.isdisjoint({token.form.casefold(), token.base.casefold()}):
            return f'"{token.form}" is a stop word'
        return None

    return obstacle


def spacy_stops(language: str) -> StopWords:
    """Leave out what spaCy takes for a stop word or punctuation."""
    words = SpacyWords(language)
    return lambda token: words.obstacle(token.form)


def _of_class(token: Token) -> str:
    return f'"{token.form}" is {token.upos}, no content word'


def is_name(source: Tokens, i: int, target: Tokens, j: int) -> bool:
    """Return whether two linked words are a name, or a word that is copied letter for letter.

    The source decides, where it shows names: its class, or a capital (of a first word only if it is
    copied) next to a target word of the class PROPN. A copied word has a capital or a digit, not
    only the capital of a first word (*table* – *table* is a translation, *iPhone* – *iPhone* a
    copy).
    """
    form = source.forms[i]
    if present(source.upos, "pos")[i] == "PROPN":
        return True
    is_copied = form == target.forms[j]
    is_capital = form[0].isupper() and (i > 0 or is_copied)
    if is_capital and present(target.upos, "pos")[j] == "PROPN":
        return True
    marked = form if i > 0 else form[1:]
    is_marked = any(letter.isupper() or letter.isdigit() for letter in marked)
    return is_copied and is_marked and any(letter.isalpha() for letter in form)


def is_in_name(source: Tokens, i: int) -> bool:
    """Return whether a word is part of a name at its place: *Bank* of *Bank of New York*.

    Such a word may be a plain word of the text elsewhere. A title in capitals proves nothing. By
    a name a capital counts for any class (*White House*), of a noun only where another has none.
    """
    form, kinds = source.forms[i], present(source.upos, "pos")
    if i == 0 or not form[0].isupper():
        return False
    if kinds[i] != "PROPN" and not (
        any(0 < k < len(kinds) and _is_proper(source, k) for k in (i - 1, i + 1))
        and (kinds[i] != "NOUN" or _has_small_noun(source))
    ):
        return False
    words = [other for other in source.forms if other[0].isalpha()]
    return sum(other[0].isupper() for other in words) < CAPITALS * len(words)


def _is_proper(tokens: Tokens, k: int) -> bool:
    return present(tokens.upos, "pos")[k] == "PROPN" and tokens.forms[k][0].isupper()


def _has_small_noun(tokens: Tokens) -> bool:
    """Return whether a noun is written small, so that a capital marks nouns as well."""
    kinds = present(tokens.upos, "pos")
    return any(
        kind == "NOUN" and form[0].islower() for kind, form in zip(kinds, tokens.forms, strict=True)
    )


def name_key(tokens: Tokens, index: int) -> str:
    """Return what counts as the same name for a word of another class; "" without a capital."""
    form = tokens.forms[index]
    return form.casefold() if form[0].isupper() else ""
