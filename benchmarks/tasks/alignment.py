"""Word alignment against gold: precision, recall, F1 and AER of any aligners, side by side.

Precision is taken against sure and possible links, recall against sure ones; AER as Och and Ney
(2003) define it. Tokens are the gold's own; each pair is aligned by itself.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import RootModel

from benchmarks.tasks.harness import (
    Figures,
    Value,
    at,
    json_items,
    registry,
    side_by_side,
    text_lines,
    without_data,
)
from discotag.core.errors import UnknownNameError, UsageError
from discotag.core.tokens import Tokens
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.config import ComponentSpec, RunConfig, parse_options
from discotag.pipeline.planning import plan
from discotag.plugins.analyzers.conllu import read_conllu

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from discotag.core.interfaces import Aligner
    from discotag.core.registry import Registry

Links = frozenset[tuple[int, int]]
LINKS = re.compile(r"\s*(\d+-\d+\s*)+$")
USUAL = "lexicon"


@dataclass(frozen=True)
class GoldPair:
    """A tokenized English–foreign pair; its possible links include the sure ones.

    `annotated` holds the words of both sides that annotators looked at, where they did not look at
    all; a link that touches another word is not counted.
    """

    english: tuple[str, ...]
    foreign: tuple[str, ...]
    sure: Links
    possible: Links
    annotated: tuple[frozenset[int], frozenset[int]] | None = None

    def counted(self, links: Links) -> Links:
        """Return those of the links that count."""
        if self.annotated is None:
            return links
        left, right = self.annotated
        return frozenset((i, j) for i, j in links if i in left and j in right)


@dataclass(frozen=True)
class GoldSet:
    """The pairs of one file."""

    name: str
    language: str
    pairs: tuple[GoldPair, ...]


class WordLinks(RootModel[dict[str, list[str]]]):
    """English word id → ids of the words it is linked to."""


@dataclass(frozen=True)
class Measured:
    """What an aligner made of a gold set.

    Args:
        precision: in percent, as recall, F1 and AER.
        seconds: processor time for all pairs, loading not included.
    """

    precision: float
    recall: float
    f1: float
    aer: float
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument(
        "--aligner",
        action="append",
        metavar="NAME[:ARG]",
        help=f"an aligner, as discotag run takes it; repeatable, or with commas ({USUAL})",
    )
    parser.add_argument(
        "--set",
        action="append",
        metavar="ALIGNER.OPTION=VALUE",
        help="an option of an aligner, as discotag run takes it; repeatable",
    )
    parser.add_argument("--table", type=Path, help="a table to use in place of the language pack's")
    parser.add_argument("--pairs", type=int, help="only the first pairs of each set")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Align every gold file below the folder with each of the aligners."""
    known = registry()
    names = [name for text in given.aligner or [USUAL] for name in text.split(",")]
    options = parse_options(given.set or [])
    if given.table is not None:
        options.setdefault(USUAL, {})["table"] = str(given.table)
    check_options(options, names)
    found: dict[str, tuple[int, list[Measured] | None]] = {}
    for gold in gold_sets(given.folder, given.lang):
        pairs = gold.pairs[: given.pairs]
        name = f"en-{gold.language} {gold.name}"
        if gold.language not in known.languages:
            found[f"{name} (no language pack)"] = len(pairs), None
            continue
        made = [made_aligner(aligner, known, gold.language, options) for aligner in names]
        found[name] = len(pairs), [measured(aligner, pairs) for aligner in made]
    if not found:
        raise without_data("gold alignments", given.folder)
    return [_of_one(found)] if len(names) == 1 else _side_by_side(names, found)


