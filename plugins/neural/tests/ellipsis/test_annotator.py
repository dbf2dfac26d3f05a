"""The annotator's sites: those of the model, whatever the batch, and its faults named."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("discotag_neural")

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("accelerate")

import numpy as np
import torch

from discotag.plugin import NeedsModels, PluginError, Side, UsageError
from discotag.testing.builders import context, side
from discotag_neural.ellipsis.annotator import EllipsisModel
from discotag_neural.ellipsis.classifier import Classifier, load_tokenizer
from discotag_neural.ellipsis.examples import Level, windows

pytestmark = pytest.mark.engine
LINES = ["Ada left the house .", "But Gus did n't .", "", "Ivo took plums and Lou figs ."]


def annotator(folder, **options):
    return EllipsisModel.create(
        context(
            name="ellipsis-model", bound="source", argument=str(folder), device="cpu", **options
        )
    )


def classifier(folder, **changes):
    settings = {"device": "cpu", "dtype": "float32", "length": 64, "batch_tokens": 999}
    return Classifier.load(folder, component="ellipsis-model", **{**settings, **changes})


def test_each_segment_has_its_sites_with_kind_and_confidence(trained):
    made = annotator(trained("plain")[0])
    (first,) = made.annotate([side("en", LINES)])
    assert [[(token, kind) for token, kind, _ in sites] for sites in first] == [
        [], [(2, "vp")], [], [(4, "gapping")],
    ]  # fmt: skip
    assert all(0.5 <= confidence <= 1 for sites in first for _, _, confidence in sites)


def test_a_higher_threshold_leaves_fewer_sites(trained):
    folder, _ = trained("plain")
    ((site,),) = annotator(folder).annotate([side("en", LINES[1:2])])[0]
    assert annotator(folder, threshold=min(1.0, site[2] + 1e-5)).annotate(
        [side("en", LINES[1:2])]
    ) == [[()]]


def test_documents_keep_their_segments(trained):
    made = annotator(trained("plain")[0])
    together = made.annotate([side("en", LINES), side("en", []), side("en", LINES[1:])])
    assert [len(document) for document in together] == [4, 0, 3]
    assert together[2] == together[0][1:]


def test_a_model_of_segments_gives_one_site_on_the_last_word(trained):
    made = annotator(trained("whole", level="segment")[0])
    (found,) = made.annotate([side("en", LINES)])
    assert [[(token, kind) for token, kind, _ in sites] for sites in found[:3]] == [
        [], [(3, "vp")], [],
    ]  # fmt: skip


def test_the_batch_does_not_matter(trained):
    lines = [line.split() for line in (LINES[0], LINES[1], LINES[3])] * 3 + [["Gus"], ["did"] * 20]
    folder, _ = trained("plain")
    together = classifier(folder).probabilities(lines)
    for words, rows in zip(lines, together, strict=True):
        (alone,) = classifier(folder, batch_tokens=1).probabilities([words])
        assert np.allclose(rows, alone, atol=1e-5)


def test_a_long_segment_is_read_in_windows_and_each_word_judged_by_its_own(trained):
    folder, _ = trained("plain")
    words = ["Gus", "did", "plums", "But"] * 10  # a subword each
    (rows,) = classifier(folder, length=16).probabilities([words])
    tokenizer = load_tokenizer(folder, "test")
    judged = []
    for part in windows(tokenizer, [words], Level.TOKEN, 16):
        place, word = next(iter(part.places.items()))
        start = word - (place - 1)  # behind [CLS]
        (alone,) = classifier(folder).probabilities([words[start : start + len(part.ids) - 2]])
        for place, word in part.places.items():
            assert np.allclose(rows[word], alone[place - 1], atol=1e-5)
            judged.append(word)
    assert sorted(judged) == list(range(40))


def test_a_word_belongs_to_the_window_where_it_is_furthest_from_an_edge(encoder):
    tokenizer = load_tokenizer(encoder, "test")
    words = ["did"] * 30
    parts = list(windows(tokenizer, [words], Level.TOKEN, 14))
    owned = [word for part in parts for word in part.places.values()]
    assert sorted(owned) == list(range(30))
    assert len(parts) > 2
    assert max(parts[0].places) < 12  # the last of the first window's is told by the next


def test_segments_keep_their_numbers_however_many_there_are(encoder, monkeypatch):
    tokenizer = load_tokenizer(encoder, "test")
    texts = [["Gus"] * (size + 1) for size in range(30)]
    wanted = list(windows(tokenizer, texts, Level.TOKEN, 14))
    monkeypatch.setattr("discotag_neural.ellipsis.examples.AT_ONCE", 7)
    assert list(windows(tokenizer, texts, Level.TOKEN, 14)) == wanted
    assert wanted[-1].segment == 29


def test_a_word_without_subwords_is_no_site(trained):
    folder, _ = trained("plain")
    (rows,) = classifier(folder).probabilities([["\u200b", "did", "\xad"]])
    assert rows.shape == (3, 3)
    assert np.allclose(rows.sum(axis=1), 1, atol=1e-5)


def test_a_batch_that_does_not_fit_is_halved(trained, monkeypatch):
    folder, _ = trained("plain")
    lines = [line.split() for line in (LINES[0], LINES[1], LINES[3])]
    expected = classifier(folder).probabilities(lines)
    sizes = []
    real = Classifier._forward

    def narrow(self, batch):
        sizes.append(len(batch))
        if len(batch) > 1:
            raise torch.OutOfMemoryError("full")
        return real(self, batch)

    monkeypatch.setattr(Classifier, "_forward", narrow)
    halved = classifier(folder).probabilities(lines)
    assert sizes[0] == 3
    assert all(np.allclose(a, b, atol=1e-5) for a, b in zip(halved, expected, strict=True))


def test_a_window_that_never_fits_is_told(trained, monkeypatch):
    def full(*_):
        raise torch.OutOfMemoryError("full")

    monkeypatch.setattr(Classifier, "_forward", full)
    with pytest.raises(PluginError, match="does not fit into the memory of cpu"):
        classifier(trained("plain")[0]).probabilities([["Gus"]])


def test_no_model_wrong_model_and_broken_model_are_told(encoder, trained, tmp_path):
    with pytest.raises(UsageError, match="--annotator ellipsis-model:DIR"):
        EllipsisModel.create(context(name="ellipsis-model", bound="source"))
    with pytest.raises(PluginError, match="does not exist; name a classifier's folder"):
        annotator(tmp_path / "no")
    with pytest.raises(PluginError, match=r"lacks config\.json"):
        annotator(tmp_path)
    with pytest.raises(PluginError, match="BertModel with labels LABEL_0, LABEL_1, and not"):
        annotator(encoder)
    broken = shutil.copytree(trained("plain")[0], tmp_path / "broken")
    (broken / "model.safetensors").write_bytes(b"\0" * 99)
    with pytest.raises(PluginError, match="cannot be loaded by Transformers"):
        annotator(broken)
    with pytest.raises(UsageError, match="ellipsis-model: there is no device 'nonsense'"):
        classifier(trained("plain")[0], device="nonsense")


def test_a_classifier_of_two_unnamed_labels_is_one_too(trained, tmp_path):
    folder = shutil.copytree(trained("whole", level="segment")[0], tmp_path / "unnamed")
    text = (folder / "config.json").read_text("utf-8")
    text = text.replace('"none"', '"LABEL_0"').replace('"ellipsis"', '"LABEL_1"')
    (folder / "config.json").write_text(text, "utf-8")
    assert classifier(folder).labels == ("none", "ellipsis")


def test_it_says_what_is_missing_and_that_nothing_can_be_fetched(trained, tmp_path):
    assert isinstance(EllipsisModel, NeedsModels)
    bare = context(name="ellipsis-model", bound="source")
    (item,) = EllipsisModel.missing(bare)
    assert item.cure.startswith("discotag train ellipsis")
    lost = context(name="ellipsis-model", bound="source", argument="nowhere")
    assert [item.what for item in EllipsisModel.missing(lost)] == [
        "a trained classifier in nowhere"
    ]
    there = context(name="ellipsis-model", bound="source", argument=str(trained("plain")[0]))
    assert list(EllipsisModel.missing(there)) == []
    with pytest.raises(UsageError, match="trained, not fetched"):
        EllipsisModel.fetch(bare, print)


def test_it_reads_tokens_alone(trained):
    seen = side("en", LINES).restricted(frozenset({"tokens"}))
    assert isinstance(seen, Side)
    assert annotator(trained("plain")[0]).annotate([seen])[0][1]
