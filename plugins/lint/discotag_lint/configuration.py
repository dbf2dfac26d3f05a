"""The tables and keys of a configuration file, checked; errors name file and key."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from discotag.plugin import InputError, in_words
from discotag.plugin.files import read_toml
from discotag_lint.path_patterns import LANGUAGE, Fit, PathPattern, language_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


NAME, PROJECT = "discotag.toml", "pyproject.toml"


def _listed(value: Any) -> Any:
    """Take one text for a list of one."""
    return (value,) if isinstance(value, str) else value


def _pattern(value: Any) -> Any:
    return PathPattern(value) if isinstance(value, str) else value


Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Pattern = Annotated[PathPattern, BeforeValidator(_pattern, json_schema_input_type=str)]
ByLanguage = str | dict[str, str]


class Table(BaseModel):
    """What every table has in common: nothing unknown, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class SettingsTable(Table):
    """What can be said of all files, of some, and of paths.

    Args:
        expect: the address that texts should have, or language → address.
        expect_file: the same by document.
        glossary: files of terms; `{lang}` represents the target language.
        select: check these codes only.
        ignore: leave these codes out.
        states: read only units in these states.
        skip_states: read no units in these states.
        unit: what is one segment.
        fail_on: the lowest severity that makes the command fail, as `--fail-on` has it.
        options: component → option → value, as `--set` has it.
    """

    expect: ByLanguage | None = None
    expect_file: str | None = None
    glossary: Texts = ()
    select: Texts | None = None
    ignore: Texts = ()
    states: Texts | None = None
    skip_states: Texts | None = None
    unit: Literal["auto", "line", "sentence", "sure"] | None = None
    fail_on: Literal["error", "warning", "note", "never"] | None = None
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)


class FilesTable(SettingsTable):
    """`[[lint.files]]`: files with their translations, or files that hold both languages.

    Args:
        source: pattern of the sources; `{lang}` represents the source language.
        target: pattern of their translations, with the same wildcards in the same order.
        path: pattern of files that hold both languages, in place of `source` and `target`.
        source_language: the source's language.
        target_language: the translations', where the pattern has no `{lang}`.
        languages: the languages to check: a list, or what paths have → the language's code.
        reader: what reads the files; left out = by their endings.
        text: name of the translation, where files hold several.
    """

    source: Pattern | None = None
    target: Pattern | None = None
    path: Pattern | None = None
    source_language: str | None = None
    target_language: str | None = None
    languages: tuple[str, ...] | dict[str, str] | None = None
    reader: str = ""
    text: str | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Check that the patterns make pairs."""
        if self.path is not None:
            if self.source is not None or self.target is not None:
                raise ValueError("path is for files that hold both languages; leave out the others")
            return self
        if self.source is None or self.target is None:
            raise ValueError("give source and target, or path for files that hold both languages")
        if self.source.wildcards != self.target.wildcards:
            raise ValueError(
                f"source has the wildcards {_told(self.source)} and target {_told(self.target)};"
                " they must be the same in the same order"
            )
        if self.languages is not None and not self.target.has_language:
            raise ValueError("languages goes with a target that has {lang}")
        return self

    @property
    def translations(self) -> PathPattern:
        """The pattern of the files that hold translations."""
        found = cast("PathPattern", self.path or self.target)
        return (
            PathPattern(found.text, self.languages) if isinstance(self.languages, dict) else found
        )

    def language_of(self, name: str) -> str | None:
        """Return the language that `{lang}` is replaced by in a path; None = it is not wanted."""
        if isinstance(self.languages, dict):
            return self.languages.get(name)
        code = language_code(name)
        if name and self.languages is not None:
            wanted = {language_code(each).casefold() for each in self.languages}
            return code if code.casefold() in wanted else None
        return code


class LintTable(SettingsTable):
    """`[lint]`: what holds for all files, and which files there are.

    Args:
        source_language: the sources' language, where neither files nor their entry name it.
        suppressions: file of findings that are accepted.
        exclude: patterns of paths that are left out, unless they are named on the command line.
        files: the files to check.
        paths: pattern of paths → what else holds for them; a later one counts more.
    """

    source_language: str | None = None
    suppressions: str | None = None
    exclude: tuple[Pattern, ...] = ()
    files: tuple[FilesTable, ...] = ()
    paths: dict[str, SettingsTable] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Check the patterns of paths, and that sources have a language where they need one."""
        for text in self.paths:
            PathPattern(text)
        for entry in self.files:
            needs = entry.source is not None and entry.source.has_language
            if needs and not (entry.source_language or self.source_language):
                raise ValueError(f"the source {entry.source} needs source_language for {LANGUAGE}")
        return self


class ConfigurationFile(Table):
    """`discotag.toml`, or `[tool.discotag]` of `pyproject.toml`."""

    lint: LintTable = LintTable()


def read_configuration(path: Path) -> LintTable | None:
    """Read a configuration; None where a `pyproject.toml` has no `[tool.discotag]`.

    Raises:
        InputError: it cannot be read, is not TOML, or has unknown keys or wrong values; every fault
            is named with its key.
    """
    data = read_toml(path)
    prefix: tuple[str, ...] = ()
    if path.name == PROJECT:
        tools = data.get("tool")
        if not isinstance(tools, dict) or "discotag" not in tools:
            return None
        data, prefix = tools["discotag"], ("tool", "discotag")
    try:
        return ConfigurationFile.model_validate(data).lint
    except ValidationError as error:
        message = "; ".join(dict.fromkeys(_faults(error, prefix)))
        raise InputError(message, path=path) from error


