"""The formality table: which words and verb forms of a language have which class, and when.

Class names are the language's own: `t` and `v`, or `plain`, `polite`, `honorific`, `humble` …
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from discotag.core.explanations import Explanation
from discotag.core.patterns import Pattern, Words, company_of
from discotag.language.match_explanations import conditions, described, shortfall_of_all
from discotag.plugins.phenomena.published import bare

if TYPE_CHECKING:
    from discotag.core.patterns import TokenContext
    from discotag.core.tokens import Tokens

Label = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
Patterns = Annotated[
    tuple[Pattern, ...],
    BeforeValidator(lambda value: (value,) if isinstance(value, dict | Pattern) else value),
]
"""One condition or a list of alternatives."""
SourceCondition = Literal["second", "imperative", "addressed"]

_EDGES = re.compile(r"^[^\w]+|(?<![^\w'])[^\w']+$")


@lru_cache(maxsize=65536)
def normalised(form: str) -> str:
    """Return a word as in word lists: case folded, straight apostrophe, bare edges.

    Example:
        >>> normalised("T’"), normalised("-Vous")
        ("t'", 'vous')
    """
    return _EDGES.sub("", form.replace("’", "'").casefold())


def fits(site: TokenContext, when: tuple[Pattern, ...], unless: tuple[Pattern, ...]) -> bool:
    """Return whether one of the conditions holds (or there is none) and none of the exceptions."""
    tokens, token = site.tokens, site.token
    return (not when or any(pattern.holds(tokens, token, site) for pattern in when)) and not any(
        pattern.holds(tokens, token, site) for pattern in unless
    )


def misfit(
    site: TokenContext, when: tuple[Pattern, ...], unless: tuple[Pattern, ...]
) -> Explanation | None:
    """Return why conditions do not fit; None if they do (`fits`).

    That no exception holds counts as one condition.
    """
    exception = next((pattern for pattern in unless if pattern.matches(site)), None)
    lacking = shortfall_of_all(when, site)
    if exception is None:
        return lacking
    fewest = min(map(conditions, when), default=0)
    held, asked = (fewest, fewest) if lacking is None else lacking[2:]
    return Explanation(f"an exception holds: {described(exception)}", "exception", held, asked + 1)


class WordClass(BaseModel):
    """Words of one class; several blocks may share a name.

    Args:
        name: the class.
        forms: surface forms, compared as `normalised` gives them.
        lemmas: dictionary forms, compared without case.
        when: conditions, one of which must hold; without forms and lemmas they alone decide.
        unless: conditions that must all fail.
        overridden_by: the class that it has instead where the nearest certain word of its voice has
            that class: the third person goes with *você* and with *o senhor*.
        cue_only: whether it has no mark and only counts for what yields: a call (*Prezado senhor
            Lima*) says how a letter continues.
        inherits: whether it says too little alone (Spanish *le*: to him, to her, to you): it is
            marked only where the source speaks to somebody, or its speaker of himself, and of no
            third person, and the nearest certain word of its voice has its class (or the one it
            yields to).
        note: what a reader of the table should know.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Label
    forms: Words = ()
    lemmas: Words = ()
    when: Patterns = ()
    unless: Patterns = ()
    overridden_by: Label | None = None
    cue_only: bool = False
    inherits: bool = False
    note: str = ""

    def may_hold(self, tokens: Tokens, token: int) -> bool:
        """Return whether the block speaks of a word: by form or lemma, or if it lists neither."""
        return (
            not self.is_listed
            or normalised(tokens.forms[token]) in self._forms
            or (bool(self.lemmas) and tokens[token].lemma.casefold() in self._lemmas)
        )

    @cached_property
    def _forms(self) -> frozenset[str]:
        return frozenset(map(normalised, self.forms))

    @cached_property
    def _lemmas(self) -> frozenset[str]:
        return frozenset(lemma.casefold() for lemma in self.lemmas)

    @property
    def is_listed(self) -> bool:
        """Whether it names its words; otherwise its conditions alone decide."""
        return bool(self.forms or self.lemmas)

    @property
    def is_conditional(self) -> bool:
        """Whether a listed word may also be something else."""
        return bool(self.when or self.unless)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.cue_only and (self.overridden_by is not None or self.inherits):
            raise ValueError(
                f"class {self.name!r}: a cue (cue_only) is certain: it cannot be overridden_by"
                " or inherit another"
            )
        if not (self.is_listed or self.when):
            raise ValueError(f"class {self.name!r} has neither forms nor lemmas nor a condition")
        return self


class PublishedWords(WordClass):
    """Words of one class of a published list, compared as the published code does."""

    def may_hold(self, tokens: Tokens, token: int) -> bool:
        """Return whether the list names a word."""
        return bare(tokens.forms[token]) in self.forms


