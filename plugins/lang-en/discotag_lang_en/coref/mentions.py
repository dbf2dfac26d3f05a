"""Mentions and entities: phrases that refer, and what is known of their referents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from discotag.plugin import Mention, ud
from discotag_lang_en.coref.agreement import ANY_GENDER, PLURAL, Traits, noun_traits, pronoun_traits
from discotag_lang_en.coref.syntax import Role, Syntax
from discotag_lang_en.coref.words import PronounClass, pronoun_classes, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import MentionKind, Tokens


Determiner = Literal["definite", "indefinite", "demonstrative", "possessive", "quantified", "bare"]
INSIDE = frozenset(
    "det amod nummod compound nmod acl flat fixed goeswith advmod dep".split()  # noqa: SIM905
)
"""Relations of what belongs to a noun phrase; conjuncts and appositions do not."""
NO_HEADS = frozenset({"flat", "fixed", "goeswith", "reparandum", "discourse", "expl"})
DESCRIPTION = "nmod:desc"
"""The relation of a title to its name: *Dr. Bailey*."""
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET"})
"""Parts of speech that may head a noun phrase."""
DETERMINERS: dict[str, Determiner] = {
    "the": "definite",
    **dict.fromkeys(("a", "an"), "indefinite"),
    **dict.fromkeys(("this", "that", "these", "those", "such"), "demonstrative"),
    **dict.fromkeys(
        "some any no every each many few several most all both another other".split(),  # noqa: SIM905
        "quantified",
    ),
}


@dataclass(slots=True)
class Phrase:
    """A mention with its syntax and its traits.

    Args:
        mention: its position.
        syntax: the tree of its segment.
        lemma: the head's lemma, casefolded.
        role: the grammatical role.
        traits: number, gender and animacy as far as the phrase itself shows.
        pronoun: the class of a third-person pronoun, else None.
        determiner: how a noun phrase is introduced.
        modifiers: lemmas of adjectives, numerals and compound parts before the head.
        name: the words of a name, casefolded, titles left out.
        depth: how many noun phrases it is in.
        is_coordination: whether it is a whole coordination (`Anna and Tom`).
        is_first: whether it opens its segment.
        told: features that it shows by itself, once they are known.
    """

    mention: Mention
    syntax: Syntax
    lemma: str
    role: Role
    traits: Traits
    pronoun: PronounClass | None = None
    determiner: Determiner = "bare"
    modifiers: frozenset[str] = frozenset()
    name: tuple[str, ...] = ()
    depth: int = 0
    is_coordination: bool = False
    is_first: bool = False
    told: tuple[str, ...] | None = None

    @property
    def segment(self) -> int:
        """The segment's index."""
        return self.mention.segment

    @property
    def head(self) -> int:
        """The head's index in its segment."""
        return self.mention.head


def phrases(segment: int, tokens: Tokens) -> tuple[Phrase, ...]:
    """Return the mentions of one segment in text order, outer before inner.

    First and second persons, relative and interrogative pronouns are not mentions; nor is *there*.
    """
    if not len(tokens):
        return ()
    syntax = Syntax(tokens)
    found = [phrase for head in range(len(tokens)) for phrase in _at(segment, syntax, head)]
    return tuple(sorted(found, key=lambda phrase: (phrase.mention.start, -phrase.mention.end)))


def _at(segment: int, syntax: Syntax, head: int) -> Iterator[Phrase]:
    if syntax.relations[head] in NO_HEADS and pronoun_classes().get(syntax.forms[head]) != "it":
        return
    if syntax.deprels[head] == DESCRIPTION and head < syntax.heads[head]:
        return
    form, upos = syntax.forms[head], syntax.upos[head]
    pronoun = pronoun_classes().get(form)
    if pronoun is not None and upos in {"PRON", "DET"}:
        if _is_third_person(syntax, head, pronoun):
            yield Phrase(
                mention=Mention(segment, head, head + 1, head, "pronoun"),
                syntax=syntax,
                lemma=syntax.lemmas[head],
                role=syntax.role(head),
                traits=pronoun_traits(pronoun, form),
                pronoun=pronoun,
            )
    elif _is_nominal(syntax, head) and not _is_compound_part(syntax, head):
        yield _noun_phrase(segment, syntax, head)
    coordination = _coordination(segment, syntax, head)
    if coordination is not None:
        yield coordination


def _is_third_person(syntax: Syntax, head: int, pronoun: PronounClass) -> bool:
    if pronoun == "demonstrative":
        return syntax.upos[head] == "PRON" and syntax.feats[head].get("PronType") not in {
            "Rel",
            "Int",
        }
    return syntax.upos[head] == "PRON" or syntax.relations[head] == "nmod"


def _is_nominal(syntax: Syntax, head: int) -> bool:
    form, upos = syntax.forms[head], syntax.upos[head]
    if upos not in NOMINAL:
        return False
    if sum(letter.isalnum() for letter in form) <= 1:  # "Q." before a question
        return False
    lists = words()
    if upos in ud.NOMINAL:
        return True
    if upos == "PRON":
        return form in lists.indefinite_persons or form in lists.indefinite_things
    return upos in {"NUM", "ADJ", "DET"} and syntax.relations[head] in {"nsubj", "obj", "iobj"}


def _is_compound_part(syntax: Syntax, head: int) -> bool:
    return syntax.relations[head] == "compound" and not (
        syntax.upos[head] == "PROPN" and syntax.upos[syntax.heads[head]] == "NOUN"
    )


