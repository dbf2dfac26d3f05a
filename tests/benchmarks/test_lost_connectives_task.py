"""References from which the first word is taken away."""

from __future__ import annotations

import pytest

pytest.importorskip("discotag_phen_connectives", reason="the task needs phen-connectives")

from benchmarks.tasks.lost_connectives import _chosen, without_first


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("en", "However, they stayed.", "They stayed."),
        ("de", "Trotzdem blieben sie.", "Blieben sie."),
        ("zh", "因此，她留下了。", "她留下了。"),
        ("en", "Howeverish, no.", "Howeverish, no."),
    ],
    ids=["with a comma", "without", "without spaces", "no whole word"],
)
def test_the_word_and_its_comma_go(language, text, left):
    assert without_first(text, language) == left


def test_both_sides_must_begin_with_a_telling_word():
    pairs = [
        ("It rained.", "Es regnete."),
        ("However, they stayed.", "Trotzdem blieben sie."),
        ("However, they ate.", "Sie aßen."),
        ("And they slept.", "Und sie schliefen."),
    ]
    ((name, chosen),) = _chosen([("one", pairs)], "en", "de")
    assert (name, list(chosen)) == ("one 1", pairs[0:2])


def test_a_language_without_a_list_gives_nothing():
    assert list(_chosen([("one", [("But no.", "x"), ("But yes.", "x")])], "en", "xx")) == []
