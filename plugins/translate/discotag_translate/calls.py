"""One call of an engine, what comes back, and the two ways in which nothing does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict


@dataclass(frozen=True, slots=True)
class Call:
    """What an engine is asked.

    Args:
        texts: what to translate, each by itself; none is blank.
        before: the segments that come before, each with its translation.
        marker: how segments are marked in the only text, or None where it is one segment.
        attempt: how often the same was asked before, since its answer was of no use.
    """

    texts: tuple[str, ...]
    before: tuple[tuple[str, str], ...] = ()
    marker: str | None = None
    attempt: int = 0


class Usage(BaseModel):
    """What a service says that a call cost; None = it does not say.

    Args:
        characters: billed characters.
        tokens_in: tokens of what was sent.
        tokens_out: tokens of the answer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    characters: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None


class Answer(BaseModel):
    """What an engine gave.

    Args:
        texts: one per text of the call, as they came.
        cut: why the answer is not complete (`length`, `content_filter` …); None = it is.
        model: which model says that it answered.
        usage: what it cost.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    texts: tuple[str, ...]
    cut: str | None = None
    model: str | None = None
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call got no answer."""

    reason: str


Reply = Answer | Refusal
ContextKind = Literal["none", "source", "pairs"]
"""What an engine takes of the segments before: nothing, their sources, or translations too."""
