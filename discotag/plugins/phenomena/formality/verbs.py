"""Verbs of address: which verb forms alone have a class, by rules and by their subject, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag.core.explanations import Explanation, Ruling
from discotag.core.patterns import TokenContext, words_of
from discotag.language import ud
from discotag.language.match_explanations import conditions, described
from discotag.language.rule_set import RuleSet
from discotag.language.verb_pairs import VerbPairs, finite_verb
from discotag.plugins.phenomena.formality.source import (
    SourceReader,
    adjacent_subject,
    clause_head,
    is_command_beside,
    opens,
    parsed_subject,
    shared_subject,
)
from discotag.plugins.phenomena.formality.table import VerbRule, fits, misfit, normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.formality.table import FormalityTable, SourceCondition

CONDITIONS = "its form does not fit"
NAME = "it is a name of the source, not a verb"
NOUN = "it translates a noun or an adjective"
ELSEWHERE = "its source speaks to nobody, or of somebody else, too"
SOURCE = "no linked source verb shows what the rule wants"
OTHER_SUBJECT = "its subject bears no class, or another one"
AGREEMENT = "it merely agrees with its subject, which bears the class"
OTHER_WORDS = "its subject, or the word before it, bears another class"
CAUSES = {
    NAME: "name",
    NOUN: "noun",
    ELSEWHERE: "source-person",
    SOURCE: "source-verb",
    OTHER_SUBJECT: "subject",
    AGREEMENT: "agreement",
    OTHER_WORDS: "other-class",
}
"""Obstacle → the key of its cause."""

VerbScope = Literal["none", "pro-drop", "bare", "all"]
OWN = frozenset({"nsubj", "csubj", "expl"})
OBJECTS = frozenset({"obj", "iobj", "obl"})
NAMING = frozenset({"NOUN", "ADJ", "NUM"})
"""Parts of speech of what no verb translates; slogans in capitals are taken for names."""


class VerbReader:
    """Gives verbs their class."""

    def __init__(self, table: FormalityTable, scope: VerbScope, source: SourceReader) -> None:
        """Choose the rules; `scope` as in `FormalityOptions.verbs`."""
        is_on = scope in {"bare", "all"} or (scope == "pro-drop" and table.is_pro_drop)
        self._is_agreement_marked = scope == "all"
        self._table = table
        self._source = source
        self._subjects = frozenset(map(normalised, table.subjects))
        self._clitics = frozenset(map(normalised, table.clitics))
        self._inverts = table.inverts
        rules = table.verbs if is_on else ()
        self._rules = RuleSet(
            rules,
            VerbRule.may_hold,
            concerned=self._may_be_verb,
            words=lambda rule: words_of(rule.when),
            narrowed=self._narrowed,
        )
        self._open: dict[tuple[int, ...], VerbRule] = {}
        self._pairs = VerbPairs()

    def labels(
        self, document: Document, segment: int, words: Mapping[int, str]
    ) -> Iterator[tuple[int, VerbRule]]:
        """Yield target tokens that are verbs with a class, and the rule that gives it.

        `words` are the classes of the segment's words; these are left out.
        """
        tokens = document.target[segment]
        found = _in_company(self._rules.over(tokens), frozenset(map(str.casefold, tokens.forms)))
        for token, rules in found:
            if token not in words:
                site = TokenContext(document, "target", segment, token)
                for rule, obstacle in self._tried(site, rules, words):
                    if obstacle is None:
                        yield token, rule

    def rulings(
        self, document: Document, segment: int, words: Mapping[int, str]
    ) -> Iterator[Ruling]:
        """Yield what each rule says of each word that may be a verb; arguments as of `labels`."""
        for token, rules in self._rules.over(document.target[segment], is_explaining=True):
            if token not in words:
                site = TokenContext(document, "target", segment, token)
                for rule, obstacle in self._tried(site, rules, words):
                    ruling = _ruling(site, rule, obstacle)
                    if ruling is not None:
                        yield ruling

    def _tried(
        self, token: TokenContext, rules: tuple[VerbRule, ...], words: Mapping[int, str]
    ) -> Iterator[tuple[VerbRule, str | None]]:
        """Yield rules with what keeps a verb from their class, up to one where nothing does."""
        for rule in rules:
            obstacle = self._obstacle(rule, token, words)
            yield rule, obstacle
            if obstacle is None:
                return

    def _may_be_verb(self, tokens: Tokens, token: int) -> bool:
        form = normalised(tokens.forms[token])
        return form not in self._clitics and form not in self._subjects

    def _narrowed(self, rule: VerbRule, tokens: Tokens, token: int) -> VerbRule:
        """Return a rule without what a word excludes; one object for the same conditions."""
        when = [pattern for pattern in rule.when if pattern.may_match(tokens, token)]
        unless = [pattern for pattern in rule.unless if pattern.may_match(tokens, token)]
        kept = (id(rule), *map(id, when), 0, *map(id, unless))
        if kept not in self._open:
            self._open[kept] = rule.model_copy(
                update={"when": tuple(when), "unless": tuple(unless)}
            )
        return self._open[kept]

    def _obstacle(self, rule: VerbRule, site: TokenContext, words: Mapping[int, str]) -> str | None:
        """Return what keeps a verb from a rule's class; None if nothing does."""
        if _is_name(site):
            return NAME
        if not fits(site, rule.when, rule.unless):
            return CONDITIONS
        if self._is_noun(site):
            return NOUN
        if rule.inherits and not self._may_follow(site):
            return ELSEWHERE
        if rule.subject == "any":
            return None if self._source_agrees(rule.source, site) else SOURCE
        return self._obstacle_of_subject(rule, site, words)

    def _may_follow(self, site: TokenContext) -> bool:
        return self._source.is_addressed(
            site, self._table.address
        ) and self._source.is_of_nobody_else(site, self._table)

    def _obstacle_of_subject(
        self, rule: VerbRule, site: TokenContext, words: Mapping[int, str]
    ) -> str | None:
        """Return what the subject of a verb has against a rule's class; None if nothing."""
        subject = adjacent_subject(
            site.tokens, site.token, self._subjects, self._clitics, inverts=self._inverts
        )
        if subject is not None and self._is_object(subject, rule, site, words):
            subject = None
        parsed = parsed_subject(site.word) if subject is None else None
        if parsed is not None and normalised(parsed.form) in self._clitics - self._subjects:
            parsed = None  # a parse takes the *se* of *como se sente* for one
        if parsed is not None and (rule.subject == "own" or words.get(parsed.index) == rule.label):
            subject = parsed.index
        if subject is not None:
            if words.get(subject) != rule.label:
                return OTHER_SUBJECT
            return None if self._is_agreement_marked else AGREEMENT
        if self._has_other_class(rule.label, site, parsed, words):
            return OTHER_WORDS
        shared = shared_subject(site.word)
        is_shared = shared is not None and words.get(shared.index) == rule.label
        return None if is_shared or self._source_agrees(rule.source, site) else SOURCE

    def _is_object(
        self, pronoun: int, rule: VerbRule, site: TokenContext, words: Mapping[int, str]
    ) -> bool:
        """Return whether a pronoun after a command is its object: *vergiss es*, *dites-nous*.

        Where the rule is not of commands alone, the pronoun must translate an object, too.
        """
        return (
            pronoun > site.token
            and pronoun not in words
            and any(self._source.is_imperative(linked.word) for linked in site.linked())
            and (
                rule.source == ("imperative",)
                or any(ud.relation(of.word) in OBJECTS for of in site.at(pronoun).linked())
            )
        )

    def _has_other_class(
        self, label: str, site: TokenContext, parsed: Token | None, words: Mapping[int, str]
    ) -> bool:
        """Return whether the subject holds another class: *Paul et toi irez*."""
        if parsed is not None and any(
            words.get(part, label) != label for part in parsed.segment.subtree(parsed.index)
        ):
            return True
        before = site.token - 1
        return words.get(before, label) != label and (
            normalised(site.tokens.forms[before]) not in self._clitics
        )

    def _source_agrees(self, wanted: tuple[SourceCondition, ...], site: TokenContext) -> bool:
        if not wanted:
            return True
        verbs = [linked for linked in site.linked() if linked.word.upos in ud.VERBAL]
        if not verbs:
            if "imperative" in wanted and any(
                map(self._source.is_particle_of_command, site.linked())
            ):
                return True
            return self._left_over_agrees(wanted, site)
        return (
            (
                "imperative" in wanted
                and any(self._source.is_imperative(verb.word) for verb in verbs)
            )
            or (
                "second" in wanted
                and any(self._source.addresses(verb, self._table.address) for verb in verbs)
            )
            or (
                "addressed" in wanted
                and all(
                    self._source.addresses(verb, self._table.address, default=True)
                    for verb in verbs
                )
                and self._source.is_addressed(site, self._table.address)
            )
        )

    def _left_over_agrees(self, wanted: tuple[SourceCondition, ...], site: TokenContext) -> bool:
        """Return whether the source verb that is left over for a verb without one agrees.

        Not if the verb has a subject of its own, is impersonal, or states a wish.
        """
        if "addressed" in wanted and self._source.is_addressed(site, self._table.address):
            return True
        is_opening = "imperative" in wanted and opens(site.tokens, site.token)
        if is_opening and any(is_command_beside(site, other) for other in site.linked()):
            return True
        if "imperative" in wanted and self._source.opens_alike(site):
            return True
        source = self._pairs.source(site)
        if source is None or any(
            ud.relation(child) in OWN for child in clause_head(site.word).children
        ):
            return False
        verb = TokenContext(site.document, "source", site.segment, source)
        states = site.word.feats.get("Mood", "Ind") == "Ind"
        return ("imperative" in wanted and self._source.is_imperative(verb.word)) or (
            states and "second" in wanted and self._source.addresses(verb, self._table.address)
        )

    def _is_noun(self, site: TokenContext) -> bool:
        """Return whether all that a word translates names something, and is nobody's own.

        An English command that opens its sentence is often taken for a noun; what has a copula
        (*be quiet*) is as good as a verb.
        """
        linked = site.linked()
        return bool(linked) and all(
            other.word.upos in NAMING
            and not _is_predicate(other.word)
            and not opens(other.tokens, other.token)
            and finite_verb(other.word) is None
            and not self._is_yours(other)
            for other in linked
        )

    def _is_yours(self, noun: TokenContext) -> bool:
        """Return whether a noun is of somebody spoken to, or what that one does: "take care"."""
        if any(
            pattern.matches(noun.at(child.index))
            for child in noun.word.children
            for pattern in self._table.address
        ):
            return True
        if noun.word.head < 0:
            return False
        verb = noun.at(noun.word.head)
        return self._source.is_imperative(verb.word) or self._source.addresses(
            verb, self._table.address
        )


