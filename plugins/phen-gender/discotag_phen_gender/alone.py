"""Pronouns of the next segment that can only be the one person who was spoken of.

*The coach is tough.* / *On Sunday he smiled.* Coreference left the pronoun alone; but the first
segment has one word for a person and no name, and nobody else is named before the pronoun.
(Mitkov 1998, Robust pronoun resolution with limited knowledge: the candidates that are left.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_phen_gender.english import english
from discotag_phen_gender.roles import is_generic, is_person_noun, said_of, tells

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.plugin import Side, Token, Tokens
    from discotag_phen_gender.roles import Key

OTHERS = frozenset({"who", "someone", "somebody", "everyone", "everybody", "nobody", "one"})
"""Words that bring in somebody else."""
ARGUMENTS = ("nsubj", "obj")


def alone(side: Side, known: Collection[Key]) -> Iterator[tuple[Key, Key]]:
    """Yield a role and the pronoun of the next segment that must be its person.

    Args:
        side: the source, analysed.
        known: pronouns whose person is known.
    """
    for segment in range(len(side) - 1):
        role, told = _only_person(side[segment]), _first_pronoun(side[segment + 1])
        if role is not None and told is not None and (segment + 1, told) not in known:
            yield (segment, role), (segment + 1, told)


def _only_person(tokens: Tokens) -> int | None:
    """Return the one word for a person in a segment; None if there are more, or a name."""
    found: list[Token] = []
    for token in tokens:
        if token.upos == "PROPN" or tells(token) or token.form.casefold() in OTHERS:
            return None
        if is_person_noun(token) and token.upos == "NOUN":
            found.append(token)
    if len(found) != 1 or not _is_somebody(found[0]):
        return None
    return found[0].index


def _is_somebody(noun: Token) -> bool:
    """Return whether a noun names one certain person who does or undergoes something."""
    is_one = noun.feats.get("Number") != "Plur" and not is_generic(noun)
    return is_one and noun.deprel.startswith(ARGUMENTS) and said_of(noun) is None


def _first_pronoun(tokens: Tokens) -> int | None:
    """Return the first pronoun of a gender, a subject before which nobody is named."""
    genders = {
        english().pronouns[form.casefold()]
        for form in tokens.forms
        if form.casefold() in english().pronouns
    }
    if len(genders) != 1:
        return None
    for token in tokens:
        if token.form.casefold() in english().pronouns:
            return token.index if token.deprel.startswith("nsubj") else None
        if token.upos == "PROPN" or is_person_noun(token) or token.form.casefold() in OTHERS:
            return None
    return None
