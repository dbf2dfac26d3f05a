"""Engines: how one is opened, what it is asked and answers, and the ways in which it does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from discotag.plugin import UsageError
from discotag_services import TIMEOUT, TRIES, client_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_services import Client, Endpoint, Key, Unit
    from discotag_translate.markers import Style


@dataclass(frozen=True, slots=True)
class Call:
    """What an engine is asked.

    Args:
        texts: what to translate, each by itself; none is blank.
        before: the segments that come before, each with its translation.
        marker: how segments are marked in the only text, or None where it is one segment.
        attempt: how often the same was asked before, since its answer was of no use.
    """

    texts: tuple[str, ...]
    before: tuple[tuple[str, str], ...] = ()
    marker: str | None = None
    attempt: int = 0


class Usage(BaseModel):
    """What a service says that a call cost; None = it does not say.

    Args:
        characters: billed characters.
        tokens_in: tokens of what was sent.
        tokens_out: tokens of the answer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    characters: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None


class Answer(BaseModel):
    """What an engine gave.

    Args:
        texts: one per text of the call, as they came.
        cut: why the answer is not complete (`length`, `content_filter` …); None = it is.
        model: which model says that it answered.
        usage: what it cost.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    texts: tuple[str, ...]
    cut: str | None = None
    model: str | None = None
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call got no answer."""

    reason: str


Reply = Answer | Refusal
ContextKind = Literal["none", "source", "pairs"]
"""What an engine takes of the segments before: nothing, their sources, or translations too."""


SECRET = ("key", "token", "secret", "password", "authorization")
COUNTS = frozenset({"max_tokens", "max_completion_tokens", "max_new_tokens", "min_new_tokens"})
"""Parameters whose names have `token` and contain no secret."""


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
        identity: all that decides an answer besides the call, and no key.
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
        """Return all that is sent besides the texts and is paid for, to be counted."""
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
            the files that show how a translation was made.
    """
    for name in params:
        if name in taken:
            raise UsageError(f"--param {name}: {engine} sets it from the texts and other options")
        if name not in COUNTS and any(word in name.casefold() for word in SECRET):
            raise UsageError(f"--param {name} looks like a secret; keys come from the environment")
    return dict(params)


class EngineName(StrEnum):
    """The engines."""

    DEEPL = "deepl"
    GOOGLE = "google"
    CHAT = "chat"
    HF = "hf"


FACTORIES = {
    EngineName.DEEPL: ("discotag_translate.engines.deepl", "DeepL"),
    EngineName.GOOGLE: ("discotag_translate.engines.google", "Google"),
    EngineName.CHAT: ("discotag_translate.engines.chat", "Chat"),
    EngineName.HF: ("discotag_translate.engines.huggingface", "HuggingFace"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """What an engine is made of.

    Args:
        pair: the languages.
        model: its model, where there is a choice.
        base_url: another server's address.
        may_be_plain: whether that may be http.
        params: further fields of its requests, or settings of the generation.
        per_minute: most requests.
        timeout: seconds until an answer.
        tries: times a request is made.
        device: of a model that runs here.
    """

    pair: Pair
    model: str | None = None
    base_url: str | None = None
    may_be_plain: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    per_minute: float | None = None
    timeout: float = TIMEOUT
    tries: int = TRIES
    device: str = "auto"

    def client(self, place: Endpoint, headers: Mapping[str, str], keys: Sequence[Key]) -> Client:
        """Make the client of a service.

        Raises:
            UsageError: discotag is offline, and the service is not on this machine.
        """
        return client_of(
            place,
            headers,
            keys,
            per_minute=self.per_minute,
            timeout=self.timeout,
            tries=self.tries,
        )


def open_engine(name: EngineName, request: Request) -> Engine:
    """Create an engine; UsageError says what it lacks."""
    module, factory = FACTORIES[name]
    engine: Engine = getattr(import_module(module), factory).create(request)
    return engine
