"""Elided verb phrases: an auxiliary or *to* without its verb ("I don't.", "I want to.")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.ellipsis.stranding import is_bare_to, is_compared, is_stranded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lang_en.ellipsis.clause import Clause
    from discotag_lang_en.ellipsis.words import VerbWords

SURE, INSIDE = 0.9, 0.5
"""Confidence of a site, and of one whose antecedent may stand in its own segment."""

BASES = frozenset({"be", "been", "do", "have"})
"""Forms of auxiliaries that another auxiliary may govern."""


def verb_sites(clause: Clause, words: VerbWords) -> Iterator[tuple[int, float]]:
    """Yield the auxiliaries and *to* behind which a verb phrase is missing, with a confidence."""
    for site, form in enumerate(clause.forms):
        if form == "to":
            if is_bare_to(clause, site, words):
                yield site, INSIDE if clause.has_antecedent(site - 1) else SURE
        elif _is_auxiliary(clause, site, words):
            if is_stranded(clause, site, words):
                classes = frozenset({"VERB", "ADJ", "NOUN"} if form in words.be else {"VERB"})
                yield site, INSIDE if clause.has_antecedent(site, classes) else SURE
            elif is_compared(clause, site, words):
                yield site, INSIDE


def _is_auxiliary(clause: Clause, site: int, words: VerbWords) -> bool:
    form = clause.form(site)
    if not (form.startswith("'") or form in BASES or _is_listed(form, words)):
        return False
    upos, behind = clause.upos(site), clause.form(site + 1)
    surface = clause.tokens.forms[site]
    is_first = site == 0 or clause.upos(site - 1) in {"PUNCT", "SYM"}
    is_name = surface[0].isupper() and not surface.isupper() and not is_first
    if form.startswith("'"):  # only "we'd better", "I'd rather not" end in a contracted auxiliary
        return form == "'d" and behind in {"better", "rather"}
    if form in words.negated or upos in {"NOUN", "PROPN", "ADJ"} or is_name:
        # "you needn't", but not "all you need", "the will", "Will"
        return behind in words.negations and _is_listed(form, words)
    if form in BASES:
        return _is_free(clause, site, words)
    return _is_listed(form, words)


def _is_listed(form: str, words: VerbWords) -> bool:
    groups = (words.do, words.modals, words.have, words.be, words.negated)
    return any(form in group for group in groups)


def _is_free(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether a base form is an auxiliary, and not the verb that another one governs."""
    form = clause.form(site)
    before = set(clause.forms[clause.clause_start(site) : site])
    if form in {"be", "been"}:
        return bool(before & (words.modals | words.have))
    if form == "have":  # "could have"; not "how many do you have?"
        return not before & words.do
    return not before & (words.modals | words.do | {"to", "let"})
