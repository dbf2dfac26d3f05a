"""Material: documents made up by chance from given words, with every layer, to try components on.

They mean nothing. A component need not find anything in them; it must survive them, point into
them, and do the same again. The same seed gives the same documents on every machine.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from discotag.core.document import Alignment, Cluster, Document, Expected, Mention, Side
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import ROOT, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from discotag.core.document import TextRole

UPOS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
)  # fmt: skip
"""Parts of speech of Universal Dependencies 2."""
RELATIONS = ("nsubj", "obj", "iobj", "obl", "advmod", "aux", "cop", "det", "conj", "punct", "dep")
FEATURES: tuple[dict[str, str], ...] = (
    {},
    {"Person": "2", "Number": "Sing", "PronType": "Prs"},
    {"Person": "3", "Number": "Plur", "Gender": "Fem"},
    {"Tense": "Past", "VerbForm": "Fin", "Mood": "Ind"},
    {"Mood": "Imp", "VerbForm": "Fin"},
    {"Case": "Nom", "Gender": "Masc,Neut", "Number": "Sing"},
)
ODD_WORDS = ("...", "?", "“", "’", "42", "é", "👩‍🔬", "a\u200bb", "\u05d0", "東京", "-", "ZZ")
"""What appears in real texts and in few tests."""
LONGEST_WORD = 25


def words_of(data: object) -> tuple[str, ...]:
    """Return the words that are in a table: every short text without a space, sorted."""
    found: set[str] = set()
    waiting = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if item and len(item) <= LONGEST_WORD and not item.isspace() and " " not in item:
                found.add(item)
        elif isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list | tuple):
            waiting += item
    return tuple(sorted(found))


def segment(random: Random, words: Sequence[str]) -> Tokens:
    """Make up an analysed segment of 0-9 words, with one space between them."""
    forms = tuple(_form(random, words) for _ in range(random.choice((0, 1, 3, 5, 7, 9))))
    starts = tuple(accumulate((len(form) + 1 for form in forms[:-1]), initial=0))[: len(forms)]
    size = len(forms)
    return Tokens(
        text=" ".join(forms),
        forms=forms,
        starts=starts,
        ends=tuple(start + len(form) for start, form in zip(starts, forms, strict=True)),
        lemmas=tuple(form.lower() for form in forms),
        upos=tuple(random.choice(UPOS) for _ in forms),
        xpos=("",) * size,
        feats=tuple(random.choice(FEATURES) for _ in forms),
        heads=tuple(ROOT if index == 0 else random.randrange(index) for index in range(size)),
        deprels=tuple("root" if i == 0 else random.choice(RELATIONS) for i in range(size)),
    )


def _form(random: Random, words: Sequence[str]) -> str:
    word = random.choice(ODD_WORDS if random.random() < 0.1 or not words else words)
    return word.capitalize() if random.random() < 0.2 else word


def side(random: Random, language: str, words: Sequence[str], *, segments: int, id: str) -> Side:
    """Make up one side of a document; its last segment is empty."""
    empty = Tokens("", (), (), (), (), (), (), (), (), ())
    made = [segment(random, words) for _ in range(segments - 1)]
    tokens = (*made, empty)[:segments]
    return Side(
        language,
        tuple(item.text for item in tokens),
        tokens,
        clusters=tuple(_clusters(random, tokens)),
        document=id,
    )


def _clusters(random: Random, tokens: Sequence[Tokens]) -> Iterator[Cluster]:
    """Make up to two clusters of one-word mentions."""
    places = [(number, index) for number, item in enumerate(tokens) for index in range(len(item))]
    for _ in range(2):
        if len(places) >= 3:
            chosen = sorted(random.sample(places, 3))
            yield Cluster(tuple(Mention(number, at, at + 1, at) for number, at in chosen))


def document(
    random: Random,
    languages: tuple[str, str],
    words: tuple[Sequence[str], Sequence[str]],
    *,
    id: str = "doc",
    segments: int = 6,
    source: Side | None = None,
    role: TextRole = "reference",
) -> Document:
    """Make up a document: all analyses, clusters on both sides, links, expected words.

    Args:
        random: where chance comes from.
        languages: codes of source and target.
        words: source words and target words to draw from.
        id: its name.
        segments: how many segments it has; the last one is empty on both sides.
        source: a source side to take in place of a new one.
        role: what its target text is.
    """
    if source is None:
        source = side(random, languages[0], words[0], segments=segments, id=id)
    target = side(random, languages[1], words[1], segments=len(source), id=id)
    links = tuple(_links(random, len(a), len(b)) for a, b in zip(source, target, strict=True))
    system = "ref" if role == "reference" else "system"
    expected = tuple(
        Expected((random.choice(item.forms),), "gender", "fem") if len(item) else None
        for item in target
    )
    return Document(
        id, source, target, system=system, role=role, alignment=links, expected=expected
    )


def _links(random: Random, rows: int, columns: int) -> Alignment:
    if not rows or not columns:
        return Alignment((), ())
    count = random.randrange(min(rows, columns) + 1)
    links = {(random.randrange(rows), random.randrange(columns)) for _ in range(count)}
    return Alignment.of(links, [0.9] * len(links))


def empty_document(languages: tuple[str, str], segments: int) -> Document:
    """Return a document whose segments are all empty; there may be none at all."""
    empty = Tokens("", (), (), (), (), (), (), (), (), ())
    source, target = (
        Side(code, ("",) * segments, (empty,) * segments, clusters=(), document="empty")
        for code in languages
    )
    links = (Alignment((), ()),) * segments
    return Document("empty", source, target, alignment=links, expected=(None,) * segments)


def marked(random: Random, document: Document, phenomena: Iterable[str]) -> TaggedDocument:
    """Make up marks of phenomena, half of them tags."""
    phenomena = tuple(sorted(phenomena))
    marks: list[Mark] = []
    for number, tokens in enumerate(document.target):
        for phenomenon in phenomena:
            if len(tokens) and random.random() < 0.7:
                marks.append(_mark(random, phenomenon, number, random.randrange(len(tokens))))
    return TaggedDocument(document, tuple(marks), phenomena=phenomena)


def _mark(random: Random, phenomenon: str, number: int, token: int) -> Mark:
    found: dict[str, Any] = {}
    if random.random() < 0.5:
        found = {"evidence": (TokenRef("target", number, token),)}
    return Mark(phenomenon, random.choice(("t", "v")), number, token, **found)
