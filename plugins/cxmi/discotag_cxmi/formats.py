"""The format in which a model takes context, kept beside its weights as `context.json`.

A number of CXMI means nothing without it: the same model, the same format, with and without
context.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.plugin import InputError, faults

if TYPE_CHECKING:
    from pathlib import Path

FILE = "context.json"
SEPARATOR = "<brk>"


class ContextFormat(BaseModel):
    """How context reaches the model.

    Args:
        kind: `concatenation` joins lines by the separator on the encoder's or the decoder's side
            (Tiedemann and Scherrer 2017), `multi-encoder` gives context, source lines before
            target lines, to an encoder of its own, `prompt` fills a template for a decoder-only
            model, `chat` puts turns into a chat template.
        separator: token between lines; it has to be a token of the vocabulary, never unknown.
        template: for `prompt`: holds `{context}` and `{source}`; the target follows it, and spaces
            at its end belong to the target's first subword. For `chat`: what the user says for a
            segment, holds `{source}`; where it holds no `{context}`, earlier lines are turns.
        turn: one context line in a template, holds `{source}`, `{target}` or both.
        chat_template: for `chat`: Jinja, as Transformers reads it; None = the tokenizer's own.
        chat_params: for `chat`: further names that the template knows (`enable_thinking`).
        system: for `chat`: the system prompt; None = no such turn.
        end: for `prompt` and `chat`: text that ends a target, such as a line feed; None = what the
            chat template puts behind an answer, else the tokenizer's end-of-text token.
        source_sizes: least and largest number of source context lines that the model was trained
            with; None = not known.
        target_sizes: likewise of target context lines.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["concatenation", "multi-encoder", "prompt", "chat"] = "concatenation"
    separator: str = SEPARATOR
    template: str = "{context}{source} => "
    turn: str = "{source} => {target}\n"
    chat_template: str | None = None
    chat_params: dict[str, bool | int | float | str] = Field(default_factory=dict)
    system: str | None = None
    end: str | None = None
    source_sizes: tuple[int, int] | None = Field(default=None)
    target_sizes: tuple[int, int] | None = Field(default=None)


def read_format(folder: Path) -> ContextFormat | None:
    """Read a model folder's format; None where it holds none; InputError where it is faulty."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return ContextFormat.model_validate_json(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        reason = faults(error) if isinstance(error, ValidationError) else str(error)
        raise InputError(f"is no context format: {reason}", path=path) from error


def write_format(folder: Path, given: ContextFormat) -> None:
    """Write the format into a model's folder."""
    text = json.dumps(given.model_dump(), ensure_ascii=False, indent=2)
    (folder / FILE).write_text(text + "\n", "utf-8")
