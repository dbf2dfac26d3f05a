"""Learn how `joined:lexicon+e5` weighs the table and the encoder, from gold links.

    python -m training.links_joined GOLD [GOLD …] [--out FILE]

Each GOLD is a folder in the formats of `benchmarks/accuracy.py alignment`. Shipped is what was
learned from `plugins/lang-{cs,pl,sv,uk}/gold` (written for this project, Apache-2.0) and from the
gold of the Kyoto Free Translation Task (en-ja, CC BY-SA 3.0). Every set counts as much as another;
possible links are right ones. Logistic regression, L2, by Newton's method; a minute.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.tasks.alignment import gold_sets, made_aligner, words
from benchmarks.tasks.harness import registry
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag_e5 import weighing
from discotag_e5.aligner import E5Aligner
from discotag_e5.weighing import features
from training.logistic import fitted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEAST = 0.5
"""The probability from which on words are linked."""


def shown(folder: Path) -> tuple[list[str], list[Floats], list[list[bool]]]:
    """Return the names of features, what the word pairs of each set show, and which are links."""
    names, rows, right = list[str](), list[Any](), list[list[bool]]()
    for gold in gold_sets(folder, None):
        table = made_aligner("lexicon", registry(), gold.language, {})
        encoder = made_aligner("e5", registry(), gold.language, {})
        if not isinstance(encoder, E5Aligner) or not isinstance(table, LexiconAligner):
            raise TypeError(f"{type(table).__name__} and {type(encoder).__name__}")
        pairs = [(words(pair.english), words(pair.foreign)) for pair in gold.pairs]
        own, links = list[Any](), list[bool]()
        told = zip(gold.pairs, table.unweighed(pairs), encoder.evidence(pairs), strict=True)
        for pair, first, second in told:
            if second is None:
                continue
            sources, targets, columns = features(first, second)
            names = list(columns)
            both = list(zip(sources.tolist(), targets.tolist(), strict=True))
            kept = [place for place, link in enumerate(both) if pair.counted(frozenset({link}))]
            own.append(np.stack(list(columns.values()), axis=1)[kept].astype(np.float64))
            links += [both[place] in pair.possible for place in kept]
        rows.append(np.concatenate(own))
        right.append(links)
        print(f"en-{gold.language} {gold.name}: {len(links)} word pairs, {sum(links)} links")
    return names, rows, right


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument(
        "--out", type=Path, default=Path(weighing.__file__).with_name("joined.toml")
    )
    given = parser.parse_args()
    names, rows, right = list[str](), list[Any](), list[list[bool]]()
    for folder in given.gold:
        names, more_rows, more_right = shown(folder)
        rows += more_rows
        right += more_right
    counts = np.concatenate([np.full(len(one), 1 / len(one)) for one in rows])
    factors, bias = fitted(
        np.concatenate(rows), np.concatenate(right).astype(float), counts / counts.mean()
    )
    lines = [
        "# Weights of the rule `learned` of the aligner `joined`; the features are those of",
        "# weighing.py. Written by `python -m training.links_joined`; data and licences: CARD.md.",
        f"bias = {bias:.4f}",
        f"least = {LEAST}",
        "",
        "[features]",
        *(f'"{name}" = {value:.4f}' for name, value in zip(names, factors, strict=True)),
    ]
    given.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
