"""A language pack with every kind of fault: each is found, and told with its file."""

from __future__ import annotations

import unicodedata

import pytest

from discotag.core.findings import Severity
from discotag.core.registry import open_registry
from discotag.scaffold import Kind, Request, write_package
from discotag.testing.checking import cases_of, problems_of
from discotag.testing.staging import staged

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
