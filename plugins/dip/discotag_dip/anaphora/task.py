"""The task `anaphora`: finds pronouns that systems render wrongly, judges translations (dip 4)."""

from __future__ import annotations

from difflib import SequenceMatcher
from math import exp, log1p
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ud
from discotag_dip.anaphora.pronouns import TESTED, SourceForms, pronouns
from discotag_dip.anaphora.ranker import LAYERS as RANKED
from discotag_dip.items import CONTEXT, Failure, Item, Occurrence, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from discotag.plugin import Cluster, Document, Mention
    from discotag_dip.corpus import Bundle
    from discotag_dip.rankers import SegmentRanker


LAYERS = frozenset(
    {
        *("source.tokens", "target.tokens", "target.lemmas", "target.pos"),
        *("target.coref", "alignment"),
    }
)
WORDS = frozenset({"PRON", "DET"})
"""What a pronoun is; *that* may be a conjunction."""
REPLACED = 3
"""Words of a replacement between equal words that still count as the same place."""
KINDS = ("gender-copy", "named-entity", "language-specific", "other")
PEOPLE = frozenset({"he", "she"})


class Target(NamedTuple):
    """A pronoun of the reference that a pronoun of the source can become.

    Args:
        place: its position, with its source words.
        name: its class.
        cluster: what it belongs to; None = it was not resolved.
    """

    place: Occurrence
    name: str
    cluster: Cluster | None


def find(bundle: Bundle) -> Iterator[Item]:
    """Yield the items of a document: a pronoun each, in text order.

    Tested are pronouns for a listed source pronoun that can become one of their class; for *es* and
    the like, only where the reference's coreference finds what it takes up: the rest is weather and
    clauses. A system fails if what it has for that source pronoun are personal pronouns of wrong
    classes alone, it has fewer of the right class than the reference, and no other reference has
    its class there; see also `tolerated`.
    """
    for target in _targets(bundle.reference):
        place = target.place
        others = {
            name
            for other in bundle.others
            for _, name in pronouns_at(other, bundle.reference, place)
        }
        accepted = sorted(others | tolerated(target, bundle.reference) - {target.name})
        wrong = {
            name: wrong_pronoun(text, bundle.reference, place, accepted)
            for name, text in bundle.systems.items()
        }
        failing = {name: form for name, form in wrong.items() if form is not None}
        if failing:
            yield _item(bundle, target, failing, accepted)


def tolerated(target: Target, reference: Document) -> set[str]:
    """Return the classes that are as right as the reference's, by what the pronoun takes up.

    Whoever has no name may be *they*, an animal or a ship *it*, *he* or *she*, whatever it is that
    the pronoun takes up, if one is near and it has no name; *they* for a single
    one (*every citizen … their*) may be those, too (Huddleston and Pullum 2002, ch. 5, 17-18). A
    source form with a capital may be an address.
    """
    capitals = [form for form in target.place.source_forms if form[:1].isupper()]
    found = {name for row in _rows(reference.source.language, capitals) for name in row.capital}
    mentions = () if target.cluster is None else target.cluster.mentions
    nouns = [mention for mention in mentions if mention.kind != "pronoun"]
    heads = {reference.target[noun.segment][noun.head].base.casefold() for noun in nouns}
    has_name = any(mention.kind == "name" for mention in mentions)
    if heads & pronouns().either or (not has_name and _has_either(target, reference)):
        found |= {"he", "she", "it"}
    if target.name in PEOPLE and not has_name:
        found.add("they")
    if target.name == "they" and any(_is_single(reference, noun) for noun in nouns):
        found |= {"he", "she", "it"}
    return found


def _has_either(target: Target, reference: Document) -> bool:
    """Return whether an animal or the like is near, which coreference may have missed."""
    if target.name == "they":
        return False
    near = range(max(0, target.place.segment - CONTEXT), target.place.segment + 1)
    tokens = (token for segment in near for token in reference.target[segment])
    return any(t.upos in ud.NOMINAL and t.base.casefold() in pronouns().either for t in tokens)


