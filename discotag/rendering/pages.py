"""What pages of HTML share: templates that escape, and a policy that allows nothing else."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.rendering.text import writable

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment


def page_templates(package: str, **filters: Callable[..., Any]) -> Environment:
    """Return the templates in a package's folder `web`; they escape all text.

    A name that is not given is an error. Lone surrogates, which UTF-8 cannot hold, become U+FFFD.
    The same environment, with its compiled templates, serves for a package and its filters.
    """
    return _environment(package, tuple(filters.items()))


@lru_cache(maxsize=8)
def _environment(package: str, filters: tuple[tuple[str, Callable[..., Any]], ...]) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, "web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_written,
    )
    environment.filters |= dict(filters)
    return environment


def page_policy(style: str, program: str | None = None) -> str:
    """Return a Content-Security-Policy: this style, this program, and nothing from anywhere."""
    if program is None:
        return f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'"
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(program)};"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _written(value: Any) -> Any:
    """Return what a template prints in a form that UTF-8 can hold."""
    return type(value)(writable(value)) if isinstance(value, str) else value
