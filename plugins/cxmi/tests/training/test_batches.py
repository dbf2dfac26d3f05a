"""Batches: what a row holds, which words are dropped, how segments are put together."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.examples import ContextFormat, Example
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_cxmi.training.corpus import TextPair, encoded
from discotag_cxmi.training.layout import IGNORED, Batch, Collator, Pick, Plan

from .builders import END, MASK, PAD, SEPARATOR, SOURCE, START, TARGET, corpus, layout, recipe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


CORPUS = corpus([2, 1, 3])


def batch(*picks: tuple[int, int, int], seed: int = 0) -> Batch:
    return Batch(tuple(Pick(*pick) for pick in picks), (1, 0, seed))


def rows(*picks: tuple[int, int, int], all_in_encoder: bool = False) -> dict[str, Any]:
    arrays = Collator(CORPUS, layout(all_in_encoder=all_in_encoder))(batch(*picks))
    return {name: array.tolist() for name, array in arrays.items()}


def test_context_lines_stand_before_the_line_each_with_a_separator() -> None:
    made = rows((2, 2, 1))
    s, t = SOURCE, TARGET
    context = [s, s + 1, SEPARATOR, s + 10, SEPARATOR]
    assert made["input_ids"] == [[*context, s + 20, s + 21, s + 22, END]]
    assert made["decoder_input_ids"] == [[START, t + 10, SEPARATOR, t + 20, t + 21, t + 22]]
    assert made["labels"] == [[IGNORED, IGNORED, t + 20, t + 21, t + 22, END]]


def test_without_context_there_is_no_separator() -> None:
    made = rows((1, 0, 0))
    assert made["input_ids"] == [[SOURCE + 10, END]]
    assert made["labels"] == [[TARGET + 10, END]]


def test_short_rows_are_padded_on_the_right_and_not_counted() -> None:
    made = rows((1, 0, 0), (2, 0, 0))
    assert made["input_ids"][0] == [SOURCE + 10, END, PAD, PAD]
    assert made["attention_mask"][0] == [1, 1, 0, 0]
    assert made["labels"][0] == [TARGET + 10, END, IGNORED, IGNORED]


def test_a_multi_encoder_has_all_context_in_its_encoder() -> None:
    made = rows((1, 1, 1), all_in_encoder=True)
    s, t = SOURCE, TARGET
    assert made["input_ids"] == [[s, s + 1, SEPARATOR, t, t + 1, SEPARATOR, s + 10, END]]
    assert made["decoder_input_ids"] == [[START, t + 10]]


def dropped(collator: Collator, times: int = 400) -> tuple[np.ndarray[Any, Any], Any]:
    """Return how often each place of the encoder's row was masked, and the untouched row."""
    plain = Collator(CORPUS, layout())(batch((2, 2, 1)))["input_ids"][0]
    masked = np.stack(
        [collator(batch((2, 2, 1), seed=n))["input_ids"][0] == MASK for n in range(times)]
    )
    return masked.mean(axis=0), plain


def test_coword_drops_the_current_source_alone() -> None:
    share, plain = dropped(Collator(CORPUS, layout(), coword=0.3))
    is_current = (plain >= SOURCE + 20) & (plain < SOURCE + 30)
    assert share[~is_current].max() == 0  # context, separators and the end stay
    assert share[is_current] == pytest.approx(0.3, abs=0.08)


def test_word_dropout_drops_context_too_but_no_separator_and_no_end() -> None:
    share, plain = dropped(Collator(CORPUS, layout(), word_dropout=0.3))
    assert share[plain >= SOURCE] == pytest.approx(0.3, abs=0.08)
    assert share[plain < SOURCE].max() == 0


def test_targets_are_never_dropped() -> None:
    plain = Collator(CORPUS, layout())(batch((2, 2, 1)))
    noisy = Collator(CORPUS, layout(), coword=0.9)(batch((2, 2, 1)))
    assert (plain["decoder_input_ids"] == noisy["decoder_input_ids"]).all()
    assert (plain["labels"] == noisy["labels"]).all()


def test_what_is_dropped_follows_from_the_batch_alone() -> None:
    collator = Collator(CORPUS, layout(), coword=0.5)
    one = collator(batch((2, 2, 1), (1, 0, 0), seed=5))
    collator(batch((0, 0, 0), seed=6))
    assert (collator(batch((2, 2, 1), (1, 0, 0), seed=5))["input_ids"] == one["input_ids"]).all()


def test_dropping_needs_a_mask_token() -> None:
    with pytest.raises(UsageError, match="no mask token"):
        Collator(CORPUS, layout(mask=None), coword=0.1)


CATS = ("the cat sleeps", "it is old", "do you see the lamp")
CHATS = ("le chat dort", "il est vieux", "vois-tu la lampe")
LINES = [*CATS, *CHATS] * 4


@pytest.fixture(scope="module", params=["unigram", "bpe"])
def tokenizer(request: pytest.FixtureRequest) -> Any:
    pytest.importorskip("torch")
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
    corpus = encoded([TextPair("d", CATS, CHATS)], tokenizer)
    made = Collator(corpus, layout)(Batch((Pick(2, *sizes),), (0,)))
    row = Concatenation(tokenizer, config, given, ModelOptions()).row(
        Example("d", 2, CATS[2], CHATS[2], CATS[:2], CHATS[:2]).within(*sizes)
    )
    assert tuple(made["input_ids"][0]) == row.encoder
    assert tuple(made["decoder_input_ids"][0]) == row.prefix + row.target.ids
    labels = made["labels"][0]
    assert tuple(labels[labels != IGNORED]) == (*row.target.ids, tokenizer.eos_token_id)


