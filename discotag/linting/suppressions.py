"""Suppressions: findings that somebody has looked at and accepted, each with a reason."""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.core.errors import InputError, UnknownNameError
from discotag.core.parsing import faults
from discotag.files.json import read_toml
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from discotag.linting.locations import LocatedFinding


class Suppression(BaseModel):
    """One `[[suppress]]` of a file.

    Args:
        code: the code that is accepted.
        document: a pattern of document ids (`talk-*`); every document by default.
        file: a pattern of the file it stands in (`locales/*.xlf`, `de.xlf`), matched from its end;
            every file by default.
        fingerprint: of the one finding that is accepted; every finding by default.
        reason: why.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    document: str = "*"
    file: str = "*"
    fingerprint: str | None = None
    reason: str = Field(min_length=1, pattern=r"\S")

    def covers(self, finding: LocatedFinding) -> bool:
        """Return whether it accepts a finding."""
        return (
            self.code == finding.code
            and fnmatchcase(finding.document, self.document)
            and (self.file == "*" or PurePath(finding.spot.file).match(self.file))
            and self.fingerprint in {None, finding.fingerprint}
        )

    def __str__(self) -> str:
        parts = [self.code, *(part for part in (self.document, self.file) if part != "*")]
        return " ".join([*parts, *([self.fingerprint] if self.fingerprint else [])])


class InlineSuppression(Suppression):
    """A comment of a unit, in the file itself, that accepts a code there.

    Args:
        where: file, line and unit.
    """

    where: str

    def __str__(self) -> str:
        return f"{self.code} in the comment at {self.where}"


class SuppressionFile(BaseModel):
    """A whole file of suppressions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suppress: tuple[Suppression, ...] = ()


def read_suppressions(path: Path, codes: Collection[str]) -> tuple[Suppression, ...]:
    """Read a file of suppressions.

    Args:
        path: a TOML file.
        codes: the codes there are.

    Raises:
        InputError: the file cannot be read, or an entry is faulty; it names the entry from 1 on.
        UnknownNameError: an entry names a code that no check declares.
    """
    data = read_toml(path)
    try:
        found = SuppressionFile.model_validate(data).suppress
    except ValidationError as error:
        raise InputError(f"entries count from 0: {faults(error)}", path=path) from error
    for number, entry in enumerate(found, 1):
        if entry.code not in codes:
            cure = f"in {path}, entry {number}"
            raise UnknownNameError("code", entry.code, codes, cure=cure)
    return found


def write_suppressions(
    path: Path, kept: Iterable[Suppression], findings: Iterable[LocatedFinding]
) -> int:
    """Write suppressions that accept today's findings, behind those that are kept.

    Returns:
        how many were written.

    Raises:
        DiscotagError: the file cannot be written.
    """
    accepted = [
        Suppression(
            code=finding.code,
            document=_literal(finding.document),
            fingerprint=finding.fingerprint,
            reason=f"accepted as it was: {finding.message}",
        )
        for finding in findings
    ]
    entries = list(dict.fromkeys([*kept, *accepted]))
    with atomic_write(path) as write:
        write("# Findings of discotag lint that are accepted, each with its reason.\n")
        for entry in entries:
            write("\n[[suppress]]\n")
            for name, value in entry.model_dump(exclude_defaults=True).items():
                write(f"{name} = {_quoted(value)}\n")
    return len(entries)


def _literal(document: str) -> str:
    """Return the pattern that matches one document id alone."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in document)


def _quoted(value: str) -> str:
    """Return a TOML string: JSON's escapes hold there, and DEL needs one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
