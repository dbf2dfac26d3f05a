"""Contrastive suites as published, item by item, for the task `choose`.

* Voita et al. 2019: `deixis_*.json`, `lex_cohesion_*.json`, `ellipsis_*.json` (`src`, `dst`,
  `true_ind`; lines parted by `_eos`).
* ContraPro: `NAME.current.xx` beside `NAME.context.xx` or `NAME.cN.context.xx` (N lines before each
  line, `src` and `trg` or language codes), the right one of each pair first; or two files
  `xx.txt` and `yy.txt` with lines `context <SEP> sentence`, and beside them `sentence_groups.txt`
  with the first line of each group, from 0 (without it, lines with the same source are a group);
  the right one first.
* Bawden et al. 2018: JSON with `src` and `trg`: `correct` (or `semi-correct`) and `incorrect`, once
  or in a list.
* SCAT (Yin et al. 2021): `highlighted.PART.en`, `.fr` and their contexts; the wrong text has the
  marked pronoun in the other gender (*il* – *elle*, *ils* – *elles*), all else is the same.
* MT-GenEval (Currey et al. 2022), contextual: the right translation and the flipped one; of the
  context there is no translation.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.tasks.gold import at, json_items, side_by_side, text_lines
from benchmarks.tasks.lint import Versions, voita_lines
from benchmarks.tasks.tagging import has_pack
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Suite = tuple[str, tuple[str, str], Iterator["Item"]]

SUITES = ("deixis", "lex_cohesion", "ellipsis")
SEPARATOR = re.compile(r"\s*<SEP>\s*")
CONTEXT = re.compile(r"(?P<name>.+)\.current\.(?P<code>\w+)")
BY_NAME = {"src": "en", "trg": "fr"}
"""Languages of files that name none: ContraPro's French suite as it was extracted."""


