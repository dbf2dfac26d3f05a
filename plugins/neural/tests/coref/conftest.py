"""Plumbing: coreference models with random weights, in the formats that the packages read."""

from __future__ import annotations

import json
from copy import copy
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ["The old dog saw a cat .", "It barked , and then she ran to him .", "They were friends ."]
WIDTH = 32


@pytest.fixture(scope="session")
def tiny_roberta(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """Make the tokenizer and the configuration of a tiny RoBERTa."""
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=300, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    names = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>",
             "cls_token": "<s>", "sep_token": "</s>", "mask_token": "<mask>"}  # fmt: skip
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)
    folder = tmp_path_factory.mktemp("roberta")
    fast.save_pretrained(folder)
    settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    config = transformers.RobertaConfig(
        vocab_size=len(fast), hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=140, pad_token_id=1, bos_token_id=0,
        eos_token_id=2, type_vocab_size=1,
    )  # fmt: skip
    return folder, config


@pytest.fixture(scope="session")
def fastcoref_model(
    tiny_roberta: tuple[Path, Any], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Save a random model of fastcoref's."""
    pytest.importorskip("fastcoref")
    import torch
    from transformers import AutoTokenizer

    from discotag_neural.coref.fastcoref_resolver import import_fastcoref

    modeling = import_fastcoref()
    source, config = tiny_roberta
    config = copy(config)
    config.coref_head = {
        "max_segment_len": 128, "max_span_length": 4, "top_lambda": 0.5, "ffnn_size": 32,
        "dropout_prob": 0.0,
    }  # fmt: skip
    torch.manual_seed(3)
    model = modeling.FCorefModel(config)
    torch.manual_seed(5)
    for name, value in model.named_parameters():
        if "mention" in name or "coref" in name or "antecedent" in name:
            value.data.normal_(0.0, 0.3)
    model.mention_start_classifier.bias.data.fill_(-2.0)  # or all is one cluster
    folder = tmp_path_factory.mktemp("fastcoref") / "model"
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(source).save_pretrained(folder)
    return folder
