"""The record of a run, `run.json`: what was run and how much was found; no times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.core.errors import InputError
from discotag.core.options import faults
from discotag.core.parsing import parse_json
from discotag.runs.tally import TextCounts

if TYPE_CHECKING:
    from pathlib import Path

FILE = "run.json"


class ComponentRecord(BaseModel):
    """One component of the run, as `discotag plan --json` shows it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    place: str
    name: str
    argument: str | None
    version: int
    plugin: str
    distribution: str
    options: dict[str, Any]


class PlanRecord(BaseModel):
    """What was planned."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    pair: str
    profile: str
    phenomena: dict[str, dict[str, str | None]]
    components: tuple[ComponentRecord, ...]

    @property
    def scorers(self) -> tuple[ComponentRecord, ...]:
        """The scorers, in order."""
        return tuple(item for item in self.components if item.role == "scorer")

    @property
    def supported(self) -> tuple[str, ...]:
        """The phenomena that were looked for."""
        return tuple(
            name for name, item in self.phenomena.items() if item.get("state") == "supported"
        )


class RunRecord(BaseModel):
    """The content of `run.json`.

    Args:
        schema_name: `discotag-run/1`.
        signature: signature of the tagging.
        short_signature: the same with components, tables and packs as one digest.
        signatures: scorer → signature of its scores.
        source_language: code.
        target_language: code.
        references: names, in order.
        systems: names, in order.
        plan: what was run.
        documents: how many.
        segments: how many.
        source: digest of the source text.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything; a layer
            that no tagger needed is not there.
        tokens: text → number of tokens.
        counts: text → phenomenon → what was found.
        failures: what taggers failed at.
        notes: what the user should know.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_name: Literal["discotag-run/1"] = Field(default="discotag-run/1", alias="schema")
    signature: str
    short_signature: str
    signatures: dict[str, str]
    source_language: str
    target_language: str
    references: tuple[str, ...]
    systems: tuple[str, ...]
    plan: PlanRecord
    documents: int
    segments: int
    source: str
    annotated: dict[str, int]
    tokens: dict[str, int]
    counts: dict[str, dict[str, TextCounts]]
    failures: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Names of the references and systems, in order."""
        return (*self.references, *self.systems)


def read_record(folder: Path) -> RunRecord:
    """Read the record in a run's folder.

    Raises:
        InputError: the folder holds none, or one of another schema; says what to do.
    """
    path = folder / FILE
    if not path.is_file():
        raise InputError(
            "holds no run (no run.json there); name the folder that discotag run --out wrote",
            path=folder,
        )
    try:
        return RunRecord.model_validate(parse_json(path.read_text("utf-8")))
    except (OSError, ValueError) as error:
        reason = faults(error) if isinstance(error, ValidationError) else str(error)
        raise InputError(
            f"is no run of this version ({reason}); run discotag run again", path=path
        ) from error
