"""Words and examples that `discotag themes --examples` found, read for a new phenomenon."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.core.errors import InputError
from discotag.core.parsing import faults

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = "discotag-examples/1"
Text = Annotated[str, Field(min_length=1)]


class FoundForm(BaseModel):
    """A form whose mean gain from context is above 0."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: Text
    count: int = Field(ge=1)
    mean: float


class FoundWord(BaseModel):
    """A word that gains from context, with its lines and those before it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    document: str
    segment: int = Field(ge=0)
    form: Text
    pcxmi: float
    source: str
    target: str
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()


class Found(BaseModel):
    """A file of the schema `discotag-examples/1`.

    Args:
        phenomenon: its name, if somebody filled it in.
        summary: what it is, likewise.
        source_language: code; None = unknown.
        target_language: likewise.
        forms: forms that gain from context.
        examples: single words, largest gain first.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    version: Literal["discotag-examples/1"] = Field(alias="schema")
    phenomenon: str | None = None
    summary: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    forms: tuple[FoundForm, ...] = ()
    examples: tuple[FoundWord, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the forms, case folded, each once; those of the examples where there are none."""
        names = [form.name for form in self.forms] or [item.form for item in self.examples]
        return tuple(dict.fromkeys(name.casefold() for name in names))


def read_found(path: Path) -> Found:
    """Read a file of examples; InputError names the file and what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = Found.model_validate(data)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except ValidationError as error:
        message = f"is not {SCHEMA}: {faults(error)}; discotag themes --examples writes it"
        raise InputError(message, path=path) from error
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", path=path) from error
    if not found.words():
        raise InputError("holds neither forms nor examples", path=path)
    return found
