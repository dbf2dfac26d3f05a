"""Test sets that sacreBLEU has on disk, as texts of a run; nothing is ever fetched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.cli.option_values import language_pair
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OTHERS = frozenset({"docid", "origlang", "domain", "src", "genre", "speaker"})
"""Fields that are no translation."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """The files of a test set.

    Args:
        source: the source text.
        references: name → file.
        docids: document ids; None where the test set has none.
        pair: codes of source and target.
    """

    source: Path
    references: dict[str, Path]
    docids: Path | None
    pair: tuple[str, str]


def stored_set(name: str, pair: str) -> StoredSet:
    """Find a test set where sacreBLEU keeps what it fetched (`~/.sacrebleu`, `$SACREBLEU`).

    Args:
        name: such as `wmt22`.
        pair: such as `en-de`.

    Raises:
        UsageError: the pair is none.
        InputError: it is not there; the message says what fetches it.
    """
    from pathlib import Path

    from sacrebleu.utils import SACREBLEU_DIR

    languages = language_pair(pair)
    folder = Path(SACREBLEU_DIR) / name
    clean = name.replace("/", "_").replace(":", "-")
    files = dict(_fields(folder, f"{clean}.{pair}."))
    references = {
        field.replace("-", "") if field != "ref" else field: path
        for field, path in files.items()
        if field.startswith("ref") and field not in OTHERS
    }
    if "src" not in files or not references:
        raise InputError(
            f"has no {name} {pair}, and nothing is fetched here; fetch it with: sacrebleu -t {name}"
            f" -l {pair} --echo src ref docid > /dev/null",
            path=Path(SACREBLEU_DIR),
        )
    return StoredSet(files["src"], references, files.get("docid"), languages)


def _fields(folder: Path, begin: str) -> Iterator[tuple[str, Path]]:
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.name.startswith(begin) and path.is_file():
                yield path.name[len(begin) :], path
