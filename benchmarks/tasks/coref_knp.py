"""Gold coreference in KNP's format (`*.knp`): basic phrases with `<rel type="=" …>`, Japanese.

A line with `+` begins a basic phrase, then come its morphemes, `EOS` ends a sentence. `rel` links a
phrase to an earlier one by sentence and number. Only plain `=` is coreference: `=構` links what a
clause says is the same (a predicate), `=≒` what is nearly the same, and a phrase with several
targets (`mode="AND"`) is a sum. A mention is a phrase's words without the particles behind them.

What stood in brackets is a sentence of its own in the file, with its place (`括弧位置`): here it is
put back, so that a segment is the sentence as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, in_order
from benchmarks.tasks.gold import at, text_lines
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

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
