"""Facts of one sentence that decide pronouns: agreement, subjects, owners, arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT, Token
from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.core.document import Document
    from discotag.core.tokens import Tokens

    Features = Mapping[str, frozenset[str]]


FEATURES = ("Gender", "Number")
NOMINALS = frozenset({*ud.NOMINAL, "PRON"})
NAME, PRONOUN, SUBJECT = "PROPN", "PRON", "nsubj"
SUBJECT_NOUNS = frozenset({*ud.NOMINAL, "PART"})
"""What a noun that is a subject may be: its suffix is its head in UD Chinese-GSD (*养猪 户*)."""
PLURAL, DUAL, NEUTER, THINGS = "plur", "dual", "neut", "things"
"""Labels of classes; `things` takes up several things in the feminine singular (Arabic *هي*)."""
KINDS = frozenset(
    {"one", "ones", "another", "other", "mine", "yours", "his", "hers", "ours", "theirs"}
)
"""Rules of pronouns that take up the kind of thing a noun names, one or more of it ("two cups …
*the red one*": one-anaphora, Webber 1979), and so agree with it in gender alone."""
PLURALS = frozenset({"they", "them", "these", "those"})
"""Rules of pronouns of one number: what one refers to, another may refer to next."""
THING_CLASSES = frozenset({"thing", THINGS})
"""First parts of labels of pronouns for things (Chinese 它们, Japanese それら)."""
AGREEING = frozenset({"PRON", "VERB", "AUX"})
"""What agrees with the noun that it refers to or whose verb it is; a possessive determiner agrees
with the thing possessed."""
GENDERS = {"masc": "Masc", "fem": "Fem", "neut": "Neut", "common": "Com"}
"""Parts of a class's label → UD gender."""
CONJUNCT, SAID, CONTROLLED = "conj", "ccomp", "xcomp"
OWNERS = frozenset({"det", "det:poss", "nmod", "nmod:poss"})
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""Arguments and adjuncts of a verb, no two of which refer to the same thing (principle B of
Chomsky, Lectures on Government and Binding, 1981)."""
ODD = frozenset({"INTJ", "X"})
"""Tags of names that a tagger does not know."""
MISTAKEN = frozenset({*ODD, "VERB", "AUX", "ADV"})
"""Tags of names that are like another word (*Manning*, *Hungary, however, …*)."""
MODIFIERS = frozenset({"acl", "amod"})
QUOTES = frozenset("\"'“”„«»‘’")
BEGINNING = frozenset({"ADJ", "ADV", "DET", "NUM"})
"""What may be before the noun of a noun phrase."""
COMPLEMENTS = frozenset({"nmod", "obl", "obj", "iobj"})
FRONTED = frozenset({"advcl", "obl", "advmod"})
"""Relations of what may be before its clause."""


def number_of(pronoun: Token) -> str | None:
    """Return the number of what a source pronoun refers to; of a possessive, the owner's."""
    if pronoun.upos not in {PRONOUN, "DET"}:
        return None
    if "Poss" in pronoun.feats and pronoun.upos != PRONOUN:
        return pronoun.feats.get("Number[psor]")
    return pronoun.feats.get("Number")


def agreeing(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word, each as what it may be."""
    return _features(tokens, token, "")


def attached(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a pronoun attached to a word (`Gender[clit]`)."""
    return _features(tokens, token, "[clit]")


def _features(tokens: Tokens, token: int, layer: str) -> dict[str, frozenset[str]]:
    feats = tokens.feats[token] if tokens.feats is not None else {}
    return {
        name: frozenset(feats[name + layer].split(","))
        for name in FEATURES
        if name + layer in feats
    }


def of_determiner(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word's determiner, as far as it has one."""
    for child in tokens.children(token):
        if ud.base((tokens.deprels or ())[child]) == "det":
            return agreeing(tokens, child)
    return {}


def conflict(wanted: Features, found: Features) -> bool:
    """Return whether a feature that both have has no value in common."""
    return any(not values & found[name] for name, values in wanted.items() if name in found)


def coordinated(tokens: Tokens, head: int) -> list[int]:
    """Return the words that are coordinated with a word before them."""
    deprels = tokens.deprels or ()
    return [child for child in tokens.children(head) if deprels[child].startswith(CONJUNCT)]


def is_argument_of_same_verb(tokens: Tokens, first: int, second: int) -> bool:
    """Return whether two words are arguments or adjuncts of one verb.

    A subject is one of the verbs that are coordinated with its own, too, as far as they have no
    other ("Ann read *it* and tore *it* up"). Two subjects of one verb are one thing, named twice
    ("*this city* … *it* inspires me").
    """
    heads = tokens.heads or ()
    verb = heads[second]
    if ud.relation(tokens[first]) == SUBJECT:
        if verb == heads[first] and ud.relation(tokens[second]) == SUBJECT:
            return False
        verb = shared_verb(tokens, heads[first], second)
    return heads[first] == verb != ROOT and all(
        ud.relation(tokens[token]) in ARGUMENTS for token in (first, second)
    )


def is_put_first(word: Token, pronoun: Token) -> bool:
    """Return whether a noun is named before its sentence says something of it.

    That is an adjunct before a subject ("For *a plan*, *it* went well"); "The wall, it moves" is
    often parsed so, too.
    """
    return ud.relation(word) in FRONTED and ud.relation(pronoun) == SUBJECT


def hangs_below(tokens: Tokens, noun: int, pronoun: int) -> bool:
    """Return whether a pronoun is a complement of a noun ("the scale of *it*")."""
    return noun == tokens[pronoun].head and ud.relation(tokens[pronoun]) in COMPLEMENTS


def cannot_be(tokens: Tokens, noun: int, pronoun: int) -> bool:
    """Return whether a noun cannot be what a pronoun of its sentence refers to.

    The noun that it hangs below is not ("the scale of *it*"), and no argument or adjunct of its own
    verb ("I took a photo with *it*"), unless that is put first.
    """
    is_argument = is_argument_of_same_verb(tokens, noun, pronoun)
    if is_argument and not is_put_first(tokens[noun], tokens[pronoun]):
        return True
    return hangs_below(tokens, noun, pronoun)


def shared_verb(tokens: Tokens, verb: int, argument: int) -> int:
    """Return the verb that a word belongs to, or the one before it that has its subject.

    Args:
        tokens: the segment.
        verb: the verb that is searched for.
        argument: the word, 0-based.
    """
    heads, deprels = tokens.heads or (), tokens.deprels or ()
    found, seen = heads[argument], {argument}
    while found not in {verb, ROOT} and found not in seen and ud.base(deprels[found]) == CONJUNCT:
        if _subject(tokens, found) is not None:
            break
        seen.add(found)
        found = heads[found]
    return found


def is_owner(tokens: Tokens, token: int) -> bool:
    """Return whether a word is a possessive next to the noun possessed (*its roof*, not *mine*)."""
    word = tokens[token]
    return "Poss" in word.feats and word.deprel in OWNERS


def deciding_subjects(tokens: Tokens, token: int) -> Iterator[int]:
    """Yield the subject noun that a possessive belongs to, or that a fronted pronoun refers to.

    Args:
        tokens: the pronoun's segment.
        token: the pronoun, 0-based.
    """
    reflexive = "Reflex" in tokens[token].feats
    is_subject = ud.relation(tokens[token]) == SUBJECT
    before = is_owner(tokens, token)
    for branch, head in _upwards(tokens, token):
        relation = ud.relation(tokens[branch])
        if reflexive and relation in MODIFIERS and tokens[head].upos in ud.NOMINAL:
            yield head  # an artist known for his conventions
            return
        subject = _subject(tokens, head)
        if subject is None or subject == branch:
            continue
        is_noun = is_subject_noun(tokens[subject])
        says = is_subject and relation == SAID and tokens[token].head == branch
        if (before and (subject < token or reflexive)) or (says and subject < token):
            if is_noun:
                yield subject
            return
        before = False
        if relation in FRONTED and branch < subject and is_noun and subject > token:
            yield subject
            return


def subject_after(tokens: Tokens, token: int) -> int | None:
    """Return the noun that a possessive put first refers to: *In its view, the board of X errs*.

    It is the first noun after the next comma, without a verb between, where there is no subject
    before, and the possessive belongs to none. A parser may not see it as the subject.
    """
    words = list(tokens)
    above = [branch for branch, _ in _upwards(tokens, token)]
    if any(ud.relation(words[i]) == SUBJECT for i in (*above, *range(token))):
        return None
    comma = next(
        (word for word in words[token + 1 :] if word.upos in ud.VERBAL or word.form == ","), None
    )
    if comma is None or comma.upos in ud.VERBAL:
        return None
    found = None
    for word in words[comma.index + 1 :]:
        if word.upos in ud.NOMINAL:
            found = word.index
        elif word.form in QUOTES:
            continue
        elif found is not None:
            return found if word.upos in ud.VERBAL else None
        elif word.upos not in BEGINNING:
            return None
    return None


def subject_before(tokens: Tokens, token: int) -> int | None:
    """Return the nearest subject before a word, of a clause that it is in."""
    seen = {token}
    for branch, head in _upwards(tokens, token):
        seen.add(branch)
        for child in tokens.children(head):
            if ud.relation(tokens[child]) == SUBJECT and child < token and child not in seen:
                return child
    return None


def subject_above(tokens: Tokens, token: int) -> int | None:
    """Return the first subject of a clause that a word is in, if it is another word."""
    for branch, head in _upwards(tokens, token):
        subject = _subject(tokens, head)
        if subject is not None and subject != branch:
            return subject
    return None


def _upwards(tokens: Tokens, token: int) -> Iterator[tuple[int, int]]:
    """Yield each word above a token, with the word below it on the way."""
    heads = tokens.heads or ()
    branch, seen = token, {token}
    while heads[branch] != ROOT and heads[branch] not in seen:
        head = heads[branch]
        yield branch, head
        seen.add(head)
        branch = head


def _subject(tokens: Tokens, head: int) -> int | None:
    deprels = tokens.deprels or ()
    return next((i for i in tokens.children(head) if ud.base(deprels[i]) == SUBJECT), None)


def is_subject_noun(word: Token) -> bool:
    """Return whether a subject is a noun, or a name that the tagger takes for something else."""
    return word.upos in ud.NOMINAL or (word.upos in MISTAKEN and word.form[:1].isupper())


def is_nominal(tokens: Tokens, word: Token) -> bool:
    """Return whether a word is a noun, or replaces one.

    A subject that is an adjective or a number with a determiner does (*the 45-year-old*), and a
    word within a segment that has a capital and a tag that names sometimes get.
    """
    return word.upos in ud.NOMINAL or is_taken_for_noun(tokens, word)


def is_taken_for_noun(tokens: Tokens, word: Token) -> bool:
    """Return whether a word that is tagged as something else replaces a noun."""
    if ud.relation(word) == SUBJECT and word.upos in {"ADJ", "NUM"}:
        return any(tokens[i].upos == "DET" for i in tokens.children(word.index))
    is_within = (word.index > 0 and tokens[word.index - 1].upos != "PUNCT") or word.index > 1
    return is_within and word.upos in ODD and word.form[:1].isupper() and len(word.form) > 1


def is_name_by_source(document: Document, segment: int, token: int) -> bool:
    """Return whether a target word that is taken for another is a name by what it translates.

    A name has a capital on both sides, also where neither analysis calls it a name ("They asked
    *Manning*" with a verb, Russian *Мэннинга* with a common noun).
    """
    word = document.target[segment][token]
    if word.upos not in MISTAKEN or not word.form[:1].isupper():
        return False
    source = document.source[segment]
    for i in document.links(segment).sources(token):
        other = source[i]
        is_within = i > 0 and source[i - 1].upos != "PUNCT" and other.form[:1].isupper()
        is_name = other.upos == NAME or (other.upos in ud.NOMINAL and is_within)
        if is_name and ud.relation(other) != "obl":  # where and when things happen
            return True
    return False
