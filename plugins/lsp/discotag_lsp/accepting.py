"""Accepting findings: the file of those that are accepted, and an edit that adds one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lsprotocol.types import (
    CreateFile,
    CreateFileOptions,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from discotag.plugin import DiscotagError
from discotag_lint.suppressions import Suppression, read_suppressions
from discotag_lsp.diagnostics import uri_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from discotag_lint.locations import LocatedFinding
    from discotag_lsp.buffers import Buffers
    from discotag_lsp.carried import Held

HEAD = "# Findings of discotag lint that are accepted, each with its reason.\n"
SPECIAL = "*?["


def accepted(
    findings: tuple[Held, ...], path: Path | None, buffers: Buffers, codes: Collection[str]
) -> tuple[Held, ...]:
    """Return the findings that no entry of a file of suppressions covers; all if it is faulty."""
    if path is None or not path.is_file():
        return findings
    try:
        entries = read_suppressions(buffers.readable(path), codes)
    except (DiscotagError, OSError):
        return findings
    return tuple(
        item for item in findings if not any(entry.covers(item.finding) for entry in entries)
    )


def reason_of(finding: LocatedFinding) -> str:
    """Return the reason that stands there until somebody writes a better one."""
    return f"accepted in the editor: {finding.message}"


def acceptance(finding: LocatedFinding, path: Path, buffers: Buffers) -> WorkspaceEdit:
    """Return the edit that adds an entry for a finding to a file of suppressions.

    The file is made where there is none.
    """
    text = buffers.text(path)
    entry = Suppression(
        code=finding.code,
        document=_literal(finding.document),
        fingerprint=finding.fingerprint,
        reason=reason_of(finding),
    )
    rows = [f"{name} = {_quoted(value)}" for name, value in entry.model_dump().items()
            if value not in {None, "*"}]  # fmt: skip
    added = "\n[[suppress]]\n" + "\n".join(rows) + "\n"
    if not text.text:
        added = HEAD + added
    elif not text.text.endswith("\n"):
        added = "\n" + added
    uri = uri_of(path)
    end = text.position(len(text.text))
    edit = TextDocumentEdit(
        OptionalVersionedTextDocumentIdentifier(uri=uri, version=None),
        [TextEdit(Range(end, end), added)],
    )
    create = CreateFile(uri=uri, options=CreateFileOptions(ignore_if_exists=True))
    return WorkspaceEdit(document_changes=[edit] if path.is_file() else [create, edit])


def reason_range(fingerprint: str, text: str) -> Range | None:
    """Return where the reason of an entry stands in a file's text, for people to change it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if f'"{fingerprint}"' in line:
            for below in range(number, min(number + 4, len(lines))):
                if lines[below].startswith("reason = "):
                    begin = len("reason = ") + 1
                    size = len(lines[below].encode("utf-16-le")) // 2
                    return Range(Position(below, begin), Position(below, size - 1))
    return None


def _literal(document: str) -> str:
    """Return the pattern that matches one document id alone."""
    return "".join(f"[{sign}]" if sign in SPECIAL else sign for sign in document)


def _quoted(value: str) -> str:
    """Return a TOML string: JSON's escapes hold there, and DEL needs one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
