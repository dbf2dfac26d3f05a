"""Parts a treebank file: what is trained on, and what is kept to measure with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError

if TYPE_CHECKING:
    from pathlib import Path

PART, KEPT = "part", "kept"


def split(path: Path, out: Path, every: int) -> tuple[Path, Path]:
    """Write `NAME.part.conllu` and `NAME.kept.conllu`; return both.

    Args:
        path: a CoNLL-U file.
        out: the folder to write into.
        every: each sentence whose number is a multiple of this is kept.

    Raises:
        InputError: the file is not there, or has too few sentences for both parts.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as CoNLL-U: {error}", path=path) from error
    sentences = [block.strip("\n") for block in text.split("\n\n") if block.strip()]
    if len(sentences) < every:
        raise InputError(f"has {len(sentences)} sentences: none to keep", path=path)
    out.mkdir(parents=True, exist_ok=True)
    parts = {
        PART: [block for number, block in enumerate(sentences, 1) if number % every],
        KEPT: [block for number, block in enumerate(sentences, 1) if not number % every],
    }
    written = []
    for name, blocks in parts.items():
        file = out / f"{path.name.removesuffix('.conllu')}.{name}.conllu"
        file.write_text("\n\n".join(blocks) + "\n\n", encoding="utf-8")
        written.append(file)
    return written[0], written[1]
