"""Tables of two pairs are joined by the words of the language that both have."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.core.errors import InputError
from discotag.core.language import LanguagePack
from discotag.plugins.aligners.lexicon import sources
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.sources import find_table, joined
from discotag.testing.builders import tokens

from .lexicon_tables import ENGLISH, ENGLISH_PACK, FRENCH, GERMAN, made_table


def entries(table) -> dict[tuple[str, str], tuple[float, float]]:
    rows, columns = np.divmod(table.entries, len(table.target.keys))
    shares = zip(table.forward.tolist(), table.backward.tolist(), strict=True)
    keys = [
        (table.source.keys[row], table.target.keys[column])
        for row, column in zip(rows, columns, strict=True)
    ]
    return dict(zip(keys, shares, strict=True))


def test_tables_are_joined_by_the_sum_over_the_words_of_the_pivot(table):
    german = {
        ("haus", "hous"): (0.5, 0.4),
        ("die", "the"): (0.6, 0.3),
        ("die", "cat"): (0.1, 0.2),
        ("katz", "cat"): (0.7, 0.5),
        ("gern", "gladly"): (0.9, 0.9),
    }
    found = entries(joined(made_table(german, GERMAN, ENGLISH), table))
    assert found.keys() == {
        ("haus", "maison"),
        ("die", "le"),
        ("die", "la"),
        ("die", "chat"),
        ("katz", "chat"),
    }
    assert found["haus", "maison"] == pytest.approx((0.5 * 0.8, 0.7 * 0.4))
    assert found["die", "le"] == pytest.approx((0.6 * 0.5, 0.6 * 0.3))
    assert found["die", "chat"] == pytest.approx((0.1 * 0.9, 0.9 * 0.2))


def test_products_of_several_pivot_words_add_up(monkeypatch):
    first = made_table(
        {("x", "a"): (0.5, 0.5), ("x", "b"): (0.25, 0.5), ("y", "b"): (0.5, 0.5)}, GERMAN, ENGLISH
    )
    second = made_table(
        {("a", "u"): (0.5, 0.5), ("b", "u"): (0.5, 0.25), ("b", "v"): (0.5, 1.0)}, ENGLISH, FRENCH
    )
    whole = entries(joined(first, second))
    assert whole["x", "u"] == pytest.approx((0.5 * 0.5 + 0.25 * 0.5, 0.5 * 0.5 + 0.25 * 0.5))
    monkeypatch.setattr(sources, "BATCH", 1)
    assert entries(joined(first, second)) == whole
    turned = entries(joined(second.turned, first.turned))
    assert turned == {(v, x): shares[::-1] for (x, v), shares in whole.items()}


def test_a_pair_without_english_is_aligned_through_english():
    german, french = (LanguagePack.from_package(f"discotag_lang_{code}") for code in ("de", "fr"))
    joint, digest = find_table(german, french)
    assert digest not in {find_table(ENGLISH_PACK, pack)[1] for pack in (german, french)}
    pair = (
        tokens("Die rote Katze schläft in dem Haus ."),
        tokens("Le chat rouge dort dans la maison ."),
    )
    assert set(LexiconAligner(joint).align([pair])[0].links) >= {
        (1, 2),
        (2, 1),
        (3, 3),
        (4, 4),
        (6, 6),
    }


def test_a_pair_whose_pack_has_no_table_is_told_which():
    french = LanguagePack.from_package("discotag_lang_fr")
    bare = french.model_copy(
        update={"code": "sw", "name": "Swahili", "package": "discotag_lang_en"}
    )
    with pytest.raises(InputError, match=r"Swahili pack .* holds no translation table for fr-sw"):
        find_table(french, bare)
    with pytest.raises(InputError, match="no table for en-en"):
        find_table(ENGLISH_PACK, ENGLISH_PACK)
