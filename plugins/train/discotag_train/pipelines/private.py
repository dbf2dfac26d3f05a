"""What looks like personal data in a treebank does not go into a pipeline that is shipped.

A lemmatizer learns edits that hold pieces of words, and so addresses and telephone numbers of its
treebank. Such an edit fits that one word only; it is made to fit none.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import srsly
from spacy.strings import StringStore

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE = re.compile(
    r"""
      [A-Za-z0-9._+-]@[A-Za-z0-9]          # e-mail addresses, masked ones and parts of them too
    | (?<!\w)@[A-Za-z0-9_]{3,}$            # names of users
    | //\S*[~@]                            # addresses of pages with such names
    | (?=.*\d\d)(?:\d[\s().+-]*){7,}       # telephone numbers and other long numbers
    """,
    re.VERBOSE,
)
NOTHING = "\ue000"
"""Stands for what was taken out: a character that no text holds."""


def is_private(text: str) -> bool:
    """Return whether a string looks like personal data."""
    return PRIVATE.search(text) is not None


def forget(pipeline: Path) -> tuple[str, ...]:
    """Take what looks like personal data out of a pipeline's folder; return what it was, sorted."""
    strings = pipeline / "vocab" / "strings.json"
    known: list[str] = json.loads(strings.read_text(encoding="utf-8"))
    private = {text for text in known if is_private(text)}
    if private:
        store = StringStore([*known, NOTHING])
        hashes = {store[text] for text in private}
        for trees in sorted(pipeline.glob("*/trees")):
            trees.write_bytes(_without(trees.read_bytes(), hashes, store[NOTHING]))
        kept = sorted({*known, NOTHING} - private)
        strings.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    return tuple(sorted(private))


def _without(trees: bytes, hashes: set[int], nothing: int) -> bytes:
    data: dict[str, Any] = srsly.msgpack_loads(trees)
    for tree in data["trees"]:
        if hashes & {tree.get("orig"), tree.get("subst")}:
            tree.update(orig=nothing, subst=nothing)
    return bytes(srsly.msgpack_dumps(data))
