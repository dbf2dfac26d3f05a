"""Which words are pronouns: by form in English, by the pack's analysis in other languages.

English forms tell person and class. Elsewhere a third-person pronoun is a PRON or DET whose
features say Person=3 (of the owner, too), or whose lemma `coref_words.toml` lists; possessives
count, reflexives (*se*, *sich*, *zich*, *себя*) do not, nor do forms of polite address.

The baseline "last agreeing noun" lets every third-person pronoun mean the last that agrees. In
English phrases, agreement and empty *it* are those of the rules. Elsewhere a noun is a NOUN or
PROPN with its modifiers, agreement is that of Gender and Number where both words show them (of a
possessive the owner's), and expletives (`expl`) have no antecedent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from benchmarks.tasks.coref_gold import Span
from benchmarks.tasks.coref_text import words_of
from discotag.core.document import Cluster, Mention
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.mentions import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.tasks.coref_gold import GoldMention
    from discotag.core.document import MentionKind, Side
    from discotag.core.tokens import Tokens


CLASSES = {
    **dict.fromkeys(["he", "him", "his", "himself", "she", "her", "hers", "herself"], "he/she"),
    **dict.fromkeys(["it", "its", "itself"], "it"),
    **dict.fromkeys(["they", "them", "their", "theirs", "themselves", "themself", "'em"], "they"),
}
FIRST_OR_SECOND = frozenset(
    {"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"}
    | {"you", "your", "yours", "yourself", "yourselves"}
)
DEMONSTRATIVE = frozenset({"this", "that", "these", "those", "who", "which"})
NO_NOUNS = frozenset(
    {"PRON", "DET", "AUX", "VERB", "PART", "SCONJ", "CCONJ", "ADP", "ADV", "PUNCT"}
)
"""UPOS of heads that make no noun phrase."""
KOREAN_NOUNS = ("NN", "NR", "SL", "SH", "SN")
"""How the XPOS of a Korean word begins that is a noun with its particles."""
KOREAN_PRONOUN = frozenset({"NP", "XSN"})
"""Morphemes that make up a Korean pronoun: 그+들."""
Kind = Literal["third", "speaker", "other"]


class Placed(Protocol):
    """Words at a place in the text."""

    @property
    def segment(self) -> int:
        """0-based segment."""

    @property
    def start(self) -> int:
        """First character."""

    @property
    def end(self) -> int:
        """Character behind the last."""


class PronounWords(Protocol):
    """Tells the pronouns of one document."""

    def class_of(self, item: Placed) -> str | None:
        """Return the class of a third-person pronoun, None where there are no classes."""

    def is_third(self, item: Placed) -> bool:
        """Return whether words are a third-person personal or possessive pronoun."""

    def is_speaker(self, item: Placed) -> bool:
        """Return whether words are a pronoun of the first or second person."""

    def is_pronoun(self, item: GoldMention) -> bool:
        """Return whether a gold mention is a pronoun, or anything else but a noun phrase."""


class EnglishWords:
    """English pronouns by form.

    Args:
        texts: the document's segments.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def _form(self, item: Placed) -> str:
        return self._texts[item.segment][item.start : item.end].lower()

    def class_of(self, item: Placed) -> str | None:
        """Return `he/she`, `it` or `they`."""
        return CLASSES.get(self._form(item))

    def is_third(self, item: Placed) -> bool:
        """Return whether the form is one of the third person."""
        return self._form(item) in CLASSES

    def is_speaker(self, item: Placed) -> bool:
        """Return whether the form is one of *I*, *we*, *you*."""
        return self._form(item) in FIRST_OR_SECOND

    def is_pronoun(self, item: GoldMention) -> bool:
        """Return whether a gold mention is a personal or demonstrative pronoun."""
        return self.is_third(item) or self.is_speaker(item) or self._form(item) in DEMONSTRATIVE


class TokenWords:
    """Pronouns as the analysis of a side tells them.

    Args:
        side: the analysed side; gold mentions must lie on its tokens (`on_tokens`).
    """

    def __init__(self, side: Side) -> None:
        self._kinds: dict[tuple[int, int, int], Kind] = {}
        self._nouns: dict[tuple[int, int], bool] = {}
        for segment, tokens in enumerate(side):
            for index in range(len(tokens)):
                start, end = tokens.starts[index], tokens.ends[index]
                if kind := kind_of(tokens, index, side.language):
                    self._kinds[segment, start, end] = kind
                self._nouns[segment, start] = is_noun(tokens, index, side.language)

    def third(self) -> list[Span]:
        """Return the third-person pronouns in text order."""
        return [
            Span(segment, start, end, start, is_pronoun=True)
            for (segment, start, end), kind in self._kinds.items()
            if kind == "third"
        ]

    def class_of(self, item: Placed) -> None:  # noqa: ARG002
        """Return None: languages share no classes."""
        return

    def is_third(self, item: Placed) -> bool:
        """Return whether the words are one token that is such a pronoun."""
        return self._kind(item) == "third"

    def is_speaker(self, item: Placed) -> bool:
        """Return whether the words are one token that is such a pronoun."""
        return self._kind(item) == "speaker"

    def is_pronoun(self, item: GoldMention) -> bool:
        """Return whether the mention's head makes no noun phrase."""
        return item.head is not None and not self._nouns.get((item.segment, item.head), True)

    def _kind(self, item: Placed) -> Kind | None:
        return self._kinds.get((item.segment, item.start, item.end))


