"""Writes test sets as `discotag reproduce results full` reads them: `test_sets.py DATA OUT`.

`--systems 2 --documents 2` writes the first of each set only, to try the configuration in minutes.

DATA holds some of these; what is missing is left out:

* `wmt/YEAR/PAIR/`: `src.L`, `ref.NAME.L`, `sys.NAME.L`, `docids.txt`; linked as it is;
* `languages/wmt22/PAIR/`: likewise, but systems are `hyp.NAME.L`, and documents stand in another
  order without ids: they are known by their lines, which are those of WMT22 en-de;
* `documents/wmt23_paragraphs/PAIR/`: lines are paragraphs without document ids; each is a document;
* `documents/ted_tst2017/PAIR/TALK.json`: a talk is a document.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any


def main() -> None:
    """Read the command line, write what there is, say what that is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--systems", type=int, help="only so many of each set")
    parser.add_argument("--documents", type=int, help="only so many of each set")
    given = parser.parse_args()
    data, out = given.data.resolve(), given.out
    if out.exists():
        parser.error(f"{out} is there already: give a new folder")
    for folder in sorted(data.glob("wmt/20*/*")):
        _place(out, f"wmt{folder.parent.name[2:]}", folder.name).symlink_to(folder)
    for folder in sorted(data.glob("languages/wmt22/*")):
        _shuffled(folder, data / "wmt/2022/en-de", _place(out, "wmt22", folder.name))
    for folder in sorted(data.glob("documents/wmt23_paragraphs/*")):
        _paragraphs(folder, _place(out, "wmt23", folder.name))
    for folder in sorted(data.glob("documents/ted_tst2017/*")):
        _talks(folder, _place(out, "ted17", folder.name))
    for folder in sorted(out.glob("*/*")):
        if given.systems or given.documents:
            _cut(folder, given.systems, given.documents)
        print(f"{folder.parent.name} {folder.name}: {len(list(folder.iterdir()))} files")


def _place(out: Path, edition: str, pair: str) -> Path:
    (out / edition).mkdir(parents=True, exist_ok=True)
    return out / edition / pair


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8").removesuffix("\n").split("\n")


def _write(file: Path, lines: list[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", "utf-8")


def _shuffled(folder: Path, known: Path, out: Path) -> None:
    """Link the texts, and find each line's document in a set that has the same lines."""
    documents: dict[str, list[str]] = defaultdict(list)
    for line, name in zip(_lines(known / "src.en"), _lines(known / "docids.txt"), strict=True):
        documents[name].append(line)
    here = _lines(folder / "src.en")
    found: list[str] = []
    while len(found) < len(here):
        at = len(found)
        name = next(
            name for name, lines in documents.items() if here[at : at + len(lines)] == lines
        )
        found += [name] * len(documents.pop(name))
    _write(out / "docids.txt", found)
    for file in folder.iterdir():
        (out / file.name.replace("hyp.", "sys.")).symlink_to(file)


def _paragraphs(folder: Path, out: Path) -> None:
    out.mkdir()
    for file in folder.iterdir():
        (out / file.name).symlink_to(file)
    count = len(_lines(next(folder.glob("src.*"))))
    _write(out / "docids.txt", [f"p{number:04}" for number in range(count)])


def _talks(folder: Path, out: Path) -> None:
    source, target = folder.name.split("-")
    texts: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.glob("*.json")):
        systems: dict[str, list[dict[str, Any]]] = json.loads(file.read_text("utf-8"))["systems"]
        first = next(iter(systems.values()))
        texts[f"src.{source}"] += [_plain(row["src"]) for row in first]
        texts[f"ref.A.{target}"] += [_plain(row["ref"]) for row in first]
        texts["docids.txt"] += [f"talk{file.stem}"] * len(first)
        for name, rows in systems.items():
            texts[f"sys.{name}.{target}"] += [_plain(row["hyp"]) for row in rows]
    for name, lines in texts.items():
        _write(out / name, lines)


def _cut(folder: Path, systems: int | None, documents: int | None) -> None:
    """Replace a set by its first systems and documents."""
    ids = _lines(folder / "docids.txt")
    names = list(dict.fromkeys(line.partition("\t")[0] for line in ids))[:documents]
    kept = [number for number, line in enumerate(ids) if line.partition("\t")[0] in names]
    dropped = sorted(folder.glob("sys.*"))[systems:] if systems else []
    texts = {file.name: _lines(file) for file in folder.iterdir() if file not in dropped}
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)
    for name, lines in texts.items():
        _write(folder / name, [lines[number] for number in kept])


def _plain(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
