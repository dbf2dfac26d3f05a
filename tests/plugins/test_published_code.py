"""Profile `muda` against the rules of the published MuDA code, told anew, on random documents.

The rules are those of version 98ac004 (`muda/langs/__init__.py`); each is told below in a few lines
over plain lists, with nothing of ours but the packs' lists of words and spaCy's stop words.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from spacy.util import get_lang_class

from discotag.core.document import Cluster, Mention
from discotag.core.interfaces import Context
from discotag.core.registry import open_registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.testing import document, side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry

TARGETS = (
    "ar",
    "de",
    "es",
    "fr",
    "he",
    "it",
    "ja",
    "ko",
    "nl",
    "pt",
    "ro",
    "ru",
    "tr",
    "zh",
    "zh-tw",
)
PHENOMENA = ("formality", "lexical_cohesion", "pronouns", "verb_form")
Found = set[tuple[int, int]]


def bare(word: str) -> str:
    return re.sub(r"^\W+|\W+$", "", word.lower())


def formality(built: Document, classes: dict[str, list[str]]) -> Found:
    of_word = {word: name for name, words in classes.items() for word in words}
    seen: set[str] = set()
    found: Found = set()
    for segment, tokens in enumerate(built.target):
        for token, form in enumerate(tokens.forms):
            name = of_word.get(bare(form))
            if name in seen:
                found.add((segment, token))
            elif name is not None:
                seen.add(name)
    return found


def verb_form(built: Document, tenses: set[str]) -> Found:
    seen: set[str] = set()
    found: Found = set()
    for segment, tokens in enumerate(built.target):
        for token in tokens:
            for tense in tenses.intersection(token.feats.get("Tense", "").split(",")):
                if token.upos == "VERB" and tense in seen:
                    found.add((segment, token.index))
                elif token.upos == "VERB":
                    seen.add(tense)
    return found


def cohesion(built: Document) -> Found:
    counted: Counter[tuple[str, str]] = Counter()
    found: Found = set()
    for segment, (source, target) in enumerate(zip(built.source, built.target, strict=True)):
        here: Counter[tuple[str, str]] = Counter()
        for i, j in dict(built.links(segment).links).items():
            pair = source.forms[i], target.forms[j]
            if counts(pair[0], "en") and counts(pair[1], built.target.language):
                if counted[pair] >= 3:
                    found.add((segment, j))
                here[pair] += 1
        counted += here
    return found


@lru_cache
def counts(form: str, language: str) -> bool:
    stops = get_lang_class(language.partition("-")[0]).Defaults.stop_words
    is_punctuation = all(re.fullmatch(r"[!?,.。、—]", letter) for letter in form)
    return form.lower() not in stops and not is_punctuation


def pronouns(built: Document, lists: dict[str, list[str]]) -> Found:
    found: Found = set()
    for segment, (source, target) in enumerate(zip(built.source, built.target, strict=True)):
        follows = {
            token
            for cluster in built.source.clusters or ()
            for mention in [m for m in cluster.mentions if m.segment == segment][1:]
            for token in range(mention.start, mention.end)
        }
        for i, j in dict(built.links(segment).links).items():
            if segment and i not in follows and source.upos[i] == target.upos[j] == "PRON":
                listed = lists.get(bare(source.forms[i]), [])
                found |= {(segment, j)} if bare(target.forms[j]) in listed else set()
    return found


@pytest.fixture(scope="module")
def registry() -> Registry:
    return open_registry()


@pytest.mark.parametrize("language", TARGETS)
def test_profile_muda_tags_what_the_published_code_tags(language: str, registry: Registry):
    plain = RunConfig(source_language="en", target_language=language, profile="muda")
    planned = plan(plain, registry)
    read = {name: registry.table(language, name, source="en") for name in PHENOMENA}
    tables = {name: table for name, table in read.items() if table is not None}
    published = {
        name: table.data.get("published", {}).get("muda") for name, table in tables.items()
    }
    words = published.get("formality") or {"words": {}}
    classes = {} if language in words.get("not_for", ()) else words["words"]
    lists = (published.get("pronouns") or {"words": {"en": {}}})["words"]["en"]
    forms = (published.get("verb_form") or {}).get("form", [])
    tenses = {form["when"]["feats"]["Tense"] for form in forms}
    taggers = {
        choice.info.phenomenon: choice.info.load().create(
            Context(
                name=choice.info.name,
                source=planned.source,
                target=planned.target,
                side=None,
                tables=tables,
                argument=None,
                options=choice.options,
            )
        )
        for choice in planned.taggers
    }
    total: Counter[str] = Counter()
    for built in drawn(random.Random(language), planned.target, classes, lists):
        theirs = {
            "formality": formality(built, classes),
            "lexical_cohesion": cohesion(built),
            "pronouns": pronouns(built, lists),
            "verb_form": verb_form(built, tenses),
        }
        for phenomenon, found in theirs.items():
            marks = taggers[phenomenon].mark(built) if phenomenon in taggers else ()
            ours = {(mark.segment, mark.token) for mark in marks if mark.is_tag}
            assert ours == found, (phenomenon, built)
            total[phenomenon] += len(found)
    assert total["lexical_cohesion"] > 5
    assert bool(total["formality"]) == bool(classes)
    assert bool(total["pronouns"]) == bool(lists)
    assert bool(total["verb_form"]) == bool(tenses)


def drawn(
    draw: random.Random,
    target: LanguagePack,
    classes: dict[str, list[str]],
    lists: dict[str, list[str]],
) -> Iterator[Document]:
    """Draw documents of a few words that come again and again, those of the lists among them."""
    words = [word for listed in (*classes.values(), *lists.values()) for word in listed]
    words = [*words, *(f"-{word.capitalize()}" for word in words), "12", ">", ".", "Maire", "maire"]
    english = [
        *lists,
        *(word.capitalize() for word in lists),
        "12",
        ">",
        "the",
        "mayor",
        "Mayor",
        ".",
    ]
    kinds = ("PRON", "PRON", "NOUN", "VERB", "AUX", "PUNCT")
    for _ in range(25):
        lines, translations, links = [], [], []
        some_english, some_words = draw.sample(english, 3), draw.sample(words, 4)
        for _ in range(draw.randint(6, 14)):
            lines.append(sentence(draw, some_english, kinds))
            translations.append(sentence(draw, some_words, kinds))
            sizes = len(lines[-1].split()), len(translations[-1].split())
            pairs = {(draw.randrange(sizes[0]), draw.randrange(sizes[1])) for _ in range(12)}
            links.append(" ".join(f"{i}-{j}" for i, j in sorted(pairs)))
        clusters = [cluster(draw, lines) for _ in range(2)]
        yield document(side("en", lines, clusters=clusters), side(target.code, translations), links)


def sentence(draw: random.Random, words: list[str], kinds: tuple[str, ...]) -> str:
    features = ("_", "Tense=Past", "Tense=Imp", "Tense=Fut", "Tense=Pqp", "Tense=Pres")
    return " ".join(
        f"{draw.choice(words)}//{draw.choice(kinds)}/{draw.choice(features)}"
        for _ in range(draw.randint(2, 7))
    )


def cluster(draw: random.Random, lines: list[str]) -> Cluster:
    """Draw mentions of one thing, of one or two words each."""
    spots = {
        (segment, draw.randrange(len(lines[segment].split()))) for segment in range(len(lines))
    }
    inside = draw.randrange(len(lines))
    spots |= {(inside, token) for token in range(len(lines[inside].split())) if draw.random() < 0.5}
    mentions = [
        Mention(segment, start, min(start + draw.randint(1, 2), len(lines[segment].split())), start)
        for segment, start in sorted(spots)
    ]
    return Cluster(tuple(mentions))
