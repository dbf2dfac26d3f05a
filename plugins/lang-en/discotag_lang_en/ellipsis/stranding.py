"""Find out whether an auxiliary or *to* has lost its verb, from what stands around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.ellipsis.clause import NOMINAL

if TYPE_CHECKING:
    from discotag_lang_en.ellipsis.clause import Boundary, Clause
    from discotag_lang_en.ellipsis.words import VerbWords

SUPPORTING = frozenset({"aux", "aux:pass", "cop"})
COMPLEMENTS = frozenset({"obj", "xcomp", "ccomp", "obl:agent"})
SUBJECTS = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "ya", "i."})


def is_stranded(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether only negation, a subject and adverbs stand before the end of the clause."""
    after, has_subject_behind = _skip(clause, site, words)
    holds_stop = clause.form(after - 1) == "i."  # "Neither do I." before more is one token
    boundary = "strong" if holds_stop else clause.boundary(after)
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
        boundary == "strong" or _is_promoted(clause, site, words)
    )


def is_compared(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether a comparison leaves this: "as good as he is at home", "than did Paul"."""
    start = clause.clause_start(site)
    marks = [i for i in range(start, site) if clause.form(i) in words.comparing]
    if not marks or clause.has_verb(marks[-1], site) or _is_fronted(clause, site, words):
        return False
    end = next(
        (
            i
            for i in range(site + 1, len(clause.forms))
            if clause.upos(i) in {"PUNCT", "CCONJ", "SCONJ"}
        ),
        len(clause.forms),
    )
    has_subject = marks[-1] == site - 1 or any(
        clause.upos(i) in NOMINAL for i in range(marks[-1], site)
    )
    is_support = clause.tokens[site].deprel in SUPPORTING and clause.upos(site + 1) != "ADP"
    return has_subject and not is_support and not clause.has_verb(site + 1, end)


def _is_finite(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether a subject stands before the site, or may be left out there."""
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
    """Return the token behind the subject of an inverted auxiliary; `after` where there is none."""
    start = clause.clause_start(site)
    is_announced = clause.form(site - 1) in words.inverting
    is_inverted = not any(clause.upos(index) in NOMINAL for index in range(start, site))
    if (is_inverted or is_announced) and clause.form(after) in SUBJECTS:
        return after + 1
    if is_announced and clause.upos(after) in NOMINAL:  # "so does everybody in town"
        end = after
        while end < len(clause.forms) and clause.boundary(end) is None:
            end += 1
        return after if clause.has_verb(after, end) else end
    if is_announced or (is_inverted and _is_promoted(clause, site, words)):
        while clause.upos(after) in NOMINAL:
            after += 1
    return after


def _is_fronted(clause: Clause, site: int, words: VerbWords) -> bool:
    start = clause.clause_start(site)
    before = {clause.form(index) for index in range(start, site)}
    if clause.form(site) in words.be:
        return bool(before & (words.fronted | words.fronted_of_be))
    if clause.form(site) in words.do | words.modals and _goes_on(clause, site):
        return False
    return bool(before & words.fronted) and not before & {"if", "about"}  # "what if I don't?"


def _goes_on(clause: Clause, site: int) -> bool:
    """Return whether *which* takes up the sentence before: "Which I do."."""
    start = clause.sentence_start(site)
    while start < site and clause.upos(start) in {"PUNCT", "SYM"}:
        start += 1
    return clause.form(start) == "which" and clause.form(start + 1) in SUBJECTS


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
    """Return whether this is a tag ("you know, don't you?"): its clause stands before it."""
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


def _is_promoted(clause: Clause, site: int, words: VerbWords) -> bool:
    token = clause.tokens[site]
    if token.upos == "VERB" and clause.form(site) in words.have:
        return False
    return (
        token.upos in {"AUX", "VERB", "X"}
        and token.deprel not in SUPPORTING
        and not any(child.deprel in COMPLEMENTS for child in token.children)
    )


def is_bare_to(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether *to* ends its clause behind a word that takes an infinitive."""
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