class VerbRule(BaseModel):
    """A verb form of one class.

    Args:
        label: the class (`class` in the table).
        when: conditions on the verb, one of which must hold.
        unless: conditions that must all fail.
        source: what a linked source verb must show where no subject by the verb shows: `second`
            = its subject is a second person, or it opens a question that leaves out its subject
            (*Seen my keys?*); `imperative` = it is an imperative; `addressed` = some word of the
            source segment is one of these, and no linked verb has another subject; empty = nothing.
        subject: `own` = a verb with a subject of another class is not marked, and one with a
            subject of its own class merely agrees with it; `beside` = likewise, but of subjects of
            another class only a pronoun next to the verb counts, since the form shows more than a
            parse; `any` = the subject does not matter (Japanese and Korean endings).
        overridden_by: as in `WordClass`.
        inherits: as in `WordClass`, but the source must speak to somebody.
        note: what a reader of the table should know.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    label: Label = Field(alias="class")
    when: Patterns = Field(min_length=1)
    unless: Patterns = ()
    source: Annotated[
        tuple[SourceCondition, ...],
        BeforeValidator(lambda value: (value,) if isinstance(value, str) else value),
    ] = ()
    subject: Literal["own", "beside", "any"] = "own"
    overridden_by: Label | None = None
    inherits: bool = False
    note: str = ""

    @cached_property
    def company(self) -> frozenset[str] | None:
        """Case-folded forms of which one must be in the segment; None if it needs none."""
        return company_of(self.when)

    def may_hold(self, tokens: Tokens, token: int) -> bool:
        """Return whether a word itself allows that its conditions hold."""
        return any(pattern.may_match(tokens, token) for pattern in self.when) and not any(
            pattern.is_local and pattern.may_match(tokens, token) for pattern in self.unless
        )


class PublishedList(BaseModel):
    """Word lists as somebody published them, without conditions, kept to reproduce old numbers.

    Args:
        source: where they were published.
        words: class → words.
        not_for: varieties of the language for which no words were published.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    words: dict[Label, Words]
    not_for: Words = ()


class FormalityTable(BaseModel):
    """One language's table.

    Args:
        source: the source language's grammar.
        classes: word classes (`[[class]]`); the first block that fits a word gives its class.
        verbs: verb rules (`[[verb]]`), likewise.
        address: what a source word looks like that addresses somebody; the subjects of address that
            the source's pack names do so besides.
        speaker: what a source word looks like that speaks of the one who speaks.
        others: what a source word looks like that speaks of a third person whom a word that follows
            may mean as well; by default a pronoun of a man or a woman.
        subjects: subject pronouns that are next to their verb; they are found without a parse.
        clitics: words that may be between such a subject and its verb.
        inverts: whether a subject pronoun may be right after its verb without a hyphen (*hast
            du*).
        is_pro_drop: whether subjects are dropped, so that verbs show the class.
        published: published word lists by name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    classes: tuple[WordClass, ...] = Field(alias="class", min_length=1)
    verbs: tuple[VerbRule, ...] = Field(alias="verb", default=())
    address: Patterns = (Pattern(feats={"Person": ("2",)}),)
    speaker: Patterns = (Pattern(feats={"Person": ("1",)}),)
    others: Patterns = (Pattern(feats={"Person": ("3",), "Gender": ("Masc", "Fem")}),)
    subjects: Words = ()
    clitics: Words = ()
    inverts: bool = False
    is_pro_drop: bool = False
    published: dict[str, PublishedList] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _yielding_is_to_a_class(self) -> Self:
        known = {block.name for block in self.classes} | {rule.label for rule in self.verbs}
        others = {block.overridden_by for block in self.classes} | {
            r.overridden_by for r in self.verbs
        }
        unknown = sorted(other for other in others if other and other not in known)
        if unknown:
            named = ", ".join(sorted(known))
            raise ValueError(f"overridden_by {unknown[0]!r}: the table has {named}")
        return self

    @model_validator(mode="after")
    def _classes_are_told_apart(self) -> Self:
        blocks: dict[tuple[str, str], list[WordClass]] = defaultdict(list)
        for block in self.classes:
            for form in block.forms:
                blocks["form", normalised(form)].append(block)
            for lemma in block.lemmas:
                blocks["lemma", lemma.casefold()].append(block)
        for (kind, word), found in blocks.items():
            names = sorted({block.name for block in found})
            if len(names) > 1 and not all(block.is_conditional for block in found):
                raise ValueError(
                    f"{kind} {word!r} stands in {' and '.join(names)} without a condition"
                )
        return self
