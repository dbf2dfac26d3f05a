"""The page on Python: its snippets run, in order, and print what stands below them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SNIPPET = re.compile(r"```python\n(.*?)```\n(?:\n```\n(.*?)```)?", re.DOTALL)


def test_the_snippets_print_what_the_page_shows(capsys):
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    snippets = SNIPPET.findall(page)
    assert len(snippets) == 8
    for code, shown in snippets:
        exec(compile(code, "docs/python.md", "exec"), names)
        assert capsys.readouterr().out == shown


def test_the_page_names_the_whole_surface():
    import discotag

    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert [name for name in discotag.__all__ if f"`{name}`" not in page] == []
