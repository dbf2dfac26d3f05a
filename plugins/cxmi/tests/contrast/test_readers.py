"""Published sets come in as items: contexts, order of candidates, distances, and clear faults."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from discotag.plugin import InputError, LineCountError, UnknownNameError, UsageError
from discotag.plugin.files import Notes
from discotag_cxmi.contrast.opening import SetRequest, read_sets, sniff

from .builders import anaphora, contrapro, plain, read, voita, write


def test_the_plain_form_carries_everything(tmp_path):
    (item,) = read(plain(tmp_path / "set.jsonl", {}))
    assert (item.id, item.source, item.right, item.distance, item.is_intra) == (
        "a", "It snores.", 0, 1, False,
    )  # fmt: skip
    assert [one.target for one in item.candidates] == ["Il ronfle.", "Elle ronfle."]
    assert {one.context for one in item.candidates} == {("Le chat dort.",)}
    assert item.source_context == ("The cat sleeps.",)
    assert item.labels == {"pronoun": "it:il"}


def test_a_wrong_translation_may_have_a_context_of_its_own(tmp_path):
    wrong = [{"target": "Elle ronfle.", "target_context": ["La chatte dort."]}, "Ça ronfle."]
    (item,) = read(plain(tmp_path / "set.jsonl", {"wrong": wrong}))
    assert [one.context for one in item.candidates] == [
        ("Le chat dort.",), ("La chatte dort.",), ("Le chat dort.",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([{"wrong": []}], "set.jsonl:1: item 'a': has no wrong translation"),
        ([{}, {}], "set.jsonl:2: item 'a' stands in the file twice, first in line 1"),
        ([{"right": " "}], "its translation 1 is empty"),
        ([{"distance": -1}], "its distance is -1"),
        ([{"rigth": "x"}], "rigth"),
        ([{"wrong": [3]}], "wrong.0"),
    ],
    ids=["no wrong", "twice", "empty", "distance", "unknown field", "no text"],
)
def test_a_faulty_item_is_named_with_file_and_line(tmp_path, changes, told):
    with pytest.raises(InputError) as error:
        read(plain(tmp_path / "set.jsonl", *changes))
    assert told in str(error.value)


def test_a_wrong_translation_that_is_the_right_one_is_noted_or_refused(tmp_path):
    path = plain(tmp_path / "set.jsonl", {"wrong": ["Il ronfle."]})
    notes = Notes()
    assert len(read(path, notes=notes)) == 1
    assert "can never be judged right" in notes.texts()[0]
    with pytest.raises(InputError, match="strict"):
        read(path, notes=Notes(is_strict=True))


@pytest.mark.parametrize(
    ("make", "name", "reader"),
    [
        (lambda path: plain(path, {}), "x.jsonl", "jsonl"),
        (contrapro, "x.json", "contrapro"),
        (voita, "x.json", "voita"),
        (anaphora, "x.jsonl", "eval-anaphora"),
        (lambda path: write(path, '{"3": {}}'), "x.json", "bawden"),
        (lambda path: write(path, "a"), "x-2to1-dev.en_fr.en", "mt-geneval"),
        (lambda path: write(path, "a"), "x.en", "lines"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_set_is_known_by_what_it_looks_like(tmp_path, make, name, reader):
    path = make(tmp_path / name)
    assert sniff(path) == reader
    zipped = path.with_name(f"{name}.gz")
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    assert sniff(zipped) == reader


def test_a_first_item_longer_than_what_is_looked_at_is_known_too(tmp_path):
    long = plain(tmp_path / "x.jsonl", {"source_context": ["word " * 20000]})
    record = json.loads(long.read_text())
    write(long, json.dumps({**{"right": "", "wrong": []}, **record}))
    assert sniff(long) == "jsonl"


def test_json_of_something_else_is_refused_with_what_is_known(tmp_path):
    with pytest.raises(InputError, match=r"its first object has a, b.*jsonl, contrapro"):
        read(write(tmp_path / "x.json", '[{"a": 1, "b": 2}]'))
    with pytest.raises(UnknownNameError, match="did you mean 'contrapro'"):
        read(write(tmp_path / "x.json", "[]"), reader="contrapo")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("\n", "is empty"),
        ("[]", "it is empty or broken"),
        ('[{"src": "a', "broken"),
    ],
    ids=["nothing", "blank", "no item", "cut off"],
)
def test_an_empty_or_broken_set_is_refused(tmp_path, text, told):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        read(path)


def test_files_that_a_reader_does_not_take_are_refused(tmp_path):
    path = plain(tmp_path / "set.jsonl", {})
    for option in ("target", "context_source", "context_target", "documents"):
        with pytest.raises(UsageError, match="is not for the reader jsonl"):
            read(path, **{option: path})
    with pytest.raises(UsageError, match="--per-item is not for the reader contrapro"):
        read(contrapro(tmp_path / "x.json"), per_item=3)


def test_several_files_are_judged_together_and_told_apart(tmp_path):
    paths = [plain(tmp_path / f"{name}.jsonl", {"document": "d"}) for name in "ab"]
    items = read_sets([SetRequest(path) for path in paths], Notes())
    assert [item.id for item in items] == ["a.jsonl/a", "b.jsonl/a"]
    assert [item.labels["file"] for item in items] == ["a.jsonl", "b.jsonl"]
    assert items[0].document != items[1].document
    with pytest.raises(UsageError, match=r"two files are named a.jsonl"):
        read_sets([SetRequest(paths[0]), SetRequest(paths[0])], Notes())


def test_standard_input_needs_a_reader():
    with pytest.raises(UsageError, match="--reader"):
        sniff(Path("-"))


def test_contrapro_without_context_has_pronouns_distances_and_unique_ids(tmp_path):
    first, second = read(contrapro(tmp_path / "contrapro.json"))
    assert (first.id, second.id) == ("1999_7.de:2", "1999_7.de:2#2")
    assert (first.document, first.distance, first.is_intra) == ("1999_7.de", 1, False)
    assert first.labels == {"pronoun": "it:er"}
    assert [one.target for one in first.candidates] == [
        "Er schnarcht.", "Sie schnarcht.", "Es schnarcht.",
    ]  # fmt: skip


@pytest.mark.parametrize("number", [1, 2], ids=["from 0", "from 1"])
def test_contrapro_finds_context_in_its_documents_however_they_are_counted(tmp_path, number):
    folder = tmp_path / "documents" / "1999"
    folder.mkdir(parents=True)
    write(folder / "1999_7.en", "The cat sleeps.", "It  snores.", "Ha.")
    write(folder / "1999_7.de", "Der Kater schläft.", "Er schnarcht.", "Ha.")
    path = contrapro(tmp_path / "contrapro.json", **{"segment id": number})
    item, _ = read(path, documents=tmp_path / "documents")
    assert item.source_context == ("The cat sleeps.",)
    assert {one.context for one in item.candidates} == {("Der Kater schläft.",)}


def test_ids_without_an_ending_find_both_files_and_the_text_tells_the_source(tmp_path):
    folder = tmp_path / "documents" / "un"
    folder.mkdir(parents=True)
    write(folder / "r.1.fr", "The cat sleeps.", "It snores.")
    write(folder / "r.1.en", "Der Kater schläft.", "Er schnarcht.")
    for name in ("r.1", "un/r.1"):
        path = contrapro(tmp_path / "set.json", **{"document id": name, "segment id": 1})
        item, _ = read(path, documents=tmp_path / "documents")
        assert item.source_context == ("The cat sleeps.",)
        assert item.candidates[0].context == ("Der Kater schläft.",)


def test_what_the_set_does_not_know_is_not_told(tmp_path):
    item, _ = read(contrapro(tmp_path / "set.json", **{"ante distance": -1, "document id": 7}))
    assert (item.distance, item.is_intra, item.document) == (None, None, "7")


def test_documents_of_another_release_are_noticed(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    write(folder / "1999_7.en", "A.", "B.", "C.")
    write(folder / "1999_7.de", "A.", "B.", "C.")
    path = contrapro(tmp_path / "contrapro.json")
    with pytest.raises(InputError, match=r"does not hold, as segment 2, the source 'It snores.'"):
        read(path, documents=folder)
    write(folder / "1999_7.de", "A.", "B.")
    with pytest.raises(LineCountError, match="has 2 lines"):
        read(path, documents=folder)
    (folder / "1999_7.en").unlink()
    with pytest.raises(InputError, match="a file of the source and one"):
        read(path, documents=folder)


def test_extracted_context_has_as_many_lines_for_each_translation(tmp_path):
    lines = ["", "The cat sleeps."] * 6
    source = write(tmp_path / "c.en", *lines)
    target = write(tmp_path / "c.de", *(line and "Der Kater schläft." for line in lines))
    path = contrapro(tmp_path / "contrapro.json")
    item, _ = read(path, context_source=source, context_target=target)
    assert item.source_context == ("The cat sleeps.",)
    assert item.candidates[2].context == ("Der Kater schläft.",)
    with pytest.raises(LineCountError, match="7 lines for 6 translations"):
        read(path, context_source=write(tmp_path / "d.en", *["x"] * 7))
    with pytest.raises(LineCountError, match=r"has 6 lines, .*c.en has 12"):
        read(path, context_source=source, context_target=write(tmp_path / "d.de", *["x"] * 6))


def test_extracted_files_in_another_order_are_noticed(tmp_path):
    path = contrapro(tmp_path / "contrapro.json")
    source = write(tmp_path / "c.en", *["The cat sleeps."] * 6)
    texts = ["Er schnarcht.", "Sie schnarcht.", "Es schnarcht."] * 2
    target = write(tmp_path / "t.de", *texts)
    assert len(read(path, context_source=source, target=target)) == 2
    write(target, *reversed(texts))
    with pytest.raises(InputError, match=r"t.de:1: is not the set's translation 1"):
        read(path, context_source=source, target=target)
    write(target, *texts[:3])
    with pytest.raises(LineCountError, match="3 lines for 6 translations"):
        read(path, context_source=source, target=target)
    notes = Notes()
    read(path, context_source=source, notes=notes)
    assert "--tgt FILE" in notes.texts()[0]


def test_lines_are_pairs_with_the_right_one_first(tmp_path):
    source = write(tmp_path / "x.src", "It snores.", "It snores.", "It snores.", "It snores.")
    write(tmp_path / "x.trg", "Il ronfle.", "Elle ronfle.", "Elle ronfle.", "Il ronfle.")
    context = write(tmp_path / "c.src", "The cat sleeps.", "The cat sleeps.", "A", "A")
    first, second = read(source, context_source=context)
    assert first.candidates[0].target == "Il ronfle."
    assert second.candidates[0].target == "Elle ronfle."
    assert (first.source_context, second.source_context) == (("The cat sleeps.",), ("A",))


@pytest.mark.parametrize(
    ("sources", "more", "told"),
    [
        (["a", "b"], {}, "x.src:2: item 1: source or context differs from its first line, 1"),
        (["a", "a", "a"], {}, "no items of 2 lines"),
        (["a", "a"], {"target": ["x", "y", "z"]}, "has 3 lines"),
        (["a", "a"], {"per_item": 3}, "no items of 3 lines"),
    ],
    ids=["differing", "left over", "unaligned", "fewer"],
)
def test_lines_that_are_no_items_are_refused(tmp_path, sources, more, told):
    target = write(tmp_path / "x.trg", *more.get("target", ["x", "y", "z"][: len(sources)]))
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "x.src", *sources), target=target, per_item=more.get("per_item"))
    assert told in str(error.value)


def test_lines_without_translations_say_how_to_give_them(tmp_path):
    with pytest.raises(UsageError, match="--tgt"):
        read(write(tmp_path / "x.src", "a", "a"))


def plain_contrapro(folder):
    """Write ContraPro's plain form: two items of three and two translations, padded context."""
    rows = [
        ("I bought a lamp. <SEP> It fell.", "Ich kaufte eine Lampe. <SEP> Sie fiel."),
        ("I bought a lamp. <SEP> It fell.", "Ich kaufte eine Lampe. <SEP> Er fiel."),
        ("I bought a lamp. <SEP> It fell.", "Ich kaufte eine Lampe. <SEP> Es fiel."),
        (" <SEP> It fell.", " <SEP> Es fiel."),
        (" <SEP> It fell.", " <SEP> Er fiel."),
    ]
    write(folder / "en.txt", *(source for source, _ in rows))
    write(folder / "de.txt", *(target for _, target in rows))
    return folder / "en.txt", folder / "de.txt"


