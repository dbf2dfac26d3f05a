"""The files that `discotag lint` should check: pairs, bilingual files, folders and patterns.

A configuration says which files belong together, and what holds for each.
"""

from __future__ import annotations

import glob
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag_lint.configuration import configuration_of, open_configuration

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Registry
    from discotag.plugin.runs import OpenReader
    from discotag_lint.configuration import Configuration, FilePair


@dataclass(frozen=True)
class LintTarget:
    """One corpus to lint.

    Args:
        source: the source, or the one file that holds both sides.
        target: the translation's file, if it has one of its own.
        docids: its file of document ids.
        is_found: whether it was found in a folder or by a pattern, not named itself.
        settings: what a configuration says of it; None = there is none.
    """

    source: Path
    target: str | None = None
    docids: Path | None = None
    is_found: bool = False
    settings: FilePair | None = None

    @property
    def name(self) -> str:
        """The file that findings are about."""
        return self.target or str(self.source)

    @property
    def key(self) -> tuple[str, str | None, str]:
        """What makes two targets the same."""
        return str(self.source), self.target, str(self.docids)


class Configurations:
    """The configuration of each file, read once.

    Args:
        file: the one to use for all files; None = the nearest one upwards.
        is_off: whether there is none.
    """

    def __init__(self, file: Path | None = None, *, is_off: bool = False) -> None:
        if file is not None and is_off:
            raise UsageError("--config and --no-config: choose one")
        self._file, self._is_off = file, is_off
        self._known: dict[Path, Configuration | None] = {}

    def of(self, path: Path) -> Configuration | None:
        """Return the configuration of a file or folder; InputError where it is faulty."""
        if self._is_off or str(path) == "-":
            return None
        if self._file is not None:
            return self._given
        place = path.absolute()
        folder = place if place.is_dir() else place.parent
        if folder not in self._known:
            self._known[folder] = configuration_of(folder)
        return self._known[folder]

    @cached_property
    def _given(self) -> Configuration:
        found = None if self._file is None else open_configuration(self._file)
        if found is None:
            raise InputError("has no [tool.discotag]", path=self._file)
        return found


@dataclass(frozen=True)
class NamedFiles:
    """The files as they were named.

    Args:
        paths: files, folders and patterns.
        sources: sources of pairs.
        targets: their translations.
        docids: their files of document ids.
        reader: name of the reader, or `""`.
        only_listed: whether paths that no configuration names are left out.
    """

    paths: Sequence[str] = ()
    sources: Sequence[Path] = ()
    targets: Sequence[str] = ()
    docids: Sequence[Path] = ()
    reader: str = ""
    only_listed: bool = False


def lint_targets(
    files: NamedFiles, configurations: Configurations, registry: Registry
) -> list[LintTarget]:
    """Return what is to be linted, each once: pairs first, then files in the order they were named.

    Where nothing is named, it is what the configuration of the working folder names.

    Raises:
        UsageError: options that do not make pairs, a pattern or folder without a file, a file of
            plain lines without its translation, or nothing at all to check.
        InputError: a configuration is faulty.
    """
    if not files.paths and not files.sources and not files.targets:
        return _configured(configurations)
    endings = {ending for item in registry.readers for ending in item.info.searched}
    named_files = _named(files, configurations, tuple(sorted(endings)))
    found = [*_pairs(files, configurations), *named_files]
    if files.paths and files.docids and not files.sources:
        raise UsageError("--docids goes with --src; bilingual files hold their documents")
    for file in found:
        _check(file, files, configurations, registry)
    named = [str(name) for file in found for name in (file.source, file.target, file.docids)]
    if named.count("-") > 1:
        raise UsageError("standard input (-) can be given only once")
    return list({file.key: file for file in reversed(found)}.values())[::-1]


def _configured(configurations: Configurations) -> list[LintTarget]:
    configuration = configurations.of(Path.cwd())
    if configuration is None:
        raise UsageError(
            "give files, or --src and --tgt (or --list); without arguments lint looks at the files"
            " that discotag.toml names, and there is none here or above"
        )
    found = [_target_of(pair, is_found=True) for pair in configuration.pairs()]
    if not found:
        reason = "names no files: give it [[lint.files]]"
        if configuration.table.files:
            reason = "no file fits its [[lint.files]]"
        raise UsageError(f"{configuration.path}: {reason}")
    return found


