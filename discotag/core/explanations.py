"""Reasons: why a word was tagged, merely marked, or neither.

Taggers yield `Ruling`s with their marks; `reasons_of` puts them into words. A `Cause` is one key
for each mark, and for each word that rules examined in vain, to count by.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from discotag.core.tags import Mark, TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import Document


UNTOLD = "untold"
"""The cause of a mark whose tagger gives no reasons."""
CONTEXT = "context"
"""The rule that reports evidence, whichever rule made the mark."""
WORDS = 4
"""Words of a text that make a cause where the tagger names none."""
_OF_THE_WORD = re.compile(r'"[^"]*"|\([^)]*\)|[^\W_]*\d[\w.]*')
"""What a text says of this word alone: what is quoted or in brackets, and numbers."""
_SMALL = re.compile(r"\b(?:an?|and|are|as|but|in|is|its?|of|that|the|to)\b", re.IGNORECASE)


class ReasonVerdict(StrEnum):
    """What a rule said of a word."""

    TAG = "tag"
    MARK = "mark"
    NO = "no"


class Explanation(NamedTuple):
    """Why a rule decided as it did, for people, and as a key to count by.

    Args:
        text: a clause that a reader understands without the code.
        cause: a short key of one or two words that holds nothing of the word itself, such as
            `upos` or `own-segment`; empty = it is made from the text.
        held: how many of the rule's conditions held.
        asked: how many it has, 0 = nobody counted.
    """

    text: str
    cause: str = ""
    held: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """What one rule said of one word, and why.

    A mark has at least one reason that says `mark` or `tag`; a word that a rule examined and
    refused has one that says `no`. Another rule may still accept it.

    Args:
        place: the word; a place of the source where no target word was found for it.
        phenomenon: the phenomenon's name.
        verdict: `no` = the rule gives no mark; `mark` = it gives one, or context does not count;
            `tag` = context decides the mark's class.
        rule: the rule in short, such as `word class v` or `context`.
        text: why, as a clause that a reader understands without the code.
        places: the words that the rule went by, besides the word itself.
        label: the label that the rule gives, or would have given; empty = it gives several.
        cause: see `Explanation`.
        held: how many of the rule's conditions held.
        asked: how many it has, 0 = nobody counted.
    """

    place: TokenRef
    phenomenon: str
    verdict: ReasonVerdict
    rule: str
    text: str
    places: tuple[TokenRef, ...] = ()
    label: str = ""
    cause: str = ""
    held: int = 0
    asked: int = 0


class Ruling(NamedTuple):
    """What one rule said of one word, as data; `reasons_of` makes a `Reason` of it.

    Args:
        place: the word; a place of the source where no target word was found for it.
        verdict: see `Reason`.
        rule: the rule in short.
        why: a clause that a reader understands without the code.
        places: the words that the rule went by, besides the word itself.
        label: the label that a rule that refuses the word would have given.
    """

    place: TokenRef
    verdict: ReasonVerdict
    rule: str
    why: str | Explanation
    places: tuple[TokenRef, ...] = ()
    label: str = ""

    @classmethod
    def no(
        cls,
        place: TokenRef,
        rule: str,
        why: str | Explanation,
        places: tuple[TokenRef, ...] = (),
        *,
        label: str = "",
    ) -> Ruling:
        """Say that a rule does not mark a word; `label` = the one that it would have given."""
        return cls(place, ReasonVerdict.NO, rule, why, places, label)

    @classmethod
    def mark(
        cls,
        place: TokenRef,
        rule: str,
        why: str | Explanation,
        places: tuple[TokenRef, ...] = (),
    ) -> Ruling:
        """Say that a rule marks a word, or that context does not count for it."""
        return cls(place, ReasonVerdict.MARK, rule, why, places)

    @classmethod
    def tag(
        cls,
        place: TokenRef,
        rule: str,
        why: str | Explanation,
        places: tuple[TokenRef, ...] = (),
    ) -> Ruling:
        """Say that context decides a mark's class."""
        return cls(place, ReasonVerdict.TAG, rule, why, places)

    @classmethod
    def context(
        cls,
        mark: Mark,
        found: str | Explanation,
        missing: str | Explanation,
        places: tuple[TokenRef, ...] = (),
    ) -> Ruling:
        """Say whether a mark has evidence: `found` and `missing` say of what.

        `places` are the words that decide a mark without evidence.
        """
        place = TokenRef("target", mark.segment, mark.token)
        if not mark.is_tag:
            return cls.mark(place, CONTEXT, missing, places)
        if mark.evidence:
            return cls.tag(place, CONTEXT, found, mark.evidence)
        known = missing if isinstance(missing, Explanation) else Explanation(missing)
        return cls.tag(
            place, CONTEXT, known._replace(text=f"{known.text}; what decides it is unknown")
        )


Decision = Mark | Ruling | Callable[[], "Iterable[Ruling]"]
"""What a tagger yields: a mark; what a rule said; or, where words cost time, a function that makes
rulings when somebody asks for reasons."""


@runtime_checkable
class Explainer(Protocol):
    """What a tagger may also be: it gives the reasons of its marks, and of words it left out.

    The reasons must come from the decisions that its marks come from, so that the two cannot drift
    apart: let one generator yield marks and rulings, and serve both methods.

    Example:
        >>> from discotag.plugin import Mark, Ruling, TokenRef, marks_of, reasons_of
        >>> class EveryYou:
        ...     def mark(self, document):
        ...         return marks_of(self._decide(document))
        ...     def reasons(self, document):
        ...         return reasons_of("address", self._decide(document))
        ...     def _decide(self, document):
        ...         for segment, tokens in enumerate(document.target):
        ...             for token in tokens:
        ...                 place = TokenRef("target", segment, token.index)
        ...                 if token.form == "you":
        ...                     yield Ruling.mark(place, "word", "a listed word")
        ...                     yield Mark("address", "you", segment, token.index)
        ...                 elif token.form == "ye":
        ...                     yield Ruling.no(place, "word", "too old to count")
    """

    def reasons(self, document: Document) -> Iterable[Reason]:
        """Yield the reasons of one document, in the order in which the rules were tried."""
        ...


def marks_of(decisions: Iterable[Decision]) -> Iterator[Mark]:
    """Yield the marks of a tagger's decisions."""
    return (one for one in decisions if isinstance(one, Mark))


def reasons_of(phenomenon: str, decisions: Iterable[Decision]) -> tuple[Reason, ...]:
    """Make reasons of the rulings of a tagger's decisions, without repetition."""
    found: dict[Reason, None] = {}
    for one in _rulings(decisions):
        why = one.why
        text, cause, held, asked = why if isinstance(why, Explanation) else Explanation(why)
        found[
            Reason(
                one.place,
                phenomenon,
                one.verdict,
                one.rule,
                text,
                tuple(one.places),
                one.label,
                cause,
                held,
                asked,
            )
        ] = None
    return tuple(found)


def _rulings(decisions: Iterable[Decision]) -> Iterator[Ruling]:
    for one in decisions:
        if isinstance(one, Ruling):
            yield one
        elif not isinstance(one, Mark):
            yield from one()


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
        reason: the reason that the key is made from; None = the tagger gives none.
    """

    place: TokenRef
    phenomenon: str
    outcome: ReasonVerdict
    label: str
    key: str
    reason: Reason | None


def causes(reasons: Iterable[Reason], marks: Iterable[Mark]) -> tuple[Cause, ...]:
    """Return a cause for each mark, and for each word that rules examined and did not mark.

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
