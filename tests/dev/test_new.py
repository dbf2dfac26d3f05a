"""What `discotag new` writes can be installed, and passes its own tests."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from discotag.cli.app import app
from discotag.plugin import InputError, UsageError
from discotag.testing.program import run_program
from discotag_dev.scaffold import Kind, Request, read_found, write_package

ROOT = Path(__file__).parents[2]
NAMES = {
    Kind.LANGUAGE: "xx",
    Kind.PHENOMENON: "my_words",
    Kind.ALIGNER: "my_aligner",
    Kind.COREF: "my_names",
    Kind.SCORER: "my_recall",
    Kind.CHECK: "my_numbers",
}
FOUND = {
    "schema": "discotag-examples/1",
    "phenomenon": None,
    "summary": None,
    "source_language": "en",
    "target_language": "fr",
    "forms": [{"name": "Hein", "count": 7, "documents": 3, "mean": 0.4, "interval": None}],
    "examples": [
        {
            "document": "talk", "segment": 1, "start": 0, "end": 4, "form": "hein", "pcxmi": 0.5,
            "source": 'He said "eh"?', "target": "Hein ?", "source_context": ["One."],
            "target_context": ["Un."],
        }
    ],
}  # fmt: skip


@pytest.fixture
def found(tmp_path):
    path = tmp_path / "found.json"
    path.write_text(json.dumps(FOUND), encoding="utf-8")
    return path


def test_packages_of_all_kinds_are_installed_and_pass_their_own_tests(tmp_path, found):
    requests = [Request(kind, name) for kind, name in NAMES.items()]
    requests.append(Request(Kind.PHENOMENON, "found_words", found=read_found(found)))
    folders = [tmp_path / request.distribution for request in requests]
    for request, folder in zip(requests, folders, strict=True):
        write_package(request, folder)
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(site)]
    subprocess.run([*pip, *options, *map(str, folders)], check=True, capture_output=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]
    command += ["--import-mode=importlib", "-c", os.devnull, f"--rootdir={tmp_path}"]
    done = subprocess.run(
        [*command, *(str(folder / "tests") for folder in folders)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_packages_are_typed_and_formatted(tmp_path, found):
    requests = [Request(kind, name) for kind, name in NAMES.items()]
    folders = [tmp_path / request.distribution for request in requests]
    for request, folder in zip(requests, folders, strict=True):
        write_package(request, folder)
    packages = [path.parent for path in tmp_path.glob("*/*/py.typed")]
    assert len(packages) == len(requests)
    kept = str(ROOT / ".mypy_cache" / "scaffold")
    mypy = ["mypy", "--strict", "--cache-dir", kept, *map(str, packages)]
    ruff = ["--isolated", "--line-length", "100"]
    tools = [(tmp_path, mypy)]
    for folder in folders:
        tools.append((folder, ["ruff", "check", *ruff, "--select", "E,F,I,W", "."]))
        tools.append((folder, ["ruff", "format", *ruff, "--check", "."]))
    for folder, command in tools:
        python = [sys.executable, "-m", *command]
        done = subprocess.run(python, cwd=folder, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_no_template_leaves_a_gap(tmp_path):
    for kind, name in NAMES.items():
        for path in write_package(Request(kind, name), tmp_path / name):
            text = path.read_text(encoding="utf-8")
            assert "{%" not in text
            assert "__package__" not in f"{path}{text}"
            assert "{{ request" not in text
            assert " a aligner" not in text


def test_a_package_begins_with_tests_on_a_code_host(tmp_path):
    request = Request(Kind.SCORER, "my_recall")
    write_package(request, tmp_path / "made")
    text = (tmp_path / "made" / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    job = yaml.safe_load(text)["jobs"]["tests"]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands[-1].startswith(f"discotag check {request.plugin} --strict --json --badge ")
    assert job["steps"][1]["with"]["python-version"] == "${{ matrix.python }}"
    check = shlex.split(commands[-1])[1:-2]
    assert {word for word in check if word.startswith("--")} <= options_of("check")


def options_of(command):
    group = get_command(app)
    context = group.make_context("discotag", [], resilient_parsing=True)
    _, declared, _ = group.resolve_command(context, [command])
    return {option for one in declared.params for option in one.opts}


def test_a_folder_that_is_there_is_not_touched(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already"):
        write_package(Request(Kind.LANGUAGE, "pl"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("kind", "name"), [(Kind.LANGUAGE, "Polish"), (Kind.SCORER, "my-recall"), (Kind.CHECK, "1st")]
)
def test_a_name_that_cannot_be_one_is_refused(kind, name):
    with pytest.raises(UsageError, match=name):
        Request(kind, name)


def test_words_that_gain_from_context_begin_a_table(tmp_path, found):
    request = Request(Kind.PHENOMENON, "tags", found=read_found(found))
    write_package(request, tmp_path / "made")
    data = tmp_path / "made" / request.package / "data"
    assert '"hein",' in (data / "fr.toml").read_text(encoding="utf-8")
    candidates = (data / "candidates.toml").read_text(encoding="utf-8")
    assert r'source = ["One.", "He said \"eh\"?"]' in candidates


@pytest.mark.parametrize(
    ("text", "message"),
    [("[", "is not JSON"), ("{}", "is not discotag-examples/1"), (None, "cannot be read")],
)
def test_a_file_that_holds_no_examples_is_wrong_input(tmp_path, text, message):
    path = tmp_path / "found.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_found(path)


def test_examples_are_for_a_phenomenon_only(found):
    with pytest.raises(UsageError, match="not a language"):
        Request(Kind.LANGUAGE, "pl", found=read_found(found))


def test_a_package_is_begun_and_its_files_are_told(tmp_path):
    out = tmp_path / "polish"
    done = run_program("new", "language", "pl", "--title", "Polish", "--out", out)
    assert done.returncode == 0, done.stderr
    told = done.stdout.split()
    assert str(out / "pyproject.toml") in told
    assert str(out / ".github" / "workflows" / "tests.yml") in told
    assert 'name = "Polish"' in (out / "discotag_lang_pl/data/language.toml").read_text("utf-8")
    again = run_program("new", "language", "pl", "--out", out)
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_languages_of_examples_are_for_a_phenomenon(tmp_path):
    done = run_program("new", "scorer", "mine", "-t", "de", "--out", tmp_path / "mine")
    assert done.returncode == 2
    assert "not a scorer" in done.stderr


def test_a_plugin_that_does_not_exist_is_a_wrong_name():
    done = run_program("check", "lang-zz")
    assert done.returncode == 2
    assert "unknown plugin 'lang-zz'" in done.stderr


def test_a_name_that_is_taken_is_told(tmp_path):
    done = run_program("new", "phenomenon", "formality", "--out", tmp_path / "mine")
    assert done.returncode == 0
    assert "core-formality" in done.stderr
    assert "only one of them can be used" in done.stderr
