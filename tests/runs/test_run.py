"""The main job: few stations between the command and a tagger, the same default everywhere."""

from __future__ import annotations

import sys
import traceback
from importlib.metadata import entry_points
from types import ModuleType

import pytest
import typer

import discotag
from discotag.cli import app as program
from discotag.core.components import TaggerInfo
from discotag.core.discovery import GROUP, discover
from discotag.core.registry import Registry

MOST_FRAMES = 10


class Recorder:
    """A tagger that marks nothing and keeps how it was called."""

    frames: tuple[str, ...] = ()

    @classmethod
    def create(cls, context):
        del context
        return cls()

    def mark(self, document):
        del document
        stack = traceback.extract_stack()
        names = [frame.name for frame in stack if "/discotag/" in frame.filename]
        type(self).frames = tuple(names[names.index("main") :] if "main" in names else names)
        return ()


@pytest.fixture
def files(tmp_path):
    source, target = tmp_path / "a.en", tmp_path / "a.fr"
    source.write_text("The car is red.\nIt is fast.\n")
    target.write_text("La voiture est rouge.\nElle est rapide.\n")
    return source, target


@pytest.fixture
def with_one_more(monkeypatch, make_point):
    """All that is installed, and a plugin with one more phenomenon."""
    module = ModuleType("stations_recorder")
    module.Recorder = Recorder
    monkeypatch.setitem(sys.modules, module.__name__, module)
    info = TaggerInfo(
        name="recorder",
        summary="Marks nothing.",
        version=1,
        phenomenon="stations",
        factory=f"{module.__name__}:Recorder",
    )
    points = [*entry_points(group=GROUP), make_point("recorder", taggers=[info])]
    registry = Registry(discover(found=points))
    monkeypatch.setattr("discotag.cli.run.checked_registry", lambda *_, **__: registry)


def run(monkeypatch, files, out, *more):
    source, target = map(str, files)
    arguments = ["run", "--src", source, "--ref", target, "--hyp", f"A={target}", "-s", "en"]
    arguments += ["-t", "fr", "--out", str(out), "--no-report", "--quiet", *more]
    monkeypatch.setattr(sys, "argv", ["discotag", *arguments])
    with pytest.raises((SystemExit, typer.Exit)) as caught:
        program.main()
    assert not getattr(caught.value, "code", 0)
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in {"timings.json", "run.json"}
    }


def test_between_the_command_and_a_tagger_are_few_frames(monkeypatch, files, tmp_path, request):
    request.getfixturevalue("with_one_more")
    run(monkeypatch, files, tmp_path / "out", "--phenomena", "stations")
    assert Recorder.frames[0] == "main"
    assert len(Recorder.frames) <= MOST_FRAMES, Recorder.frames


def test_one_more_installed_phenomenon_changes_no_byte(monkeypatch, files, tmp_path, request):
    before = run(monkeypatch, files, tmp_path / "before")
    request.getfixturevalue("with_one_more")
    after = run(monkeypatch, files, tmp_path / "after")
    assert after == before
    assert b"stations" not in after["scores.json"]


def test_a_phenomenon_with_a_plus_joins_the_default(monkeypatch, files, tmp_path, request):
    request.getfixturevalue("with_one_more")
    found = run(monkeypatch, files, tmp_path / "out", "--phenomena", "+stations")
    assert b"formality+" in found["scores.json"]
    assert b"+stations+" in found["scores.json"]


def test_python_takes_phenomena_as_one_text():
    corpus = discotag.load(
        ["Are you there?"], ["Êtes-vous là ?"], source_language="en", target_language="fr"
    )
    assert discotag.tag(corpus, phenomena="formality, ellipsis").phenomena == (
        "formality",
        "ellipsis",
    )
