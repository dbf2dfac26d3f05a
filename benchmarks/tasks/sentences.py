"""Sentences: their ends, and which of a text and its translation belong together.

* Alignment gold in Vecalign's layout: `NAME.xx` and `NAME.yy` with a sentence a line, and
  `NAME.xxyy` with lines `[8, 9]:[10, 11, 12]` (0-based; an empty list: no counterpart). Strict: a
  bead is right if the gold has it; lax: if its sides share a sentence each with one gold bead.
  Beads without a counterpart are no part of either.
* Documents aligned line by line whose lines are forgotten, with line breaks kept and with lines
  joined: `src.L` beside `ref.NAME.L` and `docids.txt` (first column); TICO-19 (`all.en-xx.tsv`);
  runs of thirty lines of FLORES (`en-xx/flores200-devtest.tsv`);
  talks (`en-xx/N.json`, `systems` → rows with `src` and `ref`). A source sentence is wrong if none
  of the sentences it is put beside comes from its own line; unlinked if it is put beside none.
* The same documents, damaged: of the translation's lines of six words and more one in twenty is
  taken away, and one in thirty-three of another document is put in. An omission or addition is
  found if the check `omissions` tells one of its sentences; both texts are one segment.
* Treebanks (`xx_*-ud-*.conllu`): the ends of sentences in ten at a time, joined: all sentences, and
  those that end with a mark. F1 of spans.
"""

from __future__ import annotations

import json
import random
import re
import time
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import Figures, Value, registry, without_data
from benchmarks.tasks.omissions import of_words
from discotag.core.errors import InputError, UnknownNameError
from discotag.core.tags import TaggedDocument
from discotag.language.sentences import CLOSERS, ENDS, SentenceSplitter
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.plans import PlannedComponent
from discotag.plugins.aligners.lexicon.sources import find_table
from discotag.plugins.aligners.sentences.components import TextAligner
from discotag.plugins.aligners.sentences.search import SKIP
from discotag_lint.checks.omissions import OmissionCheck, OmissionOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import Bead
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import PlannedSentenceAligner

    Find = Callable[[Sequence[str], Sequence[str]], Sequence[Bead]]


IN_A_RUN = 30
"""Sentences of FLORES that are taken as a document: its articles have three in a row."""

Lines = tuple[list[str], list[str]]


