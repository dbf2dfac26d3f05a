"""Batched values are those of a float64 computation, one example at a time.

The independent scorer builds its rows by hand from the tokenizer, pads nothing, shares nothing and
takes the whole softmax.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from discotag_cxmi.examples import ContextFormat, Example, write_format
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_cxmi.examples import TargetScores


pytest.importorskip("torch")
pytestmark = pytest.mark.engine

NATS = 1e-4
CONTEXTS = [(0, 0), (0, 1), (1, 0), (2, 1), (None, None)]
DOCUMENTS = {
    "one": (
        ("The cat sleeps.", "It is old.", "", "It snores, and it sleeps again.", "Does it?"),
        ("Le chat dort.", "Il est vieux.", "", "Il ronfle et il dort encore.", "Vraiment ?"),
    ),
    "two": (
        ("We moved the table to the garden yesterday, and it fell.", "Ah.", "No"),
        ("Nous avons déplacé la table au jardin hier et elle est tombée.", "", "Non"),
    ),
    "three": (("Do you see the lamp?",), ("Vois-tu la lampe ?",)),
}


def examples(source: int | None, target: int | None) -> list[Example]:
    """Return every segment with at most so many lines of context."""
    return [
        Example(name, index, line, targets[index], sources[:index], targets[:index]).within(
            source, target
        )
        for name, (sources, targets) in DOCUMENTS.items()
        for index, line in enumerate(sources)
    ]


@cache
def wide(folder: Path, kind: str) -> tuple[Any, Any]:
    """Load a tokenizer, and a model in float64."""
    import transformers

    model = getattr(transformers, kind).from_pretrained(folder).double().eval()
    return transformers.AutoTokenizer.from_pretrained(folder), model


def encoder_decoder_values(folder: Path, example: Example) -> list[float]:
    """Score one target with a Marian model; its end is the last value."""
    import torch

    tokenizer, model = wide(folder, "AutoModelForSeq2SeqLM")

    def ids(line: str) -> list[int]:
        return list(tokenizer(line, add_special_tokens=False)["input_ids"])

    separator = tokenizer.convert_tokens_to_ids("<brk>")
    source, decoder = [], [model.config.decoder_start_token_id]
    for line in example.source_context:
        source += [*ids(line), separator]
    for line in example.target_context:
        decoder += [*ids(line), separator]
    source += [*ids(example.source), tokenizer.eos_token_id]
    before = len(decoder)
    labels = [*ids(example.target), tokenizer.eos_token_id]
    with torch.no_grad():
        logits = model(
            input_ids=torch.tensor([source]),
            decoder_input_ids=torch.tensor([decoder + labels[:-1]]),
        ).logits[0]
    return _values(logits[before - 1 :], labels)


def multi_encoder_values(folder: Path, example: Example) -> list[float]:
    """Score one target with two plain Marian models: the encoder of one reads all context."""
    import torch
    from transformers import MarianMTModel

    tokenizer, model = wide(folder, "AutoModelForSeq2SeqLM")
    plain, other = (MarianMTModel(model.config).double().eval() for _ in range(2))
    for one in (plain, other):
        one.load_state_dict(model.state_dict(), strict=False)
    layers = model.model.encoder.context.layers.state_dict()
    other.model.encoder.layers.load_state_dict(layers)

    def ids(line: str) -> list[int]:
        return list(tokenizer(line, add_special_tokens=False)["input_ids"])

    eos, separator = tokenizer.eos_token_id, tokenizer.convert_tokens_to_ids("<brk>")
    lines = (*example.source_context, *example.target_context)
    context = [number for line in lines for number in (*ids(line), separator)]
    labels = [*ids(example.target), eos]
    with torch.no_grad():
        source = torch.tensor([[*ids(example.source), eos]])
        states = [plain.model.encoder(input_ids=source).last_hidden_state]
        if context:
            read = other.model.encoder(input_ids=torch.tensor([context])).last_hidden_state
            states.append(read)
        logits = plain(
            encoder_outputs=(torch.cat(states, dim=1),),
            decoder_input_ids=torch.tensor([[model.config.decoder_start_token_id, *labels[:-1]]]),
        ).logits[0]
    return _values(logits, labels)


def decoder_only_values(folder: Path, example: Example) -> list[float]:
    """Score one target with a byte-level causal model under `SOURCE => TARGET` turns."""
    import torch

    tokenizer, model = wide(folder, "AutoModelForCausalLM")

    def ids(text: str) -> list[int]:
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])

    pairs = zip(example.source_context, example.target_context, strict=True)
    text = "".join(f"{source} => {target}\n" for source, target in pairs)
    prompt = [tokenizer.bos_token_id, *ids(f"{text}{example.source} =>")]
    labels = [*(ids(f" {example.target}") if example.target else []), tokenizer.eos_token_id]
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([prompt + labels])).logits[0]
    return _values(logits[len(prompt) - 1 : -1], labels)


def _values(logits: Any, labels: list[int]) -> list[float]:
    values = logits.log_softmax(-1)
    assert len(values) == len(labels)
    return [float(row[label]) for row, label in zip(values, labels, strict=True)]


def values(scores: TargetScores) -> list[float]:
    return [*scores.logprobs, scores.eos]


def scored(folder: Path, given: list[Example], **options: object) -> list[TargetScores]:
    from discotag_cxmi.scoring.loading import load_model

    model = load_model(str(folder), ModelOptions(device="cpu", **options))  # type: ignore[arg-type]
    return list(model.score(given))


@pytest.mark.parametrize(("source", "target"), CONTEXTS)
def test_a_batched_encoder_decoder_gives_the_exact_values(
    marian_folder: Path, source: int | None, target: int | None
) -> None:
    given = examples(source, target)
    for example, found in zip(given, scored(marian_folder, given), strict=True):
        wanted = encoder_decoder_values(marian_folder, example)
        assert values(found) == pytest.approx(wanted, abs=NATS, rel=0)


@pytest.fixture(scope="module")
def multi_encoder_folder(marian_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small multi-encoder with the tokenizer of the small Marian model."""
    import torch
    from transformers import AutoConfig, AutoTokenizer

    from discotag_cxmi.scoring.multi_encoder import MultiEncoderConfig, MultiEncoderModel

    folder = tmp_path_factory.mktemp("multi")
    tokenizer = AutoTokenizer.from_pretrained(marian_folder)
    tokenizer.save_pretrained(folder)
    settings = AutoConfig.from_pretrained(marian_folder).to_dict()
    settings |= {"separator_token_id": tokenizer.convert_tokens_to_ids("<brk>")}
    torch.manual_seed(4)
    model = MultiEncoderModel(MultiEncoderConfig(**settings))
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(6.0)
    model.save_pretrained(folder)
    write_format(folder, ContextFormat(kind="multi-encoder"))
    return folder


