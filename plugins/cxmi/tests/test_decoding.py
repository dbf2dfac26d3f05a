"""Documents in lock-step: which context each segment is given; translations by beam search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import ComponentError, ParallelText, UsageError
from discotag_cxmi.decoding import size_of, translate_documents
from discotag_cxmi.examples import ContextFormat, Example

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


TEXTS = [
    ParallelText("one", ("a", "b", "c"), {"gold": ("A1", "B1", "C1")}, {}),
    ParallelText("two", ("d",), {"gold": ("D1",)}, {}),
    ParallelText("none", (), {"gold": ()}, {}),
    ParallelText("three", ("e", "f"), {"gold": ("E1", "F1")}, {}),
]


class Upper:
    """Translates to capitals, and remembers what it was given."""

    def __init__(self) -> None:
        self.calls: list[list[Example]] = []

    def translate(self, examples: Sequence[Example]) -> list[str]:
        self.calls.append(list(examples))
        return [example.source.upper() for example in examples]

    @property
    def given(self) -> dict[str, Example]:
        return {example.source: example for call in self.calls for example in call}


def test_lines_come_in_order_with_own_output_as_context() -> None:
    model = Upper()
    made = translate_documents(model, TEXTS, source_size=1, target_size=2)
    assert made == [["A", "B", "C"], ["D"], [], ["E", "F"]]
    assert model.given["c"].source_context == ("b",)
    assert model.given["c"].target_context == ("A", "B")
    assert model.given["e"].source_context == model.given["e"].target_context == ()


def test_documents_go_in_lock_step() -> None:
    model = Upper()
    translate_documents(model, TEXTS, source_size=0, target_size=1)
    assert [[item.source for item in call] for call in model.calls] == [
        ["a", "d", "e"],
        ["b", "f"],
        ["c"],
    ]


def test_gold_context_is_the_reference_and_needs_one_call() -> None:
    model = Upper()
    made = translate_documents(model, TEXTS, source_size=0, target_size=1, gold="gold")
    assert made[0] == ["A", "B", "C"]
    assert model.given["c"].target_context == ("B1",)
    assert model.given["f"].target_context == ("E1",)
    assert len(model.calls) == 1


def test_source_context_alone_needs_one_call() -> None:
    model = Upper()
    assert translate_documents(model, TEXTS, source_size=2, target_size=0)[0] == ["A", "B", "C"]
    assert model.given["c"].source_context == ("a", "b")
    assert len(model.calls) == 1


def test_progress_counts_segments() -> None:
    seen: list[int] = []
    translate_documents(Upper(), TEXTS, source_size=0, target_size=1, advanced=seen.append)
    assert seen == [3, 2, 1]


def test_size_is_that_of_training_unless_told() -> None:
    trained = ContextFormat(source_sizes=(0, 3), target_sizes=(1, 1))
    assert size_of(trained, "source", None).lines == 3
    assert size_of(trained, "source", 2).note is None
    assert "trained with 0 to 3 source lines, not 4" in (size_of(trained, "source", 4).note or "")


def test_unknown_size_has_to_be_told() -> None:
    with pytest.raises(UsageError, match="give --target-context, 0 for none"):
        size_of(ContextFormat(), "target", None)
    assert size_of(ContextFormat(), "target", 1).note is None
    with pytest.raises(UsageError, match="give a number of lines"):
        size_of(ContextFormat(), "target", -1)


torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

EXAMPLES = [
    Example("d", 0, "The cat sleeps.", ""),
    Example("d", 1, "It is old.", "", ("The cat sleeps.",), ("Le chat dort.",)),
    Example("d", 2, "", "", ("It is old.",), ("Il est vieux.",)),
    Example("d", 3, "We moved the table.", "", (), ("Il est vieux.",)),
    Example("e", 0, "Do you see the lamp?", ""),
    Example("e", 1, "It snores.", "", ("Do you see the lamp?",), ("Le chat dort.",)),
]


@pytest.fixture(scope="module")
def model(marian_folder: Path) -> Any:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    return load_model(str(marian_folder), ModelOptions(device="cpu"))


@pytest.fixture(autouse=True)
def _short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    from discotag_cxmi import decoding

    monkeypatch.setattr(decoding, "GROWTH", 1)
    monkeypatch.setattr(decoding, "ROOM", 4)
    monkeypatch.setattr(decoding, "STEP", 8)


def generator(model: Any, **options: Any) -> Any:
    from discotag_cxmi.decoding import Generator

    return Generator(model, **options)


def test_batches_do_not_change_translations(model: Any) -> None:
    together = generator(model, beams=2).translate(EXAMPLES)
    alone = [generator(model, beams=2).translate([example])[0] for example in EXAMPLES]
    small = generator(model, beams=2, batch_tokens=1).translate(EXAMPLES)
    assert together == alone == small
    assert len(set(together)) > 2


@pytest.mark.parametrize("beams", [1, 3])
def test_values_that_are_no_numbers_are_refused(beams: int, marian_folder: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    broken = load_model(str(marian_folder), ModelOptions(device="cpu"))
    rare = broken.rows.row(EXAMPLES[4]).encoder[-3]
    weights = broken.model.get_input_embeddings().weight.clone()
    weights[rare] = float("nan")
    broken.model.get_encoder().embed_tokens = torch.nn.Embedding.from_pretrained(weights)
    assert generator(broken, beams=beams).translate(EXAMPLES[:1]) != [""]
    with pytest.raises(ComponentError, match=r"on document 'e': segment 1: .* no number"):
        generator(broken, beams=beams).translate(EXAMPLES)


def test_an_empty_source_gives_an_empty_line(model: Any) -> None:
    assert generator(model).translate([EXAMPLES[2]]) == [""]


def test_what_is_given_is_not_part_of_the_translation(model: Any) -> None:
    network, tokenizer = model.model, model.tokenizer
    row = model.rows.row(EXAMPLES[1])
    ids, expected = list(row.prefix), []
    with torch.no_grad():
        for _ in range(6):
            scores = network(
                input_ids=torch.tensor([row.encoder]), decoder_input_ids=torch.tensor([ids])
            ).logits[0, -1]
            for never in ("<brk>", "<unk>"):
                scores[tokenizer.convert_tokens_to_ids(never)] = -torch.inf
            ids.append(int(scores.argmax()))
            expected.append(ids[-1])
    line = tokenizer.decode(expected, skip_special_tokens=True)
    greedy = generator(model, beams=1).translate([EXAMPLES[1]])[0]
    assert greedy.startswith(" ".join(line.split())[:-1])


def test_a_separator_is_never_said(model: Any) -> None:
    from copy import deepcopy

    loud = deepcopy(model)
    bias = loud.model.final_logits_bias
    separator = model.tokenizer.convert_tokens_to_ids("<brk>")
    bias[0, separator] = 50.0
    asked: list[list[int]] = []
    decode = loud.tokenizer.batch_decode
    loud.tokenizer.batch_decode = lambda ids, **how: (
        asked.extend(ids.tolist()) or decode(ids, **how)
    )
    found = generator(loud, beams=1).translate(EXAMPLES[:1])
    assert separator not in asked[0]
    assert found == generator(model, beams=1).translate(EXAMPLES[:1])


def test_translations_without_an_end_are_counted(model: Any) -> None:
    from copy import deepcopy

    endless = deepcopy(model)
    endless.model.final_logits_bias[0, model.rows.eos] = -1e4
    made = generator(endless, beams=2)
    made.translate(EXAMPLES[:2])
    assert made.unfinished == 2


def test_target_context_leaves_room_for_a_translation(model: Any) -> None:
    long = tuple(f"Il est vieux {number}." for number in range(6))
    example = Example("d", 6, "The cat sleeps.", "", (), long)
    made = generator(model, beams=1)
    limit = len(model.rows.row(example).prefix) + 3
    from discotag_cxmi.scoring import concatenation

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(concatenation, "limits", lambda *_: (200, limit))
        (line,) = made.translate([example])
    assert made.shortened == 1
    assert len(model.tokenizer(line)["input_ids"]) > 3


def test_a_source_that_never_fits_is_told_before_any_work(model: Any) -> None:
    from discotag.plugin import InputError, ParallelText
    from discotag_cxmi.decoding import check_sources

    texts = [ParallelText("d", ("The cat.", "cat " * 300), {}, {})]
    with pytest.raises(InputError, match="document 'd', segment 2"):
        check_sources(model.rows, texts)
