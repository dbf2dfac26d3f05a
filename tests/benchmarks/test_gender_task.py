"""MT-GenEval as a task: which languages are measured, what the baseline counts."""

from __future__ import annotations

import argparse

import pytest

pytest.importorskip("discotag_phen_gender", reason="the task needs phen-gender")

from benchmarks.tasks.gender import _counted, _share, add_arguments, measure
from discotag.testing import document


@pytest.mark.parametrize(
    ("pronoun", "worth"), [("He", 1.0), ("She", -1.0), ("It", 0.0)], ids=["he", "she", "neither"]
)
def test_the_baseline_counts_words_by_gender(pronoun, worth):
    target = "der//DET/Gender=Masc Lehrer//NOUN/Gender=Masc Frau//NOUN/Gender=Fem"
    assert _counted(document([f"{pronoun}//PRON"], [target])) == worth


def test_ties_count_as_half():
    assert [_share(1.0, 0.0), _share(0.0, 0.0), _share(0.0, 1.0)] == [1.0, 0.5, 0.0]


def test_a_language_without_a_pack_is_named_and_skipped(tmp_path, capsys):
    for part, side in (("2to1", "en"), ("original", "hi"), ("flipped", "hi")):
        name = f"geneval-context-wikiprofessions-{part}-test.en_hi.{side}"
        (tmp_path / name).write_text("She slept. <sep> It rained.\n", encoding="utf-8")
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args([])
    given.folder, given.lang = tmp_path, None
    with pytest.raises(SystemExit, match="no geneval"):
        measure(given)
    assert "en-hi is skipped: there is no language pack" in capsys.readouterr().err
