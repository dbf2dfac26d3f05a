"""DeepL's API, version 2.

Documents are sent as XML with an empty element before each segment, at which sentences are split:
https://developers.deepl.com/docs/translate/translating-xml. Earlier segments go into `context`,
which is not translated and not billed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from discotag_services import Unit, endpoint, require_key
from discotag_translate.engines.engine import (
    Answer,
    Call,
    ContextKind,
    Limits,
    Pair,
    Usage,
    checked_params,
)
from discotag_translate.markers import Style, Tagged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_services import Client
    from discotag_translate.engines.engine import Request

KEY = "DEEPL_AUTH_KEY"
PRO, FREE = "https://api.deepl.com", "https://api-free.deepl.com"
FREE_KEY = ":fx"
"""What keys of the free plan end in; they have a host of their own."""
LIMITS = Limits(texts=50, characters=25_000)
"""50 texts and 128 KiB a request, as documented; a character has 4 bytes at most."""
TARGETS = {
    "en": "EN-US", "pt": "PT-PT", "pt-br": "PT-BR", "pt-pt": "PT-PT", "zh": "ZH-HANS",
    "zh-tw": "ZH-HANT", "no": "NB",
}  # fmt: skip
"""Codes of targets that are not the language's own in capitals."""
TAKEN = frozenset(
    {"text", "source_lang", "target_lang", "context", "tag_handling", "tag_handling_version"}
    | {"outline_detection", "splitting_tags", "show_billed_characters"}
)
MARKER = Tagged("m")


class Translation(BaseModel):
    """One translated text."""

    text: str
    billed_characters: int | None = None
    model_type_used: str | None = None


class Translations(BaseModel):
    """What DeepL answers."""

    translations: tuple[Translation, ...]


class DeepL:
    """DeepL; the key is read from `DEEPL_AUTH_KEY`."""

    name = "deepl"
    context: ContextKind = "source"
    unit: Unit = "characters"

    def __init__(self, pair: Pair, params: Mapping[str, Any], client: Client) -> None:
        self._client = client
        self._fixed = {
            **checked_params(params, TAKEN, self.name),
            "source_lang": pair.source_code or source_code(pair.source.code),
            "target_lang": pair.target_code or target_code(pair.target.code),
        }
        self.limits = LIMITS
        self.place = client.place.host
        self.identity = {"engine": self.name, **self._fixed}

    @classmethod
    def create(cls, request: Request) -> DeepL:
        """Build it; UsageError where the key is missing."""
        key = require_key(KEY)
        usual = FREE if key.reveal().endswith(FREE_KEY) else PRO
        place = endpoint(request.base_url or usual, may_be_plain=request.may_be_plain)
        headers = {"Authorization": f"DeepL-Auth-Key {key.reveal()}"}
        return cls(request.pair, request.params, request.client(place, headers, (key,)))

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers: an empty element."""
        del segments
        return MARKER

    def instructions(self, call: Call) -> str:
        """Nothing else is billed."""
        del call
        return ""

    def answer(self, call: Call) -> Answer:
        """Translate."""
        content: dict[str, Any] = {
            **self._fixed,
            "text": list(call.texts),
            "show_billed_characters": True,
        }
        if call.before:
            content["context"] = " ".join(source for source, _ in call.before)
        if call.marker is not None:
            content |= {
                "tag_handling": "xml",
                "tag_handling_version": "v2",
                "outline_detection": False,
                "splitting_tags": [MARKER.name],
            }
        found = self._client.post("/v2/translate", content, Translations).translations
        billed = [item.billed_characters for item in found]
        return Answer(
            texts=tuple(item.text for item in found),
            model=next((item.model_type_used for item in found if item.model_type_used), None),
            usage=Usage(characters=None if None in billed else sum(filter(None, billed))),
        )

    def stop(self) -> None:
        """Try nothing again."""
        self._client.stop()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def source_code(code: str) -> str:
    """Return DeepL's code of a source language, which knows no varieties."""
    base = code.partition("-")[0]
    return TARGETS["no"] if base == "no" else base.upper()


def target_code(code: str) -> str:
    """Return DeepL's code of a target language."""
    return TARGETS.get(code, code.upper())
