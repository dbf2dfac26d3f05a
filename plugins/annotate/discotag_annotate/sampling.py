"""Draws what `discotag annotate sample` asks for, from runs, tags, texts, test sets, phases.

Which options fit which study is in `FITTING`.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discotag.plugin import CorpusRequest, InputError, UnknownNameError, UsageError, name_error
from discotag.plugin.runs import (
    RunConfig,
    Stages,
    open_reader,
    open_run,
    open_tags,
    plan,
    sign,
)
from discotag_annotate.answers import checked, read_papers
from discotag_annotate.instruments import causes, span, tags
from discotag_annotate.instruments.common import INSTALL_DIP
from discotag_annotate.results.span import above_cut
from discotag_annotate.study import SourceDocument, Target, read_study

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import ParallelText, Registry
    from discotag_annotate.study import Sample

OPTIONS = {
    "source": "--src",
    "target": "--tgt",
    "source_language": "-s",
    "target_languages": "-t",
    "phenomena": "-p",
    "verify": "--no-verify",
}
"""The options that are not called as their fields are."""
TEXT = ("--src", "--docids", "--reader", "-s", "-t")
FITTING: Mapping[str, frozenset[str]] = {
    "tags": frozenset({"--run", "--tags", "--no-verify", "--text", "--segments", "--every"}),
    "causes": frozenset({*TEXT, "--tgt", "-p", "--each", "--show-causes"}),
    "span": frozenset({*TEXT, "--run", "--no-verify", "--per-domain", "--phase"}),
    "later": frozenset({"--phase", "--after", "--answers", "--cut", "--leave-out", "-t"}),
    "rank": frozenset({"--testset", "--size", "--with-source", "--any-error"}),
    "choice": frozenset({"--testset", "--size", "--against"}),
}
"""Study → the options that it takes; `later`: phases 2 and 3 of span."""
SIZES = {"rank": 100, "choice": 200}
"""Items that the paper's people saw."""


def typed(*groups: object) -> dict[str, Any]:
    """Return the options of all studies by the names under which they are typed.

    Args:
        groups: records of options; a flag that is not set and an empty name are not given, as None.
    """
    given = {name: value for group in groups for name, value in vars(group).items()}
    given |= {"verify": not given["verify"], "reader": given["reader"] or None}
    return {
        OPTIONS.get(name, f"--{name.replace('_', '-')}"): None if value is False else value
        for name, value in given.items()
    }


def draw(registry: Registry, study: str, given: Mapping[str, Any], seed: int) -> Sample:
    """Draw what the options ask for.

    Args:
        registry: what is installed.
        study: its name.
        given: option → value, None = not given.
        seed: the seed.

    Raises:
        UsageError: options that do not fit the study, or lack.
    """
    is_later = study == "span" and (given["--phase"] or 1) > 1
    kind = "later" if is_later else study
    stray = [name for name, value in given.items() if value is not None]
    stray = [name for name in stray if name not in FITTING[kind]]
    if stray:
        told = f"phase {given['--phase']} of span" if is_later else study
        raise UsageError(f"{told} does not take {', '.join(stray)}")
    match kind:
        case "tags":
            return _of_tags(registry, given, seed)
        case "causes":
            return _of_causes(registry, given, seed)
        case "span":
            return _of_texts(registry, given, seed)
        case "later":
            return _of_phase(registry, given, seed)
        case _:
            return _of_testset(registry, study, given, seed)


