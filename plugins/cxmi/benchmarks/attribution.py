"""Which context words a small model uses, beside those that translators marked: SCAT.

    python plugins/cxmi/benchmarks/attribution.py texts --data DATA --out OUT
    python plugins/cxmi/benchmarks/attribution.py train --out OUT

An English–French model of 650,000 parameters learns sentences (newstest 2009 to 2014, TICO-19,
Tatoeba), and goes on from there on those in order, with none to three lines of context on both
sides. SCAT is only measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

NEWS = ("news-test2008", "newstest2009", "newstest2010", "newstest2011", "newstest2012",
        "newsdiscusstest2015", "newstest2014")  # fmt: skip
DEV = "newstest2013"
SHARED = ("--batch-tokens", "1500", "--dropout", "0", "--label-smoothing", "0",
          "--max-length", "256", "--evaluate-every", "400", "--patience", "100")  # fmt: skip

Rows = list[tuple[str, str, str]]
"""Document, source, target."""


def main() -> None:
    """Do one of the parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("texts", "train"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1600, help="on sentences")
    parser.add_argument("--document-steps", type=int, default=700)
    arguments = parser.parse_args()
    if arguments.part == "texts":
        _texts(arguments.data, arguments.out)
    else:
        _train(arguments.out, arguments.steps, arguments.document_steps)


def _texts(data: Path, out: Path) -> None:
    pairs = data / "parallel/en-fr"
    news = [row for name in NEWS for row in _pairs(pairs / f"{name}.tsv", name)]
    tico = [
        (key.removeprefix('tuid="').rpartition(":")[0], source, target)
        for key, source, target, *_ in _cells(data / "parallel/tico19/all.en-fr.tsv")
    ]
    tatoeba = [
        (f"tatoeba-{number}", source, target)
        for number, (source, target, *_) in enumerate(_cells(pairs / "tatoeba-test-union.tsv"))
    ]
    documents = [*news, *tico]
    _write(out / "documents", documents)
    _write(out / "sentences", [*documents, *tatoeba])
    _write(out / "dev", _pairs(pairs / f"{DEV}.tsv", DEV)[:1000])


def _cells(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").split("\n") if line]


def _pairs(path: Path, name: str) -> Rows:
    return [(name, source, target) for source, target, *_ in _cells(path)]


def _write(stem: Path, rows: Rows) -> None:
    stem.parent.mkdir(parents=True, exist_ok=True)
    for ending, column in (("docids", 0), ("en", 1), ("fr", 2)):
        text = "".join(f"{' '.join(row[column].split())}\n" for row in rows)
        stem.with_suffix(f".{ending}").write_text(text, "utf-8")
    print(f"{stem.name}: {len({row[0] for row in rows})} documents, {len(rows)} lines")


def _train(out: Path, steps: int, document_steps: int) -> None:
    fresh = ("--arch", "tiny", "--vocabulary", 4000, "--tokenizer-kind", "bpe",
             "--learning-rate", "2e-3", "--warmup", 200)  # fmt: skip
    _learn(out, "sentences", out / "sentence", *fresh, "--max-steps", steps)
    tuned = ("--from", out / "sentence", "--source-context", "0:3", "--target-context", "0:3",
             "--learning-rate", "1e-3", "--warmup", 50)  # fmt: skip
    _learn(out, "documents", out / "model", *tuned, "--max-steps", document_steps)


def _learn(out: Path, texts: str, model: Path, *settings: object) -> None:
    if (model / "training.json").exists():  # it is finished
        return
    given = [f"--{side}={out / texts}.{ending}" for side, ending in
             (("src", "en"), ("tgt", "fr"), ("docids", "docids"))]  # fmt: skip
    dev = [f"--dev-{side}={out / 'dev'}.{ending}" for side, ending in
           (("src", "en"), ("tgt", "fr"), ("docids", "docids"))]  # fmt: skip
    command = ["discotag", "train", *given, *dev, "--out", model, *settings, *SHARED]
    print("$", *command, flush=True)
    subprocess.run([sys.executable, "-m", *map(str, command)], check=True)


if __name__ == "__main__":
    main()
