"""Segments cut at spaces and signs; lemma, part of speech and features from a list of words.

It is what a language begins with before anybody has learned a pipeline for it. It sees no context:
a form has one reading, and every word is alone in its tree.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple, Self

from discotag.core.errors import TableError
from discotag.core.interfaces import Analyzer
from discotag.core.tokens import ROOT, Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from discotag.core.interfaces import Context


FILE = "data/words.tsv"
WORD = re.compile(r"\w+(?:['’\-]\w+)*|[^\w\s]")
"""Letters and digits, joined by apostrophes and hyphens; any other sign is a word of its own."""
COLUMNS = 4


class Entry(NamedTuple):
    """What a list says of a form: lemma, UD part of speech, UD features (`Case=Nom|…` or `_`)."""

    lemma: str
    upos: str
    feats: str


class WordListAnalyzer(Analyzer):
    """Analyses segments with a list.

    Args:
        entries: form → its reading. A form in lower case also fits with capitals, unless the list
            has that form, too (Danish *de* and *De*); at the beginning of a segment, where the
            capital says nothing, the form in lower case is preferred.
        digest: of the list's file.
    """

    def __init__(self, entries: Mapping[str, Entry], digest: str = "") -> None:
        self._entries = entries
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Read the list of the side's pack; TableError names the line at fault."""
        path = context.pack.resource(FILE)
        return cls(read_words(path), hashlib.sha256(path.read_bytes()).hexdigest()[:12])

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per segment, in order; a blank segment gives no tokens."""
        return [self._analyzed(text) for text in texts]

    def _analyzed(self, text: str) -> Tokens:
        found = list(WORD.finditer(text))
        forms = tuple(match.group() for match in found)
        entries = [self._entry(form, is_first=index == 0) for index, form in enumerate(forms)]
        return Tokens(
            text=text,
            forms=forms,
            starts=tuple(match.start() for match in found),
            ends=tuple(match.end() for match in found),
            lemmas=tuple(entry.lemma for entry in entries),
            upos=tuple(entry.upos for entry in entries),
            xpos=("",) * len(forms),
            feats=tuple(parse_feats(entry.feats) for entry in entries),
            heads=(ROOT,) * len(forms),
            deprels=("root",) * len(forms),
        )

    def _entry(self, form: str, *, is_first: bool) -> Entry:
        spellings = (form.casefold(), form) if is_first else (form, form.casefold())
        known = (self._entries[spelling] for spelling in spellings if spelling in self._entries)
        return next(known, None) or _guess(form)


def _guess(form: str) -> Entry:
    """Return what is known of an unlisted form: signs and numbers look like what they are."""
    if form.isdigit():
        return Entry(form, "NUM", "_")
    if any(letter.isalnum() for letter in form):
        return Entry(form.lower(), "X", "_")
    return Entry(form, "PUNCT", "_")


def read_words(path: Path) -> dict[str, Entry]:
    """Read a list: form, lemma, UPOS and FEATS, with tabs between; `#` begins a comment.

    Raises:
        TableError: a line has other than four columns, or a form comes twice.
    """
    entries: dict[str, Entry] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != COLUMNS or not all(cell.strip() for cell in cells):
            raise TableError(
                "must hold form, lemma, UPOS and FEATS (or _) with tabs between",
                path=path,
                line=number,
            )
        form, lemma, upos, feats = cells
        if form in entries:
            raise TableError(f"{form!r} is there already", path=path, line=number)
        if feats != "_" and not all("=" in pair for pair in feats.split("|")):
            raise TableError(f"{feats!r} are no UD features", path=path, line=number)
        entries[form] = Entry(lemma, upos, feats)
    return entries
