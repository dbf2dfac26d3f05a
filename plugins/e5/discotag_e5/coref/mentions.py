"""Noun phrases, names and pronouns of a text in any language, read off its UD parse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from discotag.plugin import Mention, ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.plugin import Tokens

Sort = Literal["third", "first", "second", "reflexive", "demonstrative", "noun", "name", "group"]
NO_HEADS = frozenset(
    {"compound", "flat", "fixed", "goeswith", "reparandum", "discourse", "expl", "dislocated"}
)
"""Relations, without subtypes, of words that do not form a phrase."""
OUTSIDE = frozenset({
    *("case", "cc", "conj", "punct", "cop", "aux", "nsubj", "csubj", "advmod", "mark", "parataxis"),
    *("appos", "acl", "advcl", "discourse", "list", "orphan", "dislocated", "vocative", "expl"),
    *("obj", "iobj", "ccomp", "xcomp"),
})  # fmt: skip
"""Relations of what hangs on a noun but is not said with it."""
JOINING = frozenset({"conj"})
PERSONS: Mapping[str, Sort] = {"1": "first", "2": "second", "3": "third"}
GENDERS = frozenset({"Masc", "Fem", "Neut"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A mention with what its words show.

    Args:
        mention: its position.
        sort: which sort of pronoun, or a noun, a name, nouns joined by *and*.
        form: the head's form, casefolded.
        lemma: the head's lemma, casefolded.
        words: all its words, casefolded.
        relation: the head's relation, without subtype.
        governor: the head's head, -1 for a root.
        gender: `Masc`, `Fem` or `Neut` of the head, or of a possessive's owner; "" where unknown.
        number: `Sing`, `Plur` or "".
        determiner: `Def`, `Ind`, `Dem`, `Poss` or "".
        modifiers: lemmas of adjectives, numerals and parts of a compound.
        depth: steps from the head to the root.
        is_possessive: whether it says whose (*his*, *la mia*).
    """

    mention: Mention
    sort: Sort
    form: str
    lemma: str
    words: tuple[str, ...]
    relation: str
    governor: int
    gender: str
    number: str
    determiner: str
    modifiers: frozenset[str]
    depth: int
    is_possessive: bool = False

    @property
    def is_pronoun(self) -> bool:
        """Whether it is not a noun, name or group."""
        return self.mention.kind == "pronoun"


def phrases(segment: int, tokens: Tokens) -> tuple[Phrase, ...]:
    """Return the mentions of an analysed segment, by their heads; groups before their parts."""
    return tuple(_phrases(segment, tokens))


def _phrases(segment: int, tokens: Tokens) -> Iterator[Phrase]:
    for index in range(len(tokens)):
        sort = _sort(tokens, index)
        if sort is None:
            continue
        if sort in {"noun", "name"}:
            conjuncts = _children(tokens, index, JOINING)
            if conjuncts and _bare(tokens, index) != "conj":
                yield _phrase(segment, tokens, index, "group")
        yield _phrase(segment, tokens, index, sort)


def _sort(tokens: Tokens, index: int) -> Sort | None:
    """Return what sort of mention a token is the head of, None where it is not a head."""
    upos, feats = (tokens.upos or ())[index], _feats(tokens, index)
    relation = _bare(tokens, index)
    if upos in {"PRON", "DET"}:
        return _pronoun(feats, upos, relation)
    if relation in NO_HEADS:
        return None
    return {"NOUN": "noun", "PROPN": "name"}.get(upos)  # type: ignore[return-value]


def _pronoun(feats: Mapping[str, str], upos: str, relation: str) -> Sort | None:
    kind, is_owner = feats.get("PronType", ""), feats.get("Poss") == "Yes"
    if relation == "expl" or kind in {"Rel", "Int", "Int,Rel", "Neg", "Tot", "Ind", "Art"}:
        return None
    if kind == "Dem":
        return "demonstrative" if upos == "PRON" else None
    if kind not in {"Prs", ""} or (upos == "DET" and not is_owner):
        return None
    if feats.get("Reflex") == "Yes":
        return "reflexive"
    return PERSONS.get(feats.get("Person", feats.get("Person[psor]", "")), "third")


