"""Samples from what the user has: runs, files of tags, texts, test sets, earlier phases."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from discotag.plugin import InputError, UnknownNameError, UsageError, faults, name_error
from discotag.plugin.runs import Stages, open_run, open_tags, sign
from discotag_annotate.answers import checked, read_papers
from discotag_annotate.instruments import causes, span, tags
from discotag_annotate.instruments.common import of_system
from discotag_annotate.results.span import above_cut
from discotag_annotate.study import SourceDocument, Target, read_study

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import ParallelText, Registry
    from discotag.plugin.runs import Plan
    from discotag_annotate.study import Sample
    from discotag_dip.testset import TestSet


INSTALL_DIP = "pip install 'discotag-annotate[dip]'"


def targets(registry: Registry, given: Iterable[str]) -> tuple[Target, ...]:
    """Read target languages: codes or English names of installed packs, or `CODE=NAME`.

    Raises:
        UsageError: a language without a pack that is not named, or one that is named twice.
    """
    found: dict[str, Target] = {}
    for value in given:
        code, equals, name = value.partition("=")
        if not equals:
            try:
                pack = registry.language(value).info
            except UnknownNameError as error:
                raise UsageError(
                    f"no pack of {value!r} is installed, which this study does not need; give its"
                    f" name, too: -t {value}=NAME"
                ) from error
            code, name = pack.code, pack.name
            if not pack.is_called(value):  # a variety: people are asked for it, not for its kin
                code, name = value, f"{pack.name} ({value})"
        if fault := name_error(code.strip()) if code.strip() else None:
            raise UsageError(f"-t {value!r}: {fault}")
        if not code.strip() or not name.strip() or code in found:
            raise UsageError(f"-t {value!r}: give each language once, as CODE or CODE=NAME")
        found[code] = Target(code=code.strip(), name=name.strip())
    return tuple(found.values())


def of_tags(
    registry: Registry,
    path: Path,
    *,
    segments: int,
    every: Collection[str],
    seed: int,
    verify: bool = True,
) -> Sample:
    """Draw a tags study from a file of tags; one of a run must be as the run wrote it.

    Raises:
        InputError: the file cannot be read, or no phenomenon was looked for.
    """
    file = open_tags(path, verify=verify)
    with closing(file.documents()) as documents:
        first = next(documents, None)
    if first is None:
        raise InputError("holds no document", path=path)
    languages = first.document.source.language, first.document.target.language
    drawn = tags.sample(file.documents, size=segments, every=every, seed=seed)
    told = {"origin": first.document.system}
    return _about(drawn, languages[0], targets(registry, [languages[1]]), **told)


def of_run(
    registry: Registry,
    folder: Path,
    *,
    text: str | None,
    segments: int,
    every: Collection[str],
    seed: int,
    verify: bool = True,
) -> Sample:
    """Draw a tags study from the folder of `discotag run --out`.

    Raises:
        InputError: it holds no run.
        UnknownNameError: it has no such text.
    """
    run = open_run(folder, verify=verify)
    path = run.tags(run.text(text))
    drawn = of_tags(registry, path, segments=segments, every=every, seed=seed, verify=verify)
    origin = f"{drawn.about['origin']}|{run.record.short_signature}"
    return replace(drawn, about={**drawn.about, "origin": origin})


def of_causes(
    registry: Registry,
    planned: Plan,
    texts: Iterable[ParallelText],
    *,
    target: Target,
    each: int,
    show_causes: bool,
    seed: int,
) -> Sample:
    """Tag the first translation of each text, and draw words by what their taggers went by.

    Raises:
        InputError: a text has no translation, or no phenomenon can be looked for.
        DiscotagError: a component failed.
    """
    stages = Stages(planned, registry)
    drawn = causes.sample(
        _told(stages, texts),
        phenomena=planned.phenomena,
        not_applicable={
            item.phenomenon: item.reason or str(item.state)
            for item in planned.support
            if item.phenomenon not in planned.phenomena
        },
        each=each,
        seed=seed,
        show_causes=show_causes,
    )
    origin = sign(planned, stages.components.digests(), registry, references=0).line()
    return _about(drawn, planned.source.code, [target], origin=origin)


def _told(stages: Stages, texts: Iterable[ParallelText]) -> Iterator[causes.Told]:
    for text in texts:
        for found in stages.tag_batch([text]):
            translations = (*found.references.values(), *found.hypotheses.values())
            if not translations:
                raise InputError(f"document {text.id!r} has no translation; give one with --tgt")
            tagged = translations[0]
            told = stages.reasons(tagged.document)
            yield causes.Told(tagged, tuple(reason for _, own in told for reason in own or ()))


def of_texts(
    texts: Iterable[ParallelText],
    *,
    language: str,
    asked: Sequence[Target],
    per_domain: int,
    seed: int,
) -> Sample:
    """Draw phase 1 of a span study from source texts."""
    documents = (
        SourceDocument(id=text.id, domain=text.domain, segments=text.source) for text in texts
    )
    drawn = span.sample(documents, language=language, per_domain=per_domain, seed=seed)
    return _about(drawn, language, asked)


def sources_of_run(folder: Path, *, verify: bool = True) -> tuple[str, Iterator[ParallelText]]:
    """Return a run's source language and its source texts.

    Raises:
        InputError: it holds no run.
    """
    from discotag.plugin import ParallelText

    run = open_run(folder, verify=verify)
    documents = (tagged.document for tagged in run.documents(run.text()))
    texts = (
        ParallelText(document.id, document.source.segments, {}, {}, domain=document.domain)
        for document in documents
    )
    return run.record.source_language, texts


def of_phase(
    folder: Path,
    answers: Iterable[Path],
    *,
    phase: int,
    asked: Sequence[Target],
    cut: float,
    without: Collection[str],
    seed: int,
) -> Sample:
    """Draw a later phase of a span study from the answers to an earlier one.

    Args:
        folder: the earlier phase.
        answers: its answers; none = those in its folder.
        phase: 2 or 3.
        asked: the languages asked about, none = as before; only their answers count for the cut.
        cut: share of "no" above which an item is asked about again.
        without: items that are left out.
        seed: the seed.

    Raises:
        UsageError: the earlier study is no earlier phase, or has no such item or language.
        InputError: no item is above the cut.
    """
    before = read_study(folder)
    done = {"phase 1": 1, "phase 2": 2}.get(before.manifest.variant)
    if before.manifest.study != "span" or done is None or phase <= done:
        raise UsageError(
            f"phase {phase} follows an earlier phase of span, not {before.manifest.title}"
        )
    known = {target.code for target in before.manifest.targets}
    strange = [target.code for target in asked if target.code not in known]
    if strange:
        raise UnknownNameError("target language", strange[0], known)
    for name in without:
        if name not in before.keys:
            raise UnknownNameError("item", name, before.keys)
    collected = checked(before, read_papers(before, answers))
    above = above_cut(collected, cut=cut, languages=[target.code for target in asked])
    if not above:
        raise InputError(
            f"no item has more than {100 * cut:.0f} % “no”: nothing is left to ask about",
            path=folder,
        )
    language = before.manifest.source_language
    drawn = span.further(
        tuple(before.documents.values()),
        (before.keys[item] for item in above),
        phase=phase,
        language=language,
        seed=seed,
        without=without,
    )
    told: dict[str, Any] = {"options": {"cut": cut}, "origin": before.manifest.id}
    return _about(drawn, language, tuple(asked) or before.manifest.targets, **told)


def of_testset(registry: Registry, folder: Path, **options: Any) -> Sample:
    """Draw a rank or choice study from a DiP test set; see `rank.sample` and `choice.sample`.

    Raises:
        UsageError: discotag-dip is not installed, or the test set is of another task.
        InputError: the folder holds no test set.
    """
    from discotag_annotate.instruments import choice, rank

    testset = _testset(folder)
    make = choice.sample if "against" in options else rank.sample
    drawn = make(testset, **options)
    about = testset.manifest
    origin = f"{testset.digest}|{about.setup}"
    return _about(
        drawn, about.source_language, targets(registry, [about.target_language]), origin=origin
    )


def _testset(folder: Path) -> TestSet:
    try:
        from discotag_dip.testset import read_testset
    except ImportError as error:
        raise UsageError(f"test sets are read by discotag-dip; {INSTALL_DIP}") from error
    return read_testset(folder)


def _about(drawn: Sample, source: str, asked: Sequence[Target], **others: Any) -> Sample:
    told = {"source_language": source, "targets": tuple(asked), **others}
    options = {**drawn.about.get("options", {}), **others.get("options", {})}
    return replace(drawn, about={**drawn.about, **told, "options": options})


MEASURE = "score"
"""Σ ρ(reference) − ρ(translation): 0 for the reference, the smaller the better."""


def read_measure(paths: Iterable[Path]) -> dict[tuple[str, str], float]:
    """Read (test, candidate) → value from results of anaphora or coherence.

    Raises:
        InputError: a file holds no such results.
        UsageError: discotag-dip is not installed.
    """
    try:
        from discotag_dip.results import TaskResult
    except ImportError as error:
        raise UsageError(f"results are read by discotag-dip; {INSTALL_DIP}") from error
    found = {}
    for path in paths:
        try:
            result = TaskResult.model_validate_json(path.read_bytes())
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", path=path) from error
        except ValidationError as error:
            raise InputError(
                f"holds no results of discotag dip score --out ({faults(error)})", path=path
            ) from error
        for system in result.systems:
            for verdict in system.verdicts:
                if MEASURE in verdict.values:
                    key = (verdict.item, of_system(system.system))
                    found[key] = verdict.values[MEASURE]
    if not found:
        raise InputError(f"no file of --measure holds the measure {MEASURE!r} of single items")
    return found
