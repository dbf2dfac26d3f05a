"""Signs of incoherence in a translated document that can be counted, and kinds of error (dip 5.3).

inconsistency: a word of the source that the text renders in two ways, and the reference in one.
pronoun: a wrong one. hallucination: segments that repeat themselves. ungrammatical: doubled words,
subjects and verbs that disagree, words left in another script. The kind with the most signs is
proposed, none where there is no sign; people have the last word.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora import build as anaphora
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_dip.lexical import build as lexical
from discotag_dip.lexical.kinds import REAL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Document, Token, Tokens
    from discotag_dip.corpus import Bundle

LAYERS = lexical.LAYERS | anaphora.LAYERS | {"target.morph", "target.deps"}
KINDS = ("inconsistency", "pronoun", "hallucination", "ungrammatical")
REPEATED = 3
"""So many words that stand twice in a row are a segment that repeats itself."""
DOUBLED = frozenset({"that", "had", "very", "so", "no", "bye", "ha", "her", "you", "more"})
"""Words that may stand twice."""
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
    """Yield the words of an English segment that cannot stand where they do."""
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
    """Return whether some words stand twice in a row."""
    words = [form.casefold() for form in tokens.forms if form.isalpha()]
    return any(
        words[at : at + REPEATED] == words[at + REPEATED : at + 2 * REPEATED]
        for at in range(len(words) - 2 * REPEATED + 1)
    )
