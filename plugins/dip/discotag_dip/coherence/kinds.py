"""Kinds of error of a translated document, proposed by signs that can be counted (dip 5.3).

inconsistency: words that the reference keeps and the text does not. hallucination: segments most of
whose words translate nothing, or that repeat themselves. ungrammatical: doubled words, subjects and
verbs that disagree, *a* before a plural, segments without their verb, words left in another script.
The kind with the most signs is proposed, none where there is no sign; people have the last word.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from discotag_dip.corpus import Bundle
from discotag_dip.lexical.build import LAYERS as LEXICAL
from discotag_dip.lexical.build import find
from discotag_dip.lexical.words import CONTENT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Document, Token, Tokens

LAYERS = LEXICAL | {f"target.{layer}" for layer in ("morph", "deps")}
KINDS = ("inconsistency", "hallucination", "ungrammatical")
UNLINKED, LEAST_UNLINKED = 0.5, 4
"""Above this share and number of words that translate nothing, a segment counts."""
REPEATS = 3
"""So often the same three words stand in a segment that repeats itself."""
DOUBLED = frozenset({"that", "had", "very", "so", "no", "bye", "ha", "her", "you", "more"})
"""Words that may stand twice."""
LONG = 4
"""Words of a reference's segment that needs a verb."""


def kind_of(
    reference: Document,
    text: Document,
    *,
    stop_words: Collection[str] = (),
    sides: tuple[Sequence[Tokens], Sequence[Tokens]] | None = None,
) -> str | None:
    """Propose the kind of error of a document; None without a sign.

    Args:
        reference: the reference, aligned.
        text: the translation, aligned.
        stop_words: the target language's.
        sides: both texts with trees and features, where the documents themselves have none.
    """
    theirs, ours = sides or (tuple(reference.target), tuple(text.target))
    bundle = Bundle(reference, (), {text.system or "text": text})
    kept = ("omission", "unlinked")
    found = {
        "inconsistency": sum(
            failure.kind not in kept
            for item in find(bundle, stop_words)
            for failure in item.failures
        ),
        "hallucination": sum(
            _is_foreign(reference, text, segment) or _repeats(reference, text, segment)
            for segment in range(len(text))
        ),
        "ungrammatical": sum(
            sum(1 for _ in slips(mine))
            + _lacks_verb(other, mine)
            + _is_in_another_script(other, mine)
            for other, mine in zip(theirs, ours, strict=True)
        ),
    }
    most = max(KINDS, key=lambda kind: found[kind])
    return most if found[most] else None


def slips(tokens: Tokens) -> Iterator[Token]:
    """Yield the words of an English segment that cannot stand where they do."""
    words = list(tokens)
    for before, word in pairwise(words):
        same = before.form.casefold() == word.form.casefold()
        is_doubled = same and word.form.isalpha() and word.form.casefold() not in DOUBLED
        is_many = before.form.casefold() in {"a", "an"} and word.feats.get("Number") == "Plur"
        if (is_doubled and word.upos != "PROPN") or (is_many and word.upos == "NOUN"):
            yield word
    for word in words:
        if word.upos == "PRON" and word.deprel == "nsubj" and _disagrees(word, words[word.head]):
            yield word


def _disagrees(subject: Token, verb: Token) -> bool:
    """Return whether a pronoun and its present verb are of different number."""
    if verb.feats.get("VerbForm") != "Fin" or verb.feats.get("Tense") != "Pres":
        return False
    numbers = {subject.feats.get("Number"), verb.feats.get("Number")}
    return subject.feats.get("Person") == "3" and numbers == {"Sing", "Plur"}


def _lacks_verb(reference: Tokens, text: Tokens) -> bool:
    has = [any(word.feats.get("VerbForm") == "Fin" for word in side) for side in (reference, text)]
    return has == [True, False] and len(reference.forms) > LONG


def _is_in_another_script(reference: Tokens, text: Tokens) -> bool:
    return _is_latin(reference.text) and not _is_latin(text.text)


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(sign, "LATIN") for sign in text if sign.isalpha())


def _is_foreign(reference: Document, text: Document, segment: int) -> bool:
    """Return whether most words of a segment translate nothing, and the reference's do."""
    number, share = _unlinked(text, segment)
    return number >= LEAST_UNLINKED and share > UNLINKED >= _unlinked(reference, segment)[1]


def _unlinked(text: Document, segment: int) -> tuple[int, float]:
    links = text.links(segment)
    words = [token.index for token in text.target[segment] if token.upos in CONTENT]
    alone = sum(not links.sources(index) for index in words)
    return alone, alone / max(1, len(words))


def _repeats(reference: Document, text: Document, segment: int) -> bool:
    ours, theirs = (_triples(side.target[segment].forms) for side in (text, reference))
    return ours >= REPEATS > theirs


def _triples(forms: Sequence[str]) -> int:
    words = [form.casefold() for form in forms if form.isalpha()]
    return max(Counter(zip(words, words[1:], words[2:], strict=False)).values(), default=0)
