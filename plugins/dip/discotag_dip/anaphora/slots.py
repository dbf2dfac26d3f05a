"""Slots: where a text has a pronoun, and what its surroundings say of which one it should be.

Features are names. Local ones speak of the words beside the slot, others of a class of pronouns:
which entities our English coreference would offer it in the context, how likely the best of them
is, and which pronouns the context has had.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_lang_en.coref.mentions import phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import choose
from discotag_lang_en.coref.words import kinds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.core.tokens import Tokens
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate

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
    for token in tokens:
        name = pronouns().class_of(token.form)
        if name is None or not _is_pronoun(tokens, token.index):
            continue
        yield Slot(
            token.index,
            token.form.casefold(),
            tuple(_local(tokens, token.index)),
            {
                other: (
                    *_shared(tokens, token.index),
                    *_counted(other, had, last),
                    *(_offered(context, tokens, token.index, other) if other in TESTED else ()),
                )
                for other in pronouns().classes
            },
        )
        had[name] += 1
        last = name


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


def _offered(context: Sequence[Tokens], tokens: Tokens, index: int, name: str) -> tuple[str, ...]:
    """Say what coreference would offer a pronoun of a class in this place."""
    offers: list[tuple[Sequence[Candidate], int | None, float]] = []

    def look(
        pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        best, score = choose(pronoun, candidates, none)
        if pronoun.segment == len(context) and pronoun.head == index:
            offers.append((candidates, best, score))
        return best, score

    discourse = Discourse(RuleOptions(), look)
    for segment, read in enumerate((*context, _with(tokens, index, name))):
        discourse.read(phrases(segment, read))
    if not offers:
        return ("offer empty",)
    candidates, best, score = offers[0]
    if best is None:
        return ("offer nobody",)
    entity = candidates[best].entity
    likely = sum(score >= bound for bound in LIKELY)
    found = [f"offer {likely}", f"offers {min(len(candidates), 3)}"]
    if entity is not None:
        traits = entity.traits
        kind = "name" if entity.nominal is not None and entity.nominal.name else "noun"
        kind = kind if entity.nominal is not None else "pronoun"
        back = min(len(context) - candidates[best].mention.segment, 2)
        found += [f"best {traits.animacy} {kind}", f"best {traits.gender} {traits.number}"]
        found += [f"best {kind} {back} {likely}"]
    return tuple(found)


def _with(tokens: Tokens, index: int, name: str) -> Tokens:
    """Put a class's pronoun in the place of another, in the same case."""
    case = case_of(tokens.forms[index].casefold(), tokens[index].deprel)
    form = FORMS[name][case]

    def put(column: tuple[str, ...] | None, value: str) -> tuple[str, ...] | None:
        return None if column is None else (*column[:index], value, *column[index + 1 :])

    return replace(
        tokens,
        forms=put(tokens.forms, form) or (),
        lemmas=put(tokens.lemmas, form),
        upos=put(tokens.upos, "PRON"),
        text="",
        starts=(0,) * len(tokens),
        ends=(0,) * len(tokens),
    )


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