def _in_company(
    found: Iterable[tuple[int, tuple[VerbRule, ...]]], forms: frozenset[str]
) -> Iterator[tuple[int, tuple[VerbRule, ...]]]:
    """Leave out rules that need a word next to the verb which the segment does not have."""
    for token, rules in found:
        kept = [rule for rule in rules if not (rule.company and rule.company.isdisjoint(forms))]
        if kept:
            yield token, tuple(kept)


def _is_predicate(word: Token) -> bool:
    """Return whether an adjective is all that is left of a clause: *Not sure?* is one."""
    return word.upos == "ADJ" and word.deprel == "root"


def _is_name(site: TokenContext) -> bool:
    """Return whether a word is written as a name of the source: señor Duarte, Mr Duarte."""
    form = site.word.form
    if not form[:1].isupper():
        return False
    source = site.document.source[site.segment]
    return any(
        name == form and upos == "PROPN"
        for name, upos in zip(source.forms, source.upos or (), strict=False)
    ) or any(other.word.form == form and other.token > 0 for other in site.linked())


def _ruling(token: TokenContext, rule: VerbRule, obstacle: str | None) -> Ruling | None:
    """Say that a rule marks a verb (`obstacle` is None), or why it does not."""
    name = f"verb rule {rule.label}"
    note = f" ({rule.note})" if rule.note else ""
    if obstacle is None:
        fitting = " or ".join(described(item) for item in rule.when if item.matches(token))
        why = f"its form fits ({fitting}) and nothing speaks against it{note}"
        return Ruling.mark(token.place, name, why)
    if obstacle is not CONDITIONS:
        wanted = f" ({' or '.join(rule.source)})" if obstacle is SOURCE else ""
        held = min(map(conditions, rule.when), default=0)
        because = Explanation(f"{obstacle}{wanted}{note}", CAUSES[obstacle], held, held + 1)
        return Ruling.no(token.place, name, because, label=rule.label)
    if token.word.upos not in ud.VERBAL:
        return None
    because = misfit(token, rule.when, rule.unless) or Explanation("")
    because = because._replace(text=f"{because.text}{note}", asked=because.asked + 1)
    return Ruling.no(token.place, name, because, label=rule.label)
