"""Nouns and names of a pronoun's own segment that it may stand for, where the target is resolved.

Into English the source tells the gender of nouns and the target what the pronoun stands for. Either
analysis may miss a name ("Novak celebrates *his* first title", with *Novak* as an interjection), so
both sides are read: a noun that one of them shows in a fitting role is enough. Names have no gender
here, for that of the analysis is guessed by their endings.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT
from discotag.plugins.pronouns.clauses import SUBJECT, deciding_subjects, plain
from discotag.plugins.pronouns.features import (
    GENDERS,
    NAME,
    NEUTER,
    NOUNS,
    PLURAL,
    PRONOUN,
    agreeing,
    conflict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.pronouns.pairs import Pair
    from discotag.plugins.pronouns.sorts import Sorts

PERSONAL = frozenset({"masc", "fem"})
NAMING = frozenset({"nsubj", "obj", "iobj", "root", "nmod:poss", "conj", "dislocated", "vocative"})
"""Roles of nouns that go on to be spoken of; names of places and times have others."""
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""As in principle B of Chomsky, Lectures on Government and Binding, 1981."""
COORDINATED = "conj"
NAMED = frozenset({"nsubj", "obj", "iobj"})
"""Roles of names in the source that count whatever their translation is taken for."""
ODD = frozenset({"INTJ", "X"})
"""Tags of names that a tagger does not know."""


def is_owned_here(document: Document, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a noun is the subject that a pronoun stands for by syntax, on either side.

    A possessive belongs to the subject of a clause around it, before it, as far as it may be such a
    person or thing ("The coach lost *his* voice"); what else a subject decides, `clauses` tells.
    """
    segment, place = pair.place.segment, pair.place
    target, source = document.target[segment], document.source[segment]
    if any(
        target[j].upos in NOUNS and _is_fit(target, target[j], pair, sorts)
        for j in deciding_subjects(target, place.token)
    ):
        return True
    if "Poss" not in target[place.token].feats:
        return False
    found = _subject_above(target, place.token)
    if found is not None and _is_nominal(target, target[found]):
        return _is_fit(target, target[found], pair, sorts)
    if found is not None:  # those who, each, which
        return target[found].upos == PRONOUN and "Person" not in target[found].feats
    if _is_put_first(target, pair, sorts):
        return True
    found = _subject_above(source, pair.source)
    return found is not None and source[found].upos in NOUNS and _may_be(document, pair, found)


def _is_put_first(target: Tokens, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a noun behind a comma and before the verb is what a possessive stands for.

    "At *his* wedding in the old town hall, Novak sang": a parser may not see it as the subject.
    """
    words = list(target)
    root = next((word.index for word in words if word.head == ROOT), 0)
    for word in words[pair.place.token + 1 : root]:
        behind = [words[i].upos for i in (word.index - 1, word.index - 2)]
        starts = behind[0] == "PUNCT" or behind == ["DET", "PUNCT"]
        if word.upos in NOUNS and starts and _is_fit(target, word, pair, sorts):
            return True
    return False


def _is_nominal(tokens: Tokens, word: Token) -> bool:
    return word.upos in NOUNS or _is_odd_name(tokens, word) or _is_described(tokens, word)


def _is_described(tokens: Tokens, word: Token) -> bool:
    """Return whether a subject is an adjective or a number with a determiner: *the 45-year-old*."""
    is_subject = plain(word.deprel) == SUBJECT and word.upos in {"ADJ", "NUM"}
    return is_subject and any(tokens[i].upos == "DET" for i in tokens.children(word.index))


def _is_odd_name(tokens: Tokens, word: Token) -> bool:
    """Return whether a word within a segment has a capital and a tag that names sometimes get."""
    is_within = (word.index > 0 and tokens[word.index - 1].upos != "PUNCT") or word.index > 1
    return is_within and word.upos in ODD and word.form[:1].isupper() and len(word.form) > 1


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
        if _is_odd_name(target, word) or _is_described(target, word):
            yield _is_fit(target, word, pair, sorts)
        if word.upos not in NOUNS or plain(word.deprel) == "compound":
            continue
        if not (word.deprel in NAMING or plain(word.deprel) in NAMING):
            continue
        if _are_arguments_of_one(word, own) or not _is_fit(target, word, pair, sorts):
            continue
        nouns = [source[i] for i in links.sources(word.index) if source[i].upos in NOUNS]
        is_person = sorts.of_noun(word.lemma) == "persons"
        if word.upos == NAME or (is_person and plain(word.deprel) == SUBJECT):
            yield True
        elif nouns:
            yield any(_agrees(document, pair, noun, has_number=is_person) for noun in nouns)


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
        if any(j.upos in NOUNS and not _is_fit(target, j, pair, sorts) for j in linked):
            continue
        yield _may_be(document, pair, word.index)


def _may_be(document: Document, pair: Pair, token: int) -> bool:
    """Return whether a source noun agrees, or is a name; a word that is copied is one, too."""
    segment = pair.place.segment
    source, target = document.source[segment], document.target[segment]
    word = source[token]
    if word.upos == NAME or (word.form in target.forms and word.form[:1].isupper()):
        return pair.label.partition("→")[2] != PLURAL
    return _agrees(document, pair, word)


def _agrees(document: Document, pair: Pair, noun: Token, *, has_number: bool = False) -> bool:
    """Return whether a source noun has the gender and number of the pronoun, as far as it tells.

    Args:
        document: the document.
        pair: the pronoun.
        noun: of the source.
        has_number: whether its translation has the number already (German *seinen Therapeuten*).
    """
    segment, label = pair.place.segment, pair.label.partition("→")[2]
    source = document.source[segment]
    own = source[pair.source]
    wanted = agreeing(source, pair.source) if own.upos == PRONOUN else {}
    if label in PERSONAL:
        wanted["Gender"] = frozenset({GENDERS[label]})
    wanted["Number"] = frozenset({"Plur" if label == PLURAL else "Sing"})
    if has_number:
        del wanted["Number"]
    return not conflict(wanted, agreeing(source, noun.index))


def _is_fit(tokens: Tokens, word: Token, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a target noun has the number of a class and may be such a person or thing."""
    label = pair.label.partition("→")[2]
    is_plural = word.feats.get("Number") == "Plur" or any(
        plain(tokens[child].deprel) == COORDINATED for child in tokens.children(word.index)
    )
    sort = sorts.of_noun(word.lemma)
    if label == PLURAL:
        return is_plural or sort is None
    if label == NEUTER:
        return sort != "persons" and (word.upos == NAME or not is_plural)
    has_plural_form = is_plural and word.upos != NAME
    is_several = any(plain(tokens[i].deprel) == COORDINATED for i in tokens.children(word.index))
    return sort != "things" and not has_plural_form and not is_several


def _subject_above(tokens: Tokens, token: int) -> int | None:
    """Return the nearest subject before a word, of a clause that it is in."""
    heads = tokens.heads or ()
    seen = {token}
    above = heads[token]
    while above >= 0 and above not in seen:
        for child in tokens.children(above):
            if plain(tokens[child].deprel) == SUBJECT and child < token and child not in seen:
                return child
        seen.add(above)
        above = heads[above]
    return None


def _are_arguments_of_one(one: Token, other: Token) -> bool:
    return one.head == other.head >= 0 and all(
        plain(word.deprel) in ARGUMENTS for word in (one, other)
    )
