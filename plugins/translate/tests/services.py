"""Services that translate into capitals, and speak the protocols of the real ones."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TAG = re.compile(r"(<[^<>]*>)")


def capitals(text: str, *, is_markup: bool) -> str:
    """Translate; tags of markup stay as they are."""
    if not is_markup:
        return text.upper()
    parts = TAG.split(text)
    return "".join(
        part if TAG.fullmatch(part) else html.escape(html.unescape(part).upper(), quote=False)
        for part in parts
    )


def deepl(asked: Any, change: Callable[[str], str] = str) -> dict[str, Any]:
    """Answer as DeepL does, once the request is one that DeepL takes."""
    content = asked.content
    assert asked.path == "/v2/translate"
    assert asked.headers["Authorization"].startswith("DeepL-Auth-Key ")
    assert isinstance(content["text"], list)
    assert 1 <= len(content["text"]) <= 50
    is_markup = content.get("tag_handling") == "xml"
    texts = [change(capitals(text, is_markup=is_markup)) for text in content["text"]]
    return {
        "translations": [
            {
                "detected_source_language": content["source_lang"],
                "text": text,
                "billed_characters": len(given),
            }
            for text, given in zip(texts, content["text"], strict=True)
        ]
    }


def google_basic(asked: Any, change: Callable[[str], str] = str) -> dict[str, Any]:
    """Answer as version 2 does."""
    content = asked.content
    assert asked.path == "/language/translate/v2"
    assert "key=" not in asked.path
    assert asked.headers["X-Goog-Api-Key"]
    is_markup = {"html": True, "text": False}[content["format"]]
    texts = [change(capitals(text, is_markup=is_markup)) for text in content["q"]]
    return {"data": {"translations": [{"translatedText": text} for text in texts]}}


def google_advanced(asked: Any, change: Callable[[str], str] = str) -> dict[str, Any]:
    """Answer as version 3 does."""
    content = asked.content
    assert asked.path == "/v3/projects/mine/locations/global:translateText"
    assert asked.headers["Authorization"].startswith("Bearer ")
    assert asked.headers["X-Goog-User-Project"] == "mine"
    is_markup = {"text/html": True, "text/plain": False}[content["mimeType"]]
    texts = [change(capitals(text, is_markup=is_markup)) for text in content["contents"]]
    return {"translations": [{"translatedText": text, "model": "nmt"} for text in texts]}


def chat(asked: Any, change: Callable[[str], str] = str, **choice: Any) -> dict[str, Any]:
    """Answer as a server of chats does."""
    content = asked.content
    assert asked.path == "/v1/chat/completions"
    roles = [turn["role"] for turn in content["messages"]]
    assert roles[0] == "system"
    assert roles[1:] == ["user", "assistant"] * (len(roles) // 2 - 1) + ["user"]
    text = change(content["messages"][-1]["content"].upper())
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "x",
        "object": "chat.completion",
        "model": f"{content['model']}-0613",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", **choice}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }
