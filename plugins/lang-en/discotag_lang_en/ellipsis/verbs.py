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
SUBJECTS = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "ya", "i."})
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
    surface = clause.tokens.forms[site]
    is_first = site == 0 or clause.upos(site - 1) in {"PUNCT", "SYM"}
    is_name = surface[0].isupper() and not surface.isupper() and not is_first
    if form.startswith("'"):  # only "we'd better", "I'd rather not" end in a contracted auxiliary
        return form == "'d" and behind in {"better", "rather"}
    if form in words.negated or upos in {"NOUN", "PROPN", "ADJ"} or is_name:
        # "you needn't", but not "all you need", "the will", "Will"
        return behind in words.negations and _is_listed(form, words)
    if form in {"be", "been", "do", "have"}:
        return _is_free(clause, site, words)
    return _is_listed(form, words)


def _is_listed(form: str, words: VerbWords) -> bool:
    groups = (words.do, words.modals, words.have, words.be, words.negated)
    return any(form in group for group in groups)


def _is_free(clause: Clause, site: int, words: VerbWords) -> bool:
    """Tell whether a base form is an auxiliary, and not the verb that another one governs."""
    form = clause.form(site)
    before = set(clause.forms[clause.clause_start(site) : site])
    if form in {"be", "been"}:
        return bool(before & (words.modals | words.have))
    if form == "have":  # "could have"; not "how many do you have?"
        return not before & words.do
    return not before & (words.modals | words.do | {"to", "let"})


def _is_stranded(clause: Clause, site: int, words: VerbWords) -> bool:
    after, has_subject_behind = _skip(clause, site, words)
    boundary = clause.boundary(after)
    if boundary is None or clause.is_interrupted(after):
        return False
    is_broken_off = boundary == "weak" and clause.tokens[site].deprel == "reparandum"
    is_object = clause.form(after - 1) == "it" and clause.form(site) in words.do
    if is_broken_off or (is_object and "?" not in clause.form(after)):
        return False
    if _is_fronted(clause, site, words) or _is_relative(clause, site, words):
        return False
    if has_subject_behind and _is_tag(clause, site, after):
        return False
    if clause.form(site) in words.be:
        return _is_bare_be(clause, site, after, boundary, has_subject_behind=has_subject_behind)
    return (has_subject_behind or _is_finite(clause, site, words)) and (
        boundary == "strong" or _is_promoted(clause, site)
    )


def _is_finite(clause: Clause, site: int, words: VerbWords) -> bool:
    """Tell whether a subject stands before the site, or may be left out there."""
    before = clause.forms[clause.sentence_start(site) : site]
    return (
        clause.form(site + 1) in words.negations
        or bool({"and", "but", "or", "nor"} & set(before))
        or any(clause.upos(i) in NOMINAL for i in range(clause.clause_start(site), site))
        or clause.form(site - 1) == "please"
        or (
            clause.upos(site - 1) == "ADV" and clause.boundary(site + 1) == "strong"
        )  # "Already did."
    )


def _skip(clause: Clause, site: int, words: VerbWords) -> tuple[int, bool]:
    """Go past negation, a subject that follows an inverted auxiliary, and adverbs."""
    after = site + 1
    while clause.form(after) in words.negations:
        after += 1
    subject = _subject_behind(clause, site, after, words)
    has_subject_behind = subject > after
    after = subject
    adverbs = words.adverbs_of_be if clause.form(site) in words.be else words.adverbs
    while clause.form(after) in words.negations or clause.form(after) in adverbs:
        after += 1
    is_time = clause.upos(after) in {"DET", "NUM", "ADJ"} and clause.form(after + 1) in words.times
    if is_time and clause.form(site) not in words.be:  # "one day", "this time"
        after += 2
    return after, has_subject_behind


def _subject_behind(clause: Clause, site: int, after: int, words: VerbWords) -> int:
    """Give the token behind the subject of an inverted auxiliary; `after` where there is none."""
    start = clause.clause_start(site)
    is_announced = clause.form(site - 1) in words.inverting
    is_inverted = not any(clause.upos(index) in NOMINAL for index in range(start, site))
    if (is_inverted or is_announced) and clause.form(after) in SUBJECTS:
        return after + 1
    if is_announced and clause.upos(after) in NOMINAL:  # "so does everybody in town"
        end = after
        while end < len(clause.forms) and clause.upos(end) != "PUNCT":
            end += 1
        return after if clause.has_verb(after, end) else end
    if is_announced or (is_inverted and _is_promoted(clause, site)):
        while clause.upos(after) in NOMINAL:
            after += 1
    return after


def _is_fronted(clause: Clause, site: int, words: VerbWords) -> bool:
    start = clause.clause_start(site)
    before = {clause.form(index) for index in range(start, site)}
    if clause.form(site) in words.be:
        return bool(before & (words.fronted | words.fronted_of_be))
    return bool(before & words.fronted) and not before & {"if", "about"}  # "what if I don't?"


def _is_relative(clause: Clause, site: int, words: VerbWords) -> bool:
    token = clause.tokens[site]
    if not token.deprel.endswith(":relcl"):
        return False
    has_mark = any(child.deprel == "mark" for child in token.children)
    if has_mark or clause.form(site - 1) in {"who", "that", "which"}:  # "those who do"
        return False
    is_transitive = clause.form(site) in words.have | words.be  # "all the time you have"
    return is_transitive or clause.form(token.head) in words.relative_heads  # "all you can"


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
    is_last = clause.boundary(site + 1) == "strong" and not clause.is_interrupted(site + 1)
    if not is_last or site == 0:
        return False
    start = clause.clause_start(site)
    if any(
        clause.form(index) in words.fronted | {"who", "whom", "where"}
        for index in range(start, site - 1)
    ):
        return False
    before = clause.tokens[site - 1]
    return clause.form(site - 1) in words.before_to or before.lemma.casefold() in words.before_to