def _phrase(segment: int, tokens: Tokens, head: int, sort: Sort) -> Phrase:
    is_pronoun = sort not in {"noun", "name", "group"}
    inside = [head] if is_pronoun else sorted(_inside(tokens, head, is_group=sort == "group"))
    start, end = inside[0], inside[-1] + 1
    feats, lemmas = _feats(tokens, head), tokens.lemmas or tokens.forms
    is_owner = feats.get("Poss") == "Yes"
    agrees = is_owner and (tokens.upos or ())[head] == "DET"  # with what is owned, not the owner
    number = feats.get("Number[psor]", "" if agrees else feats.get("Number", ""))
    gender = feats.get("Gender[psor]", "" if agrees else feats.get("Gender", ""))
    children = _children(tokens, head, {"amod", "nummod", "compound", "flat"})
    return Phrase(
        mention=Mention(
            segment,
            start,
            end,
            head,
            "pronoun" if is_pronoun else "name" if sort == "name" else "noun",
        ),
        sort=sort,
        form=tokens.forms[head].casefold(),
        lemma=lemmas[head].casefold(),
        words=tuple(tokens.forms[index].casefold() for index in range(start, end)),
        relation=_bare(tokens, head),
        governor=(tokens.heads or ())[head],
        gender=gender if gender in GENDERS else "",
        number="Plur" if sort == "group" else number if number in {"Sing", "Plur"} else "",
        determiner=_determiner(tokens, head),
        modifiers=frozenset(lemmas[index].casefold() for index in children),
        depth=_depth(tokens, head),
        is_possessive=is_owner,
    )


def _inside(tokens: Tokens, head: int, *, is_group: bool) -> set[int]:
    """Return the tokens of a noun phrase without a gap around its head."""
    found, left = {head}, [head]
    while left:
        index = left.pop()
        for child in tokens.children(index):
            relation = _bare(tokens, child)
            joins = is_group and index == head and relation in {"conj", "cc"}
            if index == head and relation in OUTSIDE and not joins:
                continue
            if index != head and relation in {"punct", "acl", "advcl", "parataxis"}:
                continue
            found.add(child)
            left.append(child)
    start = end = head
    while start - 1 in found:
        start -= 1
    while end + 1 in found or (is_group and end + 2 in found):
        end += 1
    return set(range(start, end + 1))


def _determiner(tokens: Tokens, head: int) -> str:
    for child in _children(tokens, head, {"det", "nmod", "nummod"}):
        feats = _feats(tokens, child)
        if feats.get("Poss") == "Yes":
            return "Poss"
        if feats.get("PronType") == "Dem":
            return "Dem"
        if feats.get("Definite") in {"Def", "Ind"}:
            return feats["Definite"]
        if feats.get("PronType") in {"Tot", "Neg", "Ind", "Int"}:
            return "Ind"
    own = _feats(tokens, head).get("Definite", "")
    return own if own in {"Def", "Ind"} else ""


def _depth(tokens: Tokens, index: int) -> int:
    depth, heads = 0, tokens.heads or ()
    while heads[index] >= 0 and depth < 20:
        index, depth = heads[index], depth + 1
    return depth


def _feats(tokens: Tokens, index: int) -> Mapping[str, str]:
    return tokens.feats[index] if tokens.feats is not None else {}


def _bare(tokens: Tokens, index: int) -> str:
    return ud.base((tokens.deprels or ())[index])


def _children(tokens: Tokens, head: int, relations: frozenset[str] | set[str]) -> list[int]:
    return [child for child in tokens.children(head) if _bare(tokens, child) in relations]
