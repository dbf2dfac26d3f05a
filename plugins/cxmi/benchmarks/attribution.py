"""Which context words a small model uses, beside those that translators marked: SCAT.

    python plugins/cxmi/benchmarks/attribution.py texts --data DATA --out OUT
    python plugins/cxmi/benchmarks/attribution.py train --out OUT
    PYTHONPATH=. python plugins/cxmi/benchmarks/attribution.py scat --data DATA --model OUT/model
    python plugins/cxmi/benchmarks/attribution.py invented --model demo-cxmi/model

An English–French model learns documents (newstest 2008 to 2014, TICO-19) with none to three lines
of context on both sides. SCAT is only measured: the marked pronoun is explained, and a hit is a
context word with the largest effect that translators marked, too. `invented` is the control where
the truth is known: in the languages of `discotag demo cxmi`, the pronoun is decided by the article
(on the target side) and the particle (on the source side) of the segment before.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import TokenRef
from discotag_cxmi.attribution.agreement import agreement
from discotag_cxmi.attribution.cues import Method, Place, Side, Wanted, Words, explain
from discotag_cxmi.demo.texts import ARTICLES, PARTICLES, documents
from discotag_cxmi.measure.contexts import Sizes, Text
from discotag_cxmi.scoring.loading import load_model
from discotag_cxmi.scoring.options import ModelOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.plugin import TaggedDocument
    from discotag_cxmi.models import ContextModel as Model

METHODS: tuple[Method, ...] = ("leave-one-out", "gradient")
SIDES: tuple[tuple[Side, str], ...] = (("source", "en"), ("target", "fr"))

NEWS = ("news-test2008", "newstest2009", "newstest2010", "newstest2011", "newstest2012",
        "newsdiscusstest2015", "newstest2014")  # fmt: skip
DEV = "newstest2013"
SETTINGS = ("--arch", "tiny", "--vocabulary", "2000", "--tokenizer-kind", "bpe",
            "--learning-rate", "3e-3", "--warmup", "60", "--batch-tokens", "1500",
            "--dropout", "0", "--label-smoothing", "0", "--max-length", "256",
            "--evaluate-every", "250", "--patience", "100",
            "--source-context", "0:3", "--target-context", "0:3")  # fmt: skip

Rows = list[tuple[str, str, str]]
"""Document, source, target."""


def main() -> None:
    """Do one of the parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("texts", "train", "scat", "invented"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--number", type=int, help="only so many items or documents")
    given = parser.parse_args()
    if given.part == "texts":
        _texts(given.data, given.out)
    elif given.part == "train":
        _train(given.out, given.steps)
    else:
        model = load_model(str(given.model), ModelOptions(device="cpu", when_long="shorten"))
        _scat(model, given) if given.part == "scat" else _invented(model, given.number or 40)


def _texts(data: Path, out: Path) -> None:
    pairs = data / "parallel/en-fr"
    news = [row for name in NEWS for row in _pairs(pairs / f"{name}.tsv", name)]
    tico = [
        (key.removeprefix('tuid="').rpartition(":")[0], source, target)
        for key, source, target, *_ in _cells(data / "parallel/tico19/all.en-fr.tsv")
    ]
    _write(out / "documents", [*news, *tico])
    _write(out / "dev", _pairs(pairs / f"{DEV}.tsv", DEV)[:300])


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


def _train(out: Path, steps: int) -> None:
    sides = (("src", "en"), ("tgt", "fr"), ("docids", "docids"))
    texts = [f"--{side}={out / 'documents'}.{ending}" for side, ending in sides]
    dev = [f"--dev-{side}={out / 'dev'}.{ending}" for side, ending in sides]
    where = ("--out", str(out / "model"), "--max-steps", str(steps))
    command = ["discotag", "train", *texts, *dev, *where, *SETTINGS]
    print("$", *command, flush=True)
    subprocess.run([sys.executable, "-m", *command], check=True)


def _scat(model: Model, given: argparse.Namespace) -> None:
    """Print hits on the words that translators marked: ours, the model's, and by chance."""
    from benchmarks.tasks.scat import items
    from benchmarks.tasks.tagging import tag

    folder = given.data / "discourse/scat"
    found = list(islice(items(folder, "valid"), given.number))
    texts, wanted = [], {}
    for number, sides in enumerate(found):
        source, target = (tuple(line.text for line in sides[code]) for code in ("en", "fr"))
        texts.append(Text(str(number), source, target, target))
        support = [Place(side, 0, *span) for side, code in SIDES for span in sides[code][0].support]
        if support:
            [pronoun] = sides["fr"][1].pronouns
            wanted[str(number), 1] = [Wanted(*pronoun, tuple(support))]
    print(f"{len(found)} items, {len(wanted)} with marked words in the context", flush=True)
    _agreements(model, texts, wanted)
    lines = [list(zip(text.source, text.target, strict=True)) for text in texts]
    evidence = hits = 0
    for tagged in tag(lines, "fr", "pronouns"):
        for item in wanted.get((tagged.document.id, 1), ()):
            of_pronoun = [
                _place(tagged, ref)
                for mark in tagged.marks
                if mark.segment == 1
                and _place(tagged, TokenRef("target", 1, mark.token)).overlaps(
                    Place("target", 1, item.start, item.end)
                )
                for ref in mark.evidence
                if ref.segment == 0
            ]
            evidence += bool(of_pronoun)
            hits += any(one.overlaps(other) for one in of_pronoun for other in item.evidence)
    print(f"our evidence: {hits} of {evidence} pronouns with evidence, {len(wanted)} wanted")


def _place(tagged: TaggedDocument, ref: TokenRef) -> Place:
    document = tagged.document
    tokens = (document.source if ref.side == "source" else document.target)[ref.segment]
    return Place(ref.side, ref.segment, tokens.starts[ref.token], tokens.ends[ref.token])


def _invented(model: Model, number: int) -> None:
    """Print hits on the words that decide, which the grammar of the languages names."""
    texts, wanted = [], {}
    for document in documents(number, seed=77):
        texts.append(Text(document.name, document.source, document.target, document.target))
        for index, segment in document.dependents():
            start = segment.target.index(segment.form)
            deciding = [
                Place(side, index - 1, match.start(), match.end())
                for side, pattern in (("source", PARTICLES), ("target", ARTICLES))
                for line in [getattr(document, side)[index - 1]]
                for match in re.finditer(rf"\b({'|'.join(pattern)})\b", line)
            ]
            item = Wanted(start, start + len(segment.form), tuple(deciding))
            wanted.setdefault((document.name, index), []).append(item)
    _agreements(model, texts, wanted)


def _agreements(
    model: Model, texts: Sequence[Text], wanted: Mapping[tuple[str, int], Sequence[Wanted]]
) -> None:
    sizes = Sizes.of("1", 1, 1)
    for method in METHODS:
        explained = list(explain(model, texts, sizes, wanted, Words(), method=method))
        found = agreement(explained)
        span = found.interval
        inside = "" if span is None else f" [{span.low:.3f}, {span.high:.3f}]"
        print(
            f"{method}: {found.hits} of {found.words} = {found.share:.3f}{inside},"
            f" by chance {found.expected:.3f}, reciprocal rank {found.rank:.3f}, mean P-CXMI"
            f" {sum(item.pcxmi for item in explained) / max(len(explained), 1):+.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
