"""What the commands tell of a run's folder that somebody changed."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import discotag
from discotag.cli.app import app
from discotag.core.errors import InputError

SOURCE = ["You sleep.", "You eat."]
COMMANDS = {
    "join": ("join", "RUN", "--out", "WHOLE", "--no-report"),
    "compare": ("compare", "RUN"),
    "languages": ("report", "RUN", "-f", "text"),
    "report": ("report", "RUN", "-f", "markdown"),
    "profile": ("profile", "RUN"),
    "span": ("span", "RUN"),
    "score": ("score", "--ref", "RUN/tags/ref.jsonl", "--hyp", "A=RUN/tags/A.jsonl"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Run two segments with one system."""
    corpus = discotag.load(
        SOURCE, ["Tu dors.", "Tu manges."], systems={"A": ["Vous dormez.", "Tu manges."]},
        source_language="en", target_language="fr",
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("runs") / "run"
    discotag.score(corpus, samples=100, out=folder)
    return folder


@pytest.fixture
def changed(whole, tmp_path):
    """Change a label of the system's tags in a copy of the run."""
    folder = tmp_path / "run"
    for path in whole.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    path = folder / "tags" / "A.jsonl"
    text = path.read_text("utf-8")
    assert '"label":"v"' in text
    path.write_text(text.replace('"label":"v"', '"label":"t"'), "utf-8")
    return folder


def invoke(words, folder, *more):
    replaced = [
        word.replace("RUN", str(folder)).replace("WHOLE", str(folder.parent / "whole"))
        for word in words
    ]
    return CliRunner().invoke(app, [*replaced, *more])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_changed_file_is_named_with_what_to_do(command, changed):
    done = invoke(COMMANDS[command], changed)
    told = str(done.exception) + done.output
    assert "A.jsonl: was changed after the run wrote it; run discotag run again" in told
    assert "--no-verify" in told
    assert isinstance(done.exception, InputError | SystemExit)
    assert not (changed.parent / "whole").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_changed_on_purpose_is_read_and_the_output_says_so(command, changed):
    done = invoke(COMMANDS[command], changed, "--no-verify")
    assert done.exit_code == 0, done.output + str(done.exception)
    assert "not verified (--no-verify): it may not be what the run wrote" in done.stderr


def test_a_report_is_written_through_no_link(whole, changed, tmp_path):
    for path in whole.rglob("*.jsonl"):
        (changed / path.relative_to(whole)).write_bytes(path.read_bytes())
    other = tmp_path / "mine.txt"
    other.write_text("mine", "utf-8")
    (changed / "report.md").symlink_to(other)
    done = invoke(COMMANDS["report"], changed)
    assert "report.md: leads out of its folder" in str(done.exception) + done.output
    assert other.read_text("utf-8") == "mine"


def test_folders_compared_from_python_are_verified_too(changed):
    with pytest.raises(InputError, match=r"A\.jsonl: was changed"):
        discotag.compare(changed)
    found = discotag.compare(changed, verify=False)
    assert any("not verified" in note for note in found.results.notes)
