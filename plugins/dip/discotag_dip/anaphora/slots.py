"""Slots: where a text has a pronoun, and what its surroundings say of which one it should be.

Features are names. Local ones speak of the words around the slot: grammatical words and auxiliaries
as they are, verbs by form and tense, nouns by what they speak of; the nearest nouns and verbs also
by what they are used like. Relations of the parse are left out, for they depend on what is in the
slot. Others speak of a class of pronouns: which entities our English coreference would offer it in
the context, how likely the best of them is, and which pronouns the context has had.
"""

from __future__ import annotations

from collections import Counter, deque
from copy import copy
from functools import cache
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import Mention, ud
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_dip.weights import class_of
from discotag_lang_en.coref.agreement import is_reflexive, pronoun_traits, reflexive_antecedent
from discotag_lang_en.coref.expletive import is_expletive, none_features
from discotag_lang_en.coref.mentions import NO_HEADS, Phrase, phrases
from discotag_lang_en.coref.network import shares
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.syntax import Syntax
from discotag_lang_en.coref.words import kinds, pronoun_classes, words

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.plugin import Token, Tokens


SINGULAR = frozenset({"is", "was", "has", "does", "'s", "’s", "isn", "wasn", "hasn", "doesn"})
PLURAL = frozenset({"are", "were", "have", "do", "'re", "’re", "'ve", "’ve", "aren", "weren"})
OPEN = frozenset({"ADJ", "ADV", "NUM", "SYM", "X", "INTJ"})
"""Parts of speech that stand in for their words, but for those of `GRAMMATICAL`."""
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
        index: the token in the place, which is not read.
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
    """Return two entries before a place and three after it; the column begins two before."""
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
    """Name the verb after (*it rains*), the noun after (*its roof*), the verb before."""
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
    """Return which number the verb after a subject has: `sing`, `plur`, `first` or `any`."""
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
"""Words of a name that are read on either side."""
NEAR, ALL = 3, 6
"""Nouns before a pronoun that are used: in its segment, and with the context."""
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


LIKELY = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Bounds between which a probability is one feature."""


class Slot(NamedTuple):
    """A pronoun's place and what speaks of it.

    Args:
        token: index in the segment.
        form: the pronoun that is there, casefolded.
        local: features of the place, whatever fills it.
        classes: class → features that speak of this class there.
    """

    token: int
    form: str
    local: tuple[str, ...]
    classes: Mapping[str, tuple[str, ...]]


def slots(context: Sequence[Tokens], tokens: Tokens) -> Iterator[Slot]:
    """Yield the slots of a segment in order.

    Args:
        context: the segments before it.
        tokens: the segment; all need lemmas, pos, morph and deps.
    """
    had = Counter(
        name for before in context for form in before.forms if (name := pronouns().class_of(form))
    )
    last = ""
    found = [index for index in range(len(tokens)) if is_pronoun(tokens, index)]
    if not found:
        return
    discourse = Discourse(RuleOptions())
    for segment, before in enumerate(context):
        discourse.read(phrases(segment, before))
    mentions = phrases(len(context), tokens)
    waiting = deque(mentions)
    discourse.open(mentions)
    syntax = Syntax(tokens)
    for index in found:
        while waiting and _is_before(waiting[0], index):
            discourse.place(waiting.popleft(), mentions)
        local = tuple(map(intern, (*place(tokens, index), *around(context, tokens, index))))
        classes = {}
        for other in pronouns().classes:
            classes[other] = tuple(map(intern, _counted(other, had, last)))
            if other in TESTED:
                pronoun = _instead(len(context), syntax, index, other)
                classes[other] += tuple(map(intern, _offered(discourse, mentions, pronoun)))
        form = tokens.forms[index].casefold()
        yield Slot(index, form, local, classes)
        name = pronouns().class_of(form)
        if name is not None:
            had[name] += 1
            last = name


def lone_slots(tokens: Tokens) -> Iterator[Slot]:
    """Yield the slots of a sentence out of its text: its own words alone speak of them."""
    nothing: dict[str, tuple[str, ...]] = dict.fromkeys(pronouns().classes, ())
    for index in range(len(tokens)):
        if is_pronoun(tokens, index):
            local = tuple(map(intern, place(tokens, index)))
            yield Slot(index, tokens.forms[index].casefold(), local, nothing)


def _is_before(mention: Phrase, index: int) -> bool:
    """Return whether a mention is read before a pronoun in a token's place: an outer one is."""
    span = mention.mention
    return (span.start, -span.end) < (index, -index - 1)


def is_pronoun(tokens: Tokens, index: int) -> bool:
    """Return whether a form that may be a noun or a numeral is a pronoun.

    *This*, *that* and their plurals count whatever they are: a relative *that* competes with
    *which*, and parsers confuse it with the conjunction.
    """
    token = tokens[index]
    form = token.form.casefold()
    if form in pronouns().rivals:
        return True
    name = pronouns().class_of(form)
    if name == "one":
        return token.upos == "PRON"
    return name is not None and (form != "mine" or token.upos != "NOUN")


