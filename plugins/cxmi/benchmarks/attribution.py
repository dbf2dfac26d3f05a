"""What a small model uses context for: beside tags on TED talks, beside translators' marks in SCAT.

    python plugins/cxmi/benchmarks/attribution.py texts --data DATA --out OUT
    python plugins/cxmi/benchmarks/attribution.py train --out OUT
    python plugins/cxmi/benchmarks/attribution.py ted --data DATA --out OUT
    PYTHONPATH=. python plugins/cxmi/benchmarks/attribution.py scat --data DATA --model OUT/model
    python plugins/cxmi/benchmarks/attribution.py invented --model reproduce-demo/model

An English–French model learns sentences (newstest 2008 to 2014, Tatoeba, TICO-19, subtitles), then
subtitles with none to three lines of context on both sides: the lines before the pronouns of the
large pronoun set. What shares a long line with SCAT's validation part is left out, but other lines
of the same films may be in. `ted` measures P-CXMI on eight talks (tst2017) and tags them, against
no context and against random context; intervals are those of a jackknife over talks. In `scat` a
hit is a context word with the largest effect that translators marked. `invented` is the control
where the truth is known: in languages of `discotag reproduce demo`, the article (target side) and
the particle (source side) of the segment before decide the pronoun.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from discotag.plugin import TokenRef
from discotag.plugin.files import Notes
from discotag_cxmi.attribution.explaining import Method, Place, Wanted, Words, explain, marked_words
from discotag_cxmi.attribution.results import agreement
from discotag_cxmi.contrast.judging import judge
from discotag_cxmi.contrast.opening import SetRequest, read_sets
from discotag_cxmi.contrast.scat import marked_items
from discotag_cxmi.measure.records import read_scores
from discotag_cxmi.measure.texts import NONE, RANDOM, Sizes, Text
from discotag_cxmi.reproduce.invented import ARTICLES, PARTICLES, documents
from discotag_cxmi.scoring.loading import load_model
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_cxmi.themes.figures import Gatherer, segments
from discotag_cxmi.themes.results import tags_by_document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.plugin import TaggedDocument
    from discotag_cxmi.examples import ContextModel as Model
    from discotag_cxmi.measure.records import SegmentRecord
    from discotag_cxmi.themes.figures import Mean, Segment

METHODS: tuple[Method, ...] = ("leave-one-out", "gradient")

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
    parser.add_argument("part", choices=("texts", "train", "ted", "scat", "invented"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--steps", type=int, default=1000, help="on sentences")
    parser.add_argument("--document-steps", type=int, default=1000)
    parser.add_argument("--number", type=int, help="only so many items or documents")
    given = parser.parse_args()
    if given.part == "texts":
        _texts(given.data, given.out)
    elif given.part == "train":
        _train(given.out, given.steps, given.document_steps)
    elif given.part == "ted":
        _ted(given.data / "documents/ted_tst2017/en-fr", given.out)
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


def _ted(talks: Path, out: Path) -> None:
    """Measure and tag the talks, and print P-CXMI by phenomenon."""
    rows: Rows = []
    for path in sorted(talks.glob("*.json")):
        lines = next(iter(json.loads(path.read_text("utf-8"))["systems"].values()))
        rows += [(f"talk-{path.stem}", line["src"], line["ref"]) for line in lines]
    _write(out / "ted", rows)
    texts = [f"--{side}={out / 'ted'}.{end}" for side, end in (("src", "en"), ("tgt", "fr"))]
    texts += [f"--docids={out / 'ted'}.docids", "-s", "en", "-t", "fr"]
    context = ("--model", str(out / "model"), "--sizes", "0,1,3", "--when-long", "shorten")
    _run("cxmi", "measure", *texts, *context, "--out", str(out / "cxmi"))
    _run("tag", *texts, "--out", str(out / "tags.jsonl"))
    tags = tags_by_document(out / "tags.jsonl", None)
    records = list(read_scores(out / "cxmi"))
    for size in ("1", "3"):
        for base in (NONE, f"{RANDOM}{size}"):
            print(f"\n{size} lines of context against {base}")
            changed = (_against(record, size, base) for record in records)
            _table(list(segments(changed, size, analyse=None, tags=tags, shown=0)))


def _against(record: SegmentRecord, size: str, base: str) -> SegmentRecord:
    """Return a record whose words have what a size of context adds to another context."""
    one, other = record.logprobs[size], record.logprobs[base]
    words = []
    for word in record.words:
        gain = sum(one[index] - other[index] for index in word.subwords)
        words.append(word.model_copy(update={"pcxmi": {size: gain} if word.subwords else {}}))
    return record.model_copy(update={"words": tuple(words)})


def _table(found: list[Segment]) -> None:
    """Print the means of words with a tag and of all others, and the difference."""
    names = sorted({segment.document for segment in found})
    whole = _by_phenomenon(found)
    without = [_by_phenomenon([s for s in found if s.document != name]) for name in names]
    for name, (tagged, others, difference) in whole.items():
        less = [of_rest[name][2] for of_rest in without if name in of_rest]
        inside = ""
        if len(less) == len(names):
            spread = _jackknife(less)
            inside = f" [{difference - spread:+.3f}, {difference + spread:+.3f}]"
        print(f"{name}: {tagged.count} words, {tagged.mean:+.3f}, others {others:+.3f},"
              f" difference {difference:+.3f}{inside}")  # fmt: skip


def _by_phenomenon(found: list[Segment]) -> dict[str, tuple[Mean, float, float]]:
    """Return for each phenomenon its words, the mean of all others, and the difference."""
    gatherer = Gatherer("", least=1, top=1)
    for segment in found:
        gatherer.add(segment)
    themes = gatherer.themes(samples=100, seed=1)
    assert themes is not None
    return {
        item.phenomenon: (item.tagged, item.others.mean, item.difference)
        for item in themes.tags or ()
        if item.label is None and item.others is not None and item.difference is not None
    }


def _jackknife(values: list[float]) -> float:
    """Return half the width of the 95 % interval (t) from figures that each leave a talk out."""
    from scipy.stats import t

    count, mean = len(values), fmean(values)
    variance = (count - 1) / count * sum((value - mean) ** 2 for value in values)
    return float(t.ppf(0.975, count - 1) * math.sqrt(variance))


def _learn(out: Path, texts: str, model: Path, settings: tuple[str, ...]) -> None:
    if (model / "training.json").exists():  # it is finished
        return
    sides = (("src", "en"), ("tgt", "fr"), ("docids", "docids"))
    given = [f"--{side}={out / texts}.{ending}" for side, ending in sides]
    dev = [f"--dev-{side}={out / 'dev'}.{ending}" for side, ending in sides]
    _run("cxmi", "train", *given, *dev, "--out", str(model), *settings, *SHARED)


def _run(*words: str) -> None:
    print("$ discotag", *words, flush=True)
    subprocess.run([sys.executable, "-m", "discotag", *words], check=True)


def _scat(model: Model, given: argparse.Namespace) -> None:
    """Print hits on the words that translators marked: the model's, ours, and by chance."""
    from benchmarks.tasks.harness import tag

    path = given.data / "discourse/scat/highlighted.valid.en"
    notes = Notes()
    items = list(islice(marked_items(path, notes), given.number))
    texts, wanted = marked_words(items)
    print(*notes.texts())
    print(f"{len(items)} items, {len(texts)} with marked words in the context", flush=True)
    _contrast(model, path)
    _agreements(model, texts, wanted)
    lines = [list(zip(text.source, text.target, strict=True)) for text in texts]
    evidence = hits = 0
    for text, tagged in zip(texts, tag(lines, "fr", "pronouns"), strict=True):
        [item] = wanted[text.id, 1]
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
    print(f"our evidence: {hits} of {evidence} pronouns with evidence, {len(texts)} wanted")


def _contrast(model: Model, path: Path) -> None:
    """Print how often the model prefers the right gender, without and with the context."""
    sizes = Sizes.of("1", 1, 1)
    found = read_sets([SetRequest(path)], Notes())
    for label in ("the context", None):
        items = [item for item in found if label in {None, item.labels["marked words"]}]
        runs = judge(model, items, sizes)
        right = {size: sum(runs.verdicts(size)) for size in sizes.names}
        print(f"marked words in {label or 'any place'}: right of {len(items)}, {right}", flush=True)


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
