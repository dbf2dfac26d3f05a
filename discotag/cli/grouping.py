"""How a function becomes a command: groups of options, panels of help, files named once.

Typer reads one parameter per option. `@grouped` replaces a parameter that is annotated with a
dataclass by the fields of that dataclass, and passes the dataclass, filled in, to the command: so
options that several commands share are declared once and travel together.
"""

from __future__ import annotations

import inspect
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_type_hints

from typer.core import TyperCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Group = TypeVar("Group")
PANEL = "PANEL"
"""Attribute of a group of options: the title of its panel."""
FILES = frozenset({"source", "target", "docids", "out"})
"""Options (by their parameter) that name one file."""


class Command(TyperCommand):
    """A command with its options in panels (`rich_help_panel`), the most needed ones first.

    It refuses an option of one file that is given twice: a second --src never replaces the first
    silently.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a usage error names the option that is given twice."""
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            given = [item for item in order if item.name in FILES]
            for place, parameter in enumerate(given):
                if parameter in given[:place] and not getattr(parameter, "multiple", False):
                    ctx.fail(f"{parameter.opts[0]} is given twice; the command takes one file")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, options without a panel, then each panel."""
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is None:
                continue
            is_argument = parameter.param_type_name == "argument"
            default = "Arguments" if is_argument else "Options"
            panel = getattr(parameter, "rich_help_panel", None) or default
            panels.setdefault(panel, []).append(record)
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose groups of options are taken apart for Typer.

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


def panel(title: str) -> Callable[[type[Group]], type[Group]]:
    """Return a decorator that puts the options of a group into a panel of help.

    An option that names a panel itself stays in that one; `"Options"` is the first.
    """

    def name(group: type[Group]) -> type[Group]:
        setattr(group, PANEL, title)
        return group

    return name


def _fields(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        empty = field.default is MISSING
        yield inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if empty else field.default,
            annotation=_in_panel(hints[field.name], getattr(group, PANEL, None)),
        )


def _in_panel(annotation: Any, title: str | None) -> Any:
    """Return the annotation of an option, in a panel unless it names one."""
    kind, *extras = get_args(annotation)
    info = copy(extras[0])
    info.rich_help_panel = info.rich_help_panel or title
    return Annotated[kind, info]
