"""Trees and lemmas of a batch at once: those of spaCy's own parser and lemmatizer."""

import random
from collections.abc import Callable

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from discotag.demo import demo_files
from discotag.language.threads import one_thread
from discotag.plugins.analyzers.embedded import trees
from discotag.plugins.analyzers.embedded.affixes import MARKS
from discotag.plugins.analyzers.embedded.analyzer import load
from discotag.plugins.analyzers.embedded.conversion import analyze_with
from discotag.plugins.analyzers.embedded.inference import read_as
from discotag.plugins.analyzers.embedded.products import multiply_in_blocks
from discotag.plugins.analyzers.embedded.trees import Lemmas, Trees

ODD = ["", "!", "?! ...", "x " * 120, "the " * 60, "( ( ( ) ) )", "to to to be be or or"]


@pytest.fixture
def pipelines(embedded) -> Callable[[str], tuple[Language, Language]]:
    """Return a language's pipeline with spaCy's own parts, and as analysis has it."""

    def loaded(language: str) -> tuple[Language, Language]:
        path = embedded(language)._given
        fast = load(path)  # first, since it makes the pipeline's parts known to spaCy
        plain = multiply_in_blocks(spacy.load(path))
        return read_as(plain, plain.meta.get(MARKS, {})), fast

    return loaded


def texts(language: str) -> list[str]:
    found = demo_files("fr" if language == "en" else language)
    path = found.source if language == "en" else found.reference
    return path.read_text(encoding="utf-8").splitlines()


def words(language: str) -> list[str]:
    """Return lines of words drawn at random, whose trees are as odd as trees can be."""
    draw = random.Random(7)
    known = " ".join(texts(language)).split()
    return [" ".join(draw.choices(known, k=draw.randint(1, 40))) for _ in range(300)]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_trees_and_lemmas_are_those_of_spacys_own_loops(pipelines, language):
    plain, fast = pipelines(language)
    assert isinstance(fast.get_pipe("parser"), Trees)
    assert isinstance(fast.get_pipe("trainable_lemmatizer"), Lemmas)
    lines = [*texts(language), *ODD, *words(language)]
    with one_thread():
        assert list(analyze_with(fast, lines)) == list(analyze_with(plain, lines))


def test_a_text_with_sentences_of_its_own_goes_to_spacys_parser(pipelines):
    lines = texts("fr")[:40]
    with one_thread():
        plain, fast = (list(analyze_with(nlp, lines, preset=False)) for nlp in pipelines("fr"))
    assert fast == plain


def test_a_segments_tree_does_not_follow_from_its_neighbors(pipelines):
    _, nlp = pipelines("fr")
    lines = words("fr")
    with one_thread():
        together = list(analyze_with(nlp, lines))
        assert [next(analyze_with(nlp, [line])) for line in lines[:25]] == together[:25]


def test_a_lemma_that_is_there_is_kept_and_results_may_be_dropped(pipelines, monkeypatch):
    monkeypatch.setattr(trees, "MOST_FORMS", 1)
    _, nlp = pipelines("fr")
    lemmatizer = nlp.get_pipe("trainable_lemmatizer")
    for _ in range(2):
        doc = nlp.get_pipe("tok2vec")(nlp.make_doc("Elles étaient belles"))
        doc[2].lemma_ = "written"
        lemmatizer(doc)
        assert [token.lemma_ for token in doc][1:] == ["être", "written"]
    empty = Doc(nlp.vocab)
    assert len(nlp.get_pipe("parser")(lemmatizer(empty))) == 0
