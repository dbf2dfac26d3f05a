"""Learn the weights by which candidates for antecedents are chosen, from free English texts.

    python -m training.antecedents DATA --out discotag/plugins/phenomena/pronouns/weights.json

Gold are the entities of GUM (genres of free licences) and of LitBank (part `dev`; the resolver
learned from the other). They have no translations, so each text is "translated" into itself, once
for each of several languages: every noun has the gender that Wiktionary gives its first translation
(others one by a hash of the word), and the pronoun that of its entity. The tagger finds pairs,
resolves and tabulates candidates in this text as in any other. An entity's row is right; without
one, nothing is. The weights are fitted by maximum likelihood of the softmax, with a penalty.

`DATA` holds `ud/UD_English-GUM`, `coref/en_litbank` and `dict/wiktionary_2015`.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import FREE_GENRES, read_gum
from benchmarks.tasks.harness import tag
from discotag.core.discovery import discover
from discotag.core.document import Alignment, Document
from discotag.core.interfaces import Context
from discotag.core.registry import Registry
from discotag.core.tables import read_table
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.candidates import COLUMNS, NOTHING
from discotag.plugins.phenomena.pronouns.decide import Decider
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
from discotag.plugins.phenomena.pronouns.tagger import PronounOptions, PronounTagger

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.candidates import ResolvedPronoun, Table
    from discotag.plugins.phenomena.pronouns.decide import SourceCase

    Genders = Mapping[str, str]

LANGUAGES = {"fr": "fr", "es": "fr", "it": "fr", "de": "de"}
"""Languages whose genders nouns get → whose pronouns stand for them."""
FORMS = {
    "fr": {
        ("Masc", "Sing"): "il",
        ("Fem", "Sing"): "elle",
        ("Masc", "Plur"): "ils",
        ("Fem", "Plur"): "elles",
    },
    "de": {
        ("Masc", "Sing"): "er",
        ("Fem", "Sing"): "sie",
        ("Neut", "Sing"): "es",
    },
}
NUMBERS = {"it": "Sing", "they": "Plur", "them": "Plur"}
"""The pronouns that are learned from."""
UD_GENDER = {"m": "Masc", "f": "Fem", "n": "Neut"}
ENTRY = re.compile(r"^(\w+) \{n\}[^:]*:: [^{,]*\{(\w)")
PENALTY, STEPS, RATE, SURE = 0.0002, 3000, 0.02, 0.8
FIXED = {"pronoun": -1.0}
"""Weights that are not learned: an earlier pronoun is right as often as a noun, but names
nothing."""
LOST = 20
"""How many nouns of 256 lose their link."""


def genders(path: Path) -> Genders:
    """Read English nouns with the gender of their first translation."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = ENTRY.match(line)
        if match is not None and match[2] in UD_GENDER:
            found.setdefault(match[1].casefold(), UD_GENDER[match[2]])
    return found


def gender_of(lemma: str, known: Genders, *, has_neuter: bool) -> str:
    """Return the gender of a noun, by a hash where the dictionary does not have it."""
    kinds = ("Masc", "Fem", "Neut") if has_neuter else ("Masc", "Fem")
    found = known.get(lemma.casefold())
    if found is not None and found in kinds:
        return found
    return kinds[sha256(lemma.casefold().encode()).digest()[0] % len(kinds)]


def entities(gold: GoldDocument, source: Side) -> dict[TokenRef, str]:
    """Return the entity of each token that is the head of a mention."""
    found: dict[TokenRef, str] = {}
    for mention in gold.mentions:
        tokens = source[mention.segment]
        start = mention.start if mention.head is None else mention.head
        for i, (first, last) in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
            if first <= start < last:
                found.setdefault(TokenRef("source", mention.segment, i), mention.entity)
    return found


def is_lost(word: Token) -> bool:
    """Return whether a noun has no link, as aligners lose some."""
    key = f"{word.lemma} {word.index}"
    return word.upos == "NOUN" and sha256(key.encode()).digest()[1] < LOST


