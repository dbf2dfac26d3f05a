"""Word alignment against gold: precision, recall, F1, AER and speed of an aligner.

Precision is taken against sure and possible links, recall against sure ones; AER as Och and Ney
(2003) define it. Run: `python benchmarks/alignment.py DATA --lang fr`, DATA being the folder of
unpacked gold alignments.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.tokens import Tokens
from discotag.plugins.conllu.reader import read_conllu
from discotag.plugins.lexicon_aligner.aligner import LexiconAligner
from discotag.plugins.lexicon_aligner.finding import oriented
from discotag.plugins.lexicon_aligner.storage import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Links = frozenset[tuple[int, int]]


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
        """Give those of the links that count."""
        if self.annotated is None:
            return links
        left, right = self.annotated
        return frozenset((i, j) for i, j in links if i in left and j in right)


def words(forms: Sequence[str]) -> Tokens:
    """Make bare tokens of words."""
    text = " ".join(forms)
    starts = []
    at = 0
    for form in forms:
        starts.append(at)
        at += len(form) + 1
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, tuple(forms), tuple(starts), ends)


def _kftt(folder: Path, name: str, *, foreign_first: bool) -> list[GoldPair]:
    """Read 1-based `i-j` sure and `ipj` possible links; links past the end are left out."""
    texts = (folder / "kftt_hansards_wpt" / f"{name}.src-tgt").read_text("utf-8").splitlines()
    links = (folder / "kftt_hansards_wpt" / f"{name}.gold").read_text("utf-8").splitlines()
    pairs = []
    for text, line in zip(texts, links, strict=True):
        first, second = (tuple(side.split()) for side in text.split("|||"))
        sure, possible = set(), set()
        for link in line.split():
            left, right = (int(part) - 1 for part in link.replace("p", "-").split("-"))
            if left < len(first) and right < len(second):
                turned = (right, left) if foreign_first else (left, right)
                possible.add(turned)
                if "p" not in link:
                    sure.add(turned)
        english, foreign = (second, first) if foreign_first else (first, second)
        pairs.append(GoldPair(english, foreign, frozenset(sure), frozenset(possible)))
    return pairs


def _xl_wa(folder: Path, language: str) -> list[GoldPair]:
    """Read `source TAB target TAB i-j …`, 0-based, all links sure."""
    pairs = []
    for line in (folder / "xl_wa" / language / "dev.tsv").read_text("utf-8").splitlines():
        english, foreign, links = line.split("\t")[:3]
        found = frozenset(
            (int(left), int(right)) for left, right in (link.split("-") for link in links.split())
        )
        pairs.append(GoldPair(tuple(english.split()), tuple(foreign.split()), found, found))
    return pairs


def _silveralign(folder: Path) -> list[GoldPair]:
    """Read `source ||| target` and `line TAB i-j …`, 0-based, all links sure."""
    texts, links = (
        (folder / "silveralign_tr" / f"Gold.{kind}.txt").read_text("utf-8").splitlines()
        for kind in ("parallel", "gold")
    )
    pairs = []
    for text, line in zip(texts, links, strict=True):
        english, foreign = (tuple(side.split()) for side in text.split("|||"))
        found = frozenset(
            (int(left), int(right))
            for left, right in (link.split("-") for link in line.split("\t")[1].split())
        )
        pairs.append(GoldPair(english, foreign, found, found))
    return pairs


def _bicici(folder: Path) -> list[GoldPair]:
    """Read Europarl pairs in lower case; each link is `line foreign English S|P`."""
    folder = folder / "bicici_deen"
    english, foreign = (
        (folder / f"test.{code}").read_text("utf-8-sig").splitlines() for code in ("en", "de")
    )
    sure: list[set[tuple[int, int]]] = [set() for _ in english]
    possible: list[set[tuple[int, int]]] = [set() for _ in english]
    for line in (folder / "de-en.ref.wa").read_text("utf-8").splitlines():
        segment, left, right, kind = line.split()
        link = (int(right), int(left))
        possible[int(segment) - 1].add(link)
        if kind == "S":
            sure[int(segment) - 1].add(link)
    return [
        GoldPair(tuple(one.split()), tuple(two.split()), frozenset(first), frozenset(second))
        for one, two, first, second in zip(english, foreign, sure, possible, strict=True)
    ]


def _pud(folder: Path, language: str) -> list[GoldPair]:
    """Read content words of PUD: English token id → foreign ids (`X` = none), UD's ids from 1."""
    place = folder / "pud_content_words" / f"en-{language}"
    sides = [
        [
            {str(number): word.form for number, word in enumerate(sentence.words, start=1)}
            for sentence in read_conllu(place / name)
        ]
        for name in ("en.conllu", "target.conllu")
    ]
    pairs = []
    linked = json.loads((place / "alignment.json").read_text("utf-8"))
    for english, foreign, found in zip(*sides, linked, strict=True):
        first, second = ({word: at for at, word in enumerate(side)} for side in (english, foreign))
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
    return pairs


