"""What stands in a configuration file: its tables and keys, checked, and told with file and key."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from discotag.core.errors import InputError
from discotag.core.parsing import in_words
from discotag.files.json import read_toml
from discotag.linting.path_patterns import LANGUAGE, PathPattern, language_code

if TYPE_CHECKING:
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
        expect: the address that texts shall have, or language → address.
        expect_file: the same by document.
        glossary: files of terms; `{lang}` stands for the target language.
        select: look for these codes alone.
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
        source: pattern of the sources; `{lang}` stands for the source language.
        target: pattern of their translations, with the same wildcards in the same order.
        path: pattern of files that hold both languages, in place of `source` and `target`.
        source_language: the source's language.
        target_language: the translations', where the pattern has no `{lang}`.
        languages: the languages to look at: a list, or what stands in paths → the language's code.
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
        """The pattern of the files in which translations stand."""
        found = cast("PathPattern", self.path or self.target)
        return (
            PathPattern(found.text, self.languages) if isinstance(self.languages, dict) else found
        )

    def language_of(self, name: str) -> str | None:
        """Return the language that stands for `{lang}` in a path; None = it is not wanted."""
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
        source_language: the sources' language, where neither files nor their entry tell it.
        suppressions: file of findings that are accepted.
        exclude: patterns of paths that are left out, unless they are named on the command line.
        files: the files to look at.
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
        InputError: it cannot be read, is no TOML, or has unknown keys or wrong values; every fault
            is told with its key.
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
        told = "; ".join(dict.fromkeys(_faults(error, prefix)))
        raise InputError(told, path=path) from error


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
    told = in_words(fault)
    return f"{key or 'all of it'}: {told[:1].lower()}{told[1:]}"


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
