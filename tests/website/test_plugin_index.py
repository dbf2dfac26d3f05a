"""The index of plugins holds every distribution, and takes sound entries from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.distributions import distributions
from website.generated import plugins

ROOT = Path(__file__).parents[2]
ENTRY = {
    "name": "discotag-phen-questions",
    "summary": "Questions | that a <translation> lost.",
    "repository": "https://example.org/questions",
    "license": "MIT",
}


def written(path, *entries):
    lines = []
    for entry in entries:
        lines += ["[[plugin]]", *(f'{key} = "{value}"' for key, value in entry.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_every_distribution_that_brings_plugins_is_listed_with_its_version():
    page = plugins.page()
    for one in filter(plugins.brings_plugins, distributions(ROOT)[1:]):
        assert (
            f"| [{one.name}](../../plugins/{one.folder.name}/README.md) | {one.version} |" in page
        )
    assert "`lang-fr`" in page
    assert page.index("## Language packs") < page.index("discotag-lang-zh")
    assert page.index("## Phenomena, engines and commands") < page.index("discotag-neural")


def test_plugins_from_elsewhere_stand_with_their_address(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins, "ELSEWHERE", written(tmp_path / "p.toml", ENTRY))
    row = "| [discotag-phen-questions](https://example.org/questions)"
    assert f"{row} | Questions \\| that a &lt;translation> lost. | MIT |" in plugins.page()


def test_without_any_from_elsewhere_the_page_says_so_and_how_to_be_listed(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins, "ELSEWHERE", written(tmp_path / "p.toml"))
    page = plugins.page()
    assert "None is listed yet." in page
    assert "## Be listed" in page


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "my-plugin"}, "begins with discotag-"),
        ({"repository": "http://example.org"}, "no https address"),
        ({"repository": "https://example.org/a)b"}, "no https address"),
        ({"stars": "five"}, "wants the texts"),
    ],
)
def test_a_wrong_entry_is_told(tmp_path, change, message):
    with pytest.raises(ValueError, match=message):
        plugins.listed(written(tmp_path / "p.toml", ENTRY | change))


def test_entries_stand_once_and_in_order(tmp_path):
    with pytest.raises(ValueError, match="each plugin once"):
        plugins.listed(written(tmp_path / "p.toml", ENTRY, ENTRY))
