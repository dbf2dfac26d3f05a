"""Texts that are the same throughout: a system's file that is the reference under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.files.notes import Notes


def watched(
    texts: Iterable[ParallelText], notes: Notes, path_of: Callable[[str], Path]
) -> Iterator[ParallelText]:
    """Yield the documents on, and note at the end which systems equal a reference or each other.

    A system is told once, with the first text that it equals.

    Args:
        texts: the documents.
        notes: where to note it.
        path_of: the file of a system, by its name.
    """
    alike: dict[str, int] | None = None
    systems: frozenset[str] = frozenset()
    for text in texts:
        lines = {**text.references, **text.hypotheses}
        systems = frozenset(text.hypotheses)
        groups: dict[tuple[int, tuple[str, ...]], int] = {}
        before = dict.fromkeys(lines, 0) if alike is None else alike
        alike = {
            name: groups.setdefault((group, lines[name]), len(groups))
            for name, group in before.items()
        }
        yield text
    first: dict[int, str] = {}
    for name, group in (alike or {}).items():
        other = first.setdefault(group, name)
        if other != name and name in systems:
            notes.tell(
                f"{name} is identical to {other}; is it the right file?",
                kind=f"identical to {other}",
                path=path_of(name),
                line=None,
            )
