"""The formality tagger: marks words and verbs that have a class of address.

Formality is what *you* does not say: French *tu* or *vous*, a plain or a polite Japanese verb. The
class is a matter of the document, not of the sentence: in *Are you free? – Yes, are you?* → *Tu es
libre ? – Oui, et toi ?* the second line says *toi* because the first says *tu* (Fernandes et al.
2023, section 3.3.2).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

from discotag.core.errors import UsageError
from discotag.core.explanations import Explanation, Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.language import Address
from discotag.core.patterns import Pattern, TokenContext
from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef
from discotag.language.match_explanations import is_near
from discotag.language.rule_set import RuleSet
from discotag.language.voices import NO_CONVENTIONS, SpeakerConventions, voice_names
from discotag.plugins.phenomena.formality.dependents import Candidate, resolve_dependents
from discotag.plugins.phenomena.formality.source import SourceReader
from discotag.plugins.phenomena.formality.table import (
    FormalityTable,
    PublishedWords,
    VerbRule,
    WordClass,
    fits,
    misfit,
)
from discotag.plugins.phenomena.formality.verbs import VerbReader, VerbScope

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.core.document import Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context

PHENOMENON = "formality"
OWN = "table"
HELD = "same-class"
NO_WORDS = Address()


class FormalityOptions(ContextOptions):
    """What is marked, and what makes a mark a tag.

    Args:
        words: `table` = the table's words under their conditions, or the name of a published list
            (`muda`).
        verbs: `none`; `pro-drop` = only in languages that drop subjects; `bare` = verbs that alone
            have the class, such as imperatives; `all` = also verbs that agree with a subject near
            them.
        memory: whether a tag needs an earlier word of its class; otherwise every mark is a tag
            without evidence.
        voices: whether evidence must come from the own voice (quotation, speaker, letter);
            published lists know no voices.
    """

    words: str = OWN
    verbs: VerbScope = "bare"
    memory: bool = True
    voices: bool = True


class FormalityTagger(Tagger):
    """Marks the words and verbs of one class of address."""

    def __init__(
        self,
        table: FormalityTable,
        options: FormalityOptions,
        blocks: tuple[WordClass, ...],
        conventions: SpeakerConventions = NO_CONVENTIONS,
        source: Address = NO_WORDS,
    ) -> None:
        """Index the words of `blocks`: the table's, or those of a published list.

        `conventions` is what the target's pack says of voices, `source` what the source's pack says
        of address.
        """
        self._conventions = conventions if options.voices and options.words == OWN else None
        if source.subjects:
            address = (*table.address, Pattern(form=source.subjects))
            table = table.model_copy(update={"address": address})
        self.table = table
        self._source = SourceReader(source)
        self.options = options
        self._blocks = RuleSet(blocks, lambda block, tokens, token: block.may_hold(tokens, token))
        self._verbs = VerbReader(table, options.verbs, self._source)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `formality`."""
        table = context.tables["formality"].validated(FormalityTable)
        options = context.read_options(FormalityOptions)
        blocks = _blocks(table, options.words, context.target.code)
        return cls(
            table, options, blocks, SpeakerConventions.of(context.target), context.source.address
        )

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every word that has a class."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of words that a rule might have marked, too."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        found: list[Candidate] = []
        for segment in range(len(document)):
            words = dict(self._words(document, segment))
            labels = {token: block.name for token, block in words.items() if not block.cue_only}
            verbs = dict(self._verbs.labels(document, segment, labels))
            sources: dict[int, WordClass | VerbRule] = {**words, **verbs}
            for token in sorted(sources):
                place = TokenRef("target", segment, token)
                found.append(_candidate(place, sources[token]))
            yield partial(self._rulings, document, segment, labels)
        voice = voice_names(document, self._conventions)
        resolved = resolve_dependents(found, voice, document.target.segments)
        yield from resolved.rulings
        keys = (((label, voice(place)), place) for place, label in resolved.labels.items())
        occurrences = Occurrences(keys)
        for place, label in resolved.labels.items():
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=document.links(place.segment).sources(place.token),
                evidence=occurrences.nearest((label, voice(place)), place, self.options)
                if self.options.memory
                else (),
                is_unresolved=not self.options.memory,
                needed=1,
            )
            held = f"another segment has class {label}, and what it says holds on"
            yield Ruling.context(mark, Explanation(held, HELD), self._missing(label))
            yield mark

    def _missing(self, label: str) -> Explanation:
        if not self.options.memory:
            return Explanation("no earlier word is looked for (option memory)", "memory-off")
        missing = f"no word of class {label} stands in the segments and the voice that count as"
        return Explanation(f"{missing} context", "class-missing")

    def _words(self, document: Document, segment: int) -> Iterator[tuple[int, WordClass]]:
        """Yield the words of a segment with their class."""
        for token, blocks in self._blocks.over(document.target[segment]):
            place = TokenContext(document, "target", segment, token)
            block = next((block for block in blocks if self._is_fit(block, place)), None)
            if block is not None:
                yield token, block

    def _is_fit(self, block: WordClass, token: TokenContext) -> bool:
        return fits(token, block.when, block.unless) and (
            not block.inherits or self._source.is_of_nobody_else(token, self.table)
        )

    def _rulings(
        self, document: Document, segment: int, labels: Mapping[int, str]
    ) -> Iterator[Ruling]:
        """Yield what the rules say of a segment's words; `labels` are the classes of its words."""
        for token, blocks in self._blocks.over(document.target[segment]):
            place = TokenContext(document, "target", segment, token)
            for block in blocks:
                is_fit = self._is_fit(block, place)
                ruling = _word_ruling(block, place, is_fit=is_fit)
                if ruling is not None:
                    yield ruling
                if is_fit:
                    break
        yield from self._verbs.rulings(document, segment, labels)


