"""The embedded aligner links words pair by pair, exactly, and within bounded memory."""

from __future__ import annotations

import itertools
import os
import random
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from benchmarks.tasks.alignment import compared, gold_sets, words
from discotag.core.errors import DiscotagError, InputError, PluginError, UnknownNameError
from discotag.core.language import LanguagePack
from discotag.plugins.lexicon_aligner import pivot
from discotag.plugins.lexicon_aligner.adapt import CODEBOOK, adapt
from discotag.plugins.lexicon_aligner.aligner import LexiconAligner
from discotag.plugins.lexicon_aligner.finding import find_table, oriented
from discotag.plugins.lexicon_aligner.hmm import (
    REACH,
    UNIFORM_JUMP,
    Jumps,
    padded_count,
    posteriors,
)
from discotag.plugins.lexicon_aligner.keys import pieces, stemmer
from discotag.plugins.lexicon_aligner.pivot import joined
from discotag.plugins.lexicon_aligner.spelling import romaniser
from discotag.plugins.lexicon_aligner.storage import load, save
from discotag.plugins.lexicon_aligner.table import (
    JUMPS,
    SideInfo,
    TranslationTable,
    Vocabulary,
)
from discotag.plugins.lexicon_aligner.windows import CORE, LARGEST, MARGIN, windows
from discotag.testing.builders import tokens

PROBABILITIES = {
    ("the", "le"): (0.5, 0.6),
    ("the", "la"): (0.3, 0.6),
    ("cat", "chat"): (0.9, 0.9),
    ("hous", "maison"): (0.8, 0.7),
    ("in", "dan"): (0.6, 0.6),
    ("sleep", "dort"): (0.4, 0.8),
    ("red", "roug"): (0.8, 0.8),
}


def vocabulary(info: SideInfo, keys: list[str]) -> Vocabulary:
    size = len(keys)
    jumps = np.exp(-np.abs(np.arange(JUMPS) - 13.0))
    return Vocabulary(
        info,
        tuple(keys),
        {},
        np.full(size, 0.01),
        np.ones(size),
        np.ones(size, bool),
        jumps / jumps.sum(),
    )


ENGLISH = SideInfo(language="en", key="snowball:english")
FRENCH = SideInfo(language="fr", key="elision+snowball:french")
GERMAN = SideInfo(language="de", key="plain")


@pytest.fixture(scope="module")
def table() -> TranslationTable:
    return made_table(PROBABILITIES, ENGLISH, FRENCH)


def made_table(probabilities, source: SideInfo, target: SideInfo) -> TranslationTable:
    rows = sorted({row for row, _ in probabilities})
    columns = sorted({column for _, column in probabilities})
    cells = sorted(
        (rows.index(row) * len(columns) + columns.index(column), shares)
        for (row, column), shares in probabilities.items()
    )
    return TranslationTable(
        source=vocabulary(source, rows),
        target=vocabulary(target, columns),
        entries=np.array([cell for cell, _ in cells]),
        forward=np.array([shares[0] for _, shares in cells]),
        backward=np.array([shares[1] for _, shares in cells]),
    )


ENGLISH_PACK = LanguagePack.from_package("discotag_lang_en")
PAIR = (tokens("The red cat sleeps in the house ."), tokens("Le chat rouge dort dans la maison ."))
LINKS = ((0, 0), (1, 2), (2, 1), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7))


def made_up_pairs(count: int, seed: int) -> list:
    draw = random.Random(seed)
    english = ["the", "cat", "House", "in", "sleeps", "red", "Zanzibar", "qwzx", "."]
    french = ["le", "la", "chat", "maison", "dans", "dort", "Zanzibar", "inconnu", "."]
    return [
        (
            tokens(" ".join(draw.choices(english, k=draw.randint(0, 30)))),
            tokens(" ".join(draw.choices(french, k=draw.randint(0, 30)))),
        )
        for _ in range(count)
    ]


def test_words_are_linked_across_a_change_of_order(table):
    assert LexiconAligner(table).align([PAIR])[0].links == LINKS


