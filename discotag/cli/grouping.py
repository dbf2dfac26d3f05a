"""Groups of options: a dataclass of options stands in a command for all of its fields.

Typer reads one parameter per option. `@grouped` puts the fields of each dataclass in its place, and
hands the command the dataclass, filled in, so that options that several commands share are declared
once and travel together.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose groups are taken apart for Typer.

    Args:
        command: a parameter that is annotated with a dataclass is a group, keyword-only like all
            options.
    """
    hints = get_type_hints(command, include_extras=True)
    given = inspect.signature(command).parameters
    groups = {name: hints[name] for name in given if is_dataclass(hints[name])}
    shown = [
        parameter
        for name, own in given.items()
        for parameter in (
            _fields(groups[name]) if name in groups else [own.replace(annotation=hints[name])]
        )
    ]

    signature = inspect.Signature(shown)

    @wraps(command)
    def apart(*positional: Any, **named: Any) -> None:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        values = bound.arguments
        filled = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **filled)

    apart.__signature__ = signature  # type: ignore[attr-defined]
    apart.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
    return apart


def _fields(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        empty = field.default is MISSING
        yield inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if empty else field.default,
            annotation=hints[field.name],
        )
