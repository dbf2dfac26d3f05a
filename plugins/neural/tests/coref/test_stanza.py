"""Plumbing of the coreference resolver `stanza`, on a model with random weights."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("torch")
stanza = pytest.importorskip("stanza")
pytest.importorskip("peft")

from discotag.plugin import NeedsModels, PluginError  # noqa: E402
from discotag.testing.builders import context, side  # noqa: E402
from discotag_neural.coref.stanza_resolver import StanzaCoref  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.plugin import Cluster

pytestmark = [
    pytest.mark.engine,
    pytest.mark.filterwarnings("ignore:.is_gradient_checkpointing:FutureWarning"),  # peft
]

LINES = [
    "The old dog saw a cat .",
    "",
    "It barked , and then she ran to him .",
    "They were friends .",
]
NAME = "tiny-lora"


@pytest.fixture(scope="module")
def models(tiny_roberta: tuple[Path, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a random model with an adapter, as Stanza publishes them, and its list of models."""
    import torch
    from stanza.models.coref.config import Config
    from stanza.models.coref.model import CorefModel
    from transformers import AutoTokenizer, RobertaModel

    source, config = tiny_roberta
    encoder = tmp_path_factory.mktemp("encoder")
    torch.manual_seed(11)
    RobertaModel(config).save_pretrained(encoder)
    AutoTokenizer.from_pretrained(source).save_pretrained(encoder)
    settings = Config(
        section="tiny", data_dir="", save_dir="", save_name=NAME, train_data="", dev_data="",
        test_data="", device="cpu", bert_model=str(encoder), bert_window_size=64,
        embedding_size=8, sp_embedding_size=64, a_scoring_batch_size=128, hidden_size=32,
        n_hidden_layers=1, max_span_len=10, rough_k=20, lora=True, lora_alpha=8, lora_rank=4,
        lora_dropout=0.1, full_pairwise=True, lora_target_modules=["query", "value"],
        lora_modules_to_save=[], clusters_starts_are_singletons=True, bert_finetune=False,
        dropout_rate=0.3, learning_rate=1e-3, bert_learning_rate=1e-4,
        bert_finetune_begin_epoch=0.5, train_epochs=1, plateau_epochs=0, bce_loss_weight=0.5,
        tokenizer_kwargs={}, conll_log_dir="", save_each_checkpoint=False, log_norms=False,
        singletons=True, max_train_len=1000, use_zeros=True, lang_lr_attenuation="",
        lang_lr_weights="",
    )  # fmt: skip
    model = CorefModel(config=settings, build_optimizers=False)
    with torch.no_grad():
        for part in ("rough_scorer", "a_scorer", "zeros_predictor"):
            for value in model.trainable[part].parameters():
                value.normal_(0.0, 0.7)
    folder = tmp_path_factory.mktemp("stanza")
    (folder / "en" / "coref").mkdir(parents=True)
    model.save_weights(str(folder / "en" / "coref" / f"{NAME}.pt"), save_optimizers=False)
    index = {
        "en": {
            "coref": {NAME: {"md5": ""}},
            "packages": {"default": {"optional": {"coref": NAME}}},
        },
        "url": "",
    }
    (folder / "resources.json").write_text(json.dumps(index), encoding="utf-8")
    return folder


def made(
    models: Path, code: str = "en", argument: str | None = None, **options: Any
) -> StanzaCoref:
    options = {"dir": models, "device": "cpu", **options}
    made = context("fr", source=code, name="stanza", bound="source", argument=argument, **options)
    return StanzaCoref.create(made)


@pytest.fixture(scope="module")
def resolver(models: Path) -> StanzaCoref:
    return made(models)


def spans(found: Sequence[Cluster]) -> list[list[tuple[int, int, int]]]:
    return [[(m.segment, m.start, m.end) for m in cluster.mentions] for cluster in found]


