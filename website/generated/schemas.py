"""The schemas of files, as JSON Schema, from the classes that check them."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from pydantic import BaseModel

from discotag.core.patterns import Pattern
from website.generated.markdown import arguments, cell, summary, table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TABLES = {
    "language.toml": "discotag.core.language:LanguagePack",
    "formality.toml": "discotag.plugins.phenomena.formality.table:FormalityTable",
    "pronouns.toml": "discotag.plugins.phenomena.pronouns.table:PronounTable",
    "sorts.toml": "discotag.plugins.phenomena.pronouns.noun_classes:NounClassTable",
    "numbers.toml": "discotag_lint.checks.number_words:NumberTable",
    "verb_form.toml": "discotag.plugins.phenomena.verb_form.table:VerbFormTable",
    "connectives.toml": "discotag_phen_connectives.words:ConnectiveTable",
    "person_gender.toml": "discotag_phen_gender.lists:GenderTable",
    "a section of quality.toml": "discotag.core.language:Measured",
    "discotag.toml": "discotag_lint.configuration:ConfigurationFile",
    "a condition of a table": "discotag.core.patterns:Pattern",
}

FILLED_IN = {("LanguagePack", "package")}
"""Fields that no file holds: they follow from where it lies."""


def page() -> str:
    """Return the page of schemas."""
    lines = [
        "# Schemas",
        "",
        (
            "What each file may hold, from the classes that check it. [File formats](../formats.md)"
            " has examples, and [a new language](../new-language.md) describes how tables are"
            " written."
        ),
        "",
    ]
    for name, kind in _found().items():
        lines += [f"## {name}", "", summary(kind), "", *_fields(kind), ""]
        for inner in _inner(kind):
            lines += [f"### {name}: {inner.__name__}", "", summary(inner), "", *_fields(inner), ""]
        lines += [f"[JSON Schema]({_file(name)})", ""]
    return "\n".join(lines)


def files() -> dict[str, str]:
    """Return each schema as JSON: file name → text."""
    return {
        _file(name): json.dumps(kind.model_json_schema(), indent=2, ensure_ascii=False)
        for name, kind in _found().items()
    }


def _file(name: str) -> str:
    return re.sub(r"\W+", "-", name.removesuffix(".toml")) + ".schema.json"


@cache
def _found() -> dict[str, type[BaseModel]]:
    found: dict[str, Any] = {}
    for path in (*ROOT.glob("discotag/**/*.py"), *ROOT.glob("plugins/*/discotag_*/**/*.py")):
        for match in _classes(path.read_text(encoding="utf-8")):
            where = path.relative_to(ROOT).with_suffix("").parts
            where = where[2:] if where[0] == "plugins" else where
            if find_spec(where[0]) is None:  # a distribution that is not installed
                continue
            module = import_module(".".join(where))
            found[match[1]] = getattr(module, match[0])
    tables = {}
    for name, place in TABLES.items():
        defined_in, _, kind = place.partition(":")
        if find_spec(defined_in.partition(".")[0]) is not None:
            tables[name] = getattr(import_module(defined_in), kind)
    return dict(sorted(found.items())) | tables


def _classes(text: str) -> Iterator[tuple[str, str]]:
    """Yield the class and the name of every schema that a module declares."""
    for block in re.split(r"(?m)^(?=class )", text):
        declared = re.search(r"schema_(?:name)?: Literal\[\s*\"([\w/-]+)\"", block)
        named = re.match(r"class (\w+)", block)
        if declared and named:
            yield named[1], declared[1]


def _fields(kind: type[BaseModel]) -> Iterator[str]:
    """Yield a table of the fields of a class: key, type, whether it must be there, what it is."""
    schema = kind.model_json_schema()
    if "$ref" in schema:  # a class that holds itself
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    bases = [base for base in reversed(kind.__mro__) if issubclass(base, BaseModel)]
    told = {name: what for base in bases for name, what in arguments(base).items()}
    rows = []
    for name, field in kind.model_fields.items():
        key = field.alias or name
        if (kind.__name__, name) in FILLED_IN:
            continue
        kind_of = cell(_type(schema["properties"][key]))
        rows.append(
            (
                f"`{key}`",
                kind_of,
                "required" if field.is_required() else "",
                cell(told.get(name, "")),
            )
        )
    yield from table(("field", "type", "", "what"), rows)


def _inner(kind: type[BaseModel]) -> list[type[BaseModel]]:
    """Return the classes of a table's parts, each once; conditions have a section of their own."""
    found: dict[type[BaseModel], None] = {}

    def walk(annotation: Any) -> None:
        for part in get_args(annotation):
            walk(part)
        is_new = isinstance(annotation, type) and issubclass(annotation, BaseModel)
        if is_new and annotation not in found and annotation is not Pattern:
            found[annotation] = None
            for field in annotation.model_fields.values():
                walk(field.annotation)

    for field in kind.model_fields.values():
        walk(field.annotation)
    walk(get_type_hints(kind).get("__pydantic_extra__"))
    return list(found)


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        name = str(field["$ref"].rsplit("/", 1)[-1])
        return "[condition](#a-condition-of-a-table)" if name == Pattern.__name__ else name
    if "const" in field:
        return f"`{field['const']!r}`"
    if "enum" in field:
        return ", ".join(f"`{value!r}`" for value in field["enum"])
    if "anyOf" in field:
        return " or ".join(_type(part) for part in field["anyOf"])
    if field.get("type") == "array":
        inner = field.get("items")
        return f"list of {_type(inner)}" if inner else "list"
    return str(field.get("type", "any"))