def test_a_learnt_tokenizer_keeps_lines_whole(tokenizer: Any, tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer.save_pretrained(tmp_path)
    for given in (tokenizer, AutoTokenizer.from_pretrained(tmp_path)):
        for line in (*CATS, *CHATS, "the  old  lamp"):
            ids = given(line)["input_ids"]
            assert ids[-1] == given.eos_token_id
            assert given.decode(ids, skip_special_tokens=True) == line
        assert given.mask_token == "<mask>"
        assert given.convert_tokens_to_ids("<brk>") != given.unk_token_id


def test_a_special_token_in_the_text_is_refused(tokenizer: Any) -> None:
    text = TextPair("talk", CATS, ("le chat", "il <brk> est", "vois-tu"))
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
    for line in (*CATS, *CHATS):
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


DOCUMENTS = [[3, 5, 2, 8, 4], [1, 1], [9], *([[2, 6, 3]] * 40)]


def plan(**settings: Any) -> Plan:
    options = {"source_context": "0:2", "target_context": "0:3", "batch_tokens": 200, **settings}
    return Plan(corpus(*DOCUMENTS), recipe(**options), layout())


def picks(given: Plan, epoch: int) -> list[Any]:
    return [pick for batch in given.batches(epoch) for pick in batch.picks]


def test_every_segment_is_there_once_in_an_epoch() -> None:
    lines = sorted(pick.line for pick in picks(plan(), 0))
    assert lines == list(range(sum(map(len, DOCUMENTS))))


def test_context_stays_in_its_document() -> None:
    places = [place for document in DOCUMENTS for place in range(len(document))]
    for epoch in range(5):
        for pick in picks(plan(), epoch):
            assert pick.source <= min(2, places[pick.line])
            assert pick.target <= min(3, places[pick.line])


def test_sizes_of_the_sides_are_drawn_independently_and_anew_for_each_epoch() -> None:
    last = 4
    drawn = [
        next(pick for pick in picks(plan(), epoch) if pick.line == last) for epoch in range(60)
    ]
    assert {pick.source for pick in drawn} == {0, 1, 2}
    assert {pick.target for pick in drawn} == {0, 1, 2, 3}
    assert len({(pick.source, pick.target) for pick in drawn}) > 8


def test_fixed_sizes_are_all_there_is_up_to_the_most() -> None:
    found = picks(plan(source_context="2", target_context="1"), 0)
    places = [place for document in DOCUMENTS for place in range(len(document))]
    assert all(pick.source == min(2, places[pick.line]) for pick in found)
    assert all(pick.target == min(1, places[pick.line]) for pick in found)


@pytest.mark.parametrize("all_in_encoder", [False, True])
def test_padded_batches_keep_the_limit(all_in_encoder: bool) -> None:
    given, order = corpus(*DOCUMENTS), layout(all_in_encoder=all_in_encoder)
    made = Plan(given, recipe(source_context="0:2", target_context="0:3", batch_tokens=200), order)
    collate = Collator(given, order)
    sizes = []
    for batch in made.batches(0):
        arrays = collate(batch)
        sizes.append(arrays["input_ids"].size + arrays["decoder_input_ids"].size)
    assert max(sizes) <= 200
    assert np.mean(sizes) > 120


def test_same_seed_and_epoch_give_the_same_batches() -> None:
    assert plan().batches(3) == plan().batches(3)
    assert plan().batches(3) != plan().batches(4)
    assert plan().batches(3) != plan(seed=2).batches(3)


def test_a_stream_goes_on_where_it_was() -> None:
    whole = list(islice(plan().stream(0), 60))
    assert len(plan().batches(0)) < 50
    for start in (1, 17, 50):
        assert list(islice(plan().stream(start), 60 - start)) == whole[start:]


def test_steps_count_batches_over_epochs() -> None:
    batches = sum(len(plan().batches(epoch)) for epoch in range(3))
    assert plan(accumulate=4).steps(3) == -(-batches // 4)


def test_context_is_shortened_from_afar_where_it_is_too_long() -> None:
    given = plan(source_context="2", target_context="0", max_length=12)
    pick = next(pick for pick in picks(given, 0) if pick.line == 3)
    assert pick.source == 1  # 8 + 2 with separator and end fit in 12, 5 more do not
    assert given.shortened.cut > 0
    assert given.shortened.left_out == 0


def test_too_long_and_empty_segments_are_left_out_and_counted() -> None:
    given = Plan(corpus([3, 9, 0, 4]), recipe(max_length=8), layout())
    assert sorted(pick.line for pick in picks(given, 0)) == [0, 3]
    assert given.shortened.left_out == 2


def test_nothing_to_train_on_is_an_error() -> None:
    with pytest.raises(UsageError, match="none of 2 segments can be trained on"):
        Plan(corpus([9, 9]), recipe(max_length=8), layout())