def _counted(name: str, had: Counter[str], last: str) -> tuple[str, ...]:
    total = sum(had.values())
    share = "none" if not total else "no" if not had[name] else "some" if had[name] < 3 else "many"
    return f"had {share}", f"had {share} of {min(total, 4)}", f"last {last or '-'}"


def _offered(discourse: Discourse, mentions: Sequence[Phrase], pronoun: Phrase) -> Iterator[str]:
    """Yield what coreference offers a pronoun, which need not be in the text."""
    syntax = pronoun.syntax
    if syntax.relations[pronoun.head] in NO_HEADS or is_expletive(syntax, pronoun.head):
        yield "offer empty"
        return
    if is_reflexive(pronoun):
        head = reflexive_antecedent(pronoun)
        entity = None if head is None else discourse.entities.at(pronoun.segment, head)
        if entity is not None and entity.traits.agrees(pronoun.traits):
            yield "offer empty"
            return
    candidates = discourse.candidates(pronoun, mentions)
    if not candidates:
        yield "offer nobody"
        return
    offers = shares(pronoun, candidates, none_features(pronoun, candidates))[:-1]
    score = max(offers)
    best = offers.index(score)
    entity = candidates[best].entity
    likely = sum(score >= bound for bound in LIKELY)
    yield f"offer {likely}"
    yield f"offers {min(len(candidates), 3)}"
    if entity is not None:
        is_taken = score >= RuleOptions().threshold
        traits = entity.traits.merged(pronoun.traits) if is_taken else entity.traits
        kind = "name" if entity.nominal is not None and entity.nominal.name else "noun"
        kind = kind if entity.nominal is not None else "pronoun"
        back = min(pronoun.segment - candidates[best].mention.segment, 2)
        yield f"best {traits.animacy} {kind}"
        yield f"best {traits.gender} {traits.number}"
        yield f"best {kind} {back} {likely}"


def _instead(segment: int, syntax: Syntax, index: int, name: str) -> Phrase:
    """Make the mention that a class's pronoun would be in a token's place, in the same case."""
    form = FORMS[name][case_of(syntax.forms[index], syntax.deprels[index])]
    other = copy(syntax)
    other.forms = _put(syntax.forms, index, form)
    other.lemmas = _put(syntax.lemmas, index, form)
    other.upos = _put(syntax.upos, index, "PRON")
    person = pronoun_classes()[form]
    return Phrase(
        mention=Mention(segment, index, index + 1, index, "pronoun"),
        syntax=other,
        lemma=form,
        role=other.role(index),
        traits=pronoun_traits(person, form),
        pronoun=person,
    )


def _put(column: tuple[str, ...], index: int, value: str) -> tuple[str, ...]:
    return (*column[:index], value, *column[index + 1 :])


FORMS: Mapping[str, Mapping[str, str]] = {
    "he": {"subject": "he", "object": "him", "owner": "his", "own": "his", "self": "himself"},
    "she": {"subject": "she", "object": "her", "owner": "her", "own": "hers", "self": "herself"},
    "it": {"subject": "it", "object": "it", "owner": "its", "own": "its", "self": "itself"},
    "they": {
        "subject": "they",
        "object": "them",
        "owner": "their",
        "own": "theirs",
        "self": "themselves",
    },
}
"""Class → case → form."""


def case_of(form: str, deprel: str) -> str:
    """Return a pronoun's case: `subject`, `object`, `owner` (her lamp), `own` (hers), `self`."""
    if form.endswith(("self", "selves")):
        return "self"
    if form in {"hers", "theirs", "mine", "ours", "yours"}:
        return "own"
    if form in {"its", "their", "my", "our", "your", "whose"} or deprel == "nmod:poss":
        return "owner"
    if form in {"him", "them", "me", "us", "whom"} or deprel in {"obj", "iobj", "obl", "nmod"}:
        return "object"
    return "owner" if form == "his" else "subject"


class Swap(NamedTuple):
    """A made error.

    Args:
        token: index of the pronoun in its segment.
        text: the segment's text with the wrong pronoun.
    """

    token: int
    text: str


def swaps(tokens: Tokens, draw: random.Random) -> Iterator[Swap]:
    """Yield a made error for each third-person pronoun of a segment; needs pos and deps."""
    for token in tokens:
        name = pronouns().class_of(token.form)
        if name in FORMS:
            other = draw.choice([other for other in FORMS if other != name])
            text = swapped(tokens, token.index, other)
            if text != tokens.text:
                yield Swap(token.index, text)


def swapped(tokens: Tokens, index: int, name: str) -> str:
    """Return a segment's text with a pronoun of a class in the place of a token.

    Args:
        tokens: the segment; needs deps.
        index: the token that is replaced.
        name: the class; one without cases (*this*, *which*) is listed by its first form.
    """
    token = tokens[index]
    forms = FORMS.get(name)
    if forms is not None:
        form = forms[case_of(token.form.casefold(), token.deprel)]
    else:
        form = pronouns().classes[name][0]
    if token.form[:1].isupper():
        form = form[0].upper() + form[1:]
    return tokens.text[: token.start] + form + tokens.text[token.end :]
