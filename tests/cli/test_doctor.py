"""`discotag doctor`, `discotag download` and `--offline`, with an engine made in the test."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENGINE = """
from pathlib import Path
from discotag.core.components import AnalyzerInfo
from discotag.core.hookspecs import hookimpl
from discotag.core.requirements import Missing

DISCOTAG_API = (1, 0)

class Parser:
    packages = ({packages})

    @classmethod
    def create(cls, context):
        return cls()

    @classmethod
    def missing(cls, context):
        if not Path(context.options["dir"], context.pack.code).exists():
            yield Missing(f"a model of {{context.pack.code}}", "discotag download LANG -e parser")

    @classmethod
    def fetch(cls, context, tell):
        tell("12 MB, licence: MIT")
        {fetch}

@hookimpl
def discotag_analyzers():
    names = {{"name": "parser", "summary": "s", "factory": "acme:Parser"}}
    yield AnalyzerInfo(**names, install="pip install acme")
"""
LOOKS = 'if not Path(context.options["dir"], context.pack.code).exists():'
WRITES = 'Path(context.options["dir"], context.pack.code).write_text("model")'


@pytest.fixture
def engine(install: Callable[[str, str], Path]) -> Callable[..., Path]:
    """Install the plugin `acme`, whose analyzer `parser` needs a model."""

    def make(packages: str = '"pydantic",', fetch: str = WRITES, looks: str = "") -> Path:
        code = ENGINE.format(packages=packages, fetch=fetch)
        return install("acme", code.replace(LOOKS, looks or LOOKS))

    return make


def run_of(folder: Path) -> list[str]:
    return ["-s", "en", "-t", "fr", "--analyzer", "parser", "--set", f"parser.dir={folder}"]


def test_a_sound_installation_is_told(discotag: Any) -> None:
    done = discotag("doctor", "-s", "en", "-t", "fr")
    assert done.returncode == 0
    assert "a run en-fr would use:" in done.stdout
    assert done.stdout.rstrip().endswith("\nsound")


def test_a_broken_plugin_is_not_sound(discotag: Any, install: Any) -> None:
    done = discotag("doctor", site=install("bad", "import nowhere_at_all"))
    assert done.returncode == 1
    assert "broken: plugin bad (bad 1.0): failed: cannot be imported" in done.stdout


def test_a_missing_model_is_told_with_its_cure(discotag: Any, engine: Any, tmp_path: Path) -> None:
    done = discotag("doctor", *run_of(tmp_path), site=engine())
    assert done.returncode == 1
    assert "missing: analyzer parser: a model of en\n  cure: discotag download" in done.stdout
    assert "a model of fr" in done.stdout


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        ("if {}['dir']:", "KeyError: 'dir' (site/acme.py, line "),
        ("if sys.exit(3):", "NameError: "),
        ("if exit(3):", "called sys.exit(3)"),
        ("yield 'a model'\n        if False:", "what is missing is not told as Missing"),
    ],
    ids=["error", "another error", "exit", "wrong type"],
)
def test_a_component_that_fails_to_say_what_it_lacks_is_named(
    discotag: Any, engine: Any, tmp_path: Path, looks: str, told: str
) -> None:
    done = discotag("doctor", *run_of(tmp_path), site=engine(looks=looks))
    assert done.returncode == 1
    assert "missing: analyzer parser: analyzer parser (plugin acme) failed: " in done.stdout
    assert told in done.stdout
    assert "cure: pip install acme" not in done.stdout


def test_a_fetch_that_fails_names_the_plugin(discotag: Any, engine: Any, tmp_path: Path) -> None:
    site = engine(fetch="raise OSError('no room')")
    done = discotag("download", "fr", "-e", "parser", "--dir", tmp_path, site=site)
    assert done.returncode == 5
    assert "analyzer parser (plugin acme) failed: OSError: no room" in done.stderr


def test_a_missing_package_is_told_with_the_pip_line(
    discotag: Any, engine: Any, tmp_path: Path
) -> None:
    done = discotag("doctor", *run_of(tmp_path), site=engine('"acme-engine",'))
    assert done.returncode == 1
    assert "analyzer parser: not installed: acme-engine\n  cure: pip install acme" in done.stdout


def test_an_engine_that_no_run_uses_may_be_missing(discotag: Any, engine: Any) -> None:
    done = discotag("doctor", site=engine('"acme-engine",'))
    assert done.returncode == 0
    assert "cure: pip install acme" in done.stdout


def test_a_run_that_cannot_be_planned_is_told(discotag: Any) -> None:
    done = discotag("doctor", "-s", "en", "-t", "fr", "--aligner", "pharao")
    assert done.returncode == 1
    assert "unknown aligner 'pharao'; did you mean 'pharaoh'?" in done.stdout


def test_json_says_the_same(discotag: Any, engine: Any, tmp_path: Path) -> None:
    done = discotag("doctor", "--json", *run_of(tmp_path), site=engine())
    found = json.loads(done.stdout)
    assert not found["sound"]
    assert [item["what"] for item in found["missing"]] == ["a model of en", "a model of fr"]
    engines = {item["name"]: item for item in found["engines"]}
    assert engines["parser"]["ready"]
    assert engines["parser"]["packages"]["pydantic"]
    assert engines["parser"]["summary"]
    assert found["gpus"] is None


def test_one_language_is_not_a_run(discotag: Any) -> None:
    done = discotag("doctor", "-s", "en")
    assert done.returncode == 2
    assert "name both languages" in done.stderr


def test_doctor_imports_no_engine() -> None:
    script = (
        "import sys; sys.argv = ['discotag', 'doctor', '-s', 'en', '-t', 'fr']\n"
        "from discotag.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'spacy', 'torch', 'stanza', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_download_lists_what_could_be_fetched(discotag: Any, engine: Any, tmp_path: Path) -> None:
    done = discotag("download", "fr", "--set", f"parser.dir={tmp_path}", "--json", site=engine())
    rows = {row["engine"]: row for row in json.loads(done.stdout)}
    assert rows["analyzer=parser"]["missing"] == ["a model of fr"]
    assert not (tmp_path / "fr").exists()


@pytest.mark.parametrize("name", ["parser", "analyzer=parser", "parser:large"])
def test_download_fetches_what_is_missing(
    discotag: Any, engine: Any, tmp_path: Path, name: str
) -> None:
    site = engine()
    done = discotag("download", "French", "-e", name, "--dir", tmp_path, site=site)
    assert done.returncode == 0, done.stderr
    assert "12 MB, licence: MIT" in done.stderr
    assert f"--set parser.dir={tmp_path}" in done.stderr
    assert (tmp_path / "fr").exists()
    again = discotag("download", "fr", "-e", name, "--dir", tmp_path, site=site)
    assert "everything is there already" in again.stderr


def test_what_was_fetched_in_vain_is_told(discotag: Any, engine: Any, tmp_path: Path) -> None:
    done = discotag("download", "fr", "-e", "parser", "--dir", tmp_path, site=engine(fetch="pass"))
    assert done.returncode == 4
    assert "fetched, but still missing: a model of fr" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fr", "-e", "parsr"], "unknown engine for French 'parsr'; did you mean 'parser'?"),
        (["fr", "-e", "reader=parser"], "unknown role 'reader'"),
        (["fx", "-e", "parser"], "unknown language 'fx'"),
        (["fr", "-e", "aligner=parser"], "it is analyzer=parser"),
        (["fr", "-e", "lexicon"], "aligner lexicon is installed and needs no models"),
    ],
    ids=["engine", "role", "language", "another role", "an engine without models"],
)
def test_unknown_names_are_told(
    discotag: Any, engine: Any, arguments: list[str], message: str
) -> None:
    done = discotag("download", *arguments, site=engine())
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("switch", ["option", "variable"])
def test_nothing_is_fetched_offline(
    discotag: Any, engine: Any, tmp_path: Path, switch: str
) -> None:
    before = ["--offline"] if switch == "option" else []
    environ = {} if switch == "option" else {"DISCOTAG_OFFLINE": "1"}
    arguments = ["download", "fr", "-e", "parser", "--dir", tmp_path]
    done = discotag(*before, *arguments, site=engine(), **environ)
    assert done.returncode == 2
    assert "offline: what analyzer parser needs is not fetched" in done.stderr
    assert not (tmp_path / "fr").exists()


def test_doctor_tells_of_the_switch(discotag: Any) -> None:
    assert "network: switched off" in discotag("--offline", "doctor").stdout
    assert "network: used by" in discotag("doctor", DISCOTAG_OFFLINE="0").stdout