def translated(
    source: Side, language: str, of_place: Mapping[TokenRef, str], known: Genders
) -> Document:
    """Return a text with a translation that shows genders, word by word.

    Args:
        source: the text.
        language: whose pronouns stand in it.
        of_place: the entities of words.
        known: the genders of nouns.
    """
    forms = FORMS[language]
    has_neuter = ("Neut", "Sing") in forms
    of_entity: dict[str, str] = {}
    for place, entity in of_place.items():
        word = source[place.segment][place.token]
        if word.upos == "NOUN":
            of_entity.setdefault(entity, gender_of(word.lemma, known, has_neuter=has_neuter))
    target = []
    for segment in range(len(source)):
        tokens: Tokens = source[segment]
        words, feats = list(tokens.forms), []
        for word in tokens:
            own = {"Number": word.feats["Number"]} if "Number" in word.feats else {}
            number = NUMBERS.get(word.form.casefold())
            if word.upos == "NOUN":
                own["Gender"] = gender_of(word.lemma, known, has_neuter=has_neuter)
            if number is not None and word.upos == "PRON":
                entity_of_word = of_place.get(TokenRef("source", segment, word.index), "")
                gender = of_entity.get(entity_of_word, "Neut" if has_neuter else "")
                if (gender, number) in forms:
                    words[word.index] = forms[gender, number]
                    own = {"Gender": gender, "Number": number, "Person": "3"}
            feats.append(own)
        target.append(replace(tokens, forms=tuple(words), feats=tuple(feats), lemmas=tuple(words)))
    links = tuple(
        Alignment(tuple((word.index, word.index) for word in tokens if not is_lost(word)))
        for tokens in source.tokens or ()
    )
    side = replace(source, language=language, tokens=tuple(target), clusters=None, alternatives=())
    return Document("learned", source, side, alignment=links)


class Recorder(Decider):
    """A decider that keeps the tables that it makes."""

    def __init__(self, options: PronounOptions, *sorts: NounClasses) -> None:
        super().__init__(options, *sorts)
        self.tables: list[tuple[TokenRef, Table]] = []

    def table(self, case: SourceCase, earlier: Sequence[ResolvedPronoun]) -> Table:
        """Return the candidates of a pronoun, and keep them."""
        found = super().table(case, earlier)
        self.tables.append((TokenRef("source", case.pair.place.segment, case.pair.source), found))
        return found


class Choice(NamedTuple):
    """A pronoun's rows, the one of nothing last, and which of them are right."""

    rows: NDArray[np.float64]
    right: NDArray[np.bool_]


def tagger_into(language: str) -> tuple[PronounTagger, Recorder]:
    """Return the tagger of English and a language, with a recorder in it."""
    registry = Registry(discover())
    source, target = registry.language("en").info, registry.language(language).info
    path = target.table_paths()["pronouns"]
    table = read_table(path, language=language, phenomenon="pronouns", owner=target.package)
    context = Context(name="pronouns", source=source, target=target, tables={"pronouns": table})
    tagger = PronounTagger.create(context)
    options = context.read_options(PronounOptions)
    recorder = Recorder(options, NounClasses.of(source), NounClasses.of(target))
    tagger._decider = recorder
    return tagger, recorder


def choices(
    texts: Sequence[tuple[GoldDocument, Side]], known: Mapping[str, Genders], *, is_full: bool
) -> Iterator[Choice]:
    """Yield the choices of all pronouns in all languages.

    Args:
        texts: gold and analysed sides.
        known: the genders of each language.
        is_full: whether all entities are annotated: else pronouns without one say nothing.
    """
    for language, words in known.items():
        table = LANGUAGES[language]
        tagger, recorder = tagger_into(table)
        for gold, source in texts:
            of_place = entities(gold, source)
            recorder.tables.clear()
            for _ in tagger.mark(translated(source, table, of_place, words)):
                pass
            for pronoun, found in recorder.tables:
                entity = of_place.get(pronoun)
                if not found.candidates or found.nothing is None:
                    continue
                if entity is None and not is_full:
                    continue
                right = [
                    entity is not None
                    and of_place.get(one.evidence[0]._replace(side="source")) == entity
                    for one in found.candidates
                ]
                rows = [
                    [one.row.get(name, 0.0) for name in COLUMNS] + [0.0] * len(NOTHING)
                    for one in found.candidates
                ]
                nothing = [found.nothing.get(name, 0.0) for name in NOTHING]
                rows.append([0.0] * len(COLUMNS) + nothing)
                yield Choice(np.array(rows), np.array([*right, not any(right)]))