def _check(
    file: LintTarget, files: NamedFiles, configurations: Configurations, registry: Registry
) -> None:
    """Raise UsageError where a file of one language has no translation."""
    from discotag.plugin.tagging import DEFAULT_READER, reader_name

    own = file.settings.reader if file.settings else ""
    kind = files.reader or own or reader_name(registry, file.source)
    if file.target is not None:
        return
    configuration = configurations.of(file.source)
    cure = f", or name it in {configuration.path}" if configuration else ""
    if registry.readers.get(kind).info.is_monolingual:
        raise UsageError(
            f"{file.source} holds one language; give source and translation: --src FILE --tgt FILE"
            f"{cure or ', or name them in a discotag.toml'}"
        )
    if kind != DEFAULT_READER or files.sources:
        return
    raise UsageError(
        f"{file.source} has no ending of a bilingual file; give plain lines as --src FILE"
        f" --tgt FILE{cure or ', or name the file with its reader: --reader'}"
    )


def _pairs(files: NamedFiles, configurations: Configurations) -> Iterator[LintTarget]:
    """Yield the n-th --src with the n-th --tgt and --docids."""
    sources = files.sources
    for option, values in (("--tgt", files.targets), ("--docids", files.docids)):
        if values and len(values) != len(sources):
            raise UsageError(
                f"{len(sources)} --src and {len(values)} {option}: give one {option} for each"
                " --src, in the same order; files that hold both languages go without an option:"
                " discotag lint FILE …"
            )
    for number, source in enumerate(sources):
        target = files.targets[number] if files.targets else None
        own = Path(target or source)
        found = configurations.of(own)
        settings = (found.pair_of(own) or found.settings_of(own)) if found else None
        yield LintTarget(
            source, target, files.docids[number] if files.docids else None, settings=settings
        )


def _named(
    files: NamedFiles, configurations: Configurations, endings: tuple[str, ...]
) -> Iterator[LintTarget]:
    """Yield the files of paths, folders and patterns, and what belongs to them.

    `endings` are found in folders.
    """
    for text in files.paths:
        if text.startswith("-") and text != "-":
            raise UsageError(
                f"{text!r} follows -- and is taken for a file; options go before it. A file of that"
                f" name is ./{text}; a hook sets options in discotag.toml"
            )
        path = Path(text)
        if path.is_dir():
            yield from _in_folder(path, text, configurations, endings)
        elif glob.has_magic(text) and not path.exists():
            found = [Path(name) for name in sorted(glob.glob(text, recursive=True))]
            found = [file for file in found if file.is_file()]
            if not found:
                raise UsageError(f"no file fits the pattern {text}")
            for file in found:
                yield from _of_file(file, files, configurations, is_found=True)
        else:
            yield from _of_file(path, files, configurations, is_found=False)


def _of_file(
    path: Path, files: NamedFiles, configurations: Configurations, *, is_found: bool
) -> Iterator[LintTarget]:
    """Yield a file, with its source or its translations where a configuration names them."""
    configuration = configurations.of(path)
    pairs = configuration.pairs_of(path) if configuration else ()
    yield from (_target_of(pair, is_found=is_found) for pair in pairs)
    if not pairs and not files.only_listed:
        settings = configuration.settings_of(path) if configuration else None
        yield LintTarget(path, is_found=is_found, settings=settings)


def _in_folder(
    folder: Path, text: str, configurations: Configurations, endings: tuple[str, ...]
) -> Iterator[LintTarget]:
    """Yield the files of a folder that a configuration names, and the bilingual ones."""
    configuration = configurations.of(folder)
    inside = folder.resolve()
    pairs = [
        pair
        for pair in (configuration.pairs() if configuration else ())
        if pair.file.resolve().is_relative_to(inside)
    ]
    listed = {pair.file.resolve() for pair in pairs}
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if _is_searched(file, folder, endings)
        and file.resolve() not in listed
        and not (configuration and configuration.excludes(file))
    ]
    if not files and not pairs:
        raise UsageError(
            f"the folder {text} holds no bilingual file ({', '.join(endings)}); name files of other"
            f" endings, or a pattern: '{text.rstrip('/')}/**/*.tsv'; files with one language each"
            " (JSON …) are given in pairs: --src FILE --tgt FILE, or named in a discotag.toml"
        )
    yield from (_target_of(pair, is_found=True) for pair in pairs)
    for file in files:
        settings = configuration.settings_of(file) if configuration else None
        yield LintTarget(file, is_found=True, settings=settings)


def _target_of(pair: FilePair, *, is_found: bool) -> LintTarget:
    target = None if pair.target is None else str(_shown(pair.target))
    return LintTarget(_shown(pair.source), target, is_found=is_found, settings=pair)


