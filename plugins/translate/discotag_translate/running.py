"""A run, from texts to files: estimate, translate, write, and say what is missing."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import SkippedWorkError, UnknownNameError, UsageError, count_noun
from discotag.plugin.files import atomic_write
from discotag_services import StoppedError
from discotag_translate.content_check import ContentCheck, Links
from discotag_translate.documents import Talk
from discotag_translate.driving import Driver, Estimate, Told, estimate, looked_into, opened_journal
from discotag_translate.engines.engine import Language
from discotag_translate.language_check import LanguageCheck
from discotag_translate.unmarked import ByBeads, ByLines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import ParallelText, Registry
    from discotag_translate.documents import Segment
    from discotag_translate.engines.engine import Engine, Pair
    from discotag_translate.unmarked import Finder


CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")
SHOWN = 5
"""How many segments a message names."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How documents are translated.

    Args:
        texts: the documents; only their sources are read.
        pair: the languages.
        engine: who translates.
        journal: file of answers.
        is_whole: documents as a whole; else segment by segment.
        context: how many earlier segments go with a call.
        most_characters: most characters of a call; None = the engine's own limit.
        jobs: calls at a time.
        checks_language: whether translations in another language are held to be wrong.
        content: what finds translations that are not those of their segments; None = nothing.
        finder: finds segments in documents that are sent without markers; None = with markers.
    """

    texts: Sequence[ParallelText]
    pair: Pair
    engine: Engine
    journal: Path
    is_whole: bool = True
    context: int = 0
    most_characters: int | None = None
    jobs: int = 1
    checks_language: bool = True
    content: ContentCheck | None = None
    finder: Finder | None = None

    def __post_init__(self) -> None:
        """Refuse context for an engine that reads none."""
        if self.context and self.engine.context == "none":
            cure = (
                "; discotag cxmi decode gives a model of Transformers its own output as context"
                if self.engine.name == "hf"
                else ""
            )
            raise UsageError(
                f"the engine {self.engine.name} takes no earlier segments here; leave out"
                f" --context{cure}"
            )

    def talks(self, engine: Engine, *, is_judged: bool) -> list[Talk]:
        """Return a conversation for each document."""
        pair = self.pair
        judge = LanguageCheck(pair.source.code, pair.target.code)
        finder = self.finder if is_judged or self.finder is None else ByLines()
        languages = judge if is_judged and self.checks_language and judge.is_known else None
        return [
            Talk(
                text.source,
                engine,
                is_whole=self.is_whole,
                most_characters=self.most_characters,
                context=self.context,
                languages=languages,
                content=self.content if is_judged else None,
                finder=finder,
            )
            for text in self.texts
        ]

    def setup(self) -> dict[str, Any]:
        """Return all that decides the translation, for people who read it later."""
        return {
            "source_language": self.pair.source.code,
            "target_language": self.pair.target.code,
            "mode": "document" if self.is_whole else "sentence",
            "markers": self.is_whole and self.finder is None,
            "context": self.context,
            "most_characters": self.most_characters or self.engine.limits.characters,
            "checks_language": self.checks_language,
            "checks_content": self.content.basis if self.content is not None else "nothing",
            "place": self.engine.place,
            **self.engine.identity,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run.

    Args:
        made: each document's segments.
        told: what was asked.
        failures: `line N (document, segment): reason` of each failed segment.
        retried: segments that needed more than one call.
        doubts: `line N (document, segment): what looks wrong` of each segment that was kept so.
    """

    made: Sequence[Sequence[Segment]]
    told: Told
    failures: Sequence[str] = ()
    retried: int = 0
    doubts: Sequence[str] = ()


def check_places(out: Path, journal: Path, inputs: Iterable[Path]) -> None:
    """Refuse, before anything is paid for, to write over the texts or the translation."""
    written = [out, provenance_of(out), journal]
    taken = [path.resolve() for path in (*inputs, *written)]
    for path in written:
        if taken.count(path.resolve()) > 1:
            raise UsageError(f"{path} would be written over; name another file")


def foresee(plan: Plan) -> Estimate:
    """Say what a run will ask, and what is in its journal already."""
    with looked_into(plan.journal, plan.engine) as journal:
        return estimate(plan.engine, journal, lambda engine: plan.talks(engine, is_judged=False))


def translate(
    plan: Plan, out: Path, *, advanced: Callable[[int], None] = lambda _: None
) -> Outcome:
    """Translate, and write the translation with its provenance.

    Args:
        plan: what and how.
        out: file of the translation.
        advanced: called with how many segments of a document are done.

    Raises:
        StoppedError: the engine answers no more; the journal keeps what it did answer.
        DiscotagError: a file cannot be written.
    """
    with opened_journal(plan.journal, plan.engine) as journal:
        driver = Driver(plan.engine, journal, jobs=plan.jobs, advanced=advanced)
        try:
            made = driver.run(plan.talks(plan.engine, is_judged=True))
        except StoppedError as error:
            kept = driver.told.asked + driver.told.found
            raise StoppedError(
                f"{error}; {count_noun(kept, 'answer')} kept in {plan.journal}, "
                "and the same command"
                " goes on from there"
            ) from error
    write(out, plan.texts, made, plan.setup(), driver.told)
    return Outcome(
        made,
        driver.told,
        failures=_told(
            plan.texts, made, lambda item: item.troubles[-1] if item.how == "failed" else ""
        ),
        doubts=_told(plan.texts, made, lambda item: item.doubt),
        retried=sum(
            bool(segment.troubles) and segment.how != "failed" for part in made for segment in part
        ),
    )