def fitted(found: Sequence[Choice]) -> NDArray[np.float64]:
    """Return the weights that make what is right likeliest, by Adam on all choices at once."""
    rows = np.concatenate([choice.rows for choice in found])
    right = np.concatenate([choice.right for choice in found])
    starts = np.cumsum([0, *(len(choice.rows) for choice in found[:-1])])
    sizes = [len(choice.rows) for choice in found]
    weights = np.zeros(rows.shape[1])
    is_fixed = np.array([name in FIXED for name in (*COLUMNS, *NOTHING)])
    weights[is_fixed] = [value for name, value in FIXED.items()]
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores = rows @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        shares = np.exp(scores)
        shares /= np.repeat(np.add.reduceat(shares, starts), sizes)
        good = np.where(right, shares, 0.0)
        wanted = good / np.repeat(np.maximum(np.add.reduceat(good, starts), 1e-12), sizes)
        slope = rows.T @ (shares - wanted) / len(found) + PENALTY * weights
        slope[is_fixed] = 0.0
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        size = RATE / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights -= size * mean / (1 - 0.9**step)
    return weights


def report(found: Sequence[Choice], weights: NDArray[np.float64]) -> str:
    """Return how many choices are right, and how many of those that are surer than .8."""
    best = named = right_named = right = 0
    for choice in found:
        scores = np.exp(choice.rows @ weights)
        scores /= scores.sum()
        top = int(scores.argmax())
        right += bool(choice.right[top])
        others = scores[:-1]
        first = int(others.argmax())
        if others[first] >= SURE:
            named += 1
            right_named += bool(choice.right[first])
        best += bool(choice.right[:-1].any())
    whole = len(found)
    return (
        f"{right}/{whole} right; named {named} of {best} that have one,"
        f" {right_named / max(named, 1):.3f} right"
    )


def main() -> None:
    """Learn the weights and write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--held-out", action="store_true", help="report on GUM dev, not learned")
    given = parser.parse_args()
    known = {
        language: genders(given.data / "dict/wiktionary_2015" / f"en-{language}-enwiktionary.txt")
        for language in LANGUAGES
    }
    folder = given.data / "ud/UD_English-GUM"
    parts = {
        split: [text for text in read_gum(folder, split) if text.genre in FREE_GENRES]
        for split in ("train", "dev")
    }
    parts["novels"] = list(read_litbank(given.data / "coref/en_litbank", "dev"))
    found = {
        name: list(choices(resolved(texts), known, is_full=name != "novels"))
        for name, texts in parts.items()
    }
    learned = [
        choice
        for name, some in found.items()
        if not given.held_out or name != "dev"
        for choice in some
    ]
    weights = fitted(learned)
    for name, some in found.items():
        print(name, report(some, weights))
    values = [round(float(value), 3) for value in weights]
    shipped = {
        "candidates": dict(zip(COLUMNS, values[: len(COLUMNS)], strict=True)),
        "nothing": dict(zip(NOTHING, values[len(COLUMNS) :], strict=True)),
    }
    given.out.write_text(json.dumps(shipped, indent=1) + "\n", encoding="utf-8")


def resolved(texts: Sequence[GoldDocument]) -> list[tuple[GoldDocument, Side]]:
    """Return gold texts with their sides as analysed and resolved by default."""
    lines = [[(line, line) for line in text.side.segments] for text in texts]
    tagged = tag(lines, "fr", "pronouns")
    return [(gold, done.document.source) for gold, done in zip(texts, tagged, strict=True)]


if __name__ == "__main__":
    main()
