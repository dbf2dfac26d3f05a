"""Tables of translations are written and read again."""

from __future__ import annotations

import os

import numpy as np
import pytest

from discotag.core.errors import DiscotagError, InputError
from discotag.plugins.aligners.lexicon.adapt import CODEBOOK
from discotag.plugins.aligners.lexicon.table import load, save


def test_a_table_that_cannot_be_written_is_an_error(table, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match="cannot be written"):
        save(table, tmp_path / "file" / "t.npz", CODEBOOK)


def test_a_table_survives_the_disk(table, tmp_path):
    save(table, tmp_path / "t.npz", CODEBOOK)
    again = load(tmp_path / "t.npz")
    assert again.source.keys == table.source.keys
    assert again.target.info == table.target.info
    assert np.array_equal(again.entries, table.entries)
    assert np.allclose(again.forward, table.forward, rtol=0.03)
    assert np.allclose(again.backward, table.backward, rtol=0.03)


def test_a_tables_bytes_depend_on_its_content_alone(table, tmp_path):
    save(table, tmp_path / "a.npz", CODEBOOK)
    os.utime(tmp_path / "a.npz", (1, 1))
    save(load(tmp_path / "a.npz"), tmp_path / "b.npz", CODEBOOK)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize("cut", [0, 10, 500, -30])
def test_a_broken_table_is_named(table, tmp_path, cut):
    path = tmp_path / "t.npz"
    save(table, path, CODEBOOK)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(InputError, match=r"t\.npz: is not a translation table"):
        load(path)


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(InputError, match="no such translation table"):
        load(tmp_path / "t.npz")
