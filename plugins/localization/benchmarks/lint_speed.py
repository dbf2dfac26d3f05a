"""How long `discotag lint` takes for 10,000 units of an app: cold, warm, and after one change.

    python plugins/localization/benchmarks/lint_speed.py [UNITS] [--format json|po|android]

It writes files of that many units (English and German, sentences put together of few words), lints
them with an empty cache, again, and once more with one translation changed. Each is a process of
its own; what is printed is its processor time in seconds, children included, and its memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED = 7
NOUNS = {"file": "Datei", "message": "Nachricht", "page": "Seite", "picture": "Bild", "key":
         "Schlüssel", "list": "Liste", "song": "Lied", "letter": "Brief"}  # fmt: skip
ENGLISH = (
    "The {0} of {{name}} is ready.", "Open the {0} and close the {1}.", "You can send the {0} now.",
    "Do you want to delete the {0}?", "The {0} was not found in the {1} ({{count}}).",
    "Your {0} is too long.",
)  # fmt: skip
GERMAN = (
    "{0} von {{name}} ist bereit.", "Öffnen Sie {0} und schließen Sie {1}.",
    "Sie können {0} jetzt senden.", "Möchten Sie {0} löschen?",
    "{0} wurde in {1} nicht gefunden ({{count}}).", "{0} ist zu lang.",
)  # fmt: skip


def texts(count: int) -> list[tuple[str, str]]:
    """Return pairs of sentences."""
    draw = random.Random(SEED)
    found = []
    for number in range(count):
        place = draw.randrange(len(ENGLISH))
        words = draw.sample(sorted(NOUNS), 2)
        own = [f"{NOUNS[word]} {number}" for word in words]
        source = ENGLISH[place].format(*(f"{word} {number}" for word in words))
        found.append((source, GERMAN[place].format(*own)))
    return found


def as_json(pairs: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Write a pair of JSON files; return the arguments that name them."""
    for side, name in enumerate(("en", "de")):
        data = {f"key{number}": pair[side] for number, pair in enumerate(pairs)}
        (folder / f"{name}.json").write_text(
            json.dumps(data, indent=1, ensure_ascii=False), "utf-8"
        )
    return ["--src", str(folder / "en.json"), "--tgt", str(folder / "de.json")]


def as_po(pairs: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Write a PO file; return the arguments that name it."""
    path = folder / "de.po"
    entries = [f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in pairs]
    path.write_text('msgid ""\nmsgstr "Language: de\\n"\n\n' + "\n".join(entries), "utf-8")
    return ["-s", "en", str(path)]


def as_android(pairs: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Write a pair of Android's files; return the arguments that name them."""
    for side, name in enumerate(("values", "values-de")):
        (folder / name).mkdir(exist_ok=True)
        lines = [f'<string name="s{n}">{pair[side]}</string>' for n, pair in enumerate(pairs)]
        text = "<resources>\n" + "\n".join(lines) + "\n</resources>\n"
        (folder / name / "strings.xml").write_text(text, "utf-8")
    source, target = (str(folder / name / "strings.xml") for name in ("values", "values-de"))
    return ["-s", "en", "--src", source, "--tgt", target]


FORMATS: dict[str, Callable[[Sequence[tuple[str, str]], Path], list[str]]] = {
    "json": as_json,
    "po": as_po,
    "android": as_android,
}


def measured(arguments: Sequence[str], cache: Path) -> str:
    """Run lint and return what it took."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "discotag", "lint", "--quiet", "--fail-on", "never"]
    environ = {**os.environ, "XDG_CACHE_HOME": str(cache), "OMP_NUM_THREADS": "1"}
    subprocess.run([*command, *arguments], env=environ, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wall = time.monotonic() - begin
    return f"{used:.2f} s CPU, {wall:.2f} s wall, {after.ru_maxrss / 1024:.0f} MiB at most so far"


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("units", nargs="?", type=int, default=10_000)
    parser.add_argument("--format", choices=FORMATS, default="json")
    chosen = parser.parse_args()
    pairs = texts(chosen.units)
    with TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name, "cache")
        arguments = FORMATS[chosen.format](pairs, folder)
        print(f"{chosen.units} units, {chosen.format}")
        print(f"cold: {measured(arguments, cache)}")
        print(f"warm: {measured(arguments, cache)}")
        middle = len(pairs) // 2
        pairs[middle] = (pairs[middle][0], "Das ist ganz anders.")
        FORMATS[chosen.format](pairs, folder)
        print(f"after one change: {measured(arguments, cache)}")


if __name__ == "__main__":
    main()
