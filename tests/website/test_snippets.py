"""Every command and every Python snippet of the documentation runs, on bundled documents."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from snippets import LEFT_OUT, ROOT, pages, snippets

from discotag.demo import demo_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


SERVED = str(Path(__file__).parent / "served.py")
SHOWN = {str(page.relative_to(ROOT)): found for page in pages() if (found := snippets(page))}


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Yield an environment in which `discotag` is this one, and what was analysed once is kept.

    One process has the program's imports and pipelines; a command is a fork of it.
    """
    folder = tmp_path_factory.mktemp("environ")
    address = folder / "socket"
    programs = {"discotag": f'-I -S "{SERVED}" "{address}"', "python": ""}
    (folder / "bin").mkdir()
    for name, words in programs.items():
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    environ = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "DISCOTAG_CACHE": str(folder / "cache"),
        "DISCOTAG_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    with subprocess.Popen([sys.executable, SERVED, str(address)], env=environ) as server:
        while not address.exists():
            assert server.poll() is None, "the program could not be loaded"
            time.sleep(0.05)
        yield environ
        server.terminate()


def lay_out(folder: Path) -> None:
    """Put the first two bundled documents where the pages say that a reader's own lie."""
    for language in ("fr", "de"):
        files = demo_files(language)
        ids = files.docids.read_text(encoding="utf-8").splitlines()
        numbers = {name: number for number, name in enumerate(dict.fromkeys(ids), 1)}
        length = sum(numbers[name] <= 2 for name in ids)
        for name in ("talk", "talks"):
            copy(files.source, folder / f"{name}.en", length)
            copy(files.reference, folder / f"{name}.{language}", length)
        for name, system in zip("AB", files.hypotheses.values(), strict=True):
            copy(system, folder / f"sys{name}.{language}", length)
    renamed = "".join(f"talk{numbers[name]}\n" for name in ids[:length])
    for name in ("talk.docids", "talks.docids", "docids.txt"):
        (folder / name).write_text(renamed, encoding="utf-8")
    (folder / "accepted.toml").write_text(ACCEPTED, encoding="utf-8")
    for name, other in OTHER_NAMES.items():
        shutil.copy(folder / other, folder / name)


def copy(file: Path, place: Path, length: int) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    place.write_text("".join(lines[:length]), encoding="utf-8")


OTHER_NAMES = {
    "src.de": "talk.de",
    "ref.en": "talk.en",
    "s.en": "talk.en",
    "t.en": "talk.en",
    "talk.deepl.de": "sysB.de",
    "talk.deepl-sent.de": "sysA.de",
}
ACCEPTED = """[[suppress]]
code = "DT101"
document = "*"
reason = "shown"
"""
RUN = "discotag run --src talk.en --ref talk.fr --hyp A=sysA.fr -s en -t fr --quiet"
MADE_BEFORE = {
    "report-fr/": f"{RUN} --out report-fr",
    "report-de/": f"{RUN} --out report-de".replace("fr", "de"),
    "report-ja/": f"{RUN} --out report-ja",
    "talk.jsonl": "discotag tag --src talk.en --tgt talk.fr -s en -t fr --quiet --out talk.jsonl",
}
"""What pages begin from that earlier commands of the reader made."""


@pytest.mark.parametrize("page", SHOWN)
def test_what_a_page_shows_runs(page: str, tmp_path: Path, environ: Mapping[str, str]) -> None:
    lay_out(tmp_path)
    texts = "\n".join(snippet.text for snippet in SHOWN[page])
    for name, command in MADE_BEFORE.items():
        if name in texts:
            run(command, tmp_path, environ, page)
    for snippet in SHOWN[page]:
        if snippet.language == "python":
            run(f"python - <<'END'\n{snippet.text}\nEND", tmp_path, environ, page, snippet.line)
        else:
            run(snippet.text, tmp_path, environ, page, snippet.line)


def run(text: str, folder: Path, environ: Mapping[str, str], page: str, line: int = 0) -> None:
    done = subprocess.run(
        ["bash", "-euc", text], cwd=folder, env=environ, capture_output=True, text=True, check=False
    )
    allowed = {0, 7} if "discotag lint" in text else {0}
    assert done.returncode in allowed, f"{page}:{line}\n{text}\n{done.stdout}{done.stderr}"


def test_every_reason_to_leave_a_command_out_is_used() -> None:
    shown = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    assert [why for what, why in LEFT_OUT.items() if not re.search(what, shown, re.MULTILINE)] == []
