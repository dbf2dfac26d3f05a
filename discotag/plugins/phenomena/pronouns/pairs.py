"""A target pronoun and the source word that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.patterns import TokenContext
from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import KINDS, NEUTER, NOMINALS, PLURALS, PRONOUN
from discotag.plugins.phenomena.pronouns.table import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.options import PronounOptions
    from discotag.plugins.phenomena.pronouns.table import Classes, Decision


@dataclass(frozen=True, slots=True)
class Pair:
    """A target pronoun and its source.

    Args:
        label: the rule's name and the class: `it→fem`.
        place: the target pronoun.
        source: the source token, 0-based in the same segment.
        decided_by: what decides the class.
        is_dropped: whether the source has no word for it.
        is_named: whether its clause says that a noun names what it stands for.
    """

    label: str
    place: TokenRef
    source: int
    decided_by: Decision
    is_dropped: bool = False
    is_named: bool = False

    @property
    def is_kind(self) -> bool:
        """Whether it takes up what kind of thing a noun names: *another* and its like."""
        return self.label.partition("→")[0] in KINDS

    def goes_on(self, label: str) -> bool:
        """Return whether an earlier pronoun with a label may stand for the same thing, or kind."""
        (first, gender), (name, own) = (one.split("→") for one in (label, self.label))
        if self.is_kind:
            return gender.partition("-")[0] == own.partition("-")[0]
        return gender == own and (first == name or {first, name} <= PLURALS)

    @property
    def is_neuter(self) -> bool:
        """Whether its class may take up a clause, or nothing."""
        may_be_clause = self.label.partition("→")[2] == NEUTER or self.decided_by == "noun"
        return may_be_clause and not self.is_named


PERSONAL = frozenset({"Masc", "Fem"})
NAMING = frozenset({"nsubj", "obj", "iobj", "dislocated", "root", "nmod", "conj", "compound"})
"""Relations of words that a pronoun may stand for."""


def left_over(verb: TokenContext) -> Iterator[TokenContext]:
    """Yield the nouns and pronouns of a verb's segment that nothing is linked to."""
    for word in verb.tokens:
        site = verb.at(word.index)
        named = word.upos in NOMINALS and ud.relation(word) in NAMING
        if named and not site.linked():
            yield site


def unexplained(source: TokenContext, target: TokenContext) -> Iterator[TokenContext]:
    """Yield other source pronouns of a person that only a target pronoun can stand for.

    Args:
        source: a pronoun that tells no gender of a person.
        target: the pronoun that is linked to it.
    """
    gender = target.word.feats.get("Gender")
    is_thing = source.word.feats.get("Gender") not in PERSONAL
    if gender not in PERSONAL or not is_thing or "Poss" in target.word.feats:
        return
    for word in source.tokens:
        if word.upos != PRONOUN or word.feats.get("Gender") != gender or "Poss" in word.feats:
            continue
        site = source.at(word.index)
        if all(other.token == target.token for other in site.linked()):
            yield site


SUBJECT = "nsubj"
OBJECT = frozenset({"obj", "iobj"})


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


def is_misled(
    source: TokenContext, target: TokenContext, why: Trace | None, *, is_object: bool = False
) -> bool:
    """Return whether another pronoun beside the source's must be what the target translates.

    In "she found it" the object is linked to *sie*, the subject of *fand*: *sie* is *she*. In
    "he described it" a masculine *er* is *he*, if nothing else is.

    Args:
        source: the source pronoun.
        target: the target pronoun.
        why: hears of it.
        is_object: whether the target pronoun can be no subject, whatever the analysis says.
    """
    own, other = source.word.deprel, target.word.deprel
    if is_object and other == SUBJECT:
        other = "obj"
    crossed = (own in OBJECT and other == SUBJECT) or (own == SUBJECT and other in OBJECT)
    wanted = OBJECT if own == SUBJECT else {SUBJECT}
    is_crossed = crossed and source.word.head >= 0
    near = source.tokens.children(source.word.head) if is_crossed else ()
    children = map(source.at, near)
    rivals = [
        child.place
        for child in children
        if child.word.deprel in wanted
        and (_is_third_person(child) or (own == SUBJECT and _is_left(child)))
    ]
    rivals = rivals or [site.place for site in unexplained(source, target)]
    if crossed:
        rivals = rivals or [site.place for site in _of_other_verb(source, target)]
    if rivals and why is not None:
        told = Told("it is linked to one pronoun and has the role of another", "role", 1, 2)
        why.no(target.place, "link", told, (rivals[0],))
    return bool(rivals)


