"""A language pack with every kind of fault: each is found, and told with its file."""

from __future__ import annotations

import unicodedata

import pytest

from discotag.plugin import open_registry
from discotag_dev.checking import cases_of, problems_of
from discotag_dev.local_plugins import staged
from discotag_dev.problems import Severity
from discotag_dev.scaffold import Kind, Request, write_package

SOURCE = 'source = "made up, to be replaced by a grammar with its chapter"'
SOURCELESS = """[properties.politeness]
value = "none"
source = " "

[defaults]
"""
FAULTS = {
    "formality.toml": (SOURCE, "source = 'x'"),
    "stopwords.txt": ("alpha\nbeta\n", "alpha\nAlpha\n\n"),
    "language.toml": ("[defaults]\n", SOURCELESS),
    "examples/formality.toml": ('marks = ["0 alpha t", "1 beta v"]', 'marks = ["0 alpha v"]'),
}


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    """Begin a language, spoil its files, and try all rules on it."""
    folder = tmp_path_factory.mktemp("packs") / "qaa"
    request = Request(Kind.LANGUAGE, "qaa", title="Qaan")
    write_package(request, folder)
    data = folder / request.package / "data"
    for name, (good, bad) in FAULTS.items():
        text = (data / name).read_text("utf-8")
        assert good in text
        (data / name).write_text(text.replace(good, bad), "utf-8")
    decomposed = unicodedata.normalize("NFD", "form\té\n")
    (data / "notes.txt").write_text(decomposed, "utf-8")
    (data / "formalty.toml").write_text('source = "a slip in the name of the file"\n', "utf-8")
    with staged(folder) as (plugin,):
        registry = open_registry(environ={})
        return [
            problem
            for subject, rule in cases_of(plugin, registry)
            if subject.role == "language"
            for problem in problems_of(subject, rule)
        ]


@pytest.mark.parametrize(
    ("severity", "message"),
    [
        ("error", "data/formality.toml names no source"),
        ("error", "data/stopwords.txt:3: 'alpha' is there already"),
        ("error", "[properties.politeness] has an empty source"),
        ("error", "data/notes.txt:1: is not in Unicode form NFC"),
        ("error", "marks are ['0 alpha t', '1 beta v'], the example says ['0 alpha v']"),
        ("warning", "nothing installed reads formalty.toml"),
        ("warning", "pronouns: no table"),
        ("warning", "language.toml has no [properties.gender_assignment]"),
    ],
)
def test_a_fault_of_a_pack_is_found(problems, severity, message):
    said = [problem.fault.message for problem in problems if problem.severity == Severity(severity)]
    assert any(message in text for text in said), said


FORMS = """source = "made up, to be replaced by a grammar with its chapter"

[[form]]
name = "past"
pattern = { feats = { Tense = "Past" } }

[[ambiguous.en]]
name = "past"
pattern = { feats = { Tense = "Past" } }
forms = ["past"]
"""
EXAMPLE = """[[example]]
about = "nothing"
source = ["It is old."]
target = ["gamma."]
marks = []
tags = []
"""


def begun(code, tmp_path, files):
    """Begin a language, write tables into it, and give what `its ...` rules find."""
    request = Request(Kind.LANGUAGE, code, title=code)
    write_package(request, tmp_path / code)
    for name, text in files.items():
        path = tmp_path / code / request.package / "data" / f"{name}.toml"
        path.write_text(text, "utf-8")
    with staged(tmp_path / code) as (plugin,):
        registry = open_registry(environ={})
        return [
            problem
            for subject, rule in cases_of(plugin, registry)
            if subject.role == "language" and rule.__name__.startswith("its_")
            for problem in problems_of(subject, rule)
        ]


def test_verb_forms_need_no_list_that_only_a_profile_asks_for(tmp_path):
    (problem,) = begun("qab", tmp_path, {"verb_form": FORMS})
    assert problem.severity is Severity.NOTE
    assert "no list 'muda'" in problem.fault.message


def test_a_broken_table_is_told_once_and_not_for_each_example(tmp_path):
    files = {"pronouns": '[[en]]\nname = "it"\n', "examples/pronouns": EXAMPLE}
    problems = begun("qac", tmp_path, files)
    assert [problem.rule for problem in problems] == [
        "its tables are accepted",
        "its examples come out",
    ]
    assert "correct what the message names" in problems[1].fault.cure


pytest_plugins = ["discotag_dev.pytest_plugin"]


def test_lines_are_tagged_as_a_run_would(marks_of):
    lines = ["Tu dors.", "Tu manges."]
    ask = {"phenomenon": "formality", "target": "fr"}
    assert marks_of(["You sleep.", "You eat."], lines, **ask) == ["0 Tu t", "1 Tu t"]
    assert marks_of(["You sleep.", "You eat."], lines, tags_only=True, **ask) == ["1 Tu t"]
