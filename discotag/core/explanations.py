"""Reasons: why a word was tagged, merely marked, or neither, told by the code that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TokenRef


class ReasonVerdict(StrEnum):
    """What a rule said of a word."""

    TAG = "tag"
    MARK = "mark"
    NO = "no"


class Told(NamedTuple):
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

    A mark has at least one reason that says `mark` or `tag`; a word that a rule looked at and
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
        cause: see `Told`.
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


@runtime_checkable
class Explainer(Protocol):
    """What a tagger may also be: it tells the reasons of its marks, and of words it left out.

    The reasons must come from the decisions that its marks come from, so that the two cannot drift
    apart: let one generator serve `mark` and, with a `Trace`, `reasons`.

    Example:
        >>> from discotag.plugin import Trace
        >>> class EveryYou:
        ...     def mark(self, document):
        ...         return self._marks(document, None)
        ...     def reasons(self, document):
        ...         return Trace.of("address", lambda why: self._marks(document, why))
        ...     def _marks(self, document, why):
        ...         for segment, tokens in enumerate(document.target):
        ...             for token in tokens:
        ...                 place = TokenRef("target", segment, token.index)
        ...                 if token.form == "you":
        ...                     if why is not None:
        ...                         why.mark(place, "word", "a listed word")
        ...                     yield Mark("address", "you", segment, token.index)
        ...                 elif why is not None and token.form == "ye":
        ...                     why.no(place, "word", "too old to count")
    """

    def reasons(self, document: Document) -> Iterable[Reason]:
        """Yield the reasons of one document, in the order in which the rules were tried."""
        ...


class Trace:
    """Collects the reasons of one document while a tagger decides; None stands for "do not"."""

    def __init__(self, phenomenon: str) -> None:
        self._phenomenon = phenomenon
        self._reasons: list[Reason] = []

    @classmethod
    def of(cls, phenomenon: str, decide: Callable[[Trace], Iterable[Mark]]) -> tuple[Reason, ...]:
        """Let a tagger decide, and give the reasons it told, without repetition."""
        trace = cls(phenomenon)
        for _ in decide(trace):
            pass
        return tuple(dict.fromkeys(trace._reasons))

    def no(
        self,
        place: TokenRef,
        rule: str,
        told: str | Told,
        places: Iterable[TokenRef] = (),
        *,
        label: str = "",
    ) -> None:
        """Note that a rule gives a word no mark; `label` = the one that it would have given."""
        self._add(ReasonVerdict.NO, (place, rule), told, places, label)

    def mark(
        self, place: TokenRef, rule: str, told: str | Told, places: Iterable[TokenRef] = ()
    ) -> None:
        """Note that a rule gives a word a mark, or that context does not count for it."""
        self._add(ReasonVerdict.MARK, (place, rule), told, places)

    def tag(
        self, place: TokenRef, rule: str, told: str | Told, places: Iterable[TokenRef] = ()
    ) -> None:
        """Note that context decides a mark's class."""
        self._add(ReasonVerdict.TAG, (place, rule), told, places)

    def context(self, mark: Mark, place: TokenRef, found: str | Told, missing: str | Told) -> None:
        """Note whether a mark has evidence: `found` and `missing` say what of."""
        if not mark.is_tag:
            self.mark(place, "context", missing)
        elif mark.evidence:
            self.tag(place, "context", found, mark.evidence)
        else:
            known = _told(missing)
            text = f"{known.text}; what decides it is unknown"
            self.tag(place, "context", known._replace(text=text))

    def _add(
        self,
        verdict: ReasonVerdict,
        where: tuple[TokenRef, str],
        told: str | Told,
        places: Iterable[TokenRef],
        label: str = "",
    ) -> None:
        place, rule = where
        text, cause, held, asked = _told(told)
        self._reasons.append(
            Reason(
                place,
                self._phenomenon,
                verdict,
                rule,
                text,
                tuple(places),
                label,
                cause,
                held,
                asked,
            )
        )


def _told(told: str | Told) -> Told:
    return told if isinstance(told, Told) else Told(told)
