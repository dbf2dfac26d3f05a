"""The record of a run, `run.json`: what was run and how much was found; no times."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    ValidationError,
    model_serializer,
    model_validator,
)

from discotag.core.errors import InputError
from discotag.core.parsing import FrozenModel, check_characters, faults, parse_json
from discotag.core.text import names_error
from discotag.files.output import within
from discotag.runs.counts import Amount, TextCounts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "run.json"
CURE = "run discotag run again, or read the folder as it is with --no-verify (verify=False)"
"""What to do about a folder whose files are not those that a run wrote."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
SourceDigest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class ComponentRecord(FrozenModel):
    """One component of the run, as `discotag plan --json` shows it."""

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

    @model_validator(mode="after")
    def _check_states(self) -> Self:
        for name, item in self.phenomena.items():
            if item.get("state") is None:
                raise ValueError(f"phenomena.{name}: has no state")
        return self

    @property
    def scorers(self) -> tuple[ComponentRecord, ...]:
        """The scorers, in order."""
        return tuple(item for item in self.components if item.role == "scorer")

    @property
    def supported(self) -> tuple[str, ...]:
        """The phenomena that were searched for."""
        return tuple(
            name for name, item in self.phenomena.items() if item.get("state") == "supported"
        )


class TextUnits(BaseModel):
    """What the alignment of one text's sentences with the source's showed.

    Args:
        sentences: how many it has.
        omitted: source sentences that nothing in it translates.
        added: its sentences that translate nothing.
        unsure: units whose words do not say that both sides belong together.
        unfit: documents that hardly fit their source.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    sentences: Amount
    omitted: Amount
    added: Amount
    unsure: Amount
    unfit: Amount

    def plus(self, other: TextUnits) -> TextUnits:
        """Return both added up."""
        names = type(self).model_fields
        return TextUnits(**{name: getattr(self, name) + getattr(other, name) for name in names})


class UnitsRecord(BaseModel):
    """What units of sentences were made of.

    Args:
        documents: how many.
        lines: lines of the source with text.
        sentences: sentences of the source.
        units: how many.
        texts: text → what its alignment showed.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    documents: Amount
    lines: Amount
    sentences: Amount
    units: Amount
    texts: dict[str, TextUnits]

    def plus(self, other: UnitsRecord) -> UnitsRecord:
        """Return both added up; they have the same texts."""
        return UnitsRecord(
            documents=self.documents + other.documents,
            lines=self.lines + other.lines,
            sentences=self.sentences + other.sentences,
            units=self.units + other.units,
            texts={name: own.plus(other.texts[name]) for name, own in self.texts.items()},
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
        files: name of each other result file in the folder, such as `tags/ref.jsonl` → its SHA-256;
            empty where nothing was written, or by a version before 0.2.
        digest: SHA-256 of the record itself, see `sealed`.
        units: what units of sentences were made of; None = lines are the units, and the file does
            not name it.
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
    documents: Amount
    segments: Amount
    source: SourceDigest
    annotated: dict[str, Amount]
    tokens: dict[str, Amount]
    counts: dict[str, dict[str, TextCounts]]
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    files: dict[str, Sha256] = Field(default_factory=dict)
    digest: Sha256 | Literal[""] = ""
    units: UnitsRecord | None = None

    @model_validator(mode="after")
    def _check_texts(self) -> Self:
        if self.units is not None and set(self.units.texts) != set(self.texts):
            raise ValueError("units.texts: does not tell of the references and systems")
        if fault := names_error(self.texts):
            raise ValueError(f"references and systems: {fault}")
        if not self.texts:
            raise ValueError("references and systems: there is none")
        if self.plan.pair != f"{self.source_language}-{self.target_language}":
            raise ValueError(
                f"plan.pair: {self.plan.pair!r} is not the pair of the languages"
                f" {self.source_language!r} and {self.target_language!r}"
            )
        for key, told in (("tokens", self.tokens), ("counts", self.counts)):
            if set(told) != set(self.texts):
                raise ValueError(f"{key}: does not tell of the references and systems")
        looked = set(self.plan.supported)
        for text, counts in self.counts.items():
            if set(counts) != looked:
                raise ValueError(f"counts.{text}: does not tell of the phenomena of the plan")
        return self

    @model_serializer(mode="wrap")
    def _content(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what units were made of where they are lines."""
        content: dict[str, Any] = written(self)
        if self.units is None:
            del content["units"]
        return content

    @property
    def texts(self) -> tuple[str, ...]:
        """Names of the references and systems, in order."""
        return (*self.references, *self.systems)


def sealed(record: RunRecord, files: Mapping[str, str]) -> RunRecord:
    """Return a record that names a run's result files with their digests, and holds its own."""
    named = record.model_copy(update={"files": dict(files)})
    return named.model_copy(update={"digest": digest_of(named.model_dump(by_alias=True))})


def digest_of(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a record's content, its own digest left out.

    It is taken of the JSON text with sorted keys, without spaces and in ASCII.
    """
    others = {name: value for name, value in content.items() if name != "digest"}
    text = json.dumps(others, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_record(folder: Path, *, verify: bool = True) -> RunRecord:
    """Read the record in a run's folder; the other files are read by `discotag.runs.folder`.

    Args:
        folder: what `discotag run --out` wrote.
        verify: whether the record must be as the run wrote it, which its digest shows.

    Raises:
        InputError: the folder holds none, one of another schema, or one that was changed; says what
            to do.
    """
    path = within(folder, FILE)
    if not path.is_file():
        raise InputError(
            "holds no run (no run.json there); name the folder that discotag run --out wrote",
            path=folder,
        )
    try:
        content = parse_json(path.read_text("utf-8"))
        check_characters(content)
        record = RunRecord.model_validate(content)
    except (OSError, ValueError) as error:
        reason = faults(error) if isinstance(error, ValidationError) else str(error)
        raise InputError(
            f"is no run of this version ({reason}); run discotag run again", path=path
        ) from error
    if verify:
        _check_digest(record, content, path)
    return record


def _check_digest(record: RunRecord, content: Mapping[str, Any], path: Path) -> None:
    if not record.digest or not record.files:
        raise InputError(
            f"has no digests of the run's files: an older version wrote it; {CURE}", path=path
        )
    if record.digest != digest_of(content):
        raise InputError(f"was changed after the run wrote it; {CURE}", path=path)
