"""Words of a text as terms are compared with them: their letters, their dictionary forms.

Analyzers cut words in different ways (*COVID-19*, *e-mail*), so texts and terms are both cut here:
runs of letters and digits, single signs, and single characters between
which there are no spaces.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, LanguagePack, Token, Tokens
    from discotag_lint.terminology.glossary import Concept


_SPACED = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[^\w\s]|_")
_UNSPACED = re.compile(r"[0-9A-Za-zÀ-ɏ]+|\S")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
                        "–": "-", "—": "-", "\u2011": "-"})  # fmt: skip
PARTICLE = "compound:prt"
LONG = 4
"""Letters from which a part of a word counts as the word: *Konto* in *Benutzerkonto*; 2 of those
that are as wide as high (계정)."""


class Word(NamedTuple):
    """A word of a segment.

    Args:
        raw: as written there.
        form: folded: no case, one kind of quotation mark and dash.
        start: offset of its first character.
        end: offset after its last.
        tokens: the analyzer's tokens that it touches.
        bases: their dictionary forms, folded; nothing where a token holds more than this word.
        is_noun: whether one of them is a noun, name or adjective.
    """

    raw: str
    form: str
    start: int
    end: int
    tokens: tuple[int, ...] = ()
    bases: frozenset[str] = frozenset()
    is_noun: bool = False

    @property
    def is_letters(self) -> bool:
        """Whether it is a word, not a sign."""
        return self.form[:1].isalnum()


class Wording:
    """Cuts texts of one language into words.

    Args:
        pack: the language.
    """

    def __init__(self, pack: LanguagePack) -> None:
        self.has_spaces = pack.writing.spaces
        self._dotless = pack.writing.dotless_i
        self._has_separable_verbs = pack.terms.separable_verbs
        self._pattern = _SPACED if self.has_spaces else _UNSPACED

    def fold(self, text: str) -> str:
        """Return a text without case, and with one kind of quotation mark, dash and width."""
        if self._dotless:
            text = text.replace("İ", "i").replace("I", "ı")
        return unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS)

    def cut(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text that is not analysed, such as a term."""
        return tuple(
            Word(raw := found[0], self.fold(raw), found.start(), found.end())
            for found in self._pattern.finditer(text)
        )

    def of(self, tokens: Tokens) -> tuple[Word, ...]:
        """Return the words of an analysed segment."""
        return tuple(self._words(tokens))

    def _words(self, tokens: Tokens) -> Iterator[Word]:
        first = 0
        for word in self.cut(tokens.text):
            while first < len(tokens) and tokens.ends[first] <= word.start:
                first += 1
            touched, index = list[int](), first
            while index < len(tokens) and tokens.starts[index] < word.end:
                if tokens.ends[index] > word.start:
                    touched.append(index)
                index += 1
            inside = [
                tokens[index]
                for index in touched
                if tokens.starts[index] >= word.start and tokens.ends[index] <= word.end
            ]
            bases = frozenset(self.fold(each) for t in inside for each in self._bases(t))
            is_noun = any(token.upos in {"NOUN", "PROPN", "ADJ", "X"} for token in inside)
            yield word._replace(tokens=tuple(touched), bases=bases, is_noun=is_noun)

    def _bases(self, token: Token) -> Iterator[str]:
        """Yield the dictionary forms of a token; *melden … an* is *anmelden*, too."""
        yield from (token.lemma, token.base)
        is_verb = token.upos == "VERB" and token.segment.heads is not None
        for child in token.children if is_verb and self._has_separable_verbs else ():
            if child.deprel == PARTICLE:
                yield child.form + token.lemma


def is_inflected(one: str, other: str) -> bool:
    """Return whether two folded words may be forms of one: they differ in their ends alone."""
    if not (one.isalpha() and other.isalpha()):
        return False
    shared = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    rest = max(len(one), len(other)) - shared
    return (shared >= 4 and rest <= 3) or (shared == 3 and rest <= 2)


def is_part(part: str, whole: str) -> bool:
    """Return whether a folded word is in a longer one: a compound, or with an article."""
    is_wide = unicodedata.east_asian_width(part[:1] or " ") in {"W", "F"}
    return len(part) >= (2 if is_wide else LONG) and part in whole


