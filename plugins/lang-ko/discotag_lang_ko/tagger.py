"""The tagger `speech-level`: polite against plain predicates, with earlier ones as evidence.

Pronouns and honorific words stand in `formality.toml`, which the general tagger reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import (
    ContextOptions,
    Mark,
    Occurrences,
    SpeakerConventions,
    Tagger,
    TokenRef,
    Trace,
    ud,
    voice_names,
)
from discotag_lang_ko.levels import Levels, tags
from discotag_lang_ko.table import SpeechLevels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Context, Document, Reason, Token

PHENOMENON = "formality"
ADDRESS = frozenset({"you", "your", "yours", "yourself", "yourselves", "ya", "y'all"})
OTHERS = frozenset({"i", "we", "he", "she", "they"})
OTHER_SUBJECT = "the English speaks to nobody, or a verb linked to it has another subject"


class SpeechLevelTagger(Tagger):
    """Marks the level of each predicate, `polite` or `plain`.

    A level is a matter of the text, not of the sentence: *Where is it? – Over there.* →
    어디 있어요? – 저기 있어요. The second line ends in 요 because the first does (Fernandes et al.
    2023, section 3). Inside a sentence -시- honours the subject: `polite` where that is somebody
    spoken to, else `honorific`. Evidence comes from the own voice: a narrator's style tells nothing
    of a line of dialogue.
    """

    def __init__(
        self, table: SpeechLevels, options: ContextOptions, manners: SpeakerConventions
    ) -> None:
        """Take the words of the levels, the context that counts, and what is said of voices."""
        self._manners = manners
        self._levels = Levels(table)
        self._options = options

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `speech_levels`."""
        table = context.tables["speech_levels"].validated(SpeechLevels)
        return cls(
            table, context.read_options(ContextOptions), SpeakerConventions.of(context.target)
        )

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every predicate that shows its level."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of words that look like such predicates."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        found = [
            (_label(document, place, level, why), place)
            for segment, tokens in enumerate(document.target)
            for token, level in sorted(self._levels.of(tokens, why, segment).items())
            for place in (TokenRef("target", segment, token),)
        ]
        voice = voice_names(document, self._manners)
        occurrences = Occurrences(((label, voice(place)), place) for label, place in found)
        for label, place in found:
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=_sources(document, place),
                evidence=occurrences.nearest((label, voice(place)), place, self._options),
                needed=1,
            )
            if why is not None:
                told = f"another segment has level {label}, and what it says holds on"
                missing = (
                    f"no word of level {label} of this voice stands in the segments that count"
                )
                why.context(mark, place, told, missing)
            yield mark


def _label(document: Document, place: TokenRef, level: str, why: Trace | None) -> str:
    """Return a level's class: -시- inside a sentence is polite where somebody is spoken to."""
    if level != "honorific":
        return level
    is_addressed = _is_addressed(document, place.segment, place.token)
    if why is not None:
        told = "its subject may be whom the English speaks to" if is_addressed else OTHER_SUBJECT
        why.mark(place, "subject of -시-", told)
    return "polite" if is_addressed else level


def _sources(document: Document, place: TokenRef) -> tuple[int, ...]:
    """Return a predicate's links; those of the main verb for an auxiliary without any."""
    links = document.links(place.segment)
    own = links.sources(place.token)
    is_auxiliary = tags(document.target[place.segment][place.token])[0] == "VX"
    if own or not is_auxiliary or place.token == 0:
        return own
    return links.sources(place.token - 1)


def _is_addressed(document: Document, segment: int, token: int) -> bool:
    """Return whether somebody is spoken to who may be the subject.

    The English segment says *you* or commands, and no linked verb has another person for its
    subject.
    """
    source = document.source[segment]
    verbs = [
        source[i] for i in document.links(segment).sources(token) if source[i].upos in ud.VERBAL
    ]
    subjects = [subject for verb in verbs for subject in _subjects(verb)]
    if any(subject.form.casefold() in OTHERS for subject in subjects):
        return False
    return any(
        token.form.casefold() in ADDRESS or token.feats.get("Mood") == "Imp" for token in source
    )


def _subjects(verb: Token) -> list[Token]:
    clause = verb
    if ud.relation(verb) in {"aux", "cop"} and verb.head >= 0:
        clause = verb.segment[verb.head]
    return [child for child in clause.children if ud.relation(child) == "nsubj"]
