"""Two versions of discotag beside each other: CPU seconds, peak memory, and whether results differ.

Each version gets an environment of its own with the same dependencies, and does each job in turn
with the other, so that other work on the machine meets both. `speed.py --against` calls this.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import distributions
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[1]
PACKAGES = ("lang-*", "phen-connectives")
"""Plugins that are installed beside the core, as version 0.1.0 had them."""
PHENOMENA = "connectives,ellipsis,formality,lexical_cohesion,pronouns,verb_form"
"""What both versions look for; a pair leaves out what it has not."""
NAMED = {"0.1.0": "1c2f2b7a"}
"""The last commit of a version that has no tag."""
LINTED = 100
"""Segments of the job `lint`."""
MIB = 1024
LAUNCH = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""
"""Runs a command from a small process, whose own memory does not count as the command's."""
CLOSE = 1e-6
FOUND = 7
"""Exit status of `lint` that found something."""


@dataclass(frozen=True)
class Used:
    """What one process used: seconds of CPU and of the clock, MiB at its peak."""

    cpu: float
    wall: float
    peak: float


@dataclass(frozen=True)
class Texts:
    """Files of a corpus, line by line, and its languages; systems by name."""

    source: Path
    reference: Path
    docids: Path
    systems: Mapping[str, Path]
    pair: tuple[str, str]


def compare(revision: str, texts: Texts, *, rounds: int, folder: Path) -> None:
    """Print what a revision and the working tree need for the same jobs.

    Args:
        revision: what git calls the other version, or a name of NAMED.
        texts: the corpus of the job `run`, of which `lint` reads the beginning.
        rounds: how often each version does each job.
        folder: where environments are made, and kept for the next time.
    """
    programs = {
        revision: environment(folder, NAMED.get(revision, revision)),
        "this": environment(folder, None),
    }
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        print(f"{'job':8}{revision:>9} s{'this':>9} s   times as fast        MiB")
        todo = jobs(texts, place)
        for program in programs.values():
            used([str(program), *todo["lint"]], place)  # Python writes its bytecode
        for job, arguments in todo.items():
            spent: dict[str, list[Used]] = {version: [] for version in programs}
            for _ in range(rounds):
                for version, program in programs.items():
                    out = ["--out", str(place / version)] if job == "run" else []
                    shutil.rmtree(place / version, ignore_errors=True)
                    spent[version].append(used([str(program), *arguments, *out], place))
            show(job, *spent.values())
        print("results:", differences(*(place / version for version in programs)))


def jobs(texts: Texts, place: Path) -> dict[str, list[str]]:
    """Return the arguments of each job; files that they need are written into `place`."""
    source, target = texts.pair
    languages = ["-s", source, "-t", target]
    corpus = ["--src", str(texts.source), "--ref", str(texts.reference)]
    corpus += ["--docids", str(texts.docids), "--phenomena", PHENOMENA, "--no-report"]
    for name, path in texts.systems.items():
        corpus += ["--hyp", f"{name}={path}"]
    start = [head(path, place) for path in (texts.source, texts.reference, texts.docids)]
    few = [
        text for pair in zip(("--src", "--tgt", "--docids"), start, strict=True) for text in pair
    ]
    return {
        "--help": ["--help"],
        "lint": ["lint", *few, *languages],
        "run": ["run", "-q", *corpus, *languages],
    }


def head(path: Path, place: Path) -> str:
    """Write the beginning of a file that `lint` reads, and return where it lies."""
    lines = path.read_text(encoding="utf-8").split("\n")[:LINTED]
    short = place / f"{path.name}.{LINTED}"
    short.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(short)


