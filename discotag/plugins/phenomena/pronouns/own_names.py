"""Nouns and names of a pronoun's own segment that it may stand for, where the target is resolved.

Into English the source tells the gender of nouns and the target what the pronoun stands for. Either
analysis may miss a name ("Novak celebrates *his* first title", with *Novak* as an interjection), so
both sides are read: a noun that one of them shows in a fitting role is enough.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import NAME, NOUNS
from discotag.plugins.phenomena.pronouns.nominals import is_described, is_linked_name, is_odd_name
from discotag.plugins.phenomena.pronouns.own_fit import PERSONAL, agrees, is_fit, may_be

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.sorts import Sorts

NAMING = frozenset({"nsubj", "obj", "iobj", "root", "nmod:poss", "conj", "dislocated", "vocative"})
"""Roles of nouns that go on to be spoken of; names of places and times have others."""
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""As in principle B of Chomsky, Lectures on Government and Binding, 1981."""
NAMED = frozenset({"nsubj", "obj", "iobj"})
"""Roles of names in the source that count whatever their translation is taken for."""


def is_named_here(document: Document, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a noun or name before the pronoun in its own segment may be what it is.

    Or one that explains it ("He (Novak) left").
    """
    target = document.target[pair.place.segment]
    children = target.children(pair.place.token)
    if any(target[j].deprel == "appos" and target[j].upos in NOUNS for j in children):
        return True
    return any(_of_target(document, pair, sorts)) or any(_of_source(document, pair, sorts))


def is_name_before(document: Document, pair: Pair) -> bool:
    """Return whether the source has a name as a subject before the verb of a dropped pronoun."""
    source = document.source[pair.place.segment]
    is_person = pair.label.partition("→")[2] in PERSONAL
    return is_person and any(
        word.upos == NAME and plain(word.deprel) == SUBJECT for word in islice(source, pair.source)
    )


def _of_target(document: Document, pair: Pair, sorts: Sorts) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    links = document.links(segment)
    own = target[pair.place.token]
    for word in islice(target, pair.place.token):
        if is_odd_name(target, word) or is_described(target, word):
            yield is_fit(target, word, pair, sorts)
        if is_linked_name(document, segment, word.index):
            yield is_fit(target, word, pair, sorts)
        if word.upos not in NOUNS or plain(word.deprel) == "compound":
            continue
        if not (word.deprel in NAMING or plain(word.deprel) in NAMING):
            continue
        if _are_arguments_of_one(word, own) or not is_fit(target, word, pair, sorts):
            continue
        nouns = [source[i] for i in links.sources(word.index) if source[i].upos in NOUNS]
        is_person = sorts.of_noun(word.lemma) == "persons"
        if word.upos == NAME or (is_person and plain(word.deprel) == SUBJECT):
            yield True
        elif nouns:
            yield any(agrees(document, pair, noun, has_number=is_person) for noun in nouns)


def _of_source(document: Document, pair: Pair, sorts: Sorts) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    links = document.links(segment)
    own = source[pair.source]
    for word in islice(source, pair.source):
        roles = NAMED if word.upos == NAME else {SUBJECT}
        if word.upos not in NOUNS or plain(word.deprel) not in roles:
            continue
        linked = [target[j] for j in links.targets(word.index)]
        if _are_arguments_of_one(word, own) or any(j.index > pair.place.token for j in linked):
            continue
        if any(j.upos in NOUNS and not is_fit(target, j, pair, sorts) for j in linked):
            continue
        yield may_be(document, pair, word.index)


def _are_arguments_of_one(one: Token, other: Token) -> bool:
    return one.head == other.head >= 0 and all(
        plain(word.deprel) in ARGUMENTS for word in (one, other)
    )