def documents_of(folder: Path) -> Iterator[tuple[str, tuple[str, str], list[Lines]]]:
    """Yield the corpora below a folder: name, language codes, the lines of each document."""
    for path in sorted(folder.rglob("src.??")):
        ids = path.with_name("docids.txt")
        for other in sorted(path.parent.glob("ref.*.??")):
            names = ids.read_text(encoding="utf-8").splitlines() if ids.is_file() else None
            sides = [p.read_text(encoding="utf-8").splitlines() for p in (path, other)]
            codes = path.suffix[1:], other.suffix[1:]
            keys = [name.partition("\t")[0] for name in names] if names else [""] * len(sides[0])
            yield f"{path.parent.name} {other.name}", codes, _grouped(keys, *sides)
    for path in sorted(folder.rglob("all.en-*.tsv")):
        code = path.name.removeprefix("all.en-").removesuffix(".tsv")
        cells = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        keys = [row[0].partition(":")[0] for row in cells]
        yield path.name, ("en", code), _grouped(keys, [r[1] for r in cells], [r[2] for r in cells])
    for path in sorted(folder.rglob("en-??/flores200-devtest.tsv")):
        cells = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        keys = [str(number // IN_A_RUN) for number in range(len(cells))]
        pair = "en", path.parent.name[3:]
        sides = [[row[side] for row in cells] for side in (0, 1)]
        yield f"FLORES {path.parent.name}", pair, _grouped(keys, *sides)
    talks: dict[Path, list[Lines]] = defaultdict(list)
    for path in sorted(folder.rglob("??-??/*.json")):
        systems = json.loads(path.read_text(encoding="utf-8")).get("systems")
        if systems:
            rows = next(iter(systems.values()))
            talks[path.parent].append(_clean([r["src"] for r in rows], [r["ref"] for r in rows]))
    for place, documents in talks.items():
        yield place.name, (place.name[:2], place.name[3:]), documents


def _grouped(keys: Sequence[str], source: Sequence[str], target: Sequence[str]) -> list[Lines]:
    documents: dict[str, Lines] = {}
    for key, one, other in zip(keys, source, target, strict=True):
        document = documents.setdefault(key, ([], []))
        document[0].append(one)
        document[1].append(other)
    return [_clean(*document) for document in documents.values()]


def _clean(source: Sequence[str], target: Sequence[str]) -> Lines:
    """Leave out pairs with an empty side, and line breaks within lines."""
    pairs = [
        (" ".join(a.split()), " ".join(b.split())) for a, b in zip(source, target, strict=True)
    ]
    pairs = [pair for pair in pairs if all(pair)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


GOLD = re.compile(r"\s*\[([\d,\s]*)\]\s*:\s*\[([\d,\s]*)\]")
MARKED = re.compile(rf"[{re.escape(ENDS)}][{re.escape(CLOSERS)}]*$")
AT_A_TIME = 10
OMITTED, ADDED = 0.05, 0.03
LONG = 6
"""Words of a line whose omission is measured."""

Group = frozenset[int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--skip", type=float, default=SKIP, help="as of discotag align sentences")
    parser.add_argument(
        "--sentence-aligner",
        help="another than the one of words; omissions, and ends of sentences, are left out",
    )


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure all that is below the folder."""
    known = registry()
    found = [
        *_vecalign(given, known),
        *_lines(given, known),
        *(() if given.sentence_aligner else _splits(given, known)),
    ]
    if not found:
        raise without_data(
            "NAME.xxyy, src.L, all.en-xx.tsv, en-xx/N.json or *.conllu", given.folder
        )
    return found


def _packs(registry: Registry, *codes: str) -> tuple[LanguagePack, ...] | None:
    try:
        return tuple(registry.language(code).info for code in codes)
    except UnknownNameError:
        return None


# --- gold beads -----------------------------------------------------------------------------------


def _vecalign(given: argparse.Namespace, registry: Registry) -> Iterator[Figures]:
    rows: list[tuple[Value, ...]] = []
    paths = (path for path in given.folder.rglob("*.????") if path.suffix[1:].isalpha())
    for path in sorted(path for path in paths if len(path.suffix) == len(".xxyy")):
        codes = path.suffix[1:3], path.suffix[3:]
        sides = [path.with_suffix(f".{code}") for code in codes]
        packs = _packs(registry, *codes)
        if packs is None or given.lang not in {None, *codes} or not all(p.is_file() for p in sides):
            continue
        texts = [side.read_text(encoding="utf-8").splitlines() for side in sides]
        gold = read_gold(path)
        begin = time.process_time()
        beads = _aligner(given, registry, packs)(*texts)
        seconds = time.process_time() - begin
        made = {(Group(range(*bead.source)), Group(range(*bead.target))) for bead in beads}
        rows.append(
            (path.name, len(gold), *strict_and_lax(gold, made), round(len(texts[0]) / seconds))
        )
    if rows:
        names = ("strict P", "strict R", "strict F1", "lax P", "lax R", "lax F1", "sentences/s")
        yield Figures("sentence alignment, gold beads", ("file", "beads", *names), tuple(rows), 3)


def read_gold(path: Path) -> set[tuple[Group, Group]]:
    """Read gold beads; InputError names a line that is none."""
    found = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = GOLD.match(line)
        if match is None and line.strip():
            raise InputError("a line of gold is [0, 1]:[0]", path=path, line=number)
        if match is not None:
            sides = (Group(map(int, re.findall(r"\d+", side))) for side in match.groups())
            found.add((next(sides), next(sides)))
    return found


def strict_and_lax(
    gold: set[tuple[Group, Group]], made: set[tuple[Group, Group]]
) -> tuple[float, ...]:
    """Return precision, recall and F1, strict and lax, of beads with both sides."""
    gold, made = ({pair for pair in pairs if all(pair)} for pairs in (gold, made))
    found: list[float] = []
    for is_right in (_is_in, _overlaps):
        precision, recall = (
            sum(is_right(pair, others) for pair in pairs) / max(len(pairs), 1)
            for pairs, others in ((made, gold), (gold, made))
        )
        mean = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        found += [precision, recall, mean]
    return tuple(found)


def _is_in(pair: tuple[Group, Group], others: set[tuple[Group, Group]]) -> bool:
    return pair in others


def _overlaps(pair: tuple[Group, Group], others: set[tuple[Group, Group]]) -> bool:
    return any(pair[0] & source and pair[1] & target for source, target in others)


# --- documents whose lines are forgotten ----------------------------------------------------------


def _lines(given: argparse.Namespace, registry: Registry) -> Iterator[Figures]:
    rows: list[tuple[Value, ...]] = []
    damaged: list[tuple[Value, ...]] = []
    for name, codes, documents in documents_of(given.folder):
        packs = _packs(registry, *codes)
        if packs is None or given.lang not in {None, *codes}:
            continue
        aligner = _aligner(given, registry, packs)
        for joint in ("\n", " "):
            rows.append((name, "kept" if joint == "\n" else "joined"))
            rows[-1] += _forgotten(aligner, packs, documents, joint)
        if given.sentence_aligner is not None:
            continue  # the check aligns by words
        check = OmissionCheck(OmissionOptions(), *packs)
        damaged.append((name, *_damaged(check, packs, documents)))
    if rows:
        names = ("sentences", "wrong", "unlinked", "sentences/s")
        by = f", {given.sentence_aligner}" if given.sentence_aligner else ""
        yield Figures(f"lines forgotten{by}", ("corpus", "line breaks", *names), tuple(rows), 4)
        kinds = [f"{kind} {what}" for kind in ("omitted", "added") for what in ("", "P", "R")]
        header = ("corpus", *(kind.strip() for kind in kinds))
        if not damaged:
            return
        yield Figures("made omissions and additions", header, tuple(damaged), 3)


@dataclass(frozen=True)
class _Text:
    """Lines as running text: its sentences, and the lines that each came from."""

    sentences: list[str]
    lines: list[Group]

    @classmethod
    def of(cls, lines: Sequence[str], pack: LanguagePack, joint: str) -> _Text:
        if joint == " " and not pack.writing.spaces:
            joint = ""
        ends, place = [], 0
        for line in lines:
            place += len(line) + len(joint)
            ends.append(place)
        text = joint.join(lines)
        sentences, owners = [], []
        for begin, end in SentenceSplitter(pack).spans(text):
            sentences.append(text[begin:end])
            owners.append(Group(range(bisect_right(ends, begin), bisect_left(ends, end) + 1)))
        return cls(sentences, owners)


def _forgotten(
    find: Find, packs: tuple[LanguagePack, ...], documents: list[Lines], joint: str
) -> tuple[Value, ...]:
    counts: Counter[str] = Counter()
    begin = time.process_time()
    for lines in documents:
        source, target = (
            _Text.of(side, pack, joint) for side, pack in zip(lines, packs, strict=True)
        )
        for bead in find(source.sentences, target.sentences):
            reached = _reached(target, bead)
            for i in range(*bead.source):
                counts["all"] += 1
                counts["unlinked"] += not reached
                counts["wrong"] += bool(reached) and not source.lines[i] & reached
    seconds = time.process_time() - begin
    total = counts["all"]
    return total, counts["wrong"] / total, counts["unlinked"] / total, round(total / seconds)


def _reached(target: _Text, bead: Bead) -> Group:
    return Group().union(*(target.lines[j] for j in range(*bead.target)))


def _told(
    check: OmissionCheck,
    packs: tuple[LanguagePack, ...],
    source: list[str],
    target: list[str],
) -> tuple[list[Group], list[Group]]:
    """Return the lines of which the check says that nothing stands for them, on each side."""
    sides = [
        (pack.code, ["\n".join(lines)]) for pack, lines in zip(packs, (source, target), strict=True)
    ]
    document = of_words("made", sides[0], sides[1])
    found: dict[str, list[Group]] = {"source": [], "target": []}
    for finding in check.check(TaggedDocument(document, ())):
        for place in (
            (finding.place, *finding.others) if finding.code == "DT503" else (finding.place,)
        ):
            side = document.source if place.side == "source" else document.target
            before = side.segments[0][: side[0].starts[place.token]]
            found[place.side].append(Group((before.count("\n"),)))
    return found["source"], found["target"]


def _damaged(
    check: OmissionCheck, packs: tuple[LanguagePack, ...], documents: list[Lines]
) -> tuple[Value, ...]:
    """Return number, precision and recall of omissions and of additions."""
    chance = random.Random(1)
    foreign = [line for _, target in documents for line in target if _size(line, packs[1]) >= LONG]
    counts: Counter[str] = Counter()
    for source_lines, target_lines in documents:
        kept: list[str] = []
        own: list[int] = []  # the source line of each kept line, -1 of one that was put in
        gone: set[int] = set()
        for number, line in enumerate(target_lines):
            if _size(line, packs[1]) >= LONG and chance.random() < OMITTED:
                gone.add(number)
            else:
                kept.append(line)
                own.append(number)
            if chance.random() < ADDED:
                kept.append(chance.choice(foreign))
                own.append(-1)
        left_out, put_in = _told(check, packs, source_lines, kept)
        counts["omitted"] += len(gone)
        counts["told omitted"] += len(left_out)
        counts["right omitted"] += sum(bool(lines & gone) for lines in left_out)
        counts["found omitted"] += len(gone & Group().union(*left_out))
        extra = {k for k, number in enumerate(own) if number < 0}
        counts["added"] += len(extra)
        counts["told added"] += len(put_in)
        counts["right added"] += sum(bool(lines & extra) for lines in put_in)
        counts["found added"] += len(extra & Group().union(*put_in))
    figures: list[Value] = []
    for kind in ("omitted", "added"):
        told, made = counts[f"told {kind}"], counts[kind]
        precision = counts[f"right {kind}"] / told if told else None
        figures += [made, precision, counts[f"found {kind}"] / made if made else None]
    return tuple(figures)


def _size(line: str, pack: LanguagePack) -> int:
    return len(line.split()) if pack.writing.spaces else len(line) // 2


def _aligner(
    given: argparse.Namespace, registry: Registry, packs: tuple[LanguagePack, ...]
) -> Find:
    """Return what finds beads: the aligner of words, or the one that was named."""
    source, target = packs
    if given.sentence_aligner is None:
        return TextAligner(find_table(source, target)[0], source, target, skip=given.skip).align
    declared = registry.sentence_aligners.get(given.sentence_aligner)
    options = {} if given.skip == SKIP else {"skip": given.skip}
    planned: PlannedSentenceAligner = PlannedComponent(
        "sentence_aligner", "", declared.info, declared.owner, None, options
    )
    component = load_for_pair(planned, source, target).component
    return lambda here, there: component.beads([here], [there])


# --- ends of sentences ----------------------------------------------------------------------------


def _splits(given: argparse.Namespace, registry: Registry) -> Iterator[Figures]:
    rows: list[tuple[Value, ...]] = []
    for path in sorted(given.folder.rglob("*-ud-*.conllu")):
        code = path.name.partition("_")[0]
        packs = _packs(registry, code)
        lines = path.read_text(encoding="utf-8").splitlines()
        texts = [line[9:].strip() for line in lines if line.startswith("# text = ")]
        if packs is None or given.lang not in {None, code} or not texts:
            continue
        marked = [text for text in texts if MARKED.search(text)]
        rows.append((path.name, len(texts), _f1(texts, packs[0]), len(marked)))
        rows[-1] += (_f1(marked, packs[0]),)
    if rows:
        names = ("sentences", "F1", "with a mark", "F1 of these")
        yield Figures("ends of sentences", ("file", *names), tuple(rows), 4)


def _f1(texts: Sequence[str], pack: LanguagePack) -> float | None:
    joint = " " if pack.writing.spaces else ""
    splitter = SentenceSplitter(pack)
    right = total = 0
    for first in range(0, len(texts), AT_A_TIME):
        gold, place = set(), 0
        group = texts[first : first + AT_A_TIME]
        for text in group:
            gold.add((place, place + len(text)))
            place += len(text) + len(joint)
        made = set(splitter.spans(joint.join(group)))
        right += 2 * len(gold & made)
        total += len(gold) + len(made)
    return right / total if total else None
