"""Where models are looked for, what is refused, what the digest is made of."""

from __future__ import annotations

import json
import pickle
from types import SimpleNamespace

import pytest

from discotag.plugin import DiscotagError, NeedsModels, PluginError, UsageError
from discotag.testing.builders import context, tokens

pytest.importorskip("torch")
files = pytest.importorskip("discotag_neural.hub")
SimAligner = pytest.importorskip("discotag_neural.aligners.simalign_guard").SimAligner
TransformerAligner = pytest.importorskip("discotag_neural.aligners.transformer").TransformerAligner
pytestmark = pytest.mark.engine
BOTH = pytest.mark.parametrize("name", ["transformer", "simalign"])


def create(name: str, argument: str | None, **options):
    factory = {"transformer": TransformerAligner, "simalign": SimAligner}[name]
    return factory.create(context(name=name, argument=argument, **options))


@BOTH
def test_a_model_that_was_not_fetched_is_named_with_the_command(name, tmp_path):
    cure = f"try: discotag download fr --engine {name}:someone/encoder --dir {tmp_path}"
    with pytest.raises(PluginError, match=f"aligner {name}: .*'someone/encoder'.*{cure}"):
        create(name, "someone/encoder", dir=tmp_path)


def test_without_a_name_it_is_multilingual_bert(tmp_path):
    with pytest.raises(PluginError, match="bert-base-multilingual-cased"):
        create("transformer", None, dir=tmp_path)


@pytest.mark.parametrize("argument", ["./nowhere", "/no/such/folder", "~/no-such-folder"])
def test_a_folder_that_is_not_there_is_no_name_on_the_hub(argument):
    with pytest.raises(PluginError, match=r"does not exist; name --aligner transformer:FOLDER"):
        create("transformer", argument)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "model.safetensors").touch()
    with pytest.raises(PluginError, match="is a file"):
        create("transformer", str(tmp_path / "model.safetensors"))


@BOTH
def test_an_empty_folder_is_no_model(name, tmp_path):
    pytest.importorskip("simalign")
    with pytest.raises(PluginError, match=f"aligner {name}: the model in .* cannot be loaded"):
        create(name, str(tmp_path))


def test_a_broken_checkpoint_is_told(bert_in):
    folder = bert_in("broken")
    (folder / "model.safetensors").write_bytes(b"\x10\0\0\0\0\0\0\0 no header")
    with pytest.raises(PluginError, match=r"cannot be loaded by Transformers \d.*config.json"):
        create("transformer", str(folder))


def test_weights_of_another_architecture_are_refused(bert_in):
    folder = bert_in("other")
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 6}), "utf-8")
    with pytest.raises(PluginError, match=r"lack 32 of the model's parameters \(encoder.layer.4"):
        create("transformer", str(folder))


@BOTH
def test_a_layer_that_is_not_there_is_refused(name, tiny_bert):
    pytest.importorskip("simalign")
    with pytest.raises(UsageError, match=r"layer 9 was asked for, but the model in .* has 4"):
        create(name, str(tiny_bert), layer=9)


def test_a_device_that_is_not_there_is_refused(tiny_bert):
    with pytest.raises(UsageError, match="device 'cuda:77' cannot be used here"):
        create("transformer", str(tiny_bert), device="cuda:77")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "mwmf"}, "method: Input should be 'softmax', 'argmax', 'itermax' or 'match'"),
        ({"method": "softmax", "distortion": 0.5}, "softmax has none"),
        ({"threshold": 2}, "threshold: Input should be less than 1"),
        ({"windows": 3}, "windows: Nothing of this name"),
    ],
)
def test_options_are_checked(options, message, tiny_bert):
    with pytest.raises(UsageError, match=message):
        create("transformer", str(tiny_bert), **options)


def test_pickled_code_is_not_run(awesome_in, tmp_path):
    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "was-run"), "w"))

    folder = awesome_in("evil")
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({"bert": Evil()}))
    with pytest.raises(PluginError, match="cannot be loaded"):
        create("transformer", str(folder))
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("is_cased", [True, False])
def test_a_vocabulary_with_capitals_is_not_lower_cased(is_cased, awesome_in):
    folder = awesome_in("silent", is_cased=is_cased, says_case=False)
    tokenizer = create("transformer", str(folder))._encoder.tokenizer
    assert tokenizer.tokenize("Ab") == (["A", "##b"] if is_cased else ["a", "##b"])


