"""Gold coreference: what a gold document is; CorefUD (`Entity=`, so GUM) and MMAX2 (ParCorFull).

Mentions are spans of characters. A word that CorefUD writes as an empty node (a zero pronoun) is in
no text: such mentions are counted, not given.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, NamedTuple
from xml.etree import ElementTree

from benchmarks.tasks.coref_text import joined, joins
from benchmarks.tasks.harness import at, blocks
from discotag.core.document import Side
from discotag.core.errors import InputError
from discotag.core.tokens import ROOT, Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Part = Literal["train", "dev", "all"]
KEPT = 64
"""First bytes of a name's hash, of 256, that make a document `dev`: a quarter."""
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "SYM", "X"})
FREE_GENRES = frozenset(
    {"news", "interview", "bio", "voyage", "textbook", "vlog", "conversation", "speech"}
)
"""Genres of GUM under CC BY or in the public domain: shipped data is made of these alone."""


@dataclass(frozen=True)
class GoldMention:
    """An annotated mention in characters of its segment's text.

    Args:
        segment: 0-based segment.
        start: first character.
        end: character behind the last.
        entity: the entity's id in its document.
        head: first character of the head word, None where no parse tells it.
        is_nominal: whether it is a noun phrase or pronoun (not a verb or clause).
        is_expletive: whether it is an empty *it*; some corpora link it to its clause.
        etype: the corpus's entity type (`person`, `place` …), where it has one.
        deprel: the head's relation in the gold parse, where there is one.
    """

    segment: int
    start: int
    end: int
    entity: str
    head: int | None = None
    is_nominal: bool = True
    is_expletive: bool = False
    etype: str = ""
    deprel: str = ""


@dataclass(frozen=True)
class Span:
    """A system mention in characters of its segment."""

    segment: int
    start: int
    end: int
    head: int
    is_pronoun: bool


@dataclass(frozen=True)
class GoldDocument:
    """A document, its gold analysis where there is one, and its mentions in text order.

    Args:
        id: its name in the corpus.
        side: its segments; tokens where the corpus has an analysis.
        mentions: in text order; those of one entity corefer.
        genre: the corpus's name for its kind of text.
        zeros: its coreferent zero pronouns, each where its predicate stands; they are not among the
            mentions. `deprel` is `nsubj` for a dropped subject.
    """

    id: str
    side: Side
    mentions: tuple[GoldMention, ...]
    genre: str = ""
    zeros: tuple[GoldMention, ...] = ()


def in_order(mentions: Iterable[GoldMention]) -> tuple[GoldMention, ...]:
    """Return mentions in text order; of those that begin together the longest first."""
    return tuple(sorted(mentions, key=lambda item: (item.segment, item.start, -item.end)))


def part_of(name: str) -> Literal["train", "dev"]:
    """Return the part that a document belongs to: a quarter, by a hash of its name, is `dev`."""
    return "dev" if sha256(name.encode()).digest()[0] < KEPT else "train"


def is_in(part: Part, name: str) -> bool:
    """Return whether a document of this name belongs to a part."""
    return part in {"all", part_of(name)}


def read_gum(folder: Path, split: str) -> Iterator[GoldDocument]:
    """Yield the documents of `*-ud-SPLIT.conllu`; one segment per sentence."""
    for path in sorted(folder.glob(f"*-ud-{split}.conllu")):
        yield from read_corefud(path, "en")


def read_corefud(path: Path, language: str) -> Iterator[GoldDocument]:
    """Yield the documents of a CoNLL-U file with `Entity=`; one segment per sentence.

    Where `# text` is but the words with spaces between, as in RuCor, the text is put together.

    Raises:
        InputError: a sentence without `# text` or with fewer than ten columns.
    """
    found = list(blocks(path))
    is_spaced = not any("SpaceAfter=No" in line for _, lines in found for line in lines)
    name, genre = "", ""
    sentences: list[_Sentence] = []
    for number, lines in found:
        for line in lines:
            if line.startswith("# newdoc id"):
                if sentences:
                    yield _ud_document(name, genre, language, sentences)
                name, sentences = line.partition("=")[2].strip(), []
            elif line.startswith("# meta::genre"):
                genre = line.partition("=")[2].strip()
        if any(line and line[0].isdigit() for line in lines):
            with at(path, number, "a sentence with # text and ten columns"):
                sentences.append(_sentence(lines, language if is_spaced else ""))
    if sentences:
        yield _ud_document(name, genre, language, sentences)


