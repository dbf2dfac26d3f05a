"""The options of the components named `stanza`, and Stanza's codes for our languages.

The analyzer and the coreference resolver share their name, so `--set stanza.dir=…` reaches both:
they share their options, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from discotag.plugin import Context

CODES = {
    "no": "nb",
    "zh": "zh-hans",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
    "zh-tw": "zh-hant",
}
"""Codes that Stanza spells otherwise; elsewhere its code is ours without the variety (`pt-br`)."""

INSTALL = "pip install 'discotag-neural[stanza]'"
PACKAGES = ("stanza", "torch")


class StanzaOptions(BaseModel):
    """Options of `stanza`, analyzer and coreference.

    Args:
        dir: the folder of models; None = Stanza's own place (`STANZA_RESOURCES_DIR`).
        package: which models to analyse with: `default`, `default_fast`, `default_accurate` or a
            treebank's name; `stanza:PACKAGE` says the same.
        coref: which model resolves coreference; `coref=stanza:NAME` says the same.
        url: where the list of models is fetched from, if not from Stanza's own server.
        device: `auto` (CUDA where there is one), `cpu`, `cuda`, `cuda:1` …
        batch_segments: segments given to Stanza at once.
        batch_words: words that tagger and parser take at once; None = as the models say.
        window: words of a document that coreference sees at once.
        overlap: words that two neighbouring windows share.
        zeros: whether a verb may stand for its unspoken subject: it is then a mention.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    dir: Path | None = None
    package: str = "default"
    coref: str = "default"
    url: str | None = None
    device: str = "auto"
    batch_segments: int = Field(default=512, ge=1)
    batch_words: int | None = Field(default=None, ge=1)
    window: int = Field(default=2000, ge=2)
    overlap: int = Field(default=500, ge=0)
    zeros: bool = False


def stanza_code(code: str) -> str:
    """Return Stanza's code of a language of ours (`zh-tw` → `zh-hant`, `pt-br` → `pt`)."""
    return CODES.get(code, code.partition("-")[0] if code not in CODES else code)


def language_of(context: Context) -> str:
    """Return Stanza's code of the language that a component is bound to."""
    return stanza_code(context.pack.code)
