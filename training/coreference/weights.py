"""Fit the salience weights of the English coreference rules on gold coreference (GUM).

    python -m training.coreference.weights FOLDER [--analyzer gold|embedded] [--out weights.toml]

Each pronoun is a choice among its candidates and "none"; the weights maximise the log-likelihood of
the gold-coreferent candidates (any of them) less an L2 penalty, by Adam on the full batch. The
first round follows gold decisions, later rounds the model's own, so that entities look as they will
look at work. Deterministic; about a minute.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.tasks.coref import analysed, with_heads
from benchmarks.tasks.coref_gold import FREE_GENRES, read_gum
from benchmarks.tasks.coref_measures import GoldIndex, Span
from discotag_lang_en.coref import salience
from discotag_lang_en.coref.mentions import Phrase, phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import CLASSES, Candidate, Weights, choose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side

SMALLEST = 0.05
"""Weights below this are left out: they change next to nothing."""
Choice = tuple[list[tuple[str, ...]], list[bool]]
"""The features of every candidate and of "none" (last), and which of them are right."""


class Watcher:
    """A chooser that notes every choice, and decides as gold or as the model does."""

    def __init__(self, index: GoldIndex, side: Side, *, follows_gold: bool) -> None:
        self.index, self.side, self.follows_gold = index, side, follows_gold
        self.choices: dict[str, list[Choice]] = defaultdict(list)

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the choice, then choose."""
        wanted = self._entity(pronoun)
        right = [wanted is not None and self._entity(item.mention) == wanted for item in candidates]
        if pronoun.pronoun is not None and candidates:
            self.choices[CLASSES[pronoun.pronoun]].append(
                ([*(item.features for item in candidates), tuple(none)], [*right, not any(right)])
            )
        if self.follows_gold:
            return (right.index(True), 1.0) if any(right) else (None, 0.0)
        return choose(pronoun, candidates, none)

    def _entity(self, phrase: Phrase) -> str | None:
        tokens, mention = self.side[phrase.segment], phrase.mention
        found = self.index.find(
            Span(
                mention.segment,
                tokens.starts[mention.start],
                tokens.ends[mention.end - 1],
                tokens.starts[mention.head],
                mention.kind == "pronoun",
            )
        )
        return found.entity if found and not found.is_expletive else None


def collect(
    documents: Iterable[tuple[GoldDocument, Side]], options: RuleOptions, *, follows_gold: bool
) -> dict[str, list[Choice]]:
    """Run the rules over documents and give the choices they met, by class of pronoun."""
    choices: dict[str, list[Choice]] = defaultdict(list)
    for document, side in documents:
        watcher = Watcher(GoldIndex(with_heads(document, side)), side, follows_gold=follows_gold)
        discourse = Discourse(options, watcher)
        for segment, tokens in enumerate(side):
            discourse.read(phrases(segment, tokens))
        for name, items in watcher.choices.items():
            choices[name].extend(items)
    return choices


def fit(choices: Sequence[Choice], *, penalty: float, rounds: int = 300) -> dict[str, float]:
    """Return the weights of one class; features seen fewer than five times weigh nothing."""
    seen: dict[str, int] = defaultdict(int)
    for rows, _ in choices:
        for row in rows:
            for name in row:
                seen[name] += 1
    names = sorted(name for name, count in seen.items() if count >= 5)
    number = {name: index for index, name in enumerate(names)}
    cells, owners, starts, right = [], [], [0], []
    row_count = 0
    for rows, flags in choices:
        for row in rows:
            known = [number[name] for name in row if name in number]
            cells.extend(known)
            owners.extend([row_count] * len(known))
            row_count += 1
        starts.append(row_count)
        right.extend(flags)
    feature, owner = np.array(cells), np.array(owners)
    first = np.array(starts[:-1])
    item = np.repeat(np.arange(len(choices)), np.diff(starts))
    is_right = np.array(right)
    weights: NDArray[np.float64] = np.zeros(len(names))
    mean, variance = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, rounds + 1):
        totals = np.asarray(np.bincount(owner, weights[feature], row_count), dtype=np.float64)
        shares = _softmax(totals, first, item)
        wanted = _softmax(np.where(is_right, totals, -1e9), first, item)
        slope = np.bincount(feature, (wanted - shares)[owner], len(names)) - penalty * weights
        mean = 0.9 * mean + 0.1 * slope
        variance = 0.999 * variance + 0.001 * slope**2
        weights += 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(variance / (1 - 0.999**step)) + 1e-8)
    return {name: round(float(value), 2) for name, value in zip(names, weights, strict=True)}


def _softmax(
    totals: NDArray[np.float64], first: NDArray[np.int64], item: NDArray[np.int64]
) -> NDArray[np.float64]:
    powers = np.exp(totals - np.maximum.reduceat(totals, first)[item])
    return np.asarray(powers / np.add.reduceat(powers, first)[item])


def write(tables: dict[str, dict[str, float]], path: Path, note: str) -> None:
    """Write the weights as TOML."""
    lines = [
        "# Salience weights of pronoun resolution: class → feature → weight (log-odds).",
        f"# Source: fitted by training/coreference/weights.py on {note}.",
    ]
    for name in ("person", "it", "they"):
        lines += ["", f"[{name}]"]
        lines += [
            f'"{feature}" = {value}'
            for feature, value in sorted(tables[name].items())
            if abs(value) >= SMALLEST
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Fit in three rounds and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="train")
    parser.add_argument("--analyzer", choices=("gold", "embedded"), default="gold")
    parser.add_argument("--window", type=int, default=RuleOptions().window)
    parser.add_argument("--penalty", type=float, default=5.0)
    parser.add_argument(
        "--out", type=Path, default=Path(salience.__file__).with_name("weights.toml")
    )
    arguments = parser.parse_args()
    gold = read_gum(arguments.folder, arguments.split)
    free = [document for document in gold if document.genre in FREE_GENRES]
    documents = analysed(free, arguments.analyzer)
    options = RuleOptions(window=arguments.window)
    pool = collect(documents, options, follows_gold=True)
    for turn in range(3):
        tables = {
            name: fit(pool[name], penalty=arguments.penalty) for name in ("person", "it", "they")
        }
        write(
            tables,
            arguments.out,
            f"GUM {arguments.split} (free genres), {arguments.analyzer} parses, "
            f"window {arguments.window}, L2 {arguments.penalty}",
        )
        if turn == 2:
            break
        fresh = Weights.model_validate(tables)
        salience.weights = lambda fresh=fresh: fresh  # type: ignore[assignment]
        more = collect(documents, options, follows_gold=False)
        for name, choices in more.items():
            pool[name] = pool[name][: len(choices)] + choices
    print({name: len(choices) for name, choices in pool.items()})


if __name__ == "__main__":
    main()
