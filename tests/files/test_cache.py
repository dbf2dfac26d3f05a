"""The user's cache: where it is, that it heals itself, and that a run does without it."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.files.cache import cache_file, key_of, open_cache, used_cache


def test_the_environment_says_where_it_is(tmp_path):
    assert cache_file({"DISCOTAG_CACHE": str(tmp_path)}) == tmp_path / "cache.sqlite"
    assert cache_file({"DISCOTAG_CACHE": "OFF"}) is None
    assert cache_file({}).parts[-2:] == ("discotag", "cache.sqlite")


def test_a_broken_file_is_begun_anew(tmp_path):
    path = tmp_path / "cache.sqlite"
    path.write_bytes(b"broken" * 1000)
    with open_cache(path) as store:
        store.put({key_of("a"): b"a"}, now=1.0)
        assert store.count() == (1, 9 + 8)


def test_a_run_does_without_where_it_cannot_be_written(tmp_path, caplog):
    place = tmp_path / "a file"
    place.write_text("x")
    with used_cache(place / "cache.sqlite") as store:
        assert store is None
    assert "nothing is kept for later runs" in caplog.text
    with used_cache(None) as store:
        assert store is None


def test_it_is_kept_small(tmp_path):
    path = tmp_path / "cache.sqlite"
    with used_cache(path, size=2000) as store:
        for number in range(50):
            store.put({key_of(str(number)): bytes(range(256))}, now=float(number))
    with open_cache(path) as store:
        entries, size = store.count()
        assert 0 < size <= 2000
        assert store.get([key_of("49"), key_of("0")]).keys() == {key_of("49")}
        assert entries < 50


def test_the_command_tells_and_clears(tmp_path, monkeypatch):
    def said(*words):
        result = CliRunner().invoke(app, ["cache", *words])
        assert result.exit_code == 0, result.output
        return result.output

    monkeypatch.setenv("DISCOTAG_CACHE", str(tmp_path))
    assert "entries: 0" in said("info")
    with open_cache(Path(tmp_path) / "cache.sqlite") as store:
        store.put({key_of("a"): b"a", key_of("b"): b"b"}, now=1.0)
    assert "entries: 2" in said("info")
    assert "entries removed: 2" in said("clear")
    assert "entries: 0" in said("info")
    monkeypatch.setenv("DISCOTAG_CACHE", "off")
    assert "is off" in said("info")


def test_a_run_goes_on_where_the_cache_fails_on_the_way(tmp_path, caplog):
    with used_cache(tmp_path / "cache.sqlite") as store:
        store.put({b"a": b"1"}, now=1.0)
        store._file.execute("PRAGMA max_page_count = 1")  # a disk that is full
        store.put({bytes([n]): bytes(range(256)) * 40 for n in range(200)}, now=2.0)
        assert store.get([b"a"]) == {}
        store.put({b"b": b"2"}, now=3.0)
    assert caplog.text.count("the cache is not used any more") == 1
    with open_cache(tmp_path / "cache.sqlite") as store:
        assert store.get([b"a"]) == {b"a": b"1"}


def test_a_clock_that_jumps_loses_nothing(tmp_path):
    with open_cache(tmp_path / "cache.sqlite") as store:
        for name, now in ((b"a", 1e12), (b"b", -5.0), (b"c", 0.0)):
            store.put({name: name}, now=now)
        store.touch([b"b"], now=-1e9)
        assert store.get([b"a", b"b", b"c"]).keys() == {b"a", b"b", b"c"}
        assert store.prune(0) == 3