def test_contrapros_plain_form_is_read_by_marker_and_groups(tmp_path):
    source, target = plain_contrapro(tmp_path)
    groups = write(tmp_path / "sentence_groups.txt", "0", "3")
    first, second = read(source, target=target, marker="<SEP>", groups=groups)
    assert [one.target for one in first.candidates] == ["Sie fiel.", "Er fiel.", "Es fiel."]
    assert first.source_context == ("I bought a lamp.",)
    assert first.candidates[1].context == ("Ich kaufte eine Lampe.",)
    assert (second.source, second.source_context, second.candidates[0].context) == (
        "It fell.",
        (),
        (),
    )
    assert read(source, target=target, marker="<SEP>") == [first, second]


def test_an_n_best_list_has_its_candidates_by_groups_and_its_context_in_files(tmp_path):
    source = write(tmp_path / "s.en", "It.", "It.", "It.", "They.", "They.")
    target = write(tmp_path / "s.fr", "Il.", "Elle.", "Ça.", "Ils.", "Elles.")
    before = write(tmp_path / "c.en", "A cat.", "A cat.", "A cat.", "Cats.", "Cats.")
    earlier = write(tmp_path / "c.fr", "Un chat.", "Un chat.", "Un chat.", "Des.", "Des.")
    groups = write(tmp_path / "groups.txt", "0", "3")
    first, second = read(
        source, target=target, groups=groups, context_source=before, context_target=earlier
    )
    assert [one.target for one in first.candidates] == ["Il.", "Elle.", "Ça."]
    assert [one.target for one in second.candidates] == ["Ils.", "Elles."]
    assert (first.source_context, second.candidates[1].context) == (("A cat.",), ("Des.",))


