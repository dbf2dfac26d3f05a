"""From options to an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from discotag_services import TIMEOUT, TRIES, client_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_services import Client, Endpoint, Key
    from discotag_translate.engines.engine import Engine, Pair


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
