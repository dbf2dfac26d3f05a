"""Quick fixes: accept a finding with a reason, or write what the glossary has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Command,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from discotag_lsp.accepting import acceptance
from discotag_lsp.diagnostics import uri_of
from discotag_lsp.places import WRITINGS, stretch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lsprotocol.types import Diagnostic

    from discotag.plugin import Fix
    from discotag_lint.configuration import FilePair
    from discotag_lint.locations import SourceLocation
    from discotag_lsp.carried import Held
    from discotag_lsp.pairs import Pairs
    from discotag_lsp.positions import FileText

SHOW_REASON = "discotag.showReason"
"""The command that shows the reason of an entry, for people to write a better one."""


def actions(
    item: Held, diagnostic: Diagnostic, pair: FilePair, suppressions: Path, pairs: Pairs
) -> Iterator[CodeAction]:
    """Yield what can be done about a finding.

    Args:
        item: the finding.
        diagnostic: what the editor shows of it.
        pair: the file and its source.
        suppressions: the file of accepted findings.
        pairs: all files.
    """
    for number, fix in enumerate(dict.fromkeys(_fixes(item))):
        edit = _written(item, fix, pair, pairs)
        if edit is not None:
            yield CodeAction(
                f"Write “{fix.replacement}”",
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=number == 0,
                edit=edit,
            )
    yield CodeAction(
        f"Accept this {item.finding.code} with a reason, in {suppressions.name}",
        kind=CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=acceptance(item.finding, suppressions, pairs.buffers),
        command=Command(
            "Write the reason",
            SHOW_REASON,
            arguments=[str(suppressions), item.finding.fingerprint],
        ),
    )


def _fixes(item: Held) -> Iterator[Fix]:
    if item.finding.fix is not None:
        yield item.finding.fix
    yield from item.finding.suggestions


def _written(item: Held, fix: Fix, pair: FilePair, pairs: Pairs) -> WorkspaceEdit | None:
    """Return the edit that writes a fix into the file; None where its place is not found."""
    spot = item.finding.spot
    if spot.side != "target" or not 0 <= fix.start <= fix.end <= len(spot.text):
        return None
    edit = pairs.edited(pair, item.finding, fix) or _by_place(spot, fix, pairs.text(pair.file))
    if edit is None:
        return None
    identifier = OptionalVersionedTextDocumentIdentifier(uri=uri_of(pair.file), version=None)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(identifier, [edit])])


def _by_place(spot: SourceLocation, fix: Fix, text: FileText) -> TextEdit | None:
    """Return an edit of the words where they stand, if no kind of file writes them otherwise."""
    column = None if spot.column is None else spot.column + fix.start - spot.start
    found = stretch(replace(spot, start=fix.start, end=fix.end, column=column), text)
    old = spot.text[fix.start : fix.end]
    is_plain = all(write(fix.replacement) == fix.replacement for write in WRITINGS)
    if found is None or text.text[slice(*found)] != old or not is_plain:
        return None
    return TextEdit(text.range(*found), fix.replacement)
