"""Japanese style beside textlint: `python benchmarks/japanese_style.py DATA TEXTLINT [--half B]`.

DATA holds the formality files of the task `formality` (Japanese); TEXTLINT is a folder in which
`npm install textlint textlint-rule-no-mix-dearu-desumasu` was run. Texts are those of the task
`lint`: ten segments, all polite or all plain (pure), or with one to three of the other style
(mixed). Each is one paragraph for textlint, a line a segment, and one document for `discotag lint`
(DT101, notes among them). A text counts as found if there is a finding in it.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks.tasks.formality import read_gold
from benchmarks.tasks.harness import Figures, Value, half, listed, ratio
from benchmarks.tasks.lint import MOST_ODD, SEED, SIZE, STYLES, linted, of_documents

RULE = "no-mix-dearu-desumasu"
Texts = dict[str, list[tuple[str, str]]]


def main() -> None:
    """Measure both, and print a row for each."""
    parser = argparse.ArgumentParser(prog="japanese_style", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of formality files")
    parser.add_argument("textlint", type=Path, help="folder with node_modules")
    parser.add_argument("--half", choices=("A", "B"), default="B")
    given = parser.parse_args()
    texts = _texts(given.data, given.half)
    wanted = {name for name in texts if name.endswith("mixed")}
    result = linted(texts.items(), "en", "ja")
    ours = set(of_documents(result, ("DT101",)))
    theirs = _textlint(texts, given.textlint.resolve())
    rows = [_row(name, found, wanted, len(texts)) for name, found in
            (("discotag lint, DT101", ours), (f"textlint, {RULE}", theirs))]  # fmt: skip
    columns = ("checker", "texts", "mixed", "found", "right", "P", "R", "pure texts blamed")
    print(listed([Figures(f"Japanese, half {given.half}", columns, tuple(rows))]))


def _row(name: str, found: set[str], wanted: set[str], texts: int) -> tuple[Value, ...]:
    right = len(found & wanted)
    precision, recall = ratio(right, len(found)), ratio(right, len(wanted))
    return name, texts, len(wanted), len(found), right, precision, recall, len(found - wanted)


def _texts(folder: Path, part: str) -> Texts:
    """Return pure and mixed texts by name; those of which all lines are alike are left out."""
    segments: dict[str, dict[str, str]] = {}
    for language, segment in read_gold(folder):
        if language == "ja" and half(segment.english) == part:
            segments.setdefault(segment.english, {})[segment.register] = segment.translation
    both = [(line, styles) for line, styles in segments.items() if len(styles) == 2]
    drawn, texts = random.Random(SEED), {}
    for begin in range(0, len(both) - SIZE + 1, SIZE):
        own = both[begin : begin + SIZE]
        for usual, other in (STYLES, STYLES[::-1]):
            places = set(drawn.sample(range(SIZE), drawn.randint(1, MOST_ODD)))
            for name, odd in (("pure", set[int]()), ("mixed", places)):
                texts[f"{begin}-{usual}-{name}"] = [
                    (line, styles[other if at in odd else usual])
                    for at, (line, styles) in enumerate(own)
                ]
    return texts


def _textlint(texts: Texts, folder: Path) -> set[str]:
    """Return the texts in which textlint has a finding."""
    with TemporaryDirectory() as work:
        for name, pairs in texts.items():
            lines = "\n".join(target for _, target in pairs)
            Path(work, f"{name}.txt").write_text(f"{lines}\n", "utf-8")
        rules = Path(work, ".textlintrc.json")
        rules.write_text(json.dumps({"rules": {RULE: True}}), "utf-8")
        program = folder / "node_modules/.bin/textlint"
        called = subprocess.run(
            [program, "--config", rules, "--format", "json", f"{work}/*.txt"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if not called.stdout.strip():
            raise SystemExit(f"japanese_style: textlint failed: {called.stderr.strip()}")
        return {Path(found["filePath"]).stem for found in json.loads(called.stdout)
                if found["messages"]}  # fmt: skip


if __name__ == "__main__":
    main()
