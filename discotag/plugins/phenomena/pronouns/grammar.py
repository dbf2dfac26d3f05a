"""Gender and number: what words tell of them, and whether two words may agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT
from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens


FEATURES = ("Gender", "Number")
NOMINALS = frozenset({*ud.NOMINAL, "PRON"})
NAME, PRONOUN = "PROPN", "PRON"
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
"""Rules of pronouns of one number: what one of them stands for another may go on with."""
THING_CLASSES = frozenset({"thing", THINGS})
"""First parts of labels of pronouns that stand for no persons (Chinese 它们, Japanese それら)."""
AGREEING = frozenset({"PRON", "VERB", "AUX"})
"""What agrees with the noun that it stands for or whose verb it is; a possessive determiner agrees
with the thing possessed."""
GENDERS = {"masc": "Masc", "fem": "Fem", "neut": "Neut", "common": "Com"}
"""Parts of a class's label → UD gender."""


def number_of(pronoun: Token) -> str | None:
    """Return the number of what a source pronoun stands for; of a possessive, the owner's."""
    if pronoun.upos not in {PRONOUN, "DET"}:
        return None
    if "Poss" in pronoun.feats and pronoun.upos != PRONOUN:
        return pronoun.feats.get("Number[psor]")
    return pronoun.feats.get("Number")


