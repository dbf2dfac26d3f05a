"""Four lines that change their address, as files in the working folder."""

from __future__ import annotations

import json
import subprocess
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from discotag.cli.app import app

ENGLISH = ("Did you sleep well?", "You should rest.", "You look tired.", "Your coffee is ready.")
MIXED = (
    "As-tu bien dormi ?",
    "Tu devrais te reposer.",
    "Tu as l'air fatigué.",
    "Votre café est prêt.",
)
UNIFORM = (*MIXED[:3], "Ton café est prêt.")


def xliff(lines, notes=(), english=ENGLISH, target="fr"):
    units = "".join(
        f'<trans-unit id="key.{number}">\n<source>{source}</source><target>{line}</target>'
        f"<note>{notes[number] if notes else ''}</note></trans-unit>"
        for number, (source, line) in enumerate(zip(english, lines, strict=True))
    )
    return (
        f'<xliff version="1.2"><file original="app" source-language="en"'
        f' target-language="{target}"><body>{units}</body></file></xliff>'
    )


@pytest.fixture
def texts():
    return SimpleNamespace(english=ENGLISH, mixed=MIXED, uniform=UNIFORM, xliff=xliff)


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Write files into the working folder: `put("a.xlf", text)`."""
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        text = content if isinstance(content, str) else "".join(f"{line}\n" for line in content)
        path.write_bytes(text.encode())
        return path

    return write


@pytest.fixture
def lint():
    """Run `discotag lint`; what it raises as a program would tell it is raised."""

    def run(*arguments, code=None):
        done = CliRunner().invoke(app, ["lint", "--no-cache", *map(str, arguments)])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert code is None or done.exit_code == code, done.output
        return done

    return run


@pytest.fixture
def found(lint):
    """Return file, code and word of each finding, and the exit code."""

    def run(*arguments):
        done = lint(*arguments, "-f", "json", "-q")
        data = json.loads(done.stdout)
        places = [(item["place"], item["code"]) for item in data["findings"]]
        return [(place["file"], code, place["word"]) for place, code in places]

    return run


@pytest.fixture
def git(tmp_path):
    """Make a repository of the working folder, and run git in it."""

    def run(*arguments):
        options = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *options, *arguments], cwd=tmp_path, check=True, capture_output=True)

    run("init", "-q", "-b", "main")
    return run
