"""Folders of the metrics task, ctxpro's lists, and what is noted of systems in all readers."""

from __future__ import annotations

import json

import pytest

from discotag.core.document import Expected
from discotag.core.errors import InputError, LineCountError, UnknownNameError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers.ctxpro import CtxproReader
from discotag.plugins.readers.jsonl import JsonlReader
from discotag.plugins.readers.lines import LinesReader
from discotag.plugins.readers.metrics_folder import MetricsFolderReader
from discotag.plugins.readers.tsv import TsvReader

EN_DE = {"source_language": "en", "target_language": "de"}


def put(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(reader, source, **request):
    return list(reader.read(CorpusRequest(source=source, **request)))


# mt-metrics-eval


@pytest.fixture
def folder(tmp_path):
    files = {
        "sources/en-de.txt": "One.\nTwo.\nThree.\n",
        "references/en-de.refA.txt": "Eins.\nZwei.\nDrei.\n",
        "references/en-de.refB.txt": "1\n2\n3\n",
        "system-outputs/en-de/M1.5.txt": "I\nII\nIII\n",
        "system-outputs/en-de/Best.txt": "a\nb\nc\n",
        "documents/en-de.docs": "news x.1\nnews x.1\nsocial\ty 2\n",
    }
    for name, text in files.items():
        put(tmp_path / "wmt", name, text)
    return tmp_path / "wmt"


def pair(folder, name):
    for path in [*folder.rglob("en-de*.txt"), *folder.rglob("en-de.docs")]:
        put(path.parent, path.name.replace("en-de", name), path.read_bytes())


@pytest.mark.parametrize("source", ["", "sources/en-de.txt"])
def test_a_folder_holds_documents_references_and_systems(folder, source):
    first, second = read(MetricsFolderReader.create({}), folder / source, **EN_DE)
    assert (first.id, first.domain) == ("x.1", "news")
    assert (second.id, second.domain) == ("y 2", "social")
    assert first.source == ("One.", "Two.")
    assert first.references == {"refA": ("Eins.", "Zwei."), "refB": ("1", "2")}
    assert list(second.hypotheses.items()) == [("Best", ("c",)), ("M1.5", ("III",))]


def test_the_pair_is_the_runs_or_the_only_one(folder):
    pair(folder, "en-zh_TW")
    pair(folder, "cs-uk")
    reader = MetricsFolderReader.create({})
    assert len(read(reader, folder, source_language="en", target_language="zh-tw")) == 2
    with pytest.raises(InputError, match=r"several pairs for en-.*cs-uk, en-de, en-zh_TW; choose"):
        read(reader, folder, source_language="en")
    with pytest.raises(InputError, match=r"no pair for en-fr; .*--src .*/sources/PAIR.txt"):
        read(reader, folder, source_language="en", target_language="fr")


def test_the_very_pair_comes_before_its_varieties(folder):
    pair(folder, "en-de_AT")
    assert len(read(MetricsFolderReader.create({}), folder, **EN_DE)) == 2


def test_a_reference_among_the_systems_is_a_reference_with_a_note(folder):
    put(folder, "system-outputs/en-de/refA.txt", "Eins.\nZwei.\nDrei.\n")
    reader = MetricsFolderReader.create({})
    assert set(read(reader, folder)[0].hypotheses) == {"M1.5", "Best"}
    assert "refA.txt: refA is a reference and is not read as a system" in reader.notes()[0]


def test_systems_can_be_chosen_and_added(folder):
    reader = MetricsFolderReader.create({"systems": ["M1.5"]})
    mine = {"mine": put(folder, "mine", "x\ny\nz\n")}
    assert list(read(reader, folder, hypotheses=mine)[0].hypotheses) == ["M1.5", "mine"]
    with pytest.raises(UnknownNameError, match=r"'M1'; did you mean 'M1\.5'"):
        read(MetricsFolderReader.create({"systems": ["M1"]}), folder)
    with pytest.raises(UsageError, match="'refA' names both"):
        read(MetricsFolderReader.create({}), folder, hypotheses={"refA": mine["mine"]})


@pytest.mark.parametrize(
    ("file", "text", "error", "message"),
    [
        ("system-outputs/en-de/Best.txt", "a\nb\n", LineCountError, "2 lines in the hypothesis B"),
        ("documents/en-de.docs", "news x\n", LineCountError, "1 line in the documents"),
        ("documents/en-de.docs", "news x\nx\nnews x\n", InputError, r"en-de.docs:2: .*DOMAIN DOC"),
        ("references/en-de.refA.txt", b"\xff\n\n\n", InputError, r"refA.txt:1: .*UTF-8"),
        ("sources/en-de.txt", "", InputError, r"en-de.txt: the file is empty"),
    ],
    ids=["short system", "short documents", "no domain", "encoding", "empty"],
)
def test_faults_of_a_folder_name_the_file(folder, file, text, error, message):
    put(folder, file, text)
    with pytest.raises(error, match=message):
        read(MetricsFolderReader.create({}), folder)


@pytest.mark.parametrize("name", ["", "sources", "nowhere"])
def test_another_folder_is_refused_with_the_layout(folder, name):
    place = folder.parent if not name else folder / name
    with pytest.raises(InputError, match=r"is no folder of mt-metrics-eval; .*sources/xx-yy.txt"):
        read(MetricsFolderReader.create({}), place)


def test_a_folder_without_documents_names_the_file(folder):
    (folder / "documents" / "en-de.docs").unlink()
    with pytest.raises(InputError, match=r"en-de.docs: cannot be opened"):
        read(MetricsFolderReader.create({}), folder)


def test_a_folders_size_is_its_sources(folder):
    assert MetricsFolderReader.create({}).size(CorpusRequest(source=folder)) == 3


# ctxpro


def example(**fields):
    return {
        "src segment": "I took it.",
        "ref segment": "Ich nahm sie.",
        "src ante segment": "The cup fell.",
        "ref ante segment": "Die Tasse fiel.",
        "expected": "sie",
        "ante distance": 2,
        "ref ante head gender": "Fem",
        "document id": "films/1",
        "segment id": 7,
        "rule": "ACC.FEM.SING",
    } | fields


def listed(folder, *examples):
    return put(folder, "x.json", json.dumps(examples, indent=1))


def test_an_example_is_its_antecedents_segment_and_its_own(tmp_path):
    systems = {"A": put(tmp_path, "a", "Ich nahm ihn.\n")}
    (found,) = read(CtxproReader.create({}), listed(tmp_path, example()), hypotheses=systems)
    assert found.id == "films/1:7:ACC.FEM.SING"
    assert found.source == ("The cup fell.", "I took it.")
    assert found.references == {"ref": ("Die Tasse fiel.", "Ich nahm sie.")}
    assert found.hypotheses == {"A": ("Die Tasse fiel.", "Ich nahm ihn.")}
    assert found.expected == (None, Expected(("sie",), "gender", "ACC.FEM.SING"))


@pytest.mark.parametrize("missing", ["ante distance", "src ante segment", "ref ante segment"])
def test_without_an_antecedent_elsewhere_the_example_stands_alone(tmp_path, missing):
    bare = {name: value for name, value in example().items() if name != missing}
    for one in (bare, example(**{"ante distance": 0})):
        (found,) = read(CtxproReader.create({}), listed(tmp_path, one))
        assert found.source == ("I took it.",)
        assert len(found.expected) == 1


@pytest.mark.parametrize(
    ("fields", "category"),
    [
        ({"src verb": "do"}, "auxiliary"),
        ({"src noun": "cup"}, "inflection"),
        ({"src pronoun": "it"}, "gender"),
        ({"src pronoun": "you", "ref ante head gender": None}, "formality"),
    ],
)
def test_the_category_is_told_by_the_fields(tmp_path, fields, category):
    one = {name: value for name, value in example(**fields).items() if value is not None}
    (found,) = read(CtxproReader.create({}), listed(tmp_path, one))
    assert found.expected[-1].phenomenon == category


def test_examples_of_one_segment_keep_apart(tmp_path):
    path = listed(tmp_path, example(), example(rule=None), example())
    names = [found.id for found in read(CtxproReader.create({}), path, is_strict=True)]
    assert names == ["films/1:7:ACC.FEM.SING", "films/1:7", "films/1:7:ACC.FEM.SING#2"]


def test_an_example_without_a_word_expects_nothing_with_a_note(tmp_path):
    reader = CtxproReader.create({})
    (found,) = read(reader, listed(tmp_path, example(expected=None)))
    assert found.expected == (None, None)
    assert "x.json:2: an example without an expected word" in reader.notes()[0]


def test_a_line_end_in_a_segment_is_a_space(tmp_path):
    (found,) = read(CtxproReader.create({}), listed(tmp_path, example(**{"src segment": "a\nb"})))
    assert found.source[-1] == "a b"


def test_an_example_that_lacks_a_field_is_named_with_its_line(tmp_path):
    broken = {name: value for name, value in example().items() if name != "ref segment"}
    with pytest.raises(InputError, match=r"x.json:14: ref segment: Field required"):
        read(CtxproReader.create({}), listed(tmp_path, example(), broken))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("x\n", r"a: hypothesis A: ends after 1 line, before the example in line 14"),
        ("x\ny\nz\n", r"a: hypothesis A: 3 lines for 2 examples"),
    ],
    ids=["short", "long"],
)
def test_a_system_has_a_line_per_example(tmp_path, lines, message):
    path = listed(tmp_path, example(), example())
    with pytest.raises(LineCountError, match=message):
        read(CtxproReader.create({}), path, hypotheses={"A": put(tmp_path, "a", lines)})


