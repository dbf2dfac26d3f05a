"""Learn an English model of connectives from GUM's discourse layer alone.

    python -m training.connectives UD_English-GUM --out en.json

The shipped model learned from a teacher, too: `training.connectives.taught`.

Only texts under CC BY, CC BY-SA or in the public domain are read. Each listed word of a text, as
the embedded pipeline analyses it, is an example: is it a gold connective, with which sense, and
does its first argument stand before its sentence? Deterministic; about two minutes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.tasks.connectives import LEARNED_GENRES, GoldConnective, GoldText, read_gdtb
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer
from discotag_phen_connectives.annotators import PATH
from discotag_phen_connectives.features import features, for_senses
from discotag_phen_connectives.words import read_words
from training.logistic import Matrix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.tokens import Tokens
PENALTY = 1.0
SENSE_PENALTY = 3.0


class Example(NamedTuple):
    """A listed word: its features, and the gold connective that it is, or None."""

    names: tuple[str, ...]
    gold: GoldConnective | None


def examples(texts: Iterable[GoldText], analyzer: EmbeddedAnalyzer) -> Iterator[Example]:
    """Yield the listed words of texts as the pipeline analyses them."""
    for text in texts:
        analysed = analyzer.analyze(text.segments)
        for tokens, gold in zip(analysed, text.connectives, strict=True):
            yield from examples_of(tokens, gold)


def examples_of(tokens: Tokens, gold: Iterable[GoldConnective]) -> Iterator[Example]:
    """Yield the listed words of one segment."""
    words = read_words("en")
    places = {(item.start, item.end): item for item in gold}
    for word, span in words.find(tokens):
        names = features(tokens, span, word, words.groups[word][0].kind)
        yield Example(names, places.get((tokens.starts[span[0]], tokens.ends[span[-1]])))


def learned(given: list[Example], penalty: float) -> dict[str, Any]:
    """Fit the three parts of the model."""
    use = Matrix([item.names for item in given]).fit(
        [item.gold is not None for item in given], penalty
    )
    right = [(item.names, item.gold) for item in given if item.gold is not None]
    before = Matrix([names for names, _ in right]).fit(
        [bool(gold.is_before) for _, gold in right], penalty
    )
    matrix = Matrix([for_senses(names) for names, _ in right], least=1)
    senses = {
        sense: matrix.fit([gold.sense == sense for _, gold in right], SENSE_PENALTY)
        for sense in sorted({gold.sense or "" for _, gold in right})
    }
    return {"use": use, "before": before, "senses": senses}


def english() -> EmbeddedAnalyzer:
    """Load the embedded English pipeline."""
    pack = LanguagePack.from_package("discotag_lang_en")
    return EmbeddedAnalyzer.create(Context("embedded", pack, pack, side="source"))


def given(
    prog: str, about: str, shipped: Path, arguments: Sequence[str] | None = None
) -> tuple[list[GoldText], Path]:
    """Read the command line of a recipe; return the texts to learn from, and where weights go.

    Args:
        prog: its name.
        about: its help.
        shipped: the file of the package.
        arguments: None = those of the process.
    """
    parser = argparse.ArgumentParser(
        prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a release of UD_English-GUM")
    parser.add_argument("--out", type=Path, default=shipped)
    told = parser.parse_args(arguments)
    path = told.folder / "en_gum-ud-train.conllu"
    if not path.is_file():
        parser.error(f"{path} does not exist")
    return [text for text in read_gdtb(path) if text.genre in LEARNED_GENRES], told.out


def main() -> None:
    """Read, fit, write."""
    texts, out = given("training.connectives", __doc__ or "", PATH)
    model = learned(list(examples(texts, english())), PENALTY)
    text = json.dumps(model, ensure_ascii=False, sort_keys=True, indent=0)
    out.write_text(f"{text}\n", "utf-8")
    print(f"{out}: {len(texts)} texts, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
