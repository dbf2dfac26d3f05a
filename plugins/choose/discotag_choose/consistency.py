"""Which words of a text show how it addresses people, for texts that share their source.

The tagger marks what is surely address. A verb in the second person that it leaves alone (a command
that the source does not have, *Помнишь?* for *From the other night?*) shows the level as well where
the language's polite forms are those of the plural; only texts of one source can be compared by it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple, Self

from rapidfuzz.distance import Indel

from discotag.plugin import SpeakerConventions, TokenRef, count_noun
from discotag.plugin.language import ud
from discotag_lint.check import Observation
from discotag_lint.checks.address_marks import FAMILIAR, AddressWords
from discotag_lint.checks.address_votes import (
    PHENOMENON,
    Expectations,
    address_evidence,
    without_shared,
)
from discotag_lint.checks.agreement import AgreementCheck, AgreementOptions, pronoun_genders
from discotag_lint.checks.names import likeness
from discotag_lint.consistency import Consistency

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Document, LanguagePack, Mark, TaggedDocument, Token, Tokens


def levels_of(tagged: TaggedDocument, words: AddressWords) -> Iterator[tuple[TokenRef, int]]:
    """Yield each word of address with the rank of its level, in text order."""
    marks = {
        TokenRef("target", mark.segment, mark.token): words.ranks[mark.label]
        for mark in tagged.marks
        if mark.phenomenon == PHENOMENON and mark.label in words.ranks
    }
    others = _verbs(tagged, words) if words.polite_plural else ()
    found = dict(chain(others, marks.items()))
    yield from sorted(found.items(), key=lambda item: (item[0].segment, item[0].token))


def _verbs(tagged: TaggedDocument, words: AddressWords) -> Iterator[tuple[TokenRef, int]]:
    """Yield the verbs in the second person that are not said to several people."""
    polite = len(words.levels) - 1
    for segment, line in enumerate(tagged.document.target):
        if words.several_people(tagged.document, segment):
            continue
        for token in line:
            number = token.feats.get("Number")
            if token.upos in ud.VERBAL and token.feats.get("Person") == "2" and number:
                rank = FAMILIAR if number == "Sing" else polite
                yield TokenRef("target", segment, token.index), rank


KINDS = ("address", "words", "agreement")
CHANGE, ANY_CHANGE = 2.0, 1.5
"""What a change of address costs: one voice's sure words, and any words of the text."""
UNEXPECTED = 2.0
"""What a segment costs whose address is not the one that was asked for."""
NAME, WORD = 2.0, 1.0
"""What another translation of a repeated name or word costs, if nothing of it is alike: compared
with its last one, and as much again with the earlier one that is most alike."""
DISAGREEMENT, DOUBTFUL = 1.5, 1.0
"""What a pronoun costs that disagrees with its noun: surely, and by any evidence."""
AGREEMENT, EVIDENCE = 1.0, 0.5
"""What a pronoun is worth that agrees with a noun of another segment; with any word there."""
NEARBY, REACH = 0.25, 3
"""What it is worth, or costs, that all nouns of so many segments back have the gender of a pronoun
whose meaning nobody knows, or that none of them has it."""
CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})
FUNCTION = frozenset({"PUNCT", "ADP", "DET", "PRON", "CCONJ", "SCONJ", "PART"})
SHORTEST = 3
SOUND = 0.5
"""How much a word must sound like a name that has no link."""
LOOSE = AgreementOptions(confidence=0.15, sure=0.0, reach=4, link=0.2)


