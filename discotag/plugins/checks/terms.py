"""Terms: a noun that the text translates in one way again and again, and here in another.

Compared are nouns linked one to one, with their compound: "user account" and "bank account" are
two terms. The habit must be strong and its exception rare; a compound that holds the usual word,
another form of it, and a segment in which the usual word stands as well are no exceptions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.findings import Finding
from discotag.core.roles import implements
from discotag.core.tags import TokenRef
from discotag.core.wording import count_noun
from discotag.plugins.checks.spelling import likeness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag.core.tags import TaggedDocument
    from discotag.core.tokens import Token

CODE = "DT201"
NOUNS = frozenset({"NOUN", "PROPN"})


class TermOptions(BaseModel):
    """When a noun is a term with a habit.

    Args:
        least: how often it must be translated in the usual way.
        rare: how often another way may occur at most.
        share: the least share of the usual way.
        confidence: the least confidence of a link, where the aligner gives one.
        likeness: forms that are as like as this are one word, 0–1.
        nouns: whether single nouns are terms, too; everyday words have many good translations.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: int = Field(default=3, ge=2)
    rare: int = Field(default=1, ge=1)
    share: float = Field(default=0.75, gt=0.5, le=1)
    confidence: float = Field(default=0.5, ge=0, le=1)
    likeness: float = Field(default=0.6, ge=0, le=1)
    nouns: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A term's translation at one place."""

    place: TokenRef
    lemma: str


@implements("check")
class TermCheck:
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
        for term, uses in self._uses(document).items():
            counts = Counter(use.lemma for use in uses)
            usual, times = counts.most_common(1)[0]
            if times < self._options.least or times < self._options.share * len(uses):
                continue
            habit = [use for use in uses if use.lemma == usual]
            for use in uses:
                is_rare = counts[use.lemma] <= self._options.rare
                if is_rare and self._is_other(use, habit[0], document):
                    yield _finding(term, use, habit, document)

    def _uses(self, document: Document) -> dict[str, list[Use]]:
        found: dict[str, list[Use]] = {}
        for segment, source in enumerate(document.source):
            links = document.links(segment)
            for word in source:
                is_part = word.deprel.startswith("compound")  # its head stands for the whole
                if word.upos not in NOUNS or is_part or word.lemma.casefold() in self._stops:
                    continue
                targets = links.targets(word.index)
                if len(targets) != 1 or len(links.sources(targets[0])) != 1:
                    continue
                score = links.score(word.index, targets[0])
                target = document.target[segment][targets[0]]
                is_sure = score is None or score >= self._options.confidence
                if is_sure and target.upos in NOUNS and len(word.form) > 2:
                    use = Use(TokenRef("target", segment, target.index), target.base.casefold())
                    term, size = _term(word)
                    if self._options.nouns or size > 1 or _is_acronym(word.form):
                        found.setdefault(term, []).append(use)
        return found

    def _is_other(self, use: Use, habit: Use, document: Document) -> bool:
        """Return whether a use is another word than the usual one, where that one is missing."""
        usual = habit.lemma
        forms = [document.target[p.segment].forms[p.token] for p in (use.place, habit.place)]
        if _is_acronym(forms[0]) != _is_acronym(forms[1]):
            return False  # spelled out in one place
        if usual in use.lemma or use.lemma in usual:
            return False
        if likeness(usual, use.lemma) >= self._options.likeness:
            return False
        return all(
            usual not in token.base.casefold() for token in document.target[use.place.segment]
        )


def _term(word: Token) -> tuple[str, int]:
    """Return a noun with what is compounded with it, and of how many words that is."""
    parts = [
        word,
        *(child for child in word.children if child.deprel.startswith("compound")),
    ]
    ordered = sorted(parts, key=lambda part: part.index)
    return " ".join(_name(part) for part in ordered), len(parts)


def _name(word: Token) -> str:
    return word.form.rstrip("s") if _is_acronym(word.form) else word.lemma.casefold()


def _is_acronym(form: str) -> bool:
    return form.rstrip("s").isupper() and sum(letter.isalpha() for letter in form) > 1


def _finding(term: str, use: Use, habit: Sequence[Use], document: Document) -> Finding:
    nearest = min(habit, key=lambda h: (abs(h.place.segment - use.place.segment), h.place))
    words = [document.target[p.segment].forms[p.token] for p in (use.place, nearest.place)]
    return Finding(
        code=CODE,
        message=f"“{term}” is “{words[0]}” here, “{words[1]}” {count_noun(len(habit), 'time')}"
        " elsewhere",
        place=use.place,
        others=(nearest.place,),
    )
