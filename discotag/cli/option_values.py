"""Values of options that are texts: named files, lists of names, settings of components."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.core.text import name_error, names_error

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from discotag.core.interfaces import CorpusRequest


def named_files(values: list[str] | None, option: str, default: str | None) -> dict[str, Path]:
    """Read repeated `NAME=FILE` options; UsageError for a missing or a repeated name."""
    files: dict[str, Path] = {}
    for value in values or []:
        name, equals, file = value.partition("=")
        if not equals:
            if default is None:
                raise UsageError(f"{option} {value!r} needs a name: {option} NAME={value}")
            name, file = (default if not files else f"{default}{len(files) + 1}"), value
        if not name or not file:
            raise UsageError(f"{option} {value!r} is not NAME=FILE")
        if fault := name_error(name):
            raise UsageError(f"{option} {fault}; choose another name")
        if name in files:
            raise UsageError(f"{option}: the name {name!r} is used twice")
        files[name] = Path(file)
    return files


def language_pair(pair: str) -> tuple[str, str]:
    """Return source and target of a pair such as `en-de`; UsageError where it is none."""
    source, _, target = pair.partition("-")
    if not source or not target:
        raise UsageError(f"-l {pair!r} is no language pair such as en-de")
    return source, target


def corpus_request(
    source: Path,
    references: list[str] | None,
    hypotheses: list[str] | None,
    docids: Path | None,
    *,
    is_strict: bool,
    languages: tuple[str, str] | None = None,
) -> CorpusRequest:
    """Gather the input files; UsageError where a name or standard input is used twice.

    `languages` are the codes of source and target.
    """
    from discotag.core.interfaces import CorpusRequest

    refs = named_files(references, "--ref", "ref")
    hyps = named_files(hypotheses, "--hyp", None)
    shared = sorted(set(refs) & set(hyps))
    if shared:
        raise UsageError(f"{shared[0]!r} names both a reference and a system")
    if fault := names_error([*refs, *hyps]):
        raise UsageError(f"--ref and --hyp: {fault}; choose another name")
    files = [source, *refs.values(), *hyps.values(), *([docids] if docids else [])]
    if sum(str(file) == "-" for file in files) > 1:
        raise UsageError("standard input (-) can be given only once")
    return CorpusRequest(source, refs, hyps, docids, is_strict, *(languages or (None, None)))


def settings_without(roles: Collection[str], settings: Sequence[str] | None) -> list[str]:
    """Return the settings that are not for these roles (`reader`, `executor`)."""
    return [item for item in settings or () if item.partition(".")[0] not in roles]


def options_of(role: str, settings: Sequence[str] | None) -> dict[str, Any]:
    """Return what `--set` says of the reader, the writer or the executor: option → value."""
    from discotag.pipeline.config import parse_options

    own = [item for item in settings or () if item.partition(".")[0] == role]
    return parse_options(own).get(role, {})


def split_names(text: str) -> tuple[str, ...]:
    """Split `a,b` into names."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
