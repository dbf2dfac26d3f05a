"""The commands and Python snippets of the documentation, and which of them can be run here.

A fence (```) without a language, or of the language bash, holds commands where its first line is
one; a fence of the language python holds Python. All are run but those that need what is not in the
repository. `LEFT_OUT` says by which words such a line is known; `<!-- not run: REASON -->` above a
fence leaves out that fence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

LEFT_OUT = {
    r"…|\bMODEL\b|\bDIR\b|\bFOLDER\b": "not a whole command: the reader fills something in",
    r"\bDATA/|(?<!\w)(wmt|treebank|mt-metrics-eval-v2)/|contrapro": "needs corpora",
    r"^(make|\. )|\bpip\b|^pipx|^python3? -m venv|^python3\.11|wheels": "installs",
    r"^discotag download \S+ --": "fetches models",
    r"--analyzer stanza|--coref fastcoref|compare-mt |comet": "needs an engine",
    r"^discotag (translate|cxmi|train)\b": "needs a model",
    r"^discotag reproduce(?!.*--(show-config|dry-run))": "trains models, which takes minutes",
    r"^discotag (annotate|dip|results)": "has tests of its own, in its distribution",
    r"^discotag new|^discotag check": "makes packages; has tests of its own",
    r"^python (benchmarks|training|plugins)|_PYTHON=|_KEY=": "measures or trains; needs corpora",
    r"^discotag cache clear": "would clear what the other commands use",
}
TESTED_ELSEWHERE = {
    "python.md", "new-language.md", "new-phenomenon.md", "new-component.md", "testing.md",
}  # fmt: skip
"""Pages about packages and the library, whose code other tests run (test_examples, API tests)."""

FENCE = re.compile(
    r"(?P<note><!-- not run: [^\n]+ -->\n)?^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^(discotag|python3?|pip|pipx|make|export|cat|printf|\. )\b")


@dataclass(frozen=True)
class Snippet:
    """Something to run: its language, its text, and the line of the page where it stands."""

    language: str
    text: str
    line: int


def snippets(page: Path) -> list[Snippet]:
    """Return what can be run of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for fence in FENCE.finditer(text):
        language = fence["language"]
        if fence["note"] or page.name in TESTED_ELSEWHERE:
            continue
        line = text.count("\n", 0, fence.start("text"))
        if language == "python":
            found.append(Snippet("python", fence["text"], line))
        elif language in {"", "bash"} and COMMAND.match(fence["text"]):
            kept = [command for command in _commands(fence["text"]) if left_out(command) is None]
            if kept:
                found.append(Snippet("bash", "\n".join(kept), line))
    return found


def left_out(command: str) -> str | None:
    """Say why a command is not run, or give None."""
    for pattern, reason in LEFT_OUT.items():
        if re.search(pattern, command, re.MULTILINE):
            return reason
    return None


def _commands(text: str) -> list[str]:
    """Return the commands of a fence; one that goes on (backslash, here-document) is one."""
    pattern = r"^[^\n]*<<'END'\n.*?^END$|^(?:[^\n]*\\\n)*[^\n]+$"
    found = re.findall(pattern, text, re.MULTILINE | re.DOTALL)
    return [command for command in found if not command.lstrip().startswith("#")]


def pages() -> list[Path]:
    """Return the README and all pages."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
