"""The files that `discotag lint` shall look at: pairs, bilingual files, folders and patterns."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag._pipeline.reading import OpenReader
    from discotag.core.registry import Registry

SEARCHED = frozenset({".tmx", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"})
"""Endings that are looked for in folders; others are those of other files, too."""


class Job(NamedTuple):
    """One corpus to lint.

    Args:
        source: the source, or the one file that holds both sides.
        target: the translation's file, if it has one of its own.
        docids: its file of document ids.
        is_found: whether it was found in a folder or by a pattern, not named itself.
    """

    source: Path
    target: str | None = None
    docids: Path | None = None
    is_found: bool = False

    @property
    def name(self) -> str:
        """The file that is told about."""
        return self.target or str(self.source)


def jobs(
    paths: Sequence[str],
    sources: Sequence[Path],
    targets: Sequence[str],
    docids: Sequence[Path],
    *,
    registry: Registry,
    reader: str,
) -> list[Job]:
    """Return what is to be linted, each once: pairs first, then files in the order they were named.

    Raises:
        UsageError: options that do not make pairs, a pattern or folder without a file, or a file of
            plain lines without its translation.
    """
    from discotag._pipeline.corpus import DEFAULT_READER, reader_name

    found = [*_pairs(sources, targets, docids), *_bilingual(paths)]
    if paths and docids and not sources:
        raise UsageError("--docids goes with --src; bilingual files hold their documents")
    for job in found:
        kind = reader or reader_name(registry, job.source)
        if kind == DEFAULT_READER and job.target is None and not sources:
            raise UsageError(
                f"{job.source} has no ending of a bilingual file; give plain lines as"
                " --src FILE --tgt FILE, or name the file's reader with --reader"
            )
    if sum("-" in (str(job.source), job.target, str(job.docids)) for job in found) > 1:
        raise UsageError("standard input (-) can be given only once")
    return list(dict.fromkeys(found))


def _pairs(
    sources: Sequence[Path], targets: Sequence[str], docids: Sequence[Path]
) -> Iterator[Job]:
    """Yield the n-th --src with the n-th --tgt and --docids."""
    for option, values in (("--tgt", targets), ("--docids", docids)):
        if values and len(values) != len(sources):
            raise UsageError(
                f"{len(sources)} --src and {len(values)} {option}: give one {option} for each"
                " --src, in the same order; files that hold both languages go without an option:"
                " discotag lint FILE …"
            )
    for number, source in enumerate(sources):
        target = targets[number] if targets else None
        yield Job(source, target, docids[number] if docids else None)


def _bilingual(paths: Sequence[str]) -> Iterator[Job]:
    for text in paths:
        path = Path(text)
        if path.is_dir():
            files = [file for file in sorted(path.rglob("*")) if _is_searched(file, path)]
            if not files:
                endings = ", ".join(sorted(SEARCHED))
                raise UsageError(
                    f"the folder {text} holds no bilingual file ({endings}); name files of other"
                    f" endings, or a pattern: '{text.rstrip('/')}/**/*.tsv'"
                )
            yield from (Job(file, is_found=True) for file in files)
        elif glob.has_magic(text) and not path.exists():
            files = [Path(name) for name in sorted(glob.glob(text, recursive=True))]
            files = [file for file in files if file.is_file()]
            if not files:
                raise UsageError(f"no file fits the pattern {text}")
            yield from (Job(file, is_found=True) for file in files)
        else:
            yield Job(path)


def _is_searched(file: Path, folder: Path) -> bool:
    """Return whether a file has an ending that is looked for, and no part of its path is hidden."""
    is_hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    ending = Path(file.name.removesuffix(".gz")).suffix
    return ending in SEARCHED and not is_hidden and file.is_file()


def languages_of(
    job: Job, opened: OpenReader, registry: Registry, given: tuple[str, str]
) -> tuple[str, str]:
    """Return the languages of a job: those that are given, else those that its file names.

    Raises:
        UsageError: neither tells one.
        InputError: the file holds several of a side, or cannot be read.
    """
    if all(given):
        return given
    told = opened.languages(job.source) if job.target is None else ((), ())
    missing, found = [], []
    for side, option, own, codes in zip(
        ("source", "target"), ("--source-lang", "--target-lang"), given, told, strict=True
    ):
        known = sorted({_known(code, registry) for code in codes}) if not own else [own]
        if len(known) > 1:
            raise InputError(
                f"holds several {side} languages: {', '.join(known)}; choose one with {option}",
                path=job.source,
            )
        missing += [] if known else [option]
        found += known
    if missing:
        raise UsageError(f"{job.source} does not name its languages; give {' and '.join(missing)}")
    return found[0], found[1]


def is_other_language(
    job: Job, opened: OpenReader, registry: Registry, given: tuple[str, str]
) -> bool:
    """Return whether a file that was found, not named, is in another language than is wanted."""
    if not job.is_found or not any(given):
        return False
    return any(
        own and codes and registry.language(own).info.code not in _codes(codes, registry)
        for own, codes in zip(given, opened.languages(job.source), strict=True)
    )


def _codes(codes: Collection[str], registry: Registry) -> set[str]:
    """Return the installed languages among codes; the others as they are."""
    found = set()
    for code in codes:
        try:
            found.add(_known(code, registry))
        except UnknownNameError:
            found.add(code)
    return found


def _known(code: str, registry: Registry) -> str:
    """Return the installed language of a code, or the language it is a variety of."""
    try:
        return registry.language(code).info.code
    except UnknownNameError:
        base = code.replace("_", "-").partition("-")[0]
        if base == code:
            raise
        return registry.language(base).info.code