def check_options(options: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> None:
    """Refuse options of what is not measured; UnknownNameError names it."""
    known = {part.partition(":")[0] for name in names for part in re.split(r"[:+]", name)}
    for name in sorted(set(options) - known):
        raise UnknownNameError("aligner", name, known, scope="of this benchmark")


def made_aligner(
    name: str, registry: Registry, language: str, options: Mapping[str, Mapping[str, Any]]
) -> Aligner:
    """Return an aligner of English and another language, planned and created as a run does it.

    Raises:
        PlanError: it is not installed, or does not serve the language.
        UsageError: it hands out the links of one text.
    """
    spec = ComponentSpec.parse(name)
    parts = {part.partition(":")[0] for part in re.split(r"[:+]", name)}
    config = RunConfig(
        source_language="en",
        target_language=language,
        aligners={"": spec},
        options={part: dict(options[part]) for part in parts & options.keys()},
    )
    planned = plan(config, registry, layers=frozenset({"alignment"}))
    if planned.is_sequential:
        raise UsageError(f"{name} hands out the links of one text; here each pair stands alone")
    return load_for_pair(planned.aligners[""], planned.source, planned.target).component


def measured(aligner: Aligner, gold: Sequence[GoldPair]) -> Measured:
    """Align gold pairs, and compare."""
    pairs = [(words(pair.english), words(pair.foreign)) for pair in gold]
    aligner.align(pairs[:1])  # tables and models are read when the first pair comes
    began = time.process_time()
    found = [frozenset(alignment.links) for alignment in aligner.align(pairs)]
    return Measured(*compared(found, gold), time.process_time() - began)


def _of_one(found: Mapping[str, tuple[int, list[Measured] | None]]) -> Figures:
    rows: list[tuple[Value, ...]] = []
    for name, (size, results) in found.items():
        values: tuple[Value, ...] = (None,) * 5
        if results is not None:
            (one,) = results
            speed = round(size / max(one.seconds, 1e-9))
            values = (one.precision, one.recall, one.f1, one.aer, speed)
        rows.append((name, size, *values))
    columns = ("gold", "pairs", "P", "R", "F1", "AER", "pairs/CPU s")
    return Figures("alignment, %", columns, tuple(rows), decimals=1)


def _side_by_side(
    names: Sequence[str], found: Mapping[str, tuple[int, list[Measured] | None]]
) -> list[Figures]:
    """Return precision, recall and F1 of each set, and the means over the sets."""
    rows: list[tuple[Value, ...]] = []
    for name, (size, results) in found.items():
        values: Sequence[Value] = [None] * 3 * len(names)
        if results is not None:
            values = [value for one in results for value in (one.precision, one.recall, one.f1)]
        rows.append((name, size, *values))
    heads = [f"{column} {name}" for name in names for column in ("P", "R", "F1")]
    tables = [Figures("links, %", ("gold", "pairs", *heads), tuple(rows), decimals=1)]
    done = [(size, results) for size, results in found.values() if results is not None]
    means: list[tuple[Value, ...]] = []
    for place, name in enumerate(names if done else ()):
        own = [results[place] for _, results in done]
        seconds = sum(one.seconds for one in own)
        means.append((
            name,
            sum(one.f1 for one in own) / len(own),
            sum(one.aer for one in own) / len(own),
            1000 * seconds / sum(size for size, _ in done),
        ))  # fmt: skip
    columns = ("aligner", "mean F1", "mean AER", "CPU ms a pair")
    return [*tables, Figures("means of the sets", columns, tuple(means), decimals=1)]


def compared(found: Iterable[Links], gold: Iterable[GoldPair]) -> tuple[float, float, float, float]:
    """Return precision, recall, F1 and AER in percent over all pairs."""
    size = sure = hit_sure = hit_possible = 0
    for every, pair in zip(found, gold, strict=True):
        links = pair.counted(every)
        size += len(links)
        sure += len(pair.sure)
        hit_sure += len(links & pair.sure)
        hit_possible += len(links & pair.possible)
    precision, recall = 100 * hit_possible / max(size, 1), 100 * hit_sure / max(sure, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-12)
    return precision, recall, f1, 100 * (1 - (hit_sure + hit_possible) / max(size + sure, 1))


def words(forms: Sequence[str]) -> Tokens:
    """Make bare tokens of words."""
    starts, at = [], 0
    for form in forms:
        starts.append(at)
        at += len(form) + 1
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(" ".join(forms), tuple(forms), tuple(starts), ends)


def gold_sets(folder: Path, language: str | None) -> Iterator[GoldSet]:
    """Find the gold files below a folder by their formats (see `benchmarks/README.md`)."""
    for read in (_sure_and_possible, _tab_separated, _numbered, _id_and_links, _content_words):
        for gold in read(folder):
            if gold.pairs and language in {None, gold.language}:
                yield gold


def _sure_and_possible(folder: Path) -> Iterator[GoldSet]:
    """Read `xxyy.src-tgt` (`words ||| words`) beside `xxyy.gold`, from 1: `i-j` sure, `ipj` not."""
    for path in sorted(folder.rglob("*.src-tgt")):
        name = path.stem
        foreign_first = not name.startswith("en")
        pairs = []
        gold = path.with_suffix(".gold")
        for number, (text, line) in side_by_side(path, gold):
            with at(path, number, "words ||| words"):
                first, second = (tuple(side.split()) for side in text.split("|||"))
            sure, possible = set(), set()
            for link in line.split():
                with at(gold, number, f"i-j or ipj in place of {link!r}"):
                    left, right = (int(part) - 1 for part in link.replace("p", "-").split("-"))
                if left < len(first) and right < len(second):  # some point past the end
                    turned = (right, left) if foreign_first else (left, right)
                    possible.add(turned)
                    if "p" not in link:
                        sure.add(turned)
            english, foreign = (second, first) if foreign_first else (first, second)
            pairs.append(GoldPair(english, foreign, frozenset(sure), frozenset(possible)))
        yield GoldSet(path.name, name.replace("en", "", 1), tuple(pairs))


def _tab_separated(folder: Path) -> Iterator[GoldSet]:
    """Read `xx/NAME.tsv`: `English TAB xx TAB i-j …`, 0-based, all sure; `train` is automatic."""
    for path in sorted(folder.rglob("*.tsv")):
        if path.stem == "train":
            continue
        rows = [line.split("\t") for line in text_lines(path)]
        if not any(LINKS.match(cell) for row in rows for cell in row[2:3]):
            continue  # another kind of table
        pairs = []
        for number, row in enumerate(rows, 1):
            with at(path, number, "English TAB foreign TAB i-j …"):
                pairs.append(_sure_pair(*row[:3]))
        name = f"{path.parent.parent.name}/{path.name}"
        yield GoldSet(name, path.parent.name, tuple(pairs))


def _sure_pair(english: str, foreign: str, links: str) -> GoldPair:
    found = frozenset(
        (int(left), int(right)) for left, right in (link.split("-") for link in links.split())
    )
    return GoldPair(tuple(english.split()), tuple(foreign.split()), found, found)


def _numbered(folder: Path) -> Iterator[GoldSet]:
    """Read `*.ref.wa` (`segment foreign English S|P`; segments from 1) beside both texts."""
    for path in sorted(folder.rglob("*.ref.wa")):
        (english_file,) = path.parent.glob("*.en")
        (foreign_file,) = path.parent.glob(f"{english_file.stem}.[!e]?")
        texts = [pair for _, pair in side_by_side(english_file, foreign_file)]
        sure: dict[int, set[tuple[int, int]]] = {
            segment: set() for segment in range(1, len(texts) + 1)
        }
        possible = {segment: set(links) for segment, links in sure.items()}
        for number, line in enumerate(text_lines(path), 1):
            with at(path, number, f"SEGMENT FOREIGN ENGLISH S|P, segments from 1 to {len(texts)}"):
                segment, left, right, kind = line.split()
                link = int(right), int(left)
                possible[int(segment)].add(link)
                if kind == "S":
                    sure[int(segment)].add(link)
        sides = zip(texts, sure.values(), possible.values(), strict=True)
        yield GoldSet(
            path.name,
            foreign_file.suffix[1:],
            tuple(
                GoldPair(
                    tuple(one.split()), tuple(two.split()), frozenset(first), frozenset(second)
                )
                for (one, two), first, second in sides
            ),
        )


def _id_and_links(folder: Path) -> Iterator[GoldSet]:
    """Read `*_xx/NAME.parallel.txt` (`words ||| words`) beside `NAME.gold.txt` (`id TAB i-j …`)."""
    for path in sorted(folder.rglob("*.parallel.txt")):
        links = path.with_name(path.name.replace(".parallel.", ".gold."))
        if "Silver" in path.name or not links.exists():  # made by aligners
            continue
        texts = []
        for number, line in enumerate(text_lines(path), 1):
            with at(path, number, "words ||| words"):
                english, foreign = line.split("|||")
            texts.append((english, foreign))
        pairs = []
        for number, line in enumerate(text_lines(links), 1):
            with at(links, number, f"ID TAB i-j …, ids from 0 to {len(texts) - 1}"):
                place, found = line.split("\t")
                english, foreign = texts[int(place)]
                pairs.append(_sure_pair(english, foreign, found))
        name = f"{path.parent.name}/{path.name}"
        yield GoldSet(name, path.parent.name.rpartition("_")[2], tuple(pairs))


def _content_words(folder: Path) -> Iterator[GoldSet]:
    """Read `en-xx/alignment.json` (English word id → ids, `X` = none) beside two CoNLL-U files."""
    for path in sorted(folder.rglob("alignment.json")):
        sides = [
            [
                {str(number): word.form for number, word in enumerate(sentence.words, start=1)}
                for sentence in read_conllu(path.with_name(name))
            ]
            for name in ("en.conllu", "target.conllu")
        ]
        pairs = []
        linked = [item.root for _, item in json_items(path, WordLinks)]
        with at(path, None, "as many items as sentences in en.conllu and in target.conllu"):
            triples = list(zip(*sides, linked, strict=True))
        for english, foreign, found in triples:
            first, second = (
                {word: at for at, word in enumerate(side)} for side in (english, foreign)
            )
            sure = frozenset(
                (first[left], second[right])
                for left, rights in found.items()
                for right in rights
                if left in first and right in second
            )
            seen = frozenset(first[left] for left in found if left in first)
            annotated = (seen, frozenset(right for _, right in sure))
            pairs.append(
                GoldPair(tuple(english.values()), tuple(foreign.values()), sure, sure, annotated)
            )
        yield GoldSet(f"{path.parent.name}/{path.name}", path.parent.name[3:], tuple(pairs))
