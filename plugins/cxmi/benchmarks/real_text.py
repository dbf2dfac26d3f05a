"""What a small model, trained from scratch on real English–Russian documents, uses context for.

    python plugins/cxmi/benchmarks/real_text.py texts --data DATA --out OUT
    python plugins/cxmi/benchmarks/real_text.py train --out OUT
    python plugins/cxmi/benchmarks/real_text.py measure --data DATA --out OUT

One model learns sentences; two go on from it on documents with none to three lines of target
context, with CoWord dropout 0 and 0.2. DATA holds `parallel` (newstest 2012 to 2020, Tatoeba,
TICO-19), `wmt` (2021, 2022) and `discourse/voita_en_ru`. News tests are lines in their order
without borders of articles; in training each file is one document. WMT21 is for development,
WMT22 is measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

NEWS = ("2012", "2013", "2014", "2015", "2016", "2017", "2018", "2019", "2020", "B2020")
COWORD = (0.0, 0.2)
SHARED = ("--batch-tokens", "1500", "--dropout", "0", "--label-smoothing", "0",
          "--max-length", "256", "--evaluate-every", "500", "--patience", "100")  # fmt: skip

Rows = list[tuple[str, str, str]]
"""Document, source, target."""


def main() -> None:
    """Do one of the three parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("texts", "train", "measure"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1800, help="on sentences")
    parser.add_argument("--document-steps", type=int, default=1000)
    arguments = parser.parse_args()
    if arguments.part == "texts":
        _texts(arguments.data, arguments.out)
    elif arguments.part == "train":
        _train(arguments.out, arguments.steps, arguments.document_steps)
    else:
        _measure(arguments.data, arguments.out)


def _texts(data: Path, out: Path) -> None:
    news = [row for year in NEWS for row in _pairs(data, f"newstest{year}")]
    tico = [
        (key.removeprefix('tuid="').rpartition(":")[0], source, target)
        for key, source, target in _cells(data / "parallel/tico19/all.en-ru.tsv")
    ]
    documents = [*news, *tico]
    for year in ("2021", "2022"):
        documents += _wmt(data / "wmt" / year / "ru-en", "ref.A.en", "src.ru")
    sentences = [
        (f"tatoeba-{number}", source, target)
        for number, (_, source, target) in enumerate(_pairs(data, "tatoeba-test-union"))
    ]
    _write(out / "documents", documents)
    _write(out / "sentences", [*documents, *sentences])
    _write(out / "dev", _wmt(data / "wmt/2021/en-ru", "src.en", "ref.A.ru"))
    _write(out / "test", _wmt(data / "wmt/2022/en-ru", "src.en", "ref.A.ru"))


def _cells(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").split("\n") if line]


def _pairs(data: Path, name: str) -> Rows:
    path = data / "parallel/en-ru" / f"{name}.tsv"
    return [(name, source, target) for source, target, *_ in _cells(path)]


def _wmt(folder: Path, english: str, russian: str) -> Rows:
    documents = [row[0] for row in _cells(folder / "docids.txt")]
    sides = ((folder / name).read_text("utf-8").split("\n")[:-1] for name in (english, russian))
    prefix = f"{folder.parent.name}-{folder.name}"
    return [
        (f"{prefix}-{document}", source, target)
        for document, source, target in zip(documents, *sides, strict=True)
    ]


def _write(stem: Path, rows: Rows) -> None:
    stem.parent.mkdir(parents=True, exist_ok=True)
    for ending, column in (("docids", 0), ("en", 1), ("ru", 2)):
        text = "".join(f"{' '.join(row[column].split())}\n" for row in rows)
        stem.with_suffix(f".{ending}").write_text(text, "utf-8")
    print(f"{stem.name}: {len({row[0] for row in rows})} documents, {len(rows)} lines")


def _train(out: Path, steps: int, document_steps: int) -> None:
    base = out / "sentence"
    fresh = ("--arch", "tiny", "--vocabulary", 6000, "--learning-rate", "2e-3", "--warmup", 200)
    _learn(out, "sentences", base, *fresh, "--max-steps", steps)
    tuned = ("--from", base, "--target-context", "0:3", "--learning-rate", "1e-3", "--warmup", 50)
    for coword in COWORD:
        _learn(out, "documents", _model(out, coword), *tuned,
               "--coword", coword, "--max-steps", document_steps)  # fmt: skip


def _learn(out: Path, texts: str, model: Path, *settings: object) -> None:
    if not (model / "training.json").exists():  # it is finished
        _discotag(
            "cxmi", "train", *_given(out, texts), *_dev(out), "--out", model, *settings, *SHARED
        )


def _measure(data: Path, out: Path) -> None:
    for coword in COWORD:
        context = ("--model", _model(out, coword), "--target-context", 3, "--when-long", "shorten")
        _discotag("cxmi", "measure", *context, *_given(out, "test"), "-s", "en", "-t", "ru",
                  "--out", out / f"cxmi-{coword:g}")  # fmt: skip
        for name in ("deixis", "lex_cohesion"):
            _discotag("contrast", data / f"discourse/voita_en_ru/{name}_dev.json", *context)
    _discotag("cxmi", "compare", *(out / f"cxmi-{coword:g}" for coword in COWORD))


def _model(out: Path, coword: float) -> Path:
    return out / f"coword-{coword:g}"


def _given(out: Path, name: str) -> tuple[object, ...]:
    stem = out / name
    return ("--src", f"{stem}.en", "--tgt", f"{stem}.ru", "--docids", f"{stem}.docids")


def _dev(out: Path) -> tuple[object, ...]:
    stem = out / "dev"
    return ("--dev-src", f"{stem}.en", "--dev-tgt", f"{stem}.ru", "--dev-docids", f"{stem}.docids")


def _discotag(*arguments: object) -> None:
    command = [sys.executable, "-m", "discotag", *map(str, arguments)]
    print("$ discotag", *map(str, arguments), flush=True)
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
