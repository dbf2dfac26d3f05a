"""Distributions agree with one another; wheels hold what they must and are built reproducibly."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from release import wheels
from release.distributions import disagreements, distributions
from release.wheels import build, faults

ROOT = Path(__file__).parents[2]
ALL = {one.name: one for one in distributions(ROOT)}


def test_versions_bounds_licences_and_changelogs_agree() -> None:
    assert list(disagreements(ROOT)) == []


@pytest.mark.parametrize("name", ["discotag", "discotag-annotate", "discotag-translate"])
def test_a_wheel_holds_its_package_and_nothing_else(name: str, tmp_path: Path) -> None:
    wheel = build(ALL[name], tmp_path)
    assert list(faults(ALL[name], wheel)) == []
    assert build(ALL[name], tmp_path / "again").read_bytes() == wheel.read_bytes()


def test_what_a_wheel_lacks_or_holds_too_much_is_told(tmp_path: Path) -> None:
    wheel = tmp_path / "x.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tests/test_x.py", "")
    found = list(faults(ALL["discotag-annotate"], wheel))
    assert "holds tests/test_x.py" in found
    assert "lacks discotag_annotate/plugin.py" in found
    assert "lacks the licence LICENSE" in found
    assert "lacks entry points" in found


def test_without_the_builder_what_to_install_is_told(monkeypatch, capsys, tmp_path) -> None:
    monkeypatch.setattr(wheels, "find_spec", lambda _: None)
    monkeypatch.setattr("sys.argv", ["wheels", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        wheels.main()
    assert stopped.value.code == 2
    assert "pip install hatchling" in capsys.readouterr().err
