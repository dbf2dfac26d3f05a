"""How the coherence ranker hears the ranker `e5`."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="the recipe needs torch")
pytest.importorskip("discotag_dip", reason="the recipe needs discotag-dip")
pytest.importorskip("discotag_e5", reason="the recipe needs discotag-e5")

from discotag.testing.builders import tokens
from discotag_dip.coherence.features import Steps
from discotag_dip.coherence.ranker import Piece
from training import rankers_steps
from training.rankers_steps import Heard, learned_steps

ASKS = tokens("Who/who/PRON lit/light/VERB it/it/PRON ?/?/PUNCT")
ANSWERS = tokens("Ada/Ada/PROPN lit/light/VERB it/it/PRON ././PUNCT")


def test_the_network_learns_what_the_ranker_e5_says_and_not_what_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rankers_steps, "LEAST", 2)
    segments = (ANSWERS, ASKS, ANSWERS, ASKS)
    is_question = np.array([False, True, False, True])
    table = np.where(is_question[:, None] & ~is_question, 5.0, -5.0).astype(np.float32)
    pieces = [Heard(str(place), Piece(segments), table, table) for place in range(200)]
    steps = Steps(learned_steps(pieces))
    right = dict(steps.features([ASKS, ANSWERS]))["next follows"]
    assert right > dict(steps.features([ANSWERS, ASKS]))["next follows"] + 1
