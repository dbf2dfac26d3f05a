"""Gold coreference in the formats of four kinds of corpora: columns, brat, KoCoNovel, KNP.

* CoNLL-2012 (`*.conll`; LitBank's `*_brat.conll`): a token a line, columns parted by tabs or
  spaces, chains such as `(6|(0)` in the last. Text is put together from the words. The few brackets
  without a partner that GerDraCor has (ten) are left out.
* brat (`NAME.ann` beside `NAME.txt`): `T1 TAB TYPE START END TAB words` is a mention
  (a span in several parts, `0 4;9 12`, is taken as a whole), `R1 TAB Coreference Arg1:T2 Arg2:T1`
  a link, `* TAB Coreference T1 T2` a chain; a mention without a link is an entity.
* KoCoNovel (`*.jsonl`): `{"doc_id": "9_0", "omniscent_separate": [[["541", "542", "그", "A"]]]}`,
  chains of mentions (begin, end, words, the characters' letters). Of its four readings this takes
  the one of all that the reader will know, a plural apart from its members. The text must stand
  beside the file as `DOC_ID.txt`; a part without one is left out.
* KNP (`*.knp`, Japanese): `+` begins a basic phrase, then come its morphemes, `EOS` ends a
  sentence. `<rel type="=" …>` links a phrase to an earlier one by sentence and number; `=構` (a
  predicate), `=≒` (nearly the same) and sums (`mode="AND"`) do not count. A mention is a phrase's
  words without particles. What stood in brackets is put back into the sentence around it.

Segments are sentences; a mention across their borders is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, Part, in_order, is_in
from benchmarks.tasks.coref_text import joined
from benchmarks.tasks.harness import at, blocks, text_lines
from discotag.core.document import Side
from discotag.files.json import records
from discotag.files.text import Notes
from discotag.language.sentences import SentenceSplitter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.language import LanguagePack


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


def read_litbank(folder: Path, part: Part = "all") -> Iterator[GoldDocument]:
    """Yield the documents of `*_brat.conll` below a folder, one segment per sentence."""
    for path in sorted(folder.rglob("*_brat.conll")):
        yield from (item for item in read_columns(path, "en", "novel") if is_in(part, item.id))


Place = tuple[int, int, str]
"""A mention's begin and end in characters of the text, and its type."""
Marked = tuple[int, int, str, str]
"""A mention's begin and end in characters of the text, its entity, and its type."""
LINK = "Coreference"


def read_brat(path: Path, pack: LanguagePack) -> GoldDocument:
    """Read one `.ann` with the text beside it.

    Raises:
        InputError: the text is missing, a line is not of the format, or an offset lies outside.
    """
    words = path.with_suffix(".txt")
    with at(words, None, "a text in UTF-8"):
        text = words.read_bytes().decode("utf-8") if words.exists() else None
        if text is None:
            raise ValueError(words)
    places: dict[str, Place] = {}
    links = list[tuple[str, str]]()
    for number, line in enumerate(text_lines(path), 1):
        with at(path, number, "T (mention), R or * (link) of brat, with offsets in the text"):
            name, cell, *_ = (*line.split("\t"), "", "")
            if name.startswith("T"):
                places[name] = _place(cell, text)
            elif name.startswith(("R", "*")):
                links += _links(name, cell)
    for one, other in links:
        with at(path, None, f"mentions {one} and {other} of a link"):
            places[one], places[other]
    groups = _groups(places, links)
    marked = [(begin, end, groups[name], kind) for name, (begin, end, kind) in places.items()]
    return _of_text(path.stem, text, pack, marked, "novel")


def _place(cell: str, text: str) -> Place:
    kind, offsets = cell.split(" ", 1)
    numbers = [int(number) for number in re.split("[ ;]", offsets)]
    begin, end = min(numbers), max(numbers)
    if not 0 <= begin < end <= len(text):
        raise ValueError(cell)
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    return begin, end, kind


def _links(name: str, cell: str) -> list[tuple[str, str]]:
    kind, *names = cell.split(" ")
    if kind != LINK:
        return []
    if name != "*":
        names = [part.split(":", 1)[1] for part in names if part]
    first, *others = names
    return [(first, other) for other in others]


