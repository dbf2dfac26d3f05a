"""Glossary terms that the translation calls otherwise, or by a forbidden name.

A term is checked where it is used by itself: not as a part of a longer term, of a compound or of
somebody's name, and not where the segment is not translated. That it has another name than the
glossary's is reported where a word link says which.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from discotag.plugin import TokenRef
from discotag_lint.check import Check, Finding, Fix, Severity
from discotag_lint.terminology.doubts import Phrases, Sighting, in_common
from discotag_lint.terminology.glossary import Glossary, GlossaryOptions
from discotag_lint.terminology.matching import Occurrence, Place, SourceTerms, TargetNames, Wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import (
        Alignment,
        Context,
        Document,
        LanguagePack,
        TaggedDocument,
        Token,
        Tokens,
    )
    from discotag_lint.terminology.glossary import Concept
    from discotag_lint.terminology.matching import Word


OTHER, FORBIDDEN = "DT203", "DT204"
CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB", "ADV", "NUM", "X", "SYM", "INTJ"})
SPELLING = frozenset(" \u00a0\u202f-\u2010\u2011'’.")
"""What may be between the letters of a name, or not, without making it another name."""
ELIDED = re.compile(r"[^\W\d_]{1,3}['’](?=\w)")
ENDING = 2
"""Letters by which a form may be longer than another one of the same word."""
JOINED = ("compound", "flat", "nmod:flat", "fixed", "goeswith")
"""Relations of a word to the one with which it is one term or name."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment with terms."""

    number: int
    source: Tokens
    target: Tokens
    links: Alignment
    words: Sequence[Word]


class GlossaryCheck(Check):
    """Finds names that a glossary does not allow; nothing without a glossary."""

    def __init__(self, glossary: Glossary, source: LanguagePack, target: LanguagePack) -> None:
        self.digest = glossary.digest
        self._terms = SourceTerms(glossary.concepts, Wording(source))
        self._names = TargetNames(Wording(target))
        self._phrases = Phrases(source.terms.phrases)
        self._is_empty = not glossary.concepts

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; InputError names file and line of a faulty glossary."""
        glossary = Glossary.of(
            context.read_options(GlossaryOptions), context.source, context.target
        )
        return cls(glossary, context.source, context.target)

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each term without an allowed name, and each forbidden name."""
        if self._is_empty:
            return
        document = tagged.document
        for number, occurrences in enumerate(self._terms.occurrences(document)):
            if not occurrences or not _is_translated(document, number):
                continue
            target = document.target[number]
            segment = _Segment(
                number,
                document.source[number],
                target,
                document.links(number),
                self._names.wording.of(target),
            )
            for concept in dict.fromkeys(each.concept for each in occurrences):
                own = [each for each in occurrences if each.concept == concept]
                yield from self._of_concept(concept, own, segment)

    def _of_concept(
        self, concept: Concept, occurrences: list[Occurrence], segment: _Segment
    ) -> Iterator[Finding]:
        allowed = [
            place
            for name in concept.allowed
            for place in self._names.allowed(name, segment.words, case=concept.case)
        ]
        reported = 0
        for name in concept.forbidden:
            own = self._spelled(concept, segment) if _is_spelling(concept, name) else allowed
            for place in self._names.strictly(name, segment.words):
                is_own = any(place.overlaps(other) for other in own)
                if not is_own and _may_stand_for(place, occurrences, segment):
                    reported += 1
                    yield _forbidden(concept, name, place, occurrences, segment)
        if concept.allowed:
            for each in _unnamed(occurrences, allowed, segment)[reported:]:
                yield from self._without_name(each, allowed, segment)

    def _without_name(
        self, occurrence: Occurrence, allowed: Sequence[Place], segment: _Segment
    ) -> Iterator[Finding]:
        span = occurrence.start, occurrence.end
        sighting = Sighting(segment.source, segment.links, occurrence.tokens, *span)
        if (
            _is_of_another_term(occurrence, segment.source)
            or sighting.is_joined
            or self._phrases.hold(*span, segment.source.text)
        ):
            return
        taken = {token for place in allowed for token in _tokens(place, segment)}
        linked = [
            segment.target[j]
            for j in _linked(occurrence, segment)
            if j not in taken and segment.target.upos is not None
        ]
        words = [token for token in linked if token.upos in CONTENT]
        here = TokenRef("source", segment.number, occurrence.tokens[0])
        term = _text(segment.source, occurrence.tokens)
        wanted = _names(occurrence.concept)
        if words and not _are_forms(words, occurrence.concept):
            if sighting.is_derived(words, occurrence.concept.allowed) or _is_cut_off(words):
                return
            found = _text(segment.target, [token.index for token in words])
            written = self._written(occurrence.concept, segment)
            if written is not None:
                found = segment.target.text[slice(*written)]
            message = f"“{term}” is “{found}” here; the glossary has {wanted}"
            place = TokenRef("target", segment.number, words[0].index)
            severity = Severity.NOTE if sighting.is_doubtful(words) else None
            yield Finding(
                OTHER,
                message + _note(occurrence.concept, *occurrence.concept.allowed),
                place,
                (here,),
                severity,
                _fix(occurrence.concept, written or _span(words, segment), segment),
                suggestions=_instead([token.index for token in words], segment, occurrence.concept),
            )
        elif not words and not allowed and not linked and not sighting.is_verb:
            message = f"“{term}” has no counterpart here; the glossary has {wanted}"
            yield Finding(
                OTHER,
                message + _note(occurrence.concept, *occurrence.concept.allowed),
                here,
                (),
                Severity.NOTE,
            )

    def _spelled(self, concept: Concept, segment: _Segment) -> list[Place]:
        """Return where allowed names are spelled exactly so, not with their letters alone."""
        return [
            place
            for name in concept.allowed
            for place in self._names.word_by_word(name, segment.words, case=concept.case)
        ]

    def _written(self, concept: Concept, segment: _Segment) -> tuple[int, int] | None:
        """Return where a name of the glossary is written with other capitals, in code points."""
        for name in concept.allowed if concept.case else ():
            for place in self._names.allowed(name, segment.words):
                words = segment.words[slice(*place)]
                return words[0].start, words[-1].end
        return None


