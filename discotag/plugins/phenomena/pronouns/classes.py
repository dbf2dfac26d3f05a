"""Classes of pronouns: which rule and class two words fit, one of the source, one of the target."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.match_explanations import shortfall
from discotag.plugins.phenomena.published import bare

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from discotag.core.explanations import Trace
    from discotag.core.patterns import Pattern
    from discotag.core.token_context import TokenContext
    from discotag.plugins.phenomena.pronouns.options import PronounOptions
    from discotag.plugins.phenomena.pronouns.table import Decision, PronounRule, TargetClass

    ByForm = dict[str, list[tuple[PronounRule, TargetClass]]]
    Found = tuple[str, Decision]


class Classes:
    """Tells the class of a target word beside a source word: a label and what decides it.

    Args:
        options: of the tagger.
        rules: of the language pair.
        source_expletives: conditions that say that a source pronoun refers to nothing.
        target_expletives: likewise for the target side.
        published: a published list, source form → target forms, that takes the place of the rules;
            they then only name the classes of its words.
    """

    def __init__(
        self,
        options: PronounOptions,
        rules: tuple[PronounRule, ...],
        source_expletives: tuple[Pattern, ...] = (),
        target_expletives: tuple[Pattern, ...] = (),
        published: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self._options = options
        self._linked: ByForm = {}
        self._dropped: ByForm = {}
        self._leaning: ByForm = {}
        self._objects = frozenset(plain(form) for rule in rules for form in rule.objects)
        self._published = published
        is_table = published is None
        self.attached = tuple(rule for rule in rules if rule.attached and is_table)
        for rule in rules:
            if rule.attached or (rule.dropped and not is_table):
                continue
            classes = self._dropped if rule.dropped else self._linked
            for group in rule.classes:
                for form in map(plain, group.forms):
                    classes.setdefault(form, []).append((rule, group))
                    if is_table and form in map(plain, rule.clitics):
                        self._leaning.setdefault(form, []).append((rule, group))
        self._source_expletives = source_expletives
        self._target_expletives = target_expletives
        self._published_forms = frozenset(
            form for forms in (published or {}).values() for form in forms
        )

    def is_listed(self, form: str) -> bool:
        """Return whether some rule or list names a target form for a linked word."""
        if self._published is None:
            return plain(form) in self._linked
        return bare(form) in self._published_forms

    @property
    def dropped(self) -> Collection[str]:
        """The forms whose pronoun the source may drop."""
        return self._dropped

    @property
    def leaning(self) -> Collection[str]:
        """The forms of clitics."""
        return self._leaning

    def is_object(self, form: str) -> bool:
        """Return whether a form is never a subject, whatever the analysis says."""
        return plain(form) in self._objects

    def of_linked(
        self, source: TokenContext, target: TokenContext, why: Trace | None
    ) -> Found | None:
        """Return the class of a word beside the one it is linked to."""
        if self._published is None:
            return self._matching(self._linked, source, target, why)
        return self._in_list(self._published, source, target, why)

    def of_clitic(
        self, source: TokenContext, target: TokenContext, why: Trace | None
    ) -> Found | None:
        """Return the class of a clitic beside the object it stands for."""
        return self._matching(self._leaning, source, target, why)

    def of_dropped(
        self, source: TokenContext, target: TokenContext, why: Trace | None
    ) -> Found | None:
        """Return the class of a pronoun beside the verb whose pronoun the source drops."""
        return self._matching(self._dropped, source, target, why)

    def of_attached(
        self, rules: Iterable[PronounRule], target: TokenContext, why: Trace | None
    ) -> Found | None:
        """Return the class of the pronoun that a word may hold, by some of the `attached` rules."""
        form = plain(target.word.form)
        for rule in rules:
            if rule.target is None or rule.target.matches(target):
                for group in rule.classes:
                    if (not group.forms or form in map(plain, group.forms)) and (
                        group.when is None or group.when.matches(target)
                    ):
                        return f"{rule.name}→{group.label}", self._decision(rule, group)
            if why is not None:
                told = shortfall((rule.target, target)) or NO_CLASS
                why.no(target.place, f"rule {rule.name}", told, label=rule.name)
        return None

    def is_expletive(
        self, source: TokenContext, target: TokenContext, label: str, why: Trace | None
    ) -> bool:
        """Return whether one of the two refers to nothing, and is left out for it.

        A subject that was translated by a feminine refers to something, whatever the source looks
        like: impersonal pronouns are neuter, or masculine where a language has no neuter.
        """
        if self._options.expletives:
            return False
        is_subject = source.word.deprel.partition(":")[0] in SUBJECTS
        is_told = is_subject and label.partition("→")[2].partition("-")[0] == FEMININE
        found = any(pattern.matches(target) for pattern in self._target_expletives) or (
            not is_told and any(pattern.matches(source) for pattern in self._source_expletives)
        )
        if found and why is not None:
            why.no(target.place, "expletive", EXPLETIVE, (source.place,))
        return found

    def _matching(
        self, classes: ByForm, source: TokenContext, target: TokenContext, why: Trace | None
    ) -> Found | None:
        for rule, group in classes.get(plain(target.word.form), ()):
            if (
                rule.source.matches(source)
                and (rule.target is None or rule.target.matches(target))
                and (group.when is None or group.when.matches(target))
            ):
                return f"{rule.name}→{group.label}", self._decision(rule, group)
            if why is not None:
                _tell_misfit(why, rule, group, source, target)
        return None

    def _in_list(
        self,
        published: Mapping[str, Collection[str]],
        source: TokenContext,
        target: TokenContext,
        why: Trace | None,
    ) -> Found | None:
        name, form = bare(source.word.form), bare(target.word.form)
        if form in published.get(name, ()) and source.word.upos == "PRON" == target.word.upos:
            labels = (
                f"{rule.name}→{group.label}"
                for rule, group in self._linked.get(form, ())
                if name in (rule.source.form or ()) and rule.source.next is None
            )
            return next(labels, f"{name}→{form}"), "antecedent"
        if why is not None:
            told = f'the list has no pair "{name}" and "{form}", or one of the two is not a pronoun'
            rule = f"list {self._options.forms}"
            why.no(target.place, rule, Told(told, "unlisted"), (source.place,))
        return None

    def _decision(self, rule: PronounRule, group: TargetClass) -> Decision:
        decided_by = group.decided_by or rule.decided_by
        if decided_by == "repetition" and not self._options.repetition:
            return "antecedent"
        return decided_by


SUBJECTS, FEMININE = frozenset({"nsubj", "expl"}), "fem"
NO_CLASS = Told("no class of the rule fits the pronoun that the word may hold", "class", 1, 2)
EXPLETIVE = Told("it refers to nothing", "expletive", 1, 2)


@lru_cache(maxsize=65536)
def plain(form: str) -> str:
    """Return a form as rules are looked up by it: without case, with straight apostrophes."""
    return form.casefold().replace("’", "'")


def _tell_misfit(
    why: Trace, rule: PronounRule, group: TargetClass, source: TokenContext, target: TokenContext
) -> None:
    """Note which condition of a rule a pair fails."""
    label = f"{rule.name}→{group.label}"
    told = shortfall((rule.source, source), (rule.target, target), (group.when, target))
    if told is None:
        return
    if not rule.source.matches(source):
        text = f'of the source\'s "{source.word.form}": {told.text}'
        told = told._replace(text=text, cause=f"source-{told.cause}")
    why.no(target.place, f"rule {label}", told, (source.place,), label=label)
