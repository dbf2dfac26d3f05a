"""What the packs' tables say: which forms a source pronoun may take, and what decides.

One block per source language and pronoun (`[[en]]`), with one `[[en.class]]` for each class of
target forms. Forms that have no class (French *l'*, *les*, dative *lui*) are simply not listed.
`expletives.toml` describes the pronouns of a language that refer to nothing. `Classes` looks two
words up, one of the source and one of the target.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from discotag.core.errors import TableError, UsageError
from discotag.core.explanations import Explanation, Ruling
from discotag.core.patterns import Pattern, Words
from discotag.core.tables import Table, read_table
from discotag.language import ud
from discotag.language.match_explanations import shortfall
from discotag.plugins.phenomena.published import bare

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from discotag.core.language import LanguagePack
    from discotag.core.patterns import TokenContext
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions

    ByForm = dict[str, list[tuple["PronounRule", "TargetClass"]]]
    Found = tuple[str, "Decision"]


PairKind = Literal["linked", "clitic", "dropped"]
"""How a target pronoun and its source word find each other."""
Decision = Literal["antecedent", "noun", "known", "repetition", "nothing"]
"""What decides a class: the antecedent; the antecedent where evidence is named (else it may be a
clause, as of a demonstrative); the antecedent only where coreference knows it (else nothing does);
the text's earlier choice; or nothing outside the class."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class TargetClass(_Record):
    """One class of target forms.

    Args:
        label: the class (`fem`).
        forms: its surface forms, compared without case and kind of apostrophe; none = `when` alone
            decides (only of attached pronouns).
        when: a condition on the target token.
        decided_by: what decides it, where it differs from the rule's.
    """

    label: str = Field(pattern=r"^\S+$")
    forms: Words = ()
    when: Pattern | None = None
    decided_by: Decision | None = None


class PronounRule(_Record):
    """One source pronoun and its possible translations.

    Args:
        name: how labels name it: `it` gives `it→fem`.
        source: the condition on the source token.
        target: a condition on every target token.
        dropped: whether the source has no word for it; `source` is then the condition on the verb
            that the target pronoun belongs to.
        attached: whether the target pronoun is part of another word (Arabic رأيتها, "I saw it"):
            of a word linked to the source pronoun or, where no pronoun is, to its head or its
            preposition. Its gender and number are then the word's `Gender[clit]`, `Number[clit]`,
            or those of a predicate that agrees with a dropped subject (Spanish *Estaba rota*).
        clitics: forms that lean on their verb and are seldom linked (Spanish *la veo*, "I see it"):
            one that no rule marks by its links translates the source pronoun that is an object of a
            verb linked to its verb.
        objects: those of them that are never subjects, whatever the analysis says (*los*, not
            *ellos*).
        decided_by: what decides the class.
        classes: the classes (`[[en.class]]`), tried in order.
        note: for readers of the table.
    """

    name: str = Field(pattern=r"^\S+$")
    source: Pattern
    target: Pattern | None = None
    dropped: bool = False
    attached: bool = False
    clitics: Words = ()
    objects: Words = ()
    decided_by: Decision = "antecedent"
    classes: tuple[TargetClass, ...] = Field(alias="class", min_length=1)
    note: str | None = None

    @model_validator(mode="after")
    def _classes_have_forms(self) -> Self:
        for group in self.classes:
            if not group.forms and (group.when is None or not self.attached):
                raise ValueError(f"class {group.label!r} of {self.name!r} has no forms")
        return self


class PublishedPronouns(_Record):
    """Pairs of pronouns as somebody published them, kept to reproduce old numbers.

    Args:
        source: where they were published.
        words: source language → source form → target forms, all in lower case.
    """

    source: str
    words: dict[str, dict[str, Words]]


class PronounTable(BaseModel):
    """A whole `pronouns.toml`; every key but these is the code of a source language.

    Args:
        schema_version: 1.
        sources: the source grammars of the table.
        published: published lists by name (`[published.muda]`).
    """

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, tuple[PronounRule, ...]] = Field(init=False)

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    published: dict[str, PublishedPronouns] = Field(default_factory=dict)

    def rules(self, language: str) -> tuple[PronounRule, ...]:
        """Return the rules for a source language (a variant uses its language's)."""
        blocks = self.__pydantic_extra__
        return blocks.get(language) or blocks.get(language.partition("-")[0], ())


class ExpletiveTable(_Record):
    """A whole `expletives.toml`: conditions, any of which says that a pronoun refers to nothing."""

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    pronoun: tuple[Pattern, ...]


def read_published(table: Table, name: str, source: str) -> dict[str, Words]:
    """Read a published list: source form → target forms.

    Raises:
        UsageError: the table has no list of this name for the source language.
    """
    published = table.validated(PronounTable).published
    words = published[name].words if name in published else {}
    language = source if source in words else source.partition("-")[0]
    if language not in words:
        known = ", ".join(sorted(item for item in published if language in published[item].words))
        raise UsageError(
            f"option forms of pronouns: the {table.language} table has no list {name!r} for source"
            f" language {source!r}; it has: {known or 'none'} (profile discotag takes table)"
        )
    return words[language]


def read_rules(table: Table | None, source: str, target: str) -> tuple[PronounRule, ...]:
    """Return the rules from a source language; TableError where the table has none for it."""
    if table is None:
        raise TableError(f"no table of pronouns for {target!r}: its language pack must bring one")
    schema = table.validated(PronounTable)
    rules = schema.rules(source)
    if not rules:
        known = ", ".join(sorted(schema.__pydantic_extra__)) or "none"
        raise TableError(
            f"has no pronouns for source language {source!r} (it has: {known})", path=table.path
        )
    return rules


