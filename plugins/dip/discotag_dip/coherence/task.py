"""The task `coherence`: finds the least coherent documents, names their errors (dip 5)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora import task as anaphora
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_dip.coherence.ranker import LEAST_SEGMENTS
from discotag_dip.corpus import Bundle
from discotag_dip.items import Failure, Item, Verdict
from discotag_dip.lexical import task as lexical
from discotag_dip.lexical.task import REAL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, Token, Tokens
    from discotag_dip.rankers import DocumentRanker


SHARE = 0.3
"""Of the documents, so many form the test set, if they hold a failure."""
DECIMALS = 4


class Hard(NamedTuple):
    """A document, ρ(reference) − ρ(system) and the signs of incoherence by system."""

    reference: Document
    systems: Mapping[str, Document]
    gaps: Mapping[str, float]
    signs: Mapping[str, Sequence[Sign]]

    @property
    def mean(self) -> float:
        """The mean over systems."""
        return sum(self.gaps.values()) / len(self.gaps)

    @property
    def failing(self) -> tuple[str, ...]:
        """The systems below the reference, with signs enough."""
        return tuple(
            name for name, gap in self.gaps.items() if gap > 0 and is_incoherent(self.signs[name])
        )


def measured(
    bundles: Iterable[Bundle], ranker: DocumentRanker, *, stop_words: Collection[str] = ()
) -> list[Hard]:
    """Measure the documents of at least four segments."""
    found = []
    for bundle in bundles:
        if len(bundle.reference) < LEAST_SEGMENTS:
            continue
        best = ranker.rho(tuple(bundle.reference.target))
        gaps = {
            name: best - ranker.rho(tuple(text.target)) for name, text in bundle.systems.items()
        }
        told = signs(bundle, stop_words)
        found.append(Hard(bundle.reference, bundle.systems, gaps, told))
    return found


def hardest(found: Sequence[Hard], share: float = SHARE) -> list[Item]:
    """Return the documents with failing systems, in the corpus's order.

    At most a share of all documents, those with the largest mean difference.
    """
    failing = [place for place, hard in enumerate(found) if hard.failing]
    order = sorted(failing, key=lambda place: (-found[place].mean, place))
    return [_item(found[place]) for place in sorted(order[: ceil(len(found) * share)])]


def _item(hard: Hard) -> Item:
    reference = hard.reference
    return Item.of(
        "coherence",
        reference,
        range(len(reference)),
        facts={
            "difference": round(hard.mean, DECIMALS),
            "differences": {name: round(gap, DECIMALS) for name, gap in hard.gaps.items()},
            "signs": {name: [list(sign) for sign in hard.signs[name]] for name in hard.failing},
        },
        failures=tuple(
            Failure(
                system=name,
                text=hard.systems[name].target.segments,
                got=None,
                kind=kind_of(hard.signs[name]),
            )
            for name in hard.failing
        ),
    )


LAYERS = lexical.LAYERS | anaphora.LAYERS | {"target.morph", "target.deps"}
KINDS = ("inconsistency", "pronoun", "hallucination", "ungrammatical")
REPEATED = 3
"""So many words twice in a row mean a segment that repeats itself."""
DOUBLED = frozenset({"that", "had", "very", "so", "no", "bye", "ha", "her", "you", "more"})
"""Words that may be repeated."""
LEAST = 2
"""One other word does not make a text incoherent."""


class Sign(NamedTuple):
    """Something in a text that its reference does not have.

    Args:
        kind: one of `KINDS`.
        segment: where, 0-based.
        what: in words of the texts.
    """

    kind: str
    segment: int
    what: str


def signs(bundle: Bundle, stop_words: Collection[str] = ()) -> dict[str, list[Sign]]:
    """Return the signs of each system's text, by kind and in text order.

    Args:
        bundle: the document's texts, with `LAYERS`.
        stop_words: the target language's.
    """
    found: dict[str, list[Sign]] = {name: [] for name in bundle.systems}
    for item in lexical.find(bundle, stop_words):
        for failure in item.failures:
            if failure.kind in REAL:
                what = f"{item.focus} → {failure.got}"
                found[failure.system].append(Sign("inconsistency", item.first, what))
    for item in anaphora.find(bundle):
        for failure in item.failures:
            what = f"{item.focus} → {failure.got}"
            found[failure.system].append(Sign("pronoun", item.first, what))
    for name, text in bundle.systems.items():
        found[name] += _slips(bundle.reference, text)
    return found


def kind_of(found: Sequence[Sign]) -> str | None:
    """Propose the kind of error of a document, that of most signs; None without any."""
    counts = Counter(sign.kind for sign in found)
    return max(KINDS, key=lambda kind: counts[kind]) if found else None


def is_incoherent(found: Sequence[Sign]) -> bool:
    """Return whether a text's signs are enough: two, or one that is not another word."""
    return len(found) >= LEAST or any(sign.kind != "inconsistency" for sign in found)


