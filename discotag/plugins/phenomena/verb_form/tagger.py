"""The verb form tagger: marks finite verbs with their form; tags where the source leaves it open.

English has one past where others choose among many: *It rained. The streets were wet.* → *Il
pleuvait. Les rues étaient mouillées*, or *Il a plu* … The choice follows the tenses of the document
(Fernandes et al. 2023, section 3.3.4). An auxiliary and its participle are one form, tagged on the
auxiliary.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

from discotag.core.errors import UsageError
from discotag.core.explanations import Explanation, Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.patterns import TokenContext
from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef
from discotag.language import ud
from discotag.language.match_explanations import shortfall
from discotag.language.rule_set import RuleSet
from discotag.language.verb_pairs import finite_verbs, ruling_verb, source_sentence, source_verbs
from discotag.plugins.phenomena.verb_form.groups import (
    Shape,
    may_begin,
    obstacle,
    ordered,
    recognised,
)
from discotag.plugins.phenomena.verb_form.table import VerbFormTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.verb_form.groups import Step
    from discotag.plugins.phenomena.verb_form.table import FeatureForm, VerbForm


PHENOMENON = "verb_form"
UNLINKED = Explanation("no finite source verb is linked to it", "unlinked")
INTRODUCING = frozenset({"mark", "case"})
"""Relations of what is before a gerund that is used as a noun."""
AMBIGUOUS = 2
"""A source form is ambiguous from so many target forms on."""


class _Verb(NamedTuple):
    """A verb group: its form, the place of its mark, its source words, why it is not a tag."""

    label: str
    place: TokenRef
    linked: tuple[int, ...]
    obstacle: Explanation | None


class VerbFormTagger(Tagger):
    """Marks finite verbs with their form."""

    def __init__(self, table: VerbFormTable, options: ContextOptions, *, source: str) -> None:
        """Prepare the shapes of both languages' forms; `source` is the source language's code."""
        self.options = options
        self._between = frozenset(table.between)
        forms = ordered(Shape(form.name, _steps(form, table)) for form in table.forms)
        self._forms = RuleSet(forms, may_begin, concerned=_is_verbal)
        self._foreign = RuleSet(
            ordered(
                Shape(form, tuple(((pattern,),) for pattern in form.pattern))
                for form in table.foreign(source)
            ),
            may_begin,
        )

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `verb_form`."""
        table = context.tables["verb_form"].validated(VerbFormTable)
        return cls(table, context.read_options(ContextOptions), source=context.source.code)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every finite verb whose form the table knows."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of verbs whose form the table does not know."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        verbs: list[_Verb] = []
        for segment in range(len(document)):
            groups = self._groups(document, segment)
            verbs += self._verbs(document, segment, groups)
            yield partial(self._unmarked, document, segment, groups)
        occurrences = Occurrences((verb.label, verb.place) for verb in verbs)
        for verb in verbs:
            label, place = verb.label, verb.place
            is_open = verb.obstacle is None
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=verb.linked,
                evidence=occurrences.nearest(label, place, self.options) if is_open else (),
                needed=1,
            )
            fits = "its form and the words of its group fit the table"
            found = f"the source leaves the form open, and another segment has {label}"
            missing = f"no {label} stands in the segments that count as context"
            yield Ruling.mark(place, f"form {label}", fits)
            yield Ruling.context(
                mark,
                Explanation(found, "same-form"),
                verb.obstacle or Explanation(missing, "form-missing"),
            )
            yield mark

    def _verbs(
        self, document: Document, segment: int, groups: list[tuple[str, tuple[int, ...]]]
    ) -> Iterator[_Verb]:
        links = document.links(segment)
        sources = source_verbs(document, segment, [words for _, words in groups])
        for (label, words), source in zip(groups, sources, strict=True):
            yield _Verb(
                label=label,
                place=TokenRef("target", segment, words[0]),
                linked=tuple(sorted({source for word in words for source in links.sources(word)})),
                obstacle=self._source_obstacle(document, segment, source, (label, words[0])),
            )

    def _groups(self, document: Document, segment: int) -> list[tuple[str, tuple[int, ...]]]:
        """Return form and words of each verb group of a target segment."""
        groups: list[tuple[str, tuple[int, ...]]] = []
        used: set[int] = set()
        for token, shapes in self._forms.over(document.target[segment]):
            if token not in used:
                finite = TokenContext(document, "target", segment, token)
                found = recognised(finite, shapes, self._between)
                if found is not None:
                    groups.append(found)
                    used.update(found[1])
        return groups

    def _unmarked(
        self, document: Document, segment: int, groups: list[tuple[str, tuple[int, ...]]]
    ) -> Iterator[Ruling]:
        """Yield why verbs of a target segment have no mark."""
        used = {word for _, words in groups for word in words}
        for token, shapes in self._forms.over(document.target[segment], is_explaining=True):
            finite = TokenContext(document, "target", segment, token)
            for shape in shapes if token not in used else ():
                why = obstacle(finite, shape.steps, self._between) or ""
                yield Ruling.no(finite.place, f"form {shape.form}", why, label=shape.form)
        for label, (first, *others) in groups:
            text = f"it is part of a {label}, which is marked on its first word"
            marked = (TokenRef("target", segment, first),)
            for other in others:
                part = TokenRef("target", segment, other)
                yield Ruling.no(part, "verb group", Explanation(text, "part"), marked)

    def _source_obstacle(
        self, document: Document, segment: int, source: int | None, verb: tuple[str, int]
    ) -> Explanation | None:
        """Return why the source decides the form of a verb (form, place); None if it does not.

        Where nobody knows which source verb it goes back to, it is open if each verb of the
        sentence is a past that leaves it open. A participle or gerund has the tense of the past
        above it ("He left, saying no"): the text chooses among the same forms. An infinitive ("was
        said to be", "asked him to come") and a gerund after a preposition ("accused of hiding it",
        "after refusing") have none, unless they continue with the verb before them.
        """
        label, place = verb
        tokens = document.source[segment]
        if source is not None:
            ruling = ruling_verb(tokens[source])
            if ruling is None or ruling.index == source:
                return self._obstacle(TokenContext(document, "source", segment, source), label)
            is_joined = tokens[source].deprel.startswith("conj")
            if not is_joined and (_is_nominal(tokens[source]) or not _is_past(ruling)):
                return Explanation(
                    f'the source\'s "{tokens[source].form}" has no tense', "tenseless"
                )
            return self._obstacle(TokenContext(document, "source", segment, ruling.index), label)
        begin, end = source_sentence(document, segment, place)
        verbs = [ruling_verb(tokens[verb]) for verb in finite_verbs(tokens) if begin <= verb < end]
        is_told = bool(verbs) and all(
            verb is not None
            and _is_past(verb)
            and self._obstacle(TokenContext(document, "source", segment, verb.index), label) is None
            for verb in verbs
        )
        return None if is_told else UNLINKED

    def _obstacle(self, finite: TokenContext, label: str) -> Explanation | None:
        """Return why the source decides the form; None if it leaves it open."""
        shapes = self._foreign.at(finite.tokens, finite.token)
        found = recognised(finite, shapes, self._between)
        if found is None:
            told = f'the table has no form for the source\'s "{finite.word.form}"'
            return Explanation(told, "unknown-source-form")
        form = found[0]
        if len(form.forms) < AMBIGUOUS:
            return Explanation(f"the source's {form.name} leaves no choice of form", "forced")
        if label not in form.forms:
            told = f"the source's {form.name} may become {', '.join(form.forms)}"
            return Explanation(f"{told}, and this is {label}", "other-form")
        return None


