"""Slots: where a text has a pronoun, and what its surroundings say of which one it should be.

Features are names. Local ones speak of the words beside the slot (`places.py`) and the nouns around
it (`nouns.py`), others of a class of pronouns: which entities our English coreference would offer
it in the context, how likely the best of them is, and which pronouns the context has had.
"""

from __future__ import annotations

from collections import Counter, deque
from copy import copy
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import Mention
from discotag_dip.anaphora.places import around, place
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_lang_en.coref.agreement import is_reflexive, pronoun_traits, reflexive_antecedent
from discotag_lang_en.coref.expletive import is_expletive, none_features
from discotag_lang_en.coref.mentions import NO_HEADS, Phrase, phrases
from discotag_lang_en.coref.network import shares
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.syntax import Syntax
from discotag_lang_en.coref.words import pronoun_classes

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.plugin import Tokens


LIKELY = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Bounds between which a probability is one feature."""


class Slot(NamedTuple):
    """A pronoun's place and what speaks of it.

    Args:
        token: index in the segment.
        form: the pronoun that stands there, casefolded.
        local: features of the place, whatever stands there.
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
    """Yield what coreference offers a pronoun, which need not stand in the text."""
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
        name: the class; one without cases (*this*, *which*) stands in its first form.
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
