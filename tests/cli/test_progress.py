"""A run whose standard error is no terminal tells now and then how far it is."""

from __future__ import annotations

import pluggy
import pytest

from discotag.cli.corpus_input import ProgressLines, shown_progress
from discotag.core import hookspecs


@pytest.mark.parametrize(("interval", "lines"), [(0.0, 2), (3600.0, 0)])
def test_a_log_has_a_line_now_and_then(capsys, monkeypatch, interval, lines):
    monkeypatch.setattr(ProgressLines, "INTERVAL", interval)
    manager = pluggy.PluginManager(hookspecs.hookspec.project_name)
    manager.add_hookspecs(hookspecs)
    with shown_progress(manager, is_quiet=False, segments=8):
        manager.hook.discotag_stage_started(stage="analyze source", total=None)
        for _ in range(2):
            manager.hook.discotag_stage_advanced(stage="analyze source", segments=4)
    told = capsys.readouterr().err.splitlines()
    assert told == [f"analyze source: {done} of 8 segments" for done in (4, 8)][:lines]
