"""A recipe as a spaCy training configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thinc.api import Config

from discotag.plugin.training import ARCHITECTURE

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_train.pipelines.recipes import Network, Recipe


def tokenizer_block(recipe: Recipe) -> dict[str, Any]:
    """Return the `[nlp.tokenizer]` block."""
    if recipe.tokenizer is not None:
        return {"@tokenizers": recipe.tokenizer}
    if recipe.split_mode is not None:
        return {"@tokenizers": "spacy.ja.JapaneseTokenizer", "split_mode": recipe.split_mode}
    return {"@tokenizers": "spacy.Tokenizer.v1"}


def training_config(recipe: Recipe, train: Path, development: Path, progress: Path) -> Config:
    """Return the configuration: affix embeddings shared by morphologizer, parser and lemmatizer."""
    components = _components(recipe)
    return Config(
        {
            "paths": {"train": str(train), "dev": str(development)},
            "system": {"seed": 0, "gpu_allocator": None},
            "nlp": {
                "lang": recipe.spacy_language,
                "pipeline": list(components),
                "batch_size": 256,
                "tokenizer": tokenizer_block(recipe),
            },
            "components": components,
            "corpora": {"train": _corpus(train), "dev": _corpus(development)},
            "training": _training(recipe.network, progress),
        }
    )


def _components(recipe: Recipe) -> dict[str, Any]:
    """Return the components, in the order in which they run."""
    net = recipe.network
    listener = {
        "@architectures": "spacy.Tok2VecListener.v1",
        "width": net.width,
        "upstream": "tok2vec",
    }
    tagger = {
        "@architectures": "spacy.Tagger.v2",
        "nO": None,
        "normalize": False,
        "tok2vec": listener,
    }
    components: dict[str, Any] = {
        "tok2vec": {
            "factory": "tok2vec",
            "model": _embedding(net),
        },
        "morphologizer": {"factory": "morphologizer", "model": tagger},
        "parser": {
            "factory": "parser",
            "min_action_freq": net.min_action_freq,
            "model": {
                "@architectures": "spacy.TransitionBasedParser.v2",
                "state_type": "parser",
                "extra_state_tokens": False,
                "hidden_width": net.hidden,
                "maxout_pieces": 2,
                "use_upper": True,
                "nO": None,
                "tok2vec": listener,
            },
        },
    }
    if recipe.spacy_language == "ja":
        components["morphologizer"]["extend"] = True
    if net.tagger:
        components["tagger"] = {"factory": "tagger", "model": tagger}
    if net.lemmatizer:
        components["trainable_lemmatizer"] = {
            "factory": "trainable_lemmatizer",
            "backoff": "orth",
            "min_tree_freq": net.min_tree_freq,
            "top_k": 3,
            "model": tagger,
        }
    return components


def _embedding(net: Network) -> dict[str, Any]:
    """Return the model of the words that all components listen to."""
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": ARCHITECTURE,
            "width": net.width,
            "attrs": list(net.attrs),
            "rows": list(net.rows),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": net.width,
            "depth": net.depth,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }


def _corpus(path: Path) -> dict[str, Any]:
    return {
        "@readers": "spacy.Corpus.v1",
        "path": str(path),
        "max_length": 0,
        "gold_preproc": False,
        "limit": 0,
        "augmenter": None,
    }


def _training(net: Network, progress: Path) -> dict[str, Any]:
    """Return how the network learns, and which scores choose the best."""
    weights = {"pos_acc": 0.2, "morph_acc": 0.2, "dep_uas": 0.1, "dep_las": 0.3, "lemma_acc": 0.2}
    if not net.lemmatizer:
        del weights["lemma_acc"]
    if net.tagger:
        weights["tag_acc"] = 0.2
    return {
        "train_corpus": "corpora.train",
        "dev_corpus": "corpora.dev",
        "seed": 0,
        "gpu_allocator": None,
        "dropout": net.dropout,
        "accumulate_gradient": 1,
        "patience": 0,
        "max_epochs": 0,
        "max_steps": net.steps,
        "eval_frequency": net.evaluate_every,
        "frozen_components": [],
        "annotating_components": [],
        "before_to_disk": None,
        "logger": {
            "@loggers": "spacy.ConsoleLogger.v3",
            "progress_bar": None,
            "console_output": True,
            "output_file": str(progress),
        },
        "batcher": _batcher(net),
        "optimizer": _optimizer(net),
        "score_weights": weights,
    }


def _batcher(net: Network) -> dict[str, Any]:
    return {
        "@batchers": "spacy.batch_by_words.v1",
        "discard_oversize": False,
        "tolerance": 0.2,
        "size": {
            "@schedules": "compounding.v1",
            "start": net.batch_start,
            "stop": net.batch_end,
            "compound": 1.002,
        },
    }


def _optimizer(net: Network) -> dict[str, Any]:
    return {
        "@optimizers": "Adam.v1",
        "beta1": 0.9,
        "beta2": 0.999,
        "L2_is_weight_decay": True,
        "L2": 0.01,
        "grad_clip": 1.0,
        "use_averages": True,
        "eps": 1e-8,
        "learn_rate": {
            "@schedules": "warmup_linear.v1",
            "warmup_steps": 60,
            "total_steps": int(net.steps * 1.1),
            "initial_rate": 0.002,
        },
    }
