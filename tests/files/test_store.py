"""The store: what is put in comes out, broken values are absent, files are shared or kept alone."""

from __future__ import annotations

import sqlite3

import pytest

from discotag.core.errors import DiscotagError
from discotag.files.cache import Store, StoreBusyError, key_of


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "store.sqlite"


def keys(count):
    return [key_of("key", str(number)) for number in range(count)]


def test_values_come_back(path):
    first, second, third = keys(3)
    with Store(path) as store:
        store.put({first: b"one", second: b""}, now=1.0)
    with Store(path) as store:
        assert store.get([first, second, third]) == {first: b"one", second: b""}
        store.put({first: b"another"}, now=2.0)
        assert store.get([first]) == {first: b"another"}


def test_more_keys_than_one_question_takes(path):
    values = {key: key[:5] for key in keys(1201)}
    with Store(path) as store:
        store.put(values, now=1.0)
        assert store.get(list(values)) == values


@pytest.mark.parametrize("damage", [b"", b"short", b"12345678not compressed", None])
def test_a_broken_value_is_absent_and_can_be_put_again(path, damage):
    (key,) = keys(1)
    with Store(path) as store:
        store.put({key: b"value" * 100}, now=1.0)
    with sqlite3.connect(path) as file:
        if damage is None:  # sound, but the value of something else
            file.execute("UPDATE entries SET value = SUBSTR(value, 1, 8) || ?", (b"x\x9c",))
        else:
            file.execute("UPDATE entries SET value = ?", (damage,))
    file.close()
    with Store(path) as store:
        assert store.get([key]) == {}
        store.put({key: b"again"}, now=1.0)
        assert store.get([key]) == {key: b"again"}


def test_a_value_under_the_key_of_another_is_absent(path):
    first, second = keys(2)
    with Store(path) as store:
        store.put({first: b"one", second: b"two"}, now=1.0)
    with sqlite3.connect(path) as file:
        file.execute("DELETE FROM entries WHERE key = ?", (second,))
        file.execute("UPDATE entries SET key = ?", (second,))
    file.close()
    with Store(path) as store:
        assert store.get([first, second]) == {}
        store.put({second: b"two again"}, now=1.0)
        assert store.get([second]) == {second: b"two again"}


def test_a_file_kept_alone_is_busy_for_others(path):
    with Store(path, is_own=True) as store:
        store.put({key_of("a"): b"a"}, now=1.0)
        with pytest.raises(StoreBusyError, match="another process"):
            Store(path, is_own=True)
    Store(path, is_own=True).close()


def test_a_file_that_is_none_is_told(path):
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(DiscotagError, match=r"is broken .*; remove the file"):
        Store(path)


def test_pruning_takes_what_was_used_longest_ago(path):
    values = {key: bytes(range(256)) * 4 for key in keys(10)}
    with Store(path) as store:
        for moment, (key, value) in enumerate(values.items()):
            store.put({key: value}, now=float(moment))
        store.touch([keys(1)[0]], now=100.0)
        entries, size = store.count()
        assert entries == 10
        assert store.prune(size // 2) == 5
        assert set(store.get(keys(10))) == {keys(10)[0], *keys(10)[6:]}
        assert store.prune(0) == 5
        assert store.count() == (0, 0)


def test_keys_tell_where_one_part_ends():
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("ab", "c", "")}) == 4
    assert key_of("a\ud800") != key_of("a\ud801")


@pytest.mark.parametrize(("lag", "left"), [(0.0, 0), (10.0, 0), (100.0, 1)])
def test_a_value_that_was_used_lately_is_not_noted_again(tmp_path, lag, left):
    one, other = key_of("one"), key_of("other")
    with Store(tmp_path / "s") as store:
        store.put({one: b"x"}, now=100.0)
        store.put({other: b"y"}, now=150.0)
        store.touch([one], now=160.0, lag=lag)
        _, size = store.count()
        store.prune(size // 2)
        assert list(store.get([one, other])) == [(one, other)[left]]
