"""Pairs: which target word is which source pronoun's translation, and its class.

Most pairs are linked words that a rule lists. A clitic that no link explains goes with the object
of its verb's counterpart; a pronoun that the source drops with the verb it belongs to; a pronoun
within a word (Arabic, Hebrew) with the source pronoun linked near it. Aligners leave Spanish *la*
in *la veo* ("I see it") unlinked, as they do articles, or link *lo* to the subject.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from discotag.core.explanations import Explanation, Ruling
from discotag.core.patterns import TokenContext
from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import (
    KINDS,
    NEUTER,
    NOMINALS,
    PLURALS,
    PRONOUN,
    SUBJECT,
)
from discotag.plugins.phenomena.pronouns.table import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.table import Classes, Decision
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions

    Found: TypeAlias = "Pair | Ruling | Callable[[], Iterator[Ruling]]"

OBJECT = frozenset({"obj", "iobj"})
CONTROLLED = frozenset({"xcomp", "ccomp"})
OBLIQUE, PASSIVE = "obl", "nsubj:pass"
GENDERED = frozenset({"Masc", "Fem"})
NAMING = frozenset({"nsubj", "obj", "iobj", "dislocated", "root", "nmod", "conj", "compound"})
"""Relations of words that a pronoun may refer to."""
ARGUMENTS = frozenset({"nsubj", "obj", "iobj"})
PREDICATES = frozenset({"ADJ"})
"""What else is said of a subject (*it looks **tired***), or all that is said of *one*."""
EXPLETIVE = Explanation("it refers to nothing", "expletive", 1, 2)
OTHER_ROLE = Explanation("it is linked to one pronoun and has the role of another", "role", 1, 2)
UNLINKED_VERB = Explanation("no source word is linked to its verb", "unlinked-verb", 1, 2)
SOURCE_WORD = Explanation("the source has a word for it", "source-word", 1, 2)
UNTRANSLATED = Explanation(
    "a source word that nothing translates may be what it stands for", "named", 1, 2
)
NONE_NEAR = Explanation(
    "it may hold a pronoun, but the rule finds none of the source near it", "none-near", 1, 2
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A target pronoun and its source.

    Args:
        label: the rule's name and the class: `it→fem`.
        place: the target pronoun.
        source: the source token, 0-based in the same segment.
        decided_by: what decides the class.
        is_dropped: whether the source has no word for it.
        is_named: whether its clause says that a noun names what it refers to.
    """

    label: str
    place: TokenRef
    source: int
    decided_by: Decision
    is_dropped: bool = False
    is_named: bool = False

    @property
    def form_class(self) -> str:
        """The class of the target form: `fem` of `it→fem`."""
        return self.label.partition("→")[2]

    @property
    def is_kind(self) -> bool:
        """Whether it takes up what kind of thing a noun names: *another* and its like."""
        return self.label.partition("→")[0] in KINDS

    def goes_on(self, label: str) -> bool:
        """Return whether an earlier pronoun with a label may refer to the same thing, or kind."""
        (first, gender), (name, own) = (one.split("→") for one in (label, self.label))
        if self.is_kind:
            return gender.partition("-")[0] == own.partition("-")[0]
        return gender == own and (first == name or {first, name} <= PLURALS)

    @property
    def is_neuter(self) -> bool:
        """Whether its class may take up a clause, or nothing."""
        may_be_clause = self.form_class == NEUTER or self.decided_by == "noun"
        return may_be_clause and not self.is_named


