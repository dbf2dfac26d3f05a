"""Explicit connectives against gold, from raw text: the layer `connectives` as users get it.

DISRPT's `.conllu` files (`eng.pdtb.gum`, `por.pdtb.tedm` …) tell which words are connectives; UD
files of GUM also tell senses and whether the first argument stands before the sentence. A span is
right if it is a gold connective to the letter; a word, if it belongs to some gold connective. The
parts of a split connective (*if … then*) count one by one. Texts that DISRPT masks are left out.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.tasks.connectives_gold import LEARNED_GENRES, GoldText, read_disrpt, read_gdtb
from benchmarks.tasks.figures import Figures, Value, ratio, scores, without_data
from discotag.core.document import Side
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.interfaces import Annotator
    from discotag_phen_connectives.words import Connective

SUMMARY = "connectives: P, R and F1 of spans and words, senses, places of first arguments"
LANGUAGES = {"eng": "en", "por": "pt", "ita": "it", "tur": "tr"}
UD_FILES = ("-ud-dev.conllu", "-ud-test.conllu")
ENGLISH = ("connective-model", "connective-e5")
"""Annotators of English."""
LEAST = 10
"""Gold connectives below which a genre has no row of its own."""


class Judged(NamedTuple):
    """What was found in a text and what is there: spans, words, and agreement on those right."""

    genre: str
    gold: int
    found: int
    right: int
    words_gold: int
    words_found: int
    words_right: int
    senses: tuple[int, int]
    places: tuple[int, int]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--errors", action="store_true", help="print the words of the errors")
    parser.add_argument("--without", action="append", default=[], help="leave this word out")
    parser.add_argument("--annotator", choices=ENGLISH, default=ENGLISH[0], help="of English")
    parser.add_argument("--genres", action="store_true", help="also a row for each genre")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure every file below the folder that holds gold connectives."""
    rows: list[tuple[Value, ...]] = []
    for path, language, texts in _files(given.folder):
        if given.lang not in {None, language}:
            continue
        judged = list(judge(texts, language, frozenset(given.without), given.annotator))
        rows.append(_row(path.stem, judged))
        if given.genres:
            rows += _by_genre(path.stem, judged)
        if given.errors:
            for name in ("missed", "wrong"):
                words = Counter(word for item in judged for word in getattr(item, name))
                shown = ", ".join(f"{word} {times}" for word, times in words.most_common(25))
                print(f"{path.stem}, {name}: {shown}")
    if not rows:
        raise without_data("*.pdtb.*.conllu or *-ud-dev.conllu with PDTB=", given.folder)
    columns = ("file", "gold", "found", "right", "P", "R", "F1", "word F1", "sense", "place")
    title = "connectives, spans; word F1; shares of right spans"
    return [Figures(title, columns, tuple(rows))]


def _files(folder: Path) -> Iterator[tuple[Path, str, list[GoldText]]]:
    for path in sorted(folder.rglob("*.conllu")):
        language = LANGUAGES.get(path.name.partition(".")[0])
        if language and ".pdtb." in path.name:
            yield path, language, list(read_disrpt(path))
        elif path.name.endswith(UD_FILES) and "|PDTB=" in path.read_text("utf-8"):
            yield path, "en", list(read_gdtb(path))


def judge(
    texts: Iterable[GoldText],
    language: str,
    without: Collection[str] = (),
    annotator: str = ENGLISH[0],
) -> Iterator[Judged]:
    """Find the connectives of texts and hold them against gold, but for some words."""
    for text in texts:
        side, layer = layered(text.segments, language, annotator)
        yield _judged(text, side, layer, without)


def layered(
    segments: Sequence[str], language: str, annotator: str = ENGLISH[0]
) -> tuple[Side, Sequence[Sequence[Connective]]]:
    """Analyse segments and find their connectives, as a run does."""
    analyzer, finder = _components(language, annotator)
    side = Side(language, tuple(segments), tuple(analyzer.analyze(segments)))
    return side, finder.annotate([side])[0]


@lru_cache(maxsize=2)
def _components(language: str, annotator: str) -> tuple[EmbeddedAnalyzer, Annotator]:
    from discotag_phen_connectives.annotators import EnglishConnectives, ListedConnectives
    from discotag_phen_connectives.encoded import EncodedConnectives

    pack = LanguagePack.from_package(f"discotag_lang_{language}")
    context = Context("connectives", pack, pack, side="source")
    english: dict[str, type[Annotator]] = dict(
        zip(ENGLISH, (EnglishConnectives, EncodedConnectives), strict=True)
    )
    kind = english[annotator] if language == "en" else ListedConnectives
    return EmbeddedAnalyzer.create(context), kind.create(context)


def _judged(
    text: GoldText,
    side: Side,
    layer: Sequence[Sequence[Connective]],
    without: Collection[str] = (),
) -> Judged:
    counts: Counter[str] = Counter()
    missed, wrong = [], []
    for segment, found in enumerate(layer):
        tokens = side[segment]
        spans = {
            (tokens.starts[item.tokens[0]], tokens.ends[item.tokens[-1]]): item
            for item in found
            if item.is_likely and item.form not in without
        }
        gold = {
            (item.start, item.end): item
            for item in text.connectives[segment]
            if tokens.text[item.start : item.end].lower() not in without
        }
        both = spans.keys() & gold.keys()
        counts.update(gold=len(gold), found=len(spans), right=len(both))
        words = [_covered(keys, text.tokens[segment]) for keys in (gold, spans)]
        counts.update(
            words_gold=len(words[0]),
            words_found=len(words[1]),
            words_right=len(words[0] & words[1]),
        )
        for span in both:
            if gold[span].sense is not None:
                counts.update(senses=1, senses_right=spans[span].sense == gold[span].sense)
                counts.update(places=1, places_right=spans[span].is_before == gold[span].is_before)
        missed += [tokens.text[slice(*span)].lower() for span in gold.keys() - both]
        wrong += [tokens.text[slice(*span)].lower() for span in spans.keys() - both]
    return Judged(
        text.genre,
        counts["gold"],
        counts["found"],
        counts["right"],
        counts["words_gold"],
        counts["words_found"],
        counts["words_right"],
        (counts["senses_right"], counts["senses"]),
        (counts["places_right"], counts["places"]),
        tuple(sorted(missed)),
        tuple(sorted(wrong)),
    )


def _covered(
    spans: Iterable[tuple[int, int]], places: Sequence[tuple[int, int]]
) -> set[tuple[int, int]]:
    listed = list(spans)
    return {
        place
        for place in places
        if any(start <= place[0] and place[1] <= end for start, end in listed)
    }


def _row(name: str, judged: Sequence[Judged]) -> tuple[Value, ...]:
    gold, found, right, words_gold, words_found, words_right = (
        sum(item[column] for item in judged)  # type: ignore[misc]
        for column in range(1, 7)
    )
    senses = [sum(item.senses[column] for item in judged) for column in (0, 1)]
    places = [sum(item.places[column] for item in judged) for column in (0, 1)]
    return (
        name,
        gold,
        found,
        right,
        *scores(right, found, gold),
        scores(words_right, words_found, words_gold)[2],
        ratio(*senses),
        ratio(*places),
    )


def _by_genre(name: str, judged: Sequence[Judged]) -> Iterator[tuple[Value, ...]]:
    for genre in sorted({item.genre for item in judged if item.genre}):
        chosen = [item for item in judged if item.genre == genre]
        if sum(item.gold for item in chosen) >= LEAST:
            mark = "" if genre in LEARNED_GENRES else " (genre not learned from)"
            yield _row(f"{name.partition('_')[0]} {genre}{mark}", chosen)