def check_complete(outcome: Outcome, out: Path) -> None:
    """Raise SkippedWorkError (exit code 6) that names segments without a translation."""
    if not outcome.failures:
        return
    told = provenance_of(out).name
    raise SkippedWorkError(
        f"{len(outcome.failures)} segments have no translation; their lines are empty in {out}, and"
        f" {told} says why:\n  {_shown(outcome.failures)}\nThe same command asks again"
        " for what was refused; answers that are of no use are kept: another --journal asks again"
    )


def content_check(registry: Registry, pair: Pair) -> ContentCheck:
    """Return what finds wrong translations: by links where the pair's packs have them."""
    return ContentCheck(Links.find(registry, pair.source.code, pair.target.code))


def finder(registry: Registry, pair: Pair) -> Finder:
    """Return what finds segments in texts without markers; UsageError where nothing does."""
    found = ByBeads.find(registry, pair.source.code, pair.target.code)
    if found is None:
        raise UsageError(
            "--no-markers: what comes back is aligned by the packs of both languages, and there is"
            f" none, or no table, for {pair.source.code}-{pair.target.code}; leave it out"
        )
    return found


def told_unaligned(outcome: Outcome) -> str:
    """Return a sentence that says how many segments could not be aligned; `""` = all were."""
    segments = [segment for part in outcome.made for segment in part if segment.how != "blank"]
    lost = sum(segment.is_unaligned for segment in segments)
    if not lost:
        return ""
    return (
        f"{lost} of {count_noun(len(segments), 'segment')} ({lost / len(segments):.1%}) could not"
        " be aligned with what came back, and were asked for alone"
    )


def language(registry: Registry, given: str) -> Language:
    """Find a language by its pack, or take a code that no pack has; a variety keeps its own code.

    Raises:
        UnknownNameError: it is neither.
    """
    code = given.casefold().replace("_", "-")
    try:
        pack = registry.language(given).info
    except UnknownNameError:
        if CODE.fullmatch(code) is None:
            raise
        return Language(code, given)
    if pack.is_called(given):
        return Language(pack.code, pack.name)
    return Language(code, f"{pack.name} ({given})")


def told_doubts(outcome: Outcome, out: Path) -> str:
    """Return a sentence that names segments whose translation looks wrong; `""` = none does."""
    if not outcome.doubts:
        return ""
    count = count_noun(len(outcome.doubts), "translation")
    told = provenance_of(out).name
    return (
        f"{count} may be wrong, also when asked for again; look at them ({told} names all):"
        f"\n  {_shown(outcome.doubts)}"
    )


def _shown(lines: Sequence[str]) -> str:
    """Return the first of some lines, and how many more there are."""
    more = len(lines) - SHOWN
    return "\n  ".join(lines[:SHOWN]) + (f"\n  … and {more} more" if more > 0 else "")


def _told(
    texts: Sequence[ParallelText],
    made: Sequence[Sequence[Segment]],
    what: Callable[[Segment], str],
) -> list[str]:
    """Return a line for each segment of which there is something to say: where it is, and what."""
    told, line = [], 0
    for text, segments in zip(texts, made, strict=True):
        for index, segment in enumerate(segments, 1):
            line += 1
            if said := what(segment):
                told.append(f"line {line} (document {text.id!r}, segment {index}): {said}")
    return told


def read_params(values: Sequence[str]) -> Mapping[str, Any]:
    """Read `NAME=VALUE`, the value JSON if it is any, else a word; UsageError for a wrong one."""
    params: dict[str, Any] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise UsageError(f"--param {name!r} is not NAME=VALUE")
        if name in params:
            raise UsageError(f"--param {name}: given twice")
        try:
            params[name] = json.loads(text)
        except ValueError:
            params[name] = text
    return params


SCHEMA = "discotag-translation/1"
"""Of the file that shows how lines were made; its first line says so."""


def provenance_of(out: Path) -> Path:
    """Return the name of the file that shows how lines were made."""
    return out.with_name(f"{out.name}.provenance.jsonl")


def write(
    out: Path,
    texts: Sequence[ParallelText],
    made: Sequence[Sequence[Segment]],
    setup: Mapping[str, Any],
    told: Told,
) -> None:
    """Write both files, each whole or not at all.

    Args:
        out: file of the translation; a failed segment is an empty line there.
        texts: the documents.
        made: their segments.
        setup: all that decided the translation.
        told: what was asked.
    """
    with atomic_write(provenance_of(out)) as keep, atomic_write(out) as write_line:
        counts = Counter(segment.how for document in made for segment in document)
        usage = {**asdict(told), "models": sorted(told.models)}
        head = {
            "schema": SCHEMA,
            "setup": dict(setup),
            "segments": dict(counts),
            "unaligned": sum(segment.is_unaligned for document in made for segment in document),
            "doubtful": sum(bool(segment.doubt) for document in made for segment in document),
            "usage": usage,
        }
        keep(_json(head))
        number = 0
        for text, segments in zip(texts, made, strict=True):
            for index, segment in enumerate(segments):
                number += 1
                write_line(f"{segment.text}\n")
                record = {
                    "line": number,
                    "document": text.id,
                    "segment": index,
                    "how": segment.how,
                    "together": segment.size,
                    "troubles": list(segment.troubles),
                    "doubt": segment.doubt,
                }
                keep(_json(record))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) + "\n"