class ConsistencyMeasure:
    """Observes texts of one pair of languages.

    Args:
        source: the source language's pack.
        target: the target language's.
        expectations: the address that documents should have; every other address costs, changes do
            not.
    """

    def __init__(
        self,
        source: LanguagePack,
        target: LanguagePack,
        expectations: Expectations | None = None,
    ) -> None:
        self.words = AddressWords(source.address, target.address, SpeakerConventions.of(target))
        self.expectations = expectations or Expectations(self.words)
        self._sure = AgreementCheck(AgreementOptions())
        self._loose = AgreementCheck(LOOSE)

    def of(self, tagged: TaggedDocument) -> Consistency:
        """Return what speaks for and against a text."""
        address = tuple(self._address(tagged))
        words = _Words.of(tagged.document)
        agreement = tuple(self._agreement(tagged))
        ranks = self.ranks(tagged)
        others = float(sum(ranks[rank] for rank in _rare(ranks)))
        if (expected := self.expectations.rank(tagged.document)) is not None:
            others = float(ranks.total() - ranks[expected])
        against = [item for item in agreement if item.cost > 0]
        pronouns = {item.places[0] for item in agreement if item.places}
        return Consistency(
            (*address, *words.observations, *agreement),
            {
                "address": (ranks.total(), others),
                "words": (words.pairs, words.unlike),
                "agreement": (len(pronouns), float(len({item.places[0] for item in against}))),
            },
        )

    def ranks(self, tagged: TaggedDocument) -> Counter[int]:
        """Count the words of address of each level, whoever speaks."""
        return Counter(rank for _, rank in levels_of(tagged, self.words))

    def _address(self, tagged: TaggedDocument) -> Iterator[Observation]:
        if self.expectations.rank(tagged.document) is not None:
            yield from self._unexpected(tagged)
            return
        for votes in address_evidence(tagged, self.words).values():
            of_voice = without_shared(votes, tagged.document, self.words)
            counts = Counter(rank for vote in of_voice for rank in vote.marks)
            for rank in _rare(counts):
                places = [_place(vote.marks[rank][0]) for vote in of_voice if rank in vote.marks]
                yield self._change(CHANGE, places, rank, "in one voice")
        levels = list(levels_of(tagged, self.words))
        for rank in _rare(self.ranks(tagged)):
            places = [place for place, other in levels if other == rank]
            yield self._change(ANY_CHANGE, places, rank, "in the text")

    def _unexpected(self, tagged: TaggedDocument) -> Iterator[Observation]:
        for item in self.expectations.judged(tagged):
            for rank, (first, *_) in item.others.items():
                names = [self.words.levels[each].name for each in (rank, item.expected)]
                word = tagged.document.target[first.segment].forms[first.token]
                told = f"“{word}” is {names[0]}; the text shall be {names[1]}"
                place = TokenRef("target", first.segment, first.token)
                yield Observation("address", UNEXPECTED, told, (place,))

    def _change(self, cost: float, places: list[TokenRef], rank: int, where: str) -> Observation:
        name = self.words.levels[rank].name
        told = f"{count_noun(len(places), 'place')} {where} addressed otherwise: {name}"
        return Observation("address", cost * len(places), told, tuple(places))

    def _agreement(self, tagged: TaggedDocument) -> Iterator[Observation]:
        for check, cost in ((self._sure, DISAGREEMENT), (self._loose, DOUBTFUL)):
            for finding in check.check(tagged):
                places = (finding.place, *finding.others)
                yield Observation("agreement", cost, finding.message, places)
        for mark in tagged.marks:
            if mark.phenomenon == "pronouns" and not mark.evidence:
                yield from _nearby(tagged.document, mark)
            elif mark.phenomenon == "pronouns":
                here = TokenRef("target", mark.segment, mark.token)
                word = tagged.document.target[mark.segment].forms[mark.token]
                has_noun = any(_is_noun(tagged.document, place) for place in mark.evidence)
                worth = EVIDENCE + (AGREEMENT if has_noun else 0.0)
                told = f"“{word}” agrees with what it stands for"
                yield Observation("agreement", -worth, told, (here, *mark.evidence))


def _place(mark: Mark) -> TokenRef:
    return TokenRef("target", mark.segment, mark.token)


def _rare(counts: Counter[int]) -> list[int]:
    """Return the levels but the most frequent one (of two alike, the first met)."""
    return [rank for rank, _ in counts.most_common()[1:]]


def _is_noun(document: Document, place: TokenRef) -> bool:
    return place.side == "target" and document.target[place.segment][place.token].upos in {
        "NOUN",
        "PROPN",
    }


def _nearby(document: Document, mark: Mark) -> Iterator[Observation]:
    """Yield what the nouns before a pronoun say of its gender, where they all have the same."""
    wanted = pronoun_genders(mark, document)
    pronoun = document.target[mark.segment][mark.token]
    number = pronoun.feats.get("Number")
    genders = {
        noun.feats["Gender"]
        for segment in range(max(0, mark.segment - REACH), mark.segment + 1)
        for noun in document.target[segment]
        if noun.upos == "NOUN"
        and noun.feats.get("Gender") in {"Masc", "Fem", "Neut", "Com"}
        and noun.feats.get("Number", number) == number
        and (segment < mark.segment or noun.index < mark.token)
    }
    if wanted and len(genders) == 1:
        agrees = genders <= wanted
        told = "has the gender" if agrees else "has not the gender"
        place = TokenRef("target", mark.segment, mark.token)
        cost = -NEARBY if agrees else NEARBY
        text = f"“{pronoun.form}” {told} of all nouns before it"
        yield Observation("agreement", cost, text, (place,))


