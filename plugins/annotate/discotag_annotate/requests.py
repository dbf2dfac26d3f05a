"""What the command line asks for: which options fit which study, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, UsageError
from discotag_annotate import sampling
from discotag_annotate.answers import checked, read_papers
from discotag_annotate.instruments import causes, span, tags
from discotag_annotate.study import read_study

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import Registry
    from discotag_annotate.answers import Collected
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
            return _tags(registry, given, seed)
        case "causes":
            return _causes(registry, given, seed)
        case "span":
            return _span(registry, given, seed)
        case "later":
            return _later(registry, given, seed)
        case _:
            return _testset(registry, study, given, seed)


def _tags(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    _one_of(given, "--run", "--tags")
    every = given["--every"]
    names = tags.EVERY if every is None else tuple(filter(None, every.replace(" ", "").split(",")))
    how: dict[str, Any] = {
        "segments": given["--segments"] or tags.SEGMENTS,
        "every": names,
        "seed": seed,
        "verify": not given["--no-verify"],
    }
    if given["--run"] is not None:
        return sampling.of_run(registry, given["--run"], text=given["--text"], **how)
    if given["--text"] is not None:
        raise UsageError("--text names a text of --run; a file of tags holds one")
    return sampling.of_tags(registry, given["--tags"], **how)


def _causes(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    from discotag.plugin import CorpusRequest
    from discotag.plugin.runs import RunConfig, open_reader, plan

    lacking = [name for name in ("--src", "-s", "-t") if not given[name]]
    if lacking or len(given["-t"]) > 1:
        told = f"{', '.join(lacking)} lacking" if lacking else "one -t, please"
        raise UsageError(f"causes reads a text and its translation, with --src, -s and -t: {told}")
    (target,) = sampling.targets(registry, given["-t"])
    names = tuple(filter(None, (given["-p"] or "").replace(" ", "").split(",")))
    config = RunConfig(
        source_language=given["-s"], target_language=target.code, phenomena=names, scorers=()
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
    return sampling.of_causes(
        registry,
        planned,
        reader.read(request),
        target=target,
        each=given["--each"] or causes.EACH,
        show_causes=bool(given["--show-causes"]),
        seed=seed,
    )


def _span(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    from discotag.plugin import CorpusRequest
    from discotag.plugin.runs import open_reader

    _one_of(given, "--run", "--src")
    if not given["-t"]:
        raise UsageError("span asks about a language to translate into: -t CODE, or CODE=NAME")
    asked = sampling.targets(registry, given["-t"])
    if given["--run"] is not None:
        stray = [name for name in ("--docids", "--reader", "-s") if given[name] is not None]
        if stray:
            raise UsageError(f"--run tells all of the corpus; leave out {', '.join(stray)}")
        verify = not given["--no-verify"]
        language, texts = sampling.sources_of_run(given["--run"], verify=verify)
    else:
        if given["-s"] is None:
            raise UsageError("texts need their language: -s")
        (source,) = sampling.targets(registry, [given["-s"]])
        language = source.code
        request = CorpusRequest(given["--src"], docids=given["--docids"], source_language=language)
        reader = open_reader(registry, given["--src"], given["--reader"] or "")
        texts = iter(reader.read(request))
    return sampling.of_texts(
        texts,
        language=language,
        asked=asked,
        per_domain=given["--per-domain"] or span.PER_DOMAIN,
        seed=seed,
    )


def _later(registry: Registry, given: Mapping[str, Any], seed: int) -> Sample:
    if given["--after"] is None:
        raise UsageError(f"phase {given['--phase']} needs the study before it: --after FOLDER")
    targets = read_study(given["--after"]).manifest.targets
    before = {name: target for target in targets for name in (target.code, target.name)}
    asked = [
        before[code] if code in before else sampling.targets(registry, [code])[0]
        for code in given["-t"] or ()
    ]
    return sampling.of_phase(
        given["--after"],
        given["--answers"] or (),
        phase=given["--phase"],
        asked=asked,
        cut=span.CUT if given["--cut"] is None else given["--cut"],
        without=given["--leave-out"] or (),
        seed=seed,
    )


def _testset(registry: Registry, study: str, given: Mapping[str, Any], seed: int) -> Sample:
    if given["--testset"] is None:
        raise UsageError(f"{study} draws from a test set of discotag dip build: --testset FOLDER")
    size = given["--size"] or SIZES[study]
    own = (
        {"with_source": bool(given["--with-source"]), "any_error": bool(given["--any-error"])}
        if study == "rank"
        else {"against": given["--against"] or "deleted"}
    )
    return sampling.of_testset(registry, given["--testset"], size=size, seed=seed, **own)


def _one_of(given: Mapping[str, Any], *names: str) -> None:
    if sum(given[name] is not None for name in names) != 1:
        raise UsageError(f"give either {' or '.join(names)}")


def collected(
    folders: Sequence[Path], answers: Sequence[Path], *, is_strict: bool
) -> tuple[Collected, ...]:
    """Read studies with their answers.

    Raises:
        UsageError: `answers` where several studies are given.
        InputError: see `read_papers` and `checked`; if strict, also where an answer lacks.
    """
    if answers and len(folders) > 1:
        raise UsageError("--answers goes with one study; put answers into each study's own folder")
    found = []
    for folder in folders:
        study = read_study(folder)
        found.append(checked(study, read_papers(study, answers)))
    lacking = [note for item in found for note in item.notes]
    if is_strict and lacking:
        raise InputError("answers are not complete:\n" + "\n".join(lacking))
    return tuple(found)
