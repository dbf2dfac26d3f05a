"""A small encoder with random weights, made-up treebank files, and a classifier trained on them.

They test the plumbing – real formats, real training – and say nothing of quality.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES = ("Ada", "Bo", "Cem", "Dora", "Emil", "Fay", "Gus", "Hedda", "Ivo", "June")
PLAIN = "( (S (NP-SBJ (NNP {}) ) (VP (VBD left) (NP (DT the) (NN house) )) (. .) ))"
GAPPED = (
    "( (S (S (NP-SBJ-1 (NNP {}) ) (VP (VBD took) (NP-2 (NNS plums) ))) (CC and)"
    " (S (NP-SBJ=1 (NNP Lou) ) (NP=2 (NNS figs) )) (. .) ))"
)
ELIDED = "( (S (CC But) (NP-SBJ (NNP {}) ) (VP (VBD did) (RB n't) (VP (-NONE- *?*) )) (. .) ))"
WORDS = "left the house took plums and Lou figs But did n't . [ ] she he can I know why"


def trees(number: int) -> str:
    """Return the trees of one file: elliptical ones in every second."""
    names = NAMES[number % 5 :] + NAMES[: number % 5]
    lines = [PLAIN.format(name) for name in names[:6]]
    if number % 2 == 0:
        lines += [ELIDED.format(names[6]), GAPPED.format(names[7])]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write sixteen files of trees."""
    folder = tmp_path_factory.mktemp("treebank")
    for number in range(16):
        (folder / f"f{number:02}.mrg").write_text(trees(number), "latin-1")
    return folder


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a BERT of two layers with random weights, and its WordPiece vocabulary."""
    pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    folder = tmp_path_factory.mktemp("encoder")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [chr(code) for code in range(33, 127)]
    pieces = [*special, *letters, *(f"##{sign}" for sign in letters), *NAMES, *WORDS.split()]
    vocabulary = {piece: index for index, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=64,
        **{f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep", "mask")},
    ).save_pretrained(folder)
    transformers.set_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=66,
    )
    from discotag_torch import quiet

    with quiet():
        transformers.BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def trained(
    treebank: Path, encoder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Any]:
    """Train with a few settings; the same settings train once."""
    pytest.importorskip("accelerate")
    from discotag_neural.ellipsis.card import write_card
    from discotag_neural.ellipsis.command import Recipe
    from discotag_neural.ellipsis.reading import read_examples, split
    from discotag_neural.ellipsis.training import train

    done: dict[str, Any] = {}

    def run(
        name: str, *, tell: Any = None, out: Path | None = None, resume: bool = False, **s: Any
    ):
        if name in done:
            return done[name]
        settings = {
            "encoder": str(encoder),
            "epochs": 8,
            "patience": 6,
            "batch": 8,
            "learning_rate": 3e-3,
            "weight": 5.0,
            "device": "cpu",
        }
        recipe = Recipe(**{**settings, **s})
        parts = split(list(read_examples([treebank])), share=0.2, seed=recipe.seed)
        folder = out or tmp_path_factory.mktemp("models") / name
        outcome = train(recipe, parts, folder, resume=resume, tell=tell or (lambda line: None))
        write_card(folder, recipe, parts, outcome, command="discotag train ellipsis …")
        done[name] = folder, outcome
        return done[name]

    return run
