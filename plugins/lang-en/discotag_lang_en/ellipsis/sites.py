"""Where English leaves words out after question words, contrasts, auxiliaries and determiners.

"I wonder why." and "Me too." lack their clause, "So do I." its verb, "Take both." its noun. Each
rule yields places with a confidence; the annotator collects them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import Annotator, ud
from discotag_lang_en.ellipsis.clause import NOMINAL, Clause, EllipsisWords, read_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, Side, Tokens
    from discotag_lang_en.ellipsis.clause import Boundary, NounWords, RemnantWords, VerbWords


SURE, UNSURE, INSIDE = 0.9, 0.6, 0.5


def sluice_sites(clause: Clause, words: RemnantWords) -> Iterator[tuple[int, float]]:
    """Yield the question words whose clause is missing, with a confidence."""
    for site, form in enumerate(clause.forms):
        if form not in words.questions:
            continue
        after = site + 1
        while clause.form(after) in {"not", "exactly", "else", "so", "then", "again", "come"}:
            after += 1
        if clause.boundary(after) != "strong" or clause.is_interrupted(after):
            continue
        start = clause.sentence_start(site)
        sentence = " ".join(("", *clause.forms[start : site + 1]))
        if any(sentence.endswith(f" {idiom}") for idiom in words.idioms):
            continue
        lead = [
            i for i in range(start, site) if clause.upos(i) not in {"PUNCT", "CCONJ", "INTJ", "SYM"}
        ]
        if not lead or (len(lead) == 1 and clause.form(lead[0]) in words.prepositions):
            # a bare "What?" asks for repetition; "Get up. Why?" has its antecedent next to it
            is_inside = (form == "what" and not lead) or clause.has_verb(0, start)
            yield site, INSIDE if is_inside else SURE
        elif form != "what" and any(
            clause.tokens[i].lemma.casefold() in words.embedding for i in lead[-3:]
        ):
            yield site, INSIDE if clause.has_antecedent(lead[0]) else SURE


def gap_sites(clause: Clause, words: RemnantWords) -> Iterator[tuple[int, float]]:
    """Yield the remnants of clauses whose verb is missing, with a confidence."""
    for token in clause.tokens:
        if token.deprel == "orphan" and token.head >= 0:
            has_verb = clause.has_verb(0, token.head)
            yield token.head, INSIDE if has_verb else SURE
    content = [
        i
        for i in range(len(clause.forms))
        if clause.upos(i) not in {"PUNCT", "SYM", "INTJ", "CCONJ"}
    ]
    if (
        not content
        or clause.is_interrupted(len(clause.forms) - 1)
        or clause.has_verb(0, len(clause.forms))
    ):
        return
    is_short = len(content) in {2, 3} and clause.upos(content[0]) in {"PRON", "PROPN", "DET"}
    if is_short and clause.form(content[-1]) in words.adverbs:
        yield content[0], SURE
    elif (
        len(content) == 2
        and clause.form(content[0]) == "not"
        and clause.upos(content[1]) in {"PRON", "PROPN"}
    ):
        yield content[1], SURE
    elif (
        len(content) == 1
        and clause.upos(content[0]) == "PRON"
        and ("and" in clause.forms[: content[0]] and clause.forms[-1] == "?")
    ):
        yield content[0], UNSURE


SUPPORTING = frozenset({"aux", "aux:pass", "cop"})
COMPLEMENTS = frozenset({"obj", "xcomp", "ccomp", "obl:agent"})
SUBJECTS = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "ya", "i."})


def is_stranded(clause: Clause, site: int, words: VerbWords) -> bool:
    """Return whether only negation, a subject and adverbs are before the end of the clause."""
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
    """Return whether a subject is before the site, or may be left out there."""
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
    """Return the token after the subject of an inverted auxiliary; `after` where there is none."""
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
    """Return whether this is a tag ("you know, don't you?"): its clause is before it."""
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
    """Return whether *to* ends its clause after a word that takes an infinitive."""
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


"""Confidence of a site, and of one whose antecedent may be in its own segment."""

BASES = frozenset({"be", "been", "do", "have"})
"""Forms of auxiliaries that another auxiliary may govern."""


def verb_sites(clause: Clause, words: VerbWords) -> Iterator[tuple[int, float]]:
    """Yield the auxiliaries and *to* after which a verb phrase is missing, with a confidence."""
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


ALONE = frozenset({"DET", "NUM", "PRON", "ADJ", "NOUN"})
MODIFIED = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
OCCUPIED = frozenset({"nmod", "cop", "acl", "appos", "amod", "nsubj", "nummod", "compound"})
"""Relations of dependents next to which no noun is missing."""
SURE_NOUN, UNSURE_NOUN, INSIDE_NOUN = 0.8, 0.6, 0.4
"""Confidence of possessives, of quantifiers, and of either after a noun of the segment."""


def noun_sites(clause: Clause, words: NounWords) -> Iterator[tuple[int, float]]:
    """Yield the words that replace a phrase whose noun is missing, with a confidence."""
    for site, form in enumerate(clause.forms):
        if form in words.possessives:
            confidence = SURE_NOUN if clause.tokens[site].deprel != "nmod" else 0.0
        elif form in words.quantifiers or form in words.adjectives:
            confidence = UNSURE_NOUN if _stands_alone(clause, site, words) else 0.0
        else:
            confidence = INSIDE_NOUN if _is_bare_genitive(clause, site) else 0.0
        if confidence:
            has_noun = any(clause.upos(index) in ud.NOMINAL for index in range(site))
            yield site, INSIDE_NOUN if has_noun else confidence


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


TokenContext = tuple[int, str, float]
"""The token next to which something is missing, kind (vp, np, gapping, sluice), confidence 0–1."""


class EllipsisRules(Annotator):
    """Finds elliptical sites in English segments."""

    def __init__(self, words: EllipsisWords) -> None:
        self._words = words

    @classmethod
    def create(cls, context: Context) -> Self:  # noqa: ARG003 - the rules have no settings
        """Build the annotator with the pack's words."""
        return cls(read_words())

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[TokenContext, ...]]]:
        """Return the sites of each segment, sorted, at most one per token."""
        return [[self.sites(tokens) for tokens in document] for document in documents]

    def sites(self, tokens: Tokens) -> tuple[TokenContext, ...]:
        """Return the sites of one segment."""
        clause, words = Clause.of(tokens), self._words
        found: dict[int, TokenContext] = {}
        for kind, sites in (
            ("vp", verb_sites(clause, words.verbs)),
            ("sluice", sluice_sites(clause, words.remnants)),
            ("gapping", gap_sites(clause, words.remnants)),
            ("np", noun_sites(clause, words.nouns)),
        ):
            for token, confidence in sites:
                found.setdefault(token, (token, kind, confidence))
        return tuple(found[token] for token in sorted(found))