def _groups(names: Iterable[str], links: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each mention the name of its entity: its first mention in the file."""
    group = {name: name for name in names}

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    order = {name: number for number, name in enumerate(group)}
    for one, other in links:
        first, second = sorted((root(one), root(other)), key=order.__getitem__)
        group[second] = first
    return {name: root(name) for name in group}


def _of_text(
    name: str, text: str, pack: LanguagePack, places: Iterable[Marked], genre: str
) -> GoldDocument:
    """Cut a text into sentences, its segments; leave out mentions across their borders."""
    segments = SentenceSplitter(pack).spans(text)
    begins = [begin for begin, _ in segments]
    mentions = []
    for begin, end, entity, kind in places:
        segment = bisect_right(begins, begin) - 1
        if segment >= 0 and begin < end <= segments[segment][1]:
            start = segments[segment][0]
            mentions.append(GoldMention(segment, begin - start, end - start, entity, etype=kind))
    side = Side(pack.code, tuple(text[begin:end] for begin, end in segments))
    return GoldDocument(name, side, in_order(mentions), genre)


MARK = '"omniscent_separate"'
"""What a line of this format holds (the corpus spells it so)."""


class StoryPart(BaseModel):
    """A line of the file, as far as it is read."""

    doc_id: str
    omniscent_separate: list[list[tuple[int, int, str, str]]]


def without_text(path: Path) -> list[str]:
    """Return the parts of a file that no text stands beside."""
    return [item.doc_id for _, item in records(path, StoryPart, Notes()) if not _text(path, item)]


def read_koconovel(path: Path, pack: LanguagePack) -> Iterator[GoldDocument]:
    """Yield the parts whose text stands beside the file.

    Raises:
        InputError: a line that is not of the format, or whose words are not where it says.
    """
    for number, item in records(path, StoryPart, Notes()):
        if words := _text(path, item):
            with at(words, None, "a text in UTF-8"):
                text = words.read_bytes().decode("utf-8")
            with at(path, number, f"words and places of {words.name}"):
                yield _story_document(item, text, pack)


def _text(path: Path, item: StoryPart) -> Path | None:
    place = path.parent / f"{item.doc_id}.txt"
    return place if place.is_file() and place.parent == path.parent else None


def _story_document(item: StoryPart, text: str, pack: LanguagePack) -> GoldDocument:
    marked = list[Marked]()
    for chain, places in enumerate(item.omniscent_separate):
        for begin, end, words, letters in places:
            if not words or text[begin:end] != words:
                raise ValueError(words)
            marked.append((begin, end, str(chain), letters))
    return _of_text(item.doc_id, text, pack, marked, "story")


HEADER = re.compile(r"# S-ID:(\S+)")
BRACKET = re.compile(r"括弧始:(\S+) 括弧終:(\S+) 括弧位置:(\d+)")
REL = re.compile(r"<rel ([^>]*)/>")
FIELD = re.compile(r'(\w+)="([^"]*)"')
BEHIND = frozenset({"助詞", "特殊", "判定詞", "助動詞"})
"""Parts of speech at a phrase's end that belong to no mention: particles, marks, copulas."""
NOMINAL = frozenset({"名詞", "指示詞", "接頭辞", "接尾辞", "未定義語"})
CASES = {"ガ": "nsubj", "ヲ": "obj", "ニ": "iobj"}
"""Cases whose filler, where no phrase beside the predicate holds it, is a zero pronoun; as UD."""
Key = tuple[str, int]
"""A basic phrase: its sentence's name and its 0-based number there."""


@dataclass
class _Phrase:
    """A basic phrase.

    Args:
        head: the phrase it depends on; -1 = none.
        rels: the fields of its `rel` tags.
        words: its morphemes with their part of speech.
    """

    head: int
    rels: list[dict[str, str]]
    words: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class _Sentence:
    """A sentence, or what stood in brackets in the one before."""

    name: str
    line: int
    bracket: tuple[str, str, int] | None
    phrases: list[_Phrase] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its words."""
        return "".join(word for phrase in self.phrases for word, _ in phrase.words)


def read_knp(path: Path, language: str = "ja") -> GoldDocument:
    """Read one file, a document.

    Raises:
        InputError: a line is no header, phrase, morpheme or `EOS`, or a target is nowhere.
    """
    sentences = _sentences(path)
    entities = _entities(path, sentences)
    texts, mentions, zeros = list[str](), list[GoldMention](), list[GoldMention]()
    for parts in _written(sentences):
        text, places = _restored(parts)
        for sentence, begins in zip(parts, places, strict=True):
            own = list(_placed(len(texts), sentence, begins))
            for number, item in enumerate(own):
                entity = entities.get((sentence.name, number))
                if entity is not None and item is not None:
                    mentions.append(replace(item, entity=entity))
            for number, target, relation in _zeros(sentence):
                item = own[number]
                if item is not None and target in entities:
                    zero = replace(item, entity=entities[target], is_nominal=True)
                    zeros.append(replace(zero, deprel=relation))
        texts.append(text)
    side = Side(language, tuple(texts))
    return GoldDocument(path.stem, side, in_order(mentions), "lead", in_order(zeros))


def _sentences(path: Path) -> list[_Sentence]:
    found = list[_Sentence]()
    for number, line in enumerate(text_lines(path), 1):
        with at(path, number, "a header, a phrase, a morpheme or EOS of KNP"):
            if named := HEADER.match(line):
                around = BRACKET.search(line)
                bracket = (around[1], around[2], int(around[3])) if around else None
                found.append(_Sentence(named[1], number, bracket))
            elif line.startswith("+ "):
                head = int(line.split(" ")[1][:-1])
                rels = [dict(FIELD.findall(cell)) for cell in REL.findall(line)]
                found[-1].phrases.append(_Phrase(head, rels))
            elif line and line != "EOS" and not line.startswith(("* ", "#")):
                cells = line.split(" ")
                found[-1].phrases[-1].words.append((cells[0], cells[3]))
    return found


def _entities(path: Path, sentences: Sequence[_Sentence]) -> dict[Key, str]:
    """Return the entity of each phrase that corefers with another, or with a zero pronoun.

    It is called by its first mention's place.
    """
    sizes = {sentence.name: len(sentence.phrases) for sentence in sentences}
    links: dict[Key, Key] = {}
    for sentence in sentences:
        for number, phrase in enumerate(sentence.phrases):
            same = [rel for rel in phrase.rels if rel.get("type") == "="]
            if any(rel.get("mode") == "AND" for rel in same) or not same or "sid" not in same[0]:
                continue
            with at(path, sentence.line, "a target that is a phrase of the document"):
                target = same[0]["sid"], int(same[0]["id"])
                if not 0 <= target[1] < sizes[target[0]]:
                    raise ValueError(target)
            links[sentence.name, number] = target

    def first(key: Key) -> Key:
        seen = {key}
        while key in links and links[key] not in seen:
            key = links[key]
            seen.add(key)
        return min(seen) if key in links else key  # a ring of links

    fillers = set[Key]()
    for sentence in sentences:
        with at(path, sentence.line, "rel tags with numbers of phrases"):
            fillers.update(target for _, target, _ in _zeros(sentence) if target[0] in sizes)
    found = {key: first(key) for key in {*links, *links.values(), *fillers}}
    return {key: f"{name}:{number}" for key, (name, number) in found.items()}


def _written(sentences: Sequence[_Sentence]) -> Iterator[list[_Sentence]]:
    """Yield each sentence with what stood in brackets in it."""
    parts = list[_Sentence]()
    for sentence in sentences:
        if parts and sentence.bracket is None:
            yield parts
            parts = []
        parts.append(sentence)
    if parts:
        yield parts


def _restored(parts: Sequence[_Sentence]) -> tuple[str, list[list[int]]]:
    """Put brackets back; return the text, and where each character of each part stands in it."""
    text, places = parts[0].text, [list(range(len(parts[0].text)))]
    for part in parts[1:]:
        opening, closing, place = part.bracket or ("", "", len(text))
        place = min(place, len(text))
        inside = f"{opening}{part.text}{closing}"
        places = [
            [spot + len(inside) if spot >= place else spot for spot in spots] for spots in places
        ]
        begin = place + len(opening)
        places.append(list(range(begin, begin + len(part.text))))
        text = text[:place] + inside + text[place:]
    return text, places


def _placed(
    segment: int, sentence: _Sentence, places: Sequence[int]
) -> Iterator[GoldMention | None]:
    """Yield each phrase without particles and marks, of no entity; None where nothing is left."""
    begin = 0
    for phrase in sentence.phrases:
        words = [word for word, _ in phrase.words]
        kinds = [kind for _, kind in phrase.words]
        last = len(words)
        while last > 1 and kinds[last - 1] in BEHIND:
            last -= 1
        first = 0
        while first < last - 1 and kinds[first] == "特殊":
            first += 1
        start = begin + len("".join(words[:first]))
        end = begin + len("".join(words[:last]))
        is_nominal = any(kind in NOMINAL for kind in kinds[first:last])
        yield (
            GoldMention(segment, places[start], places[end - 1] + 1, "", is_nominal=is_nominal)
            if start < end
            else None
        )
        begin += len("".join(words))


def _zeros(sentence: _Sentence) -> Iterator[tuple[int, Key, str]]:
    """Yield case fillers in the document that do not depend on their predicate, nor it on them.

    Each as the number of the predicate's phrase, the filler, and the relation.
    """
    for number, phrase in enumerate(sentence.phrases):
        beside = {place for place, other in enumerate(sentence.phrases) if other.head == number}
        for rel in phrase.rels:
            if rel.get("type") in CASES and "sid" in rel:
                inside = rel["sid"] == sentence.name
                if not (inside and int(rel["id"]) in beside | {phrase.head}):
                    yield number, (rel["sid"], int(rel["id"])), CASES[rel["type"]]