def _is_single(reference: Document, mention: Mention) -> bool:
    """Return whether a mention is one thing: a noun in dictionary form, not coordinated."""
    tokens = reference.target[mention.segment]
    head = tokens[mention.head]
    forms = {form.casefold() for form in tokens.forms[mention.start : mention.end]}
    return head.form.casefold() == head.base.casefold() and "and" not in forms


def _targets(reference: Document) -> Iterator[Target]:
    clusters = _taking_up(reference)
    for segment, tokens in enumerate(reference.target):
        for token in tokens:
            name = pronouns().class_of(token.form)
            if name not in TESTED:
                continue
            place = Occurrence.at(reference, segment, token.index)
            rows = _rows(reference.source.language, place.source_forms)
            cluster = clusters.get((segment, token.index))
            is_sure = cluster is not None or not any(row.is_empty for row in rows)
            if is_sure and any(name in row.may for row in rows):
                yield Target(place, name, cluster)


def _rows(language: str, forms: Iterable[str]) -> list[SourceForms]:
    rows = (pronouns().source_of(language, form) for form in forms)
    return [row for row in rows if row is not None]


def becomes(language: str, forms: Iterable[str]) -> set[str]:
    """Return the classes that some source words can become."""
    return {name for row in _rows(language, forms) for name in row.may}


def wrong_pronoun(
    text: Document, reference: Document, place: Occurrence, accepted: Collection[str] = ()
) -> str | None:
    """Return the wrong pronoun that a text has for the reference's, None where it is not wrong.

    Args:
        text: the text, aligned with the source.
        reference: the reference, in which the place is.
        place: the pronoun.
        accepted: classes that are as right.
    """
    name = pronouns().class_of(place.form) or ""
    there = pronouns_at(text, reference, place)
    if any(not pronouns().is_wrong(name, other) or other in accepted for _, other in there):
        return None
    wanted = _number(reference.target[place.segment].forms, name)
    if not there or _number(text.target[place.segment].forms, name) >= wanted:
        return None
    return text.target[place.segment].forms[there[0][0]]


def pronouns_at(text: Document, reference: Document, place: Occurrence) -> list[tuple[int, str]]:
    """Return the pronouns that a text has for a place's source pronoun: token and class.

    They are linked to it; where none is, they are between the same words as the reference's
    pronoun. Possessives replace possessives only; *it* must take something up.
    """
    links, language = text.links(place.segment), text.source.language
    words = zip(place.source, place.source_forms, strict=True)
    sources = [index for index, form in words if pronouns().source_of(language, form)]
    linked = sorted({index for source in sources for index in links.targets(source)})
    found = list(_pronouns(text, place, linked))
    return found or list(_pronouns(text, place, _beside(text, reference, place)))


def _pronouns(
    text: Document, place: Occurrence, indices: Iterable[int]
) -> Iterator[tuple[int, str]]:
    tokens = text.target[place.segment]
    for index in indices:
        form, name = tokens.forms[index], pronouns().class_of(tokens.forms[index])
        if name is None or tokens[index].upos not in WORDS or not _fits(place.form, form):
            continue
        if name != "it" or (place.segment, index) in _taking_up(text):
            yield index, name


def _beside(text: Document, reference: Document, place: Occurrence) -> range:
    """Return the few words that replace those around the pronoun, if their neighbours are equal."""
    ours, theirs = (
        [form.casefold() for form in side.target[place.segment].forms] for side in (text, reference)
    )
    for tag, i, j, k, m in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if i <= place.token < j:
            is_small = tag == "replace" and max(j - i, m - k) <= REPLACED
            return range(k, m) if is_small else range(0)
    return range(0)


