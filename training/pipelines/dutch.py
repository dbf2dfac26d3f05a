"""Dutch treebank files brought to one style of lemmas and parts of speech.

    python -m training.pipelines.dutch --ud TREEBANKS [--ud MORE] --out FOLDER

Today's Alpino and LassySmall cut compounds and separable verbs in the lemma (*reis_organisatie*,
*om_gaan*, also for *gaat … om*); older releases and the shared-task files write one word and leave
a separated particle out (*reisorganisatie*, *omgaan*, *gaan*). The second can be had from the
first, not the other way round. Parts of speech of the old releases go by today's development
files: *zijn* as a possessive is PRON, ordinals are ADJ, *als* is SCONJ. The recipe trains on the
files that this writes, called `*.plain`; the kept-out file is written in this style as well, to be
measured on.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from discotag_train.pipelines.recipes import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TODAY = ("nl_alpino-ud-dev", "nl_lassysmall-ud-dev", "nl_alpino-ud-test")
RELEASED = ("nl_alpino-ud-train", "nl_lassysmall-ud-train")
"""Taken when present, each instead of the old files of its treebank."""
OLD = {
    "nl_alpino-ud-train.um2019": "nl_alpino-ud-train.um",
    "dutch-harvest.OLD-2017.upgraded": "nl_harvest-ud-train",
    "nl_lassysmall-ud-train.OLD-2017-02-01": "nl_lassysmall-ud-train.old",
}
"""File → name of what is written."""
REFERENCE = TODAY[:2]
SEEN = 8
RARE = 0.02
FIXED = 0.95
FAMILIES = frozenset(
    {
        ("DET", "PRON"),
        ("PRON", "DET"),
        ("PRON", "ADV"),
        ("ADP", "SCONJ"),
        ("PART", "ADP"),
        ("PART", "SCONJ"),
        ("NUM", "ADJ"),
        ("ADV", "ADJ"),
        ("VERB", "AUX"),
        ("AUX", "VERB"),
        ("NOUN", "PROPN"),
        ("ADJ", "PROPN"),
        ("NUM", "PROPN"),
        ("VERB", "PROPN"),
    }
)
"""Old part of speech → today's, where a form never bears the old one today."""
ORDINAL = re.compile(r"\d+(?:de|ste|e)|.{2,}(?:st|n|r|f|s|g|d)de|.+ste")
VERBS = frozenset({"VERB", "AUX"})
GLUED_LEFT = frozenset(".,;:!?…)]}»%")
GLUED_RIGHT = frozenset("([{«")

Row = list[str]
Key = tuple[str, bool]


class Today:
    """What today's files call a form, and which verbs are auxiliaries."""

    def __init__(self, blocks: Iterable[list[Row]]) -> None:
        self._forms: dict[Key, Counter[str]] = defaultdict(Counter)
        self._verbs: dict[str, Counter[str]] = defaultdict(Counter)
        self._feats: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._sets: dict[str, set[frozenset[str]]] = defaultdict(set)
        for rows in blocks:
            for key, row in _keyed(rows):
                self._forms[key][row[3]] += 1
                self._feats[key[0], row[3]][row[5]] += 1
                self._sets[row[3]].add(frozenset(row[5].split("|")) - {"_"})
                if row[3] in VERBS:
                    self._verbs[row[2]][row[3]] += 1

    def renewed(self, rows: list[Row]) -> list[Row]:
        """Return the words of an old file today's parts of speech and lemmas of names."""
        return [self._renewed(key, row) for key, row in _keyed(rows)]

    def _renewed(self, key: Key, row: Row) -> Row:
        new = self._pos(key, row)
        feats = row[5]
        if new != row[3] and {new, row[3]} != VERBS:
            known = self._feats.get((key[0], new))
            feats = known.most_common(1)[0][0] if known else "Degree=Pos" if new == "ADJ" else "_"
        given = frozenset(feats.split("|")) - {"_"}
        kept = max((s for s in self._sets[new] if s <= given), key=_size, default=frozenset())
        lemma = row[2]
        if new == "PROPN" and lemma.islower() and row[1][0].isupper():
            lemma = row[1]
        return [
            *row[:2],
            lemma,
            new,
            row[4],
            "|".join(sorted(kept, key=str.lower)) or "_",
            *row[6:],
        ]

    def _pos(self, key: Key, row: Row) -> str:
        old = row[3]
        if old in VERBS:
            verb = self._verbs.get(row[2], Counter[str]())
            other = next(iter(VERBS - {old}))
            if verb.total() >= SEEN and verb[other] >= FIXED * verb.total():
                return other
        elif old == "NUM" and row[1][-1].isalpha() and ORDINAL.fullmatch(key[0]) and not key[1]:
            return "ADJ"
        known = self._forms.get(key, Counter[str]())
        if known.total() < SEEN or known[old] > RARE * known.total():
            return old
        return next((new for new, _ in known.most_common() if (old, new) in FAMILIES), old)


