"""Learn how the aligner `lexicon` weighs its posteriors, from gold links and from a better aligner.

    python -m training.links_lexicon DATA [--gold FOLDER …] [--out FILE]

Of the texts that the tables of fourteen languages were learned from (`training/lexicons`), 300 long
sentence pairs each; their links are those of `joined:lexicon+e5`. Beside them, twice as
heavy, the gold of cs, pl, sv and uk, which was written for this project. Every language counts as
much as another. Logistic regression; three CPU minutes.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.tasks.alignment import GoldPair, gold_sets, made_aligner, words
from benchmarks.tasks.harness import registry
from discotag.plugins.aligners.lexicon import weighing
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag_train.lexicons.corpora import sentence_pairs, tokenizer_of
from discotag_train.lexicons.making import read_recipe, taught_pairs, tokens_of
from training.logistic import fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROOT = Path(__file__).parents[1]
RECIPES = ROOT / "training/lexicons/languages.toml"
GOLD = [ROOT / f"plugins/lang-{code}/gold" for code in ("cs", "pl", "sv", "uk")]
TAUGHT = ["ar", "de", "es", "fr", "he", "it", "ja", "ko", "nl", "pt", "ro", "ru", "tr", "zh"]
TEACHER = "joined:lexicon+e5"
LONG, PAIRS, LONGEST = 6_000, 300, 100
"""Of so many longest sentence pairs, so many are taught, if no side has more tokens."""
GOLD_WEIGHT = 2


def taught(language: str, data: Path) -> Iterator[GoldPair]:
    """Yield sentence pairs of a table's texts with the teacher's links."""
    recipes = read_recipe(RECIPES, "en"), read_recipe(RECIPES, language)
    english, foreign = (tokenizer_of(recipe) for recipe in recipes)
    texts = sentence_pairs(data, recipes[1])
    places = taught_pairs(texts, LONG)
    random.Random(1).shuffle(places)
    chosen = [texts[place] for place in places[:PAIRS]]
    pairs = [(tokens_of(one, english), tokens_of(other, foreign)) for one, other in chosen]
    pairs = [pair for pair in pairs if all(0 < len(side) <= LONGEST for side in pair)]
    aligner = made_aligner(TEACHER, registry(), language, {})
    for (one, other), found in zip(pairs, aligner.align(pairs), strict=True):
        links = frozenset(found.links)
        yield GoldPair(one.forms, other.forms, links, links)


def shown(language: str, pairs: Iterable[GoldPair]) -> tuple[list[str], Floats, list[bool]]:
    """Return names of features, what word pairs that may be links show, and which are links."""
    aligner = made_aligner("lexicon", registry(), language, {})
    if not isinstance(aligner, LexiconAligner):
        raise TypeError(f"lexicon is {type(aligner).__name__}")
    pairs = list(pairs)
    told = aligner.cells([(words(pair.english), words(pair.foreign)) for pair in pairs])
    shown_by = weighing.features([cells for _, cells in told])
    links = [
        (place, link)
        for place, cells in told
        for link in zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
    ]
    kept = [at for at, (place, link) in enumerate(links) if pairs[place].counted(frozenset({link}))]
    rows = np.stack(list(shown_by.values()), axis=1)[kept].astype(np.float64)
    right = [links[at][1] in pairs[links[at][0]].possible for at in kept]
    return list(shown_by), rows, right


def written(names: Sequence[str], factors: Floats, bias: float) -> str:
    """Return the file of weights."""
    return "\n".join(
        [
            "# Weights of weighing.py. Written by `python -m training.links_lexicon`; data and",
            "# licences: training/README.md, Links of the lexicon.",
            f"bias = {bias:.4f}",
            "",
            "[features]",
            *(f'"{name}" = {value:.4f}' for name, value in zip(names, factors, strict=True)),
            "",
        ]
    )


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--gold", type=Path, nargs="+", default=GOLD)
    parser.add_argument(
        "--out", type=Path, default=Path(weighing.__file__).with_name("weighing.toml")
    )
    given = parser.parse_args()
    sets = [(code, 1, taught(code, given.data)) for code in TAUGHT]
    sets += [
        (gold.language, GOLD_WEIGHT, iter(gold.pairs))
        for folder in given.gold
        for gold in gold_sets(folder, None)
    ]
    names, rows, right, counts = list[str](), list[Any](), list[Any](), list[Any]()
    for language, weight, pairs in sets:
        names, own, links = shown(language, pairs)
        rows.append(own)
        right.append(np.array(links, dtype=float))
        counts.append(np.full(len(links), weight / len(links)))
        print(f"en-{language}: {len(links)} word pairs, {sum(links)} links", flush=True)
    share = np.concatenate(counts)
    factors, bias = fitted(np.concatenate(rows), np.concatenate(right), share / share.mean())
    given.out.write_text(written(names, factors, bias), encoding="utf-8")


if __name__ == "__main__":
    main()
