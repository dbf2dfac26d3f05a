"""What is left of a clause: a question word ("I wonder why."), or a contrast ("Me too.")."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lang_en.ellipsis.clause import Clause
    from discotag_lang_en.ellipsis.words import RemnantWords

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
            # a bare "What?" asks for repetition; "Get up. Why?" has its antecedent beside it
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