def used(command: Sequence[str], place: Path) -> Used:
    """Run a command with one thread and without cache; SystemExit with its message if it fails."""
    environ = {**os.environ, "DISCOTAG_CACHE": "off", "PYTHONPATH": "", "OMP_NUM_THREADS": "1"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    launch = [sys.executable, "-S", "-c", LAUNCH, *command]
    begin = time.perf_counter()
    done = subprocess.run(
        launch, env=environ, cwd=place, capture_output=True, text=True, check=True
    )
    wall = time.perf_counter() - begin
    status, cpu, peak = json.loads(done.stdout)
    if status not in {0, FOUND}:
        raise SystemExit(done.stderr)
    return Used(cpu, wall, peak / MIB)


def show(job: str, old: Sequence[Used], new: Sequence[Used]) -> None:
    """Print medians of a job, and the ratio of CPU seconds in each round."""
    ratios = [before.cpu / after.cpu for before, after in zip(old, new, strict=True)]
    cpu = [statistics.median(each.cpu for each in side) for side in (old, new)]
    peak = [statistics.median(each.peak for each in side) for side in (old, new)]
    middle = statistics.median(ratios)
    print(
        f"{job:8}{cpu[0]:11.2f}{cpu[1]:11.2f}   {middle:.2f} "
        f"({min(ratios):.2f}–{max(ratios):.2f})   {peak[0]:6.0f} → {peak[1]:.0f}",
        flush=True,
    )


def differences(old: Path, new: Path) -> str:
    """Say which files of two runs' folders are not the same, byte for byte."""
    names = [sorted(result_files(folder)) for folder in (old, new)]
    shared = [name for name in names[0] if name in names[1]]
    told = [f"{name} is in one alone" for name in sorted(set(names[0]) ^ set(names[1]))]
    for name in shared:
        if not filecmp.cmp(old / name, new / name, shallow=False):
            rows = [(side / name).read_text(encoding="utf-8").splitlines() for side in (old, new)]
            close = len(rows[0]) == len(rows[1]) and all(
                is_close(json.loads(left), json.loads(right))
                for left, right in zip(*rows, strict=True)
            )
            how = f"in fractions, by less than {CLOSE}" if close else "in more than fractions"
            told.append(f"{name} differs {how}")
    return "; ".join(told) or f"{len(shared)} files are the same, byte for byte"


def is_close(left: Any, right: Any) -> bool:
    """Return whether two values of JSON are the same but for the last digits of fractions."""
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) < CLOSE
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_close(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_close, left, right))
    return bool(left == right)


def result_files(folder: Path) -> Iterator[str]:
    """Yield the names of files of tags, which hold neither times nor versions."""
    yield from (path.relative_to(folder).as_posix() for path in folder.glob("tags/*.jsonl"))


def environment(folder: Path, revision: str | None) -> Path:
    """Return the program `discotag` of a revision (None: the working tree), installed apart."""
    commit = "tree" if revision is None else git("rev-parse", "--short=12", revision)
    home = folder / commit
    program = home / "bin" / "discotag"
    if program.is_file():
        return program  # the working tree's is linked to it
    with tempfile.TemporaryDirectory() as name:
        source = ROOT
        if revision is not None:
            source = Path(name) / "source"
            archive = subprocess.run(
                ["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE
            ).stdout
            with tarfile.open(fileobj=BytesIO(archive)) as packed:
                packed.extractall(source, filter="data")
        pins = Path(name) / "pins.txt"
        pins.write_text("\n".join(installed()) + "\n", encoding="utf-8")
        parts = [source, *(path for kind in PACKAGES for path in source.glob(f"plugins/{kind}"))]
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        install = [str(home / "bin" / "python"), "-m", "pip", "install", "-qq"]
        links = [] if revision is not None else ["-e"]
        packages = [text for part in sorted(parts) for text in (*links, str(part))]
        subprocess.run([*install, "-c", str(pins), *packages], check=True)
    return program


def installed() -> list[str]:
    """Return what stands beside discotag here, as pins for both environments."""
    found = {dist.metadata["Name"]: dist.version for dist in distributions()}
    return sorted(f"{name}=={number}" for name, number in found.items() if "discotag" not in name)


def git(*arguments: str) -> str:
    """Return what git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().strip()
