"""Gold coreference in CoNLL-2012 columns: a token a line, chains in the last column.

Columns are parted by tabs or spaces: document, part, number, word, more, chains such as
`(6|(0)`. Text is put together from the words. A mention that does not end in the sentence where it
begins is left out, and so are the few brackets without a partner that GerDraCor has (ten).
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, in_order
from benchmarks.tasks.coref_text import joined
from benchmarks.tasks.gold import at, blocks
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

FEWEST = 10
"""Columns that a token line has at least."""
ALONE = 0.01
"""Share of a document's brackets without a partner above which it is damaged."""
Sentence = tuple[int, list[tuple[str, str]]]
"""The line where a sentence begins; its words, each with its cell of chains."""


def read_columns(path: Path, language: str, genre: str = "") -> Iterator[GoldDocument]:
    """Yield the documents of a file, one segment per sentence.

    Raises:
        InputError: a line has too few columns, or many brackets of chains have no partner.
    """
    name, sentences = "", list[Sentence]()
    for number, lines in blocks(path):
        for line in lines:
            if line.startswith("#begin document"):
                if sentences:
                    yield _document(path, name, language, genre, sentences)
                name, sentences = line.partition("(")[2].partition(")")[0], []
        with at(path, number, "word lines of CoNLL-2012 with chains in the last column"):
            sentence = [_word(line) for line in lines if not line.startswith("#")]
        if sentence:
            sentences.append((number, sentence))
    if sentences:
        yield _document(path, name, language, genre, sentences)


def _word(line: str) -> tuple[str, str]:
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) < FEWEST:
        raise ValueError(line)
    return cells[3], cells[-1].strip()


def _document(
    path: Path, name: str, language: str, genre: str, sentences: Sequence[Sentence]
) -> GoldDocument:
    texts, mentions = list[str](), list[GoldMention]()
    opened: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    alone = list[int]()
    for segment, (line, sentence) in enumerate(sentences):
        text, starts, ends = joined([word for word, _ in sentence], language)
        texts.append(text)
        for index, (_, cell) in enumerate(sentence):
            for left, entity, right in re.findall(r"(\()?(\d+)(\))?", cell):
                if left:
                    opened[entity].append((line, segment, index))
                if right and opened[entity]:
                    _, where, first = opened[entity].pop()
                    if where == segment:
                        mentions.append(GoldMention(segment, starts[first], ends[index], entity))
                elif right:
                    alone.append(line)
    alone += [line for places in opened.values() for line, _, _ in places]
    if len(alone) > ALONE * (len(mentions) + len(alone)):
        with at(path, min(alone), "chains that are closed where they were opened"):
            raise ValueError(name)
    return GoldDocument(name, Side(language, tuple(texts)), in_order(mentions), genre)