def same_case(wanted: str, found: str, *, is_first: bool) -> bool:
    """Return whether a word has the capitals that are wanted; a segment may begin with one."""
    size = min(len(wanted), len(found))
    shared = next(
        (place for place in range(size) if wanted[place].casefold() != found[place].casefold()),
        size,
    )
    if not shared:
        return True
    heads = wanted[:shared], found[:shared]
    return heads[0] == heads[1] or (is_first and heads[0][:1].upper() + heads[0][1:] == heads[1])


GAP = 2
"""Words that may be between those of a name: *compte de l'utilisateur*."""
LOOSE = 3
"""Characters from which a term without spaces need not end where the analyzer ends a word."""
ACRONYM = 5
"""Letters of the longest acronym that only its capitals distinguish from a word (US, us)."""
SQUASHED = 5
"""Letters from which a name is also found when its words are joined or parted otherwise."""

Lemmas = dict[str, set[str]]


class Place(NamedTuple):
    """Words of a segment: the first, and that after the last."""

    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Return whether two places have a word in common."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term at one place of the source.

    Args:
        concept: what the glossary says of it.
        place: its words in the segment.
        tokens: the tokens they touch.
        start: offset of their first character.
        end: offset after their last.
    """

    concept: Concept
    place: Place
    tokens: tuple[int, ...]
    start: int
    end: int


class SourceTerms:
    """Finds the terms of a glossary in texts of its source language.

    Args:
        concepts: the glossary's.
        wording: of the source language.
    """

    def __init__(self, concepts: Iterable[Concept], wording: Wording) -> None:
        self._wording = wording
        self._terms = [(concept, wording.cut(concept.source)) for concept in concepts]
        self._terms = [(concept, term) for concept, term in self._terms if term]

    def occurrences(self, document: Document) -> list[list[Occurrence]]:
        """Return the occurrences in each segment of a document, in the order of the text."""
        lines = [self._wording.of(tokens) for tokens in document.source]
        lemmas = _lemmas(lines)
        index: dict[str, list[tuple[Concept, tuple[Word, ...]]]] = {}
        for concept, term in self._terms:
            for key in {term[0].form, *lemmas.get(term[0].form, ())}:
                index.setdefault(key, []).append((concept, term))
        return [self._of_segment(words, index, lemmas) for words in lines]

    def _of_segment(
        self,
        words: Sequence[Word],
        index: Mapping[str, list[tuple[Concept, tuple[Word, ...]]]],
        lemmas: Lemmas,
    ) -> list[Occurrence]:
        found: dict[tuple[str, Place], Occurrence] = {}
        for start, word in enumerate(words):
            for concept, term in {
                id(pair[1]): pair
                for key in dict.fromkeys((word.form, *sorted(word.bases)))
                for pair in index.get(key, ())
            }.values():
                place = Place(start, start + len(term))
                if self._stands(concept, term, words, lemmas, place):
                    own = words[slice(*place)]
                    tokens = tuple(sorted({token for word in own for token in word.tokens}))
                    span = own[0].start, own[-1].end
                    found[concept.source, place] = Occurrence(concept, place, tokens, *span)
        longest = sorted(found.values(), key=lambda o: (o.place.start - o.place.end, o.place))
        kept: list[Occurrence] = []
        for each in longest:
            if not any(each.place.overlaps(other.place) for other in kept):
                kept.append(each)
        return sorted(kept, key=lambda occurrence: occurrence.place)

    def _stands(
        self,
        concept: Concept,
        term: tuple[Word, ...],
        words: Sequence[Word],
        lemmas: Lemmas,
        place: Place,
    ) -> bool:
        if place.end > len(words):
            return False
        is_acronym = _is_acronym(concept.source)
        for at, wanted in enumerate(term, place.start):
            if not _is_same(wanted, words[at], lemmas):
                return False
            is_exact = concept.case or is_acronym
            is_first = at == 0 and not is_acronym
            if is_exact and not same_case(wanted.raw, words[at].raw, is_first=is_first):
                return False
        return self._wording.has_spaces or _is_cut_out(words, place)


class TargetNames:
    """Finds names in segments of the target language.

    Args:
        wording: of the target language.
    """

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def allowed(self, name: str, words: Sequence[Word], *, case: bool = False) -> list[Place]:
        """Return where a name occurs, inflected, in compounds, or with words between."""
        term = self.wording.cut(name)
        found = self._in_order(term, words, is_generous=self.wording.has_spaces, case=case)
        return apart([*found, *self._squashed(term, words, case=case)])

    def word_by_word(self, name: str, words: Sequence[Word], *, case: bool = False) -> list[Place]:
        """Return where a name occurs with its own words, inflected or in compounds."""
        term = self.wording.cut(name)
        return apart(self._in_order(term, words, is_generous=self.wording.has_spaces, case=case))

    def strictly(self, name: str, words: Sequence[Word], *, case: bool = False) -> list[Place]:
        """Return where a name occurs by its forms or dictionary forms."""
        return apart(self._in_order(self.wording.cut(name), words, is_generous=False, case=case))

    def by_form(self, name: str, words: Sequence[Word], *, case: bool = False) -> list[Place]:
        """Return where a name occurs word for word, whatever its case unless that counts."""
        term = self.wording.cut(name)
        found = []
        for start in range(len(words) - len(term) + 1) if term else ():
            pairs = list(zip(term, words[start : start + len(term)], strict=True))
            is_case = not case or all(same_case(a.raw, b.raw, is_first=False) for a, b in pairs)
            if is_case and all(a.form == b.form for a, b in pairs):
                found.append(Place(start, start + len(term)))
        return apart(found)

    def _in_order(
        self, term: Sequence[Word], words: Sequence[Word], *, is_generous: bool, case: bool
    ) -> list[Place]:
        found = []
        for start in range(len(words)):
            end = start
            for place, wanted in enumerate(term):
                reach = end + 1 if place == 0 or not is_generous else end + 1 + GAP
                match = next(
                    (
                        at
                        for at in range(end, min(reach, len(words)))
                        if _matches(wanted, words[at], is_generous=is_generous)
                        and (not case or same_case(wanted.raw, words[at].raw, is_first=at == 0))
                    ),
                    None,
                )
                if match is None:
                    break
                end = match + 1
            else:
                if term:
                    found.append(Place(start, end))
        return found

    def _squashed(self, term: Sequence[Word], words: Sequence[Word], *, case: bool) -> list[Place]:
        """Return where the letters of a name occur, wherever its words are parted."""
        wanted = "".join((w.raw if case else w.form) for w in term if w.is_letters)
        owners = [(word.raw if case else word.form, at) for at, word in enumerate(words)
                  if word.is_letters]  # fmt: skip
        text = "".join(form for form, _ in owners)
        if len(wanted) < (SQUASHED if self.wording.has_spaces else 1) or wanted not in text:
            return []
        places = [at for form, at in owners for _ in form]
        found, begin = [], text.find(wanted)
        while begin >= 0:
            found.append(Place(places[begin], places[begin + len(wanted) - 1] + 1))
            begin = text.find(wanted, begin + len(wanted))
        return found


def _lemmas(lines: Iterable[Sequence[Word]]) -> Lemmas:
    """Return the dictionary forms that nouns and adjectives of a text have, by form."""
    found: Lemmas = {}
    for words in lines:
        for word in words:
            if word.is_noun:
                found.setdefault(word.form, set()).update(word.bases)
    return found


def _is_same(wanted: Word, word: Word, lemmas: Lemmas) -> bool:
    if wanted.form == word.form or wanted.form in word.bases:
        return True
    return word.is_noun and not lemmas.get(wanted.form, set()).isdisjoint(word.bases)


def _matches(wanted: Word, word: Word, *, is_generous: bool) -> bool:
    if wanted.form == word.form or wanted.form in word.bases:
        return True
    if not is_generous:
        return False
    return (
        is_inflected(wanted.form, word.form)
        or any(is_inflected(wanted.form, base) for base in word.bases)
        or is_part(wanted.form, word.form)
    )


def _is_acronym(term: str) -> bool:
    return term.isupper() and term.isalpha() and len(term) <= ACRONYM


def _is_cut_out(words: Sequence[Word], place: Place) -> bool:
    """Return whether a place is long, or begins and ends where the analyzer's words do."""
    if sum(len(word.form) for word in words[slice(*place)]) >= LOOSE:
        return True
    return not any(
        0 < edge < len(words) and set(words[edge - 1].tokens) & set(words[edge].tokens)
        for edge in place
    )


def apart(places: Iterable[Place]) -> list[Place]:
    """Return places without those that overlap an earlier, shorter one."""
    kept: list[Place] = []
    for place in sorted(set(places), key=lambda each: (each.end, -each.start)):
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
    return kept
