"""Rankers are opened by what a path is: shipped, a file of weights, or a neural one's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from discotag.plugin import UsageError
from discotag.testing.builders import tokens
from discotag_dip import rankers
from discotag_dip.anaphora.ranker import PronounRanker, shipped
from discotag_dip.anaphora.slots import swapped
from discotag_dip.training import bare


def test_no_path_means_the_shipped_ranker_and_a_file_holds_weights(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(shipped().model_dump_json(), encoding="utf-8")
    assert rankers.pronoun_ranker(path).digest == rankers.pronoun_ranker().digest


@pytest.mark.parametrize("opened", [rankers.pronoun_ranker, rankers.coherence_ranker])
def test_a_folder_needs_torch_and_transformers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: object
) -> None:
    monkeypatch.setattr(rankers, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="torch and transformers; try: pip install"):
        opened(tmp_path)  # type: ignore[operator]


def test_a_file_that_is_called_like_the_encoder_s_ranker_is_asked_for_by_its_whole_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e5").write_text(shipped().model_dump_json(), encoding="utf-8")
    monkeypatch.setattr(rankers, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="your own e5, give its whole path"):
        rankers.pronoun_ranker(Path("./e5"))
    assert rankers.pronoun_ranker(tmp_path / "e5").digest == PronounRanker().digest


def test_a_preference_is_zero_where_no_pronoun_stands() -> None:
    line = tokens("lamps/lamp/NOUN//1/nsubj fell/fall/VERB")
    assert PronounRanker().preference((), line, 0, "he") == 0.0


@pytest.mark.parametrize(
    ("name", "text"),
    [("he", "His lamp fell"), ("they", "Their lamp fell"), ("this", "This lamp fell")],
)
def test_a_swapped_pronoun_keeps_case_and_capital(name: str, text: str) -> None:
    line = tokens("Her/she/PRON//1/nmod:poss lamp/lamp/NOUN//2/nsubj fell/fall/VERB")
    assert swapped(line, 0, name) == text


def test_a_bare_line_keeps_words_full_stops_and_apostrophes() -> None:
    line = "“Well-known, isn’t it?” – said the man, twice."
    assert bare(line) == "Well known isn't it? said the man twice."
