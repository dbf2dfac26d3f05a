"""What every engine is: a name, limits, how it marks segments, and an answer to a call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_services import Unit
    from discotag_translate.calls import Answer, Call, ContextKind
    from discotag_translate.markers import Style

SECRET = ("key", "token", "secret", "password", "authorization")
COUNTS = frozenset({"max_tokens", "max_completion_tokens", "max_new_tokens", "min_new_tokens"})
"""Parameters whose names hold `token` and tell no secret."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its code in discotag, and its name in English where a pack knows it."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Pair:
    """From which language into which, and the engine's own codes where the user gives them."""

    source: Language
    target: Language
    source_code: str | None = None
    target_code: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much goes into a call.

    Args:
        texts: most texts, each translated by itself.
        characters: most characters of all texts, markers counted.
    """

    texts: int
    characters: int


class Engine(Protocol):
    """Something that translates.

    Attributes:
        name: of the engine.
        identity: all that decides an answer beside the call, and no key.
        limits: how much goes into a call.
        context: what it takes of the segments before.
        place: where texts go, for people.
        unit: what it is paid by; `nothing` = it runs here.
    """

    name: str
    identity: Mapping[str, Any]
    limits: Limits
    context: ContextKind
    place: str
    unit: Unit

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers for these segments; None where none are free."""
        ...

    def instructions(self, call: Call) -> str:
        """Return all that is sent beside the texts and is paid for, to be counted."""
        ...

    def answer(self, call: Call) -> Answer:
        """Translate; may be asked by several threads at once.

        Raises:
            CallError: this call gets no answer.
            StoppedError: no call will.
        """
        ...

    def stop(self) -> None:
        """Try nothing again; what is under way may end."""
        ...

    def close(self) -> None:
        """Let everything go."""
        ...


def checked_params(params: Mapping[str, Any], taken: frozenset[str], engine: str) -> dict[str, Any]:
    """Check parameters that the user adds to an engine's requests.

    Raises:
        UsageError: one is the engine's own business, or looks like a secret, which would end up in
            the files that tell how a translation was made.
    """
    for name in params:
        if name in taken:
            raise UsageError(f"--param {name}: {engine} sets it from the texts and other options")
        if name not in COUNTS and any(word in name.casefold() for word in SECRET):
            raise UsageError(f"--param {name} looks like a secret; keys come from the environment")
    return dict(params)
