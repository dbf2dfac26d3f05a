"""Plumbing: tiny encoders with random weights, in the formats of real ones."""

from __future__ import annotations

import json
import random
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.builders import context, tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from discotag.plugin import Tokens

    Pairs = list[tuple[Tokens, Tokens]]

SMALL = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 64}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    if find_spec("torch") is not None:
        import torch

        torch.set_num_threads(1)


def pieces(alphabet: str = LETTERS) -> list[str]:
    """List a vocabulary of single letters, at the beginning of a word and inside it."""
    return [*SPECIAL, *alphabet, *".,'!?-", *(f"##{letter}" for letter in alphabet)]


def write_bert(
    folder: Path, *, layers: int = 4, positions: int = 64, seed: int = 1, **config: Any
) -> Path:
    """Write a BERT with a WordPiece vocabulary of letters, as Transformers saves it."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {piece: place for place, piece in enumerate(pieces())}
    BertTokenizer(vocab=vocabulary, model_max_length=positions).save_pretrained(folder)
    torch.manual_seed(seed)
    settings = {
        **SMALL,
        "num_hidden_layers": layers,
        "max_position_embeddings": positions,
        **config,
    }
    BertModel(BertConfig(vocab_size=len(vocabulary), **settings)).save_pretrained(folder)
    return folder


def write_xlmr(folder: Path) -> Path:
    """Write an XLM-R with a Unigram vocabulary of letters: 62 positions, counted from 2."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast, XLMRobertaConfig, XLMRobertaModel

    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    scored = [(name, 0.0) for name in names]
    scored += [
        ("▁", -4.0),
        *((f"▁{c}", -2.0) for c in LETTERS),
        *((c, -3.0) for c in LETTERS + ".,"),
    ]
    tokenizer = Tokenizer(models.Unigram(scored, unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>",
        unk_token="<unk>", cls_token="<s>", sep_token="</s>",
    ).save_pretrained(folder)  # fmt: skip
    torch.manual_seed(2)
    size = {**SMALL, "num_hidden_layers": 3, "max_position_embeddings": 64}
    XLMRobertaModel(XLMRobertaConfig(vocab_size=len(scored), **size)).save_pretrained(folder)
    return folder


def write_awesome(folder: Path, *, is_cased: bool = True, says_case: bool = True) -> Path:
    """Write a checkpoint as awesome-align does: pickled weights of a masked model, vocab.txt."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = pieces(LETTERS + "ABCDE" if is_cased else LETTERS)
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    settings = {"do_lower_case": not is_cased} if says_case else {}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    torch.manual_seed(3)
    config = BertConfig(vocab_size=len(vocabulary), num_hidden_layers=4, **SMALL)
    written = {**config.to_dict(), "architectures": ["BertForMaskedLM"], "pad_token_id": None}
    (folder / "config.json").write_text(json.dumps(written), encoding="utf-8")
    weights = dict(BertForMaskedLM(config).state_dict())
    weights["psi_cls.bias"] = torch.zeros(1)  # a head that only its training uses
    torch.save(weights, folder / "pytorch_model.bin")
    return folder


@pytest.fixture
def bert_in(tmp_path: Path) -> Callable[..., Path]:
    """Write another tiny BERT: `bert_in("name", layers=2)`."""
    return lambda name, **config: write_bert(tmp_path / name, **config)


@pytest.fixture
def awesome_in(tmp_path: Path) -> Callable[..., Path]:
    """Write another checkpoint of awesome-align."""
    return lambda name, **config: write_awesome(tmp_path / name, **config)


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bert(tmp_path_factory.mktemp("models") / "tiny-bert")


@pytest.fixture(scope="session")
def tiny_xlmr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_xlmr(tmp_path_factory.mktemp("models") / "tiny-xlmr")


@pytest.fixture(scope="session")
def awesome(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_awesome(tmp_path_factory.mktemp("models") / "awesome")


@pytest.fixture(scope="session")
def transformer() -> Callable[..., Any]:
    """Make an aligner: `transformer(folder, method="argmax")`."""
    from discotag_neural.aligners.transformer import TransformerAligner

    def make(folder: Path, **options: Any) -> TransformerAligner:
        return TransformerAligner.create(
            context(name="transformer", argument=str(folder), **options)
        )

    return make


@pytest.fixture(scope="session")
def simalign() -> Callable[..., Any]:
    """Make the guarded package: `simalign(folder, method="argmax")`."""
    pytest.importorskip("simalign")
    from discotag_neural.aligners.simalign_guard import SimAligner

    def make(folder: Path, **options: Any) -> SimAligner:
        return SimAligner.create(context(name="simalign", argument=str(folder), **options))

    return make


@pytest.fixture(scope="session")
def random_pairs() -> Callable[..., Pairs]:
    """Make pairs of made-up sentences."""

    def make(count: int, *, seed: int = 1, words: int = 14, letters: str = LETTERS) -> Pairs:
        rng = random.Random(seed)

        def sentence() -> Tokens:
            sizes = [rng.randint(1, 5) for _ in range(rng.randint(1, words))]
            return tokens(" ".join("".join(rng.choices(letters, k=size)) for size in sizes))

        return [(sentence(), sentence()) for _ in range(count)]

    return make
