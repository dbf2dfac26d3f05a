"""Tiny models with random weights, saved as anyone's models are: each is made once per session."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

collect_ignore_glob = [] if find_spec("discotag_cxmi") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""
TEXT = (
    "The cat sleeps.",
    "It is old, and it snores.",
    "Do you see the lamp? It fell yesterday.",
    "We moved the table to the garden.",
    "Le chat dort.",
    "Il est vieux et il ronfle.",
    "Vois-tu la lampe ? Elle est tombée hier.",
    "Nous avons déplacé la table au jardin.",
)
SPECIALS = ("<pad>", "</s>", "<unk>", "<brk>", "<mask>", "<s>")


def unigram(folder: Path, *, specials: tuple[str, ...] = SPECIALS) -> Any:
    """Train a small Unigram tokenizer with NFKC, ended by `</s>`, and save it."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
    from tokenizers.processors import TemplateProcessing
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    alphabet = sorted({letter for line in TEXT for letter in line} | set("abcdefghijklmnop"))
    made.train_from_iterator(
        TEXT,
        trainers.UnigramTrainer(
            vocab_size=150,
            special_tokens=list(specials),
            unk_token="<unk>",
            initial_alphabet=alphabet,
            show_progress=False,
        ),
    )
    made.post_processor = TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", made.token_to_id("</s>"))]
    )
    names = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    extra = [token for token in ("<brk>", "<mask>") if token in specials]
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made,
        additional_special_tokens=extra,
        model_max_length=200,
        **{name: token for name, token in names.items() if token in specials},
    )
    tokenizer.save_pretrained(folder)
    return tokenizer


def marian(folder: Path, tokenizer: Any, *, scale: float = 6.0, **settings: Any) -> Any:
    """Save a small Marian model; its weights are scaled up so that values differ between words."""
    import torch
    from transformers import MarianConfig, MarianMTModel

    torch.manual_seed(3)
    config = MarianConfig(
        vocab_size=len(tokenizer),
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        max_position_embeddings=200,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.pad_token_id,
        forced_eos_token_id=None,
        **settings,
    )
    return _saved(MarianMTModel(config), folder, scale)


def _saved(model: Any, folder: Path, scale: float) -> Any:
    import torch

    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(scale)
    model.eval().save_pretrained(folder)
    return model


@pytest.fixture(scope="session")
def marian_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small encoder–decoder with a separator, in a folder."""
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("marian")
    marian(folder, unigram(folder))
    return folder


def byte_level(folder: Path) -> Any:
    """Train a small byte-level BPE tokenizer that begins a text with `<s>`, and save it."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from tokenizers.processors import TemplateProcessing
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.train_from_iterator(
        TEXT,
        trainers.BpeTrainer(
            vocab_size=320,
            special_tokens=["<s>", "</s>", "<brk>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    made.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<s>", eos_token="</s>", model_max_length=400
    )
    tokenizer.save_pretrained(folder)
    return tokenizer


def llama(folder: Path, tokenizer: Any) -> Any:
    """Save a small Llama."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(5)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=400,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=None,
    )
    return _saved(LlamaForCausalLM(config), folder, 8.0)


@pytest.fixture(scope="session")
def llama_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small decoder-only model without a pad token, in a folder."""
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("llama")
    llama(folder, byte_level(folder))
    return folder


CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content | trim }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="session")
def chat_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small Llama whose tokenizer has the tokens of ChatML, and that template."""
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from tokenizers.processors import TemplateProcessing
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("chat")
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("Ġ", "c"), ("Ġc", "h"), ("t", "."), (".", "Ċ"), ("a", "t"), ("Ċ", "I"), ("e", "s")]
    names = ["<s>", "</s>", *letters, *("".join(pair) for pair in merges)]
    made = Tokenizer(models.BPE({name: place for place, name in enumerate(names)}, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token="<s>",
        eos_token="</s>",
        additional_special_tokens=["<|im_start|>", "<|im_end|>"],
        model_max_length=1000,
    )
    tokenizer.chat_template = CHATML
    tokenizer.save_pretrained(folder)
    torch.manual_seed(9)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=1000,
    )
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(8.0)
    model.eval().save_pretrained(folder)
    return folder