def directly(resolver: StanzaCoref, lines: list[str]) -> list[list[tuple[int, int, int]]]:
    """What Stanza says of the words, in the words of `stitched`."""
    filled = [index for index, line in enumerate(lines) if line]
    document = resolver._pipeline([lines[index].split() for index in filled])
    groups = []
    for chain in document.coref:
        group = {
            (filled[m.sentence], m.start_word, m.end_word)
            for m in chain.mentions
            if not isinstance(m.start_word, tuple)
        }
        group -= {span for other in groups for span in other}
        groups.append(sorted(group))
    return sorted(group for group in groups if len(group) > 1)


def test_a_short_document_gets_what_stanza_says(resolver: StanzaCoref) -> None:
    (found,) = resolver.resolve([side("en", LINES)])
    assert found
    assert spans(found) == directly(resolver, LINES)


def test_the_same_document_always_gets_the_same(resolver: StanzaCoref) -> None:
    document = side("en", LINES)
    first, other, again = resolver.resolve([document, side("en", LINES[2:]), document])
    assert first == again
    assert first != other


def test_unspoken_words_are_mentions_only_if_asked_for(models: Path) -> None:
    with_verbs = made(models, zeros=True).resolve([side("en", LINES)])[0]
    without = made(models).resolve([side("en", LINES)])[0]
    assert sum(len(c.mentions) for c in with_verbs) > sum(len(c.mentions) for c in without)


def test_a_long_document_is_resolved_in_windows(models: Path) -> None:
    lines = [line for line in LINES * 3 if line]
    cut = made(models, window=24, overlap=12)
    (found,) = cut.resolve([side("en", lines)])
    linked = [set(cluster) for cluster in spans(found)]
    for cluster in directly(cut, lines[:3]):
        assert any(set(cluster) <= of for of in linked)


def test_a_language_without_a_model_takes_englishs(models: Path, resolver: StanzaCoref) -> None:
    italian = made(models, "it").resolve([side("it", LINES)])
    assert italian == resolver.resolve([side("en", LINES)])


def test_the_model_can_be_named(models: Path, resolver: StanzaCoref) -> None:
    assert made(models, argument=NAME).digest == resolver.digest


@pytest.mark.parametrize("lines", [[], [""], ["It"], ["", ""]], ids=repr)
def test_next_to_nothing_has_no_clusters(resolver: StanzaCoref, lines: list[str]) -> None:
    assert resolver.resolve([side("en", lines)])[0] == ()


def test_words_that_cannot_be_seen_do_no_harm(resolver: StanzaCoref) -> None:
    class Deaf:
        """A tokenizer that makes nothing of a zero-width word."""

        def __init__(self, own: Any) -> None:
            self.own = own

        def tokenize(self, word: str) -> list[str]:
            return [] if word == "\u200b" else self.own.tokenize(word)

    deaf = StanzaCoref(resolver._pipeline, resolver._options)
    deaf._tokenizer = Deaf(deaf._tokenizer)
    read = [line.replace("cat", "\u200b") for line in LINES]
    shown = [line.replace("cat", "?") for line in LINES]
    assert spans(deaf.resolve([side("en", read)])[0]) == directly(resolver, shown)


def test_a_missing_model_is_told_with_the_cure(tmp_path: Path) -> None:
    cure = f"discotag download en --engine coref=stanza --dir {tmp_path}"
    with pytest.raises(PluginError, match=cure):
        made(tmp_path)


def test_a_missing_encoder_is_told(models: Path, tmp_path: Path) -> None:
    import shutil

    import torch

    folder = shutil.copytree(models, tmp_path / "models")
    path = folder / "en" / "coref" / f"{NAME}.pt"
    saved = torch.load(path, weights_only=True)
    saved["config"]["bert_model"] = "nobody/no-encoder"
    torch.save(saved, path)
    with pytest.raises(PluginError, match=r"coref stanza: .*cannot be loaded .*discotag download"):
        made(folder)


def test_it_tells_what_it_needs() -> None:
    assert isinstance(StanzaCoref, NeedsModels)
