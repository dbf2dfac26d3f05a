"""A make-believe COMET, so that our side of the process is tested: plumbing, not quality.

The package below speaks COMET's API. Its model's settings are in its checkpoint, as JSON: how it
shall misbehave, and nothing of scores, which are the share of the reference's words that the
hypothesis has.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.builders import context as build_context
from discotag.testing.builders import document as build_document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PACKAGE = """
import json, os, sys, time
from pathlib import Path
from types import SimpleNamespace

print("noise on standard output")
LOG = Path(os.environ["FAKE_COMET_LOG"])


def note(**facts):
    with LOG.open("a") as log:
        log.write(json.dumps(facts) + chr(10))


def download_model(name, saving_directory=None, local_files_only=False):
    note(fetched=name, offline=os.environ.get("HF_HUB_OFFLINE"))
    folder = Path(os.environ["FAKE_COMET_HUB"]) / name
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "hparams.yaml").write_text("class_identifier: regression_metric")
    (folder / "checkpoints" / "model.ckpt").write_text("{}")
    return str(folder / "checkpoints" / "model.ckpt")


def load_from_checkpoint(path, reload_hparams=False, strict=False, local_files_only=False):
    note(loaded=Path(path).name, local=local_files_only, offline=os.environ.get("HF_HUB_OFFLINE"))
    manner = json.loads(Path(path).read_text())
    if "vocabulary" in manner:
        raise OSError(manner["vocabulary"])
    return Model(manner)


class Model:
    def __init__(self, manner):
        self.manner = manner
        self.use_context = False
        self.encoder = SimpleNamespace(tokenizer=SimpleNamespace(sep_token="</s>"))

    def enable_context(self):
        self.use_context = not self.manner.get("no_context")

    def predict(self, samples, batch_size=16, gpus=1, progress_bar=True, num_workers=None):
        note(samples=samples, batch=batch_size, gpus=gpus, context=self.use_context)
        print("progress on standard output")
        if "die" in self.manner:
            print("Killed: out of memory", file=sys.stderr, flush=True)
            os._exit(self.manner["die"])
        if "raise" in self.manner:
            raise RuntimeError(self.manner["raise"])
        time.sleep(self.manner.get("sleep", 0))
        scores = [share(sample) for sample in samples]
        return {"scores": self.manner.get("scores", scores), "system_score": 0.5}


def share(sample):
    said = set(sample["mt"].rpartition("</s>")[2].split())
    words = sample["ref"].rpartition("</s>")[2].split()
    return sum(word in said for word in words) / len(words) if words else 0.0
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: Any) -> Path:
    """Put the make-believe package on the path of our own Python, and name that as COMET's."""
    site = tmp_path / "site"
    (site / "comet").mkdir(parents=True)
    (site / "comet" / "__init__.py").write_text(PACKAGE, "utf-8")
    facts = site / "unbabel_comet-2.2.7.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: unbabel-comet\nVersion: 2.2.7\n")
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("DISCOTAG_COMET_PYTHON", sys.executable)
    monkeypatch.setenv("FAKE_COMET_LOG", str(tmp_path / "log"))
    monkeypatch.setenv("FAKE_COMET_HUB", str(tmp_path / "hub"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def log(fake: Path) -> Callable[[str], list[Any]]:
    """Return what the package was asked: the values noted under a name."""

    def read(name: str) -> list[Any]:
        path = fake / "log"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [entry[name] for entry in map(json.loads, lines) if name in entry]

    return read


@pytest.fixture
def model(fake: Path) -> Callable[..., str]:
    """Write a model that behaves in some manner; give its folder."""

    def write(name: str = "model", **manner: Any) -> str:
        folder = fake / name
        (folder / "checkpoints").mkdir(parents=True)
        (folder / "checkpoints" / "model.ckpt").write_text(json.dumps(manner), "utf-8")
        (folder / "hparams.yaml").write_text("class_identifier: regression_metric\n", "utf-8")
        return str(folder)

    return write


@pytest.fixture
def scorer(model: Callable[..., str]) -> Callable[..., Any]:
    """Create the scorer with options, and a well-behaved model unless one is named."""
    from discotag_neural.comet.scorer import CometScorer

    def create(**options: Any) -> Any:
        settings = {"gpus": 0, **options}
        if "model" not in settings:
            settings["model"] = model()
        return CometScorer.create(build_context("fr", name="comet", **settings))

    return create


@pytest.fixture
def comparison() -> Callable[..., Any]:
    """Build a comparison of plain lines."""
    from discotag.plugin import Comparison, TaggedDocument

    def build(
        source: list[str], hypothesis: list[str], *references: list[str], id: str = "d"
    ) -> Any:
        tagged = [TaggedDocument(build_document(source, lines, id=id), ()) for lines in references]
        said = build_document(source, hypothesis, id=id, system="A", role="hypothesis")
        return Comparison(tuple(tagged), TaggedDocument(said, ()))

    return build