def _shown(path: Path) -> Path:
    """Return a path as people write it: relative to the working folder, if it is inside it."""
    folder = Path.cwd()
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def _is_searched(file: Path, folder: Path, endings: tuple[str, ...]) -> bool:
    """Return whether a file has a wanted ending, and no part of its path is hidden."""
    is_hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    name = file.name.removesuffix(".gz")
    return name.endswith(endings) and not is_hidden and file.is_file()


def languages_of(
    file: LintTarget, opened: OpenReader, registry: Registry, given: tuple[str, str]
) -> tuple[str, str]:
    """Return the languages of a job: as given, or as configured, else those that its file names.

    Raises:
        UsageError: none of them names one.
        InputError: the file holds several of a side, or cannot be read.
    """
    wanted = (given[0] or _configured_language(file, 0), given[1] or _configured_language(file, 1))
    if all(wanted):
        return _known(wanted[0], registry), _known(wanted[1], registry)
    named = _told(file, opened)
    missing, found = [], []
    for side, option, own, codes in zip(
        ("source", "target"), ("--source-lang", "--target-lang"), wanted, named, strict=True
    ):
        known = sorted({_known(code, registry) for code in codes}) if not own else [own]
        if len(known) > 1:
            raise InputError(
                f"holds several {side} languages: {', '.join(known)}; choose one with {option}",
                path=file.source,
            )
        missing += [] if known else [option]
        found += known
    if missing:
        raise UsageError(f"{file.source} does not name its languages; give {' and '.join(missing)}")
    return found[0], found[1]


def language_pairs(
    file: LintTarget, opened: OpenReader, registry: Registry, given: tuple[str, str]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the language pairs of a job, and languages in it that nobody can check.

    There is one pair, unless a file holds translations into any number of languages and none is
    chosen.

    Raises:
        UsageError, InputError: as `languages_of` has them.
    """
    is_chosen = bool(given[1] or _configured_language(file, 1))
    if file.target is not None or is_chosen or not opened.choice.info.is_catalog:
        return [languages_of(file, opened, registry, given)], []
    sources, targets = opened.languages(file.source)
    source = given[0] or _configured_language(file, 0) or next(iter(sources))
    known = [code for code in targets if _is_known(code, registry)]
    pairs = dict.fromkeys((_known(source, registry), _known(code, registry)) for code in known)
    if not pairs:
        found = ", ".join(targets) or "none"
        raise InputError(f"no package for its languages is installed: {found}", path=file.source)
    return list(pairs), [code for code in targets if code not in known]


def _told(file: LintTarget, opened: OpenReader) -> tuple[Collection[str], Collection[str]]:
    """Return the languages that a file names, or each of two files its own."""
    if file.target is None:
        return opened.languages(file.source)
    if not opened.choice.info.is_monolingual:
        return (), ()
    return opened.languages(file.source)[0], opened.languages(Path(file.target))[1]


def reason_to_leave_out(
    file: LintTarget, opened: OpenReader, registry: Registry, given: tuple[str, str]
) -> str:
    """Return why a file that was found, not named, is not checked, or "".

    It is in another language than is wanted, or in one that is not installed.
    """
    if not file.is_found:
        return ""
    own = (_configured_language(file, 0), _configured_language(file, 1))
    if not all(own) and any(given) and file.target is None:
        named = opened.languages(file.source)
    else:
        named = ((own[0],) if own[0] else (), (own[1],) if own[1] else ())
    for wanted, codes in zip(given, named, strict=True):
        is_other = wanted and codes
        if is_other and registry.language(wanted).info.code not in _codes(codes, registry):
            return "is in another language and left out"
    if file.settings is not None and file.target is None and own[1]:
        sources = {given[0] or own[0]} - {""} or set(opened.languages(file.source)[0])
        if _codes(sources, registry) & _codes({own[1]}, registry):
            return "is in the source language and left out"
    is_listed = file.settings is not None and file.settings.is_listed
    for wanted, code in zip(given, own, strict=True):
        if code and not wanted and not is_listed and not _is_known(code, registry):
            return f"no package for its language {code!r} is installed; left out"
    return ""


def _configured_language(file: LintTarget, side: int) -> str:
    settings = file.settings
    if settings is None:
        return ""
    return settings.target_language if side else settings.source_language


def _is_known(code: str, registry: Registry) -> bool:
    try:
        _known(code, registry)
    except UnknownNameError:
        return False
    return True


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
