"""The style of Japanese predicates, recognized by their morphology.

A です or ます is polite wherever it is. A predicate is plain only where it could have been
polite and is not: at the end of a sentence or of a coordinate clause (が, けど). Clauses inside
others have no style of their own, and a sentence that ends in a noun has none (Minami 1974).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_ja.boundaries import Boundaries, Boundary, Inside
from discotag_lang_ja.explainer import (
    ASKS,
    ATTRIBUTIVE,
    BEFORE_POLITE,
    BREAKS_OFF,
    CASUAL,
    COMMANDS,
    CONNECTIVE,
    COPULAR,
    EXCLAIMS,
    FINAL,
    JUDGED,
    MARKED,
    NO_COPULA,
    NO_PREDICATE,
    NO_REQUEST,
    NOMINAL,
    NOT_FINAL,
    SENTENCE_ONLY,
    SET_PHRASE,
    Explainer,
    SentenceEnd,
)
from discotag_lang_ja.forms import (
    SENTENCE_FORMS,
    is_command,
    is_inflected,
    is_te,
    opens_clause,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.plugin import Token, Tokens
    from discotag.plugin.language import StyleExplainer
    from discotag_lang_ja.table import KeigoTable

PREDICATE = ("動詞", "形容詞", "助動詞")
CLAUSE_FORMS = ("終止形", "命令形", "意志推量形")
KURE = frozenset({"くれ", "呉れ"})
"""A command, but joins clauses in writing: before a comma it is taken for one that joins."""
QUESTION_MARKS = frozenset("?？")


class Styles:
    """Finds the predicates of a segment that are polite or plain."""

    def __init__(self, table: KeigoTable) -> None:
        """Take the words of the table."""
        self._polite = table.polite
        self._plain = table.plain
        self._boundaries = Boundaries(table.boundary)

    def of(self, tokens: Tokens, notes: StyleExplainer | None = None) -> dict[int, str]:
        """Return `polite` or `plain` by the index of the token that shows it; one per predicate.

        `notes` collects the reasons.
        """
        explainer = None if notes is None else Explainer(notes)
        auxiliaries = {token.index for token in tokens if self._is_auxiliary(token)}
        fixed = {index for index in auxiliaries if self._is_set_phrase(tokens, index)}
        auxiliaries -= fixed
        polite = auxiliaries | {
            token.index
            for token in tokens
            if token.form in self._polite.requests and token.index + 1 not in auxiliaries
        }
        styles = {
            index: "polite"
            for index in polite
            if not polite.intersection(predicate(tokens, index)[:-1])
        }
        if explainer is not None:
            self._explain_polite(tokens, polite, styles, explainer)
        for found in self._ends(tokens, fixed):
            is_polite = found.is_plain and bool(polite.intersection(predicate(tokens, found.token)))
            if found.is_plain and not is_polite:
                styles[found.token] = "plain"
            if explainer is not None:
                explainer.end(found, is_polite=is_polite)
        if explainer is not None:
            self._explain_rest(tokens, styles, explainer)
        return styles

    def _is_auxiliary(self, token: Token) -> bool:
        return (
            token.lemma in self._polite.auxiliaries
            and token.xpos.startswith("助動詞")
            and token.form not in self._polite.casual
        )

    def _is_set_phrase(self, tokens: Tokens, index: int) -> bool:
        """Return whether a polite word belongs to what is said in any style (すみません)."""
        words = {"".join(tokens.forms[max(0, index - size) : index]) for size in (1, 2)}
        return not words.isdisjoint(self._polite.set_phrases)

    def _ends(self, tokens: Tokens, fixed: set[int]) -> Iterator[SentenceEnd]:
        """Yield what the ends show; words of `fixed` belong to set phrases."""
        for end in range(1, len(tokens) + 1):
            boundary = self._boundaries.before(tokens, end)
            if isinstance(boundary, Boundary):
                found = SentenceEnd(*self._plain_end(tokens, end, boundary), boundary, end)
                is_fixed = found.is_plain and fixed.intersection(predicate(tokens, found.token))
                yield found._replace(is_plain=False, why=SET_PHRASE) if is_fixed else found

    def _plain_end(self, tokens: Tokens, end: int, boundary: Boundary) -> tuple[int, bool, str]:
        """Return the word that would show a plain style, whether it does, and why."""
        last = end - 1
        while last > 0 and self._is_particle(tokens[last]):
            last -= 1
        behind = frozenset(tokens.forms[last + 1 : end])
        is_clause = boundary is Boundary.CLAUSE
        if is_clause and last < end - 1 and tokens.forms[end - 1] in self._plain.sentence_particles:
            return last, False, SENTENCE_ONLY  # but かな, からね close a clause of their own
        token = tokens[last]
        if self._is_request(tokens, last):
            is_end = boundary is Boundary.SENTENCE or behind & self._plain.request_particles
            asks = bool(is_end) and behind <= self._plain.request_particles
            return last, asks, ASKS if asks else BREAKS_OFF
        if token.xpos.startswith(PREDICATE):
            is_bare = is_clause and not behind and not opens_clause(tokens, end + 1)
            forms = CLAUSE_FORMS if is_bare else SENTENCE_FORMS
            is_final = is_inflected(token, forms) and not (is_bare and token.form in KURE)
            asks = boundary is Boundary.SENTENCE and tokens.forms[end] in QUESTION_MARKS
            fault = self._fault(tokens, last, behind, asks=asks) if is_final else NOT_FINAL
            commands = is_command(tokens, last) and not is_clause
            return last, commands or fault is None, COMMANDS if commands else fault or FINAL
        if token.xpos.startswith("形状詞-一般"):
            is_final = boundary is Boundary.SENTENCE and "か" not in behind
            return last, is_final, NOMINAL if is_final else NO_COPULA
        for index in range(last + 1, end if not is_clause else 0):
            if tokens.forms[index] in self._plain.copular_particles:
                return index, True, COPULAR
        return last, False, NO_REQUEST if is_te(token) else NO_PREDICATE

    def _fault(
        self, tokens: Tokens, last: int, behind: frozenset[str], *, asks: bool
    ) -> str | None:
        """Return why a predicate in a final form has no style; None if it has."""
        token = tokens[last]
        if token.form == "な":
            return None if behind else ATTRIBUTIVE
        if token.form in self._plain.no_style:
            return SET_PHRASE
        if last > 0 and not tokens[last - 1].xpos.startswith("補助記号"):
            return None
        if token.lemma == "だ":
            return CONNECTIVE
        is_bare = token.xpos.startswith("形容詞") and not (behind or asks)
        return EXCLAIMS if is_bare else None

    def _explain_polite(
        self, tokens: Tokens, polite: set[int], styles: Mapping[int, str], explainer: Explainer
    ) -> None:
        """Explain the polite words, and of those that only look so."""
        for token in tokens:
            if token.index in polite:
                explainer.polite(token.index, styles)
            elif token.form in self._polite.requests:
                explainer.not_polite(token.index, BEFORE_POLITE)
            elif token.form in self._polite.casual and token.lemma in self._polite.auxiliaries:
                explainer.not_polite(token.index, CASUAL)

    def _explain_rest(
        self, tokens: Tokens, styles: Mapping[int, str], explainer: Explainer
    ) -> None:
        """Explain predicates inside sentences, and of the other words of those at their ends."""
        for token in tokens:
            last = token.index
            if last + 1 < len(tokens) and _is_bound(tokens[last + 1]):
                continue
            words = predicate(tokens, last)
            inflected = [index for index in words if tokens[index].xpos.startswith(PREDICATE)]
            if marked := [index for index in words if index in styles]:
                explainer.parts(words, marked, MARKED)
            elif explainer.seen.intersection(words):
                explainer.parts(words, explainer.seen.intersection(words), JUDGED)
            elif inflected:
                self._explain_inside(tokens, inflected[-1], explainer)
                explainer.parts(words, inflected[-1:], JUDGED)

    def _explain_inside(self, tokens: Tokens, last: int, explainer: Explainer) -> None:
        end = last + 1
        while end < len(tokens) and self._is_particle(tokens[end]):
            end += 1
        found = self._boundaries.before(tokens, end)
        if isinstance(found, Inside):
            explainer.inside(last, found, end)

    def _is_particle(self, token: Token) -> bool:
        is_listed = token.form in self._plain.particles and token.xpos.startswith("助詞")
        return is_listed or token.form in self._polite.casual

    def _is_request(self, tokens: Tokens, index: int) -> bool:
        """Return whether a て-form is a request (待って, 言わないで), not merely breaks off."""
        if index == 0 or not is_te(tokens[index]):
            return False
        verb = tokens[index - 1]
        if verb.lemma == "ない":
            return tokens.forms[index] == "で"
        return verb.xpos.startswith("動詞") and verb.lemma not in self._plain.no_request


def predicate(tokens: Tokens, index: int) -> tuple[int, ...]:
    """Return the tokens of the predicate that ends at `index`, from the word of its meaning on."""
    first = index
    while first > 0 and _is_bound(tokens[first]):
        first -= 1
    return tuple(range(first, index + 1))


def _is_bound(token: Token) -> bool:
    return (
        token.upos == "AUX"
        or token.xpos.startswith(("助動詞", "助詞-準体助詞", "接尾辞"))
        or is_te(token)
        or (token.lemma in {"ない", "する"} and token.xpos.endswith("非自立可能"))
    )
