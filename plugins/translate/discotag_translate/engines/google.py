"""Google Cloud Translation: the basic API (v2, with a key) and the advanced one (v3, with a token).

Documents are sent as HTML with a line break that has a number before each segment.
https://cloud.google.com/translate/docs/reference/rest
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from discotag.plugin import UsageError
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

KEY, TOKEN, PROJECT = "GOOGLE_API_KEY", "GOOGLE_ACCESS_TOKEN", "GOOGLE_CLOUD_PROJECT"
NAMED = re.compile(r"[\w.:-]+|projects/[\w.:-]+/locations/[\w-]+", re.ASCII)
URL = "https://translation.googleapis.com"
LIMITS = Limits(texts=100, characters=20_000)
"""128 texts (v2) and 30,000 code points (v3) a request, as documented."""
CODES = {"zh": "zh-CN", "zh-tw": "zh-TW", "pt-br": "pt", "pt-pt": "pt-PT"}
"""Codes that are not the language's own; Google's `pt` is Brazilian."""
TAKEN = frozenset(
    {"q", "source", "target", "format", "contents", "mimeType", "model"}
    | {"sourceLanguageCode", "targetLanguageCode"}
)
MARKER = Tagged("br")


class Translation(BaseModel):
    """One translated text."""

    text: str = Field(alias="translatedText")
    model: str | None = None


class Translations(BaseModel):
    """What v3 answers; v2 answers the same in `data`."""

    translations: tuple[Translation, ...]


class Basic(BaseModel):
    """What v2 answers."""

    data: Translations


class Google:
    """Google Cloud Translation.

    Args:
        pair: the languages.
        model: `nmt`, or a model's full name (v3); None = Google's usual one.
        params: further fields of a request.
        client: the service.
        project: `projects/NAME/locations/PLACE` for v3; None = v2.
    """

    name = "google"
    context: ContextKind = "none"
    unit: Unit = "characters"

    def __init__(
        self,
        pair: Pair,
        model: str | None,
        params: Mapping[str, Any],
        client: Client,
        *,
        project: str | None = None,
    ) -> None:
        self._client, self._project = client, project
        codes = (
            pair.source_code or google_code(pair.source.code),
            pair.target_code or google_code(pair.target.code),
        )
        names = ("sourceLanguageCode", "targetLanguageCode") if project else ("source", "target")
        self._fixed = {
            **checked_params(params, TAKEN, self.name),
            **dict(zip(names, codes, strict=True)),
            **({"model": model} if model else {}),
        }
        self.limits = LIMITS
        self.place = client.place.host
        version = "v3" if project else "v2"
        self.identity = {"engine": self.name, "version": version, **self._fixed}

    @classmethod
    def create(cls, request: Request) -> Google:
        """Build it: v3 where `GOOGLE_ACCESS_TOKEN` is set, else v2 with `GOOGLE_API_KEY`.

        Raises:
            UsageError: neither is set, or v3 lacks its project.
        """
        place = endpoint(request.base_url or URL, may_be_plain=request.may_be_plain)
        if not os.environ.get(TOKEN, "").strip():
            key = require_key(KEY)
            client = request.client(place, {"X-Goog-Api-Key": key.reveal()}, (key,))
            return cls(request.pair, request.model, request.params, client)
        token, project = require_key(TOKEN), os.environ.get(PROJECT, "").strip()
        if not project:
            raise UsageError(
                f"{TOKEN} is set, so version 3 is asked: it needs {PROJECT}, the project's id, or"
                " projects/ID/locations/PLACE"
            )
        if NAMED.fullmatch(project) is None:
            raise UsageError(f"{PROJECT} is no project's id, nor projects/ID/locations/PLACE")
        full = project if "/" in project else f"projects/{project}/locations/global"
        headers = {
            "Authorization": f"Bearer {token.reveal()}",
            "X-Goog-User-Project": full.split("/")[1],
        }
        client = request.client(place, headers, (token,))
        return cls(request.pair, request.model, request.params, client, project=full)

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers: line breaks with numbers."""
        del segments
        return MARKER

    def instructions(self, call: Call) -> str:
        """Nothing else is sent."""
        del call
        return ""

    def answer(self, call: Call) -> Answer:
        """Translate."""
        texts, has_markup = list(call.texts), call.marker is not None
        if self._project is None:
            content = {**self._fixed, "q": texts, "format": "html" if has_markup else "text"}
            found = self._client.post("/language/translate/v2", content, Basic).data.translations
        else:
            kind = "text/html" if has_markup else "text/plain"
            content = {**self._fixed, "contents": texts, "mimeType": kind}
            path = f"/v3/{self._project}:translateText"
            found = self._client.post(path, content, Translations).translations
        return Answer(
            texts=tuple(item.text for item in found),
            model=next((item.model for item in found if item.model), None),
            usage=Usage(characters=sum(map(len, texts))),
        )

    def stop(self) -> None:
        """Try nothing again."""
        self._client.stop()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def google_code(code: str) -> str:
    """Return Google's code of a language."""
    return CODES.get(code, code)
