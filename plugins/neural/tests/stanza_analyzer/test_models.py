"""Which models a pipeline needs and lacks, read from files alone; and fetching them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("stanza")

from discotag.plugin import InputError, NeedsModels, Registry, UsageError, discover
from discotag.plugin.runs import ComponentSpec, RunConfig, Stages, plan, sign
from discotag.testing.program import run_program
from discotag_neural.stanza_analyzer.analyzer import StanzaAnalyzer
from discotag_neural.stanza_analyzer.loading import default_folder, stanza_code, wanted
from discotag_neural.stanza_analyzer.tiny import write_resources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.engine

INDEX = {
    "fr": {
        "tokenize": {"gsd": {"md5": "1"}, "sequoia": {"md5": "2"}},
        "pos": {
            "gsd_charlm": {
                "md5": "3",
                "dependencies": [{"model": "pretrain", "package": "conll17"}],
            }
        },
        "packages": {
            "default": {"tokenize": "gsd", "pos": "gsd_charlm", "lemma": "identity"},
            "default_fast": {"tokenize": "gsd", "optional": {"pos": "gsd_charlm"}},
        },
    },
    "french": {"alias": "fr"},
    "url": "https://example.org",
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry(discover())


def names(found: Any) -> set[str]:
    return {str(path.relative_to(found.folder)) for path in found.files}


def test_a_package_names_its_models_and_what_they_depend_on(tmp_path: Path) -> None:
    found = wanted(tmp_path, INDEX, "fr", dict.fromkeys(["tokenize", "pos", "lemma"], "default"))
    assert names(found) == {
        "fr/tokenize/gsd.pt", "fr/pos/gsd_charlm.pt", "fr/pretrain/conll17.pt"
    }  # fmt: skip
    assert found.processors == {"tokenize": "gsd", "pos": "gsd_charlm", "lemma": "identity"}
    assert len(found.absent) == 3


def test_an_alias_is_followed(tmp_path: Path) -> None:
    assert wanted(tmp_path, INDEX, "french", {"tokenize": "sequoia"}).language == "fr"


def test_optional_models_of_a_package_are_found(tmp_path: Path) -> None:
    found = wanted(tmp_path, INDEX, "fr", {"pos": "default_fast"})
    assert found.processors == {"pos": "gsd_charlm"}


def test_expansion_of_tokens_may_be_lacking(tmp_path: Path) -> None:
    found = wanted(tmp_path, INDEX, "fr", {"tokenize": "default", "mwt": "default"})
    assert found.processors == {"tokenize": "gsd"}


@pytest.mark.parametrize(
    ("code", "processors", "message"),
    [
        ("fr", {"lemma": "gsd"}, r"no 'lemma' model 'gsd' for fr; it has: default"),
        ("de", {"pos": "gsd"}, r"resources\.json\) has no language 'de'; it has: fr, french"),
    ],
    ids=["model", "language"],
)
def test_what_stanza_does_not_have_is_told(
    tmp_path: Path, code: str, processors: dict[str, str], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        wanted(tmp_path, INDEX, code, processors)


@pytest.mark.parametrize(
    "code", ["ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "nl", "pt", "pt-br", "ro", "ru",
             "tr", "zh", "zh-tw"]
)  # fmt: skip
def test_stanza_has_every_language_of_the_packs(code: str) -> None:
    from stanza.resources.default_packages import default_treebanks

    assert stanza_code(code) in default_treebanks


def test_the_default_folder_is_stanzas_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from stanza.resources.common import DEFAULT_MODEL_DIR

    monkeypatch.delenv("STANZA_RESOURCES_DIR", raising=False)
    assert str(default_folder()) == DEFAULT_MODEL_DIR


def test_the_variable_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path))
    assert default_folder() == tmp_path


def test_absent_files_are_named(
    in_french: Callable[..., Any], french_models: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(french_models, tmp_path / "copy")
    (copy / "fr/mwt/tiny.pt").unlink()
    (lack,) = StanzaAnalyzer.missing(in_french(dir=copy))
    assert lack.what.endswith("fr/mwt/tiny.pt")
    assert lack.cure == f"discotag download fr --engine stanza --dir {copy}"


def test_nothing_is_missing_where_all_files_are(in_french: Callable[..., Any]) -> None:
    assert list(StanzaAnalyzer.missing(in_french())) == []


def test_a_broken_list_of_models_is_told(in_french: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "resources.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"resources\.json: is no list"):
        list(StanzaAnalyzer.missing(in_french(dir=tmp_path)))


def test_looking_for_models_imports_no_engine(tmp_path: Path) -> None:
    script = (
        "import sys; from discotag.testing.builders import context;"
        "from discotag_neural.stanza_analyzer.analyzer import StanzaAnalyzer as A;"
        f"print(len(list(A.missing(context('fr', name='stanza', dir={str(tmp_path)!r})))),"
        "{'stanza', 'torch', 'transformers', 'spacy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["1", "set()"]


def test_it_tells_what_it_needs() -> None:
    assert isinstance(StanzaAnalyzer, NeedsModels)


def test_a_run_names_the_models_in_its_signature(registry: Registry, french_models: Path) -> None:
    config = RunConfig(
        source_language="en",
        target_language="fr",
        phenomena=("formality",),
        analyzers={"target": ComponentSpec("stanza")},
        options={"stanza": {"dir": str(french_models), "device": "cpu"}},
    )
    planned = plan(config, registry)
    options = ("--analyzer", "target=stanza", "--set", f"stanza.dir={french_models}")
    done = run_program("doctor", "-s", "en", "-t", "fr", "-p", "formality", *options)
    assert done.returncode == 0, done.stdout
    digests = Stages(planned, registry).components.digests()
    assert digests["stanza.target"]
    signature = sign(planned, digests, registry, references=1).line()
    assert "analyzer.target:stanza.1" in signature
    assert f"stanza.target@{digests['stanza.target']}" in signature


def test_doctor_tells_what_a_run_lacks(tmp_path: Path) -> None:
    options = ("--analyzer", "stanza", "--set", f"stanza.dir={tmp_path}")
    done = run_program("doctor", "-s", "en", "-t", "fr", *options, "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert [item["cure"] for item in found["missing"]] == [
        f"discotag download {code} --engine stanza --dir {tmp_path}" for code in ("en", "fr")
    ]
    assert not found["sound"]
    assert found["missing"][1]["name"] == "stanza"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server(french_models: Path, tmp_path: Path) -> Iterator[str]:
    """Serve the tiny models as Stanza's server would."""
    from stanza.resources.common import DEFAULT_RESOURCES_VERSION

    root = tmp_path / "server"
    shutil.copytree(french_models, root)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root))) as http:
        url = f"http://127.0.0.1:{http.server_address[1]}"
        write_resources(root, "fr", url=url + "/{lang}/{filename}")
        (root / "resources.json").rename(root / f"resources_{DEFAULT_RESOURCES_VERSION}.json")
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield url
        http.shutdown()