class Pairs:
    """Finds the pairs of documents.

    Args:
        options: of the tagger.
        classes: of the language pair.
    """

    def __init__(self, options: PronounOptions, classes: Classes) -> None:
        self._options = options
        self._classes = classes

    def of(self, document: Document) -> Iterator[Found]:
        """Yield the pairs of a document, segment by segment, and why other words are in none."""
        for segment in range(len(document)):
            marked: set[int] = set()
            for find in (self._linked, self._clitics):
                for one in find(document, segment, frozenset(marked)):
                    if isinstance(one, Pair):
                        marked.add(one.place.token)
                    yield one
            yield partial(self._unlinked, document, segment, marked)
            yield from self._dropped(document, segment, marked)
            yield from self._attached(document, segment, marked)

    def _linked(self, document: Document, segment: int, _: Collection[int]) -> Iterator[Found]:
        """Yield linked words that a rule or a published list names."""
        is_table = self._options.forms == "table"
        seen: set[tuple[int, str]] = set()
        for i, j in self._links(document, segment, is_table=is_table):
            source = TokenContext(document, "source", segment, i)
            target = TokenContext(document, "target", segment, j)
            yield partial(self._classes.misfits, "linked", source, target)
            found = self._classes.of_linked(source, target)
            if found is None or (j, found[0]) in seen:
                continue
            is_object = self._classes.is_object(target.word.form)
            if is_table and (other := rival(source, target, is_object=is_object)) is not None:
                yield Ruling.no(target.place, "link", OTHER_ROLE, (other,))
                continue
            pair = self._pair(source, target, found)
            if isinstance(pair, Pair):
                seen.add((j, found[0]))
            yield pair

    def _links(self, document: Document, segment: int, *, is_table: bool) -> list[tuple[int, int]]:
        """Return the links of words that some rule lists."""
        forms = document.target[segment].forms
        places = {j for j, form in enumerate(forms) if self._classes.is_listed(form)}
        links = document.links(segment)
        taken = links.last_links.items() if self._options.links == "last" else links.links
        found = [(i, j) for i, j in taken if j in places]
        if not is_table:
            return found
        return counterparts(document, segment, nearest_links(document, segment, found))

    def _pair(
        self,
        source: TokenContext,
        target: TokenContext,
        found: tuple[str, Decision],
        *,
        is_dropped: bool = False,
    ) -> Pair | Ruling:
        """Return two words as a pair, or that one of them refers to nothing."""
        label, decided_by = found
        if self._classes.is_expletive(source, target, label):
            return Ruling.no(target.place, "expletive", EXPLETIVE, (source.place,))
        return Pair(label, target.place, source.token, decided_by, is_dropped=is_dropped)

    def _unlinked(
        self, document: Document, segment: int, marked: Collection[int]
    ) -> Iterator[Ruling]:
        for word in document.target[segment]:
            is_listed = word.index not in marked and self._classes.is_listed(word.form)
            if is_listed and not document.links(segment).sources(word.index):
                text = f'"{word.form}" is listed, but no source word is linked to it'
                place = TokenRef("target", segment, word.index)
                yield Ruling.no(place, "link", Explanation(text, "unlinked", 1, 2))

    def _clitics(
        self, document: Document, segment: int, marked: Collection[int]
    ) -> Iterator[Found]:
        """Yield clitics that no link explains, each with the object of its verb's counterpart.

        The last one left has the last object left, whatever the verbs.
        """
        leaning = self._classes.leaning
        left = [
            TokenContext(document, "target", segment, word.index)
            for word in (document.target[segment] if leaning else ())
            if word.index not in marked and plain(word.form) in leaning
            if self._classes.is_object(word.form) or not _is_subject(word)
        ]
        taken = {i for i, j in document.links(segment).links if j in marked} if left else set()
        for target in tuple(left):
            for one in self._clitic(target, _objects(target), taken):
                yield one
                if isinstance(one, Pair):
                    taken.add(one.source)
                    left.remove(target)
                    break
        if len(left) == 1:
            found = list(self._clitic(left[0], _free_objects(left[0]), taken))
            pairs = [one for one in found if isinstance(one, Pair)]
            yield from (one for one in found if len(pairs) == 1 or not isinstance(one, Pair))

    def _clitic(
        self, target: TokenContext, sources: Iterable[TokenContext], taken: Collection[int]
    ) -> Iterator[Found]:
        for source in sources:
            yield partial(self._classes.misfits, "clitic", source, target)
            found = self._classes.of_clitic(source, target)
            if found is not None and source.token not in taken:
                yield self._pair(source, target, found)

    def _dropped(
        self, document: Document, segment: int, marked: Collection[int]
    ) -> Iterator[Found]:
        """Yield target pronouns for which the source has no word, each with its verb there."""
        for word in document.target[segment] if self._classes.dropped else ():
            if word.index in marked or plain(word.form) not in self._classes.dropped:
                continue
            target = TokenContext(document, "target", segment, word.index)
            verbs = target.at(word.head).linked() if word.head >= 0 else []
            if not verbs:
                yield Ruling.no(target.place, "dropped", UNLINKED_VERB)
            if any(_is_argument(source.word) for source in target.linked()):
                yield Ruling.no(target.place, "dropped", SOURCE_WORD)
                continue
            named = next(unaligned_words(verbs[0]), None) if verbs else None
            if named is not None:
                yield Ruling.no(target.place, "dropped", UNTRANSLATED, (named.place,))
                continue
            for source in verbs:
                yield partial(self._classes.misfits, "dropped", source, target)
                found = self._classes.of_dropped(source, target)
                one = found and self._pair(source, target, found, is_dropped=True)
                if one:
                    yield one
                if isinstance(one, Pair):
                    break

    def _attached(
        self, document: Document, segment: int, marked: Collection[int]
    ) -> Iterator[Found]:
        """Yield words with a pronoun attached, each with the source pronoun it refers to."""
        if not self._classes.attached:
            return
        taken = set(marked)
        for word in document.source[segment]:
            source = TokenContext(document, "source", segment, word.index)
            rules = [rule for rule in self._classes.attached if rule.source.matches(source)]
            for j in _hosts(source) if rules else ():
                if j in taken:
                    continue
                target = TokenContext(document, "target", segment, j)
                yield partial(self._classes.attached_misfits, rules, target)
                found = self._classes.of_attached(rules, target)
                one = found and self._pair(source, target, found)
                if one:
                    yield one
                if isinstance(one, Pair):
                    taken.add(j)
                    break
        yield partial(self._unexplained_hosts, document, segment, taken)

    def _unexplained_hosts(
        self, document: Document, segment: int, taken: Collection[int]
    ) -> Iterator[Ruling]:
        """Yield words that may hold a pronoun that no source pronoun explains."""
        for word in document.target[segment]:
            target = TokenContext(document, "target", segment, word.index)
            for rule in self._classes.attached if word.index not in taken else ():
                if self._classes.of_attached([rule], target) is not None:
                    yield Ruling.no(target.place, f"rule {rule.name}", NONE_NEAR, label=rule.name)


