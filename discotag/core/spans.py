"""A span study: how much context the tags of texts need, as a command or a report sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.scores import Interval, Resampling
    from discotag.core.windows import Window


@dataclass(frozen=True, slots=True)
class Share:
    """A share of tags, 0–1, with its 95 % interval; None below the least number of documents."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Recommended:
    """The least window that resolves a share of the tags.

    Args:
        wanted: the share, 0–1.
        window: the window of fewest segments that resolves so many, and of these the one with the
            fewest following; None = not even the whole document does.
        resolved: the share that it resolves.
        sizes: the 95 % interval of its number of segments, over draws of documents; an end is None
            where it is the whole document or more; None = too few documents.
    """

    wanted: float
    window: Window | None
    resolved: Share | None
    sizes: tuple[int | None, int | None] | None


@dataclass(frozen=True, slots=True)
class SpanRow:
    """What was found of some tags of one text.

    Args:
        text: the text's name in the study.
        phenomenon: None = all of them together.
        label: None = all of them.
        domain: None = all of them; `""` = documents that tell none.
        known: tags whose evidence is known: what all shares are of.
        unknown: tags whose evidence is unknown.
        documents: documents with a tag of known evidence.
        distances: segments back to the nearest evidence (negative: ahead) → tags, by distance.
        spans: segments back to the furthest evidence that is needed → tags, by span.
        resolved: window → share of the known tags that it resolves; empty where there are none.
        alone: recommended windows without following segments.
        both: recommended windows with following segments; empty where these were not searched.
    """

    text: str
    phenomenon: str | None
    label: str | None
    domain: str | None
    known: int
    unknown: int
    documents: int
    distances: Mapping[int, int]
    spans: Mapping[int, int]
    resolved: Mapping[Window, Share]
    alone: tuple[Recommended, ...]
    both: tuple[Recommended, ...]


@dataclass(frozen=True, slots=True)
class SpanText:
    """A text of a study.

    Args:
        name: unique in the study, such as `en-fr ref`.
        pair: language pair.
        documents: how many were read.
        segments: how many these hold.
        longest: segments of the longest document.
        phenomena: phenomenon → `{"state": …, "reason": …}`; only those in state `supported` were
            looked for.
        is_searched_ahead: phenomenon → whether evidence was searched in following segments, too;
            None = the file does not tell.
        signature: what makes the tags reproducible; empty where nothing tells.
        short_signature: the same, shortened.
    """

    name: str
    pair: str
    documents: int
    segments: int
    longest: int
    phenomena: Mapping[str, Mapping[str, Any]]
    is_searched_ahead: Mapping[str, bool | None]
    signature: str = ""
    short_signature: str = ""


@dataclass(frozen=True, slots=True)
class SpanStudy:
    """How much context the tags of one or several texts need.

    Args:
        reaches: the numbers of segments that were tried, rising; last None = the whole document.
        wanted: the shares that windows were recommended for, 0–1, rising.
        texts: the texts, as given.
        rows: text by text: all tags, then phenomena, each with its labels, then domains likewise.
        resampling: how intervals came about.
        notes: what the user should know.
        parted_by: what the rows' `domain` is: `domain`, `document` or `voice`.
    """

    reaches: tuple[int | None, ...]
    wanted: tuple[float, ...]
    texts: tuple[SpanText, ...]
    rows: tuple[SpanRow, ...]
    resampling: Resampling
    notes: tuple[str, ...] = ()
    parted_by: str = "domain"
