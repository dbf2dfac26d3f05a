"""What the words beside a pronoun's place say of it: features by name, whatever stands there.

Words stand as they are and by their sort: grammatical words and auxiliaries as they are, verbs by
form and tense, nouns by what they speak of; the nearest nouns and verbs also by what they are used
like. Relations of the parse are not used, for they tell what stands in the place.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.word_classes import class_of
from discotag_lang_en.coref.words import kinds, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Token, Tokens


SINGULAR = frozenset({"is", "was", "has", "does", "'s", "’s", "isn", "wasn", "hasn", "doesn"})
PLURAL = frozenset({"are", "were", "have", "do", "'re", "’re", "'ve", "’ve", "aren", "weren"})
OPEN = frozenset({"ADJ", "ADV", "NUM", "SYM", "X", "INTJ"})
"""Parts of speech that stand for their words, but for those of `GRAMMATICAL`."""
GRAMMATICAL = frozenset(
    "more most very also not never always just even still all so too now then only other such same own first last many much few several another each every both who which that how why when where there here".split()  # noqa: E501, SIM905
)
MODIFIERS = frozenset({"ADJ", "NUM", "ADV", "PUNCT"})
ENDS, CLAUSES = frozenset(".!?"), frozenset(".!?;")
FAR = 7
"""Words back in which the nearest noun is sought."""
DEMONSTRATIVE = frozenset({"this", "these", "relative"})


def place(tokens: Tokens, index: int) -> Iterator[str]:
    """Name what speaks of a place.

    Args:
        tokens: the segment.
        index: the token in the place, which is not looked at.
    """
    read = list(tokens)
    yield "bias"
    yield from _words(read, index)
    yield from _nouns_before(read, index)
    yield from _verbs_and_nouns(read, index)
    yield from _clause(read, index)


def _words(read: Sequence[Token], index: int) -> Iterator[str]:
    start, end = ["<s>", "<s>"], ["</s>", "</s>", "</s>"]
    a, b, _, c, d, e = _window([*start, *(token.form.casefold() for token in read), *end], index)
    p, q, _, r, s, t = _window([*start, *map(_sort, read), *end], index)
    yield from (f"-1 {b}", f"+1 {c}", f"+2 {d}", f"-2 {a}", f"+3 {e}")
    yield from (f"-2-1 {a} {b}", f"-1+1 {b} {c}", f"+1+2 {c} {d}")
    yield from (f"-2-1+1 {a} {b} {c}", f"-1+1+2 {b} {c} {d}")
    yield from (f"s-1 {q}", f"s+1 {r}", f"s-1+1 {q} {r}", f"s-2-1 {p} {q}", f"s+1+2 {r} {s}")
    yield from (f"s-1+1+2 {q} {r} {s}", f"s-2-1+1 {p} {q} {r}", f"s+1+2+3 {r} {s} {t}")
    yield from (f"m-1+1 {b} {r}", f"n-1+1 {q} {c}", f"m-1+1+2 {b} {r} {s}")
    number = _agreement(read, index)
    yield from (f"verb {number}", f"verb {number} {q}")
    yield f"ends {read[-1].form if read[-1].form in ENDS else '-'} {index == 0}"


def _window(column: Sequence[str], index: int) -> Sequence[str]:
    """Return two entries before a place and three behind it; the column begins two before."""
    return column[index : index + 6]


def _sort(token: Token) -> str:
    form = token.form.casefold()
    if token.upos in ud.NOMINAL:
        return kind_of(token)
    if token.upos == "VERB":
        feats = token.feats
        tense = feats.get("Tense", "")
        is_third = tense == "Pres" and (feats.get("Person"), feats.get("Number")) == ("3", "Sing")
        return f"V{feats.get('VerbForm', '-')[:3]}{tense[:2]}{'s' if is_third else ''}"
    return token.upos if token.upos in OPEN and form not in GRAMMATICAL else form


def _nouns_before(read: Sequence[Token], index: int) -> Iterator[str]:
    """Name the nearest noun, which a relative takes up, and the two nearest nouns or verbs."""
    behind = _sort(read[index + 1]) if index + 1 < len(read) else "</s>"
    back = [read[there] for there in range(index - 1, max(-1, index - FAR - 1), -1)]
    noun = next((token for token in back if token.upos in ud.NOMINAL), None)
    if noun is None:
        yield "noun -"
    else:
        gap = index - noun.index
        told = f"{kind_of(noun)} {min(gap, 3)}"
        yield from (f"noun {told}", f"noun {told} {behind}")
        yield from _word("noun", noun, f" {min(gap, 2)}")
    two = " ".join([_sort(token) for token in back if token.upos in ud.NOMINAL | {"VERB"}][:2])
    yield from (f"two {two}", f"two+1 {two} {behind}")


def _verbs_and_nouns(read: Sequence[Token], index: int) -> Iterator[str]:
    """Name the verb behind (*it rains*), the noun behind (*its roof*), the verb before."""
    before = _sort(read[index - 1]) if index else "<s>"
    for token in read[index + 1 : index + 5]:
        if token.upos == "VERB":
            yield from _word("verb+", token)
        if token.upos in ud.NOMINAL | {"VERB"}:
            break
    for token in read[index + 1 : index + 4]:
        if token.upos in ud.NOMINAL:
            yield f"noun+ {kind_of(token)} {before}"
            yield from _word("noun+", token)
        if token.upos not in MODIFIERS:
            break
    for there in range(index - 1, max(-1, index - 4), -1):
        token = read[there]
        if token.upos == "VERB":
            yield from _word("verb-", token, f" {min(index - there, 2)}")
        if token.upos in ud.NOMINAL | {"VERB", "PUNCT"}:
            break


def _word(name: str, token: Token, where: str = "") -> Iterator[str]:
    """Name a word and the classes of words that are used like it."""
    lemma = token.lemma.casefold()
    yield f"{name} {lemma}{where}"
    found = class_of(lemma)
    for number in found.names if found else ():
        yield f"{name} ~{number}{where}"


def _clause(read: Sequence[Token], index: int) -> Iterator[str]:
    """Name the personal pronoun before in the sentence, and count finite verbs on both sides."""
    last = "-"
    for there in range(index - 1, -1, -1):
        form = read[there].form.casefold()
        name = pronouns().class_of(form)
        if name is not None and name not in DEMONSTRATIVE:
            last = f"{form} {min(index - there, 4)}"
        if last != "-" or form in ENDS:
            break
    yield f"person {last}"
    before = min(2, _finite(reversed(read[:index])))
    behind = min(2, _finite(read[index + 1 :]))
    left = _sort(read[index - 1]) if index else "<s>"
    right = _sort(read[index + 1]) if index + 1 < len(read) else "</s>"
    yield f"finite {before} {behind}"
    yield from (f"finite- {before} {behind} {left}", f"finite+ {min(before, 1)} {behind} {right}")


def _finite(tokens: Iterator[Token] | Sequence[Token]) -> int:
    """Count the finite verbs up to a full stop, question mark or semicolon."""
    count = 0
    for token in tokens:
        if token.form in CLAUSES:
            break
        count += token.upos in ud.VERBAL and token.feats.get("VerbForm") == "Fin"
    return count


def _agreement(read: Sequence[Token], index: int) -> str:
    """Return which number the verb behind a subject has: `sing`, `plur`, `first` or `any`."""
    for token in read[index + 1 : index + 4]:
        form = token.form.casefold()
        is_present = token.upos == "VERB" and token.feats.get("Tense") == "Pres"
        is_finite = is_present and token.feats.get("VerbForm") == "Fin"
        if form in SINGULAR or (is_finite and form.endswith("s")):
            return "sing"
        if form in PLURAL or is_finite:
            return "plur"
        if form in {"am", "'m", "’m"}:
            return "first"
        if token.upos not in {"ADV", "PART"}:
            break
    return "any"


KINDS = {"person": "p", "group": "g", "place": "l", "time": "t"}
NAME = 3
"""Words of a name that are looked at on either side."""
NEAR, ALL = 3, 6
"""Nouns before a pronoun that are told: in its segment, and with the context."""
PERSONS = frozenset({"Np", "Nps", "Pm", "Pf", "Pn"})


def kind_of(token: Token) -> str:
    """Return what a noun or a name speaks of.

    Nouns: `Np` a person, `Ng` a group, `Nl` a place, `Nt` a time, `N-` another, with `s` if plural.
    Names: `Pm` a man, `Pf` a woman, `Pn` a person, by a given name or title in it; `PP` another of
    several words, `P` of one.
    """
    if token.upos == "PROPN":
        return _name(token.segment, token.index)
    lemma = token.lemma.casefold()
    if lemma in _persons() or lemma.endswith("ist"):
        kind = "p"
    elif lemma in words().nouns.group:
        kind = "g"
    else:
        kind = KINDS.get(kinds().get(lemma, ""), "-")
    return f"N{kind}s" if token.feats.get("Number") == "Plur" else f"N{kind}"


@cache
def _persons() -> frozenset[str]:
    nouns = words().nouns
    found = {lemma for lemma, kind in kinds().items() if kind == "person"}
    return nouns.person | nouns.masculine | nouns.feminine | found


def _name(tokens: Tokens, index: int) -> str:
    upos = tokens.upos or ()
    first = last = index
    while first > 0 and upos[first - 1] == "PROPN" and first > index - NAME:
        first -= 1
    while last + 1 < len(tokens) and upos[last + 1] == "PROPN" and last < index + NAME - 1:
        last += 1
    before = tokens.forms[first - 1].casefold() if first else ""
    parts = {before, *(form.casefold() for form in tokens.forms[first : last + 1])}
    titles, names = words().titles, words().names
    if parts & (names.masculine | titles.masculine):
        return "Pm"
    if parts & (names.feminine | titles.feminine):
        return "Pf"
    if parts & titles.neutral or before in _persons():
        return "Pn"
    return "PP" if first < last else "P"


def around(context: Sequence[Tokens], tokens: Tokens, index: int) -> Iterator[str]:
    """Name what the nouns before a place speak of, nearest first, and the subjects'.

    Args:
        context: the segments before.
        tokens: the segment.
        index: the place.
    """
    seen = _before(tokens, index, NEAR)
    for segment in reversed(context):
        if len(seen) >= ALL:
            break
        seen += _before(segment, len(segment), ALL - len(seen))
    for kind in sorted(set(seen)):
        yield f"seen {kind}"
    yield f"seen last {' '.join(seen[:2])}"
    yield f"seen persons {min(3, sum(kind in PERSONS for kind in seen))}"
    yield f"seen man {'Pm' in seen}"
    yield f"seen woman {'Pf' in seen}"
    subjects = [token for token in tokens if _is_subject(token) and token.index < index]
    if subjects and subjects[-1].upos in ud.NOMINAL:
        yield f"subject {kind_of(subjects[-1])}"
    former = [token for token in context[-1] if _is_subject(token)] if context else []
    if former:
        first = former[0]
        kind = kind_of(first) if first.upos in ud.NOMINAL else first.form.casefold()
        yield f"subject before {kind}"


def _before(tokens: Tokens, index: int, most: int) -> list[str]:
    found: list[str] = []
    for place in range(index - 1, -1, -1):
        if len(found) == most:
            break
        if tokens[place].upos in ud.NOMINAL:
            found.append(kind_of(tokens[place]))
    return found


def _is_subject(token: Token) -> bool:
    return ud.relation(token) == "nsubj"
