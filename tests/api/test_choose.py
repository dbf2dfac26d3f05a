"""`discotag.choose`: rows, sums, and what it refuses."""

from __future__ import annotations

import pytest

import discotag


def test_the_text_that_agrees_with_itself_is_best(corpus):
    chosen = discotag.choose(corpus)
    assert [choice.document for choice in chosen] == ["talk", "shop"]
    rows = {(row["document"], row["text"]): row for row in chosen.to_dicts()}
    assert not rows["talk", "A"]["is_best"]
    assert rows["talk", "ref"]["is_best"]
    assert any("addressed otherwise" in told for told in rows["talk", "A"]["reasons"])
    assert chosen.costs()["B"] == chosen.costs()["ref"] < chosen.costs()["A"]
    assert chosen.wins() == {"ref": 0, "A": 0, "B": 0}  # B is the reference
    assert repr(chosen).startswith("<Chosen: 2 documents; costs: ref ")


def test_one_text_is_no_choice():
    pytest.importorskip("discotag_lang_fr")
    one = discotag.load(["Hi."], ["Salut."], source_language="en", target_language="fr")
    with pytest.raises(discotag.DiscotagError, match=r"there is one translation \(ref\)"):
        discotag.choose(one)


def test_a_scorer_that_needs_a_reference_does_not_choose(corpus):
    with pytest.raises(discotag.DiscotagError, match="chrf does not judge texts by themselves"):
        discotag.choose(corpus, by="chrf")
