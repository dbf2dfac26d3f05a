"""The formality tagger: marks words and verbs that bear a class of address.

Formality is what *you* does not say: French *tu* or *vous*, a plain or a polite Japanese verb. The
class is a matter of the document, not of the sentence: in *Are you free? – Yes, are you?* → *Tu es
libre ? – Oui, et toi ?* the second line says *toi* because the first says *tu* (Fernandes et al.
2023, section 3.3.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from discotag.core.errors import UsageError
from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.patterns import Site
from discotag.core.tags import Mark, Place
from discotag.plugins.formality.subjects import (
    addresses,
    adjacent_subject,
    is_imperative,
    parsed_subject,
    shared_subject,
)
from discotag.plugins.formality.table import FormalityTable, WordClass, normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.document import Document, Token
    from discotag.core.interfaces import Context
    from discotag.core.patterns import Pattern
    from discotag.plugins.formality.table import SourceCondition, VerbRule

SOURCE_VERBS = frozenset({"VERB", "AUX"})


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
    """

    words: str = "table"
    verbs: Literal["none", "pro-drop", "bare", "all"] = "bare"
    memory: bool = True


class FormalityTagger:
    """Marks the words and verbs of one class of address."""

    def __init__(self, table: FormalityTable, options: FormalityOptions) -> None:
        """Index the table's words."""
        self.table = table
        self.options = options
        self._blocks = _blocks(table, options.words)
        self._by_form: dict[str, set[int]] = {}
        self._by_lemma: dict[str, set[int]] = {}
        self._by_condition: set[int] = set()
        for order, block in enumerate(self._blocks):
            for form in block.forms:
                self._by_form.setdefault(normalised(form), set()).add(order)
            for lemma in block.lemmas:
                self._by_lemma.setdefault(lemma.casefold(), set()).add(order)
            if not block.forms and not block.lemmas:
                self._by_condition.add(order)
        is_on = options.verbs in {"bare", "all"} or (
            options.verbs == "pro-drop" and table.is_pro_drop
        )
        self._verbs = table.verbs if is_on else ()
        self._subjects = frozenset(map(normalised, table.subjects))
        self._clitics = frozenset(map(normalised, table.clitics))

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `formality`."""
        table = context.tables["formality"].validated(FormalityTable)
        return cls(table, context.read_options(FormalityOptions))

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every word that bears a class."""
        labels = {
            Place("target", segment, token): label
            for segment in range(len(document))
            for token, label in self._segment_labels(document, segment)
        }
        occurrences = Occurrences((label, place) for place, label in labels.items())
        for place, label in labels.items():
            yield Mark(
                phenomenon="formality",
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=document.links(place.segment).sources(place.token),
                evidence=occurrences.nearest(label, place, self.options)
                if self.options.memory
                else (),
                is_unresolved=not self.options.memory,
            )

    def _segment_labels(self, document: Document, segment: int) -> Iterable[tuple[int, str]]:
        sites = [
            Site(document, "target", segment, token)
            for token in range(len(document.target[segment]))
        ]
        labels = {site.token: label for site in sites if (label := self._word_label(site))}
        agreeing = dict(labels)
        for site in sites:
            if site.token not in labels and (label := self._verb_label(site, labels)):
                agreeing[site.token] = label
        return sorted(agreeing.items())

    def _word_label(self, site: Site) -> str | None:
        found = self._by_condition | self._by_form.get(normalised(site.word.form), set())
        if self._by_lemma:
            found = found | self._by_lemma.get(site.word.lemma.casefold(), set())
        blocks = (self._blocks[order] for order in sorted(found))
        return next((block.name for block in blocks if _fits(site, block.when, block.unless)), None)

    def _verb_label(self, site: Site, words: Mapping[int, str]) -> str | None:
        if self._verbs and normalised(site.word.form) in self._clitics | self._subjects:
            return None
        return next((rule.label for rule in self._verbs if self._applies(rule, site, words)), None)

    def _applies(self, rule: VerbRule, site: Site, words: Mapping[int, str]) -> bool:
        if not _fits(site, rule.when, rule.unless):
            return False
        if rule.subject == "any":
            return self._source_agrees(rule.source, site)
        subject = adjacent_subject(site.tokens, site.token, self._subjects, self._clitics)
        parsed = parsed_subject(site.word) if subject is None else None
        if parsed is not None and (rule.subject == "own" or words.get(parsed.index) == rule.label):
            subject = parsed.index
        if subject is not None:
            return words.get(subject) == rule.label and self.options.verbs == "all"
        if self._has_other_class(rule.label, site, parsed, words):
            return False
        shared = shared_subject(site.word)
        if shared is not None and words.get(shared.index) == rule.label:
            return True
        return self._source_agrees(rule.source, site)

    def _has_other_class(
        self, label: str, site: Site, parsed: Token | None, words: Mapping[int, str]
    ) -> bool:
        """Tell whether a verb agrees with a subject that holds another class: *Paul et toi irez*."""
        if parsed is not None and any(
            words.get(part, label) != label for part in parsed.segment.subtree(parsed.index)
        ):
            return True
        before = site.token - 1
        return words.get(before, label) != label and (
            normalised(site.tokens.forms[before]) not in self._clitics
        )

    def _source_agrees(self, wanted: tuple[SourceCondition, ...], site: Site) -> bool:
        if not wanted:
            return True
        address = self.table.address
        verbs = [linked for linked in site.linked() if linked.word.upos in SOURCE_VERBS]
        return (
            ("imperative" in wanted and any(is_imperative(verb.word) for verb in verbs))
            or ("second" in wanted and any(addresses(verb, address) for verb in verbs))
            or (
                "addressed" in wanted
                and all(addresses(verb, address, default=True) for verb in verbs)
                and self._is_addressed(site)
            )
        )

    def _is_addressed(self, site: Site) -> bool:
        document, segment = site.document, site.segment
        return any(
            is_imperative(word)
            or any(
                pattern.matches(Site(document, "source", segment, word.index))
                for pattern in self.table.address
            )
            for word in document.source[segment]
        )


def _fits(site: Site, when: tuple[Pattern, ...], unless: tuple[Pattern, ...]) -> bool:
    return (not when or any(pattern.matches(site) for pattern in when)) and not any(
        pattern.matches(site) for pattern in unless
    )


def _blocks(table: FormalityTable, words: str) -> tuple[WordClass, ...]:
    if words == "table":
        return table.classes
    if words not in table.published:
        known = ", ".join(["table", *sorted(table.published)])
        raise UsageError(
            f"option words of formality: this language has no list {words!r}; it has: {known}"
        )
    lists = table.published[words].words
    return tuple(WordClass(name=name, forms=forms) for name, forms in lists.items())