def _candidate(place: TokenRef, source: WordClass | VerbRule) -> Candidate:
    """Return the candidate that a word class or a verb rule makes of a word."""
    if isinstance(source, VerbRule):
        return Candidate(place, source.label, source.overridden_by, inherits=source.inherits)
    return Candidate(
        place, source.name, source.overridden_by, cue_only=source.cue_only, inherits=source.inherits
    )


def _word_ruling(block: WordClass, token: TokenContext, *, is_fit: bool) -> Ruling | None:
    """Say why a block of words gives a word its class, or why it does not."""
    rule = f"word class {block.name}"
    note = f" ({block.note})" if block.note else ""
    if is_fit and block.cue_only:
        call = f"a call: what goes with several kinds of address is {block.name} beside it{note}"
        return Ruling.no(token.place, rule, Explanation(call, "call"), label=block.name)
    if is_fit:
        listed = f'"{token.word.form}" is listed' if block.is_listed else ""
        held = "its conditions hold" if block.is_conditional else ""
        why = f"{' and '.join(filter(None, (listed, held)))}{note}"
        return Ruling.mark(token.place, rule, why)
    if block.is_listed or any(is_near(pattern, token) for pattern in block.when):
        because = misfit(token, block.when, block.unless) or Explanation("")
        because = because._replace(text=f"{because.text}{note}")
        return Ruling.no(token.place, rule, because, label=block.name)
    return None


def _blocks(table: FormalityTable, words: str, language: str) -> tuple[WordClass, ...]:
    if words == OWN:
        return table.classes
    if words not in table.published:
        known = ", ".join([OWN, *sorted(table.published)])
        raise UsageError(
            f"option words of formality: this language has no list {words!r}; it has:"
            f" {known} (profile discotag takes table)"
        )
    published = table.published[words]
    lists = {} if language in published.not_for else published.words
    return tuple(PublishedWords(name=name, forms=forms) for name, forms in lists.items())
