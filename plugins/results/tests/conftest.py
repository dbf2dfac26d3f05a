"""Two runs of twenty short documents: systems that are right, often right and seldom right."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path

collect_ignore_glob = [] if find_spec("discotag_results") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

ENGLISH = ("Do you know your way?", "You can sleep here.", "You must.")
FORMAL = ("Connaissez-vous votre chemin ?", "Vous pouvez dormir ici.", "Vous devez.")
PLAIN = ("Connais-tu ton chemin ?", "Tu peux dormir ici.", "Tu dois.")
DOCUMENTS = 20
SHARES = {"right": 1.0, "often": 0.5, "seldom <b>": 0.1}


def corpus(place: Path, systems: dict[str, float], documents: range) -> list[str]:
    """Write the texts of some documents and return the arguments of the run."""
    chance = random.Random(1)
    number = len(documents)
    (place / "src").write_text("\n".join(ENGLISH * number) + "\n", "utf-8")
    (place / "ref").write_text("\n".join(FORMAL * number) + "\n", "utf-8")
    ids = [f"d{n:02}\t{'chat' if n < 10 else 'news'}" for n in documents for _ in ENGLISH]
    (place / "ids").write_text("\n".join(ids) + "\n", "utf-8")
    words = ["--src", place / "src", "--ref", place / "ref", "--docids", place / "ids"]
    for number, (name, share) in enumerate(systems.items()):
        texts = [FORMAL if chance.random() < share else PLAIN for _ in range(DOCUMENTS)]
        lines = [line for n in documents for line in texts[n]]
        (place / f"hyp{number}").write_text("\n".join(lines) + "\n", "utf-8")
        words += ["--hyp", f"{name}={place / f'hyp{number}'}"]
    return [*map(str, words), "-s", "en", "-t", "fr", "-p", "formality", "--unit", "line"]


def ran(
    place: Path, systems: dict[str, float], *more: str, documents: range = range(DOCUMENTS)
) -> Path:
    """Run into a folder below the place."""
    place.mkdir(parents=True, exist_ok=True)
    done = run_program(
        "run", *corpus(place, systems, documents), *more, "--no-cache", "--quiet",
        "--samples", "100", "--trials", "100", "--out", place / "run",
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return place / "run"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run with its page."""
    return ran(tmp_path_factory.mktemp("one"), SHARES)


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of one more system on the same texts, without a page."""
    return ran(tmp_path_factory.mktemp("two"), {"new": 0.5}, "--no-report")


@pytest.fixture(scope="session")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the folders of two runs, each on half of the documents of `folder`."""
    halves = (range(10), range(10, DOCUMENTS))
    return [ran(tmp_path_factory.mktemp("part"), SHARES, documents=half) for half in halves]
