"""How often shifted and disordered lines are found: `python benchmarks/line_fit.py FOLDER`.

The folder holds a folder per test set with `src.LL` and translations of as many lines. Printed are
the greatest gain of a shift in each set as it is, and how many excerpts with a line lost or added,
or in another order, are found.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from discotag.language.line_fit import GAIN, best_shift, is_in_another_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SIZES = (10, 20, 40)
DRAWS = 60
ORDER = 30


def main() -> None:
    """Read the command line and print a row per test set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    draw = random.Random(1)
    sizes = "  ".join(f"found of {DRAWS} × {size} lines" for size in SIZES)
    print(f"set  texts  greatest gain  {sizes}  disordered  false")
    for folder, source, texts in _sets(given.folder):
        gains = {name: best_shift(source, text, _ratio(source, text))[0] for name, text in texts}
        worst = max(gains, key=lambda name: gains[name])
        found = [
            sum(_is_found(source, texts[0][1], size, draw) for _ in range(DRAWS)) for size in SIZES
        ]
        parts = [
            (source[begin : begin + ORDER], text[begin : begin + ORDER])
            for _, text in texts
            for begin in range(0, len(source) - ORDER, 200)
        ]
        disordered = sum(is_in_another_order(s, t[::-1], _ratio(s, t)) for s, t in parts)
        false = sum(is_in_another_order(s, t, _ratio(s, t)) for s, t in parts)
        print(
            f"{folder}  {len(texts)}  {gains[worst]:.1f} ({worst})  {found}"
            f"  {disordered} of {len(parts)}  {false}",
            flush=True,
        )


def _sets(
    folder: Path,
) -> Iterator[tuple[str, NDArray[np.float64], list[tuple[str, NDArray[np.float64]]]]]:
    for path in sorted(folder.rglob("src.*")):
        source = _lengths(path)
        texts = [
            (other.name, lengths)
            for other in sorted(path.parent.iterdir())
            if other.name != path.name and "docid" not in other.name
            for lengths in [_lengths(other)]
            if len(lengths) == len(source)
        ]
        yield str(path.parent.relative_to(folder)), source, texts


def _lengths(path: Path) -> NDArray[np.float64]:
    return np.array([len(line.strip()) for line in path.read_text("utf-8").splitlines()], float)


def _ratio(source: NDArray[np.float64], target: NDArray[np.float64]) -> float:
    return float(target.sum() / max(source.sum(), 1))


def _is_found(
    source: NDArray[np.float64], target: NDArray[np.float64], size: int, draw: random.Random
) -> bool:
    begin = draw.randrange(len(source) - size)
    here, there = source[begin : begin + size], target[begin : begin + size]
    place = draw.randrange(2, size // 2)
    if draw.random() < 0.5:
        there = np.concatenate((there[:place], [0.0], there[place:-1]))
    else:
        there = np.concatenate((there[:place], there[place + 1 :], [0.0]))
    return best_shift(here, there, _ratio(here, there))[0] > GAIN


if __name__ == "__main__":
    main()
