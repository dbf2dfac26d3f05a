"""How good the check of languages is: false alarms on right translations, wrong ones found.

    python plugins/translate/benchmarks/languages.py CODE=FILE.tsv …

Each line of a file holds a source, a tab and its translation into CODE; all files have the same
sources (FLORES-200). Right translations are each file's own; wrong ones are the untranslated
source, and a fifth of the translations into each other language. Lines are judged alone and four
together.
"""

from __future__ import annotations

import sys
from pathlib import Path

from discotag_translate.language_check import LanguageCheck

SOURCE = "en"
TOGETHER = 4


def read(path: Path) -> list[tuple[str, str]]:
    """Return pairs of source and translation."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(cells[0], cells[1]) for line in lines if len(cells := line.split("\t")) >= 2]


def pieces(lines: list[str], size: int) -> list[str]:
    """Join lines."""
    return ["\n".join(lines[at : at + size]) for at in range(0, len(lines) - size + 1, size)]


def share(check: LanguageCheck, texts: list[str]) -> str:
    """Return how many texts are held to be wrong, of how many."""
    found = sum(check.fault(text) is not None for text in texts)
    return f"{found}/{len(texts)} ({100 * found / len(texts):.1f} %)"


def main(arguments: list[str]) -> None:
    """Print a row for each language and size."""
    files = {code: read(Path(path)) for code, _, path in (a.partition("=") for a in arguments)}
    print("target  lines  false alarms      untranslated found   other languages found")
    for code, pairs in files.items():
        check = LanguageCheck(SOURCE, code)
        for size in (1, TOGETHER):
            right = pieces([target for _, target in pairs], size)
            same = pieces([source for source, _ in pairs], size)
            others = [
                text
                for other, rows in files.items()
                if other != code
                for text in pieces([target for _, target in rows][: len(rows) // 5], size)
            ]
            row = (share(check, right), share(check, same), share(check, others))
            print(f"{code:7} {size:5}  " + "  ".join(f"{cell:18}" for cell in row))


if __name__ == "__main__":
    main(sys.argv[1:])
