"""Fuzz whatever reads a file: damaged files must give a result or an error of our own.

`python benchmarks/fuzz.py --minutes 24` shares that much processor time among all targets; a fault
is told with the bytes that cause it, and the exit status is then 1. With `--atheris` (pip install
atheris) the damage to one target is guided by the code that it reaches.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.fuzzing.mutation import mutated
from benchmarks.fuzzing.targets import targets
from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from benchmarks.fuzzing.targets import Target

SLOW = 10.0
"""Seconds of processor time after which reading a small file counts as hanging."""


def tried(target: Target, data: bytes, folder: Path) -> str:
    """Read a damaged file; give `read`, `refused`, or the traceback of a fault."""
    begin = time.process_time()
    try:
        target.read(data, folder)
        told = "read"
    except DiscotagError as error:
        told = "refused" if str(error) else "an error that says nothing"
    except Exception:
        return traceback.format_exc()
    spent = time.process_time() - begin
    return told if spent < SLOW else f"took {spent:.0f} s of processor time"


def fuzz(
    chosen: dict[str, Target], seconds: float, rng: random.Random
) -> tuple[dict[str, Counter[str]], dict[str, tuple[str, bytes]]]:
    """Fuzz targets in turn until so much processor time is used, or Ctrl-C.

    Returns:
        target → what came of how many files, and faults: where they arose → (traceback, bytes).
    """
    ends = time.process_time() + seconds
    counts: dict[str, Counter[str]] = {name: Counter() for name in chosen}
    faults: dict[str, tuple[str, bytes]] = {}
    share = seconds / len(chosen) / 10
    with suppress(KeyboardInterrupt):
        while time.process_time() < ends:
            for name, target in chosen.items():
                until = min(ends, time.process_time() + share)
                with tempfile.TemporaryDirectory() as folder:
                    while time.process_time() < until:
                        data = mutated(rng.choice(target.seeds), target.seeds, rng)
                        told = tried(target, data, Path(folder))
                        counts[name][told if told in {"read", "refused"} else "fault"] += 1
                        if told not in {"read", "refused"}:
                            faults.setdefault(f"{name}: {_place(told)}", (told, data))
    return counts, faults


def _place(told: str) -> str:
    """Return the innermost line of our own in a traceback, and the error's kind."""
    lines = told.strip().splitlines()
    own = [
        line.strip() for line in lines if "/discotag" in line and line.strip().startswith("File")
    ]
    return " ".join((*own[-1:], lines[-1].partition(":")[0]))


def guided(target: Target, seconds: float) -> NoReturn:
    """Fuzz one target with atheris, until so much processor time is used or a fault is found."""
    import atheris

    folder = Path(tempfile.mkdtemp())
    (corpus := folder / "seeds").mkdir()
    for number, seed in enumerate(target.seeds):
        (corpus / str(number)).write_bytes(seed)
    (work := folder / "work").mkdir()
    counts: Counter[str] = Counter()

    def one(data: bytes) -> None:
        told = tried(target, data, work)
        counts[told if told in {"read", "refused"} else "fault"] += 1
        if told not in {"read", "refused"}:
            print(json.dumps({"fault": told, "data": repr(data[:2000])}), flush=True)
            sys.exit(1)
        if time.process_time() > ends:
            print(json.dumps({"seconds": seconds, **counts}), flush=True)
            sys.exit(0)

    tried(target, target.seeds[0], work)  # imports what reading needs, to be instrumented
    atheris.instrument_all()
    ends = time.process_time() + seconds
    atheris.Setup([sys.argv[0], str(corpus), "-verbosity=0", "-timeout=300"], one)
    atheris.Fuzz()
    raise SystemExit


def main() -> int:
    """Fuzz, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="processor time in all")
    parser.add_argument("--target", action="append", help="only this one; repeatable")
    parser.add_argument("--seed", type=int, default=12345)
    parser.add_argument("--atheris", action="store_true", help="guided; one --target")
    given = parser.parse_args()
    if given.atheris:
        guided(targets()[given.target[0]], given.minutes * 60)
    found = targets()
    chosen = {name: found[name] for name in given.target or found}
    counts, faults = fuzz(chosen, given.minutes * 60, random.Random(given.seed))
    for name, kinds in counts.items():
        print(f"{name:20}", *(f"{kind} {kinds[kind]:8}" for kind in ("read", "refused", "fault")))
    files = sum(kinds.total() for kinds in counts.values())
    print(f"{time.process_time():.0f} s of processor time, {files} files")
    for place, (told, data) in faults.items():
        print(f"\n{place}\n{told[-1500:]}\n{data[:1500]!r}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
