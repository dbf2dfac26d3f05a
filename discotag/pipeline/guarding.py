"""Guarding: whatever a component raises or returns wrongly becomes an error that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discotag.core.errors import ComponentError, DiscotagError, MissingLayerError
from discotag.core.reasons import Reason
from discotag.core.tags import Mark, TaggedDocument
from discotag.core.wording import amount

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.core.document import Document
    from discotag.core.reasons import Explainer
    from discotag.pipeline.plans import Choice

Result = TypeVar("Result")
Results = TypeVar("Results", bound="Sequence[Any]")


def guarded(choice: Choice, work: Callable[[], Result], document: str | None = None) -> Result:
    """Do a component's work; whatever it raises becomes a ComponentError that names it."""
    try:
        return work()
    except MissingLayerError as error:
        raise ComponentError(
            choice.owner.name, choice.title, str(error), document=document
        ) from error
    except DiscotagError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {writable(str(error))}"
        raise ComponentError(choice.owner.name, choice.title, reason, document=document) from error


def writable(text: str) -> str:
    """Return a text as UTF-8 can hold it: half of a surrogate pair becomes its escape."""
    return text.encode(errors="backslashreplace").decode()


def checked_marks(tagger: Any, document: Document, phenomenon: str) -> tuple[Mark, ...]:
    """Give a tagger's marks of a document; an error if they are not what it declares."""
    marks = tuple(tagger.mark(document))
    for mark in marks:
        if not isinstance(mark, Mark):
            raise TypeError(f"yielded {type(mark).__name__}, not Mark")
        if mark.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but marks {mark.phenomenon!r}")
        if mark.label != writable(mark.label):
            raise ValueError(f"label {mark.label!r} holds half of a surrogate pair")
    TaggedDocument(document, marks)  # checks that every index lies in the document
    return marks


def checked_reasons(tagger: Explainer, document: Document, phenomenon: str) -> tuple[Reason, ...]:
    """Give a tagger's reasons for a document; an error if they are not what it declares."""
    reasons = tuple(tagger.reasons(document))
    for reason in reasons:
        if not isinstance(reason, Reason):
            raise TypeError(f"gave {type(reason).__name__}, not Reason")
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


def counted(
    choice: Choice, given: Results, asked: Sequence[Any], kind: type | None = None
) -> Results:
    """Give results back if there is one for each input, of the right kind; else ComponentError."""
    if len(given) != len(asked):
        reason = f"gave {amount(len(given), 'result')} for {amount(len(asked), 'input')}"
        raise ComponentError(choice.owner.name, choice.title, reason)
    if kind is not None and not all(isinstance(item, kind) for item in given):
        raise ComponentError(
            choice.owner.name, choice.title, f"gave something that is no {kind.__name__}"
        )
    return given