def _are_forms(words: Sequence[Token], concept: Concept) -> bool:
    """Return whether a word may be a form of a name that the lemmas do not show: Fällen of Fall."""
    if len(words) != 1 or concept.case:
        return False
    found = _bare(words[0].form)
    spelled = _letters(words[0].form)
    names = [
        _bare(name)
        for name in concept.allowed
        if not re.search(r"\s", name) and _letters(name) != spelled
    ]
    return any(
        abs(len(name) - len(found)) <= ENDING
        and in_common(name, found) >= max(min(len(name), len(found)) - 1, 2)
        for name in names
    )


def _is_cut_off(words: Sequence[Token]) -> bool:
    """Return whether the last word lacks its end: *HDMI-Ein-* und Ausgänge."""
    return words[-1].form.endswith("-")


def _bare(text: str) -> str:
    """Return a word in lower case, without the marks of its letters."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _span(tokens: Sequence[Token], segment: _Segment) -> tuple[int, int] | None:
    """Return begin and end of tokens in their text, if nothing else is between them."""
    first, last = tokens[0].index, tokens[-1].index
    if last - first + 1 != len(tokens):
        return None
    return segment.target.starts[first], segment.target.ends[last]


def _fix(concept: Concept, span: tuple[int, int] | None, segment: _Segment) -> Fix | None:
    """Return the glossary's spelling, where the same letters are there.

    Capitals, hyphens, apostrophes and spaces are spelling; another letter, an ending too, may be
    another word.
    """
    if span is None:
        return None
    start, end = span
    found = segment.target.text[start:end]
    if elided := ELIDED.match(found):  # the article of “l’App store” is not a part of the name
        start, found = start + elided.end(), found[elided.end() :]
    name = next((name for name in concept.allowed if _letters(name) == _letters(found)), None)
    if name is None:
        return None
    begins = found[:1].isupper() and name[:1].islower()  # a sentence may begin here
    return Fix(start, end, name) if name != found and not begins else None


def _is_spelling(concept: Concept, forbidden: str) -> bool:
    """Return whether a forbidden name is another spelling of one that is allowed."""
    return any(_letters(name) == _letters(forbidden) for name in concept.allowed)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign not in SPELLING)


def _is_translated(document: Document, segment: int) -> bool:
    """Return whether a segment's target is a text of its own that has links."""
    source, target = document.source.segments[segment], document.target.segments[segment]
    is_text = bool(target.strip()) and target.strip().casefold() != source.strip().casefold()
    return is_text and bool(document.links(segment).links)


