"""The tagger `speech-level`: polite against plain predicates, with earlier ones as evidence.

Pronouns and honorific words are in `formality.toml`, which the general tagger reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag.plugin.language import SentenceEndTagger
from discotag_lang_ko.explainer import Explainer, tags
from discotag_lang_ko.levels import Levels
from discotag_lang_ko.table import SpeechLevels

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.plugin import Document, Token, TokenRef
    from discotag.plugin.language import StyleExplainer

ADDRESS = frozenset({"you", "your", "yours", "yourself", "yourselves", "ya", "y'all"})
OTHERS = frozenset({"i", "we", "he", "she", "they"})
ADDRESSED = "its subject may be whom the English speaks to"
OTHER_SUBJECT = "the English speaks to nobody, or a verb linked to it has another subject"


class SpeechLevelTagger(SentenceEndTagger[SpeechLevels]):
    """Marks the level of each predicate, `polite` or `plain`.

    Inside a sentence -시- honours the subject: `polite` where that is somebody spoken to, else
    `honorific`.
    """

    TABLE = "speech_levels"
    SCHEMA = SpeechLevels
    FOUND = "another segment has level {label}, and what it says holds on"
    MISSING = "no word of level {label} of this voice stands in the segments that count"

    def use(self, table: SpeechLevels) -> None:
        """Take the words of the levels."""
        self._levels = Levels(table)

    def styles(
        self, document: Document, segment: int, explainer: StyleExplainer | None = None
    ) -> Mapping[int, str]:
        """Return the level of each predicate."""
        notes = None if explainer is None else Explainer(explainer)
        levels = self._levels.of(document.target[segment], notes)
        for token, level in sorted(levels.items()):
            if level == "honorific":
                is_addressed = _is_addressed(document, segment, token)
                if notes is not None:
                    notes.subject(token, ADDRESSED if is_addressed else OTHER_SUBJECT)
                levels[token] = "polite" if is_addressed else level
        return levels

    def sources(self, document: Document, place: TokenRef) -> tuple[int, ...]:
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
