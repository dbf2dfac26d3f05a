"""Gold coreference in CoNLL-2012 columns: the novels of LitBank.

A token a line: document, part, number, word; the last column opens and closes chains. Text is
rebuilt from the words. LitBank annotates persons, places, facilities, vehicles and organizations,
so an *it* that stands for anything else has no mention there.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, joins
from benchmarks.tasks.gold import at, blocks
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

FEWEST = 10
"""Columns that a token line has at least."""
Part = Literal["train", "dev", "all"]
Sentence = list[tuple[str, str]]
"""The words of a sentence, each with its cell of chains."""


def part_of(name: str) -> Literal["train", "dev"]:
    """Return the part that a document belongs to: a quarter, by a hash of its name, is `dev`."""
    return "dev" if sha256(name.encode()).digest()[0] < 64 else "train"


def read_litbank(folder: Path, part: Part = "all") -> Iterator[GoldDocument]:
    """Yield the documents of `*_brat.conll` below a folder, one segment per sentence."""
    for path in sorted(folder.rglob("*_brat.conll")):
        name, sentences = "", list[Sentence]()
        for number, lines in blocks(path):
            for line in lines:
                if line.startswith("#begin document"):
                    name = line.partition("(")[2].partition(")")[0]
            with at(path, number, "word lines of CoNLL-2012 with chains in the last column"):
                sentence = [_word(line) for line in lines if not line.startswith("#")]
            if sentence:
                sentences.append(sentence)
        if sentences and part in {"all", part_of(name)}:
            with at(path, None, "chains that are closed where they were opened"):
                yield _document(name, sentences)


def _word(line: str) -> tuple[str, str]:
    cells = line.split("\t")
    if len(cells) < FEWEST:
        raise ValueError(line)
    return cells[3], cells[-1].strip()


def _document(name: str, sentences: Sequence[Sentence]) -> GoldDocument:
    texts, mentions = list[str](), list[GoldMention]()
    opened: dict[str, list[tuple[int, int]]] = {}
    for segment, sentence in enumerate(sentences):
        text, starts, ends = joined([word for word, _ in sentence])
        texts.append(text)
        for index, (_, cell) in enumerate(sentence):
            for left, entity, right in re.findall(r"(\()?(\d+)(\))?", cell):
                if left:
                    opened.setdefault(entity, []).append((segment, index))
                if right:
                    where, first = opened[entity].pop()
                    if where == segment:
                        mentions.append(GoldMention(segment, starts[first], ends[index], entity))
    ordered = sorted(mentions, key=lambda item: (item.segment, item.start, -item.end))
    return GoldDocument(name, Side("en", tuple(texts)), tuple(ordered), "novel")


def joined(words: Sequence[str]) -> tuple[str, list[int], list[int]]:
    """Return words as plain text, and where each begins and ends in it."""
    text, starts, ends, is_open = "", list[int](), list[int](), False
    for written in words:
        word = {"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}.get(written, written)
        if word == '"':
            sticks, is_open = is_open, not is_open
        else:
            sticks = joins(text, word) or (text.endswith('"') and is_open) or text.endswith("“")
        if text and not sticks and word not in {"”", "’"}:
            text += " "
        starts.append(len(text))
        text += word
        ends.append(len(text))
    return text, starts, ends