def _of_tags(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    """Draw a tags study from a run's text, or from a file of tags, as the run wrote it."""
    _one_of(given, "--run", "--tags")
    verify, run, path = not given["--no-verify"], None, given["--tags"]
    if given["--run"] is not None:
        run = open_run(given["--run"], verify=verify)
        path = run.tags(run.text(given["--text"]))
    elif given["--text"] is not None:
        raise UsageError("--text names a text of --run; a file of tags holds one")
    file = open_tags(path, verify=verify)
    with closing(file.documents()) as documents:
        first = next(documents, None)
    if first is None:
        raise InputError("holds no document", path=path)
    every = given["--every"]
    drawn = tags.sample(
        file.documents,
        size=given["--segments"] or tags.SEGMENTS,
        every=tags.EVERY if every is None else _names(every),
        seed=seed,
    )
    origin = first.document.system
    if run is not None:
        origin = f"{origin}|{run.record.short_signature}"
    source, target = first.document.source.language, first.document.target.language
    return _about(drawn, source, targets(registry, [target]), origin=origin)


def _of_causes(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    """Tag the first translation of each text, and draw words by what their taggers went by."""
    lacking = [name for name in ("--src", "-s", "-t") if not given[name]]
    if lacking or len(given["-t"]) > 1:
        told = f"{', '.join(lacking)} lacking" if lacking else "one -t, please"
        raise UsageError(f"causes reads a text and its translation, with --src, -s and -t: {told}")
    (target,) = targets(registry, given["-t"])
    config = RunConfig(
        source_language=given["-s"],
        target_language=target.code,
        phenomena=_names(given["-p"] or ""),
        scorers=(),
    )
    planned = plan(config, registry)
    request = CorpusRequest(
        given["--src"],
        references={} if given["--tgt"] is None else {"ref": given["--tgt"]},
        docids=given["--docids"],
        source_language=planned.source.code,
        target_language=target.code,
    )
    reader = open_reader(registry, given["--src"], given["--reader"] or "")
    stages = Stages(planned, registry)
    drawn = causes.sample(
        _told(stages, reader.read(request)),
        phenomena=planned.phenomena,
        not_applicable={
            item.phenomenon: item.reason or str(item.state)
            for item in planned.support
            if item.phenomenon not in planned.phenomena
        },
        each=given["--each"] or causes.EACH,
        seed=seed,
        show_causes=bool(given["--show-causes"]),
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


def _of_texts(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    """Draw phase 1 of a span study from the source texts of a run, or of a corpus."""
    _one_of(given, "--run", "--src")
    if not given["-t"]:
        raise UsageError("span asks about a language to translate into: -t CODE, or CODE=NAME")
    asked = targets(registry, given["-t"])
    documents: Iterator[SourceDocument]
    if given["--run"] is not None:
        stray = [name for name in ("--docids", "--reader", "-s") if given[name] is not None]
        if stray:
            raise UsageError(f"--run tells all of the corpus; leave out {', '.join(stray)}")
        run = open_run(given["--run"], verify=not given["--no-verify"])
        language = run.record.source_language
        documents = (
            SourceDocument(id=text.id, domain=text.domain, segments=text.source.segments)
            for text in (tagged.document for tagged in run.documents(run.text()))
        )
    else:
        if given["-s"] is None:
            raise UsageError("texts need their language: -s")
        (source,) = targets(registry, [given["-s"]])
        language = source.code
        request = CorpusRequest(given["--src"], docids=given["--docids"], source_language=language)
        reader = open_reader(registry, given["--src"], given["--reader"] or "")
        documents = (
            SourceDocument(id=text.id, domain=text.domain, segments=text.source)
            for text in reader.read(request)
        )
    per_domain = given["--per-domain"] or span.PER_DOMAIN
    drawn = span.sample(documents, language=language, per_domain=per_domain, seed=seed)
    return _about(drawn, language, asked)


def _of_phase(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    """Draw a later phase of a span study: what more people than the cut could not translate.

    It asks about the languages of `-t`, whose answers alone count for the cut; without it about all
    of the earlier phase.
    """
    folder, phase = given["--after"], given["--phase"]
    if folder is None:
        raise UsageError(f"phase {phase} needs the study before it: --after FOLDER")
    before = read_study(folder)
    known = {name: one for one in before.manifest.targets for name in (one.code, one.name)}
    asked = [
        known[code] if code in known else targets(registry, [code])[0] for code in given["-t"] or ()
    ]
    done = {"phase 1": 1, "phase 2": 2}.get(before.manifest.variant)
    if before.manifest.study != "span" or done is None or phase <= done:
        raise UsageError(
            f"phase {phase} follows an earlier phase of span, not {before.manifest.title}"
        )
    codes = {target.code for target in before.manifest.targets}
    if strange := [target.code for target in asked if target.code not in codes]:
        raise UnknownNameError("target language", strange[0], codes)
    without = given["--leave-out"] or ()
    for name in without:
        if name not in before.keys:
            raise UnknownNameError("item", name, before.keys)
    cut = span.CUT if given["--cut"] is None else given["--cut"]
    answered = checked(before, read_papers(before, given["--answers"] or ()))
    above = above_cut(answered, cut=cut, languages=[target.code for target in asked])
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


def _of_testset(registry: Registry, study: str, given: Mapping[str, Any], seed: int) -> Sample:
    """Draw a rank or choice study from a DiP test set."""
    from discotag_annotate.instruments import choice, rank

    if given["--testset"] is None:
        raise UsageError(f"{study} draws from a test set of discotag dip build: --testset FOLDER")
    try:
        from discotag_dip.testset import read_testset
    except ImportError as error:
        raise UsageError(f"test sets are read by discotag-dip; {INSTALL_DIP}") from error
    testset = read_testset(given["--testset"])
    size = given["--size"] or SIZES[study]
    if study == "rank":
        drawn = rank.sample(
            testset,
            size=size,
            seed=seed,
            with_source=bool(given["--with-source"]),
            any_error=bool(given["--any-error"]),
        )
    else:
        drawn = choice.sample(
            testset, size=size, seed=seed, against=given["--against"] or "deleted"
        )
    about = testset.manifest
    asked = targets(registry, [about.target_language])
    return _about(drawn, about.source_language, asked, origin=f"{testset.digest}|{about.setup}")


def _names(text: str) -> tuple[str, ...]:
    """Return names between commas."""
    return tuple(filter(None, text.replace(" ", "").split(",")))


def _one_of(given: Mapping[str, Any], *names: str) -> None:
    if sum(given[name] is not None for name in names) != 1:
        raise UsageError(f"give either {' or '.join(names)}")


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


def _about(drawn: Sample, source: str, asked: Sequence[Target], **others: Any) -> Sample:
    told = {"source_language": source, "targets": tuple(asked), **others}
    options = {**drawn.about.get("options", {}), **others.get("options", {})}
    return replace(drawn, about={**drawn.about, **told, "options": options})
