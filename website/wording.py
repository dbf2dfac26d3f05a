"""Words of docs/style.md that are not to be used, with better ones: `python -m website.wording`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BETTER = {
    r"\btold\b": "described, shown, printed, reported",
    r"(?<!cannot )\btells?\b": "shows, says, prints, reports",
    r"\bstands?\b(?!-in)": "is, are, appears",
    r"(?<!there )\b(is|are) (no|none)\b(?! longer\b)": "is not a, are not",
    r"\bbehind\b": "after",
    r"\bbeside\b": "next to, with",
    r"\bcomes? back\b": "is returned",
    r"\blook(s|ed)? (at|for)\b": "check, search, read",
    r"\bmend(s|ed)?\b": "fix, correct",
    r"\bput(ting)? right\b": "fix, correct",
    r"\bforetold\b": "predicted",
}
"""Pattern → what to write instead."""
CODE = re.compile(
    r"^```.*?^```|^    .*?$|`[^`\n]*`|<!-- house:.*?<!-- end of the house -->|<!--.*?-->"
    r"|\]\([^)]*\)|^> .*?$",
    re.M | re.S,
)
"""What is not prose: fences, indented and inline code, comments, targets of links, quotations."""


def pages() -> list[Path]:
    """Return the pages that are checked; docs/style.md lists the words themselves."""
    found = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("plugins/*/*.md")]
    return sorted(path for path in found if path.name not in {"style.md", "CHANGELOG.md"})


def faults(text: str) -> list[tuple[int, str, str]]:
    """Return line, words and what to write instead for each word that is not to be used."""
    prose = CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return sorted(
        (prose.count("\n", 0, found.start()) + 1, found[0], better)
        for pattern, better in BETTER.items()
        for found in re.finditer(pattern, prose, re.IGNORECASE)
    )


def main() -> int:
    """Print all faults; return 1 if there are any."""
    lines = [
        f"{path.relative_to(ROOT)}:{line}: {words!r}: write {better} (docs/style.md)"
        for path in pages()
        for line, words, better in faults(path.read_text(encoding="utf-8"))
    ]
    print(*lines, sep="\n" if lines else "", end="\n" if lines else "")  # noqa: T201
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