def _is_third_person(site: TokenContext) -> bool:
    return site.word.upos == PRONOUN and site.word.feats.get("Person", "3") == "3"


def _is_left(site: TokenContext) -> bool:
    """Return whether nothing translates a noun ("It sells *the ore*" → *она ее продает*)."""
    return site.word.upos in ud.NOMINAL and not site.linked()


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
        site
        for verb in verbs
        for site in left_over(verb)
        if site.word.upos in ud.NOMINAL or _is_object_of(site, verb, target)
    ]


def _is_object_of(site: TokenContext, verb: TokenContext, target: TokenContext) -> bool:
    """Return whether a third-person pronoun is an object of a verb, as its translation is."""
    is_object = site.word.deprel in OBJECT and target.word.deprel in OBJECT
    return is_object and site.word.head == verb.token and _is_third_person(site)


OBJECTS = frozenset({"obj", "iobj"})
CONTROLLED = frozenset({"xcomp", "ccomp"})
OBLIQUE, PASSIVE = "obl", "nsubj:pass"


def objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the objects of the source verbs that are linked to a clitic's verbs, nearest first.

    Where the verb is impersonal by a reflexive (Spanish *se los aisló*, "they were isolated"), that
    is the subject of the passive.
    """
    seen: set[int] = set()
    for verb in _verbs(clitic):
        children = clitic.tokens.children(verb)
        is_impersonal = any(_relation(clitic.at(child)) == "expl" for child in children)
        relations = {*OBJECTS, PASSIVE} if is_impersonal else OBJECTS
        for source in clitic.at(verb).linked():
            for child in source.tokens.children(source.token):
                deprel = source.tokens[child].deprel
                if child not in seen and (deprel in relations or _is_object(source.at(child))):
                    seen.add(child)
                    yield source.at(child)


def free_objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the source segment's object pronouns that are linked to no pronoun.

    A pronoun behind a preposition (*de él*) stands for one that is no object of its verb, too.
    """
    document, segment = clitic.document, clitic.segment
    tokens = clitic.tokens
    is_oblique = any(tokens[child].deprel == "case" for child in tokens.children(clitic.token))
    relations = {*OBJECTS, OBLIQUE} if is_oblique else OBJECTS
    for word in document.source[segment]:
        site = type(clitic)(document, "source", segment, word.index)
        is_free = not any(other.word.upos == "PRON" for other in site.linked())
        is_one = _relation(site) in relations or _is_object(site)
        if word.upos == "PRON" and is_one and is_free:
            yield site


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


def _is_object(site: TokenContext) -> bool:
    """Return whether a source word is an object, or the subject of what depends on a verb alone.

    In "make *it* work", "tear *it* open" the object of one verb is the subject of the other word.
    """
    head = site.at(site.word.head) if site.word.head >= 0 else None
    is_raised = head is not None and (
        _relation(site) == "nsubj"
        and _relation(head) in CONTROLLED
        and "Tense" not in head.word.feats
        and not any(site.tokens[child].upos == "AUX" for child in site.tokens.children(head.token))
    )
    return is_raised or _relation(site) in OBJECTS


def _relation(site: TokenContext) -> str:
    return ud.relation(site.word)


