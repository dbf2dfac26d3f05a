"""Kill a run at random moments, again and again, and go on with it: the files must not differ.

`python benchmarks/killing.py --times 50` runs the demo documents in small batches. Each round
begins a run in a new folder, stops it at a random moment, stops what goes on with it at another,
lets the third come to its end, and compares every file but `timings.json`. It is stopped with
SIGKILL, or with one of `--signals`, drawn anew each time; SIGINT and SIGTERM may leave
no temporary file.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

BATCH = 8
"""Segments in a batch, so that there is something to go on with."""


def arguments(out: Path, more: list[str]) -> list[str]:
    """Return the command that runs the demo's French documents."""
    from discotag.demo import demo_files

    demo = demo_files("fr")
    systems = [f"--hyp={name}={path}" for name, path in demo.hypotheses.items()]
    return [
        "discotag", "run", "--src", str(demo.source), "--ref", str(demo.reference), "--docids",
        str(demo.docids), *systems, "-s", "en", "-t", "fr", "-p", "formality,pronouns",
        "--no-cache", "--samples", "200", "--trials", "200", "--quiet", "--out", str(out), *more,
    ]  # fmt: skip


def program(out: Path, more: list[str], told: Path) -> None:
    """Be the program, in a process of its own; what it prints goes to a file."""
    from discotag.cli import main
    from discotag.pipeline import stages

    stages.BATCH_SEGMENTS = BATCH
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    with told.open("w") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
        sys.argv = arguments(out, more)
        main()


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a run but its times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "timings.json"
    }


def killed_run(out: Path, more: list[str], moments: list[float], signals: list[int]) -> int:
    """Run until it ends by itself, stopped once at each moment (seconds); return how often."""
    kills = 0
    told = out.with_name("told")
    for moment, number in zip([*moments, None], [*signals, 0], strict=True):
        before = set(out.rglob(".*.tmp"))
        process = multiprocessing.get_context("fork").Process(
            target=program, args=(out, more, told)
        )
        process.start()
        process.join(moment)
        if process.is_alive():
            os.kill(process.pid or 0, number)
            process.join()
            kills += 1
            left = set(out.rglob(".*.tmp")) - before
            if left and number != signal.SIGKILL:
                raise SystemExit(f"left by signal {number}: {', '.join(map(str, left))}")
            if process.exitcode == 0:  # the signal came too late
                break
        elif process.exitcode == 0:
            break
        else:
            raise SystemExit(told.read_text())
    return kills


def main() -> int:
    """Kill and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=12345)
    parser.add_argument("--signals", default="KILL", help="such as KILL,INT,TERM")
    parser.add_argument("--more", default="", help="more options of the run, such as '--jobs 2'")
    given = parser.parse_args()
    importlib.import_module("discotag.runs.run")  # once, for all that are forked
    importlib.import_module("spacy")
    rng, more = random.Random(given.seed), given.more.split()
    kinds = [signal.Signals[f"SIG{name}"] for name in given.signals.split(",")]
    differing = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        for _ in range(2):  # the second shows how long one lasts once all files were read
            begin = time.monotonic()
            killed_run(whole, more, [], [])
            lasts = time.monotonic() - begin
        sound = content(whole)
        for number in range(given.times):
            out = Path(folder) / "out"
            moments = sorted((rng.uniform(0, lasts) for _ in range(2)), reverse=True)
            kills += killed_run(out, more, moments, rng.choices(kinds, k=2))
            found = content(out)
            if found != sound:
                differing += 1
                names = [name for name in {*sound, *found} if sound.get(name) != found.get(name)]
                print(f"round {number}: {', '.join(sorted(names))}", flush=True)
            shutil.rmtree(out)
    print(f"{given.times} runs of {lasts:.1f} s, stopped {kills} times, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