def test_a_fetched_model_is_found_by_name_and_revision(bert_in, tmp_path):
    commit = "abc123" + "0" * 34
    folder = bert_in(f"cache/models--someone--encoder/snapshots/{commit}")
    refs = folder.parents[1] / "refs"
    refs.mkdir()
    (refs / "main").write_text(commit, "utf-8")
    line = tokens("a cat")
    place = tmp_path / "cache"
    by_name = create("transformer", "someone/encoder", dir=place)
    assert by_name.align([(line, line)])[0].links
    assert create("transformer", "someone/encoder", dir=place, revision=commit).digest
    with pytest.raises(PluginError, match=r"at revision old.*--set transformer.revision=old"):
        create("transformer", "someone/encoder", dir=place, revision="old")


def test_the_digest_is_of_weights_and_of_what_decides_links(bert_in):
    folder, other = str(bert_in("one")), str(bert_in("two", seed=2))
    plain = create("transformer", folder).digest
    assert len(plain) == 12
    assert create("transformer", folder, layer=3, device="cpu", batch_tokens=9).digest == plain
    digests = {
        plain,
        create("transformer", other).digest,
        create("transformer", folder, layer=2).digest,
        create("transformer", folder, method="softmax").digest,
        create("transformer", folder, dtype="bfloat16").digest,
    }
    assert len(digests) == 5


@pytest.mark.parametrize("factory", [TransformerAligner, SimAligner])
def test_what_is_missing_is_told_before_a_run(factory, tmp_path, tiny_bert):
    assert isinstance(factory, NeedsModels)
    (lacks,) = factory.missing(context(name="it", argument="a/b", dir=tmp_path))
    assert (lacks.what, lacks.cure) == (
        "the model a/b", f"discotag download fr --engine it:a/b --dir {tmp_path}"
    )  # fmt: skip
    assert list(factory.missing(context(name="it", argument=str(tiny_bert)))) == []


@pytest.fixture
def hub(monkeypatch) -> list[dict]:
    """A hub that has one model, and writes down what is asked of it."""
    import huggingface_hub

    asked = []
    files = {"model.safetensors": 7_000_000, "pytorch_model.bin": 7_000_000, "config.json": 900}
    files["onnx/model.safetensors"] = 5_000_000

    def model_info(self, name, **rest):
        if name != "someone/encoder":
            raise RuntimeError("no such host")  # the network's library has errors of its own
        siblings = [SimpleNamespace(rfilename=file, size=size) for file, size in files.items()]
        return SimpleNamespace(siblings=siblings, card_data=SimpleNamespace(license="mit"))

    def download(name, **rest):
        asked.append({"name": name, **rest})
        return "/cache"

    monkeypatch.delenv("DISCOTAG_OFFLINE", raising=False)
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", model_info)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    return asked


def test_fetching_tells_size_and_licence_and_takes_no_pickles(hub):
    told = []
    TransformerAligner.fetch(context(name="transformer", argument="someone/encoder"), told.append)
    assert told[0] == "someone/encoder: 7 MB, licence: mit"
    assert files.SAFE_WEIGHTS in hub[0]["allow_patterns"]
    assert files.OLD_WEIGHTS not in hub[0]["allow_patterns"]


def test_what_the_hub_does_not_give_is_told(hub):
    with pytest.raises(
        DiscotagError, match=r"the model a/b cannot be fetched \(RuntimeError: no such"
    ):
        SimAligner.fetch(context(name="simalign", argument="a/b"), print)


def test_a_folder_that_is_not_there_is_not_asked_of_the_hub(hub):
    with pytest.raises(UsageError, match="there is no folder /nowhere/model"):
        TransformerAligner.fetch(context(name="transformer", argument="/nowhere/model"), print)
    assert hub == []


def test_offline_nothing_is_fetched(hub, monkeypatch):
    monkeypatch.setenv("DISCOTAG_OFFLINE", "1")
    with pytest.raises(UsageError, match="offline"):
        TransformerAligner.fetch(context(name="transformer", argument="someone/encoder"), print)
    assert hub == []
