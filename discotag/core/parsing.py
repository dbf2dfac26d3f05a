"""Data from outside: TOML, JSON and options, with one message for whatever is wrong with them.

Python's own readers also run out of stack on what is nested too deeply.
"""

from __future__ import annotations

import json
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML, with a byte order mark or without; ValueError if it is not TOML."""
    table: dict[str, Any] = _parsed(tomllib.loads, text.removeprefix("\ufeff"))
    return table


def parse_json(text: str | bytes) -> Any:
    """Read JSON; ValueError if it is not JSON."""
    return _parsed(json.loads, text)


def check_characters(content: Any) -> None:
    """Raise ValueError where plain data holds half of a surrogate pair."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError("it holds half of a surrogate pair, which is not a character") from error


def _parsed(parse: Callable[[Any], Any], text: str | bytes) -> Any:
    try:
        return parse(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


Options = TypeVar("Options", bound=BaseModel)
MESSAGES = {
    "extra_forbidden": "Nothing of this name is known here",
    "tuple_type": "Input should be a list",
    "list_type": "Input should be a list",
    "model_type": "Input should be a table (in JSON an object)",
    "dict_type": "Input should be a table (in JSON an object)",
    "too_short": "It has {actual_length}, and needs at least {min_length}",
    "too_long": "It has {actual_length}, and may have at most {max_length}",
}
"""Kind of fault → the message for those who write TOML or JSON, not Python."""


class FrozenModel(BaseModel):
    """A checked record that does not change and takes no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class NoOptions(FrozenModel):
    """The schema of a component that has no options."""


def checked(name: str, options: Mapping[str, Any], schema: type[Options]) -> Options:
    """Read options; UsageError names the component and the option that is wrong."""
    try:
        return schema.model_validate(dict(options))
    except ValidationError as error:
        known = ", ".join(schema.model_fields) or "none"
        raise UsageError(f"option of {name}: {faults(error)}; options it has: {known}") from error


def in_words(fault: Mapping[str, Any]) -> str:
    """Say what is wrong with a field, as `ValidationError.errors` gives it, without its place."""
    message = MESSAGES.get(fault["type"])
    if message is None:
        return str(fault["msg"]).removeprefix("Value error, ")
    return message.format_map(fault.get("ctx", {}))


def faults(error: ValidationError, schema: type[BaseModel] | None = None) -> str:
    """Say what a schema found wrong: each field with its fault, in one line.

    With the schema, an unknown name is followed by the known one that is most like it.
    """
    return "; ".join(
        f"{'.'.join(str(part) for part in fault['loc']) or 'all of it'}: {in_words(fault)}"
        f"{_suggestion(fault, schema)}"
        for fault in error.errors(include_url=False)
    )


def _suggestion(fault: Mapping[str, Any], schema: type[BaseModel] | None) -> str:
    if fault["type"] != "extra_forbidden" or schema is None:
        return ""
    *parents, name = fault["loc"]
    models = {schema}
    for part in parents:
        if isinstance(part, str):
            models = {
                found
                for model in models
                for key, field in model.model_fields.items()
                if part in {key, field.alias}
                for found in _models(field.annotation)
            }
    known = {of.alias or key for model in models for key, of in model.model_fields.items()}
    near = get_close_matches(str(name), known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(sorted(known))}"


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in an annotation, such as those of `tuple[Model, ...] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)
