"""Contrastive sets from files: which reader a file needs, and what it is asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag.plugin.files import is_passing, opened
from discotag_cxmi.contrast.items import Item, checked
from discotag_cxmi.contrast.scat import NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes


MOST = 20
"""Earlier lines that are read from documents unless more are asked for."""


@dataclass(frozen=True, slots=True)
class SetRequest:
    """The files of a contrastive set.

    Args:
        path: the set, or the file of its source lines.
        target: file of the translations, for sets that keep them apart.
        context_source: earlier source lines, so many for each translation, for sets that keep them
            apart.
        context_target: earlier target lines, likewise.
        documents: folder with the documents that the set was taken from.
        per_item: translations of an item, for sets that are lines alone.
        marker: separates the segments of a line, for sets that are lines alone.
        groups: file with the first line of each item, from 0, likewise.
        most: how many earlier lines are taken from documents.
    """

    path: Path
    target: Path | None = None
    context_source: Path | None = None
    context_target: Path | None = None
    documents: Path | None = None
    per_item: int | None = None
    marker: str | None = None
    groups: Path | None = None
    most: int = MOST


READERS = {
    "jsonl": "an item per line: id, source, right, wrong …",
    "contrapro": "JSON of ContraPro and of the large English–French pronoun set",
    "bawden": "JSON of Bawden's sets: anaphora, lexical choice",
    "voita": "JSON of Voita's consistency sets",
    "eval-anaphora": "JSON Lines of pronouns in English, without source",
    "mt-geneval": "MT-GenEval's contextual files",
    "scat": "SCAT's marked pronouns; the wrong translation has the other gender",
    "lines": "line-aligned files, an item's right translation first",
}
"""Name of each reader, and what it reads."""
FUNCTIONS = {
    "jsonl": "plain:read_jsonl",
    "contrapro": "published:read_contrapro",
    "bawden": "published:read_bawden",
    "voita": "published:read_voita",
    "eval-anaphora": "published:read_eval_anaphora",
    "mt-geneval": "published:read_mt_geneval",
    "scat": "scat:read",
    "lines": "plain:read",
}
"""Name of each reader → its module in this folder, and its function, imported when it is used."""
OPTIONS = {
    "target": "--tgt",
    "context_source": "--context-src",
    "context_target": "--context-tgt",
    "documents": "--documents",
    "per_item": "--per-item",
    "marker": "--marker",
    "groups": "--groups",
}
TAKES = {
    "contrapro": frozenset({"target", "context_source", "context_target", "documents"}),
    "lines": frozenset(
        {"target", "context_source", "context_target", "per_item", "marker", "groups"}
    ),
}
"""The files that a reader takes besides the set; others take none."""
HEAD = 2**16
"""Bytes of a file that are read to recognize it."""


def read_sets(requests: Sequence[SetRequest], notes: Notes, *, reader: str = "") -> list[Item]:
    """Read sets and join them in order.

    Where there are several, ids begin with the file's name, which is a label, too.

    Args:
        requests: a file each.
        notes: what is accepted.
        reader: one of `READERS`; "" = by what each file looks like.

    Raises:
        UnknownNameError: there is no such reader.
        UsageError: standard input without a reader, two files of one name, or a file besides the
            set that its reader does not take.
        InputError: a file cannot be read, is not known, or is faulty.
    """
    if reader and reader not in READERS:
        raise UnknownNameError("reader", reader, READERS)
    found: list[Item] = []
    seen: set[str] = set()
    for request in requests:
        name = reader or sniff(request.path)
        for field, option in OPTIONS.items():
            if getattr(request, field) is not None and field not in TAKES.get(name, ()):
                raise UsageError(f"{option} is not for the reader {name}, of {request.path}")
        module, _, function = FUNCTIONS[name].partition(":")
        read = getattr(import_module(f"discotag_cxmi.contrast.{module}"), function)
        items = list(checked(read(request, notes), request.path, notes))
        if len(requests) > 1:
            label = request.path.name
            if label in seen:
                raise UsageError(f"two files are named {label}; judge them one at a time")
            seen.add(label)
            items = [_named(item, label) for item in items]
        found += items
    return found


def _named(item: Item, file: str) -> Item:
    return replace(
        item,
        id=f"{file}/{item.id}",
        document=None if item.document is None else f"{file}/{item.document}",
        labels={"file": file, **item.labels},
    )


def sniff(path: Path) -> str:
    """Return the reader of a file; InputError where it looks like none of them."""
    if is_passing(path):
        raise UsageError(f"{path}: name its reader with --reader: {', '.join(READERS)}")
    with opened(path) as stream:
        text = stream.read(HEAD).decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if not text:
        raise InputError("is empty; a set has at least one item", path=path)
    if text.startswith(("[", "{")):
        keys = _keys(text)
        for name, needed in (
            ("jsonl", {"right", "wrong"}),
            ("contrapro", {"errors", "ref segment"}),
            ("voita", {"dst", "true_ind"}),
            ("eval-anaphora", {"reference_sentence", "noisy_sentence"}),
        ):
            if needed <= keys:
                return name
        if keys and all(key.isdigit() for key in keys):
            return "bawden"
        if {"expected", "ref segment"} <= keys:
            raise InputError(
                "is ctxpro's: it publishes an expected word, no wrong translations; judge"
                " translations by it: discotag run --reader ctxpro --scorers expected",
                path=path,
            )
        told = (
            f"its first object has {', '.join(sorted(keys)[:8])}"
            if keys
            else "it is empty or broken"
        )
        raise InputError(
            f"is JSON of no contrastive set that is known ({told}); known:"
            f" {', '.join(READERS)}; docs/contrast.md describes the plain one, jsonl",
            path=path,
        )
    if NAME.fullmatch(path.name):
        return "scat"
    return "mt-geneval" if "-2to1-" in path.name else "lines"


def _keys(text: str) -> set[str]:
    """Return the names in the first object of a text that may be cut off."""
    start = text.find("{")
    if start < 0:
        return set()
    try:
        found, _ = json.JSONDecoder().raw_decode(text, start)
    except (json.JSONDecodeError, RecursionError):
        return _cut_keys(text[start:])
    return set(found)


def _cut_keys(text: str) -> set[str]:
    """Return the names of an object that continues after the end of the text."""
    decoder = json.JSONDecoder()
    keys: set[str] = set()
    position = 1
    try:
        while True:
            position = _next(text, position)
            key, position = decoder.raw_decode(text, position)
            keys.add(str(key))
            position = _next(text, position)
            _, position = decoder.raw_decode(text, position)
            position = _next(text, position)
    except (json.JSONDecodeError, RecursionError):
        return keys


def _next(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n:,":
        position += 1
    return position