SETS: dict[str, Callable[[Path], list[GoldPair]]] = {
    "de": _bicici,
    "fr": lambda folder: _kftt(folder, "enfr", foreign_first=False),
    "ja": lambda folder: _kftt(folder, "jaen", foreign_first=True),
    "ro": lambda folder: _kftt(folder, "roen", foreign_first=True),
    "tr": _silveralign,
    "zh": lambda folder: _kftt(folder, "zhen", foreign_first=True),
    **{
        code: lambda folder, code=code: _xl_wa(folder, code)
        for code in ("es", "it", "nl", "pt", "ru")
    },
    **{code: lambda folder, code=code: _pud(folder, code) for code in ("ar", "ko")},
}


def measure(found: Iterable[Links], gold: Iterable[GoldPair]) -> dict[str, float]:
    """Compute precision, recall, F1 and AER in percent over all pairs."""
    size = sure = hit_sure = hit_possible = 0
    for every, pair in zip(found, gold, strict=True):
        links = pair.counted(every)
        size += len(links)
        sure += len(pair.sure)
        hit_sure += len(links & pair.sure)
        hit_possible += len(links & pair.possible)
    precision, recall = hit_possible / max(size, 1), hit_sure / max(sure, 1)
    return {
        "precision": 100 * precision,
        "recall": 100 * recall,
        "f1": 200 * precision * recall / max(precision + recall, 1e-12),
        "aer": 100 * (1 - (hit_sure + hit_possible) / max(size + sure, 1)),
    }


def main() -> None:
    """Align a gold set with the embedded aligner and write the measures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--lang", required=True, choices=sorted(SETS))
    parser.add_argument("--table", type=Path, help="table to use in place of the language pack's")
    parser.add_argument("--turned", action="store_true", help="align foreign to English")
    given = parser.parse_args()
    gold = SETS[given.lang](given.data)
    package = f"discotag_lang_{given.lang}"
    default = Path("plugins") / f"lang-{given.lang}" / package / "lexicon" / f"en-{given.lang}.npz"
    path = given.table or default
    table = oriented(load(path), given.lang if given.turned else "en", path)
    pairs = [(words(pair.english), words(pair.foreign)) for pair in gold]
    if given.turned:
        pairs = [(second, first) for first, second in pairs]
    aligner = LexiconAligner(table)
    began = time.process_time()
    alignments = aligner.align(pairs)
    seconds = time.process_time() - began
    found = [
        frozenset((j, i) if given.turned else (i, j) for i, j in alignment.links)
        for alignment in alignments
    ]
    report = {"set": given.lang, "pairs": len(gold), **measure(found, gold)}
    report["pairs_per_cpu_second"] = len(gold) / max(seconds, 1e-9)
    json.dump(
        {
            key: round(value, 2) if isinstance(value, float) else value
            for key, value in report.items()
        },
        sys.stdout,
    )
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
