"""ContraPro and its relatives: documents, extracted context, lines with markers and groups."""

from __future__ import annotations

import pytest

from discotag.plugin import InputError, LineCountError, UsageError
from discotag.plugin.files import Notes

from .set_files import contrapro, read, write


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
