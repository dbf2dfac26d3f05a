"""`discotag.choose`: rows, sums, and what it refuses."""

from __future__ import annotations

import pytest

import discotag
import discotag_choose


def test_the_text_that_agrees_with_itself_is_best(corpus):
    chosen = discotag_choose.choose(corpus)
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
        discotag_choose.choose(one)


def test_a_scorer_that_needs_a_reference_does_not_choose(corpus):
    with pytest.raises(discotag.DiscotagError, match="chrf does not judge texts by themselves"):
        discotag_choose.choose(corpus, by="chrf")


def test_systems_are_combined_to_a_text_that_agrees_with_itself(corpus):
    combined = discotag_choose.combine(corpus)
    assert combined.texts["talk"] == ["Tu es libre ?", "Oui, et toi ?"]
    rows = combined.to_dicts()
    assert [(row["document"], row["segment"]) for row in rows[:2]] == [("talk", 0), ("talk", 1)]
    assert rows[0]["candidate"] == 1
    assert repr(combined).startswith("<Combined: 2 documents; costs ")
    assert [found["document"] for found in combined] == ["talk", "shop"]


def test_candidates_are_rows_with_texts_or_scores(corpus):
    rows = [
        {"source": "Are you free?", "candidates": [{"text": "Vous êtes libre ?", "score": 0.0},
                                                   {"text": "Tu es libre ?", "score": 0.1}]},
        {"source": "And you?", "candidates": [{"text": "Et vous ?", "score": 0.5}]},
    ]  # fmt: skip
    pair = {"source_language": "en", "target_language": "fr"}
    told = discotag_choose.combine(rows, **pair, quality=0.0)
    assert told.texts == {"all": ["Vous êtes libre ?", "Et vous ?"]}
    assert discotag_choose.combine(rows, **pair, quality=50.0).texts["all"][0] == "Tu es libre ?"
    with pytest.raises(discotag.DiscotagError, match="row 2 of the candidates: candidates"):
        discotag_choose.combine([rows[0], {"source": "And you?", "candidates": []}], **pair)


def test_what_cannot_be_combined_is_refused(corpus):
    with pytest.raises(discotag.DiscotagError, match="give source_language and target_language"):
        discotag_choose.combine([{"source": "Hi.", "candidates": ["Salut."]}])
    one = discotag.load(["Hi."], systems={"A": ["Salut."]}, source_language="en",
                        target_language="fr")  # fmt: skip
    with pytest.raises(discotag.DiscotagError, match="two systems or more"):
        discotag_choose.combine(one)
    with pytest.raises(discotag.DiscotagError, match="chrf does not combine candidates"):
        discotag_choose.combine(corpus, by="chrf")
