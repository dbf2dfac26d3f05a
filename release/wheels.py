"""Build the wheels of all distributions: the same sources give the same bytes.

    python -m release.wheels wheels            # into the folder wheels
    python -m release.wheels wheels --twice    # build each two times and compare

Every wheel is looked into: it holds its package, its licences and its metadata, and nothing else.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from release.distributions import disagreements, distributions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from release.distributions import Distribution

ROOT = Path(__file__).parents[1]
EPOCH = "1577836800"
"""Seconds: the time that files of a wheel bear where SOURCE_DATE_EPOCH is not set (2020-01-01)."""


def build(distribution: Distribution, out: Path) -> Path:
    """Build a distribution's wheel into a folder; CalledProcessError with the builder's words."""
    out.mkdir(parents=True, exist_ok=True)
    before = set(out.glob("*.whl"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out.resolve())]
    environ = {"SOURCE_DATE_EPOCH": EPOCH, **os.environ}
    subprocess.run(
        command, cwd=distribution.folder, env=environ, check=True, stdout=subprocess.DEVNULL
    )
    stem = f"{distribution.name.replace('-', '_')}-{distribution.version}-"
    (wheel,) = (path for path in {*before, *out.glob("*.whl")} if path.name.startswith(stem))
    return wheel


def faults(distribution: Distribution, wheel: Path) -> Iterator[str]:
    """Say what a wheel lacks, and what it should not hold."""
    package = distribution.package
    wanted = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.endswith("/")}
    info = {name for name in held if name.split("/")[0].endswith(".dist-info")}
    yield from (f"lacks {name}" for name in sorted(wanted - held))
    yield from (f"holds {name}" for name in sorted(held - wanted - info))
    licences = {name.split("/licenses/")[1] for name in info if "/licenses/" in name}
    texts = (distribution.folder / "LICENSE", *(distribution.folder / "LICENSES").glob("*"))
    for text in texts:
        if text.relative_to(distribution.folder).as_posix() not in licences:
            yield f"lacks the licence {text.name}"
    if not any(name.endswith("entry_points.txt") for name in info):
        yield "lacks entry points"


def main() -> int:
    """Build all that the arguments ask for; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description="Build the wheels of all distributions.")
    parser.add_argument("out", type=Path, help="folder of the wheels")
    parser.add_argument("--twice", action="store_true", help="build again and compare the bytes")
    arguments = parser.parse_args()
    if find_spec("hatchling") is None:
        parser.exit(2, "hatchling is not installed: pip install hatchling, or run make wheels\n")
    wrong = list(disagreements(ROOT))
    for distribution in distributions(ROOT):
        wheel = build(distribution, arguments.out)
        wrong += [f"{wheel.name} {fault}" for fault in faults(distribution, wheel)]
        if arguments.twice and not _same(distribution, wheel):
            wrong.append(f"{wheel.name} is not the same when it is built again")
        print(f"{wheel.stat().st_size / 1e6:8.2f} MB  {wheel.name}", flush=True)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def _same(distribution: Distribution, wheel: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return build(distribution, Path(folder)).read_bytes() == wheel.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