def test_scores_lie_between_threshold_and_one(table):
    for alignment in LexiconAligner(table, threshold=0.3).align(made_up_pairs(40, 1)):
        assert all(0.3 < score <= 1 for score in alignment.scores)


def test_unweighed_links_have_the_mean_of_both_posteriors(table):
    (found,) = LexiconAligner(table).unweighed([(tokens("red cat"), tokens("chat rouge"))])
    assert found.links == ((0, 1), (1, 0))
    assert all(0.9 < score <= 1 for score in found.scores)


def test_a_higher_threshold_only_takes_links_away(table):
    pairs = made_up_pairs(40, 2)
    low = LexiconAligner(table, threshold=0.1).align(pairs)
    high = LexiconAligner(table, threshold=0.6).align(pairs)
    assert all(set(few.links) <= set(many.links) for few, many in zip(high, low, strict=True))
    assert sum(len(few.links) for few in high) < sum(len(many.links) for many in low)


@pytest.mark.parametrize("size", [1, 2, 7, 60])
def test_a_pair_has_the_same_bits_alone_and_in_any_batch(table, size):
    pairs = made_up_pairs(60, 3)
    whole = LexiconAligner(table).align(pairs)
    aligner = LexiconAligner(table)
    order = random.Random(size).sample(range(60), 60)
    for start in range(0, 60, size):
        chosen = order[start : start + size]
        found = aligner.align([pairs[index] for index in chosen])
        assert found == tuple(whole[index] for index in chosen)


@pytest.mark.parametrize(("source", "target"), [("", "le chat"), ("the cat", ""), ("", "")])
def test_an_empty_side_gives_no_links(table, source, target):
    empty = (tokens(source), tokens(target))
    found = LexiconAligner(table).align([empty, PAIR])
    assert found[0].links == ()
    assert found[1].links == LINKS


def test_no_pairs_give_no_alignments(table):
    assert LexiconAligner(table).align([]) == ()


def test_a_turned_table_gives_the_same_links_turned(table):
    pairs = made_up_pairs(30, 4)
    there = LexiconAligner(table).align(pairs)
    back = LexiconAligner(oriented(table, "fr", Path("t"))).align([(t, s) for s, t in pairs])
    for one, other in zip(there, back, strict=True):
        assert set(one.links) == {(i, j) for j, i in other.links}


def test_a_table_of_another_pair_is_refused(table):
    with pytest.raises(InputError, match="en-fr and knows no de"):
        oriented(table, "de", Path("en-fr.npz"))


@pytest.mark.parametrize(("source", "target"), [("en", "ja"), ("fr", "de"), ("en", "en")])
def test_a_table_for_another_target_is_refused(table, source, target):
    with pytest.raises(InputError, match=f"en-fr, not {source}-{target}"):
        oriented(table, source, Path("t.npz"), target=target)


def test_a_variety_uses_the_table_of_its_language(table):
    assert oriented(table, "en", Path("t.npz"), target="fr-ca") is table
    assert oriented(table, "fr-ca", Path("t.npz"), target="en").source is table.target


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
    monkeypatch.setattr(pivot, "BATCH", 1)
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


def test_a_table_that_cannot_be_written_is_an_error(table, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match="cannot be written"):
        save(table, tmp_path / "file" / "t.npz", CODEBOOK)


def test_strange_characters_are_harmless(table):
    odd = tokens("\u200b \u202e \x00 😀 ﷽ İ ß ０ e\u0301 ー 。")
    assert len(LexiconAligner(table).align([(odd, odd)])[0].links) >= 8


def test_a_word_of_a_hundred_thousand_letters_is_harmless(table):
    pair = (tokens("the " + "a" * 100_000), tokens("le " + "a" * 100_000))
    assert LexiconAligner(table).align([pair])[0].links == ((0, 0), (1, 1))


def test_a_long_segment_is_aligned_in_windows_within_bounded_memory(table):
    long = (tokens(" ".join(f"n{i}x" for i in range(2000))),) * 2
    tracemalloc.start()
    links = LexiconAligner(table).align([long])[0].links
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 80_000_000  # the full matrices of 2,000 x 2,000 words would take 120 MB and more
    assert sum(i == j for i, j in links) > 1900
    assert len({j for _, j in links}) > 1900


