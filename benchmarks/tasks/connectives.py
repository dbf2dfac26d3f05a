"""Explicit connectives against gold, from raw text: the layer `connectives` as users get it.

DISRPT's `.conllu` files (`eng.pdtb.gum`, `por.pdtb.tedm` …) tell which words are connectives; UD
files of GUM also tell senses and whether the first argument stands before the sentence. A span is
right if it is a gold connective to the letter; a word, if it belongs to some gold connective. The
parts of a split connective (*if … then*) count one by one. Texts that DISRPT masks are left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.tasks.coref_gold import FREE_GENRES
from benchmarks.tasks.harness import Figures, Value, at, blocks, ratio, scores, without_data
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


__all__ = ["LEARNED_GENRES", "GoldConnective", "GoldText", "read_disrpt", "read_gdtb"]
LEARNED_GENRES = FREE_GENRES | {"academic", "court"}
"""The two more are CC BY 4.0 by GUM's own LICENSE.md; the treebank's says nothing of them."""
JOINED = {
    "de": "d", "em": "n", "a": "a", "por": "pel",
}  # fmt: skip
"""Portuguese prepositions → how they begin a contraction (*de_ o* is *do*)."""
COLUMNS = 10
WORDS = f"words of {COLUMNS} columns with tabs between"
TURN = re.compile(r"# newturn_id|# newdoc id")


@dataclass(frozen=True)
class GoldConnective:
    """A run of neighbouring words that are one connective, or one part of one.

    Args:
        start: offset of its first character in its segment.
        end: offset behind its last.
        sense: second-level sense as `discotag_phen_connectives` names it; None = not told.
        is_before: whether its first argument ends before its segment; None = not told.
    """

    start: int
    end: int
    sense: str | None = None
    is_before: bool | None = None


@dataclass
class GoldText:
    """A document.

    Args:
        id: its name.
        genre: its genre, where its name tells one.
        segments: its sentences (turns, in speech without sentences).
        tokens: (start, end) of each gold token, a list per segment.
        connectives: gold connectives, a list per segment.
    """

    id: str
    genre: str = ""
    segments: list[str] = field(default_factory=list)
    tokens: list[list[tuple[int, int]]] = field(default_factory=list)
    connectives: list[list[GoldConnective]] = field(default_factory=list)


def read_disrpt(path: Path) -> Iterator[GoldText]:
    """Yield the documents of a `.conllu` of the DISRPT shared task; masked texts are left out."""
    for name, parts in _documents(path):
        text = GoldText(name, _genre(name))
        for line, block in parts:
            with at(path, line, WORDS):
                segment, places, rows = _segment(block)
            if "____" in segment:
                break
            text.segments.append(segment)
            text.tokens.append(places)
            text.connectives.append(list(_runs(rows, places)))
        else:
            yield text


def _runs(
    rows: Sequence[Sequence[str]], places: Sequence[tuple[int, int]]
) -> Iterator[GoldConnective]:
    begin: int | None = None
    for index, row in enumerate([*rows, [""] * 10]):
        value = re.search(r"Conn=([BI])-conn", row[9])
        if begin is not None and (value is None or value[1] == "B"):
            yield GoldConnective(places[begin][0], places[index - 1][1])
            begin = None
        if value is not None and begin is None:
            begin = index


def read_gdtb(path: Path) -> Iterator[GoldText]:
    """Yield the documents of a UD file of GUM with senses and places of first arguments."""
    for name, parts in _documents(path):
        text = GoldText(name, _genre(name))
        where: dict[int, tuple[int, int]] = {}
        relations: list[str] = []
        for number, (line, block) in enumerate(parts):
            with at(path, line, WORDS):
                segment, places, rows = _segment(block)
            text.segments.append(segment)
            text.tokens.append(places)
            for index, row in enumerate(rows):
                where[len(where) + 1] = (number, index)
                if value := re.search(r"(?:^|\|)PDTB=([^|]*)", row[9]):
                    relations += value[1].split(";")
        with at(path, parts[0][0], f"PDTB=Explicit:SENSE:…:WORDS:WORDS within {name}"):
            found = _explicit(relations, where, text)
        text.connectives = [
            sorted(set(found[number]), key=lambda item: item.start)
            for number in range(len(text.segments))
        ]
        yield text


def _explicit(
    relations: Iterable[str], where: dict[int, tuple[int, int]], text: GoldText
) -> dict[int, list[GoldConnective]]:
    found: dict[int, dict[int, GoldConnective]] = defaultdict(dict)
    for relation in relations:
        cells = relation.split(":")
        if cells[0] != "Explicit" or cells[3] == "_":
            continue
        sense = cells[1].split(".")[1].lower().partition("+")[0]
        argument = [where[number] for part in _parts(cells[4]) for number in part]
        for part in _parts(cells[3]):
            segment, first = where[part[0]]
            places = text.tokens[segment]
            last = where[part[-1]][1]
            is_before = bool(argument) and all(place[0] < segment for place in argument)
            item = GoldConnective(places[first][0], places[last][1], sense, is_before)
            found[segment].setdefault(item.start, item)
    return {segment: list(items.values()) for segment, items in found.items()} | {
        number: [] for number in range(len(text.segments)) if number not in found
    }


def _parts(cell: str) -> list[range]:
    """Read token numbers such as `3-5,8`; neighbouring parts become one."""
    parts: list[range] = []
    for piece in cell.split(","):
        if not piece[:1].isdigit():
            continue
        first, _, last = piece.partition("-")
        run = range(int(first), int(last or first) + 1)
        if parts and parts[-1].stop == run.start:
            run = range(parts.pop().start, run.stop)
        parts.append(run)
    return parts


def _documents(path: Path) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """Yield each document's name and its sentences, each with the line where it begins.

    Where there are no sentences, turns are taken for them.
    """
    name, parts = "", list[tuple[int, list[str]]]()
    has_text = any(line.startswith("# text =") for _, lines in blocks(path) for line in lines)
    for number, lines in blocks(path):
        opened = next((line for line in lines if line.startswith("# newdoc id")), None)
        if opened is not None:
            if parts:
                yield name, parts
            name, parts = opened.partition("=")[2].strip(), []
        if any(line[:1].isdigit() for line in lines):
            is_new = has_text or not parts or any(TURN.match(line) for line in lines)
            if is_new:
                parts.append((number, []))
            parts[-1][1].extend(lines)
    if parts:
        yield name, parts


def _segment(lines: Sequence[str]) -> tuple[str, list[tuple[int, int]], list[list[str]]]:
    """Return a segment's text, each word's place in it, and the words' rows."""
    rows = [line.split("\t") for line in lines if re.match(r"\d+\t", line)]
    if any(len(row) != COLUMNS for row in rows):
        raise ValueError("a row of another length")
    given = next((line[9:] for line in lines if line.startswith("# text = ")), None)
    if given is None or any(row[1].endswith("_") and len(row[1]) > 1 for row in rows):
        return _put_together(rows)
    places: list[tuple[int, int]] = []
    place = 0
    for row in rows:
        found = given.find(row[1], place)
        if found < 0 or found > place + 1:  # a word that is contracted in the text
            found, size = place, 0
        else:
            size = len(row[1])
        places.append((found, found + size))
        place = found + size
    return given, places, rows


def _put_together(
    rows: list[list[str]],
) -> tuple[str, list[tuple[int, int]], list[list[str]]]:
    text, places = "", []
    joint = ""
    for index, row in enumerate(rows):
        form = row[1]
        behind = rows[index + 1][1] if index + 1 < len(rows) else ""
        if form.endswith("_") and form[:-1].lower() in JOINED and behind:
            word = form[:-1]
            joint = word[: len(word) - len(word.lower())] + JOINED[word.lower()]
            joint = joint.capitalize() if word[:1].isupper() else joint
            start = len(text)
            places.append((start, start + len(joint)))
            continue
        if joint == "a" and behind is not None and form.lower() in {"a", "as"}:
            form, joint = f"à{form[1:]}", ""
            places[-1] = (places[-1][0], places[-1][0] + 1)
        start = len(text)
        shown = f"{joint}{form}"
        places.append((start, start + len(shown)))
        text += shown + ("" if "SpaceAfter=No" in row[9] else " ")
        joint = ""
    return text.rstrip(), places, rows


def _genre(name: str) -> str:
    cells = name.split("_")
    return cells[1] if cells[0] in {"GUM", "GENTLE"} and len(cells) > 1 else ""


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
