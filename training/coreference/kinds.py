"""Count what English nouns mostly name in GUM, and write the coreference rules' `kinds.toml`.

python -m training.coreference.kinds FOLDER [--out kinds.toml]

A noun is listed if it heads mentions in at least three documents and at least 70 % of them have
one entity type. Seconds; deterministic.
"""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.tasks.coref_gold import FREE_GENRES, read_gum
from discotag_lang_en.coref import words

KINDS = {
    "person": "person",
    "organization": "group",
    "animal": "animal",
    "object": "object",
    "substance": "object",
    "plant": "object",
    "place": "place",
    "time": "time",
    "event": "event",
    "abstract": "abstract",
}
DOCUMENTS, SHARE = 3, 0.7
HEADER = """\
# Common nouns by what they mostly name: 70 % of their mentions, in three documents or more.
# Source: entity types of the English GUM treebank, training part (https://gucorpling.org/gum),
# genres under CC BY or in the public domain; counted by training/coreference/kinds.py.
# Lower case, singular lemmas, sorted.
"""


def count(folder: Path, split: str) -> dict[str, list[str]]:
    """Return the nouns of each kind, sorted."""
    types: dict[str, Counter[str]] = defaultdict(Counter)
    documents: dict[str, set[str]] = defaultdict(set)
    for document in read_gum(folder, split):
        if document.genre not in FREE_GENRES:
            continue
        for mention in document.mentions:
            tokens = document.side[mention.segment]
            token = tokens[tokens.starts.index(mention.head or 0)]
            if token.upos == "NOUN" and token.lemma.isalpha():
                lemma = token.lemma.casefold()
                types[lemma][mention.etype] += 1
                documents[lemma].add(document.id)
    found: dict[str, list[str]] = {kind: [] for kind in dict.fromkeys(KINDS.values())}
    for lemma, counts in sorted(types.items()):
        etype, times = counts.most_common(1)[0]
        if len(documents[lemma]) >= DOCUMENTS and times >= SHARE * counts.total():
            found[KINDS[etype]].append(lemma)
    return found


def main() -> None:
    """Read the command line, count and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="train")
    parser.add_argument("--out", type=Path, default=Path(words.__file__).with_name("kinds.toml"))
    arguments = parser.parse_args()
    lines = []
    for kind, lemmas in count(arguments.folder, arguments.split).items():
        body = ", ".join(f'"{lemma}"' for lemma in lemmas) + ","
        wrapped = textwrap.wrap(body, 94, break_long_words=False, break_on_hyphens=False)
        lines += [f"{kind} = [", *(f"    {line}" for line in wrapped), "]"]
    arguments.out.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