def kind_of(tokens: Tokens, index: int, language: str) -> Kind | None:
    """Return what a token is as a pronoun; None if it is none."""
    upos = (tokens.upos or ())[index]
    feats = (tokens.feats or ())[index]
    lemma = _lemma(tokens, index, language)
    is_possible = upos in {"PRON", "DET"}
    if language == "ko":  # whose words bear particles, and whose 그 is a determiner, too
        is_possible = (tokens.xpos or ())[index].split("+")[0] == "NP"
    if not is_possible:
        return None
    lists = words_of(language)
    is_emphatic = "Yes" in {feats.get("Poss"), feats.get("Emph")}
    is_reflexive = feats.get("Reflex") == "Yes" and not is_emphatic
    if is_reflexive or lemma in lists.get("reflexive", ()):
        return "other"
    if lemma in lists.get("speakers", ()) or feats.get("Polite") == "Form":
        return "speaker"
    if lemma in lists.get("third", ()):
        return "third"
    is_personal = "Prs" in feats.get("PronType", "Prs").split(",")
    is_personal = is_personal or (tokens.deprels or ())[index] == "det:poss"
    person = feats.get("Person[psor]", feats.get("Person"))
    if is_personal and person in {"1", "2", "3"}:
        return "third" if person == "3" else "speaker"
    return "other"


def is_noun(tokens: Tokens, index: int, language: str) -> bool:
    """Return whether a token as a head makes a noun phrase, particles or none."""
    if language == "ko" and (tokens.xpos or ())[index].startswith(KOREAN_NOUNS):
        return kind_of(tokens, index, language) is None
    return (tokens.upos or ())[index] not in NO_NOUNS


def _lemma(tokens: Tokens, index: int, language: str) -> str:
    """Return the lemma in small letters; of a Korean word its pronoun alone."""
    lemma = (tokens.lemmas or ())[index].casefold()
    if language != "ko":
        return lemma
    tags = (tokens.xpos or ())[index].split("+")
    parts = lemma.split("+")
    kept = next((n for n, tag in enumerate(tags) if tag not in KOREAN_PRONOUN), len(tags))
    return "".join(parts[:kept]) or lemma


NOUNS = frozenset({"NOUN", "PROPN"})
PARTS = frozenset({"flat", "compound", "fixed", "goeswith", "case", "clf"})
"""Relations of nouns that are part of another noun's phrase."""
MODIFIERS = PARTS - {"case"} | {"det", "amod", "nummod", "nmod"}
"""Relations of what belongs to a noun's phrase."""
AGREEING = ("Gender", "Number")


def last_agreeing_noun(side: Side) -> tuple[Cluster, ...]:
    """Link every third-person pronoun of an analysed side to the last noun phrase that agrees."""
    pairs = _english(side) if side.language == "en" else _by_features(side)
    groups: dict[Mention, list[Mention]] = {}
    for noun, pronoun in pairs:
        groups.setdefault(noun, [noun]).append(pronoun)
    return tuple(Cluster(tuple(sorted(group))) for group in groups.values())


def _english(side: Side) -> Iterable[tuple[Mention, Mention]]:
    """Find pairs in English; empty *it* stands apart."""
    earlier = []
    for segment, tokens in enumerate(side):
        for phrase in phrases(segment, tokens):
            if phrase.pronoun is None:
                earlier.append(phrase)
            elif phrase.pronoun != "demonstrative" and not is_expletive(phrase.syntax, phrase.head):
                for other in reversed(earlier):
                    holds = other.segment == segment and other.mention.end > phrase.head
                    if not holds and other.traits.agrees(phrase.traits):
                        yield other.mention, phrase.mention
                        break


def _by_features(side: Side) -> Iterable[tuple[Mention, Mention]]:
    earlier = list[tuple[Mention, dict[str, set[str]]]]()
    for segment, tokens in enumerate(side):
        for index in range(len(tokens)):
            if kind_of(tokens, index, side.language) == "third":
                if (tokens.deprels or ())[index].startswith("expl"):
                    continue
                wanted = _traits(tokens, index)
                for noun, traits in reversed(earlier):
                    holds = noun.segment == segment and noun.end > index
                    if not holds and _agree(traits, wanted):
                        yield noun, Mention(segment, index, index + 1, index, "pronoun")
                        break
            elif _is_head(tokens, index, side.language):
                earlier.append((_phrase(segment, tokens, index), _traits(tokens, index)))


def _is_head(tokens: Tokens, index: int, language: str) -> bool:
    """Return whether a token heads a noun phrase that is no part of another."""
    upos = (tokens.upos or ())[index]
    is_nominal = upos in NOUNS or (language == "ko" and is_noun(tokens, index, language))
    return is_nominal and (tokens.deprels or ())[index].split(":")[0] not in PARTS


def _phrase(segment: int, tokens: Tokens, head: int) -> Mention:
    """Return a noun with the words that modify it, as far as they stand beside each other."""
    heads, relations = tokens.heads or (), tokens.deprels or ()
    found, waiting = {head}, [head]
    while waiting:
        governor = waiting.pop()
        for index, own in enumerate(heads):
            if own == governor and relations[index].split(":")[0] in MODIFIERS:
                found.add(index)
                waiting.append(index)
    start, end = head, head + 1
    while start - 1 in found:
        start -= 1
    while end in found:
        end += 1
    kind: MentionKind = "name" if (tokens.upos or ())[head] == "PROPN" else "noun"
    return Mention(segment, start, end, head, kind)


def _traits(tokens: Tokens, index: int) -> dict[str, set[str]]:
    """Return the values of gender and number; of a possessive those of the owner."""
    feats = (tokens.feats or ())[index]
    is_owned = feats.get("Poss") == "Yes" or (tokens.upos or ())[index] == "DET"
    layer = "[psor]" if is_owned else ""
    return {name: set(feats[name + layer].split(",")) for name in AGREEING if name + layer in feats}


def _agree(noun: dict[str, set[str]], pronoun: dict[str, set[str]]) -> bool:
    return all(noun[name] & values for name, values in pronoun.items() if name in noun)
