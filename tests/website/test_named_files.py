"""Files that the documentation names exist."""

from __future__ import annotations

import re

from website.wording import ROOT, pages

NAMED = re.compile(
    r"(?<![\w/.~-])(?:discotag|plugins|tests|benchmarks|training|examples|website|editors)"
    r"/[\w./-]+\.(?:py|toml|md|tsv|yml|json)"
)


def test_files_that_pages_name_exist() -> None:
    found = {(path, name) for path in pages() for name in NAMED.findall(path.read_text("utf-8"))}
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in found
        if not (ROOT / name).exists() and not (path.parent / name).exists()
    ]
    assert len(found) > 50
    assert sorted(missing) == []
