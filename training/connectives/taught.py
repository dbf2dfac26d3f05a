"""Learn the English model of connectives from gold and from what `connective-e5` says of free text.

    python -m training.connectives.taught DATA [--out en.json]

Needs discotag-e5 and its weights. Gold is that of `training.connectives`; the text that the teacher
reads are EWT and TICO-19, which are free. The teacher hears a model that knows gold alone, as it
did when it was learned, and its probability of each listed word counts as much as gold. Senses and
first arguments are learned from gold alone. Deterministic but for rounding; five CPU minutes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.tasks.connectives import LEARNED_GENRES, read_gdtb
from discotag_e5.encoder import open_encoder, vectors_in_text
from discotag_phen_connectives.annotators import PATH, Model
from discotag_phen_connectives.encoded import LAYER, read_encoded_model
from discotag_phen_connectives.features import features
from discotag_phen_connectives.words import read_words
from training.connectives.__main__ import PENALTY, english, examples, learned
from training.logistic import Matrix
from training.rankers import documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer

    Taught = tuple[tuple[str, ...], float]
GUM = Path("ud", "UD_English-GUM", "en_gum-ud-train.conllu")
TAUGHT_PENALTY = 4.0
"""Chosen on GUM dev among 1, 2 and 4: as good as 2, and a third smaller."""


def taught(
    texts: Iterable[tuple[str, ...]], analyzer: EmbeddedAnalyzer, small: Model
) -> Iterator[Taught]:
    """Yield features of the listed words of texts, and how likely the teacher thinks they are used.

    Args:
        texts: segments of each.
        analyzer: of English.
        small: what the teacher hears.
    """
    encoder, teacher, words = open_encoder(layer=LAYER), read_encoded_model(), read_words("en")
    for segments in texts:
        analysed = tuple(analyzer.analyze(segments))
        for tokens, vectors in zip(analysed, vectors_in_text(analysed, encoder), strict=True):
            for word, span in words.find(tokens):
                names = features(tokens, span, word, words.groups[word][0].kind)
                vector = vectors[list(span)].mean(axis=0)
                yield names, float(teacher.confidence(vector, small.log_odds(names)))


def main() -> None:
    """Read, ask the teacher, fit, write."""
    parser = argparse.ArgumentParser(
        prog="training.connectives.taught",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", type=Path, help="the folder of all corpora")
    parser.add_argument("--out", type=Path, default=PATH)
    told = parser.parse_args()
    analyzer = english()
    gold = [text for text in read_gdtb(told.data / GUM) if text.genre in LEARNED_GENRES]
    known = list(examples(gold, analyzer))
    model = learned(known, PENALTY)
    small = Model(model["use"], model["before"], model["senses"], "")
    free = (lines for name, lines in documents(told.data) if not name.startswith("GUM"))
    rows = [(item.names, float(item.gold is not None)) for item in known]
    rows += taught(free, analyzer, small)
    model["use"] = Matrix([names for names, _ in rows]).fit(
        [truth for _, truth in rows], TAUGHT_PENALTY
    )
    told.out.write_text(
        f"{json.dumps(model, ensure_ascii=False, sort_keys=True, indent=0)}\n", "utf-8"
    )
    print(f"{told.out}: {len(known)} words of gold, {len(rows) - len(known)} of free text")


if __name__ == "__main__":
    main()