@dataclass(frozen=True)
class _Sentence:
    """A sentence's words, and its rows, empty nodes too."""

    tokens: Tokens
    rows: tuple[_Row, ...]


class _Row(NamedTuple):
    """A word or an empty node.

    Args:
        before: how many words stand before it.
        is_word: whether it is one.
        misc: its last cell.
        depends: of an empty node, the word that it depends on in the enhanced graph, and how.
    """

    before: int
    is_word: bool
    misc: str
    depends: tuple[int, str] | None


def _ud_document(
    name: str, genre: str, language: str, sentences: Sequence[_Sentence]
) -> GoldDocument:
    mentions, zeros = list[GoldMention](), list[GoldMention]()
    opened: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for segment, sentence in enumerate(sentences):
        for before, is_word, misc, depends in sentence.rows:
            value = next((cell[7:] for cell in misc.split("|") if cell.startswith("Entity=")), "")
            for left, body, right in re.findall(r"(\()?([^()]+)(\))?", value):
                entity = body.split("-", 1)[0]
                if left:
                    opened[entity].append((segment, before, body))
                if right and opened[entity]:
                    start_segment, start, info = opened[entity].pop()
                    words = (start, before if is_word else before - 1)
                    if start_segment == segment and words[0] <= words[1]:
                        mentions.append(_ud_mention(segment, sentence.tokens, words, entity, info))
                    elif start_segment == segment and depends is not None:
                        word, relation = depends
                        zero = _ud_mention(segment, sentence.tokens, (word, word), entity, info)
                        zeros.append(replace(zero, is_nominal=True, deprel=relation))
    tokens = tuple(sentence.tokens for sentence in sentences)
    side = Side(language, tuple(item.text for item in tokens), tokens)
    kept = tuple(_checked(_whole(in_order(mentions))))
    return GoldDocument(name, side, kept, genre, in_order(zeros))


def _whole(mentions: Sequence[GoldMention]) -> tuple[GoldMention, ...]:
    """Return mentions with those in several parts (`e7[1/2]`) as their longest part."""
    best: dict[tuple[int, str], GoldMention] = {}
    for item in mentions:
        if "[" in item.entity:
            place = item.segment, item.entity.partition("[")[0]
            longest = best.setdefault(place, item)
            if item.end - item.start > longest.end - longest.start:
                best[place] = item
    return tuple(
        replace(item, entity=item.entity.partition("[")[0])
        for item in mentions
        if "[" not in item.entity or best[item.segment, item.entity.partition("[")[0]] is item
    )


def _checked(mentions: Sequence[GoldMention]) -> Iterator[GoldMention]:
    """Keep a cataphoric *it* as empty where it is marked so or points ahead to a clause."""
    later: dict[str, GoldMention] = {}
    kept = []
    for item in reversed(mentions):
        following = later.get(item.entity)
        points_to_clause = following is not None and not following.is_nominal
        is_empty = item.is_expletive and (item.deprel == "expl" or points_to_clause)
        kept.append(replace(item, is_expletive=is_empty))
        later[item.entity] = item
    return reversed(kept)


def _ud_mention(
    segment: int, tokens: Tokens, words: tuple[int, int], entity: str, info: str
) -> GoldMention:
    start, last = words
    heads = tokens.heads or ()
    head = next(
        (index for index in range(start, last + 1) if not start <= heads[index] <= last), start
    )
    cells = info.split("-")
    is_it = start == last and tokens.forms[start].lower() == "it"
    return GoldMention(
        segment=segment,
        start=min(tokens.starts[start], tokens.ends[last] - 1),  # a word within another has no end
        end=tokens.ends[last],
        entity=entity,
        head=tokens.starts[head],
        is_nominal=(tokens.upos or ())[head] in NOMINAL or _is_korean_noun(tokens, head),
        is_expletive=is_it and "cata" in cells,
        etype=cells[1] if len(cells) > 1 else "",
        deprel=(tokens.deprels or ())[head],
    )


def _is_korean_noun(tokens: Tokens, index: int) -> bool:
    """Return whether a word is a noun with particles, which UD may call an adverb or a verb."""
    tag = (tokens.xpos or ())[index]
    return "+" in tag and tag[0] in "nN"


