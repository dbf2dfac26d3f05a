"""Command: learn the Chinese pack's word segmenter from treebanks and word lists.

`python -m training.pipelines.zh_segmenter --ud TREEBANKS [--ud MORE] --words FILE --out DIRECTORY`

`FILE` is jieba's `dict.txt` (<https://github.com/fxsjy/jieba>): word, count and tag on each line.

A conditional random field trained by AdaGrad, one sentence at a time, with features dropped at
random; weights are averaged over the last half of the epochs and written as 8-bit integers. Seeded:
the same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import logging
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np

from discotag.plugins.analyzers.conllu import read_conllu
from discotag_lang_zh.segmenter import FOLLOWS, WEIGHTS, WORDS, Segmenter, features
from discotag_lang_zh.simplified import simplified
from discotag_train.pipelines.recipes import find
from discotag_train.pipelines.surface import text_and_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger(__name__)

TRAIN = ("zh_gsdsimp-ud-train.um2019.opencc", "zh_gsdsimp-ud-dev", "zh_cfl-ud-test")
TESTS = ("zh_gsdsimp-ud-test", "zh_hk-ud-test", "zh_beginner-ud-test")
BUCKETS = 2**19
EPOCHS, AVERAGED = 16, 8
RATE, DECAY, DROPOUT = 0.1, 1e-5, 0.6
SEED = 0
BARRED = -1e30
"""The score of a transition that cannot be."""
LISTED = re.compile(r"[\u3400-\u9fff]{1,6}")
LEAST_COUNT = 10
"""Rarer words of the list are left out."""
CARD = Path(__file__).with_name("zh_segmenter.md")


def sentences(path: Path) -> Iterator[tuple[str, list[int]]]:
    """Yield runs of text without white space, simplified, and the lengths of their words."""
    for sentence in read_conllu(path):
        placed = text_and_spans(sentence, {})
        if placed is None:
            continue
        text, spans = placed
        text = simplified(text)
        start = last = spans[0][0]
        lengths: list[int] = []
        for begin, end in spans:
            if begin != last:
                yield text[start:last], lengths
                start, lengths = begin, []
            lengths.append(end - begin)
            last = end
        yield text[start:last], lengths


def labels(lengths: list[int]) -> list[int]:
    """Return B, M, E, S as 0 to 3 for each character."""
    found: list[int] = []
    for length in lengths:
        found += [3] if length == 1 else [0, *[1] * (length - 2), 2]
    return found


class State(NamedTuple):
    """What training changes: weights and transitions, with their sums of squared gradients."""

    weights: Any
    squares: Any
    moves: Any
    move_squares: Any


@numba.njit(cache=True)
def _log_sum(values: Any) -> Any:
    top = values.max()
    return top + np.log(np.exp(values - top).sum())


@numba.njit(cache=True)
def _forward(scores: Any, moves: Any) -> Any:
    """Return log sums over the paths up to each place and label.

    `moves` holds -1e30 where barred.
    """
    found = np.full(scores.shape, -1e30)
    found[0, 0], found[0, 3] = scores[0, 0], scores[0, 3]
    for t in range(1, len(scores)):
        for b in range(4):
            found[t, b] = _log_sum(found[t - 1] + moves[:, b]) + scores[t, b]
    return found


@numba.njit(cache=True)
def _backward(scores: Any, moves: Any) -> Any:
    """Return log sums over the paths behind each place and label."""
    found = np.full(scores.shape, -1e30)
    found[-1, 2] = found[-1, 3] = 0.0
    for t in range(len(scores) - 2, -1, -1):
        for a in range(4):
            found[t, a] = _log_sum(found[t + 1] + moves[a] + scores[t + 1])
    return found


@numba.njit(cache=True)
def _learn_moves(state: State, before: Any, behind: Any, gold: Any) -> None:
    """Take AdaGrad's step on the transitions, by the paths up to and from each place."""
    moves = state.moves.copy()
    for t in range(1, len(gold)):
        for a in range(4):
            for b in range(4):
                if moves[a, b] > BARRED / 2:
                    chance = np.exp(before[t - 1, a] + moves[a, b] + behind[t, b])
                    slope = (1.0 if a == gold[t - 1] and b == gold[t] else 0.0) - chance
                    state.move_squares[a, b] += slope * slope
                    state.moves[a, b] += RATE * slope / np.sqrt(state.move_squares[a, b] + 1e-8)


@numba.njit(cache=True)
def _learn_weights(state: State, rows: Any, kept: Any, slopes: Any) -> None:
    """Take AdaGrad's step on the weights of one sentence's features."""
    for t in range(len(rows)):
        for k in range(rows.shape[1]):
            if kept[t, k]:
                for a in range(4):
                    row = rows[t, k]
                    step = slopes[t, a] - DECAY * state.weights[row, a]
                    state.squares[row, a] += step * step
                    state.weights[row, a] += RATE * step / np.sqrt(state.squares[row, a] + 1e-8)