def _fits(ours: str, theirs: str) -> bool:
    """Return whether both are possessives or neither; *her* and *his* are either."""
    either = {"her", "his"} & {ours.casefold(), theirs.casefold()}
    return bool(either) or pronouns().is_owner(ours) == pronouns().is_owner(theirs)


def _taking_up(text: Document) -> dict[tuple[int, int], Cluster]:
    """Return the mentions that take something up: segment and head → what they belong to."""
    return {
        (mention.segment, mention.head): cluster
        for cluster in text.target.coref()
        for mention in cluster.mentions[1:]
    }


def _number(forms: Sequence[str], name: str) -> int:
    return sum(pronouns().class_of(form) == name for form in forms)


def _item(bundle: Bundle, target: Target, failing: dict[str, str], accepted: Sequence[str]) -> Item:
    reference, place = bundle.reference, target.place
    has_name = target.cluster is not None and any(
        mention.kind == "name" for mention in target.cluster.mentions
    )
    focus = place.form.casefold()
    may = becomes(reference.source.language, place.source_forms)
    return Item.of(
        "anaphora",
        reference,
        range(place.segment, place.segment + 1),
        place=f"{focus}@{place.token}",
        focus=focus,
        occurrences=(place,),
        facts={
            "class": target.name,
            "accepted": list(accepted),
            "is_resolved": target.cluster is not None,
            "name": has_name,
        },
        failures=tuple(
            Failure(
                system=name,
                text=(bundle.systems[name].target.segments[place.segment],),
                got=form.casefold(),
                kind=kind_of(form, has_name=has_name, may=may),
            )
            for name, form in failing.items()
        ),
    )


def kind_of(got: str, *, has_name: bool, may: Collection[str]) -> str:
    """Propose the kind of a wrong pronoun (dip 4.3).

    Args:
        got: the wrong pronoun.
        has_name: whether what it takes up has a name.
        may: the classes that the source's words can become.
    """
    if has_name:
        return "named-entity"
    wrong = pronouns().class_of(got)
    if wrong not in may:
        return "other"
    return "gender-copy" if wrong in PEOPLE else "language-specific"


JUDGED_LAYERS = RANKED | LAYERS


def judge(item: Item, reference: Document, document: Document, ranker: SegmentRanker) -> Verdict:
    """Judge one item.

    `score` is what a wrong pronoun costs: −log of its probability, if it or the reference's is
    in the place (nats). So it is above 0 for every wrong one, log 2 where the ranker cannot tell,
    and 0 where none is wrong. `signed` is ρ of the reference's class less ρ of the wrong one, both
    in the reference's segment: all else there is equal, so that another wording does not count.
    `segment` is the same of the whole segments, as in the paper.

    Args:
        item: the item.
        reference: the reference of its document, analysed.
        document: the translation of its document, analysed and aligned.
        ranker: gives ρ.
    """
    context = [reference.target[place] for place in range(item.first)][-CONTEXT:]
    tokens = reference.target[item.first]
    whole = ranker.rho(context, tokens) - ranker.rho(context, document.target[item.first])
    (place,) = item.occurrences
    got = wrong_pronoun(document, reference, place, item.facts["accepted"])
    gap, cost, kind = 0.0, 0.0, None
    if got is not None:
        wrong = pronouns().class_of(got) or ""
        gap = ranker.preference(context, tokens, place.token, wrong)
        cost = surprisal(gap)
        has_name = bool(item.facts["name"])
        may = becomes(document.source.language, place.source_forms)
        kind = kind_of(got, has_name=has_name, may=may)
    return Verdict(
        item=item.id,
        document=item.document,
        values={
            "score": cost,
            "signed": gap,
            "segment": whole,
            "wrong": float(got is not None),
        },
        kind=kind,
        got=None if got is None else got.casefold(),
    )


def surprisal(gap: float) -> float:
    """Return −log p of one of two, where the other is `gap` nats likelier: log(1 + e^gap), nats."""
    return max(gap, 0.0) + log1p(exp(-abs(gap)))
