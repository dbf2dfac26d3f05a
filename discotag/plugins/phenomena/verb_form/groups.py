"""Verb groups: a finite verb with the participles and infinitives that make one form with it.

The words of a group are found in the parse (auxiliaries, copulas, open complements) and near each
other, since a parse of a fresh domain often misses one of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from discotag.core.explanations import Explanation
from discotag.language import ud
from discotag.language.match_explanations import conditions, shortfall_of_all
from discotag.language.verb_pairs import AUXILIARY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from discotag.core.patterns import Pattern, TokenContext
    from discotag.core.tokens import Tokens

Form = TypeVar("Form")

Step = tuple[tuple["Pattern", ...], ...]
"""Conditions on one word: of each inner tuple one must hold."""


@dataclass(frozen=True)
class Shape(Generic[Form]):
    """A form and the words it consists of, finite verb first."""

    form: Form
    steps: tuple[Step, ...]


def ordered(shapes: Iterable[Shape[Form]]) -> tuple[Shape[Form], ...]:
    """Sort shapes: those of more words first, otherwise as they came."""
    return tuple(sorted(shapes, key=lambda shape: -len(shape.steps)))


def recognised(
    finite: TokenContext, shapes: Sequence[Shape[Form]], between: Collection[str]
) -> tuple[Form, tuple[int, ...]] | None:
    """Return the first shape that fits a finite verb, and the tokens of its words."""
    for shape in shapes:
        if found := _match(finite, shape.steps, between):
            return shape.form, found
    return None


def may_begin(shape: Shape[Any], tokens: Tokens, token: int) -> bool:
    """Return whether a word itself allows that a shape begins with it."""
    for alternatives in shape.steps[0]:
        for pattern in alternatives:
            if pattern.may_match(tokens, token):
                break
        else:
            return False
    return True


def obstacle(
    finite: TokenContext, steps: Sequence[Step], between: Collection[str]
) -> Explanation | None:
    """Return why a shape's words do not fit a finite verb; None if they do.

    Each further word of the shape counts as one condition.
    """
    if _match(finite, steps, between):
        return None
    further = len(steps) - 1
    held, asked, first = 0, further, None
    for alternatives in steps[0]:
        told = shortfall_of_all(alternatives, finite)
        fewest = min((conditions(pattern) for pattern in alternatives), default=0)
        held += fewest if told is None else told.held
        asked += fewest if told is None else told.asked
        first = first or told
    first = first or Explanation(
        "none of the words behind it, or of its group, continues the form", "continuation"
    )
    return first._replace(held=held, asked=asked)


def _match(
    finite: TokenContext, steps: Sequence[Step], between: Collection[str]
) -> tuple[int, ...]:
    if not _holds(steps[0], finite):
        return ()
    found = [finite.token]
    for step in steps[1:]:
        nearest = min(_followers(finite, found[-1], step, between), default=None)
        if nearest is None:
            return ()
        found.append(nearest)
    return tuple(found)


def _followers(
    finite: TokenContext, last: int, step: Step, between: Collection[str]
) -> Iterator[int]:
    """Yield tokens after `last` that fit a step, by nearness and by the parse."""
    tokens = finite.tokens
    for index in range(last + 1, len(tokens)):
        if _holds(step, finite.at(index)):
            yield index
            break
        if tokens[index].upos not in between:
            break
    word = finite.word
    head = tokens[word.head] if ud.relation(word) in AUXILIARY and word.head >= 0 else word
    group = [head, *(child for child in head.children if ud.relation(child) in AUXILIARY)]
    group += [child for child in word.children if ud.relation(child) == "xcomp"]
    for other in group:
        if other.index > last and _holds(step, finite.at(other.index)):
            yield other.index


def _holds(step: Step, site: TokenContext) -> bool:
    tokens, token = site.tokens, site.token
    for alternatives in step:  # without generators: it is asked of every word after a verb
        for pattern in alternatives:
            if pattern.holds(tokens, token, site):
                break
        else:
            return False
    return True
