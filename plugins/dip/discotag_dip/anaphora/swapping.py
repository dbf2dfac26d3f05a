"""Puts another third-person pronoun in the place of one, in the same case."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.slots import FORMS, case_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from discotag.plugin import Tokens


class Swap(NamedTuple):
    """A made error.

    Args:
        token: index of the pronoun in its segment.
        text: the segment's text with the wrong pronoun.
    """

    token: int
    text: str


def swaps(tokens: Tokens, draw: random.Random) -> Iterator[Swap]:
    """Yield a made error for each third-person pronoun of a segment; needs pos and deps."""
    for token in tokens:
        name = pronouns().class_of(token.form)
        if name in FORMS:
            other = draw.choice([other for other in FORMS if other != name])
            text = swapped(tokens, token.index, other)
            if text != tokens.text:
                yield Swap(token.index, text)


def swapped(tokens: Tokens, index: int, name: str) -> str:
    """Return a segment's text with a pronoun of a class in the place of a token.

    Args:
        tokens: the segment; needs deps.
        index: the token that is replaced.
        name: the class; one without cases (*this*, *which*) stands in its first form.
    """
    token = tokens[index]
    forms = FORMS.get(name)
    if forms is not None:
        form = forms[case_of(token.form.casefold(), token.deprel)]
    else:
        form = pronouns().classes[name][0]
    if token.form[:1].isupper():
        form = form[0].upper() + form[1:]
    return tokens.text[: token.start] + form + tokens.text[token.end :]