def _is_argument(word: Token) -> bool:
    """Return whether a source word is a noun or pronoun, or a determiner that is an argument.

    Russian *ее* is tagged as the possessive where it is an object, too.
    """
    return word.upos in NOMINALS or (word.upos == "DET" and ud.relation(word) in ARGUMENTS)


def _is_subject(word: Token) -> bool:
    """Return whether a form that may lean on a verb is a subject here; a clitic is not."""
    return word.deprel.startswith(SUBJECT) and word.feats.get("Clitic") != "Yes"


def nearest_links(
    document: Document, segment: int, links: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out links of a word to one form twice ("*it* says *it* …"), but for the nearest."""
    forms = document.source[segment].forms
    longer = len(forms) / max(len(document.target[segment]), 1)
    best: dict[tuple[int, str], tuple[float, int]] = {}
    for i, j in links:
        place = abs(i - j * longer), i
        key = j, plain(forms[i])
        best[key] = min(place, best.get(key, place))
    return [(i, j) for i, j in links if best[j, plain(forms[i])][1] == i]


def counterparts(
    document: Document, segment: int, links: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out links of a pronoun to another than the one whose verb its own verb became.

    "She'll give them to me" → *le prende e me **le** dà*: *dà* is *give*. A part of that one stays
    (Japanese 彼 + ら, "they").
    """
    source, target = document.source[segment], document.target[segment]
    found = document.links(segment)
    good: dict[int, set[int]] = {}
    for i, j in links:
        head, other = source[i].head, target[j].head
        if source[i].upos == PRONOUN and min(head, other) >= 0 and other in found.targets(head):
            good.setdefault(i, set()).add(j)
    return [
        (i, j)
        for i, j in links
        if i not in good or j in good[i] or target[j].head in good[i] or target[j].upos != PRONOUN
    ]


def rival(
    source: TokenContext, target: TokenContext, *, is_object: bool = False
) -> TokenRef | None:
    """Return the source word that a target pronoun must translate instead of the linked one.

    In "she found it" the object is linked to *sie*, the subject of *fand*: *sie* is *she*. In
    "he described it" a masculine *er* is *he*, if nothing else is.

    Args:
        source: the source pronoun.
        target: the target pronoun.
        is_object: whether the target pronoun can be no subject, whatever the analysis says.
    """
    own, other = source.word.deprel, target.word.deprel
    if is_object and other == SUBJECT:
        other = "obj"
    is_crossed = (own in OBJECT and other == SUBJECT) or (own == SUBJECT and other in OBJECT)
    if is_crossed and source.word.head >= 0:
        wanted = OBJECT if own == SUBJECT else {SUBJECT}
        for child in map(source.at, source.tokens.children(source.word.head)):
            if child.word.deprel in wanted and (
                _is_third_person(child) or (own == SUBJECT and _is_unaligned_noun(child))
            ):
                return child.place
    for token in unexplained(source, target):
        return token.place
    if is_crossed:
        for token in _of_other_verb(source, target):
            return token.place
    return None


def _is_third_person(token: TokenContext) -> bool:
    return token.word.upos == PRONOUN and token.word.feats.get("Person", "3") == "3"


def _is_unaligned_noun(token: TokenContext) -> bool:
    """Return whether nothing translates a noun ("It sells *the ore*" → *она ее продает*)."""
    return token.word.upos in ud.NOMINAL and not token.linked()


def _of_other_verb(source: TokenContext, target: TokenContext) -> list[TokenContext]:
    """Return the nouns that nothing translates of a verb that the target pronoun belongs to.

    And the pronoun that is its object, as the target pronoun is ("*they* hold hands to protect
    *them*" with *them* linked to *they*).

    Where that verb translates another than the one that the source pronoun belongs to: "*it* shows
    that *the city* must be rebuilt" → *это показывает, что ее надо отстроить*.
    """
    if min(source.word.head, target.word.head) < 0:
        return []
    verbs = target.at(target.word.head).linked()
    own = source.at(source.word.head).linked()
    if any(verb.token == source.word.head for verb in verbs) or not own:
        return []
    return [
        token
        for verb in verbs
        for token in unaligned_words(verb)
        if token.word.upos in ud.NOMINAL or _is_object_of(token, verb, target)
    ]


def _is_object_of(token: TokenContext, verb: TokenContext, target: TokenContext) -> bool:
    """Return whether a third-person pronoun is an object of a verb, as its translation is."""
    is_object = token.word.deprel in OBJECT and target.word.deprel in OBJECT
    return is_object and token.word.head == verb.token and _is_third_person(token)


def unaligned_words(verb: TokenContext) -> Iterator[TokenContext]:
    """Yield the nouns and pronouns of a verb's segment that nothing is linked to.

    Where nothing else in the translation translates a source noun, a pronoun that the source seems
    to leave out may: 活动目的是 … → "*It* was aimed at …".
    """
    for word in verb.tokens:
        token = verb.at(word.index)
        is_named = word.upos in NOMINALS and ud.relation(word) in NAMING
        if is_named and not token.linked():
            yield token


def unexplained(source: TokenContext, target: TokenContext) -> Iterator[TokenContext]:
    """Yield other source pronouns of a person that only a target pronoun can refer to.

    Args:
        source: a pronoun that shows no gender of a person.
        target: the pronoun that is linked to it.
    """
    gender = target.word.feats.get("Gender")
    is_thing = source.word.feats.get("Gender") not in GENDERED
    if gender not in GENDERED or not is_thing or "Poss" in target.word.feats:
        return
    for word in source.tokens:
        if word.upos != PRONOUN or word.feats.get("Gender") != gender or "Poss" in word.feats:
            continue
        token = source.at(word.index)
        if all(other.token == target.token for other in token.linked()):
            yield token


def _objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the objects of the source verbs that are linked to a clitic's verbs, nearest first.

    Where the verb is impersonal by a reflexive (Spanish *se los aisló*, "they were isolated"), that
    is the subject of the passive.
    """
    seen: set[int] = set()
    for verb in _verbs(clitic):
        children = clitic.tokens.children(verb)
        is_impersonal = any(ud.base(clitic.tokens[child].deprel) == "expl" for child in children)
        relations = {*OBJECT, PASSIVE} if is_impersonal else OBJECT
        for source in clitic.at(verb).linked():
            for child in source.tokens.children(source.token):
                deprel = source.tokens[child].deprel
                if child not in seen and (deprel in relations or _is_object(source.at(child))):
                    seen.add(child)
                    yield source.at(child)


def _free_objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the source segment's object pronouns that are linked to no pronoun.

    A pronoun after a preposition (*de él*) translates one that is not an object of its verb, too.
    """
    document, segment = clitic.document, clitic.segment
    tokens = clitic.tokens
    is_oblique = any(tokens[child].deprel == "case" for child in tokens.children(clitic.token))
    relations = {*OBJECT, OBLIQUE} if is_oblique else OBJECT
    for word in document.source[segment]:
        token = TokenContext(document, "source", segment, word.index)
        is_free = not any(other.word.upos == "PRON" for other in token.linked())
        is_one = ud.base(token.word.deprel) in relations or _is_object(token)
        if word.upos == "PRON" and is_one and is_free:
            yield token


def _verbs(clitic: TokenContext) -> Iterator[int]:
    """Yield the verbs that follow a clitic without a gap, other clitics apart, and its head."""
    upos = clitic.tokens.upos or ()
    place = clitic.token + 1
    while place < len(upos) and upos[place] == "PRON":
        place += 1
    while place < len(upos) and upos[place] in ud.VERBAL:
        yield place
        place += 1
    head = clitic.word.head
    if head >= 0 and upos[head] in ud.VERBAL:
        yield head


def _is_object(token: TokenContext) -> bool:
    """Return whether a source word is an object, or the subject of what depends on a verb alone.

    In "make *it* work", "tear *it* open" the object of one verb is the subject of the other word.
    """
    head = token.at(token.word.head) if token.word.head >= 0 else None
    is_raised = head is not None and (
        ud.base(token.word.deprel) == "nsubj"
        and ud.base(head.word.deprel) in CONTROLLED
        and "Tense" not in head.word.feats
        and not any(
            token.tokens[child].upos == "AUX" for child in token.tokens.children(head.token)
        )
    )
    return is_raised or ud.base(token.word.deprel) in OBJECT


def _hosts(source: TokenContext) -> list[int]:
    """Return the target words that a source pronoun's counterpart may be attached to, best first.

    They are those linked to it, or else to its head, its preposition or an adjective that is said
    of it ("it looks *tired*", "the *red* one"). A reflexive pronoun (Polish *się*) belongs to the
    verb and translates none, and a pronoun that must be *he* (Arabic *له*) is not *it*.
    """
    own = [
        token
        for token in source.linked()
        if "Reflex" not in token.word.feats
        and not (token.word.upos == PRONOUN and any(unexplained(source, token)))
    ]
    if any(token.word.upos == PRONOUN for token in own):
        return [token.token for token in own]
    head = source.word.head
    near = [source.at(head)] if head >= 0 else []
    near += map(source.at, source.tokens.children(source.token))
    if head >= 0 and source.word.deprel.startswith(SUBJECT):
        near += [
            source.at(child)
            for child in source.tokens.children(head)
            if source.tokens[child].upos in PREDICATES
        ]
    around = [
        other
        for token in near
        if token.token == head or token.word.upos in {"ADP", *PREDICATES}
        for other in token.linked()
    ]
    return list(dict.fromkeys(token.token for token in (*own, *around)))
