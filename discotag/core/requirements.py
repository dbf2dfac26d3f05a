"""What a component may need besides its own package: optional packages, models, the network.

A component that needs packages or models says so before a run (`discotag doctor`) and fetches
models when asked to, and only then (`discotag download`). A run never fetches anything. The switch
`DISCOTAG_OFFLINE` also refuses `discotag download`, and keeps libraries from asking their servers
whether something newer is there.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, MutableMapping

    from discotag.core.interfaces import Context


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that a component needs and does not find.

    Args:
        what: what it is, such as `Stanza's models for fr`.
        cure: the command that brings it; empty where `what` says what to do.
    """

    what: str
    cure: str


@runtime_checkable
class NeedsModels(Protocol):
    """What a component's factory may also be: it needs packages and models that may not be there.

    Its declaration names the pip line in `install`. Importing its module must be cheap: neither the
    module nor `missing` imports an engine.

    Attributes:
        packages: the distributions it imports.

    Example:
        >>> class Parser:
        ...     packages = ("parserlib",)
        ...     @classmethod
        ...     def missing(cls, context):
        ...         yield Missing("the parser's model", "discotag download fr --engine parser")
        ...     @classmethod
        ...     def fetch(cls, context, tell):
        ...         tell("fetching 12 MB, licence MIT")
        >>> isinstance(Parser, NeedsModels)
        True
    """

    packages: ClassVar[tuple[str, ...]]

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say which models a run would not find; reads files only, never at the network."""
        ...

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> str | None:
        """Fetch these models; `tell` gets a line for each step, with size and licence if known.

        Returns:
            The options of a run that use them, where these are not the component's own name.

        Raises:
            DiscotagError: it cannot be done, and why.
        """
        ...


SWITCH = "DISCOTAG_OFFLINE"
LIBRARIES = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE")
"""What the libraries of Hugging Face read, at their import."""


def is_offline(environ: Mapping[str, str] | None = None) -> bool:
    """Return whether `DISCOTAG_OFFLINE` is set to anything but 0."""
    environ = os.environ if environ is None else environ
    return environ.get(SWITCH, "") not in {"", "0"}


def go_offline(environ: MutableMapping[str, str] | None = None) -> None:
    """Turn the switch for this process and those it starts; before any engine is imported."""
    environ = os.environ if environ is None else environ
    environ.update(dict.fromkeys((SWITCH, *LIBRARIES), "1"))


def require_network(what: str) -> None:
    """Raise UsageError if network access is blocked."""
    if is_offline():
        raise UsageError(f"offline: {what} is not fetched; leave out --offline or unset {SWITCH}")
