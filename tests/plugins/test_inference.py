"""Layers without training: the bits of thinc's own, and each word's vector computed once."""

import numpy as np
import pytest
import spacy
from spacy.language import Language

from discotag.language.threads import one_thread
from discotag.plugins.analyzers.embedded import inference
from discotag.plugins.analyzers.embedded.affixes import FEATURES
from discotag.plugins.analyzers.embedded.analyzer import load
from discotag.plugins.analyzers.embedded.products import BlockOps, multiply_in_blocks

TEXTS = ["The cat sat on the mat.", "It was the cat, the cat itself!", "", "Mats."]


@pytest.fixture
def pair(embedded) -> tuple[Language, Language]:
    """Return the French pipeline as thinc computes it and as analysis does."""
    path = embedded("fr")._given
    fast = load(path)  # first, since it makes the pipeline's parts known to spaCy
    return multiply_in_blocks(spacy.load(path)), fast


def vectors(nlp: Language, texts: list[str]) -> list[np.ndarray]:
    docs = [nlp.make_doc(text) for text in texts]
    with one_thread():
        return nlp.get_pipe("tok2vec").predict(docs)


def test_vectors_have_the_bits_of_thincs_layers(pair):
    for plain, fast in zip(*(vectors(nlp, TEXTS) for nlp in pair), strict=True):
        np.testing.assert_array_equal(fast, plain)


def test_vectors_are_the_same_where_words_were_seen_before(pair):
    _, fast = pair
    first = vectors(fast, TEXTS)
    for again, before in zip(vectors(fast, TEXTS[::-1])[::-1], first, strict=True):
        np.testing.assert_array_equal(again, before)


def test_a_word_is_computed_once_until_the_table_is_full(monkeypatch):
    computed = []

    def compute(_model, docs, _is_train):
        computed.extend(token.text for doc in docs for token in doc)
        return [np.array([[len(token)] for token in doc], dtype=np.float32) for doc in docs], None

    kept = inference.KeptVectors(compute)
    model = type("Model", (), {"get_dim": lambda *_: 1})()
    make = spacy.blank("en").make_doc
    for text in ("one two one", "two three"):
        found, _ = kept(model, [make(text)], False)
        assert found[0].ravel().tolist() == [float(len(word)) for word in text.split()]
    assert computed == ["one", "two", "three"]
    monkeypatch.setattr(inference, "MOST_WORDS", 3)
    kept(model, [make("one")], False)
    assert computed == ["one", "two", "three", "one"]
    assert kept(model, [make("")], False)[0][0].shape == (0, 1)


def test_a_pipeline_for_analysis_cannot_be_trained(pair):
    model = pair[1].get_pipe("tok2vec").model
    embedding = next(
        node for node in model.walk() if [layer.name for layer in node.layers][:1] == [FEATURES]
    )
    _, back = embedding([pair[1].make_doc("Un chat.")], True)
    with pytest.raises(RuntimeError, match=r"spacy\.load"):
        back([])


def test_a_layer_of_maxout_and_norm_is_that_of_thinc():
    from thinc.api import Maxout

    layer = Maxout(nO=7, nI=5, nP=3, normalize=True)
    layer.initialize()
    for node in layer.walk():
        node.ops = BlockOps()
    rows = np.random.default_rng(0).standard_normal((37, 5), dtype=np.float32)
    expected = layer.predict(rows)
    np.testing.assert_array_equal(inference.maxout_and_norm(layer, rows, False)[0], expected)


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_a_stored_tokenizer_is_that_of_the_pipeline(embedded, code):
    path = embedded(code)._given
    fast = load(path)
    assert fast.tokenizer.to_bytes() == spacy.load(path).tokenizer.to_bytes()
