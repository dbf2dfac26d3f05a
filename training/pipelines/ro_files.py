"""Romanian treebank files made ready: texts restored, relations of UD 2, a split, copies in ASCII.

`python -m training.pipelines.ro_files --ud FOLDER [--ud FOLDER] --out FOLDER`

The training sentences of RRT at hand are those of releases of 2015 and 2016, without texts and with
the relations of UD 1. Where the released `ro_rrt-ud-train.conllu` is present it is copied instead.
Texts without diacritics are common in Romanian; a seeded fifth of the sentences is given again so.
"""

from __future__ import annotations

import argparse
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from discotag_train.pipelines.recipes import find

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 20
BARE_SHARE = 0.2
BARE = str.maketrans("ăâîșțĂÂÎȘȚ", "aaistAAIST")
ONE_SPELLING = str.maketrans("şţŞŢ", "șțȘȚ")
OLD = ("romanian-harvest.OLD-2016.upgraded", "romanian-harvest.OLD-2015.upgraded")
RELATIONS = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "neg": "advmod",
    "mwe": "fixed",
    "name": "flat",
    "foreign": "flat",
    "remnant": "orphan",
    "nmod:agent": "obl:agent",
}
GLUED_LEFT = frozenset(".,;:!?…)]}”»%")
GLUED_RIGHT = frozenset("([{„«")
PREDICATES = frozenset({"VERB", "AUX", "ADJ", "ADV"})

Row = list[str]


def main() -> None:
    """Write the files that the recipe names."""
    parser = argparse.ArgumentParser(
        prog="python -m training.pipelines.ro_files", description=__doc__
    )
    parser.add_argument("--ud", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    development = list(sentences(_found(arguments.ud, "ro_rrt-ud-dev")))
    write(out / "ro_rrt-ud-dev.even.conllu", development[::2])
    write(out / "ro_rrt-ud-dev.odd.conllu", development[1::2])
    released = find(arguments.ud, "ro_rrt-ud-train")
    if released is not None:
        shutil.copy(released, out)
        training = list(sentences(released))
    else:
        training = []
        for name in OLD:
            old = [
                renewed(rows)
                for rows in sentences(_found(arguments.ud, name))
                if not any("_" in row[1] for row in rows)  # phrases joined to one word
            ]
            write(out / f"ro_rrt-ud-train.{name.split('-')[2].split('.')[0]}.conllu", old)
            training += old
    folk = sentences(_found(arguments.ud, "ro_nonstandard-ud-train.pop.OLD-2020-01-20"))
    addressed = [modern(rows) for rows in folk if any("Person=2" in row[5] for row in rows)]
    write(out / "ro_nonstandard-ud-train.addressed.conllu", addressed)
    chance = random.Random(SEED)
    chosen = [rows for rows in training + development[::2] if chance.random() < BARE_SHARE]
    write(out / "ro_bare-ud-train.conllu", [bare(rows) for rows in chosen])


def sentences(path: Path) -> Iterator[list[Row]]:
    """Read the word rows of each sentence, one spelling of ș and ț; comments are left out."""
    rows: list[Row] = []
    for line in (*path.read_text("utf-8").translate(ONE_SPELLING).splitlines(), ""):
        if line and not line.startswith("#"):
            rows.append(line.split("\t"))
        elif not line and rows:
            yield rows
            rows = []


def write(path: Path, blocks: list[list[Row]]) -> None:
    """Write sentences with a text line each."""
    with path.open("w", encoding="utf-8") as out:
        for rows in blocks:
            text = "".join(row[1] + " " * ("SpaceAfter=No" not in row[9]) for row in rows)
            out.write(f"# text = {text.strip()}\n")
            out.writelines("\t".join(row) + "\n" for row in rows)
            out.write("\n")


def renewed(rows: list[Row]) -> list[Row]:
    """Return spaces, the relations of UD 2, and the tense of verbs like *utilizați*."""
    rows = [list(row) for row in rows]
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        if after is not None and _glued(row[1], after[1]):
            row[9] = "SpaceAfter=No"
        else:
            row[9] = "_"
        if "Person=2" in row[5] and row[1].endswith("ați") and row[2].endswith("a"):
            row[5] = row[5].replace("Tense=Imp", "Tense=Pres")
        row[7] = RELATIONS.get(row[7], row[7])
    for row in rows:
        head = rows[int(row[6]) - 1] if row[6] != "0" else None
        if head is not None and row[7].startswith("nmod") and head[3] in PREDICATES:
            row[7] = row[7].replace("nmod", "obl", 1)
        if row[7] in {"cc", "punct"}:
            behind = (r for r in rows if r[6] == row[6] and r[7] == "conj")
            nearest = next((r for r in behind if int(r[0]) > int(row[0])), None)
            if nearest is not None and (row[7] == "cc" or row[1] == ","):
                row[6] = nearest[0]
    return rows


def modern(rows: list[Row]) -> list[Row]:
    """Bring the folk texts' words to RRT's manner where the two differ throughout."""
    rows = [list(row) for row in rows]
    for row in rows:
        if row[2] == "nu" and row[3] == "ADV":
            row[3] = "PART"
        if row[2] == "putea":
            row[3] = "VERB"
        if row[3] == "VERB" and "VerbForm" not in row[5] and "Mood" in row[5]:
            row[5] += "|VerbForm=Fin"
        kept = [p for p in row[5].split("|") if row[3] != "VERB" or not p.startswith("Polarity")]
        row[5] = "|".join(kept) or "_"
    return rows


def bare(rows: list[Row]) -> list[Row]:
    """Take the diacritics off the forms; lemmas keep theirs."""
    return [[row[0], row[1].translate(BARE), *row[2:]] for row in rows]


def _glued(left: str, right: str) -> bool:
    return (
        right[0] in GLUED_LEFT
        or left[-1] in GLUED_RIGHT
        or (right[0] == "-" and len(right) > 1 and right[1].isalpha())
        or (left[-1] == "-" and len(left) > 1 and left[-2].isalpha())
    )


def _found(folders: list[Path], name: str) -> Path:
    path = find(folders, name)
    if path is None:
        raise FileNotFoundError(f"{name}.conllu is in none of the treebank folders")
    return path


if __name__ == "__main__":
    main()
