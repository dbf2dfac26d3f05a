"""Any server that speaks OpenAI's protocol of chats: OpenAI itself, vLLM, llama.cpp, Ollama.

`POST BASE/chat/completions`: https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from discotag.plugin import UsageError
from discotag_services import Unit, endpoint, find_key, require_key
from discotag_translate.engines.engine import (
    Answer,
    Call,
    ContextKind,
    Limits,
    Pair,
    Usage,
    checked_params,
)
from discotag_translate.markers import Style, plain_style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_services import Client
    from discotag_translate.engines.engine import Request


KEY = "OPENAI_API_KEY"
URL = "https://api.openai.com/v1"
LIMITS = Limits(texts=1, characters=8_000)
"""So that the answer stays far from the limits of usual models; `--most-characters` says else."""
TAKEN = frozenset({"model", "messages", "stream", "n"})
DEFAULTS = {"temperature": 0}
WHOLE = frozenset({"stop", "eos", "end_turn"})
"""Reasons to end that mean the answer is complete; None is what some servers say of that."""


class Message(BaseModel):
    """What a model said; nothing where it refused."""

    content: str | None = None
    refusal: str | None = None


class Choice(BaseModel):
    """One of the answers."""

    message: Message
    finish_reason: str | None = None


class Tokens(BaseModel):
    """What was counted."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Completion(BaseModel):
    """What the server answers."""

    choices: tuple[Choice, ...]
    model: str | None = None
    usage: Tokens | None = None


class Chat:
    """A language model on a server; the key, if it wants one, from `OPENAI_API_KEY`."""

    name = "chat"
    context: ContextKind = "pairs"

    def __init__(self, pair: Pair, model: str, params: Mapping[str, Any], client: Client) -> None:
        self._client, self._pair, self._model = client, pair, model
        own = {**DEFAULTS, **checked_params(params, TAKEN, self.name)}
        self._params = {name: value for name, value in own.items() if value is not None}
        self.limits = LIMITS
        self.place = client.place.host
        self.unit: Unit = "nothing" if client.place.is_local else "tokens"
        self.identity = {
            "engine": self.name,
            "url": client.place.url,
            "model": model,
            **self._params,
            "languages": (pair.source.name, pair.target.name),
            "prompts": prompts(),
        }

    @classmethod
    def create(cls, request: Request) -> Chat:
        """Build it.

        Raises:
            UsageError: no model is named, or OpenAI's own server is asked without a key.
        """
        if not request.model:
            raise UsageError("the engine chat needs --model, a name that its server knows")
        place = endpoint(request.base_url or URL, may_be_plain=request.may_be_plain)
        key = find_key(KEY) if request.base_url else require_key(KEY)
        headers = {"Authorization": f"Bearer {key.reveal()}"} if key else {}
        client = request.client(place, headers, (key,) if key else ())
        return cls(request.pair, request.model, request.params, client)

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers: numbers in brackets."""
        return plain_style(segments)

    def instructions(self, call: Call) -> str:
        """Return the task and what comes before."""
        return "".join(turn["content"] for turn in messages(call, self._pair)[:-1])

    def answer(self, call: Call) -> Answer:
        """Translate; an answer tried again has another seed where one is set."""
        content = {
            "model": self._model,
            "messages": messages(call, self._pair),
            **self._params,
        }
        if call.attempt and isinstance(content.get("seed"), int):
            content["seed"] += call.attempt
        found = self._client.post("/chat/completions", content, Completion)
        if not found.choices:
            return Answer(texts=("",), cut="no answer among the choices")
        choice = found.choices[0]
        reason = choice.finish_reason
        cut = "refusal" if choice.message.refusal else reason
        usage = found.usage or Tokens()
        return Answer(
            texts=(spoken(choice.message.content or ""),),
            cut=None if cut is None or cut in WHOLE else self._client.shown(cut, 60),
            model=found.model and self._client.shown(found.model),
            usage=Usage(tokens_in=usage.prompt_tokens, tokens_out=usage.completion_tokens),
        )

    def stop(self) -> None:
        """Try nothing again."""
        self._client.stop()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""What models that think aloud put before their answer."""


@cache
def prompts() -> dict[str, str]:
    """Return the texts of `prompts.toml`."""
    text = (files(__package__) / "prompts.toml").read_text(encoding="utf-8")
    return {name: value.strip() for name, value in tomllib.loads(text).items()}


def task(call: Call, pair: Pair) -> str:
    """Return a model's instructions."""
    texts = prompts()
    told = texts["segment" if call.marker is None else "document"]
    if call.before:
        told += f" {texts['context']}"
    named = {"source": pair.source.name, "target": pair.target.name, "marker": call.marker or ""}
    return told.format(**named)


def messages(call: Call, pair: Pair) -> list[dict[str, str]]:
    """Return the turns of a chat: the task, earlier segments, the only text of the call."""
    turns = [{"role": "system", "content": task(call, pair)}]
    for source, translation in call.before:
        turns.append({"role": "user", "content": source})
        turns.append({"role": "assistant", "content": translation})
    return [*turns, {"role": "user", "content": call.texts[0]}]


def spoken(text: str) -> str:
    """Take a model's thoughts away from before its answer."""
    return THOUGHTS.sub("", text).strip()