@pytest.mark.parametrize(
    ("source", "target"), [(1, 1), (256, 256), (257, 3), (3, 257), (5000, 1), (1, 5000), (900, 700)]
)
def test_windows_keep_every_target_token_once_and_stay_small(source, target):
    found = list(windows(source, target))
    kept = list(itertools.chain.from_iterable(range(*window.kept) for window in found))
    assert kept == list(range(target))
    limit = max(LARGEST, CORE + 2 * MARGIN + 2)
    for window in found:
        assert window.target[0] <= window.kept[0] < window.kept[1] <= window.target[1] <= target
        assert 0 < window.source[1] - window.source[0] <= limit


def over_all_paths(
    emissions: np.ndarray, nulls: np.ndarray, jumps: Jumps, states: int
) -> np.ndarray:
    """Sum over every path of positions and silences, one by one."""
    observations = len(nulls)
    step = np.zeros((states, states))
    for i in range(states):
        for k in range(states):
            step[i, k] = jumps.weights[k - i + REACH]
        step[i] = (1 - UNIFORM_JUMP) * step[i] / step[i].sum() + UNIFORM_JUMP / states
    linked, mass = np.zeros((observations, states)), 0.0
    for path in itertools.product(range(states), (True, False), repeat=observations):
        places, silences = path[::2], path[1::2]
        weight = 1.0
        for j, (place, is_silent) in enumerate(zip(places, silences, strict=True)):
            if is_silent:
                stays = j == 0 or place == places[j - 1]
                weight *= 0.1 * nulls[j] * stays
            else:
                weight *= 0.9 * emissions[j, place] * (step[places[j - 1], place] if j else 1)
        for j, (place, is_silent) in enumerate(zip(places, silences, strict=True)):
            linked[j, place] += 0 if is_silent else weight
        mass += weight
    return linked / mass


def test_posteriors_are_the_sum_over_all_paths():
    draw = np.random.default_rng(5)
    jumps = Jumps(draw.dirichlet(np.ones(JUMPS)))
    emissions = draw.random((3, 2))
    nulls = draw.random(3)
    wanted = over_all_paths(emissions, nulls, jumps, 2)
    back = padded_count(1)
    padded = np.zeros((5, 5, 2 * back), dtype=np.float32)
    padded[:3, :2, 0] = emissions
    padded[:2, :3, back] = emissions.T
    padded_nulls = np.zeros((5, 2 * back), dtype=np.float32)
    padded_nulls[:3, 0] = nulls
    padded_nulls[:2, back] = nulls[:2]
    sizes = [(0, 0)] * (2 * back)
    sizes[0], sizes[back] = (2, 3), (3, 2)
    found = posteriors(padded, padded_nulls, (jumps, jumps), sizes)
    assert np.allclose(found[:3, :2, 0], wanted, atol=1e-5)
    assert not found[3:, :, 0].any()


@pytest.mark.parametrize(
    ("description", "form", "key"),
    [
        ("snowball:english", "Sleeping", "sleep"),
        ("elision+snowball:french", "L’", "le"),
        ("elision+snowball:french", "-ils", "il"),
        ("elision+snowball:french", "-t-elle", "elle"),
        ("kanji-stem", "食べる", "食"),
        ("kanji-stem", "これ", "これ"),
        ("before-apostrophe+prefix:5", "Ankara'da", "ankar"),
        ("unaccented", "Ţară", "tara"),
        ("plain", "ＡＢＣ", "abc"),
        ("plain", "。", "."),
    ],
)
def test_keys(description, form, key):
    assert stemmer(description)(form) == key


@pytest.mark.parametrize("description", ["snowbal:french", "snowball:klingon"])
def test_an_unknown_key_is_named(description):
    with pytest.raises(UnknownNameError):
        stemmer(description)


def bring_steps(folder, monkeypatch, **steps):
    """Install a package that declares steps of its own."""
    (folder / "swahili_keys.py").write_text('def root(word):\n    return word.removeprefix("ki")\n')
    info = folder / "swahili-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: swahili\nVersion: 1\n")
    lines = [f"{name} = {target}" for name, target in steps.items()]
    (info / "entry_points.txt").write_text("\n".join(["[discotag.table_keys]", *lines]))
    monkeypatch.syspath_prepend(folder)


