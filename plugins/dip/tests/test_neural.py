"""Neural rankers: views, pairs, training of a tiny encoder made here, and scores by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag.plugin import InputError, PluginError
from discotag.testing.builders import side, tokens
from discotag_dip.command import dip
from discotag_dip.neural.network import (
    Card,
    NeuralCoherence,
    NeuralPronouns,
    Ranked,
    View,
    Views,
    document_views,
    load,
    load_encoder,
    other_pronouns,
    pronoun_views,
    save,
    shuffled_documents,
    swapped_pronouns,
)
from discotag_dip.neural.training import Recipe, accuracy, train
from discotag_dip.rankers import coherence_ranker

if TYPE_CHECKING:
    from pathlib import Path


pytest.importorskip("torch")
pytest.importorskip("transformers")


pytestmark = pytest.mark.engine

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] the lamp king queen it he she her was dear fell . we saw"


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Save a random encoder of one layer."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path_factory.mktemp("encoder")
    tokenizer = BertTokenizer(vocab={word: place for place, word in enumerate(WORDS.split())})
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS.split()), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def untrained(encoder: str, task: Any = "pronouns") -> Any:
    return load_encoder(encoder, Card(task=task, name="tiny", positions=32), device="cpu")


def test_every_pronoun_is_looked_at_and_a_segment_without_has_no_view() -> None:
    (view,) = pronoun_views(("The lamp fell.",), "It was her lamp.").views
    assert [view.text[begin:end] for begin, end in view.spans] == ["It", "her"]
    assert pronoun_views((), "The lamp fell.").views == ()


def test_a_document_is_looked_at_by_neighbours_and_empty_segments_are_passed_over() -> None:
    assert document_views(("a", " ", "b", "c")).views == (View("a", "b"), View("b", "c"))


def test_a_text_without_views_has_no_preference(encoder: str) -> None:
    assert untrained(encoder).judged([Views((), is_mean=False)]) == [0.0]


def test_rho_is_the_sum_over_pronouns_and_the_mean_over_neighbours(encoder: str) -> None:
    network = untrained(encoder)
    one, two = (View("", "it was her lamp", spans) for spans in (((0, 2),), ((7, 10),)))
    both = View("", "it was her lamp", ((0, 2), (7, 10)))
    first, second, together = (
        network.judged([Views((view,), is_mean=False)])[0] for view in (one, two, both)
    )
    assert together == pytest.approx(first + second, abs=1e-5)
    (mean,) = network.judged([Views((one, two), is_mean=True)])
    assert mean == pytest.approx((first + second) / 2, abs=1e-5)


def test_training_learns_which_pronoun_is_better(encoder: str) -> None:
    made = [
        Ranked(pronoun_views((), "he fell ."), pronoun_views((), f"{wrong} fell ."))
        for wrong in ("it", "she")
    ]
    network = untrained(encoder)
    told: list[str] = []
    train(
        network, made, recipe=Recipe(epochs=15, batch=2, rate=1e-3), warm_up=made, tell=told.append
    )
    assert accuracy(network, made) == 1.0
    assert told[-1].startswith("step 16 of 16")


def test_training_is_repeatable(encoder: str) -> None:
    pair = Ranked(pronoun_views((), "he fell ."), pronoun_views((), "it fell ."))
    found = []
    for _ in range(2):
        network = untrained(encoder)
        train(network, [pair] * 4, recipe=Recipe(batch=2))
        found += network.judged([pair.better])
    assert found[0] == found[1]


def test_nothing_to_learn_from_is_told(encoder: str) -> None:
    with pytest.raises(InputError, match="no pairs"):
        train(untrained(encoder), [], recipe=Recipe())


def test_a_saved_ranker_judges_as_before_and_names_itself(encoder: str, tmp_path: Path) -> None:
    network = untrained(encoder)
    save(network, tmp_path / "mine")
    again, digest = load(tmp_path / "mine", task="pronouns", device="cpu")
    views = pronoun_views(("the king fell .",), "he was dear .")
    assert again.judged([views]) == network.judged([views])
    ranker = NeuralPronouns(tmp_path / "mine")
    assert ranker.digest == f"tiny@{digest}"
    context = [tokens("the/the/DET king/king/NOUN//2/nsubj fell/fall/VERB")]
    segment = tokens("he/he/PRON//1/nsubj fell/fall/VERB")
    other = tokens("she/she/PRON//1/nsubj fell/fall/VERB")
    assert ranker.preference(context, segment, 0, "she") == pytest.approx(
        ranker.rho(context, segment) - ranker.rho(context, other), abs=1e-6
    )


def test_a_ranker_of_the_other_task_is_refused(encoder: str, tmp_path: Path) -> None:
    save(untrained(encoder, "coherence"), tmp_path / "mine")
    assert NeuralCoherence(tmp_path / "mine").rho([tokens("he/he/PRON fell/fall/VERB")]) == 0.0
    with pytest.raises(InputError, match="ranks coherence, not pronouns"):
        load(tmp_path / "mine", task="pronouns")
    with pytest.raises(InputError, match="holds no ranker"):
        load(tmp_path, task="pronouns")


def test_what_is_no_encoder_is_named(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=str(tmp_path)):
        load_encoder(str(tmp_path), Card(task="pronouns", name="x"), device="cpu")


def test_made_errors_swap_each_third_person_pronoun() -> None:
    lines = (
        "it/it/PRON//1/nsubj fell/fall/VERB",
        "we/we/PRON//1/nsubj saw/see/VERB her/she/PRON//1/obj",
    )
    text = side("en", lines)
    found = list(swapped_pronouns([text]))
    assert [pair.better.views[0].text for pair in found] == ["it fell", "we saw her"]
    assert found[1].better.views[0].before == "it fell"
    assert found[1].worse.views[0].text in {"we saw him", "we saw it", "we saw them"}


def test_outputs_with_the_same_pronouns_teach_nothing(
    bundle: Any, failing: Any, english: Any
) -> None:
    assert not list(other_pronouns([bundle(A=english)]))
    (pair,) = other_pronouns([bundle(A=failing)])
    assert pair.worse.views[0].text == "She was dear"
    assert pair.worse.views[0].before == pair.better.views[0].before == "The lamp shines"


def test_pieces_of_documents_have_at_least_four_segments() -> None:
    found = list(shuffled_documents([tuple("abcdefghijk")], times=1, longest=4))
    assert [len(pair.better.views) for pair in found] == [3, 3]
    assert all(pair.better != pair.worse for pair in found)
    assert list(shuffled_documents([tuple("abc")])) == []


def test_the_command_trains_on_text_and_writes_a_folder_that_scores_take(
    encoder: str, tmp_path: Path
) -> None:
    text, ids, out = tmp_path / "a.en", tmp_path / "a.ids", tmp_path / "mine"
    lines = ("the lamp fell .", "it was dear .", "we saw the king .", "he fell .") * 2
    text.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    ids.write_text("one\n" * 4 + "two\n" * 4, encoding="utf-8")
    arguments = ["train-ranker", "coherence", "--text", str(text), "--docids", str(ids)]
    found = CliRunner().invoke(
        dip, [*arguments, "--encoder", encoder, "--device", "cpu", "--out", str(out)]
    )
    assert found.exception is None
    assert "0 pairs with outputs, 4 with made errors" in found.output
    assert coherence_ranker(out).digest.startswith("mine@")
