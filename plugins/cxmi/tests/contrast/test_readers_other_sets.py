"""Sets of Voita, Bawden, MT-GenEval, SCAT and pronouns in English."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import InputError, LineCountError
from discotag.plugin.files import Notes
from discotag_cxmi.contrast.readers.opening import sniff

from .set_files import anaphora, read, voita, write


def test_voitas_candidates_keep_their_order_since_scores_have_it(tmp_path):
    (item,) = read(voita(tmp_path / "deixis.json"))
    assert (item.right, item.distance) == (1, 1)
    assert [one.target for one in item.candidates] == ["Садитесь .", "Садись ."]
    assert item.source_context == ("Do you hear ?",)
    assert item.candidates[0].context == ("Ты слышишь ?",)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"true_ind": 2}, "its right translation is number 2 of 2"),
        ({"dst": ["a _eos b", "c"]}, "2 source segments between _eos, its translations have 2, 1"),
        ({"dst": ["a _eos b"], "true_ind": 0}, "has no wrong translation"),
    ],
    ids=["index", "segments", "alone"],
)
def test_faults_of_voitas_sets_are_named(tmp_path, changes, told):
    with pytest.raises(InputError) as error:
        read(voita(tmp_path / "deixis.json", **changes))
    assert told in str(error.value)


def test_voitas_text_form_is_grouped_by_source_and_says_what_it_assumes(tmp_path):
    source = write(tmp_path / "d.src", *["A . _eos B ."] * 3, *["A . _eos C ."] * 2)
    write(
        tmp_path / "d.dst",
        *(f"а . _eos {word} ." for word in ("один", "два", "три", "раз", "ну")),
    )
    notes = Notes()
    first, second = read(source, notes=notes)
    assert [len(item.candidates) for item in (first, second)] == [3, 2]
    assert first.source_context == ("A .",)
    assert "first one is taken" in notes.texts()[0]


def test_bawdens_blocks_are_documents(tmp_path):
    pair = {"correct": ["La chatte dort.", "Elle ronfle."], "type": "f.sg"}
    half = {"semi-correct": ["Le chat dort.", "Il ronfle."], "type": "m.sg"}
    wrong = {"incorrect": ["La chatte dort.", "Il ronfle."]}
    path = tmp_path / "anaphora.json"
    source = ["The cat sleeps.", "It snores."]
    block = {"src": source, "trg": [{**pair, **wrong}, {**half, **wrong}]}
    path.write_text(json.dumps({"10": block, "2": block}), "utf-8")
    items = read(path)
    assert [item.id for item in items] == ["2:1", "2:2", "10:1", "10:2"]
    assert items[0].document == "2"
    assert items[0].labels == {"type": "f.sg", "translation": "correct"}
    assert items[1].labels == {"type": "m.sg", "translation": "semi-correct"}
    assert items[0].candidates[0].context == ("La chatte dort.",)
    lexical = {"type": "repet", "examples": [{"src": source, "trg": {**pair, **wrong}}]}
    path.write_text(json.dumps({"1": {**lexical, "src": None}}), "utf-8")
    (item,) = read(path)
    assert (item.source, item.labels) == ("It snores.", {"type": "f.sg"})


def test_a_block_without_pairs_is_refused(tmp_path):
    path = tmp_path / "anaphora.json"
    path.write_text('{"1": {"src": ["a", "b"]}}')
    with pytest.raises(InputError, match="block 1 has neither trg nor examples"):
        read(path)
    path.write_text('{"1": {"src": ["a", "b"], "trg": [{"incorrect": ["a", "b"]}]}}')
    with pytest.raises(InputError, match="block 1, pair 1: needs src, correct"):
        read(path)


def test_pronouns_in_english_have_no_source(tmp_path):
    (item,) = read(anaphora(tmp_path / "a.jsonl"))
    assert (item.id, item.source) == ("4", None)
    assert [(one.target, one.context) for one in item.candidates] == [
        ("it fell .", ("a lamp .",)),
        ("he fell .", ("a lamp .",)),
    ]
    with pytest.raises(InputError, match=r"a.jsonl:1: a context does not end with its sentence"):
        read(anaphora(tmp_path / "a.jsonl", noisy_context=["he"]))


def test_mt_geneval_finds_the_other_two_files(tmp_path):
    source = write(tmp_path / "x-2to1-dev.en_fr.en", "She sang. <sep> An actor.", "An actor.")
    write(tmp_path / "x-original-dev.en_fr.fr", "Une actrice.", "Une actrice.")
    write(tmp_path / "x-flipped-dev.en_fr.fr", "Un acteur.", "Un acteur.")
    first, second = read(source)
    assert (first.source, first.source_context) == ("An actor.", ("She sang.",))
    assert second.source_context == ()
    assert [one.target for one in first.candidates] == ["Une actrice.", "Un acteur."]
    write(tmp_path / "x-flipped-dev.en_fr.fr", "Un acteur.")
    with pytest.raises(LineCountError, match="1 line for 2 sources"):
        read(source)


def scat(folder, **changes):
    lines = {
        "en": ["Have <p>it</p> been w<p>it</p>h you?", "<p>They</p> sing.", "No mark."],
        "fr": ["Tu dis qu'<p>elle</p> t<p>elle</p>.", "<p>Ils</p> chantent.", "Rien."],
        "context.en": ["The <hon>lamp<hoff> fell.", "The cats sleep.", "So."],
        "context.fr": [" <hon>La lampe<hoff>  est tombée.", "Les chats dorment.", "Bon."],
        **changes,
    }
    for kind, texts in lines.items():
        write(folder / f"highlighted.valid.{kind}", *texts)
    return folder / "highlighted.valid.en"


def test_scat_has_the_other_gender_as_wrong_translation(tmp_path):
    notes = Notes()
    path = scat(tmp_path)
    assert sniff(path) == "scat"
    first, second = read(path, notes=notes)
    assert [one.target for one in first.candidates] == [
        "Tu dis qu'elle telle.", "Tu dis qu'il telle.",
    ]  # fmt: skip
    assert [one.target for one in second.candidates] == ["Ils chantent.", "Elles chantent."]
    assert (first.source, first.source_context) == ("Have it been with you?", ("The lamp fell.",))
    assert {one.context for one in first.candidates} == {("La lampe est tombée.",)}
    assert first.labels == {"pronoun": "elle", "marked words": "the context"}
    assert second.labels == {"pronoun": "ils", "marked words": "none"}
    assert "1 of 3 items have no single marked" in notes.texts()[0]


def test_scat_wants_its_four_files_line_by_line(tmp_path):
    with pytest.raises(LineCountError, match="has 1 line for 3 sources"):
        read(scat(tmp_path, fr=["Un."]))
    with pytest.raises(InputError, match=r"is no file highlighted\.PART\.en"):
        read(write(tmp_path / "valid.en", "a"), reader="scat")


def test_ctxpro_has_no_wrong_translations_and_the_message_says_what_reads_it(tmp_path):
    path = tmp_path / "gender.json"
    path.write_text(json.dumps([{"src segment": "It.", "ref segment": "Sie.", "expected": "Sie"}]))
    with pytest.raises(InputError, match="discotag run --reader ctxpro --scorers expected"):
        read(path)
