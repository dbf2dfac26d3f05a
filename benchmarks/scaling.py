"""How a run grows: CPU and wall seconds and peak memory by segments, processes and cache.

Usage: python benchmarks/scaling.py [--src F --ref F --docids F] [-s en] [-t fr]
                                    [--sizes 500,1000,4000] [--jobs 2] [--cached 1000]

Every row is one `discotag run` in a process of its own on the bundled demo documents, or those
given, repeated as a whole under new ids, with the reference alone and without files: statistics
only. The first two sizes without a cache give a cost model, seconds = start + segments / rate; what
it foretells for each later size stands beside what was measured.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from discotag.demo import demo_files

PHENOMENA = "ellipsis,formality,lexical_cohesion,pronouns,verb_form"
MIB = 1024
"""`ru_maxrss` counts KiB on Linux."""


@dataclass(frozen=True)
class Measured:
    """One run: seconds of CPU (with its workers) and of the clock, peak memory of one process."""

    cpu: float
    wall: float
    peak: float


@dataclass(frozen=True)
class Texts:
    """Documents to repeat: source, reference and document ids, and their languages."""

    files: tuple[Path, Path, Path]
    source: str
    target: str


def write_corpus(folder: Path, texts: Texts, segments: int) -> int:
    """Write source, reference and ids of so many segments, whole documents; give the number."""
    columns = [path.read_text(encoding="utf-8").splitlines() for path in texts.files]
    rows = list(zip(*columns, strict=True))
    folder.mkdir(parents=True)
    with (
        (folder / "src").open("w", encoding="utf-8") as source,
        (folder / "ref").open("w", encoding="utf-8") as target,
        (folder / "ids").open("w", encoding="utf-8") as ids,
    ):
        for count in itertools.count(1):
            for line, translation, name in rows:
                source.write(line + "\n")
                target.write(translation + "\n")
                ids.write(f"{name}-{count}\n")
            if count * len(rows) >= segments:
                return count * len(rows)
    raise AssertionError


def measured(folder: Path, texts: Texts, *options: str, cache: str = "off") -> Measured:
    """Run discotag on a corpus; SystemExit with its message if it fails."""
    command = [sys.executable, "-m", "discotag", "run", "-q", "-s", texts.source]
    command += ["-t", texts.target]
    command += ["--src", str(folder / "src"), "--ref", str(folder / "ref")]
    command += ["--docids", str(folder / "ids"), "--phenomena", PHENOMENA, *options]
    environ = {**os.environ, "DISCOTAG_CACHE": cache, "OMP_NUM_THREADS": "1"}
    environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(command, env=environ, stdout=told, stderr=told)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            told.seek(0)
            raise SystemExit(told.read().decode())
    wall = time.perf_counter() - begin
    return Measured(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / MIB)


def show(what: str, segments: int, found: Measured, note: str = "") -> None:
    """Print one row."""
    print(
        f"{what:22}{segments:9d}{found.cpu:9.1f}{found.wall:9.1f}{found.peak:9.0f}"
        f"{segments / found.cpu:9.0f}  {note}",
        flush=True,
    )


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--src", type=Path)
    parser.add_argument("--ref", type=Path)
    parser.add_argument("--docids", type=Path)
    parser.add_argument("-s", "--source-lang", default="en")
    parser.add_argument("-t", "--target-lang", default="fr")
    parser.add_argument("--sizes", default="500,1000,4000")
    parser.add_argument("--jobs", type=int, default=2, help="0 = leave this out")
    parser.add_argument("--cached", type=int, default=1000, help="segments; 0 = leave this out")
    options = parser.parse_args()
    if len({name is None for name in (options.src, options.ref, options.docids)}) > 1:
        parser.error("give --src, --ref and --docids, or none of them")
    return options


def given_texts(options: argparse.Namespace) -> Texts:
    """Return the documents that are named, or else the demo's."""
    source, target = options.source_lang, options.target_lang
    if options.src is not None:
        return Texts((options.src, options.ref, options.docids), source, target)
    demo = demo_files(target)
    if demo.docids is None:
        raise SystemExit(f"the demo documents of {target} have no ids")
    return Texts((demo.source, demo.reference, demo.docids), source, target)


def main() -> None:
    """Measure and print."""
    options = read_options()
    texts = given_texts(options)
    sizes = [int(size) for size in options.sizes.split(",")]
    print(f"{'run':22}{'segments':>9}{'CPU s':>9}{'wall s':>9}{'MiB':>9}{'per s':>9}")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        rows: list[tuple[int, Measured]] = []
        for size in sizes:
            count = write_corpus(place / f"{size}", texts, size)
            found = measured(place / f"{size}", texts)
            note = ""
            if len(rows) > 1:
                (few, first), (more, second) = rows[:2]
                each = (second.cpu - first.cpu) / (more - few)
                foretold = first.cpu + each * (count - few)
                note = (
                    f"foretold {foretold:.1f} s, off by {100 * (found.cpu / foretold - 1):+.0f} %"
                )
            rows.append((count, found))
            show("one process", count, found, note)
        if options.jobs:
            count, alone = rows[-1]
            shared = measured(place / f"{sizes[-1]}", texts, "--jobs", str(options.jobs))
            note = f"{alone.wall / shared.wall:.2f} times as fast by the clock"
            show(f"--jobs {options.jobs}", count, shared, note)
        if options.cached:
            folder, cache = place / "again", str(place / "cache")
            count = write_corpus(folder, texts, options.cached)
            plain = measured(folder, texts)
            show("no cache", count, plain)
            show("cache, first", count, measured(folder, texts, cache=cache))
            again = measured(folder, texts, cache=cache)
            note = f"{plain.cpu / again.cpu:.1f} times less CPU than without"
            show("cache, again", count, again, note)


if __name__ == "__main__":
    main()
