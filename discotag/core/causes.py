"""Causes: in short, why each word was tagged, merely marked, or left out, to count by.

A tagger's reasons say it in full and rule by rule; a cause is one key for each mark, and for each
word that rules looked at in vain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.explanations import ReasonVerdict
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.explanations import Reason
    from discotag.core.tags import Mark

UNTOLD = "untold"
"""The cause of a mark whose tagger tells no reasons."""
CONTEXT = "context"
"""The rule that tells of evidence, whatever rule made the mark."""
WORDS = 4
"""Words of a text that make a cause where the tagger names none."""
_OF_THE_WORD = re.compile(r'"[^"]*"|\([^)]*\)|[^\W_]*\d[\w.]*')
"""What a text says of this word alone: what is quoted or in brackets, and numbers."""
_SMALL = re.compile(r"\b(?:an?|and|are|as|but|in|is|its?|of|that|the|to)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a word was tagged (`tag`), merely marked (`mark`), or neither (`no`).

    Args:
        place: the word; of the source where no target word was found.
        phenomenon: the phenomenon's name.
        outcome: what became of it.
        label: the mark's label, or the one that the nearest rule would have given; empty = none.
        key: `RULE/WHY`: the kind of rule that decided, and the kind of evidence or the condition
            that failed, such as `pair/own-segment` or `verb-rule/Mood`. It holds nothing of the
            word itself.
        reason: the reason that the key is made from; None = the tagger tells none.
    """

    place: TokenRef
    phenomenon: str
    outcome: ReasonVerdict
    label: str
    key: str
    reason: Reason | None


def causes(reasons: Iterable[Reason], marks: Iterable[Mark]) -> tuple[Cause, ...]:
    """Return a cause for each mark, and for each word that rules looked at and did not mark.

    Args:
        reasons: of one document or of some words of it.
        marks: of the same words.

    Returns:
        Causes in order of segment, side, token and phenomenon.
    """
    told: dict[tuple[TokenRef, str], list[Reason]] = {}
    for reason in reasons:
        told.setdefault((reason.place, reason.phenomenon), []).append(reason)
    found = []
    marked = set()
    for mark in marks:
        where = TokenRef("target", mark.segment, mark.token), mark.phenomenon
        marked.add(where)
        found.append(_of_mark(mark, told.get(where, ())))
    for where, of_word in told.items():
        refused = [reason for reason in of_word if reason.verdict is ReasonVerdict.NO]
        if refused and where not in marked:
            found.append(_of_refusal(nearest(refused)))
    return tuple(sorted(found, key=_order))


def nearest(refused: Sequence[Reason]) -> Reason:
    """Return the reason of the rule that came nearest to a mark: it lacked least.

    Of rules that lacked as much, the one of which more held; of equal ones the last that was tried.
    A rule whose conditions nobody counted lacks one.

    Raises:
        ValueError: there is none.
    """
    return min(
        reversed(refused), key=lambda reason: (max(reason.asked, 1) - reason.held, -reason.held)
    )


def _of_mark(mark: Mark, told: Sequence[Reason]) -> Cause:
    outcome = ReasonVerdict.TAG if mark.is_tag else ReasonVerdict.MARK
    place = TokenRef("target", mark.segment, mark.token)
    made = [
        reason
        for reason in told
        if reason.verdict is not ReasonVerdict.NO and reason.rule != CONTEXT
    ]
    own = next(
        (reason for reason in made if reason.rule.endswith(f" {mark.label}")),
        next(iter(made), None),
    )
    after = told[told.index(own) :] if own is not None else told
    deciding = [
        *(reason for reason in after if (reason.rule, reason.verdict) == (CONTEXT, outcome)),
        *(reason for reason in told if (reason.rule, reason.verdict) == (CONTEXT, outcome)),
        *(reason for reason in told if reason.verdict is outcome),
    ]
    last = next(iter(deciding), own)
    if last is None:
        return Cause(place, mark.phenomenon, outcome, mark.label, UNTOLD, None)
    rule = _kind((own or last).rule, mark.label)
    key = f"{_slug(rule)}/{_why(last, mark.label)}"
    return Cause(place, mark.phenomenon, outcome, mark.label, key, last)


def _of_refusal(reason: Reason) -> Cause:
    key = f"{_slug(_kind(reason.rule, reason.label))}/{_why(reason, reason.label)}"
    return Cause(reason.place, reason.phenomenon, ReasonVerdict.NO, reason.label, key, reason)


def _kind(rule: str, label: str) -> str:
    """Return a rule's name without the label that it gives."""
    return (rule.removesuffix(label).strip() if label else rule) or rule


def _why(reason: Reason, label: str) -> str:
    if reason.cause:
        return reason.cause
    text = reason.text.replace(f" {label} ", " ") if label else reason.text
    clause = re.split(r"[:;,]", _OF_THE_WORD.sub(" ", text), maxsplit=1)[0]
    words = re.findall(r"[^\W\d_]+", _SMALL.sub(" ", clause))
    return "-".join(words[:WORDS]).casefold() or UNTOLD


def _slug(text: str) -> str:
    return "-".join(re.findall(r"\w+", text.casefold())) or UNTOLD


def _order(cause: Cause) -> tuple[int, bool, int, str, str]:
    place = cause.place
    return place.segment, place.side != "target", place.token, cause.phenomenon, cause.label
