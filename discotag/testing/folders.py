"""The folder of a run, built by hand: `run.json` with the digests of the files beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discotag.files.tags import tag_line
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import NOTHING
from discotag.runs.folder import SCORES, digests, tags_name
from discotag.runs.record import FILE, RunRecord, sealed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["seal", "tag_line"]
EMPTY = {
    "signature": "", "short_signature": "", "signatures": {}, "references": (), "systems": (),
    "source": "0" * 16, "annotated": {}, "failures": (), "notes": (),
}  # fmt: skip


def seal(folder: Path, content: Mapping[str, Any]) -> Path:
    """Write `run.json` into a folder, with the digests of the result files that lie there.

    Args:
        folder: a folder that holds `tags/NAME.jsonl`, and `scores.json` and `counts.jsonl.gz` where
            it is scored.
        content: the fields of the record; those that may be empty can be left out.

    Returns:
        The folder.
    """
    phenomena = content["plan"]["phenomena"]
    looked = [name for name, told in phenomena.items() if told["state"] == "supported"]
    texts = (*content.get("references", ()), *content.get("systems", ()))
    nothing = {
        "tokens": dict.fromkeys(texts, 0),
        "counts": {text: dict.fromkeys(looked, NOTHING) for text in texts},
    }
    record = RunRecord.model_validate({**EMPTY, **nothing, **content})
    others = [path for path in (folder / SCORES, folder / COUNTS) if path.is_file()]
    results = [*sorted(folder.glob(tags_name("*"))), *others]
    names = [path.relative_to(folder).as_posix() for path in results]
    told = sealed(record, digests(folder, names)).model_dump(by_alias=True)
    (folder / FILE).write_text(json.dumps(told), encoding="utf-8")
    return folder
