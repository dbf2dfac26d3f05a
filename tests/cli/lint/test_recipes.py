"""What runs elsewhere: hooks, the action, GitLab's job; their commands run here as they stand."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from discotag.core.errors import UsageError

yaml = pytest.importorskip("yaml", reason="PyYAML comes with mkdocs")
ROOT = Path(__file__).parents[3]
INPUT = "${{ inputs."


def read(name):
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.fixture
def repository(put, texts):
    put("locales/en.txt", texts.english)
    put("locales/fr.txt", texts.mixed)
    put("package.json", "{}")
    return put(
        "discotag.toml",
        '[[lint.files]]\nsource = "locales/en.txt"\ntarget = "locales/{lang}.txt"\n'
        'source_language = "en"\n',
    ).parent


@pytest.fixture
def bash(repository):
    """Run a script as a runner does, with the program on its path."""

    def run(script, **variables):
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=repository,
            env={**os.environ, "PATH": path, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_hooks_lint_what_a_commit_changes(repository, lint):
    for hook in read(".pre-commit-hooks.yaml"):
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert hook["require_serial"] is True
        program, command, *arguments = shlex.split(hook["entry"])
        assert (program, command) == ("discotag", "lint")
        done = lint(*arguments, "locales/fr.txt", "package.json", code=7)
        assert "locales/fr.txt:4:1: DT101" in done.stdout
        lint(*arguments, "package.json", code=0)
        assert arguments[-1] == "--"
        assert re.search(hook["exclude"], "--also=text=out.txt")
    assert {hook["language"] for hook in read(".pre-commit-hooks.yaml")} == {"python", "system"}


@pytest.fixture
def outside(tmp_path):
    return tmp_path.parent / f"{tmp_path.name}.outside"


def test_a_file_named_like_an_option_is_refused_and_writes_nothing(repository, lint, outside):
    (hook, _) = read(".pre-commit-hooks.yaml")
    _, _, *arguments = shlex.split(hook["entry"])
    with pytest.raises(UsageError, match="is taken for a file"):
        lint(*arguments, f"--also=text={outside}", "locales/fr.txt")
    assert not outside.exists()


@pytest.mark.parametrize("option", ["--out", "--also=text", "--write-suppressions"])
def test_a_hook_writes_in_its_folder_alone(repository, lint, outside, monkeypatch, option):
    monkeypatch.setenv("PRE_COMMIT", "1")
    with pytest.raises(UsageError, match="lies outside of the working folder"):
        lint("locales/fr.txt", f"{option}={outside}")
    assert not outside.exists()
    lint("locales/fr.txt", f"{option}=inside.txt", code=0 if "write" in option else 7)


def test_the_example_of_a_configuration_names_a_hook():
    (repository,) = read("examples/ci/pre-commit-config.yaml")["repos"]
    known = {hook["id"] for hook in read(".pre-commit-hooks.yaml")}
    assert {hook["id"] for hook in repository["hooks"]} <= known


def steps():
    action = read("action.yml")
    assert action["runs"]["using"] == "composite"
    return action, action["runs"]["steps"]


def test_the_action_uses_every_input_and_gives_every_step_a_shell():
    action, own = steps()
    text = (ROOT / "action.yml").read_text("utf-8").partition("\nruns:")[2]
    assert [name for name in action["inputs"] if f"inputs.{name}" not in text] == []
    for step in own:
        assert "uses" in step or step["shell"] == "bash"
        assert INPUT not in step.get("run", ""), "what is given is no part of a script"


def test_the_action_annotates_writes_sarif_and_a_summary(bash, repository):
    action, own = steps()
    (step,) = [step for step in own if step.get("name") == "Lint"]
    values = {name: str(given["default"]) for name, given in action["inputs"].items()}
    values |= {"arguments": "--select DT101,DT201 locales/", "sarif": "out.sarif"}
    variables = {
        name: values[text.removeprefix(INPUT).removesuffix("}}").strip()]
        for name, text in step["env"].items()
    }
    page = repository / "summary.md"
    page.write_text("before\n", "utf-8")
    done = bash(step["run"], **variables, GITHUB_STEP_SUMMARY=str(page))
    assert done.returncode == 7, done.stderr
    assert done.stdout.startswith("::warning file=locales/fr.txt,line=4,col=1,endColumn=6,title=")
    (run,) = json.loads((repository / "out.sarif").read_text("utf-8"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["DT101"]
    assert page.read_text("utf-8").startswith("before\n## discotag lint\n")
    done = bash(step["run"], **{**variables, "DISCOTAG_FAIL_ON": "never"}, GITHUB_STEP_SUMMARY="x")
    assert done.returncode == 0


def test_the_action_takes_no_file_for_an_option(bash, repository, outside):
    action, own = steps()
    (step,) = [step for step in own if step.get("name") == "Lint"]
    values = {name: str(given["default"]) for name, given in action["inputs"].items()}
    values |= {"files": f"locales/fr.txt\n--out={outside}\n", "summary": "false"}
    variables = {
        name: values[text.removeprefix(INPUT).removesuffix("}}").strip()]
        for name, text in step["env"].items()
    }
    done = bash(step["run"], **variables)
    assert done.returncode == 2
    assert not outside.exists()


def test_the_action_splits_what_it_installs_and_runs_nothing_of_it(bash):
    _, own = steps()
    (step,) = [step for step in own if step.get("name") == "Install"]
    script = f'python() {{ printf "%s|" "$@"; }}\n{step["run"]}'
    done = bash(script, DISCOTAG_PACKAGES="--find-links wheels discotag $(touch bad)")
    assert done.stdout == ("-m|pip|install|--quiet|--find-links|wheels|discotag|$(touch|bad)|")


def test_the_job_of_gitlab_writes_both_reports(bash, repository):
    job = read("examples/ci/gitlab-ci.yml")["discotag-lint"]
    (script,) = job["script"]
    variables = {**job["variables"], "DISCOTAG_CACHE": str(repository / "cache")}
    done = bash(script, **variables)
    assert done.returncode == 7, done.stderr
    reports = job["artifacts"]["reports"]
    (item,) = json.loads((repository / reports["codequality"]).read_text("utf-8"))
    assert item["location"] == {"path": "locales/fr.txt", "lines": {"begin": 4}}
    assert '<testsuite name="locales/fr.txt"' in (repository / reports["junit"]).read_text("utf-8")


def test_the_workflow_gives_the_action_inputs_that_it_has():
    workflow = read("examples/ci/github-workflow.yml")
    own = workflow["jobs"]["lint"]["steps"]
    (step,) = [step for step in own if step["uses"].startswith("discotag/")]
    assert set(step["with"]) <= set(read("action.yml")["inputs"])