SCAT_MARKS = re.compile(r"\s*<hon>|<hoff>\s*|</hon>")
SCAT_PRONOUN = re.compile(r"<p>\s*(ils?|elles?)\s*</p>", re.IGNORECASE)
FLIPPED = {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils"}


class Item(NamedTuple):
    """An item: the segments of its source, its translations, the place of the right one."""

    source: tuple[str, ...]
    translations: tuple[tuple[str, ...], ...]
    right: int


def suites(folder: Path, languages: str) -> Iterator[Suite]:
    """Yield name, languages and items of each suite below a folder."""
    source, _, target = languages.partition("-")
    for suite in SUITES:
        for path in sorted(folder.rglob(f"{suite}_*.json")):
            yield path.stem, ("en", "ru"), _voita(path)
    for path in sorted(folder.rglob("*.current.*")):
        code = path.suffix[1:]
        if code not in {"src", "en"}:
            yield from _contrapro(path, code)
    for path in sorted(folder.rglob("en.txt")):
        for other in sorted(path.parent.glob("??.txt")):
            if other != path:
                yield (
                    f"{path.parent.name} en-{other.stem}",
                    ("en", other.stem),
                    _groups(path, other),
                )
    for path in sorted(folder.rglob("*.json")):
        if not path.name.startswith(SUITES):
            found = list(_bawden(path))
            if found:
                yield path.stem, (source, target), iter(found)
    for path in sorted(folder.rglob("highlighted.*.en")):
        part = path.name.split(".")[1]
        if path.name == f"highlighted.{part}.en":
            yield f"SCAT {part}", ("en", "fr"), _scat(path.parent, part)
    yield from _geneval(folder)


def _voita(path: Path) -> Iterator[Item]:
    for _, item in json_items(path, Versions):
        versions = tuple(tuple(voita_lines(text)) for text in item.dst)
        yield Item(tuple(voita_lines(item.src)), versions, item.true_ind)


def _contrapro(path: Path, code: str) -> Iterator[Suite]:
    """Yield the suite of a `NAME.current.xx`, with the longest context that lies beside it."""
    match = CONTEXT.fullmatch(path.name)
    if match is None:
        return
    other = "src" if code == "trg" else "en"
    current = path.with_name(f"{match['name']}.current.{other}")
    names = [f"c{size}.context" for size in range(5, 0, -1)] + ["context"]
    for name in names:
        files = [path.with_name(f"{match['name']}.{name}.{side}") for side in (other, code)]
        if current.is_file() and all(file.is_file() for file in files):
            pair = BY_NAME.get(other, other), BY_NAME.get(code, code)
            yield f"{match['name']} {name}", pair, _pairs(current, path, *files)
            return


def _pairs(current: Path, target: Path, *context: Path) -> Iterator[Item]:
    segments = [text_lines(path) for path in (current, target)]
    before = [text_lines(path) for path in context]
    size, rest = divmod(len(before[0]), len(segments[0]))
    if rest or len(segments[0]) % 2 or len(before[0]) != len(before[1]):
        told = f"{len(before[0])} lines for {len(segments[0])} in {current.name}"
        raise InputError(f"{told}; expected pairs, each with as many lines before", path=context[0])
    for first in range(0, len(segments[0]), 2):
        texts = [
            [
                (*lines[size * at : size * (at + 1)], side[at])
                for lines, side in zip(before, segments, strict=True)
            ]
            for at in (first, first + 1)
        ]
        yield Item(texts[0][0], (texts[0][1], texts[1][1]), 0)


def _groups(source: Path, target: Path) -> Iterator[Item]:
    lines = [
        [tuple(SEPARATOR.split(line)) for line in text_lines(path)] for path in (source, target)
    ]
    if len(lines[0]) != len(lines[1]):
        raise InputError(f"{len(lines[1])} lines, {len(lines[0])} in {source.name}", path=target)
    groups = source.with_name("sentence_groups.txt")
    if groups.is_file():
        starts = [int(line) for line in text_lines(groups) if line.strip()]
    else:
        runs = groupby(range(len(lines[0])), key=lambda at: lines[0][at])
        starts = [next(run) for _, run in runs]
    for begin, end in zip(starts, [*starts[1:], len(lines[0])], strict=True):
        texts = tuple(text for text in lines[1][begin:end] if len(text) == len(lines[0][begin]))
        if len(texts) > 1:
            yield Item(lines[0][begin], texts, 0)


RIGHT = ("correct", "semi-correct")
"""Keys of the right translation; a semi-correct one agrees with a context that errs elsewhere."""


def _bawden_pair(pair: Any) -> tuple[Any, Any]:
    """Return the right and the wrong translation of an item; empty where there is none."""
    texts = pair if isinstance(pair, dict) else {}
    right = next((texts[key] for key in RIGHT if texts.get(key)), ())
    return right, texts.get("incorrect") or ()


def _bawden(path: Path) -> Iterator[Item]:
    """Yield the items of a JSON in which some objects have `src` and `trg`."""
    with at(path, None, "JSON"):
        data = json.loads(path.read_text(encoding="utf-8"))
    pending: list[Any] = [data]
    while pending:
        found = pending.pop()
        if isinstance(found, dict) and "src" in found and "trg" in found:
            source, targets = found["src"], found["trg"]
            for pair in targets if isinstance(targets, list) else [targets]:
                right, wrong = _bawden_pair(pair)
                if not len(right) == len(wrong) == len(source):
                    raise InputError(
                        f"an item has {len(source)} source segments, {len(right)} right and"
                        f" {len(wrong)} wrong ones: {source}",
                        path=path,
                    )
                yield Item(tuple(source), (tuple(right), tuple(wrong)), 0)
        elif isinstance(found, dict):
            pending += list(found.values())[::-1]
        elif isinstance(found, list):
            pending += found[::-1]


def _scat(folder: Path, part: str) -> Iterator[Item]:
    """Yield the items whose French pronoun has another gender to take."""
    names = [
        f"highlighted.{part}{kind}.{code}" for code in ("en", "fr") for kind in (".context", "")
    ]
    for _, lines in side_by_side(*(folder / name for name in names)):
        french = SCAT_PRONOUN.search(lines[3])
        if french is not None:
            word = french[1]
            other = FLIPPED[word.casefold()]
            wrong = other.capitalize() if word[0].isupper() else other
            flipped = lines[3][: french.start(1)] + wrong + lines[3][french.end(1) :]
            before, source, context, right, text = (
                " ".join(SCAT_MARKS.sub(" ", line).replace("<p>", "").replace("</p>", "").split())
                for line in (*lines, flipped)
            )
            yield Item((before, source), ((context, right), (context, text)), 0)


def _geneval(folder: Path) -> Iterator[Suite]:
    if not any(folder.rglob("geneval-*")):
        return
    try:
        from discotag_phen_gender.geneval import contextual
    except ModuleNotFoundError as error:
        raise InputError("MT-GenEval is read by discotag-phen-gender", path=folder) from error

    for part in contextual(folder):
        if has_pack(part.code):
            texts = zip(part.sources, part.original, part.flipped, strict=True)
            items = (
                Item(source, tuple((*[""] * (len(source) - 1), text) for text in texts), 0)
                for source, *texts in texts
            )
            yield f"MT-GenEval {part.split} en-{part.code}", ("en", part.code), items