def test_ctxpro_refuses_files_that_it_holds_itself(tmp_path):
    path = listed(tmp_path, example())
    for more in ({"docids": path}, {"references": {"r": path}}):
        with pytest.raises(UsageError, match="--docids and --ref"):
            read(CtxproReader.create({}), path, **more)


# systems that are copies


def line_files(folder, **texts):
    return {name: put(folder, name, text) for name, text in texts.items()}


def test_a_system_that_is_the_reference_is_noted_with_its_file(tmp_path):
    files = line_files(tmp_path, src="a\nb\n", ref="x\ny\n", A="x\ny\n", B="x\nz\n", C="x\nz\n")
    reader = LinesReader()
    read(
        reader,
        files["src"],
        references={"ref": files["ref"]},
        hypotheses={name: files[name] for name in "ABC"},
        docids=put(tmp_path, "ids", "1\n2\n"),
        is_strict=True,
    )
    assert reader.notes() == (
        f"{files['A']}: A is identical to ref; is it the right file?",
        f"{files['C']}: C is identical to B; is it the right file?",
    )


def test_a_copy_inside_one_file_is_noted_too(tmp_path):
    table = put(tmp_path, "x.tsv", "d\ts\tr\tr\tx\n")
    reader = TsvReader()
    read(reader, table)
    assert reader.notes() == (f"{table}: hyp1 is identical to ref; is it the right file?",)
    record = {"id": "d", "source": ["s"], "references": {"ref": ["r"]}, "hypotheses": {"A": ["r"]}}
    other = put(tmp_path, "x.jsonl", json.dumps(record))
    reader = JsonlReader()
    read(reader, other)
    assert reader.notes() == (f"{other}: A is identical to ref; is it the right file?",)