def _sentence(lines: Sequence[str], spaced: str = "") -> _Sentence:
    """Read a sentence; `spaced`: the language whose text is to be put together, "" for none."""
    (text,) = (line.split("=", 1)[1].strip() for line in lines if line.startswith("# text ="))
    rows = [line.split("\t") for line in lines if line and line[0].isdigit()]
    words = [row for row in rows if row[0].isdigit()]
    if spaced and text.split() == [row[1] for row in words]:
        text, _, _ = joined([row[1] for row in words], spaced)
    surfaces = {row[0].split("-")[0]: row for row in rows if "-" in row[0]}
    starts, ends, position, until, last = [], [], 0, 0, 0
    for row in words:
        if row[0] in surfaces:
            surface = surfaces[row[0]][1]
            position = text.index(surface, position)
            until = position + len(surface)
            last = int(surfaces[row[0]][0].split("-")[1])
        found = text.find(row[1], position)
        limit = until if int(row[0]) <= last else len(text)
        if found >= 0 and found + len(row[1]) <= limit:
            start, end = found, found + len(row[1])
        elif int(row[0]) > last:
            raise ValueError(row[1])  # a word that is not in the text
        else:
            start, end = position, max(until, position)
        starts.append(start)
        ends.append(end)
        position = end
    tokens = Tokens(
        text=text,
        forms=tuple(row[1] for row in words),
        starts=tuple(starts),
        ends=tuple(ends),
        lemmas=tuple(row[2] for row in words),
        upos=tuple(row[3] for row in words),
        xpos=tuple(row[4] for row in words),
        feats=tuple(parse_feats(row[5]) for row in words),
        heads=tuple(int(row[6]) - 1 if row[6] != "0" else ROOT for row in words),
        deprels=tuple(row[7] for row in words),
    )
    placed, before = list[_Row](), 0
    for row in rows:
        if "-" not in row[0]:
            depends = None if row[0].isdigit() else _depends(row[8], len(words))
            placed.append(_Row(before, row[0].isdigit(), row[9], depends))
            before += row[0].isdigit()
    return _Sentence(tokens, tuple(placed))


def _depends(cell: str, words: int) -> tuple[int, str] | None:
    """Return the first word, from 0, that a cell of enhanced dependencies names, and how."""
    for item in cell.split("|"):
        head, _, relation = item.partition(":")
        if head.isdigit() and 0 < int(head) <= words:
            return int(head) - 1, relation.partition(":")[0]
    return None


def read_parcor(folder: Path) -> Iterator[GoldDocument]:
    """Yield the English documents of a ParCorFull folder, words joined as plain text."""
    for words_file in sorted(folder.glob("**/EN/Basedata/*_words.xml")):
        name = words_file.name.removesuffix("_words.xml")
        markables = words_file.parents[1] / "Markables"
        coref = markables / f"{name}_coref_level.xml"
        sentences = markables / f"{name}_sentence_level.xml"
        if coref.exists() and sentences.exists():
            yield _mmax_document(name, words_file, sentences, coref)


def _mmax_document(name: str, words_file: Path, sentences: Path, coref: Path) -> GoldDocument:
    with at(words_file, None, "word elements with ids word_NUMBER"):
        words = {
            _number(word.get("id", "")): word.text or "" for word in _root(words_file).iter("word")
        }
    with at(sentences, None, "spans word_FIRST..word_LAST"):
        spans = sorted(_span(item.get("span", "")) for item in _root(sentences))
    texts, places = [], {}
    for segment, (first, last) in enumerate(spans):
        text = ""
        for number in range(first, last + 1):
            word = words.get(number, "")
            if text and not joins(text, word):
                text += " "
            places[number] = segment, len(text), len(text) + len(word)
            text += word
        texts.append(text)
    mentions = []
    for item in _root(coref):
        with at(coref, None, "spans word_FIRST..word_LAST"):
            first, last = _span(item.get("span", ""))
        entity = item.get("coref_class", "empty")
        if entity == "empty" or first not in places or last not in places:
            continue
        if places[first][0] != places[last][0]:
            continue
        segment, start, _ = places[first]
        mentions.append(
            GoldMention(
                segment=segment,
                start=start,
                end=places[last][2],
                entity=entity,
                is_nominal=item.get("mention") in {"np", "pronoun"},
                is_expletive=item.get("type") == "pleonastic",
            )
        )
    return GoldDocument(name, Side("en", tuple(texts)), in_order(mentions), "talk")


def _root(path: Path) -> ElementTree.Element:
    """Parse an XML file; InputError with the line where it is none."""
    try:
        return ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise InputError(f"is no XML: {error}", path=path, line=error.position[0]) from error


def _number(identifier: str) -> int:
    return int(identifier.rsplit("_", 1)[1])


def _span(cell: str) -> tuple[int, int]:
    ends = re.findall(r"word_(\d+)", cell)
    return int(ends[0]), int(ends[-1])
