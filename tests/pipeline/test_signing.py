"""What enters a signature: everything that decides numbers, and nothing that does not."""

from __future__ import annotations

import os
import sys
import zipfile
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from discotag.core.components import AlignerInfo, ScorerInfo
from discotag.core.discovery import GROUP
from discotag.core.tokens import Tokens
from discotag.files.cache import Store
from discotag.pipeline import signing
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import PlannedComponent
from discotag.pipeline.signing import part_of, setup_of
from discotag.pipeline.stages import Stages


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


HOOKS = "DISCOTAG_API = (1, 0)\n"
CONFIG = RunConfig(source_language="en", target_language="xx", scorers=())


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Yield a folder on the path; what is imported from it is forgotten again."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if name.startswith(("stranger", "company")):
            del sys.modules[name]


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def digest(make_registry):
    """Yield a function that digests what acts beside some modules of plugins."""

    def make(*modules, environ=None):
        signing._digest.cache_clear()
        points = [
            EntryPoint(f"plugin-{number}", name, GROUP) for number, name in enumerate(modules)
        ]
        return signing.environment_digest(make_registry(*points, environ=environ))

    yield make
    signing._digest.cache_clear()


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
def test_a_plugin_counts_with_its_files(site, digest, module, files, changed):
    without = digest()
    write(site, files)
    before = digest(module)
    assert before != without
    assert digest(module) == before
    path = site / changed
    times = path.stat()
    path.write_text(path.read_text().swapcase() + "#")
    longer = digest(module)
    path.write_text(path.read_text()[:-1] + "!")  # as long as before, and as old
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert len({before, longer, digest(module)}) == 3


def test_a_plugin_in_a_zip_file_counts_with_the_zip_file(tmp_path, site, digest, monkeypatch):
    def packed(more):
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
            file.writestr("stranger/__init__.py", HOOKS)
            file.writestr("stranger/more.py", more)

    packed("")
    monkeypatch.syspath_prepend(tmp_path / "all.zip")
    before = digest("stranger")
    packed("x = 1")
    assert digest("stranger") != before


def test_large_files_count_by_size_and_time(site, digest):
    write(site, {"stranger/__init__.py": HOOKS, "stranger/model": "0" * (signing.SMALL + 1)})
    before = digest("stranger")
    os.utime(site / "stranger/model", ns=(1, 1))
    assert digest("stranger") != before


@pytest.mark.parametrize("text", ["1 / 0", "", "DISCOTAG_API = (9, 0)"])
def test_a_plugin_that_is_left_out_counts_since_it_was_imported(site, digest, text):
    write(site, {"stranger.py": text})
    assert digest("stranger") != digest()


def test_a_blocked_plugin_counts_only_where_something_else_imported_it(site, digest):
    write(site, {"stranger.py": HOOKS})
    blocked = {"DISCOTAG_DISABLE_PLUGINS": "plugin-0"}
    assert digest("stranger", environ=blocked) == digest()
    digest("stranger")  # in the same process
    assert digest("stranger", environ=blocked) != digest()


def test_files_that_no_code_reads_do_not_count(site, digest):
    write(site, {"stranger/__init__.py": HOOKS})
    before = digest("stranger")
    write(site, {"stranger/__pycache__/x.pyc": "x"})
    assert digest("stranger") == before


def distribution(site, name, version, *, requires=(), points=""):
    lines = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
    lines += [f"Requires-Dist: {item}" for item in requires]
    write(site, {f"{name}.dist-info/METADATA": "\n".join(lines) + "\n\nRequires-Dist: no"})
    write(site, {f"{name}.dist-info/entry_points.txt": points})


ENTRY_GROUP = "[discotag.table_keys]\nstem = stranger_keys:stem\n"


def test_versions_of_libraries_count_however_deep(site, digest):
    distribution(site, "stranger_a", "1", requires=["stranger.b>=2"], points=ENTRY_GROUP)
    distribution(site, "stranger_b", "1", requires=['stranger_c; extra == "x"', "gone"])
    distribution(site, "stranger_c", "1")
    before = digest()
    distribution(site, "stranger_c", "2")  # of an extra that nobody asked for
    assert digest() == before
    distribution(site, "stranger_b", "2")
    assert digest() != before


def test_a_distribution_with_another_door_counts_with_its_files(site, digest):
    write(site, {"stranger_keys.py": "", "stranger_deep/__init__.py": ""})
    before = digest()
    distribution(site, "stranger_a", "1", points=ENTRY_GROUP)
    write(site, {"stranger_a.dist-info/RECORD": "stranger_keys.py,,\nstranger_deep/__init__.py,,"})
    found = [digest()]
    for name in ("stranger_keys.py", "stranger_deep/__init__.py"):
        write(site, {name: "x = 1"})
        found.append(digest())
    assert len({before, *found}) == 4


def test_what_a_plugin_changed_is_not_served_when_it_is_gone(
    world, make_text, make_point, tmp_path, monkeypatch
):
    def forms(*plugins):
        registry = world("Shouting", *plugins)
        with Store(tmp_path / "cache.sqlite") as store:
            (text,) = Stages(plan(CONFIG, registry), registry, store=store).tag([document])
        return text.references["ref"].document.target[0].forms

    document = make_text("d", "a b")
    world()
    engine = sys.modules["fake_components"].Spaces
    with monkeypatch.context() as patch:  # as a module does when it is imported
        patch.setattr(
            engine, "analyze", lambda _, texts: [Tokens(text, (), (), ()) for text in texts]
        )
        assert forms(make_point("patches-at-import")) == ()
    assert forms() == ("a", "b")
    assert forms(make_point("patches-at-import")) == ()  # from the cache
