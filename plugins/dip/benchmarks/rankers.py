"""How well the rankers tell the better of two texts.

python benchmarks/rankers.py eval-anaphora FOLDER    pairs of eval-anaphora (test_data_*.jsonl)
python benchmarks/rankers.py swapped RUN …           references against one pronoun swapped
python benchmarks/rankers.py shuffled RUN …          references against their segments shuffled
python benchmarks/rankers.py outputs RUN …           references against systems' documents

RUN is a folder of `discotag run --out` into English, or for `shuffled` and `outputs` one with
`ref.A.en`, `docids.txt` and, for `outputs`, `sys.NAME.en`. `--ranker` measures other weights: a
file, the folder of a neural ranker, or `e5`. `--cased FILE …` gives eval-anaphora, which is
in lower case without apostrophes, capitals and apostrophes back before it is read, in right and
wrong segments and contexts alike; the files tell how words are written (see `recasing.py`).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from recasing import recaser

from discotag.plugin import open_registry
from discotag_dip.anaphora.slots import swaps
from discotag_dip.coherence.ranker import LEAST_SEGMENTS, orders
from discotag_dip.corpus import TextAnalyzer, of_run
from discotag_dip.items import CONTEXT
from discotag_dip.rankers import coherence_ranker, pronoun_ranker
from discotag_dip.training import read_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import Tokens
    from discotag_dip.rankers import DocumentRanker, SegmentRanker

Texts = tuple[str, tuple[str, ...], str, str]
"""Group, context, right segment, wrong segment."""
Document = tuple[str, tuple[str, ...]]
"""Name and segments."""
SAMPLE = 1000
SEED = 12345


def from_eval_anaphora(folder: Path, write: Callable[[str], str] = str) -> Iterator[Texts]:
    """Yield reference and noisy segment of each pair; both contexts end with their segment.

    Args:
        folder: of the corpus.
        write: how each line is written before it is read.
    """
    for path in sorted(folder.glob("test_data_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            right, wrong = pair["reference_sentence"], pair["noisy_sentence"]
            before = pair["reference_context"][: -len(right) or None]
            context = [part for part in " ".join(before).split(" . ") if part.strip()]
            group = path.stem.rpartition("_")[2]
            lines = tuple(map(write, context[-CONTEXT:]))
            yield group, lines, write(" ".join(right)), write(" ".join(wrong))


def swapped(folder: Path, analyzer: TextAnalyzer) -> Iterator[Texts]:
    """Yield a reference's segments with one third-person pronoun swapped, in the same case."""
    draw = random.Random(SEED)
    for bundle in of_run(folder).bundles:
        segments = bundle.reference.target.segments
        (side,) = analyzer.sides([(bundle.reference.id, segments)])
        for place, tokens in enumerate(side):
            context = segments[max(0, place - CONTEXT) : place]
            for swap in swaps(tokens, draw):
                yield folder.name, context, tokens.text, swap.text


def judged(
    texts: Iterable[Texts], analyzer: TextAnalyzer, ranker: SegmentRanker
) -> dict[str, list[float]]:
    """Return 1 for each pair whose right segment has the higher ρ, 0.5 for a tie, by group."""
    found: dict[str, list[float]] = {}
    pairs = list(texts)
    sides = analyzer.sides(
        (group, (*context, segment)) for group, context, *both in pairs for segment in both
    )
    for (group, *_), (right, wrong) in zip(pairs, zip(sides, sides, strict=True), strict=True):
        gap = _rho(ranker, tuple(right)) - _rho(ranker, tuple(wrong))
        found.setdefault(group, []).append(_won(gap))
    return found


def _rho(ranker: SegmentRanker, read: Sequence[Tokens]) -> float:
    return ranker.rho(read[:-1], read[-1])


def references(folder: Path) -> Iterator[Document]:
    """Yield the references (A) of a run, or of a folder with `ref.A.en` and `docids.txt`."""
    yield from (reference for reference, _ in translated(folder))


def translated(folder: Path) -> Iterator[tuple[Document, list[Document]]]:
    """Yield each document's reference (A) and what systems made of it.

    Args:
        folder: a run, or a folder with `ref.A.en`, `docids.txt` and `sys.NAME.en`.
    """
    if (folder / "ref.A.en").exists():
        paths = [folder / "ref.A.en", *sorted(folder.glob("sys.*.en"))]
        texts = (read_documents(path, folder / "docids.txt") for path in paths)
        yield from ((reference, others) for reference, *others in zip(*texts, strict=True))
        return
    for bundle in of_run(folder).bundles:
        name, *others = (
            (bundle.reference.id, text.target.segments)
            for text in (bundle.reference, *bundle.systems.values())
        )
        yield name, others


def in_order(
    texts: Iterable[Document], analyzer: TextAnalyzer, ranker: DocumentRanker
) -> list[float]:
    """Return 1 for each other order of a text that has a lower ρ, 0.5 for a tie."""
    found = []
    sides = (side for side in analyzer.sides(texts) if len(side) >= LEAST_SEGMENTS)
    for number, side in enumerate(sides):
        segments = tuple(side)
        right = ranker.rho(segments)
        for order in orders(len(segments), number):
            found.append(_won(right - ranker.rho([segments[place] for place in order])))
    return found


def above_outputs(
    texts: Iterable[tuple[Document, list[Document]]],
    analyzer: TextAnalyzer,
    ranker: DocumentRanker,
) -> list[float]:
    """Return 1 for each system's document that has a lower ρ than its reference, 0.5 for a tie."""
    found = []
    for reference, others in texts:
        if len(reference[1]) >= LEAST_SEGMENTS:
            right, *wrong = (
                ranker.rho(tuple(side)) for side in analyzer.sides([reference, *others])
            )
            found += [_won(right - rho) for rho in wrong]
    return found


def _won(gap: float) -> float:
    return 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["eval-anaphora", "swapped", "shuffled", "outputs"])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--ranker", type=Path)
    parser.add_argument("--cased", type=Path, nargs="*", default=[])
    parser.add_argument("--only", nargs="*", help="groups of eval-anaphora, e.g. german french")
    given = parser.parse_args()
    analyzer = TextAnalyzer(open_registry(), "en")
    if given.what in {"eval-anaphora", "swapped"}:
        ranker = pronoun_ranker(given.ranker)
        write = recaser(given.cased) if given.cased else str
        found: dict[str, list[float]] = {}
        for folder in given.folders:
            texts = list(
                from_eval_anaphora(folder, write)
                if given.what == "eval-anaphora"
                else swapped(folder, analyzer)
            )
            texts = [text for text in texts if not given.only or text[0] in given.only]
            random.Random(SEED).shuffle(texts)
            limit = None if given.what == "eval-anaphora" else SAMPLE
            found |= judged(texts[:limit], analyzer, ranker)
        rows = {**found, "all": [value for values in found.values() for value in values]}
        for group, values in rows.items():
            print(f"{group}: {100 * sum(values) / len(values):.1f} % of {len(values)}")
        return
    documents = coherence_ranker(given.ranker)
    for folder in given.folders:
        if given.what == "outputs":
            values = above_outputs(translated(folder), analyzer, documents)
        else:
            values = in_order(references(folder), analyzer, documents)
        print(
            f"{folder.name}: {100 * sum(values) / len(values):.1f} % of {len(values)}", flush=True
        )


if __name__ == "__main__":
    main()