def _slips(reference: Document, text: Document) -> Iterator[Sign]:
    for segment, (theirs, ours) in enumerate(zip(reference.target, text.target, strict=True)):
        if repeats(ours) and not repeats(theirs):
            yield Sign("hallucination", segment, ours.text)
        for word in (*slips(ours), *_foreign(theirs, ours)):
            yield Sign("ungrammatical", segment, word.form)


def slips(tokens: Tokens) -> Iterator[Token]:
    """Yield the words of an English segment that cannot be where they are."""
    words = list(tokens)
    for before, word in pairwise(words):
        same = before.form.casefold() == word.form.casefold()
        is_doubled = same and word.form.isalpha() and word.form.casefold() not in DOUBLED
        is_hyphened = "-" in tokens.text[max(0, before.start - 1) : word.end + 1]
        if is_doubled and not is_hyphened and word.upos != "PROPN":
            yield word
    for word in words:
        if word.upos == "PRON" and word.deprel == "nsubj" and _disagrees(word, words[word.head]):
            yield word


def _disagrees(subject: Token, verb: Token) -> bool:
    """Return whether a pronoun and its present verb are of different number."""
    if verb.feats.get("VerbForm") != "Fin" or verb.feats.get("Tense") != "Pres":
        return False
    numbers = {subject.feats.get("Number"), verb.feats.get("Number")}
    is_third = pronouns().class_of(subject.form) in TESTED and not pronouns().is_owner(subject.form)
    return is_third and numbers == {"Sing", "Plur"}


def _foreign(reference: Tokens, text: Tokens) -> Iterator[Token]:
    """Yield words in another script, where the reference has none; single letters are symbols."""
    if not any(map(_is_foreign, reference.forms)):
        yield from (word for word in text if _is_foreign(word.form))


def _is_foreign(form: str) -> bool:
    letters = [sign for sign in form if sign.isalpha()]
    is_latin = all("LATIN" in unicodedata.name(sign, "LATIN") for sign in letters)
    return len(letters) > 1 and not is_latin


def repeats(tokens: Tokens) -> bool:
    """Return whether some words appear twice in a row."""
    words = [form.casefold() for form in tokens.forms if form.isalpha()]
    return any(
        words[at : at + REPEATED] == words[at + REPEATED : at + 2 * REPEATED]
        for at in range(len(words) - 2 * REPEATED + 1)
    )


def judge(
    item: Item,
    reference: Document,
    document: Document,
    ranker: DocumentRanker,
    *,
    stop_words: Collection[str] = (),
) -> Verdict:
    """Judge one document: what the ranker makes of its reference, less the translation's.

    `failing`: whether the text is below its reference and has signs of incoherence enough, of which
    a kind of error is proposed; see `coherence.kinds`.
    """
    gap = ranker.rho(tuple(reference.target)) - ranker.rho(tuple(document.target))
    (found,) = signs(Bundle(reference, (), {document.system: document}), stop_words).values()
    is_failing = gap > 0 and is_incoherent(found)
    return Verdict(
        item=item.id,
        document=item.document,
        values={"score": gap, "failing": float(is_failing), "worse": float(gap > 0)},
        kind=kind_of(found) if is_failing else None,
    )