def test_a_language_pack_brings_steps_of_its_own(tmp_path, monkeypatch):
    bring_steps(tmp_path, monkeypatch, swahili="swahili_keys:root")
    assert stemmer("swahili+prefix:4")("Kitabuni") == "tabu"


def test_a_step_that_cannot_be_loaded_is_named(tmp_path, monkeypatch):
    bring_steps(tmp_path, monkeypatch, broken="swahili_keys:nowhere")
    with pytest.raises(PluginError, match="broken"):
        stemmer("broken")


def test_an_unknown_word_is_cut_into_its_longest_known_pieces():
    known = {"water", "fall", "waterf"}
    assert pieces("xwaterfall", known.__contains__, 4) == ("waterf",)
    assert pieces("waterfall", (known - {"waterf"}).__contains__, 4) == ("water", "fall")
    assert pieces("fal", known.__contains__, 4) == ()


def test_japanese_names_are_read_aloud():
    pytest.importorskip("sudachidict_core")
    read = romaniser("sudachi")
    assert read("足利") == "ashikaga"
    assert read("東京") == "tokiyo"
    assert read("Tokyo") == "tokyo"


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


def test_adaptation_learns_a_term_the_table_does_not_know(table):
    pairs = [
        (tokens("the wug sleeps"), tokens("le blick dort")),
        (tokens("the red wug in the house"), tokens("le blick rouge dans la maison")),
        (tokens("the cat in the wug"), tokens("le chat dans le blick")),
    ] * 3
    question = (tokens("the wug zorp sleeps"), tokens("le quux blick dort"))
    before = LexiconAligner(table).align([question])[0]
    after = LexiconAligner(adapt(table, pairs)).align([question])[0]
    assert (1, 1) in before.links
    assert (1, 2) in after.links


def test_adaptation_is_repeatable_and_fits_the_format(table, tmp_path):
    pairs = made_up_pairs(30, 6)
    for name in ("a", "b"):
        save(adapt(table, iter(pairs)), tmp_path / name, CODEBOOK)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    again = adapt(load(tmp_path / "a"), pairs)
    assert not again.source.known[again.source.keys.index("qwzx")]


def shipped(language: str) -> TranslationTable:
    package = pytest.importorskip(f"discotag_lang_{language}")
    return load(Path(package.__file__).parent / "lexicon" / f"en-{language}.npz")


def test_the_shipped_french_table_links_pronouns():
    found = LexiconAligner(shipped("fr")).align(
        [(tokens("Do you know where she lives ?"), tokens("Sais -tu où elle habite ?"))]
    )[0]
    assert {(1, 1), (2, 0), (3, 2), (4, 3), (5, 4)} <= set(found.links)


def test_the_shipped_japanese_table_links_nouns_and_names():
    pytest.importorskip("sudachidict_core")
    found = LexiconAligner(shipped("ja")).align(
        [(tokens("Ashikaga read a book ."), tokens("足利 は 本 を 読ん だ 。"))]
    )[0]
    assert {(0, 0), (1, 4), (3, 2), (4, 6)} <= set(found.links)


def test_the_aligner_refuses_a_threshold_that_is_no_share():
    from discotag.testing.builders import context

    with pytest.raises(DiscotagError, match="threshold"):
        LexiconAligner.create(context("fr", threshold=7))


@pytest.mark.corpus
@pytest.mark.parametrize(("language", "f1"), [("fr", 92.0), ("ja", 46.5)])
def test_the_shipped_tables_keep_their_measured_accuracy(language, f1):
    if "DISCOTAG_DATA" not in os.environ:
        pytest.skip("DISCOTAG_DATA does not name the folder of gold alignments")
    (gold,) = gold_sets(Path(os.environ["DISCOTAG_DATA"]) / "align", language)
    pairs = [(words(pair.english), words(pair.foreign)) for pair in gold.pairs]
    found = LexiconAligner(shipped(language)).align(pairs)
    assert compared([frozenset(item.links) for item in found], gold.pairs)[2] > f1
