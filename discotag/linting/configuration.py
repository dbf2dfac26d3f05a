"""Configuration: which file is the translation of which, and what lint shall hold against it.

`discotag.toml`, or `[tool.discotag]` of `pyproject.toml`, is looked for from a file upwards; the
nearest one counts alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discotag.linting.configuration_file import NAME, PROJECT, LintTable, read_configuration
from discotag.linting.path_patterns import LANGUAGE, Fit, PathPattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.linting.configuration_file import FilesTable, SettingsTable


@dataclass(frozen=True)
class FilePair:
    """A file and its translation, and what is to be held against it.

    Args:
        source: the source's file, or the one file that holds both languages.
        target: the translation's file; None where one file holds both.
        source_language: its code, or `""` where the configuration does not tell it.
        target_language: likewise of the translation.
        is_listed: whether the language is one that the configuration names, so that it must be
            installed.
        text: name of the translation, where a file holds several.
        reader: name of the reader, or `""` = by the file's ending.
        expect: the address that the text shall have, or `""`.
        expect_file: file that tells the same by document, or None.
        glossary: files of terms.
        select: the codes to look for; None = all.
        ignore: the codes to leave out.
        states: states of units that are read; None = any.
        skip_states: states of units that are not read.
        unit: `auto`, `line`, `sentence`; None = not told.
        fail_on: the lowest severity that makes `discotag lint` fail, or `never`; None = not told.
        options: component → option → value; `reader` holds those of the reader.
        suppressions: file of accepted findings, or None.
        configuration: the file that says all this.
    """

    source: Path
    target: Path | None = None
    source_language: str = ""
    target_language: str = ""
    is_listed: bool = False
    text: str | None = None
    reader: str = ""
    expect: str = ""
    expect_file: Path | None = None
    glossary: tuple[Path, ...] = ()
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    states: tuple[str, ...] | None = None
    skip_states: tuple[str, ...] = ()
    unit: str | None = None
    fail_on: str | None = None
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    suppressions: Path | None = None
    configuration: Path | None = None

    @property
    def file(self) -> Path:
        """The file in which the translation stands."""
        return self.target or self.source


@dataclass(frozen=True)
class Configuration:
    """One configuration file.

    Args:
        path: the file, absolute.
        table: what stands in it.
    """

    path: Path
    table: LintTable

    @property
    def folder(self) -> Path:
        """The folder that its paths are relative to."""
        return self.path.parent

    def pairs(self) -> Iterator[FilePair]:
        """Yield all files that it names and that are there, each once, in its order.

        A source without a translation is left out; so is what `exclude` names.
        """
        seen: set[str] = set()
        for entry in self.table.files:
            for path, fit in entry.translations.files(self.folder):
                is_new = path not in seen and not self.excludes(self.folder / path)
                if is_new and (pair := self._pair(entry, path, fit)) is not None:
                    seen.add(path)
                    yield pair

    def pairs_of(self, path: Path) -> tuple[FilePair, ...]:
        """Return the pairs in which a file is the translation, or the source of translations."""
        if (own := self.pair_of(path)) is not None:
            return (own,)
        return tuple(self._of_source(path))

    def pair_of(self, path: Path) -> FilePair | None:
        """Return the pair in which a file is the translation, or holds both languages.

        None where the configuration does not name it, and where it is a source.
        """
        relative = self._relative(path)
        if relative is None:
            return None
        for entry in self.table.files:
            fit = entry.translations.fit(relative)
            if fit is not None and (pair := self._pair(entry, relative, fit)) is not None:
                return pair
        return None

    def settings_of(self, path: Path) -> FilePair:
        """Return what holds for a file that no entry names, as a file of both languages."""
        return self._with_settings(None, path.absolute(), None, "", name="")

    def excludes(self, path: Path) -> bool:
        """Return whether a file is left out unless it is named."""
        relative = self._relative(path)
        return relative is not None and any(
            pattern.fit(relative) is not None for pattern in self.table.exclude
        )

    def _of_source(self, path: Path) -> Iterator[FilePair]:
        """Yield the pairs whose source a file is."""
        relative = self._relative(path)
        for entry in self.table.files if relative is not None else ():
            if entry.source is None or entry.target is None:
                continue
            fit = _with_language(entry.source, self._source_language(entry)).fit(relative or "")
            if fit is None:
                continue
            for target, own in entry.translations.narrowed(fit).files(self.folder):
                pair = self._pair(entry, target, Fit(own.language, fit.wildcards))
                if pair is not None and not self.excludes(pair.file):
                    yield pair

    def _pair(self, entry: FilesTable, path: str, fit: Fit) -> FilePair | None:
        """Return the pair of a translation; None where it is the source, or not wanted."""
        own = entry.language_of(fit.language)
        if own is None:
            return None
        language = own or entry.target_language or ""
        mother = self._source_language(entry)
        if entry.source is None:
            return self._with_settings(entry, self.folder / path, None, language, fit.language)
        source = _with_language(entry.source, mother).filled(Fit("", fit.wildcards))
        if source == path or (fit.language and own.casefold() == mother.casefold()):
            return None
        return self._with_settings(
            entry, self.folder / source, self.folder / path, language, fit.language
        )

    def _source_language(self, entry: FilesTable) -> str:
        return entry.source_language or self.table.source_language or ""

    def _with_settings(
        self, entry: FilesTable | None, source: Path, target: Path | None, language: str, name: str
    ) -> FilePair:
        """Gather what holds for a pair: of all files, of its entry, of its path."""
        relative = self._relative(target or source) or ""
        layers: list[SettingsTable] = [self.table, *([entry] if entry else [])]
        layers += [
            table
            for pattern, table in self.table.paths.items()
            if PathPattern(pattern).fit(relative) is not None
        ]
        spellings = (language, name, language.replace("_", "-").partition("-")[0])
        names = tuple(dict.fromkeys(each for each in spellings if each))
        expected = [_of_language(layer.expect, names) for layer in layers]
        given = {
            key: _last(getattr(layer, key) for layer in layers)
            for key in ("expect_file", "select", "states", "skip_states", "unit", "fail_on")
        }
        options: dict[str, dict[str, Any]] = {}
        for layer in layers:
            for component, values in layer.options.items():
                options[component] = {**options.get(component, {}), **values}
        expect_file, suppressions = given["expect_file"], self.table.suppressions
        return FilePair(
            source=source,
            target=target,
            source_language=(self._source_language(entry) if entry else "")
            or self.table.source_language
            or "",
            target_language=language,
            is_listed=bool(entry and (entry.languages or entry.target_language)),
            text=entry.text if entry else None,
            reader=entry.reader if entry else "",
            expect=_last(expected) or "",
            expect_file=self.folder / expect_file if expect_file else None,
            glossary=tuple(self._glossaries(layers, names)),
            select=given["select"],
            ignore=tuple(dict.fromkeys(code for layer in layers for code in layer.ignore)),
            states=given["states"],
            skip_states=given["skip_states"] or (),
            unit=given["unit"],
            fail_on=given["fail_on"],
            options=options,
            suppressions=self.folder / suppressions if suppressions else None,
            configuration=self.path,
        )

    def _glossaries(self, layers: Sequence[SettingsTable], names: Sequence[str]) -> Iterator[Path]:
        """Yield the glossaries of all layers; of those by language, the one that is there."""
        for file in dict.fromkeys(file for layer in layers for file in layer.glossary):
            if LANGUAGE not in file:
                yield self.folder / file
                continue
            found = [self.folder / file.replace(LANGUAGE, name) for name in names]
            yield from [path for path in found if path.is_file()][:1]

    def _relative(self, path: Path) -> str | None:
        """Return a path as patterns have it, or None where it lies outside the folder."""
        absolute = path if path.is_absolute() else path.absolute()
        for place in (absolute, absolute.resolve()):
            for folder in (self.folder, self.folder.resolve()):
                if place.is_relative_to(folder):
                    return place.relative_to(folder).as_posix()
        return None


def configuration_of(path: Path) -> Configuration | None:
    """Return the configuration for a file or a folder: the nearest one upwards, or None.

    In a folder, `discotag.toml` goes before `pyproject.toml`, which counts only where it has
    `[tool.discotag]`.

    Raises:
        InputError: it cannot be read, or a key or a value is wrong.
    """
    place = path.absolute()
    for folder in (place, *place.parents):
        for name in (NAME, PROJECT):
            if (folder / name).is_file() and (found := open_configuration(folder / name)):
                return found
    return None


def open_configuration(path: Path) -> Configuration | None:
    """Return what a configuration file says; None for a `pyproject.toml` that says nothing.

    Raises:
        InputError: it cannot be read, or a key or a value is wrong.
    """
    table = read_configuration(path)
    return None if table is None else Configuration(path.absolute(), table)


def _with_language(pattern: PathPattern, language: str) -> PathPattern:
    return PathPattern(pattern.text.replace(LANGUAGE, language)) if language else pattern


def _of_language(expect: str | dict[str, str] | None, names: Sequence[str]) -> str | None:
    """Return the address that is expected in a language; None = nothing is said of it."""
    if expect is None or isinstance(expect, str):
        return expect
    known = {key.replace("_", "-").casefold(): value for key, value in expect.items()}
    keys = (name.replace("_", "-").casefold() for name in names)
    return next((known[key] for key in keys if key in known), None)


def _last(values: Any) -> Any:
    """Return the last value that is not None."""
    found = [value for value in values if value is not None]
    return found[-1] if found else None
