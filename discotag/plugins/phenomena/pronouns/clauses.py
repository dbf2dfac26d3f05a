"""Nouns of the pronoun's own clause that decide it by syntax, before its noun or behind it.

A possessive belongs to the subject of its clause, as far as that agrees ("The firm sold *its*
shares"; Russian *свой* always does), and a pronoun in a clause or an adjunct that is put first
mostly stands for the subject behind it ("As part of *its* plan, the firm …"; "Since *it* began, the
show …"; Carden 1982, Backwards anaphora in discourse context), one that is the subject of what
somebody says for the speaker ("The firm says that *it* …"). No earlier segment is needed then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT
from discotag.plugins.phenomena.pronouns.features import NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tokens import Token, Tokens

SUBJECT = "nsubj"
OWNERS = frozenset({"det", "det:poss", "nmod", "nmod:poss"})
SAID = "ccomp"
ODD = frozenset({"ADV", "AUX", "INTJ", "VERB", "X"})
"""Tags that names get which a tagger does not know (*Hungary, however, …*)."""
MODIFIERS = frozenset({"acl", "amod"})
CLAUSAL = frozenset({"VERB", "AUX"})
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
    is_subject = plain(tokens[token].deprel) == SUBJECT
    before = is_owner(tokens, token)
    for branch, head in _upwards(tokens, token):
        relation = plain(tokens[branch].deprel)
        if reflexive and relation in MODIFIERS and tokens[head].upos in NOUNS:
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
    if any(plain(words[i].deprel) == SUBJECT for i in (*above, *range(token))):
        return None
    for word in words[token + 1 :]:
        if word.upos in CLAUSAL:
            return None
        if word.form == ",":
            return _noun_at(words, word.index + 1)
    return None


def _noun_at(words: list[Token], start: int) -> int | None:
    """Return the head of a noun phrase that starts at a place, if a verb follows it."""
    found = None
    for word in words[start:]:
        if word.upos in NOUNS:
            found = word.index
        elif word.form in QUOTES:
            continue
        elif found is not None:
            return found if word.upos in CLAUSAL else None
        elif word.upos not in BEGINNING:
            return None
    return None


def is_nominal(word: Token) -> bool:
    """Return whether a subject is a noun, or a name that the tagger takes for something else."""
    return word.upos in NOUNS or (word.upos in ODD and word.form[:1].isupper())


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
        if plain(deprels[child]) == SUBJECT:
            return child
    return None


def plain(deprel: str) -> str:
    """Return a relation without its subtype: `nsubj` of `nsubj:pass`."""
    return deprel.partition(":")[0]