def read_expletives(pack: LanguagePack) -> tuple[Pattern, ...]:
    """Return the conditions of a pack's `expletives.toml`; none where it has no such file."""
    path = pack.table_paths().get("expletives")
    if path is None:
        return ()
    table = read_table(path, language=pack.code, phenomenon="expletives", owner=pack.package)
    return table.validated(ExpletiveTable).pronoun


SUBJECTS, FEMININE = frozenset({"nsubj", "expl"}), "fem"
NO_CLASS = Explanation(
    "no class of the rule fits the pronoun that the word may hold", "class", 1, 2
)


@lru_cache(maxsize=65536)
def plain(form: str) -> str:
    """Return a form as rules are looked up by it: without case, with straight apostrophes."""
    return form.casefold().replace("’", "'")


class Classes:
    """Looks up the class of a target word and a source word: a label and what decides it.

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
        self._by_form: dict[PairKind, ByForm] = {
            "linked": self._linked,
            "clitic": self._leaning,
            "dropped": self._dropped,
        }
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

    def of_linked(self, source: TokenContext, target: TokenContext) -> Found | None:
        """Return the class of a word that is linked to a source word."""
        if self._published is None:
            return self._matching(self._linked, source, target)
        name, form = bare(source.word.form), bare(target.word.form)
        if form not in self._published.get(name, ()):
            return None
        if not source.word.upos == "PRON" == target.word.upos:
            return None
        labels = (
            f"{rule.name}→{group.label}"
            for rule, group in self._linked.get(form, ())
            if name in (rule.source.form or ()) and rule.source.next is None
        )
        return next(labels, f"{name}→{form}"), "antecedent"

    def of_clitic(self, source: TokenContext, target: TokenContext) -> Found | None:
        """Return the class of a clitic, given the object that it may refer to."""
        return self._matching(self._leaning, source, target)

    def of_dropped(self, source: TokenContext, target: TokenContext) -> Found | None:
        """Return the class of a pronoun, given the verb whose pronoun the source drops."""
        return self._matching(self._dropped, source, target)

    def of_attached(self, rules: Iterable[PronounRule], target: TokenContext) -> Found | None:
        """Return the class of the pronoun that a word may hold, by some of the `attached` rules."""
        form = plain(target.word.form)
        for rule in rules:
            if rule.target is None or rule.target.matches(target):
                for group in rule.classes:
                    if (not group.forms or form in map(plain, group.forms)) and (
                        group.when is None or group.when.matches(target)
                    ):
                        return f"{rule.name}→{group.label}", self._decision(rule, group)
        return None

    def is_expletive(self, source: TokenContext, target: TokenContext, label: str) -> bool:
        """Return whether one of the two refers to nothing, and is left out for it.

        A subject that was translated by a feminine refers to something, whatever the source looks
        like: impersonal pronouns are neuter, or masculine where a language has no neuter.
        """
        if self._options.expletives:
            return False
        is_subject = ud.relation(source.word) in SUBJECTS
        is_thing = is_subject and label.partition("→")[2].partition("-")[0] == FEMININE
        return any(pattern.matches(target) for pattern in self._target_expletives) or (
            not is_thing and any(pattern.matches(source) for pattern in self._source_expletives)
        )

    def misfits(
        self, kind: PairKind, source: TokenContext, target: TokenContext
    ) -> Iterator[Ruling]:
        """Yield which condition of each rule two words fail, up to the first rule that they fit."""
        if self._published is not None:
            if self.of_linked(source, target) is None:
                yield self._unlisted(source, target)
            return
        for rule, group in self._by_form[kind].get(plain(target.word.form), ()):
            why = shortfall((rule.source, source), (rule.target, target), (group.when, target))
            if why is None:
                return
            if not rule.source.matches(source):
                text = f'of the source\'s "{source.word.form}": {why.text}'
                why = why._replace(text=text, cause=f"source-{why.cause}")
            label = f"{rule.name}→{group.label}"
            yield Ruling.no(target.place, f"rule {label}", why, (source.place,), label=label)

    def attached_misfits(
        self, rules: Iterable[PronounRule], target: TokenContext
    ) -> Iterator[Ruling]:
        """Yield why each rule finds no pronoun in a word, up to the first that finds one."""
        for rule in rules:
            if self.of_attached([rule], target) is not None:
                return
            why = shortfall((rule.target, target)) or NO_CLASS
            yield Ruling.no(target.place, f"rule {rule.name}", why, label=rule.name)

    def _matching(
        self, classes: ByForm, source: TokenContext, target: TokenContext
    ) -> Found | None:
        for rule, group in classes.get(plain(target.word.form), ()):
            if (
                rule.source.matches(source)
                and (rule.target is None or rule.target.matches(target))
                and (group.when is None or group.when.matches(target))
            ):
                return f"{rule.name}→{group.label}", self._decision(rule, group)
        return None

    def _unlisted(self, source: TokenContext, target: TokenContext) -> Ruling:
        name, form = bare(source.word.form), bare(target.word.form)
        text = f'the list has no pair "{name}" and "{form}", or one of the two is not a pronoun'
        rule = f"list {self._options.forms}"
        return Ruling.no(target.place, rule, Explanation(text, "unlisted"), (source.place,))

    def _decision(self, rule: PronounRule, group: TargetClass) -> Decision:
        decided_by = group.decided_by or rule.decided_by
        if decided_by == "repetition" and not self._options.repetition:
            return "antecedent"
        return decided_by
