"""A corpus profile: how much of each phenomenon runs hold, language by language."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.core.errors import UsageError
from discotag.language.voices import SpeakerConventions, voices_of_document
from discotag.runs.counts import TextCounts
from discotag.runs.folder import open_run
from discotag.runs.slices import VOICES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.runs.folder import RunFolder

ELLIPSIS = "ellipsis"


@dataclass(frozen=True, slots=True)
class TextProfile:
    """What one text of one run holds.

    Args:
        folder: the run's folder, as it was named.
        pair: language pair.
        text: name of the reference or system.
        documents: how many.
        segments: how many.
        tokens: how many, of the target.
        phenomena: phenomenon → what was found; None = not searched for, the reason is in `states`.
        states: phenomenon → `supported`, `not applicable` …
        elliptical: share of source segments with an ellipsis, 0-1; None = not searched for.
        notes: what the user should know of the folder.
    """

    folder: str
    pair: str
    text: str
    documents: int
    segments: int
    tokens: int
    phenomena: dict[str, TextCounts | None]
    states: dict[str, str]
    elliptical: float | None
    notes: tuple[str, ...] = ()

    def per_thousand(self, phenomenon: str) -> float | None:
        """Return tags per 1,000 target tokens (muda Fig. 1 counts words); None = undefined."""
        found = self.phenomena.get(phenomenon)
        return 1000 * found.tags / self.tokens if found and self.tokens else None

    def share(self, phenomenon: str) -> float | None:
        """Return the share of segments with at least one tag, 0-1 (dip Table 1)."""
        found = self.phenomena.get(phenomenon)
        return found.segments / self.segments if found and self.segments else None

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "folder": self.folder,
            "pair": self.pair,
            "text": self.text,
            "documents": self.documents,
            "segments": self.segments,
            "tokens": self.tokens,
            "elliptical_source_segments": self.elliptical,
            "phenomena": {
                name: {
                    "state": self.states[name],
                    **({} if found is None else found.model_dump()),
                    "per_1000_tokens": self.per_thousand(name),
                    "share_of_segments": self.share(name),
                }
                for name, found in self.phenomena.items()
            },
        }


def titled(profiles: Sequence[TextProfile]) -> dict[str, TextProfile]:
    """Name each profile by pair and text, and by its folder where others have the same."""
    names = [f"{item.pair} {item.text}" for item in profiles]
    times = Counter(names)
    return {
        f"{name} ({item.folder})" if times[name] > 1 else name: item
        for name, item in zip(names, profiles, strict=True)
    }


def read_profiles(
    folders: Sequence[Path], text: str | None = None, *, verify: bool = True
) -> tuple[TextProfile, ...]:
    """Read the profile of one text of each run.

    Args:
        folders: what `discotag run --out` wrote; one that is named twice is read once.
        text: name of the text; None = the first reference, or the first system where there is none.
        verify: whether every file must be the one that the run wrote.

    Raises:
        InputError: a folder holds no sound run.
        UnknownNameError: a run has no such text.
    """
    runs = (open_run(folder, verify=verify) for folder in dict.fromkeys(folders))
    return tuple(_profile(run, text) for run in runs)


def read_parts(
    folders: Sequence[Path],
    by: str,
    text: str | None = None,
    *,
    registry: Registry,
    verify: bool = True,
) -> tuple[TextProfile, ...]:
    """Read the profile of each domain, document or kind of voice of one text of each run.

    Args:
        folders: what `discotag run --out` wrote.
        by: `domain`, `document` or `voice`; the part is shown after the text's name.
        text: name of the text; None = the first.
        registry: where the languages are found.
        verify: whether every file must be the one that the run wrote.

    Raises:
        InputError: a folder holds no sound run.
        UnknownNameError: a run has no such text.
        UsageError: tags cannot be counted by that.
    """
    if by not in {"domain", "document", "voice"}:
        raise UsageError(
            f"texts are counted by domain, document or voice, not by {by}; discotag span tells"
            " how far the evidence is"
        )
    found: list[TextProfile] = []
    for folder in dict.fromkeys(folders):
        run = open_run(folder, verify=verify)
        conventions = SpeakerConventions.of(registry.language(run.record.target_language).info)
        found += _parts(run, by, run.text(text), conventions)
    return tuple(found)


class _Part(NamedTuple):
    """What of a document is in a part: segments and words of the target, and marks."""

    segments: int
    tokens: int
    marks: list[Mark]


def _parts(
    run: RunFolder, by: str, name: str, conventions: SpeakerConventions
) -> Iterator[TextProfile]:
    whole = _profile(run, name)
    groups: dict[str, list[_Part]] = {}
    for tagged in run.documents(name):
        document = tagged.document
        if by == "voice":
            for value, part in _voices(tagged, conventions).items():
                groups.setdefault(value, []).append(part)
        else:
            value = document.id if by == "document" else document.domain or "no domain"
            words = sum(len(tokens) for tokens in document.target)
            part = _Part(len(document), words, list(tagged.marks))
            groups.setdefault(value, []).append(part)
    order = [kind for kind in VOICES if kind in groups] if by == "voice" else list(groups)
    for value in order:
        members = groups[value]
        yield replace(
            whole,
            text=f"{name}, {value}",
            documents=len(members),
            segments=sum(part.segments for part in members),
            tokens=sum(part.tokens for part in members),
            phenomena={
                key: None
                if whole.phenomena[key] is None
                else _sum(
                    TextCounts.of(m for m in part.marks if m.phenomenon == key) for part in members
                )
                for key in whole.states
            },
            elliptical=None,
        )


def _voices(tagged: TaggedDocument, conventions: SpeakerConventions) -> dict[str, _Part]:
    """Return the part of each kind of voice; a segment counts in each that speaks in it."""
    target = tagged.document.target
    voices = voices_of_document(tagged.document, conventions)
    segments: dict[str, set[int]] = {}
    tokens: Counter[str] = Counter()
    marks: dict[str, list[Mark]] = {}
    for number, words in enumerate(target):
        for start in words.starts:
            kind = voices.at(number, start).partition(" ")[0]
            segments.setdefault(kind, set()).add(number)
            tokens[kind] += 1
    for mark in tagged.marks:
        kind = voices.at(mark.segment, target[mark.segment].starts[mark.token]).partition(" ")[0]
        marks.setdefault(kind, []).append(mark)
    return {
        kind: _Part(len(found), tokens[kind], marks.get(kind, []))
        for kind, found in segments.items()
    }


def _sum(parts: Iterable[TextCounts]) -> TextCounts:
    found = list(parts)
    labels: Counter[str] = Counter()
    for part in found:
        labels.update(part.labels or {})
    return TextCounts(
        tags=sum(part.tags for part in found),
        marks=sum(part.marks for part in found),
        unresolved=sum(part.unresolved for part in found),
        segments=sum(part.segments for part in found),
        labels=dict(labels),
    )


def _profile(run: RunFolder, text: str | None) -> TextProfile:
    record, name = run.record, run.text(text)
    states = {key: str(item["state"]) for key, item in record.plan.phenomena.items()}
    elliptical = record.annotated.get(ELLIPSIS)
    return TextProfile(
        folder=str(run.path),
        pair=record.plan.pair,
        text=name,
        documents=record.documents,
        segments=record.segments,
        tokens=record.tokens.get(name, 0),
        phenomena={key: record.counts[name].get(key) for key in states},
        states=states,
        elliptical=None
        if elliptical is None or not record.segments
        else elliptical / record.segments,
        notes=run.notes,
    )
