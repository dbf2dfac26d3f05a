"""Trains a language's translation table: `python -m training.lexicons fr --data DIR --out DIR`.

Expected counts are kept in the work folder under a name that the recipes and the corpora decide, so
that a second run only builds the table from them.
"""

from __future__ import annotations

import argparse
import logging
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from discotag.plugins.lexicon_aligner.storage import save
from training.lexicons.build import build, codebook
from training.lexicons.corpora import corpus_files, sentence_pairs
from training.lexicons.dictionary import dictionary_files, dictionary_pairs
from training.lexicons.recipe import Recipe, read_recipe
from training.lexicons.tokens import keyed
from training.lexicons.trainer import LEAN, MODEL1_ROUNDS, Counts, train

log = logging.getLogger("training.lexicons")
WORK = Path("training/work/lexicons")


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(prog="python -m training.lexicons", description=__doc__)
    parser.add_argument("language", help="code of the other language (the table is English–xx)")
    parser.add_argument("--data", type=Path, required=True, help="folder of the unpacked data")
    parser.add_argument("--out", type=Path, required=True, help="folder for en-xx.npz")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for what is kept between")
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    given.out.mkdir(parents=True, exist_ok=True)
    given.work.mkdir(parents=True, exist_ok=True)
    english, foreign = read_recipe("en"), read_recipe(given.language)
    stem = f"en-{given.language}"
    kept = given.work / f"{stem}-{_name(given.data, english, foreign)}.npz"
    counts = _load(kept) if kept.exists() else _count(given.data, english, foreign)
    _store(counts, kept)
    files = [*corpus_files(given.data, foreign), *dictionary_files(given.data, foreign)]
    made_of = "; ".join(path.relative_to(given.data).as_posix() for path in files)
    table = build(counts, english.side, foreign.side, made_of)
    save(table, given.out / f"{stem}.npz", codebook())
    size = (given.out / f"{stem}.npz").stat().st_size
    log.info("%s.npz: %d entries, %d KB", stem, len(table.entries), size // 1024)


def _name(data: Path, english: Recipe, foreign: Recipe) -> str:
    """Return a short name of everything that the counts are made from."""
    files = [*corpus_files(data, foreign), *dictionary_files(data, foreign)]
    made_of = [english.model_dump_json(), foreign.model_dump_json(), str((MODEL1_ROUNDS, LEAN))]
    made_of += [f"{path.relative_to(data).as_posix()} {path.stat().st_size}" for path in files]
    return sha256("\n".join(made_of).encode()).hexdigest()[:12]


def _count(data: Path, english: Recipe, foreign: Recipe) -> Counts:
    pairs = sentence_pairs(data, foreign) + dictionary_pairs(data, foreign) + foreign.own_pairs
    log.info("%d sentence and word pairs", len(pairs))
    return train(
        keyed([first for first, _ in pairs], english),
        keyed([second for _, second in pairs], foreign),
    )


def _store(counts: Counts, path: Path) -> None:
    columns: dict[str, Any] = {
        field.name: np.asarray(getattr(counts, field.name)) for field in fields(counts)
    }
    np.savez(path, **columns)


def _load(path: Path) -> Counts:
    log.info("taking the counts of %s", path)
    with np.load(path, allow_pickle=False) as stored:
        columns = {name: stored[name] for name in stored.files}
    for name in ("source_keys", "target_keys", "source_forms", "target_forms"):
        columns[name] = tuple(columns[name].tolist())
    return Counts(**columns)


if __name__ == "__main__":
    main()