class WordUse(NamedTuple):
    """A word of the source that may come again, and the word that translates it.

    Args:
        source: the source's word.
        target: the first word of content that it is linked to.
        place: where that is.
        line: the translated segment in which it is.
        is_name: whether it is a name.
    """

    source: Token
    target: Token
    place: TokenRef
    line: Tokens
    is_name: bool = False


def source_names(document: Document) -> frozenset[str]:
    """Return the words of the source that are names in one of its segments at least."""
    return frozenset(
        form
        for line in document.source
        for form, upos in zip(line.forms, line.upos or (), strict=False)
        if upos == "PROPN" and form[:1].isupper() and len(form) >= SHORTEST
    )


def word_uses(
    document: Document, segment: int, names: frozenset[str]
) -> Iterator[tuple[str, WordUse]]:
    """Yield the content words of a segment: what is one word again, and its use.

    Args:
        document: the document.
        segment: the segment, from 0.
        names: words of the source that are names.
    """
    links, target = document.links(segment), document.target[segment]
    for word in document.source[segment]:
        is_name = word.form in names
        if (word.upos not in CONTENT and not is_name) or len(word.form) < SHORTEST:
            continue
        linked = [target[j] for j in links.targets(word.index)]
        content = [token for token in linked if token.upos not in FUNCTION]
        if not content and is_name:
            content = _sounding_like(word, target)
        if content:
            place = TokenRef("target", segment, content[0].index)
            key = word.form if is_name else word.lemma
            yield key.casefold(), WordUse(word, content[0], place, target, is_name)


def _sounding_like(name: Token, line: Tokens) -> list[Token]:
    """Return the word with a capital that sounds most like a name without a link, if one does."""
    found = [
        (likeness(name.form, token.form), -token.index)
        for token in line
        if token.form[:1].isupper() and len(token.form) >= SHORTEST
    ]
    best, place = max(found, default=(0.0, 0))
    return [line[-place]] if best >= SOUND else []


def word_cost(one: WordUse, other: WordUse) -> float:
    """Return what it costs that a word and its next use have these translations."""
    if one.place.segment == other.place.segment:
        return 0.0
    is_name = one.is_name or other.is_name
    return (NAME if is_name else WORD) * word_difference(one, other)


def word_difference(one: WordUse, other: WordUse) -> float:
    """Return how little two uses of a word have in common, 0–1.

    Links make errors: where the word of one use is in the segment of the other as well, that
    has the same translation, whatever is linked to it. A name may be any word with a capital there
    that is more like it.
    """
    found = _unlikeness(one.target, other.target)
    for use, line in ((one, other.line), (other, one.line)) if found else ():
        base = use.target.base.casefold()
        for token in line:
            if token.upos not in FUNCTION and token.base.casefold() == base:
                return 0.0
            if one.is_name and other.is_name and token.form[:1].isupper():
                found = min(found, _unlikeness(use.target, token))
    return found


class _Words(NamedTuple):
    """What repeated words of the source become: what is not the same, and how much was compared."""

    observations: tuple[Observation, ...]
    pairs: int
    unlike: float

    @classmethod
    def of(cls, document: Document) -> Self:
        uses: dict[str, list[WordUse]] = {}
        names = source_names(document)
        for segment in range(len(document)):
            for word, use in word_uses(document, segment, names):
                uses.setdefault(word, []).append(use)
        found: list[Observation] = []
        pairs, unlike = 0, 0.0
        for repeated in uses.values():
            kinds = {_kind(repeated[0]): repeated[0]}
            for one, other in pairwise(repeated):
                pairs += one.place.segment != other.place.segment
                if cost := word_cost(one, other):
                    unlike += word_difference(one, other)
                    cost += min(word_cost(each, other) for each in kinds.values())
                    forms = one.target.form, other.target.form
                    told = f"“{other.source.form}” is “{forms[0]}” and “{forms[1]}”"
                    found.append(Observation("words", cost, told, (one.place, other.place)))
                kinds[_kind(other)] = other
        return cls(tuple(found), pairs, unlike)


def _kind(use: WordUse) -> str:
    return use.target.base.casefold()


def _unlikeness(one: Token, other: Token) -> float:
    """Return how little two words have in common, 0–1; forms of one lemma have all."""
    if one.base.casefold() == other.base.casefold():
        return 0.0
    return 1 - float(Indel.normalized_similarity(one.form.casefold(), other.form.casefold()))