def plain(form: str, lemma: str, upos: str) -> str:
    """Return a lemma without cuts: *opleiding_ploeg* of *opleidingsploegen* → *opleidingsploeg*.

    A verb whose particle stands apart is given without it (*gaat … om*: *om_gaan* → *gaan*).
    """
    if "_" not in lemma.strip("_") or "_" in form:
        return lemma
    *before, last = lemma.split("_")
    low, front = form.lower(), "".join(before)
    if upos in VERBS:
        return front + last if low.startswith(front.lower()) else last
    for size in range(len(last), 0, -1):
        begin = low.rfind(last[:size].lower())
        if begin >= max(1, len(front) - 2):
            head = form[:begin] if before[0][:1].isupper() else low[:begin]
            return head + last
    return front + last


def sentences(path: Path) -> Iterator[tuple[str, list[Row]]]:
    """Read the text and the word rows of each sentence, lemmas made plain.

    A text that the file lacks is put together, punctuation without a space before it.
    """
    text, rows = "", []
    for line in (*path.read_text("utf-8").splitlines(), ""):
        if line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        elif line and not line.startswith("#"):
            row = line.split("\t")
            rows.append([*row[:2], plain(row[1], row[2], row[3]), *row[3:]])
        elif not line and rows:
            yield text or _joined([row[1] for row in rows]), rows
            text, rows = "", []


def write(path: Path, blocks: Iterable[tuple[str, list[Row]]]) -> None:
    """Write sentences with a text line each."""
    with path.open("w", encoding="utf-8") as out:
        for text, rows in blocks:
            out.write(f"# text = {text}\n")
            out.writelines("\t".join(row) + "\n" for row in rows)
            out.write("\n")


def _joined(forms: list[str]) -> str:
    text = forms[0]
    for form in forms[1:]:
        is_glued = form[0] in GLUED_LEFT or text[-1] in GLUED_RIGHT
        text += form if is_glued else f" {form}"
    return text


def main() -> None:
    """Write the files that the recipe names."""
    parser = argparse.ArgumentParser(prog="python -m training.pipelines.dutch", description=__doc__)
    parser.add_argument("--ud", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    blocks = {}
    for name in (*TODAY, *RELEASED):
        path = find(arguments.ud, name)
        if path is not None:
            blocks[name] = list(sentences(path))
            write(out / f"{name}.plain.conllu", blocks[name])
    today = Today(rows for name in REFERENCE for _, rows in blocks[name])
    for name, new in OLD.items():
        path = find(arguments.ud, name)
        if path is not None:
            old = ((text, today.renewed(rows)) for text, rows in sentences(path) if len(rows) > 1)
            write(out / f"{new}.plain.conllu", old)


def _size(feats: frozenset[str]) -> tuple[int, list[str]]:
    return len(feats), sorted(feats)


def _keyed(rows: list[Row]) -> list[tuple[Key, Row]]:
    return [
        ((row[1].lower(), index > 0 and row[1][:1].isupper()), row)
        for index, row in enumerate(rows)
    ]


if __name__ == "__main__":
    main()