def _faults(error: ValidationError, prefix: tuple[str, ...]) -> list[str]:
    return [_fault(fault, prefix) for fault in error.errors(include_url=False)]


def _fault(fault: Any, prefix: tuple[str, ...]) -> str:
    """Say what is wrong with a key, in words for people who write TOML."""
    place = [part for part in fault["loc"] if part not in _UNIONS]
    key = ""
    for part in (*prefix, *place):
        key += f"[{part + 1}]" if isinstance(part, int) else f".{_quoted(part)}" if key else part
    if fault["type"] == "extra_forbidden":
        known = _known(place[:-1])
        close = get_close_matches(str(place[-1]), known, n=1, cutoff=0.5)
        meant = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(sorted(known))}"
        return f"{key}: unknown key; {meant}"
    message = in_words(fault)
    return f"{key or 'all of it'}: {message[:1].lower()}{message[1:]}"


_UNIONS = frozenset({"str", "dict[str,str]", "tuple[str, ...]"})
"""What pydantic puts into a place for the kinds of which any would do."""


def _known(place: list[Any]) -> list[str]:
    """Return the keys of the table at a place."""
    kinds: dict[str, type[Table]] = {"files": FilesTable, "paths": SettingsTable}
    if not place:
        return list(ConfigurationFile.model_fields)
    kind = kinds.get(place[1], LintTable) if len(place) > 1 else LintTable
    return list(kind.model_fields)


def _quoted(part: str) -> str:
    return part if part.replace("_", "").replace("-", "").isalnum() else f'"{part}"'


def _told(pattern: PathPattern) -> str:
    return " ".join(pattern.wildcards) or "none"


@dataclass(frozen=True)
class FilePair:
    """A file and its translation, and what is to be held against it.

    Args:
        source: the source's file, or the one file that holds both languages.
        target: the translation's file; None where one file holds both.
        source_language: its code, or `""` where the configuration does not name it.
        target_language: likewise of the translation.
        is_listed: whether the language is one that the configuration names, so that it must be
            installed.
        text: name of the translation, where a file holds several.
        reader: name of the reader, or `""` = by the file's ending.
        expect: the address that the text should have, or `""`.
        expect_file: file that says so by document, or None.
        glossary: files of terms.
        select: the codes to check; None = all.
        ignore: the codes to leave out.
        states: states of units that are read; None = any.
        skip_states: states of units that are not read.
        unit: `auto`, `line`, `sentence`; None = not set.
        fail_on: the lowest severity that makes `discotag lint` fail, or `never`; None = not set.
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
        """The file that holds the translation."""
        return self.target or self.source


@dataclass(frozen=True)
class Configuration:
    """One configuration file.

    Args:
        path: the file, absolute.
        table: what is in it.
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
            if fit.language and _is_same_language(own, mother):
                return None
            return self._with_settings(entry, self.folder / path, None, language, fit.language)
        source = _with_language(entry.source, mother).filled(Fit("", fit.wildcards))
        if source == path or (fit.language and _is_same_language(own, mother)):
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
        for file in (source, target):
            if entry is not None and file is not None:
                self._own(str(file))
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
            expect_file=self._own(expect_file) if expect_file else None,
            glossary=tuple(self._glossaries(layers, names)),
            select=given["select"],
            ignore=tuple(dict.fromkeys(code for layer in layers for code in layer.ignore)),
            states=given["states"],
            skip_states=given["skip_states"] or (),
            unit=given["unit"],
            fail_on=given["fail_on"],
            options=options,
            suppressions=self._own(suppressions) if suppressions else None,
            configuration=self.path,
        )

    def _glossaries(self, layers: Sequence[SettingsTable], names: Sequence[str]) -> Iterator[Path]:
        """Yield the glossaries of all layers; of those by language, the one that is there."""
        for file in dict.fromkeys(file for layer in layers for file in layer.glossary):
            if LANGUAGE not in file:
                yield self._own(file)
                continue
            found = [self._own(file.replace(LANGUAGE, name)) for name in names]
            yield from [path for path in found if path.is_file()][:1]

    def _own(self, file: str) -> Path:
        """Return a file that the configuration names; InputError for one outside the repository."""
        path = self.folder / file
        if not path.resolve().is_relative_to(self._repository):
            raise InputError(
                f"names {file!r}, which is outside the repository; copy it into the repository, or"
                " give it on the command line",
                path=self.path,
            )
        return path

    @cached_property
    def _repository(self) -> Path:
        """The nearest folder upwards that git knows as a repository, or the configuration's."""
        folder = self.folder.resolve()
        places = (folder, *folder.parents)
        return next((place for place in places if (place / ".git").exists()), folder)

    def _relative(self, path: Path) -> str | None:
        """Return a path as in patterns, or None where it is outside the folder."""
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


def _is_same_language(code: str, other: str) -> bool:
    return code.replace("_", "-").casefold() == other.replace("_", "-").casefold()


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