def of_determiner(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word's determiner, as far as it has one."""
    for child in tokens.children(token):
        if ud.base((tokens.deprels or ())[child]) == "det":
            return agreeing(tokens, child)
    return {}


def agreeing(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word, each as what it may be."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    return {name: frozenset(feats[name].split(",")) for name in FEATURES if name in feats}


def attached(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a pronoun attached to a word (`Gender[clit]`)."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    layered = {name: f"{name}[clit]" for name in FEATURES}
    return {
        name: frozenset(feats[layer].split(","))
        for name, layer in layered.items()
        if layer in feats
    }


def conflict(wanted: Mapping[str, frozenset[str]], found: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a feature that both tell has no value in common."""
    return any(not values & found[name] for name, values in wanted.items() if name in found)


def coordinated(tokens: Tokens, head: int) -> list[int]:
    """Return the words that are coordinated with a word behind it."""
    deprels = tokens.deprels or ()
    return [child for child in tokens.children(head) if deprels[child].startswith("conj")]


SUBJECT = "nsubj"
OWNERS = frozenset({"det", "det:poss", "nmod", "nmod:poss"})
SAID = "ccomp"
ODD = frozenset({"ADV", "AUX", "INTJ", "VERB", "X"})
"""Tags that names get which a tagger does not know (*Hungary, however, …*)."""
MODIFIERS = frozenset({"acl", "amod"})
QUOTES = frozenset("\"'“”„«»‘’")
BEGINNING = frozenset({"ADJ", "ADV", "DET", "NUM"})
"""What may stand before the noun of a noun phrase."""
FRONTED = frozenset({"advcl", "obl", "advmod"})
"""Relations of what may stand before its clause."""


def is_owner(tokens: Tokens, token: int) -> bool:
    """Return whether a word is a possessive beside the noun possessed (*its roof*, not *mine*)."""
    word = tokens[token]
    return "Poss" in word.feats and word.deprel in OWNERS


def deciding_subjects(tokens: Tokens, token: int) -> Iterator[int]:
    """Yield the subject noun that a possessive belongs to, or that a fronted pronoun stands for.

    Args:
        tokens: the pronoun's segment.
        token: the pronoun, 0-based.
    """
    reflexive = "Reflex" in tokens[token].feats
    is_subject = ud.base(tokens[token].deprel) == SUBJECT
    before = is_owner(tokens, token)
    for branch, head in _upwards(tokens, token):
        relation = ud.base(tokens[branch].deprel)
        if reflexive and relation in MODIFIERS and tokens[head].upos in ud.NOMINAL:
            yield head  # an artist known for his manners
            return
        subject = _subject(tokens, head)
        if subject is None or subject == branch:
            continue
        is_noun = is_nominal(tokens[subject])
        says = is_subject and relation == SAID and tokens[token].head == branch
        if (before and (subject < token or reflexive)) or (says and subject < token):
            if is_noun:
                yield subject
            return
        before = False
        is_fronted = relation in FRONTED and branch < subject
        if is_fronted and is_noun and subject > token:
            yield subject
            return


def subject_behind(tokens: Tokens, token: int) -> int | None:
    """Return the noun that a possessive put first stands for: *In its view, the board of X errs*.

    It is the first noun behind the next comma, without a verb between, where no subject stands
    before, and the possessive belongs to none. A parser may not see it as the subject.
    """
    words = list(tokens)
    above = [branch for branch, _ in _upwards(tokens, token)]
    if any(ud.base(words[i].deprel) == SUBJECT for i in (*above, *range(token))):
        return None
    for word in words[token + 1 :]:
        if word.upos in ud.VERBAL:
            return None
        if word.form == ",":
            return _noun_at(words, word.index + 1)
    return None


def _noun_at(words: list[Token], start: int) -> int | None:
    """Return the head of a noun phrase that starts at a place, if a verb follows it."""
    found = None
    for word in words[start:]:
        if word.upos in ud.NOMINAL:
            found = word.index
        elif word.form in QUOTES:
            continue
        elif found is not None:
            return found if word.upos in ud.VERBAL else None
        elif word.upos not in BEGINNING:
            return None
    return None


def is_nominal(word: Token) -> bool:
    """Return whether a subject is a noun, or a name that the tagger takes for something else."""
    return word.upos in ud.NOMINAL or (word.upos in ODD and word.form[:1].isupper())


def subjects_above(tokens: Tokens, token: int) -> Iterator[int]:
    """Yield the first subject of a clause that a word is in, if it is another word."""
    for branch, head in _upwards(tokens, token):
        subject = _subject(tokens, head)
        if subject is not None and subject != branch:
            yield subject
            return


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
    for child in tokens.children(head):
        if ud.base(deprels[child]) == SUBJECT:
            return child
    return None


ODD_nominals = frozenset({"INTJ", "X"})
"""Tags of names that a tagger does not know."""
MISTAKEN = frozenset({*ODD_nominals, "VERB", "AUX", "ADV"})
"""Tags of names that are like another word (*Manning*)."""


def is_nominal_nominals(tokens: Tokens, word: Token) -> bool:
    """Return whether a word is a noun, or stands for one."""
    return word.upos in ud.NOMINAL or is_odd_name(tokens, word) or is_described(tokens, word)


def is_described(tokens: Tokens, word: Token) -> bool:
    """Return whether a subject is an adjective or a number with a determiner: *the 45-year-old*."""
    is_subject = ud.relation(word) == SUBJECT and word.upos in {"ADJ", "NUM"}
    return is_subject and any(tokens[i].upos == "DET" for i in tokens.children(word.index))


def is_odd_name(tokens: Tokens, word: Token) -> bool:
    """Return whether a word within a segment has a capital and a tag that names sometimes get."""
    is_within = (word.index > 0 and tokens[word.index - 1].upos != "PUNCT") or word.index > 1
    return (
        is_within and word.upos in ODD_nominals and word.form[:1].isupper() and len(word.form) > 1
    )


def is_linked_name(document: Document, segment: int, token: int) -> bool:
    """Return whether a target word that is taken for another is a name by what it translates.

    A name has a capital on both sides, also where neither analysis calls it a name ("They asked
    *Manning*" with a verb, Russian *Мэннинга* with a common noun).
    """
    word = document.target[segment][token]
    if word.upos not in MISTAKEN or not word.form[:1].isupper():
        return False
    source = document.source[segment]
    linked = [source[i] for i in document.links(segment).sources(token)]
    return any(
        ud.base(other.deprel) != "obl"  # where and when things happen
        and (
            other.upos == NAME or (other.upos in ud.NOMINAL and _has_capital_within(source, other))
        )
        for other in linked
    )


def _has_capital_within(tokens: Tokens, word: Token) -> bool:
    """Return whether a word has a capital that is not the beginning of a sentence's."""
    is_within = word.index > 0 and tokens[word.index - 1].upos != "PUNCT"
    return is_within and word.form[:1].isupper()