@numba.njit(cache=True)
def _train(state: State, rows: Any, gold: Any, starts: Any, order: Any) -> float:
    """Train for one epoch, seeded by its order; gives the sum of the log likelihoods (nats)."""
    np.random.seed(order[0])
    total = 0.0
    for number in order:
        first, last = starts[number], starts[number + 1]
        mine, right = rows[first:last], gold[first:last]
        kept = np.random.random(mine.shape) >= DROPOUT
        scores = np.zeros((len(mine), 4))
        for t in range(len(mine)):
            for k in range(mine.shape[1]):
                if kept[t, k]:
                    scores[t] += state.weights[mine[t, k]]
        before, behind = _forward(scores, state.moves), _backward(scores, state.moves)
        norm = _log_sum(before[-1, 2:])
        slopes = -np.exp(before + behind - norm)
        for t in range(len(right)):
            slopes[t, right[t]] += 1.0
            total += scores[t, right[t]]
            if t:
                total += state.moves[right[t - 1], right[t]]
        total -= norm
        _learn_moves(state, before - norm, scores + behind, right)
        _learn_weights(state, mine, kept, slopes)
    return total


def learn(data: list[tuple[str, list[int]]], words: dict[str, str]) -> Segmenter:
    """Train on texts with the lengths of their words."""
    rows = np.concatenate([features(text, words, BUCKETS) for text, _ in data])
    gold = np.concatenate([np.array(labels(lengths)) for _, lengths in data])
    starts = np.concatenate([[0], np.cumsum([len(text) for text, _ in data])])
    barred = [[0.0 if b in FOLLOWS[a] else BARRED for b in range(4)] for a in range(4)]
    table = (BUCKETS, 4)
    state = State(np.zeros(table), np.zeros(table), np.array(barred), np.zeros((4, 4)))
    mean, mean_moves = np.zeros(table), np.zeros((4, 4))
    chance = np.random.default_rng(SEED)
    for epoch in range(EPOCHS):
        found = _train(state, rows, gold, starts, chance.permutation(len(data)))
        log.info("epoch %d: %.4f nats a character", epoch + 1, -found / len(gold))
        if epoch >= EPOCHS - AVERAGED:
            mean += state.weights / AVERAGED
            mean_moves += state.moves / AVERAGED
    mean *= 1 - DROPOUT
    scale = float(np.quantile(np.abs(mean[mean != 0]), 0.9999)) / 127
    small = np.clip(np.rint(mean / scale), -127, 127).astype(np.int8)
    return Segmenter(small, mean_moves.astype(np.float32), scale, words)


def measure(model: Segmenter, data: list[tuple[str, list[int]]]) -> dict[str, float]:
    """Return word F1 (0-100) and characters per CPU second."""
    same = mine = theirs = 0
    begin = time.process_time()
    found = [model.lengths(text) for text, _ in data]
    seconds = time.process_time() - begin
    for cut, (_, lengths) in zip(found, data, strict=True):
        ours, gold = set(_spans(cut)), set(_spans(lengths))
        same, mine, theirs = same + len(ours & gold), mine + len(ours), theirs + len(gold)
    return {
        "F1": round(200 * same / (mine + theirs), 2),
        "characters/s": round(sum(len(text) for text, _ in data) / seconds),
    }


def _spans(lengths: list[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for length in lengths:
        yield start, start + length
        start += length


def listed(path: Path) -> dict[str, str]:
    """Read the word list: words of one to six characters, simplified, met often enough → tag."""
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    found: dict[str, tuple[int, str]] = {}
    for word, count, tag in rows:
        if LISTED.fullmatch(word) and int(count) >= LEAST_COUNT:
            found[simplified(word)] = max(found.get(simplified(word), (0, "")), (int(count), tag))
    return {word: tag for word, (_, tag) in sorted(found.items())}


def treebank(folders: list[Path], name: str) -> list[tuple[str, list[int]]]:
    """Read a treebank; FileNotFoundError if it is in none of the folders."""
    path = find(folders, name)
    if path is None:
        raise FileNotFoundError(f"{name}.conllu is in none of the treebank folders (--ud)")
    return list(sentences(path))


def main() -> None:
    """Read the arguments, train, write and measure."""
    parser = argparse.ArgumentParser(
        prog="python -m training.pipelines.zh_segmenter", description=__doc__
    )
    parser.add_argument(
        "--ud", type=Path, action="append", required=True, help="folder of treebanks"
    )
    parser.add_argument("--words", type=Path, required=True, help="jieba's dict.txt")
    parser.add_argument("--out", type=Path, required=True, help="directory to write")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    words = listed(arguments.words)
    data = [item for name in TRAIN for item in treebank(arguments.ud, name)]
    model = learn(data, words)
    arguments.out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        arguments.out / WEIGHTS,
        weights=model.weights,
        transitions=model.transitions,
        scale=model.scale,
    )
    (arguments.out / WORDS).write_text(
        "".join(f"{word} {tag}\n" for word, tag in words.items()), encoding="utf-8"
    )
    rows = []
    for name in TESTS:
        found = measure(model, treebank(arguments.ud, name))
        rows.append(f"| {name} | {found['F1']:.1f} | {found['characters/s']:,.0f} |")
    log.info("%s", "\n".join(rows))
    card = CARD.read_text(encoding="utf-8").format(
        words=len(words), least=LEAST_COUNT, buckets=BUCKETS, epochs=EPOCHS, table="\n".join(rows)
    )
    (arguments.out / "CARD.md").write_text(card, encoding="utf-8")


if __name__ == "__main__":
    main()