def _unnamed(
    occurrences: Sequence[Occurrence], allowed: Sequence[Place], segment: _Segment
) -> list[Occurrence]:
    """Return the occurrences for which none of the names is left.

    A name goes to a term that is linked to it, and else to the first without one.
    """
    left = list(allowed)
    waiting = list(occurrences)
    for each in occurrences:
        linked = set(_linked(each, segment))
        own = next((place for place in left if linked & set(_tokens(place, segment))), None)
        if own is not None:
            left.remove(own)
            waiting.remove(each)
    return waiting[len(left) :]


def _linked(occurrence: Occurrence, segment: _Segment) -> list[int]:
    own = set(occurrence.tokens)
    return sorted({j for i, j in segment.links.links if i in own})


def _tokens(place: Place, segment: _Segment) -> list[int]:
    return [token for word in segment.words[slice(*place)] for token in word.tokens]


def _may_stand_for(place: Place, occurrences: Sequence[Occurrence], segment: _Segment) -> bool:
    """Return whether a name may translate one of the terms: its links do not say otherwise."""
    own = {token for each in occurrences for token in each.tokens}
    names = set(_tokens(place, segment))
    sources = {i for i, j in segment.links.links if j in names}
    return bool(names) and (not sources or not sources.isdisjoint(own))


def _is_of_another_term(occurrence: Occurrence, source: Tokens) -> bool:
    """Return whether a term is a part of a compound, or of a name that is written otherwise."""
    own = set(occurrence.tokens)
    for index in occurrence.tokens:
        token = source[index]
        if token.deprel.startswith(JOINED) and token.head >= 0 and token.head not in own:
            return True
    first = source[occurrence.tokens[0]]
    is_capital = first.form[:1].isupper() and not occurrence.concept.source[:1].isupper()
    return first.upos == "PROPN" and is_capital and first.index > 0


def _forbidden(
    concept: Concept,
    name: str,
    place: Place,
    occurrences: Sequence[Occurrence],
    segment: _Segment,
) -> Finding:
    tokens = _tokens(place, segment)
    found = _text(segment.target, tokens)
    term = _text(segment.source, occurrences[0].tokens)
    instead = f"; it has {_names(concept)}" if concept.allowed else ""
    as_listed = "" if found == name else f" (“{name}”)"
    message = f"the glossary forbids “{found}”{as_listed} for “{term}”{instead}"
    return Finding(
        FORBIDDEN,
        message + _note(concept, name),
        TokenRef("target", segment.number, tokens[0]),
        (TokenRef("source", segment.number, occurrences[0].tokens[0]),),
        fix=_fix(concept, _span([segment.target[index] for index in tokens], segment), segment),
        suggestions=_instead(tokens, segment, concept),
    )


def _instead(tokens: Sequence[int], segment: _Segment, concept: Concept) -> tuple[Fix, ...]:
    """Return the glossary's names in place of some neighbouring words; `()` for words apart."""
    if max(tokens) - min(tokens) >= len(set(tokens)):
        return ()
    begin, end = segment.target.starts[min(tokens)], segment.target.ends[max(tokens)]
    return tuple(Fix(begin, end, name) for name in concept.allowed)


def _names(concept: Concept) -> str:
    return " or ".join(f"“{name}”" for name in concept.allowed)


def _note(concept: Concept, *names: str) -> str:
    note = concept.note(*names)
    return f" ({note})" if note else ""


def _text(tokens: Tokens, indices: Sequence[int]) -> str:
    """Return the text from the first to the last of some tokens, if it is short."""
    begin, end = tokens.starts[min(indices)], tokens.ends[max(indices)]
    if max(indices) - min(indices) <= len(indices) + 1:
        return tokens.text[begin:end]
    return " … ".join(tokens.forms[index] for index in indices)