def test_a_marker_that_every_line_holds_is_noted(tmp_path):
    source, target = plain_contrapro(tmp_path)
    write(source, *source.read_text("utf-8").splitlines()[:2])
    write(target, *target.read_text("utf-8").splitlines()[:2])
    notes = Notes()
    read(source, notes=notes, target=target)
    assert "every line holds '<SEP>'" in notes.texts()[0]
    assert "--marker '<SEP>'" in notes.texts()[0]
    plain = write(tmp_path / "x.src", "a <b", "a <b")
    notes = Notes()
    read(plain, notes=notes, target=write(tmp_path / "x.trg", "a", "b"))
    assert not notes.texts()


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["0", "x"], "'x' is no number"),
        (["1", "3"], "must begin with 0"),
        (["0", "3", "2"], "must begin with 0, grow"),
        (["0", "5"], "stay below 5"),
    ],
)
def test_groups_that_cannot_be_are_refused(tmp_path, lines, told):
    source, target = plain_contrapro(tmp_path)
    groups = write(tmp_path / "groups", *lines)
    with pytest.raises(InputError, match=told):
        read(source, target=target, marker="<SEP>", groups=groups)


def test_a_marker_that_no_line_holds_is_refused(tmp_path):
    source, target = plain_contrapro(tmp_path)
    with pytest.raises(InputError, match=r"no line holds the marker '\|\|'"):
        read(source, target=target, marker="||")


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
