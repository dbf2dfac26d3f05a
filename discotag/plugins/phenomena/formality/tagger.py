"""The formality tagger: marks words and verbs that bear a class of address.

Formality is what *you* does not say: French *tu* or *vous*, a plain or a polite Japanese verb. The
class is a matter of the document, not of the sentence: in *Are you free? – Yes, are you?* → *Tu es
libre ? – Oui, et toi ?* the second line says *toi* because the first says *tu* (Fernandes et al.
2023, section 3.3.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.core.errors import UsageError
from discotag.core.explanations import Explanation, Trace
from discotag.core.interfaces import Tagger
from discotag.core.patterns import TokenContext
from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef
from discotag.language.match_explanations import is_near
from discotag.language.rule_set import RuleSet
from discotag.language.voices import DEFAULTS, SpeakerConventions, voice_names
from discotag.plugins.phenomena.formality.dependents import Candidate, resolve_dependents
from discotag.plugins.phenomena.formality.source import is_of_nobody_else
from discotag.plugins.phenomena.formality.table import (
    FormalityTable,
    PublishedWords,
    WordClass,
    fits,
    misfit,
)
from discotag.plugins.phenomena.formality.verbs import VerbReader, VerbScope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context

PHENOMENON = "formality"
OWN = "table"
HELD = "same-class"


class FormalityOptions(ContextOptions):
    """What is marked, and what makes a mark a tag.

    Args:
        words: `table` = the table's words under their conditions, or the name of a published list
            (`muda`).
        verbs: `none`; `pro-drop` = only in languages that drop subjects; `bare` = verbs that alone
            bear the class, such as imperatives; `all` = also verbs that agree with a subject beside
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
        manners: SpeakerConventions = DEFAULTS,
    ) -> None:
        """Index the words of `blocks`: the table's, or those of a published list.

        `manners` is what the target's pack says of voices.
        """
        self._manners = manners if options.voices and options.words == OWN else None
        self.table = table
        self.options = options
        self._blocks = RuleSet(blocks, lambda block, tokens, token: block.may_hold(tokens, token))
        self._verbs = VerbReader(table, options.verbs)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `formality`."""
        table = context.tables["formality"].validated(FormalityTable)
        options = context.read_options(FormalityOptions)
        blocks = _blocks(table, options.words, context.target.code)
        return cls(table, options, blocks, SpeakerConventions.of(context.target))

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every word that bears a class."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of words that a rule might have marked, too."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        voice = voice_names(document, self._manners)
        found = [
            fitting
            for segment in range(len(document))
            for fitting in self._fitting(document, segment, why)
        ]
        labels = resolve_dependents(found, voice, document.target.segments, why)
        occurrences = Occurrences(((label, voice(place)), place) for place, label in labels.items())
        for place, label in labels.items():
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
            if why is not None:
                why.context(
                    mark,
                    place,
                    Explanation(
                        f"another segment has class {label}, and what it says holds on", HELD
                    ),
                    self._missing(label),
                )
            yield mark

    def _missing(self, label: str) -> Explanation:
        if not self.options.memory:
            return Explanation("no earlier word is looked for (option memory)", "memory-off")
        told = f"no word of class {label} stands in the segments and the voice that count as"
        return Explanation(f"{told} context", "class-missing")

    def _fitting(self, document: Document, segment: int, why: Trace | None) -> Iterator[Candidate]:
        """Yield the words and verbs of a segment that bear a class, in the order of the text."""
        words: dict[int, WordClass] = {}
        for token, blocks in self._blocks.over(document.target[segment]):
            site = TokenContext(document, "target", segment, token)
            block = _word_class(site, blocks, self.table, why)
            if block is not None:
                words[token] = block
        labels = {token: block.name for token, block in words.items() if not block.cue_only}
        verbs = dict(self._verbs.labels(document, segment, labels, why))
        for token in sorted({*words, *verbs}):
            place = TokenRef("target", segment, token)
            if token in verbs:
                rule = verbs[token]
                yield Candidate(place, rule.label, rule.overridden_by, inherits=rule.inherits)
            else:
                block = words[token]
                yield Candidate(
                    place,
                    block.name,
                    block.overridden_by,
                    cue_only=block.cue_only,
                    inherits=block.inherits,
                )


def _word_class(
    site: TokenContext, blocks: tuple[WordClass, ...], table: FormalityTable, why: Trace | None
) -> WordClass | None:
    for block in blocks:
        is_fit = fits(site, block.when, block.unless) and (
            not block.inherits or is_of_nobody_else(site, table)
        )
        if why is not None:
            _tell_block(why, site, block, is_fit=is_fit)
        if is_fit:
            return block
    return None


def _tell_block(why: Trace, site: TokenContext, block: WordClass, *, is_fit: bool) -> None:
    rule = f"word class {block.name}"
    note = f" ({block.note})" if block.note else ""
    if is_fit and block.cue_only:
        call = f"a call: what goes with several kinds of address is {block.name} beside it{note}"
        why.no(site.place, rule, Explanation(call, "call"), label=block.name)
    elif is_fit:
        listed = f'"{site.word.form}" is listed' if block.is_listed else ""
        held = "its conditions hold" if block.is_conditional else ""
        why.mark(site.place, rule, f"{' and '.join(filter(None, (listed, held)))}{note}")
    elif block.is_listed or any(is_near(pattern, site) for pattern in block.when):
        told = misfit(site, block.when, block.unless) or Explanation("")
        told = told._replace(text=f"{told.text}{note}")
        why.no(site.place, rule, told, label=block.name)


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
