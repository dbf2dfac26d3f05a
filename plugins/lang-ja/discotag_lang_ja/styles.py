"""The style of Japanese predicates, told by their morphology.

A です or ます is polite wherever it stands. A predicate is plain only where it could have been
polite and is not: at the end of a sentence or of a coordinate clause (が, けど). Clauses inside
others have no style of their own, and a sentence that ends in a noun has none (Minami 1974).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag_lang_ja.boundaries import Boundaries, Boundary, BoundaryWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tokens import Token, Tokens

PREDICATE = ("動詞", "形容詞", "助動詞")
SENTENCE_FORMS = ("終止形", "連体形", "命令形", "意志推量形", "仮定形-融合")
"""Inflections that can end a sentence; 連体形 looks like 終止形, and dictionaries mix them up."""
CLAUSE_FORMS = ("終止形", "意志推量形")


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoliteWords(_Words):
    """Words of the polite style.

    Args:
        auxiliaries: their lemmas.
        casual: forms of theirs that are a particle of plain talk.
        requests: forms that ask politely.
    """

    auxiliaries: frozenset[str]
    casual: frozenset[str]
    requests: frozenset[str]


class PlainWords(_Words):
    """Words around a plain predicate.

    Args:
        particles: behind them a predicate is still final.
        sentence_particles: those of them that end a sentence only, not a clause.
        copular_particles: particles that stand for a plain copula behind a noun.
        no_request: verbs whose て-form asks for nothing.
        request_particles: particles that may stand behind a て-form that asks.
        no_style: forms of set phrases, used in either style.
    """

    particles: frozenset[str]
    sentence_particles: frozenset[str]
    copular_particles: frozenset[str]
    no_request: frozenset[str]
    request_particles: frozenset[str]
    no_style: frozenset[str]


class KeigoTable(_Words):
    """The schema of `keigo.toml`."""

    source: str
    polite: PoliteWords
    plain: PlainWords
    boundary: BoundaryWords


class Styles:
    """Finds the predicates of a segment that are polite or plain."""

    def __init__(self, table: KeigoTable) -> None:
        """Take the words of the table."""
        self._polite = table.polite
        self._plain = table.plain
        self._boundaries = Boundaries(table.boundary)

    def of(self, tokens: Tokens) -> dict[int, str]:
        """Give `polite` or `plain` by the index of the token that shows it; one per predicate."""
        auxiliaries = {token.index for token in tokens if self._is_auxiliary(token)}
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
        for index in self._plain_ends(tokens):
            if not polite.intersection(predicate(tokens, index)):
                styles[index] = "plain"
        return styles

    def _is_auxiliary(self, token: Token) -> bool:
        return (
            token.lemma in self._polite.auxiliaries
            and token.xpos.startswith("助動詞")
            and token.form not in self._polite.casual
        )

    def _plain_ends(self, tokens: Tokens) -> Iterator[int]:
        for end in range(1, len(tokens) + 1):
            boundary = self._boundaries.before(tokens, end)
            index = None if boundary is None else self._plain_end(tokens, end, boundary)
            if index is not None:
                yield index

    def _plain_end(self, tokens: Tokens, end: int, boundary: Boundary) -> int | None:
        last = end - 1
        while last > 0 and self._is_particle(tokens[last]):
            last -= 1
        behind = frozenset(tokens.forms[last + 1 : end])
        is_clause = boundary is Boundary.CLAUSE
        if is_clause and self._plain.sentence_particles & behind:
            return None
        token = tokens[last]
        if self._is_request(tokens, last):
            is_end = boundary is Boundary.SENTENCE or behind & self._plain.request_particles
            return last if is_end and behind <= self._plain.request_particles else None
        if token.xpos.startswith(PREDICATE):
            forms = SENTENCE_FORMS if behind or not is_clause else CLAUSE_FORMS
            has_style = _is_inflected(token, forms) and self._has_style(tokens, last, behind)
            return last if has_style else None
        if token.xpos.startswith("形状詞-一般"):
            return last if boundary is Boundary.SENTENCE and "か" not in behind else None
        particles = (
            j for j in range(last + 1, end) if tokens.forms[j] in self._plain.copular_particles
        )
        return None if is_clause else next(particles, None)

    def _has_style(self, tokens: Tokens, last: int, behind: frozenset[str]) -> bool:
        token = tokens[last]
        if token.form == "な":
            return bool(behind)
        if token.form in self._plain.no_style:
            return False
        if last > 0 and not tokens[last - 1].xpos.startswith("補助記号"):
            return True
        is_connective = token.lemma == "だ"
        is_exclamation = token.xpos.startswith("形容詞") and not behind
        return not (is_connective or is_exclamation)

    def _is_particle(self, token: Token) -> bool:
        is_listed = token.form in self._plain.particles and token.xpos.startswith("助詞")
        return is_listed or token.form in self._polite.casual

    def _is_request(self, tokens: Tokens, index: int) -> bool:
        """Tell whether a て-form asks for something (待って, 言わないで), not merely breaks off."""
        if index == 0 or not _is_te(tokens[index]):
            return False
        verb = tokens[index - 1]
        if verb.lemma == "ない":
            return tokens.forms[index] == "で"
        return verb.xpos.startswith("動詞") and verb.lemma not in self._plain.no_request


def predicate(tokens: Tokens, index: int) -> tuple[int, ...]:
    """Give the tokens of the predicate that ends at `index`, from the word of its meaning on."""
    first = index
    while first > 0 and _is_bound(tokens[first]):
        first -= 1
    return tuple(range(first, index + 1))


def _is_bound(token: Token) -> bool:
    return (
        token.upos == "AUX"
        or token.xpos.startswith(("助動詞", "助詞-準体助詞", "接尾辞"))
        or _is_te(token)
        or (token.lemma in {"ない", "する"} and token.xpos.endswith("非自立可能"))
    )


def _is_te(token: Token) -> bool:
    return token.form in {"て", "で"} and token.xpos.startswith("助詞-接続助詞")


def _is_inflected(token: Token, forms: tuple[str, ...]) -> bool:
    inflection = token.feats.get("Inflection", "").partition(";")[2]
    if inflection:
        return inflection.startswith(forms)
    return forms is SENTENCE_FORMS or token.form == token.lemma
