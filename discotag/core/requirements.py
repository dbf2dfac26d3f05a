"""What a component may need besides its own package: optional packages, and models to be fetched.

A component that needs them says so before a run (`discotag doctor`) and fetches models when asked
to, and only then (`discotag download`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
        """Say which models a run would not find; looks at files only, never at the network."""
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