def _noun_phrase(segment: int, syntax: Syntax, head: int) -> Phrase:
    start, end = _span(syntax, head)
    determiner = _determiner(syntax, head)
    is_name = syntax.upos[head] == "PROPN" or (
        syntax.upos[head] == "NOUN" and syntax.capitals[head] and head > 0 and determiner == "bare"
    )
    kind: MentionKind = "name" if is_name else "noun"
    parts = [
        child
        for child in syntax.children[head]
        if syntax.relations[child] in {"amod", "nummod", "compound", "flat"}
        or (syntax.deprels[child] == DESCRIPTION and child < head)
    ]
    name: tuple[str, ...] = ()
    if kind == "name":
        own = sorted([head, *(part for part in parts if syntax.upos[part] == "PROPN")])
        titles = words().all_titles
        name = tuple(syntax.forms[part] for part in own if syntax.forms[part] not in titles)
        name = name or (syntax.forms[head],)
    return Phrase(
        mention=Mention(segment, start, end, head, kind),
        syntax=syntax,
        lemma=syntax.lemmas[head],
        role=syntax.role(head),
        traits=noun_traits(syntax, head, parts),
        determiner=determiner,
        modifiers=frozenset(syntax.lemmas[part] for part in parts),
        name=name,
        depth=sum(
            syntax.upos[node] in ud.NOMINAL and syntax.relations[below] in {"nmod", "compound"}
            for below, node in zip(
                (head, *syntax.ancestors(head)), syntax.ancestors(head), strict=False
            )
        ),
    )


def _span(syntax: Syntax, head: int) -> tuple[int, int]:
    start, end = head, head + 1
    is_predicate = syntax.is_predicate(head)
    for child in syntax.children[head]:
        relation = syntax.relations[child]
        if relation not in INSIDE or (relation == "advmod" and (is_predicate or child > head)):
            continue
        first, last = syntax.edges(child)
        start, end = min(start, first), max(end, last)
    return start, end


def _determiner(syntax: Syntax, head: int) -> Determiner:
    for child in syntax.children[head]:
        relation = syntax.relations[child]
        if relation == "det" and syntax.forms[child] in DETERMINERS:
            return DETERMINERS[syntax.forms[child]]
        if syntax.deprels[child] == "nmod:poss":
            return "possessive"
        if relation == "nummod" and child < head:
            return "quantified"
    return "bare"


def _coordination(segment: int, syntax: Syntax, head: int) -> Phrase | None:
    conjuncts = [
        child
        for child in syntax.children[head]
        if syntax.relations[child] == "conj"
        and child > head
        and syntax.upos[child] in {"NOUN", "PROPN", "PRON"}
    ]
    if (
        not conjuncts
        or syntax.upos[head] not in {"NOUN", "PROPN", "PRON"}
        or not any(_is_and(syntax, conjunct) for conjunct in conjuncts)
    ):
        return None
    start, _ = _span(syntax, head)
    _, end = _span(syntax, conjuncts[-1])
    return Phrase(
        mention=Mention(segment, start, end, head, "noun"),
        syntax=syntax,
        lemma="and",
        role=syntax.role(head),
        traits=Traits(number=PLURAL, gender=ANY_GENDER),
        is_coordination=True,
    )


def _is_and(syntax: Syntax, conjunct: int) -> bool:
    return any(syntax.forms[child] in {"and", "&"} for child in syntax.children[conjunct])


@dataclass(slots=True, eq=False)
class Entity:
    """One thing that the text speaks of.

    Args:
        traits: number, gender and animacy as known so far.
        mentions: its mentions in text order, with the confidence 0-1 of each link (the first has
            1.0).
        nominal: its latest mention that is not a pronoun.
        modifiers: all modifiers that its noun phrases had.
        trust: how sure the first pronoun after its latest noun is, 0-1: a chain is not a surer.
    """

    traits: Traits
    mentions: list[tuple[Phrase, float]] = field(default_factory=list)
    nominal: Phrase | None = None
    modifiers: frozenset[str] = frozenset()
    trust: float = 1.0

    def add(self, phrase: Phrase, score: float) -> None:
        """Add a mention, and what it shows."""
        self.mentions.append((phrase, score))
        self.traits = self.traits.merged(phrase.traits)
        if phrase.pronoun is None:
            self.nominal = phrase
            self.trust = 1.0
        elif self.mentions[-2:-1] and self.mentions[-2][0].pronoun is None:
            self.trust = score
            self.modifiers |= phrase.modifiers


class Entities:
    """The entities of one document so far, and which of them each mention belongs to."""

    def __init__(self) -> None:
        self.all: list[Entity] = []
        self._of: dict[tuple[int, int, int, int], Entity] = {}
        self._heads: dict[tuple[int, int], Entity] = {}

    def start(self, phrase: Phrase) -> Entity:
        """Begin an entity with its first mention."""
        entity = Entity(phrase.traits)
        self.all.append(entity)
        self.join(phrase, entity, score=1.0)
        return entity

    def join(self, phrase: Phrase, entity: Entity, *, score: float) -> None:
        """Add a mention to an entity."""
        entity.add(phrase, score)
        self._of[_key(phrase)] = entity
        if not phrase.is_coordination:
            self._heads[phrase.segment, phrase.head] = entity

    def of(self, phrase: Phrase) -> Entity | None:
        """Return the entity of a mention, None if it was not placed yet."""
        return self._of.get(_key(phrase))

    def at(self, segment: int, head: int) -> Entity | None:
        """Return the entity of the mention with this head (not of a coordination)."""
        return self._heads.get((segment, head))


def _key(phrase: Phrase) -> tuple[int, int, int, int]:
    mention = phrase.mention
    return mention.segment, mention.start, mention.end, mention.head
