"""Elided verb phrases: an auxiliary or *to* without its verb ("I don't.", "I want to.")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.ellipsis.clause import NOMINAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lang_en.ellipsis.clause import Boundary, Clause
    from discotag_lang_en.ellipsis.words import VerbWords

SUPPORTING = frozenset({"aux", "aux:pass", "cop"})
COMPLEMENTS = frozenset({"obj", "xcomp", "ccomp", "obl:agent"})
SUBJECTS = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "ya"})
SURE, INSIDE = 0.9, 0.5
"""Confidence of a site, and of one whose antecedent may stand in its own segment."""


def verb_sites(clause: Clause, words: VerbWords) -> Iterator[tuple[int, float]]:
    """Give the auxiliaries and *to* behind which a verb phrase is missing, with a confidence."""
    for site, form in enumerate(clause.forms):
        if form == "to":
            if _is_bare_to(clause, site, words):
                yield site, INSIDE if clause.has_antecedent(site - 1) else SURE
        elif _is_auxiliary(clause, site, words) and _is_stranded(clause, site, words):
            classes = frozenset({"VERB", "ADJ", "NOUN"} if form in words.be else {"VERB"})
            yield site, INSIDE if clause.has_antecedent(site, classes) else SURE


def _is_auxiliary(clause: Clause, site: int, words: VerbWords) -> bool:
    form, upos, behind = clause.form(site), clause.upos(site), clause.form(site + 1)
    if form.startswith("'"):  # only "we'd better", "I'd rather not" end in a contracted auxiliary
        return form == "'d" and behind in {"better", "rather"}
    if form in words.negated:
        return behind in {"not", "n't"}
    if form == "do":
        before = clause.form(site - 1)
        before = clause.form(site - 2) if before in words.adverbs else before
        if before in {"to", "n't", "let"} or before in words.modals:
            return False
    if upos in {"NOUN", "PROPN", "ADJ"}:  # the will, a can, Will
        return behind in words.negations
    return any(form in group for group in (words.do, words.modals, words.have, words.be))


def _is_stranded(clause: Clause, site: int, words: VerbWords) -> bool:
    after, has_subject_behind = _skip(clause, site, words)
    boundary = clause.boundary(after)
    if boundary is None or clause.is_interrupted(after):
        return False
    is_question = "?" in clause.form(after)
    if clause.form(site) in words.do and clause.form(after - 1) == "it" and not is_question:
        return False
    if _is_fronted(clause, site, words) or _is_relative(clause, site):
        return False
    if has_subject_behind and _is_tag(clause, site, after):
        return False
    if clause.form(site) in words.be:
        return _is_bare_be(clause, site, after, boundary, has_subject_behind=has_subject_behind)
    has_subject = has_subject_behind or any(
        clause.upos(index) in NOMINAL for index in range(clause.clause_start(site), site)
    )
    is_negated = clause.form(site + 1) in words.negations
    is_continued = clause.form(clause.sentence_start(site)) in {"and", "but", "or", "nor"}
    return (has_subject or is_negated or is_continued) and (
        boundary == "strong" or _is_promoted(clause, site)
    )


def _skip(clause: Clause, site: int, words: VerbWords) -> tuple[int, bool]:
    """Go past negation, a subject that follows an inverted auxiliary, and adverbs."""
    after = site + 1
    while clause.form(after) in words.negations:
        after += 1
    has_subject_behind = False
    start = clause.clause_start(site)
    before = [clause.form(index) for index in range(start, site)]
    is_announced = bool(before) and before[-1] in words.inverting
    is_inverted = not any(clause.upos(index) in NOMINAL for index in range(start, site))
    if (is_inverted or is_announced) and clause.form(after) in SUBJECTS:
        has_subject_behind = True
        after += 1
    elif is_announced or (is_inverted and _is_promoted(clause, site)):
        while clause.upos(after) in NOMINAL:
            has_subject_behind = True
            after += 1
    adverbs = words.adverbs_of_be if clause.form(site) in words.be else words.adverbs
    while clause.form(after) in words.negations or clause.form(after) in adverbs:
        after += 1
    return after, has_subject_behind


def _is_fronted(clause: Clause, site: int, words: VerbWords) -> bool:
    start = clause.clause_start(site)
    before = {clause.form(index) for index in range(start, site)}
    if clause.form(site) in words.be:
        return bool(before & (words.fronted | words.fronted_of_be))
    return bool(before & words.fronted) and not before & {"if", "about"}  # "what if I don't?"


def _is_relative(clause: Clause, site: int) -> bool:
    token = clause.tokens[site]
    if token.deprel.endswith(":relcl"):  # "those who do" has lost a verb, "all you can" has not
        return clause.form(site - 1) not in {"who", "that", "which"}
    return token.deprel == "reparandum"


def _is_tag(clause: Clause, site: int, after: int) -> bool:
    """Tell whether this is a tag ("you know, don't you?"): its clause stands before it."""
    is_question = "?" in clause.form(after) or clause.boundary(after) == "strong"
    return (
        is_question
        and clause.has_verb(clause.sentence_start(site), site)
        and (clause.form(site - 1) not in {"so", "neither", "nor", "and", "but"})
    )


def _is_bare_be(
    clause: Clause, site: int, after: int, boundary: Boundary, *, has_subject_behind: bool
) -> bool:
    token = clause.tokens[site]
    if token.deprel in SUPPORTING or (boundary == "weak" and clause.upos(after) == "CCONJ"):
        return False
    if clause.form(site - 1) == "that" and clause.form(site + 1) == ",":
        return False
    if clause.form(site) in {"be", "been"} and clause.upos(site - 1) == "PART":
        return False
    has_subject = has_subject_behind or any(
        child.deprel.startswith(("nsubj", "expl")) for child in token.children
    )
    return has_subject or boundary == "strong"


def _is_promoted(clause: Clause, site: int) -> bool:
    token = clause.tokens[site]
    return (
        token.upos in {"AUX", "VERB", "X"}
        and token.deprel not in SUPPORTING
        and not any(child.deprel in COMPLEMENTS for child in token.children)
    )


def _is_bare_to(clause: Clause, site: int, words: VerbWords) -> bool:
    boundary = clause.boundary(site + 1)
    if boundary is None or clause.is_interrupted(site + 1) or site == 0:
        return False
    if boundary == "weak" and clause.tokens[site].deprel in {"mark", "case"}:
        return False
    start = clause.clause_start(site)
    if any(
        clause.form(index) in words.fronted | {"who", "whom", "where"}
        for index in range(start, site - 1)
    ):
        return False
    before = clause.tokens[site - 1]
    return clause.form(site - 1) in words.before_to or before.lemma.casefold() in words.before_to
