"""What enters a signature: everything that decides numbers, and nothing that does not."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from importlib.metadata import Distribution

import pytest

from discotag.core.components import AlignerInfo, ScorerInfo
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import PlannedComponent
from discotag.pipeline.signing import code_digest, part_of, setup_of


def test_options_that_decide_no_number_stay_out_of_the_signature():
    info = AlignerInfo(
        name="fast", summary="s", factory="m:C", neutral=frozenset({"device", "batch"})
    )

    def told(**options):
        return str(part_of(PlannedComponent("aligner", "", info, None, options=options)))

    assert told(device="cuda", batch=8) == told(device="cpu") == told() == "fast.1"
    assert told(layer=8, device="cuda") == told(layer=8) != told(layer=7)


def test_a_setup_holds_what_scorers_say_of_themselves(world):
    registry = world()
    planned = plan(RunConfig(source_language="en", target_language="xx", scorers=()), registry)
    owner = planned.taggers[0].owner
    scorer = ScorerInfo(name="asks", summary="s", factory="m:C", columns=("a",))
    planned = replace(planned, scorers=(PlannedComponent("scorer", "", scorer, owner),))

    def setup(told, *, tags=True):
        return setup_of(planned, {}, registry, scorers=[told], tags=tags)

    assert setup("model:one") == setup("model:one")
    assert len({setup("model:one"), setup("model:two"), setup("model:one", tags=False)}) == 3


CONFIG = RunConfig(source_language="en", target_language="xx", scorers=())
HOOKS = """
import fake_components
from discotag.plugin import TaggerInfo, hookimpl
DISCOTAG_API = (1, 0)
@hookimpl
def discotag_taggers():
    yield TaggerInfo(name="calls", phenomenon="calls", summary="s",
                     factory="fake_components:Shouting", needs={"target.tokens"})
"""


@pytest.fixture
def digest(world, tmp_path, monkeypatch):
    """Yield a function that digests the code of a run with a stranger's tagger, or without."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)

    def make(module="", phenomena=("calls",), requires=()):
        points = []
        if module:
            lines = ["Metadata-Version: 2.1", "Name: stranger-dist", "Version: 1"]
            lines += [f"Requires-Dist: {item}" for item in requires]
            write(folder, {"stranger_dist.dist-info/METADATA": "\n".join(lines) + "\n\n"})
            write(
                folder,
                {"stranger_dist.dist-info/entry_points.txt": f"[discotag]\ncalls = {module}\n"},
            )
            (found,) = Distribution.at(folder / "stranger_dist.dist-info").entry_points
            points = [found]
        registry = world("Shouting", *points)
        config = CONFIG.model_copy(update={"phenomena": phenomena if module else ()})
        return code_digest(plan(config, registry), registry)

    yield make, folder
    for name in [name for name in sys.modules if name.startswith(("stranger", "company"))]:
        del sys.modules[name]


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize(
    ("module", "files", "changed"),
    [
        ("stranger", {"stranger.py": HOOKS}, "stranger.py"),
        ("stranger.hooks", {"stranger/__init__.py": "", "stranger/hooks.py": HOOKS,
                            "stranger/data/forms.txt": "a"}, "stranger/data/forms.txt"),
        ("company.hooks", {"company/hooks.py": HOOKS, "company/other/deep.py": ""},
         "company/other/deep.py"),
    ],
    ids=["a single module", "a package with data", "a namespace package"],
)  # fmt: skip
def test_a_plugin_that_takes_part_counts_with_its_files(digest, module, files, changed):
    make, site = digest
    write(site, files)
    before = make(module)
    assert make(module) == before != make()
    path = site / changed
    path.write_text(path.read_text() + "#")
    longer = make(module)
    os.utime(path, ns=(1, 1))
    assert len({before, longer, make(module)}) == 3


def test_a_plugin_that_takes_no_part_does_not_count(digest):
    make, site = digest
    write(site, {"stranger.py": HOOKS})
    assert make("stranger", phenomena=("shouting",)) == make()


def test_files_that_no_code_reads_do_not_count(digest):
    make, site = digest
    write(site, {"stranger/__init__.py": HOOKS})
    before = make("stranger")
    write(site, {"stranger/__pycache__/x.pyc": "x"})
    assert make("stranger") == before


def test_versions_of_libraries_count_however_deep(digest):
    make, site = digest

    def library(name, version, requires=""):
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}\n"
        write(site, {f"{name}.dist-info/METADATA": text})

    write(site, {"stranger.py": HOOKS})
    library("stranger_b", 1, "Requires-Dist: stranger_c; extra == 'x'\nRequires-Dist: stranger_d\n")
    library("stranger_c", 1)
    library("stranger_d", 1)
    before = make("stranger", requires=["stranger.b>=2", "gone"])
    library("stranger_c", 2)  # of an extra that nobody asked for
    assert make("stranger", requires=["stranger.b>=2", "gone"]) == before
    library("stranger_d", 2)
    assert make("stranger", requires=["stranger.b>=2", "gone"]) != before
