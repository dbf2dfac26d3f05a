"""The error boundary: whatever a component of a plan raises or returns wrongly names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discotag.core.explanations import Explainer
from discotag.core.plugin_calls import calling
from discotag.core.record_checks import (
    check_alignment,
    check_clusters,
    check_mark,
    check_reason,
    check_tokens,
)
from discotag.core.tags import TaggedDocument
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag._pipeline.plans import AnyPlanned
    from discotag.core.document import Document, Side
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Tagger
    from discotag.core.tags import Mark
    from discotag.core.tokens import Tokens

Result = TypeVar("Result")
Results = TypeVar("Results", bound="Sequence[Any]")


def guarded(
    choice: AnyPlanned,
    work: Callable[[], Result],
    document: str | None = None,
    *,
    is_making: bool = False,
) -> Result:
    """Do a component's work; whatever it raises becomes an error that names it."""
    with call_of(choice, document, is_making=is_making):
        return work()


def call_of(choice: AnyPlanned, document: str | None = None, *, is_making: bool = False) -> calling:
    """Return the block in which a chosen component's code is called."""
    owner = choice.owner
    return calling(
        owner.name, choice.title, document, keeps_errors=owner.is_builtin, is_making=is_making
    )


def checked_marks(tagger: Tagger, document: Document, phenomenon: str) -> tuple[Mark, ...]:
    """Return a tagger's marks of a document; an error if they are not what it declares."""
    marks = tuple(tagger.mark(document))
    for mark in marks:
        check_mark(mark)
        if mark.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but marks {mark.phenomenon!r}")
    TaggedDocument(document, marks)  # checks that every index lies in the document
    return marks


def checked_reasons(
    tagger: Tagger, document: Document, phenomenon: str
) -> tuple[Reason, ...] | None:
    """Return a tagger's reasons for a document, None if it tells none; an error if they are wrong.

    They are wrong if they are not what it declares.
    """
    if not isinstance(tagger, Explainer):
        return None
    reasons = tuple(tagger.reasons(document))
    for reason in reasons:
        check_reason(reason)
        if reason.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but gives reasons of {reason.phenomenon!r}")
        for side, segment, token in (reason.place, *reason.places):
            text = document.source if side == "source" else document.target
            if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
                raise ValueError(
                    f"a reason points to {side} token {token} of segment {segment}, which does not"
                    " exist"
                )
    return reasons


def counted(given: Results, asked: Sequence[Any]) -> Results:
    """Return results if there is one for each input; else ValueError."""
    if len(given) != len(asked):
        raise ValueError(
            f"gave {count_noun(len(given), 'result')} for {count_noun(len(asked), 'input')}"
        )
    return given


def checked_tokens(given: Results, lines: Sequence[str]) -> Results:
    """Return an analyzer's results for some lines; an error if they are not what they must be."""
    for line, tokens in zip(lines, counted(given, lines), strict=True):
        check_tokens(tokens, line)
    return given


def checked_links(given: Results, pairs: Sequence[tuple[Tokens, Tokens]]) -> Results:
    """Return an aligner's results for some pairs; an error if they are not what they must be."""
    for (source, target), links in zip(pairs, counted(given, pairs), strict=True):
        check_alignment(links)
        links.checked(source, target)
    return given


def checked_clusters(given: Results, sides: Sequence[Side]) -> Results:
    """Return a resolver's results for some sides; an error if they are not what they must be."""
    for side, clusters in zip(sides, counted(given, sides), strict=True):
        check_clusters(clusters, side)
    return given


def checked_layer(given: Results, sides: Sequence[Side]) -> list[tuple[Any, ...]]:
    """Return an annotator's layers for some sides; an error if not a value for each segment."""
    return [
        tuple(counted(layer, side.segments))
        for side, layer in zip(sides, counted(given, sides), strict=True)
    ]