def download(folder: Path, name: str = "stanza", url: str = "", **environ: str) -> Any:
    """Fetch French models into a folder, as a user does."""
    options = ("--set", f"stanza.url={url}") if url else ()
    return run_program("download", "fr", "-e", name, "--dir", folder, *options, **environ)


def test_models_are_fetched_when_asked_for(
    server: str, tmp_path: Path, in_french: Callable[..., Any]
) -> None:
    folder = tmp_path / "fetched"
    done = download(folder, url=server)
    assert done.returncode == 0, done.stderr
    assert "  5 files, 2.3 MB" in done.stderr
    assert "licence" in done.stderr
    (tokens,) = StanzaAnalyzer.create(in_french(dir=folder)).analyze(["Il dort."])
    assert tokens.forms == ("Il", "dort", ".")
    assert "everything is there already" in download(folder, url=server).stderr


def test_a_broken_list_of_models_is_fetched_anew(server: str, tmp_path: Path) -> None:
    (tmp_path / "resources.json").write_text("{", encoding="utf-8")
    done = download(tmp_path, url=server)
    assert done.returncode == 0
    assert "everything is there already" not in done.stderr


def test_a_package_that_the_server_does_not_have_is_told(server: str, tmp_path: Path) -> None:
    done = download(tmp_path / "new", "stanza:gsd", url=server)
    assert done.returncode == 2
    assert "no 'tokenize' model 'gsd' for fr; it has: default, tiny" in done.stderr


def test_nothing_is_fetched_offline(tmp_path: Path) -> None:
    done = download(tmp_path, "analyzer=stanza:gsd", DISCOTAG_OFFLINE="1")
    assert done.returncode == 2
    assert "offline: what analyzer stanza needs is not fetched" in done.stderr


def test_a_server_that_does_not_answer_is_told(tmp_path: Path) -> None:
    done = download(tmp_path, url="http://127.0.0.1:9")
    assert done.returncode == 4
    assert "cannot be fetched from http://127.0.0.1:9" in done.stderr
