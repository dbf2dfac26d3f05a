"""Words of docs/style.md that are not to be used, with better ones: `python -m website.wording`.

Pages are checked, and the docstrings and comments of all packages.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).parents[1]
BETTER = {
    r"\btold\b": "described, shown, printed, reported",
    r"(?<!can )(?<!cannot )\btells?\b": "shows, says, prints, reports",
    r"\bstands?\b(?!-in| in for| out\b)": "is, are, appears",
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

QUOTED = re.compile(
    r"``?[^`]+``?|(?<![\w*])\*[^*\n]+\*|\"[^\"\n]+\"|[“«][^”»\n]+[”»]|^ *\w+: |\bNone\b", re.M
)
"""What is not prose in a docstring: code, examples, quotations, names of arguments."""


def pages() -> list[Path]:
    """Return the pages that are checked; docs/style.md lists the words themselves."""
    found = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("plugins/*/*.md")]
    return sorted(path for path in found if path.name not in {"style.md", "CHANGELOG.md"})


def modules() -> list[Path]:
    """Return the modules whose docstrings and comments are checked."""
    found = [*ROOT.glob("discotag/**/*.py"), *ROOT.glob("plugins/*/discotag_*/**/*.py")]
    return sorted(found)


def prose_of(source: str) -> str:
    """Return a module's docstrings and comments, each on its lines; all else is left empty."""
    lines = [""] * (source.count("\n") + 2)
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            value = part.value if isinstance(part, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                start = value.lineno - 1
                end = value.end_lineno or value.lineno
                text = "\n".join(source.split("\n")[start:end]).replace('"""', "   ")
                text = re.sub(r"^ *(>>>|\.\.\.) .*$", "", text, flags=re.MULTILINE)
                lines[start:end] = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            lines[token.start[0] - 1] = token.string
    return QUOTED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), "\n".join(lines))


def faults(text: str) -> list[tuple[int, str, str]]:
    """Return line, words and what to write instead for each word that is not to be used."""
    return words_in(CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text))


def words_in(prose: str) -> list[tuple[int, str, str]]:
    """Return the same as `faults`, of text without code."""
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
    lines += [
        f"{path.relative_to(ROOT)}:{line}: {words!r}: write {better} (docs/style.md)"
        for path in modules()
        for line, words, better in words_in(prose_of(path.read_text(encoding="utf-8")))
    ]
    print(*lines, sep="\n" if lines else "", end="\n" if lines else "")  # noqa: T201
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
