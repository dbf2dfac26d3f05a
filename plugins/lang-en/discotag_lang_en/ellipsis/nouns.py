"""Elided nouns: possessives and quantifiers alone ("Yours is better.", "I take two.")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lang_en.ellipsis.clause import Clause
    from discotag_lang_en.ellipsis.words import NounWords

ALONE = frozenset({"DET", "NUM", "PRON", "ADJ", "NOUN"})
MODIFIED = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
OCCUPIED = frozenset({"nmod", "cop", "acl", "appos", "amod", "nsubj", "nummod", "compound"})
"""Relations of dependents beside which no noun is missing."""
SURE, UNSURE, INSIDE = 0.8, 0.6, 0.4
"""Confidence of possessives, of quantifiers, and of either behind a noun of the segment."""


def noun_sites(clause: Clause, words: NounWords) -> Iterator[tuple[int, float]]:
    """Yield the words that stand for a phrase whose noun is missing, with a confidence."""
    for site, form in enumerate(clause.forms):
        if form in words.possessives:
            confidence = SURE if clause.tokens[site].deprel != "nmod" else 0.0
        elif form in words.quantifiers or form in words.adjectives:
            confidence = UNSURE if _stands_alone(clause, site, words) else 0.0
        else:
            confidence = INSIDE if _is_bare_genitive(clause, site) else 0.0
        if confidence:
            has_noun = any(clause.upos(index) in ud.NOMINAL for index in range(site))
            yield site, INSIDE if has_noun else confidence


def _is_part_of_more(clause: Clause, site: int) -> bool:
    """Return whether the word modifies another, counts on, or belongs to *each other*."""
    is_counted = clause.upos(site) == "NUM" and any(
        clause.upos(near) == "NUM" for near in (site - 2, site - 1, site + 1, site + 2)
    )
    is_fixed = clause.form(site - 1) in {"each", "one"} or clause.form(site - 2) == "all"
    is_modifier = clause.form(site + 1) in {"of", "-"} or clause.upos(site + 1) in MODIFIED
    return is_counted or is_fixed or is_modifier


def _stands_alone(clause: Clause, site: int, words: NounWords) -> bool:
    token, form = clause.tokens[site], clause.form(site)
    children = {ud.relation(child) for child in token.children}
    if token.deprel not in words.relations or children & OCCUPIED or _is_part_of_more(clause, site):
        return False
    if form in words.adjectives:
        return token.upos == "ADJ" and "det" in children
    if form == "one":  # generic one and the pro-form of "the red one" elide nothing
        is_alone = "det" not in children and clause.form(site + 1) != "another"
        return token.deprel == "obj" and is_alone
    return token.upos in ALONE and (token.upos, token.deprel) != ("NUM", "root")


def _is_bare_genitive(clause: Clause, site: int) -> bool:
    if clause.form(site) not in {"'s", "'"} or clause.upos(site) != "PART" or site == 0:
        return False
    owner = clause.tokens[clause.tokens[site].head] if clause.tokens[site].head >= 0 else None
    return owner is not None and owner.deprel in {"nsubj", "nsubj:pass", "obj", "root", "conj"}
