"""Slots: where a text has a pronoun, and what its surroundings say of which one it should be.

Features are names. Local ones speak of the words beside the slot, others of a class of pronouns:
which entities our English coreference would offer it in the context, how likely the best of them
is, and which pronouns the context has had.
"""

from __future__ import annotations

from collections import Counter, deque
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.coreference import Mention
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_lang_en.coref.agreement import pronoun_traits
from discotag_lang_en.coref.binding import is_reflexive, reflexive_antecedent
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.mentions import NO_HEADS, Phrase, phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import choose, none_features
from discotag_lang_en.coref.syntax import Syntax
from discotag_lang_en.coref.words import kinds, pronoun_classes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.core.tokens import Tokens

LIKELY = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Bounds between which a probability is one feature."""
SINGULAR = frozenset({"is", "was", "has", "does", "'s", "’s", "isn", "wasn", "hasn", "doesn"})
PLURAL = frozenset({"are", "were", "have", "do", "'re", "’re", "'ve", "’ve", "aren", "weren"})


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
    found = [
        token.index
        for token in tokens
        if pronouns().class_of(token.form) and _is_pronoun(tokens, token.index)
    ]
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
        shared, local = tuple(_shared(tokens, index)), tuple(_local(tokens, index))
        classes = {}
        for other in pronouns().classes:
            classes[other] = (*shared, *_counted(other, had, last))
            if other in TESTED:
                pronoun = _instead(len(context), syntax, index, other)
                classes[other] += tuple(_offered(discourse, mentions, pronoun))
        form = tokens.forms[index].casefold()
        yield Slot(index, form, local, classes)
        last = pronouns().class_of(form) or last
        had[last] += 1


def _is_before(mention: Phrase, index: int) -> bool:
    """Tell whether a mention is read before a pronoun in a token's place: an outer one is."""
    span = mention.mention
    return (span.start, -span.end) < (index, -index - 1)


def _is_pronoun(tokens: Tokens, index: int) -> bool:
    """Tell whether a form that may be a noun or a numeral is a pronoun.

    *This*, *that* and their plurals count whatever they are: a relative *that* competes with
    *which*, and parsers confuse it with the conjunction.
    """
    token = tokens[index]
    if pronouns().class_of(token.form) == "one":
        return token.upos == "PRON"
    return token.form.casefold() != "mine" or token.upos != "NOUN"


def _local(tokens: Tokens, index: int) -> Iterator[str]:
    forms = ["<s>", *(form.casefold() for form in tokens.forms), "</s>", "</s>"]
    upos = ["<s>", *(token.upos for token in tokens), "</s>"]
    token, here = tokens[index], index + 1
    yield "bias"
    yield f"-2 {forms[max(0, here - 2)]} {forms[here - 1]}"
    yield f"-1+1 {forms[here - 1]} {forms[here + 1]}"
    yield f"noun {_noun_before(tokens, index)} {upos[here - 1]}"
    yield f"-1 {forms[here - 1]}"
    yield f"+1 {forms[here + 1]}"
    yield f"+2 {forms[here + 2]}"
    yield f"-1+1 {upos[here - 1]} {upos[here + 1]}"
    yield f"+1u {upos[here + 1]}"
    yield f"rel {token.deprel.split(':')[0] if token.deprel != 'nmod:poss' else token.deprel}"
    if token.head >= 0:
        yield f"head {tokens[token.head].lemma.casefold()} {token.deprel.split(':')[0]}"
    yield f"verb {_agreement(tokens, index)}"


def _shared(tokens: Tokens, index: int) -> Iterator[str]:
    """Name what speaks for a class in all its forms."""
    token = tokens[index]
    relation = token.deprel.partition(":")[0]
    yield f"verb {_agreement(tokens, index)}"
    yield f"rel {relation}"
    if token.head >= 0:
        head = tokens[token.head]
        yield f"head {head.lemma.casefold()} {relation}"
        yield f"head {head.upos} {kinds().get(head.lemma.casefold(), '-')} {relation}"
    yield f"+1 {tokens.forms[index + 1].casefold() if index + 1 < len(tokens) else '</s>'}"
    yield f"noun {_noun_before(tokens, index)}"


def _noun_before(tokens: Tokens, index: int) -> str:
    """Give class, kind and number of the nearest noun before, which a relative takes up."""
    for place in range(index - 1, -1, -1):
        token = tokens[place]
        if token.upos in {"NOUN", "PROPN"}:
            kind = kinds().get(token.lemma.casefold(), "-")
            return f"{token.upos} {kind} {token.feats.get('Number', '-')}"
    return "-"


def _agreement(tokens: Tokens, index: int) -> str:
    """Tell which number the verb behind a subject has: `sing`, `plur`, `first` or `any`."""
    for offset in range(1, 4):
        if index + offset >= len(tokens):
            break
        token = tokens[index + offset]
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


def _counted(name: str, had: Counter[str], last: str) -> tuple[str, ...]:
    total = sum(had.values())
    share = "none" if not total else "no" if not had[name] else "some" if had[name] < 3 else "many"
    return f"had {share}", f"had {share} of {min(total, 4)}", f"last {last or '-'}"


def _offered(discourse: Discourse, mentions: Sequence[Phrase], pronoun: Phrase) -> Iterator[str]:
    """Say what coreference offers a pronoun, which need not stand in the text."""
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
    best, score = choose(pronoun, candidates, none_features(pronoun, candidates))
    if best is None:
        yield "offer nobody"
        return
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
    """Tell the case of a pronoun: `subject`, `object`, `owner` (her lamp), `own` (hers), `self`."""
    if form.endswith(("self", "selves")):
        return "self"
    if form in {"hers", "theirs", "mine", "ours", "yours"}:
        return "own"
    if form in {"its", "their", "my", "our", "your", "whose"} or deprel == "nmod:poss":
        return "owner"
    if form in {"him", "them", "me", "us", "whom"} or deprel in {"obj", "iobj", "obl", "nmod"}:
        return "object"
    return "owner" if form == "his" else "subject"
