"""Terms: a noun that the text translates in one way again and again, and here in another.

Compared are nouns with their compound: "user account" and "bank account" are two terms. The words
of a translation are linked to nothing else; there may be one (*Benutzerkonto*) or several. The
habit must be strong and its exception rare; a compound that holds the usual word, another form of
it, and a segment that also has the usual word are not exceptions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pydantic import Field

from discotag.plugin import FrozenModel, TokenRef, count_noun
from discotag.plugin.language import ud
from discotag_lint.check import Check, Finding
from discotag_lint.checks.names import likeness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument, Token


CODE = "DT201"
GAP = 3
"""How far apart two nouns of one translation may be: *panier de l'acheteur*."""


class TermOptions(FrozenModel):
    """When a noun is a term with a habit.

    Args:
        least: how often it must be translated in the usual way.
        rare: how often another way may occur at most.
        share: the least share of the usual way.
        confidence: the least confidence of a link, where the aligner has one.
        likeness: forms that are as like as this are one word, 0–1.
        nouns: whether single nouns are terms, too; everyday words have many good translations.
    """

    least: int = Field(default=3, ge=2)
    rare: int = Field(default=1, ge=1)
    share: float = Field(default=0.75, gt=0.5, le=1)
    confidence: float = Field(default=0.5, ge=0, le=1)
    likeness: float = Field(default=0.6, ge=0, le=1)
    nouns: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A term's translation at one place.

    Args:
        place: the noun that its last word is linked to; else the last noun of the translation.
        lemmas: of all nouns of the translation.
    """

    place: TokenRef
    lemmas: frozenset[str]


@dataclass(frozen=True, slots=True)
class Habit:
    """The usual translation of a term.

    Args:
        lemma: its dictionary form, without case.
        places: where it occurs.
    """

    lemma: str
    places: tuple[TokenRef, ...]


class TermCheck(Check):
    """Finds terms that are translated in two ways."""

    def __init__(self, options: TermOptions, stops: frozenset[str]) -> None:
        self._options = options
        self._stops = stops

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check with the source's stop words."""
        return cls(context.read_options(TermOptions), context.source.stop_words)

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each exception to a habit."""
        document = tagged.document
        for term, places in self._places(document).items():
            habit = self._habit(places, document)
            if habit is None:
                continue
            others = Counter(lemma for _, use in places if use for lemma in use.lemmas)
            for _, use in places:
                if use is None or not all(others[x] <= self._options.rare for x in use.lemmas):
                    continue
                if self._is_other(use, habit, document):
                    yield _finding(term, use, habit, document)

    def _habit(self, places: Sequence[tuple[int, Use | None]], document: Document) -> Habit | None:
        """Return the usual translation of a term, if it has one.

        It counts wherever it occurs in the term's segment: links are often unsure or missing for
        a part of the places, but one of them must be sure.
        """
        found = None
        for lemma in sorted({lemma for _, use in places if use for lemma in use.lemmas}):
            uses = [
                place
                for segment, use in places
                if (place := _stands(lemma, use, document, segment)) is not None
            ]
            known = sum(
                use is not None or _stands(lemma, None, document, segment) is not None
                for segment, use in places
            )
            is_strong = len(uses) >= max(self._options.least, self._options.share * known)
            if is_strong and (found is None or len(uses) > len(found.places)):
                found = Habit(lemma, tuple(uses))
        return found

    def _places(self, document: Document) -> dict[str, list[tuple[int, Use | None]]]:
        """Return the segments in which each term occurs, with what it is called there."""
        found: dict[str, list[tuple[int, Use | None]]] = {}
        for segment, source in enumerate(document.source):
            for word in source:
                is_part = word.deprel.startswith("compound")  # its head counts for the whole
                if word.upos not in ud.NOMINAL or is_part or word.lemma.casefold() in self._stops:
                    continue
                parts = _parts(word)
                if self._options.nouns or len(parts) > 1 or _is_acronym(word.form):
                    use = self._use(word, parts, segment, document)
                    found.setdefault(" ".join(map(_name, parts)), []).append((segment, use))
        return found

    def _use(
        self, word: Token, parts: Sequence[Token], segment: int, document: Document
    ) -> Use | None:
        """Return what a term is called at one place; None where the links do not show."""
        links, target = document.links(segment), document.target[segment]
        own = {part.index for part in parts}
        sure = {
            (part.index, index)
            for part in parts
            for index in links.targets(part.index)
            if (score := links.score(part.index, index)) is None
            or score >= self._options.confidence
        }
        nouns = sorted(
            index
            for index in {index for _, index in sure}
            if target[index].upos in ud.NOMINAL
            and len(target[index].form) > 2
            and own.issuperset(links.sources(index))
        )
        if not nouns or nouns[-1] - nouns[0] > GAP * (len(nouns) - 1) or len(nouns) > len(parts):
            return None
        head = next((index for index in nouns if (word.index, index) in sure), nouns[-1])
        lemmas = frozenset(target[index].base.casefold() for index in nouns)
        return Use(TokenRef("target", segment, head), lemmas)

    def _is_other(self, use: Use, habit: Habit, document: Document) -> bool:
        """Return whether a use is another word than the usual one, where that one is missing."""
        usual = habit.lemma
        forms = [document.target[p.segment].forms[p.token] for p in (use.place, habit.places[0])]
        if _is_acronym(forms[0]) != _is_acronym(forms[1]):
            return False  # spelled out in one place
        parts = (part for lemma in use.lemmas for part in (lemma, *lemma.split("-")) if part)
        if any(part in usual or likeness(usual, part) >= self._options.likeness for part in parts):
            return False
        return _stands(usual, None, document, use.place.segment) is None


def _stands(lemma: str, use: Use | None, document: Document, segment: int) -> TokenRef | None:
    """Return where a word, or one that it is a part of, occurs in a segment, first where linked."""
    if use is not None and lemma in use.lemmas:
        return use.place
    return next(
        (
            TokenRef("target", segment, token.index)
            for token in document.target[segment]
            if lemma in token.base.casefold()
        ),
        None,
    )


def _parts(word: Token) -> list[Token]:
    """Return a noun and what is compounded with it, in the order of the text."""
    joined = (child for child in word.children if child.deprel.startswith("compound"))
    return sorted([word, *joined], key=lambda part: part.index)


def _name(word: Token) -> str:
    return word.form.rstrip("s") if _is_acronym(word.form) else word.lemma.casefold()


def _is_acronym(form: str) -> bool:
    return form.rstrip("s").isupper() and sum(letter.isalpha() for letter in form) > 1


def _finding(term: str, use: Use, habit: Habit, document: Document) -> Finding:
    nearest = min(habit.places, key=lambda p: (abs(p.segment - use.place.segment), p))
    words = [document.target[p.segment].forms[p.token] for p in (use.place, nearest)]
    return Finding(
        code=CODE,
        message=f"“{term}” is “{words[0]}” here, “{words[1]}”"
        f" {count_noun(len(habit.places), 'time')} elsewhere",
        place=use.place,
        others=(nearest,),
    )
