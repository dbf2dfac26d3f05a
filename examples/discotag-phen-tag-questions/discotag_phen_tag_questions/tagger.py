"""Tag questions: *isn't it?* becomes *hein ?* or *n'est-ce pas ?*, and a text keeps its register.

English builds a tag question of an auxiliary and, mostly, a pronoun (Carter & McCarthy, Cambridge
Grammar of English, 2006, § 299); other languages have a few fixed words, each of a register. Which
of them is right depends on who talks to whom: on what the text has chosen before. A mark is the
word behind the comma; it is a tag if an earlier segment has one of the same register.

Example pair: "You saw him, didn't you?" – « Vous l'avez vu, n'est-ce pas ? »
"""

import re

from pydantic import BaseModel, ConfigDict

from discotag.plugin import ContextOptions, Mark, Occurrences, Tagger, TokenRef

NAME = "tag_questions"
ENGLISH = re.compile(
    r",\s+(\w+(?:n['’]t)?)\s+(I|you|he|she|it|we|they|there)(?:\s+not)?\s*\?\W*$", re.IGNORECASE
)
AUXILIARIES = re.compile(
    r"(am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must)"
    r"(n['’]t)?|can['’]t|won['’]t|shan['’]t|ain['’]t",
    re.IGNORECASE,
)


class TagQuestionsTable(BaseModel):
    """One language's tag questions: register → phrases, and the source they are from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    classes: dict[str, tuple[str, ...]]


class TagQuestionsTagger(Tagger):
    """Marks the first word of a phrase that ends a question whose source ends in a tag question.

    Args:
        table: the target language's table.
        options: which context counts.
    """

    def __init__(self, table, options):
        self._classes = {
            _plain(phrase): name for name, phrases in table.classes.items() for phrase in phrases
        }
        every = "|".join(sorted(map(re.escape, self._classes), key=len, reverse=True))
        self._phrase = re.compile(rf"(?<!\w)({every})\s*\?\W*$", re.IGNORECASE)
        self._options = options

    @classmethod
    def create(cls, context):
        """Build from the target language's table; TableError if it is wrong."""
        table = context.tables[NAME].validated(TagQuestionsTable)
        return cls(table, context.read_options(ContextOptions))

    def mark(self, document):
        """Yield the marks of one document; evidence is the nearest earlier one of the register."""
        found = []
        for segment, (source, target) in enumerate(
            zip(document.source, document.target, strict=True)
        ):
            words = english_tag(source)
            match = self._phrase.search(_plain(target.text))
            token = None if match is None else _token_at(target, match.start(1))
            if words and token is not None:
                name = self._classes[match.group(1).casefold()]
                found.append((name, TokenRef("target", segment, token), words))
        occurrences = Occurrences((name, place) for name, place, _ in found)
        for name, place, words in found:
            evidence = occurrences.nearest(name, place, self._options)
            yield Mark(NAME, name, place.segment, place.token, words, evidence)


def english_tag(tokens):
    """Return the indices of the words of an English tag question; none if the line has none."""
    match = ENGLISH.search(tokens.text)
    if match is None or not AUXILIARIES.fullmatch(match.group(1)):
        return ()
    start, end = match.start(1), match.end(2)
    return tuple(token.index for token in tokens if start <= token.start and token.end <= end)


def _plain(text):
    """Write apostrophes and spaces alike; the length stays."""
    return text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")


def _token_at(tokens, offset):
    """Return the token that begins at a character, or None where the analyzer cuts otherwise."""
    return tokens.starts.index(offset) if offset in tokens.starts else None