@pytest.mark.parametrize(("source", "target"), CONTEXTS)
def test_a_batched_multi_encoder_gives_the_exact_values(
    multi_encoder_folder: Path, source: int | None, target: int | None
) -> None:
    given = examples(source, target)
    for example, found in zip(given, scored(multi_encoder_folder, given), strict=True):
        wanted = multi_encoder_values(multi_encoder_folder, example)
        assert values(found) == pytest.approx(wanted, abs=NATS, rel=0)


@pytest.mark.parametrize("size", [0, 1, 2, None])
def test_a_batched_decoder_only_model_gives_the_exact_values(
    llama_folder: Path, size: int | None
) -> None:
    given = examples(size, size)
    for example, found in zip(given, scored(llama_folder, given), strict=True):
        wanted = decoder_only_values(llama_folder, example)
        assert values(found) == pytest.approx(wanted, abs=NATS, rel=0)


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_values_without_padding_are_those_with_it(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    given = examples(2, 2)
    together = scored(folder, given)
    alone = [scored(folder, [example])[0] for example in given]
    for one, other in zip(together, alone, strict=True):
        assert values(one) == pytest.approx(values(other), abs=NATS, rel=0)


@pytest.mark.parametrize("tokens", [1, 7, 40, 10_000])
@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_the_size_of_batches_changes_nothing(
    kind: str, tokens: int, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    given = [item for size in (0, 1, 2, None) for item in examples(size, size)]
    usual = scored(folder, given)
    other = scored(folder, given, batch_tokens=tokens)
    for one, two in zip(usual, other, strict=True):
        assert (one.starts, one.ends) == (two.starts, two.ends)
        assert values(one) == pytest.approx(values(two), abs=NATS, rel=0)


def test_an_empty_target_has_its_end_alone(marian_folder: Path, llama_folder: Path) -> None:
    for folder in (marian_folder, llama_folder):
        [found] = scored(folder, [examples(1, 1)[2]])
        assert found.logprobs == ()
        assert found.eos < 0
        assert found.total == found.eos


def test_the_first_segment_is_scored_alike_under_every_size(
    marian_folder: Path, llama_folder: Path
) -> None:
    for folder in (marian_folder, llama_folder):
        given = [examples(size, size)[0] for size in (0, 1, None)]
        assert len({found.total for found in scored(folder, given)}) == 1


def test_results_come_in_the_order_of_the_examples(marian_folder: Path) -> None:
    given = examples(1, 1)
    backwards = scored(marian_folder, given[::-1])[::-1]
    for one, other in zip(scored(marian_folder, given), backwards, strict=True):
        assert values(one) == pytest.approx(values(other), abs=NATS, rel=0)


def test_bfloat16_is_near_float32(marian_folder: Path) -> None:
    given = examples(1, 1)
    for one, two in zip(
        scored(marian_folder, given), scored(marian_folder, given, dtype="bfloat16"), strict=True
    ):
        assert two.total == pytest.approx(one.total, rel=0.05)
        assert two.total != one.total


PLACES, LABELS = np.array([1, 2, 5]), np.array([3, 0, 2])


class Model:
    """Logits are hidden states by a matrix; the output layer may stand aside."""

    def __init__(self, *, uses_head: bool) -> None:
        import torch

        torch.manual_seed(0)
        self.device = torch.device("cpu")
        self.head = torch.nn.Linear(4, 6, bias=False)
        self.uses_head = uses_head
        self.states = torch.randn(2, 3, 4)

    def get_output_embeddings(self) -> Any:
        return self.head

    def __call__(self, **inputs: Any) -> Any:
        import torch

        plain = torch.nn.functional.linear(self.states, self.head.weight)
        return SimpleNamespace(logits=self.head(self.states) if self.uses_head else plain)


@pytest.mark.parametrize("uses_head", [True, False])
def test_values_are_those_of_the_whole_softmax(uses_head: bool) -> None:
    import torch

    from discotag_cxmi.scoring.local import logprobs_at

    model = Model(uses_head=uses_head)
    with torch.no_grad():
        found = logprobs_at(model, {}, PLACES, LABELS)
        whole = model().logits.flatten(0, 1).log_softmax(-1)[PLACES, LABELS]
    assert found == pytest.approx(whole.numpy(), abs=1e-6)


def test_the_model_is_as_before_afterwards_even_if_it_fails() -> None:
    from discotag_cxmi.scoring.local import logprobs_at

    model = Model(uses_head=True)
    with pytest.raises(IndexError):
        logprobs_at(model, {}, np.array([99]), np.array([0]))
    assert not model.head._forward_pre_hooks


def test_many_rows_are_taken_in_parts() -> None:
    import torch

    from discotag_cxmi.scoring.local import CHUNK, logprobs_at

    model = Model(uses_head=True)
    count = 3 * (CHUNK // 6) + 5
    model.states = torch.randn(1, count, 4)
    places = np.arange(count)
    with torch.no_grad():
        found = logprobs_at(model, {}, places, places % 6)
        whole = model().logits[0].log_softmax(-1)[places, places % 6]
    assert found == pytest.approx(whole.numpy(), abs=1e-6)
