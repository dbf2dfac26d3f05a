"""Runs in COMET's environment: makes a tiny model with random weights, and scores with it.

Usage: real_comet.py FOLDER SAMPLES.json. Its last line is {"plain": [...], "context": [...]}.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytorch_lightning
import torch
import yaml
from comet import load_from_checkpoint
from comet.models import RegressionMetric
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import XLMRobertaConfig, XLMRobertaModel, XLMRobertaTokenizerFast


def make(folder: Path, texts: list[str]) -> None:
    """Write an XLM-R of two layers, and a regression model that stands on it."""
    torch.manual_seed(0)
    pieces = Tokenizer(models.Unigram())
    pieces.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=300, special_tokens=special, unk_token="<unk>", show_progress=False
    )
    pieces.train_from_iterator(texts, trainer)
    pieces.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    encoder = str(folder / "encoder")
    tokenizer = XLMRobertaTokenizerFast(tokenizer_object=pieces, model_max_length=128)
    tokenizer.save_pretrained(encoder)
    config = XLMRobertaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=130,
        type_vocab_size=1,
    )
    XLMRobertaModel(config, add_pooling_layer=False).save_pretrained(encoder)
    model = RegressionMetric(pretrained_model=encoder, hidden_sizes=[16])
    loop = pytorch_lightning.Trainer(logger=False, accelerator="cpu")
    loop.strategy.connect(model)
    loop.save_checkpoint(folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(yaml.safe_dump(dict(model.hparams)), "utf-8")


def scores(model: Any, samples: list[dict[str, str]]) -> list[float]:
    """Score samples as COMET's own documentation says."""
    found = model.predict(samples, batch_size=4, gpus=0, progress_bar=False)
    return [float(score) for score in found["scores"]]


if __name__ == "__main__":
    target, given = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8"))
    make(target, [text for sample in given["plain"] for text in sample.values()])
    loaded = load_from_checkpoint(str(target / "checkpoints" / "model.ckpt"), local_files_only=True)
    told = {"plain": scores(loaded, given["plain"])}
    loaded.enable_context()
    told["context"] = scores(loaded, given["context"])
    sys.stdout.write("\n" + json.dumps(told) + "\n")