def clitic_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield clitics that no link explains, each with the object of its verb's counterpart.

    The last one left has the last object left, whatever the verbs.
    """
    taken = {i for i, j in document.links(segment).links if j in seen}
    leaning = classes.leaning
    left = [
        TokenContext(document, "target", segment, j)
        for j, form in enumerate(document.target[segment].forms if leaning else ())
        if j not in seen and plain(form) in leaning
        if classes.is_object(form) or not _is_subject(document.target[segment][j])
    ]
    for target in tuple(left):
        pair = next(_clitic(classes, target, objects(target), taken, why), None)
        if pair is not None:
            taken.add(pair.source)
            left.remove(target)
            yield pair
    if len(left) == 1:
        pairs = list(_clitic(classes, left[0], free_objects(left[0]), taken, why))
        yield from pairs if len(pairs) == 1 else ()


def _clitic(
    classes: Classes,
    target: TokenContext,
    sources: Iterable[TokenContext],
    taken: Collection[int],
    why: Trace | None,
) -> Iterator[Pair]:
    for source in sources:
        found = classes.of_clitic(source, target, why)
        if found is None or source.token in taken:
            continue
        if not classes.is_expletive(source, target, found[0], why):
            place = TokenRef("target", target.segment, target.token)
            yield Pair(found[0], place, source.token, found[1])


def _is_subject(word: Token) -> bool:
    """Return whether a form that may lean on a verb is a subject here; a clitic is none."""
    return word.deprel.startswith(SUBJECT) and word.feats.get("Clitic") != "Yes"


NAMED = Told("a source word that nothing translates may be what it stands for", "named", 1, 2)
ARGUMENTS = frozenset({"nsubj", "obj", "iobj"})


def is_nominal(word: Token) -> bool:
    """Return whether a source word is a noun or pronoun, or a determiner where one stands.

    Russian *ее* is tagged as the possessive where it is an object, too.
    """
    return word.upos in NOMINALS or (word.upos == "DET" and ud.relation(word) in ARGUMENTS)


def dropped_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield target pronouns for which the source has no word, each with its verb there."""
    tokens = document.target[segment] if classes.dropped else ()
    for word in tokens:
        if word.index in seen or plain(word.form) not in classes.dropped:
            continue
        target = TokenContext(document, "target", segment, word.index)
        verbs = target.at(word.head).linked() if word.head >= 0 else []
        if why is not None and not verbs:
            told = Told("no source word is linked to its verb", "unlinked-verb", 1, 2)
            why.no(target.place, "dropped", told)
        if any(is_nominal(site.word) for site in target.linked()):
            if why is not None:
                told = Told("the source has a word for it", "source-word", 1, 2)
                why.no(target.place, "dropped", told)
            continue
        if verbs and (named := next(left_over(verbs[0]), None)) is not None:
            if why is not None:
                why.no(target.place, "dropped", NAMED, (named.place,))
            continue
        for source in verbs:
            found = classes.of_dropped(source, target, why)
            if found and not classes.is_expletive(source, target, found[0], why):
                label, decided_by = found
                yield Pair(label, target.place, source.token, decided_by, is_dropped=True)
                break


NONE_NEAR = Told(
    "it may hold a pronoun, but the rule finds none of the source near it", "none-near", 1, 2
)


PREDICATES = frozenset({"ADJ"})
"""What else is said of a subject (*it looks **tired***), or all that is said of *one*."""


