"""The result of `discotag check` for programs, and the badge that tells it in a README."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from operator import mul

import pytest
from lxml import etree

from discotag.plugin import InputError
from discotag.plugin.development import PluginRecord, Status
from discotag.testing.program import run_program
from discotag_dev.checking import GREEN, RED, YELLOW, Conformance, Tried, badge
from discotag_dev.local_plugins import staged
from discotag_dev.problems import Fault, Problem, Severity

MINE = PluginRecord("phen-mine", "discotag-phen-mine", "1.2", Status.LOADED, api="1.0")
SVG = "{http://www.w3.org/2000/svg}"


def tried(*severities):
    faults = [Fault("it <is> so", "mend it", severity) for severity in severities]
    problems = tuple(Problem("tagger mine", "a rule", fault) for fault in faults)
    return Tried("tagger mine", "a rule", problems)


def result(*outcomes, strict=False):
    return Conformance((MINE,), tuple(tried(*each) for each in outcomes), strict)


@pytest.mark.parametrize(
    ("severities", "verdict"),
    [
        ((), "passed"),
        ((Severity.NOTE,), "skipped"),
        ((Severity.NOTE, Severity.WARNING), "warned"),
        ((Severity.WARNING, Severity.ERROR), "failed"),
    ],
)
def test_the_worst_problem_decides(severities, verdict):
    told = tried(*severities).describe()
    assert told["verdict"] == verdict
    assert told["reasons"] == ["it <is> so"] * len(severities)


def test_the_result_names_plugins_versions_and_every_rule():
    told = result((), (Severity.NOTE,), (Severity.WARNING,)).describe()
    assert told["discotag"] == version("discotag")
    assert told["plugins"] == [
        {"name": "phen-mine", "distribution": "discotag-phen-mine", "version": "1.2", "api": "1.0"}
    ]
    assert told["verdicts"] == {"passed": 1, "warned": 1, "failed": 0, "skipped": 1}
    assert [one["verdict"] for one in told["tried"]] == ["passed", "skipped", "warned"]
    assert told["rules"] == {"tagger mine": 3}
    assert told["sound"]


@pytest.mark.parametrize("strict", [False, True])
def test_warnings_fail_where_that_is_asked_for(strict):
    assert result((Severity.WARNING,), strict=strict).is_sound is not strict


@pytest.mark.parametrize(
    ("outcomes", "strict", "text", "colour"),
    [
        (((), (), (Severity.NOTE,)), False, "1.2: 2 rules kept", GREEN),
        (((), (Severity.WARNING,)), False, "1.2: 1 rule kept, 1 warning", YELLOW),
        (((), (Severity.WARNING,)), True, "1.2: 1 warning", RED),
        (((Severity.ERROR, Severity.WARNING),), False, "1.2: 1 error, 1 warning", RED),
    ],
)
def test_the_badge_says_what_came_of_it(outcomes, strict, text, colour):
    drawing = etree.fromstring(badge(result(*outcomes, strict=strict)))
    label, message = drawing.iter(f"{SVG}text")
    assert (label.text, message.text) == ("discotag check", text)
    assert [field.get("fill") for field in drawing.iter(f"{SVG}rect")][-1] == colour
    assert drawing.get("aria-label") == f"discotag check: {text}"


@pytest.mark.parametrize("colour", [GREEN, YELLOW, RED])
def test_white_text_can_be_read_on_every_ground(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [((part + 0.055) / 1.055) ** 2.4 for part in parts]
    light = sum(map(mul, (0.2126, 0.7152, 0.0722), linear))
    assert 1.05 / (light + 0.05) >= 4.5


def test_the_program_writes_both(tmp_path):
    file = tmp_path / "conformance.svg"
    done = run_program("check", "core-corefs", "--json", "--badge", file)
    told = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert [plugin["name"] for plugin in told["plugins"]] == ["core-corefs"]
    assert sum(told["verdicts"].values()) == len(told["tried"]) > 3
    assert {one["subject"] for one in told["tried"]} == set(told["rules"])
    assert "rules kept" in file.read_text("utf-8")


PROJECT = """[project]
name = "discotag-phen-loud"
version = "1.0"
[project.entry-points.discotag]
phen-loud = "loud_words"
"""
BROKEN = """
import numpy
from discotag import TaggerInfo, hookimpl
DISCOTAG_API = (1, 0)

@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="loud", phenomenon="loud", summary="Words in capitals.", factory="loud_words:Loud",
        languages={"fr"}, needs={"target.tokens"},
    )

class Loud:
    create = classmethod(lambda cls, context: cls())
    def mark(self, document):
        return [document.links(0)]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "loud_words.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def test_a_broken_package_that_is_not_installed_is_checked(folder):
    done = run_program("check", folder, "--json", DISCOTAG_STRICT="0")
    assert done.returncode == 4, done.stderr
    told = json.loads(done.stdout)
    messages = [problem["message"] for problem in told["problems"]]
    assert "declaring imports numpy" in messages
    assert any("reads the layer 'alignment'" in message for message in messages)
    assert told["counts"]["error"] == 2


def test_the_path_is_as_before_afterwards(folder):
    before = list(sys.path)
    with staged(folder) as names:
        assert names == ("phen-loud",)
        assert sys.path != before
    assert sys.path == before


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'", "[project"])
def test_a_folder_without_a_plugin_is_wrong_input(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"pyproject\.toml"), staged(tmp_path):
        pass
