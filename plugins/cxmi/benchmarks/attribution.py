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
        "newsdiscusstest2015", "newstest2013", "newstest2014")  # fmt: skip
SHARED = ("--batch-tokens", "4000", "--dropout", "0", "--label-smoothing", "0",
          "--max-length", "192", "--evaluate-every", "200", "--patience", "100")  # fmt: skip
FRESH = ("--arch", "mini", "--vocabulary", "4000", "--tokenizer-kind", "bpe",
         "--learning-rate", "2e-3", "--warmup", "300")  # fmt: skip
TUNED = ("--learning-rate", "1e-3", "--warmup", "50",
         "--source-context", "0:3", "--target-context", "0:3")  # fmt: skip
LINES, HELD_OUT, LONG = 3, 100, 5
"""Lines of context of a subtitle, items of subtitles for development, words of a line that tells
two texts apart."""

Rows = list[tuple[str, str, str]]
"""Document, source, target."""


def main() -> None:
    """Do one of the parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("texts", "train", "scat", "invented"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--steps", type=int, default=1700, help="on sentences")
    parser.add_argument("--document-steps", type=int, default=1100)
    parser.add_argument("--number", type=int, help="only so many items or documents")
    given = parser.parse_args()
    if given.part == "texts":
        _texts(given.data, given.out)
    elif given.part == "train":
        _train(given.out, given.steps, given.document_steps)
    else:
        model = load_model(str(given.model), ModelOptions(device="cpu", when_long="shorten"))
        _scat(model, given) if given.part == "scat" else _invented(model, given.number or 40)


def _texts(data: Path, out: Path) -> None:
    """Write sentences of all kinds, documents of subtitles, and some of these for development.

    A document is three lines and the one with a pronoun; in every second one the three are one
    line, as in SCAT. What shares a long line with SCAT's validation part is left out.
    """
    pairs = data / "parallel/en-fr"
    short = [row for name in ("tatoeba-test-union", *NEWS) for row in _pairs(pairs, name)]
    tico = [
        (key.removeprefix('tuid="').rpartition(":")[0], source, target)
        for key, source, target, *_ in _cells(data / "parallel/tico19/all.en-fr.tsv")
    ]
    items = _subtitles(data / "discourse/contrapro_en_fr/extracted", _measured(data))
    dev, learned = items[:HELD_OUT], items[HELD_OUT:]
    lines = {row[1:]: row for item in learned for row in item}  # contexts overlap
    subtitles = sorted(lines.values(), key=lambda row: int(row[0].partition("-")[2]))
    _write(out / "sentences", [*short, *tico, *subtitles])
    _write(out / "documents", [row for item in _joined(learned) for row in item])
    _write(out / "dev", [row for item in _joined(dev) for row in item])


def _measured(data: Path) -> str:
    """Return the English text of SCAT's validation part, in lower case without marks."""
    files = (data / "discourse/scat").glob("highlighted.valid*.en")
    text = " ".join(path.read_text("utf-8") for path in sorted(files))
    return _plain(re.sub(r"</?[a-z]+>", "", text))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _subtitles(folder: Path, measured: str) -> list[Rows]:
    """Return items of the large pronoun set: earlier lines, then the right translation."""
    columns = [
        (folder / f"OpenSubs.{name}.{side}").read_text("utf-8").splitlines()
        for name in (f"c{LINES}.context", "current")
        for side in ("src", "trg")
    ]
    source, target, current, translation = columns
    found = []
    for number in range(0, len(current), 2):  # the second of two is the wrong translation
        first = number * LINES
        rows = [
            *zip(source[first : first + LINES], target[first : first + LINES], strict=True),
            (current[number], translation[number]),
        ]
        kept = [row for row in rows if all(side.strip() for side in row)]
        english = [_plain(row[0]) for row in kept]
        if not any(len(line.split()) >= LONG and line in measured for line in english):
            found.append([(f"item-{number // 2}", *row) for row in kept])
    return found


def _joined(items: list[Rows]) -> list[Rows]:
    """Return the items, the earlier lines of every second as one line."""
    found = []
    for number, item in enumerate(items):
        before, last = item[:-1], item[-1]
        if number % 2 and before:
            texts = (" ".join(row[side] for row in before) for side in (1, 2))
            before = [(last[0], *texts)]  # type: ignore[list-item]  # two texts
        found.append([*before, last])
    return found


def _cells(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").split("\n") if line]


def _pairs(folder: Path, name: str) -> Rows:
    return [(name, source, target) for source, target, *_ in _cells(folder / f"{name}.tsv")]


def _write(stem: Path, rows: Rows) -> None:
    stem.parent.mkdir(parents=True, exist_ok=True)
    for ending, column in (("docids", 0), ("en", 1), ("fr", 2)):
        text = "".join(f"{' '.join(row[column].split())}\n" for row in rows)
        stem.with_suffix(f".{ending}").write_text(text, "utf-8")
    print(f"{stem.name}: {len({row[0] for row in rows})} documents, {len(rows)} lines")


def _train(out: Path, steps: int, document_steps: int) -> None:
    """Learn sentences, then go on with documents."""
    base = out / "sentence"
    _learn(out, "sentences", base, (*FRESH, "--max-steps", str(steps)))
    tuned = ("--from", str(base), *TUNED, "--max-steps", str(document_steps))
    _learn(out, "documents", out / "model", tuned)


def _learn(out: Path, texts: str, model: Path, settings: tuple[str, ...]) -> None:
    if (model / "training.json").exists():  # it is finished
        return
    sides = (("src", "en"), ("tgt", "fr"), ("docids", "docids"))
    given = [f"--{side}={out / texts}.{ending}" for side, ending in sides]
    dev = [f"--dev-{side}={out / 'dev'}.{ending}" for side, ending in sides]
    command = ["discotag", "train", *given, *dev, "--out", str(model), *settings, *SHARED]
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