def attached_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield words with a pronoun attached, each with the source pronoun it stands for."""
    taken = set(seen)
    for word in document.source[segment] if classes.attached else ():
        source = TokenContext(document, "source", segment, word.index)
        rules = [rule for rule in classes.attached if rule.source.matches(source)]
        for j in _hosts(source) if rules else ():
            target = TokenContext(document, "target", segment, j)
            found = None if j in taken else classes.of_attached(rules, target, why)
            if found and not classes.is_expletive(source, target, found[0], why):
                taken.add(j)
                label, decided_by = found
                yield Pair(label, TokenRef("target", segment, j), word.index, decided_by)
                break
    if why is not None:
        _tell_attached(classes, document, segment, taken, why)


def _tell_attached(
    classes: Classes, document: Document, segment: int, taken: Collection[int], why: Trace
) -> None:
    """Explain words that may hold a pronoun that no source pronoun explains."""
    for word in document.target[segment] if classes.attached else ():
        target = TokenContext(document, "target", segment, word.index)
        for rule in classes.attached if word.index not in taken else ():
            if classes.of_attached([rule], target, None) is not None:
                why.no(target.place, f"rule {rule.name}", NONE_NEAR, label=rule.name)


def _hosts(source: TokenContext) -> list[int]:
    """Return the target words that a source pronoun's counterpart may be attached to, best first.

    They are those linked to it, or else to its head, its preposition or an adjective that is said
    of it ("it looks *tired*", "the *red* one"). A reflexive pronoun (Polish *się*) belongs to the
    verb and translates none, and a pronoun that must be *he* (Arabic *له*) is not *it*.
    """
    own = [
        site
        for site in source.linked()
        if "Reflex" not in site.word.feats
        and not (site.word.upos == PRONOUN and any(unexplained(source, site)))
    ]
    if any(site.word.upos == PRONOUN for site in own):
        return [site.token for site in own]
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
        for site in near
        if site.token == head or site.word.upos in {"ADP", *PREDICATES}
        for other in site.linked()
    ]
    return list(dict.fromkeys(site.token for site in (*own, *around)))


class Pairs:
    """Finds the pairs of documents.

    Args:
        options: of the tagger.
        classes: of the language pair.
    """

    def __init__(self, options: PronounOptions, classes: Classes) -> None:
        self._options = options
        self._classes = classes

    @property
    def _is_table(self) -> bool:
        return self._options.forms == "table"

    def of(self, document: Document, why: Trace | None = None) -> Iterator[Pair]:
        """Yield the pairs of a document, segment by segment; `why` hears of those left out."""
        for segment in range(len(document)):
            seen: set[tuple[int, str]] = set()
            for i, j in self._links(document, segment):
                source = TokenContext(document, "source", segment, i)
                target = TokenContext(document, "target", segment, j)
                found = self._classes.of_linked(source, target, why)
                if found is None or (j, found[0]) in seen:
                    continue
                is_object = self._classes.is_object(target.word.form)
                if self._is_table and is_misled(source, target, why, is_object=is_object):
                    continue
                if self._classes.is_expletive(source, target, found[0], why):
                    continue
                seen.add((j, found[0]))
                yield Pair(found[0], TokenRef("target", segment, j), i, found[1])
            marked = {j for j, _ in seen}
            for pair in clitic_pairs(self._classes, document, segment, marked, why):
                marked.add(pair.place.token)
                yield pair
            if why is not None:
                self._tell_unlinked(document, segment, marked, why)
            yield from dropped_pairs(self._classes, document, segment, marked, why)
            yield from attached_pairs(self._classes, document, segment, marked, why)

    def _links(self, document: Document, segment: int) -> list[tuple[int, int]]:
        """Return the links of words that some rule lists."""
        forms = document.target[segment].forms
        places = {j for j, form in enumerate(forms) if self._classes.is_listed(form)}
        links = document.links(segment)
        taken = links.last_links.items() if self._options.links == "last" else links.links
        found = [(i, j) for i, j in taken if j in places]
        if not self._is_table:
            return found
        return counterparts(document, segment, nearest_links(document, segment, found))

    def _tell_unlinked(
        self, document: Document, segment: int, marked: Collection[int], why: Trace
    ) -> None:
        for word in document.target[segment]:
            is_listed = word.index not in marked and self._classes.is_listed(word.form)
            if is_listed and not document.links(segment).sources(word.index):
                told = f'"{word.form}" is listed, but no source word is linked to it'
                place = TokenRef("target", segment, word.index)
                why.no(place, "link", Told(told, "unlinked", 1, 2))
