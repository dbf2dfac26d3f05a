"""The book from a configuration: runs, then the book; what has not changed is not done again."""

from __future__ import annotations

import pytest

from discotag.plugin import InputError, UsageError
from discotag_experiments.testing import State, in_this_process, run_steps, state_of
from discotag_results.reproducing import RESULTS

CONFIG = """
title = "Small"
by = ["domain"]
samples = 100
phenomena = ["formality"]
[corpora.demo]
edition = "demo"
source = "en"
target = "fr"
src = "{demo}/src.en"
docids = "{demo}/docids.txt"
references.ref = "{demo}/{pair}/ref.{target}"
systems_like = "{demo}/{pair}/*ence.{target}"
"""


def written(folder, text):
    path = folder / "book.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_configuration_becomes_a_book(tmp_path):
    out = tmp_path / "out"
    settings, items = RESULTS.plan(written(tmp_path, CONFIG), out)
    assert [item.step.name for item in items] == ["run/demo", "book"]
    run_steps(items, out, tell=lambda _: None, runner=in_this_process)
    assert (out / "steps/book/book/index.html").is_file()
    (table,) = RESULTS.tables(settings, out)
    assert [row.labels for row in table.rows] == [("sent",), ("clusters",)]
    _, again = RESULTS.plan(written(tmp_path, CONFIG), out)
    assert {state_of(item) for item in again} == {State.DONE}
    _, changed = RESULTS.plan(written(tmp_path, CONFIG.replace("Small", "Other")), out)
    assert [state_of(item) for item in changed] == [State.DONE, State.OUTDATED]


@pytest.mark.parametrize("name", ["small", "full"])
def test_the_configurations_that_come_along_are_sound(name, tmp_path):
    if name == "full":
        with pytest.raises(UsageError, match="no file is like"):
            RESULTS.plan(RESULTS.path(name), tmp_path)
    else:
        _, items = RESULTS.plan(RESULTS.path(name), tmp_path)
        assert [item.step.name for item in items][-1] == "book"
        assert not any(item.missing for item in items)


def test_a_pattern_needs_one_star(tmp_path):
    with pytest.raises(InputError, match="one \\*"):
        RESULTS.plan(written(tmp_path, CONFIG.replace("*ence", "ence")), tmp_path / "out")


def test_several_pairs_of_one_layout_are_corpora_of_their_own(tmp_path):
    text = CONFIG.replace('source = "en"\ntarget = "fr"\n', 'pairs = ["en-fr", "en-de"]\n')
    _, items = RESULTS.plan(written(tmp_path, text), tmp_path / "out")
    assert [item.step.name for item in items] == ["run/demo-en-fr", "run/demo-en-de", "book"]
    assert not any(item.missing for item in items)
    words = [str(word) for word in items[1].step.words]
    assert any(word.endswith("en-de/sentence.de") for word in words)
    for wrong, told in (
        (text.replace('"en-de"', '"ende"'), "SOURCE-TARGET"),
        (text.replace('"en-de"', '"en-fr"'), "named twice"),
        (text.replace("pairs =", 'source = "en"\ntarget = "fr"\npairs ='), "source and target"),
        (CONFIG.replace('target = "fr"\n', ""), "source and target"),
    ):
        with pytest.raises(InputError, match=told):
            RESULTS.plan(written(tmp_path, wrong), tmp_path / "out")
