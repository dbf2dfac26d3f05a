"""What language models are told: a task, the segments before as earlier turns, the text."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag_translate.calls import Call
    from discotag_translate.engines.engine import Pair

THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""What models that think aloud put before their answer."""


@cache
def prompts() -> dict[str, str]:
    """Return the texts of `prompts.toml`."""
    text = (files(__package__) / "prompts.toml").read_text(encoding="utf-8")
    return {name: value.strip() for name, value in tomllib.loads(text).items()}


def task(call: Call, pair: Pair) -> str:
    """Return what a model is told to do."""
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
