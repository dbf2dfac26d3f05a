"""What plugins may declare, and what the declared things must be able to do: from the code."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from discotag.core import components, hookspecs, interfaces
from discotag.core.discovery import discover
from discotag.runs import executors
from discotag_lint import check
from discotag_lint import hookspecs as lint_hookspecs
from website.generated.markdown import arguments, cell, code_cell, docstring, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.roles import Role


def page() -> str:
    """Return the page of hooks."""
    major, minor = hookspecs.API_VERSION
    lines = [
        "# Hooks",
        "",
        (
            f"The plugin API is {major}.{minor}: a plugin's module says"
            f" `DISCOTAG_API = ({major}, {minor})`"
            " or any lower minor version, and is named by an entry point of the group `discotag`."
            " [A new phenomenon](../new-phenomenon.md) shows one from the beginning."
        ),
        "",
        "## What is declared",
        "",
    ]
    for name, hook in {**vars(hookspecs), **vars(lint_hookspecs)}.items():
        if name.startswith("discotag_"):
            lines += [f"### {name}", "", f"```python\n{_signature(name, hook)}\n```", ""]
            lines += [docstring(hook), ""]
    lines += ["## Records", ""]
    for kind in (*_own(components), *_own(check)):
        if issubclass(kind, BaseModel):
            told = docstring(kind, without="Args")
            lines += [f"### {kind.__name__}", "", told, "", *_fields(kind), ""]
    lines += ["## What components do", "", inspect.getdoc(interfaces) or "", ""]
    for kind in (*_own(interfaces), executors.Executor, check.Check, check.ObservingCheck):
        lines += [f"### {kind.__name__}", "", docstring(kind), "", *_methods(kind)]
    for role in discover().roles:
        lines += _of_package(role)
    return "\n".join(lines)


def _of_package(role: Role[Any]) -> Iterator[str]:
    """Yield the section of a role that a package adds."""
    module = import_module(role.info.__module__)
    hook = getattr(import_module(f"{module.__name__.partition('.')[0]}.hookspecs"), role.hook)
    yield f"## For {module.__name__.partition('.')[0].replace('_', '-')}\n"
    yield f"### {role.hook}\n\n```python\n{_signature(role.hook, hook)}\n```\n"
    yield f"{docstring(hook)}\n"
    for kind in _own(module):
        if issubclass(kind, BaseModel):
            yield f"### {kind.__name__}\n\n{docstring(kind, without='Args')}\n"
            yield from (*_fields(kind), "")
    protocol = getattr(role.info, "protocol", None)
    if protocol is not None:
        yield f"### {protocol.__name__}\n\n{docstring(protocol)}\n"
        yield from _methods(protocol)


def _own(module: Any) -> Iterator[type]:
    for thing in vars(module).values():
        if inspect.isclass(thing) and thing.__module__ == module.__name__:
            yield thing


def _signature(name: str, function: Any) -> str:
    return f"def {name}{inspect.signature(function)}".replace("'", "")


def _fields(kind: type[BaseModel]) -> Iterator[str]:
    told = arguments(kind)
    yield from table(
        ("field", "type", "default", "what"),
        [
            (
                f"`{name}`",
                f"`{code_cell(str(kind.__annotations__.get(name, 'see ComponentInfo')))}`",
                "required" if field.is_required() else f"`{_shown(field.default)}`",
                cell(told.get(name, "")),
            )
            for name, field in kind.model_fields.items()
            if name in kind.__annotations__
        ],
    )


def _shown(value: object) -> str:
    """Write a default; a set has no order of its own."""
    return str(sorted(value)) if isinstance(value, frozenset) else repr(value)


def _methods(kind: type) -> Iterator[str]:
    for name, method in vars(kind).items():
        function = method.__func__ if isinstance(method, classmethod) else method
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        yield f"```python\n{_signature(name, function)}\n```"
        yield ""
        yield docstring(function)
        yield ""