def _is_past(verb: Token) -> bool:
    return verb.feats.get("Tense") == "Past"


def _is_nominal(verb: Token) -> bool:
    """Return whether a verb is an infinitive, or a gerund after a preposition: after refusing."""
    if verb.feats.get("VerbForm") == "Inf":
        return True
    return not _is_past(verb) and any(
        ud.relation(child) in INTRODUCING and child.index < verb.index for child in verb.children
    )


def _is_verbal(tokens: Tokens, token: int) -> bool:
    return tokens[token].upos in ud.VERBAL and any(map(str.isalpha, tokens.forms[token]))


def _steps(form: VerbForm, table: VerbFormTable) -> tuple[Step, ...]:
    if form.compound is not None and table.compound is not None:
        return ((form.compound,), table.compound.auxiliary), (table.compound.participle,)
    return tuple(((pattern,),) for pattern in form.pattern)


class FeatureOptions(ContextOptions):
    """Which words count, and what makes a mark a tag.

    Args:
        forms: name of the published list.
        auxiliaries: whether auxiliaries count as verbs.
        memory: whether a tag needs an earlier verb of its form; otherwise every mark is a tag
            without evidence.
    """

    forms: str = "muda"
    auxiliaries: bool = True
    memory: bool = True


class FeatureTagger(Tagger):
    """Marks verbs whose own features a published list names."""

    def __init__(self, forms: tuple[FeatureForm, ...], options: FeatureOptions) -> None:
        """Keep the list."""
        self.forms = forms
        self.options = options
        self._verbs = ud.VERBAL if options.auxiliaries else {"VERB"}

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `verb_form`."""
        published = context.tables["verb_form"].validated(VerbFormTable).published
        options = context.read_options(FeatureOptions)
        if options.forms not in published:
            known = ", ".join(sorted(published)) or "none"
            raise UsageError(
                f"option forms of verb_form-features: the {context.target.name} table has no list"
                f" {options.forms!r}; it has: {known}"
            )
        return cls(published[options.forms].forms, options)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every verb of a listed form."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of verbs of no listed form."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        labels: dict[TokenRef, str] = {}
        for segment, tokens in enumerate(document.target):
            for word in tokens:
                if word.upos in self._verbs:
                    token = TokenContext(document, "target", segment, word.index)
                    fits = (form.name for form in self.forms if form.when.matches(token))
                    label = next(fits, None)
                    if label is None:
                        yield partial(self._refusals, token)
                    else:
                        labels[token.place] = label
        occurrences = Occurrences((label, place) for place, label in labels.items())
        for place, label in labels.items():
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=document.links(place.segment).sources(place.token),
                evidence=occurrences.nearest(label, place, self.options)
                if self.options.memory
                else (),
                is_unresolved=not self.options.memory,
                needed=1,
            )
            yield Ruling.mark(place, f"form {label}", "the published list has its features")
            missing = f"no {label} stands in the segments that count as context"
            found = Explanation(f"another segment has {label}", "same-form")
            yield Ruling.context(mark, found, Explanation(missing, "form-missing"))
            yield mark

    def _refusals(self, token: TokenContext) -> Iterator[Ruling]:
        for form in self.forms:
            why = shortfall((form.when, token)) or ""
            yield Ruling.no(token.place, f"form {form.name}", why, label=form.name)
