"""Training, scoring and tokenizers agree on where tokens stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.examples import ContextFormat, Example
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_cxmi.training.corpus import TextPair, encoded
from discotag_cxmi.training.layout import Batch, Collator, Pick

from .builders import recipe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytest.importorskip("torch")
pytestmark = pytest.mark.engine

SOURCE = ("the cat sleeps", "it is old", "do you see the lamp")
TARGET = ("le chat dort", "il est vieux", "vois-tu la lampe")
LINES = [*SOURCE, *TARGET] * 4


@pytest.fixture(scope="module", params=["unigram", "bpe"])
def tokenizer(request: pytest.FixtureRequest) -> Any:
    from discotag_cxmi.training.corpus import learn_tokenizer

    return learn_tokenizer(LINES, recipe(tokenizer_kind=request.param, vocabulary=60), "<brk>")


@pytest.mark.parametrize("kind", ["concatenation", "multi-encoder"])
@pytest.mark.parametrize("sizes", [(0, 0), (1, 0), (0, 2), (2, 1)], ids=str)
def test_rows_are_those_of_scoring(tokenizer: Any, kind: Any, sizes: tuple[int, int]) -> None:
    from transformers import MarianConfig

    from discotag_cxmi.scoring.concatenation import Concatenation
    from discotag_cxmi.training.layout import IGNORED, layout_of

    config = MarianConfig(decoder_start_token_id=tokenizer.pad_token_id)
    given = ContextFormat(kind=kind)
    layout = layout_of(tokenizer, config, given, ModelOptions())
    corpus = encoded([TextPair("d", SOURCE, TARGET)], tokenizer)
    made = Collator(corpus, layout)(Batch((Pick(2, *sizes),), (0,)))
    row = Concatenation(tokenizer, config, given, ModelOptions()).row(
        Example("d", 2, SOURCE[2], TARGET[2], SOURCE[:2], TARGET[:2]).within(*sizes)
    )
    assert tuple(made["input_ids"][0]) == row.encoder
    assert tuple(made["decoder_input_ids"][0]) == row.prefix + row.target.ids
    labels = made["labels"][0]
    assert tuple(labels[labels != IGNORED]) == (*row.target.ids, tokenizer.eos_token_id)


def test_a_learnt_tokenizer_keeps_lines_whole(tokenizer: Any, tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer.save_pretrained(tmp_path)
    for given in (tokenizer, AutoTokenizer.from_pretrained(tmp_path)):
        for line in (*SOURCE, *TARGET, "the  old  lamp"):
            ids = given(line)["input_ids"]
            assert ids[-1] == given.eos_token_id
            assert given.decode(ids, skip_special_tokens=True) == line
        assert given.mask_token == "<mask>"
        assert given.convert_tokens_to_ids("<brk>") != given.unk_token_id


def test_a_special_token_in_the_text_is_refused(tokenizer: Any) -> None:
    text = TextPair("talk", SOURCE, ("le chat", "il <brk> est", "vois-tu"))
    with pytest.raises(InputError, match="document 'talk', segment 2: the line holds '<brk>'"):
        encoded([text], tokenizer)


def test_unknown_letters_are_counted(tokenizer: Any) -> None:
    corpus = encoded([TextPair("d", ("the Ω cat",), ("le chat",))], tokenizer)
    assert corpus.unknown == 1


def test_separator_and_mask_join_a_given_vocabulary_once(tokenizer: Any) -> None:
    from copy import deepcopy

    from discotag_cxmi.training.corpus import with_tokens

    given = deepcopy(tokenizer)
    assert with_tokens(given, "<brk>", needs_mask=True) == 0
    assert with_tokens(given, "<sep>", needs_mask=True) == 1
    assert with_tokens(given, "<sep>", needs_mask=True) == 0


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_a_sentencepiece_model_gives_its_own_pieces(tmp_path: Path, kind: str) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    from discotag_cxmi.training.corpus import load_tokenizer

    text = tmp_path / "text"
    text.write_text("\n".join(LINES), "utf-8")
    sentencepiece.SentencePieceTrainer.Train(
        input=str(text),
        model_prefix=str(tmp_path / "m"),
        vocab_size=33 if kind == "unigram" else 50,
        model_type=kind,
        minloglevel=2,
    )
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "m.model"))
    ours = load_tokenizer(tmp_path / "m.model", "<brk>")
    for line in (*SOURCE, *TARGET):
        assert ours.tokenize(line) == pieces(theirs, line)
    assert ours("the cat")["input_ids"][-1] == ours.eos_token_id


def pieces(model: Any, line: str) -> Sequence[str]:
    found: Sequence[str] = model.EncodeAsPieces(line)
    return found


def test_what_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    from discotag_cxmi.training.corpus import load_tokenizer

    pytest.importorskip("sentencepiece")
    with pytest.raises(UsageError, match="no such folder"):
        load_tokenizer(tmp_path / "none", "<brk>")
    with pytest.raises(UsageError, match="holds no tokenizer"):
        load_tokenizer(tmp_path, "<brk>")
    file = tmp_path / "m.model"
    file.write_text("nonsense")
    with pytest.raises(UsageError, match="is no SentencePiece model"):
        load_tokenizer(file, "<brk>")
