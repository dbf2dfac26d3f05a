"""The aligner `joined`, of aligners by hand and of those that are installed."""

from __future__ import annotations

import pytest

from discotag.plugin import Alignment, UnknownNameError, UsageError, open_registry
from discotag.testing.builders import context, tokens
from discotag_e5.joined import JoinedAligner

PAIR = (tokens("a b c"), tokens("x y z"))


class Fixed:
    """Gives the same links for every pair."""

    def __init__(self, *links, digest=""):
        self.links = Alignment.of(links)
        self.digest = digest

    def align(self, pairs):
        return [self.links for _ in pairs]


class Doubting(Fixed):
    """Holds one link more possible."""

    def candidates(self, pairs):
        return [(self.links, Alignment.of([*self.links.links, (1, 0)])) for _ in pairs]


def links(joined) -> list[tuple[int, int]]:
    (found,) = joined.align([PAIR])
    return list(found.links)


def test_each_rule_is_used_where_it_is_named():
    first, second = Fixed((1, 0), (0, 1), (2, 2)), Doubting((0, 0))
    assert links(JoinedAligner(first, second)) == [(0, 0), (1, 0), (2, 2)]
    assert links(JoinedAligner(first, second, rule="union")) == [(0, 0), (0, 1), (1, 0), (2, 2)]
    assert links(JoinedAligner(Fixed((0, 1)), Fixed((0, 0), (1, 1)), rule="fill")) == [
        (0, 0),
        (1, 1),
    ]


def test_without_doubts_the_rule_is_fill():
    assert JoinedAligner(Fixed(), Fixed()).rule == "fill"
    assert JoinedAligner(Fixed(), Doubting()).rule == "best"
    with pytest.raises(UsageError, match="best needs a second aligner that says what is possible"):
        JoinedAligner(Fixed(), Fixed(), rule="best")


@pytest.fixture
def english_to_french():
    pytest.importorskip("discotag_lang_fr")
    registry = open_registry()
    return registry.language("fr").info, {"source": registry.language("en").info}


@pytest.fixture
def make(english_to_french, is_known):
    target, source = english_to_french
    parts = {"e5": {"weights": is_known.path, "layer": 1}}

    def made(argument=None, **options):
        given = {"parts": parts, **options}
        return JoinedAligner.create(
            context(target, name="joined", argument=argument, **source, **given)
        )

    return made


def test_lexicon_and_e5_are_joined_where_nothing_is_named(make):
    joined = make()
    assert joined.rule == "best"
    (found,) = joined.align([(tokens("the lake is cold"), tokens("le lac est froid"))])
    assert {(1, 1), (3, 3)} <= set(found.links)
    assert found.scores is not None
    assert all(0 < score <= 1 for score in found.scores)


def test_the_digest_tells_parts_order_rule_and_options(make, is_known):
    parts = {"e5": {"weights": is_known.path, "layer": 2}}
    made = [
        make(),
        make("e5+lexicon"),
        make(rule="union"),
        make(parts=parts),
    ]
    assert make("lexicon+e5").digest == made[0].digest
    assert all(len(one.digest) == 12 for one in made)
    assert len({one.digest for one in made}) == 4


@pytest.mark.parametrize("named", ["lexicon", "lexicon+", "+e5"])
def test_two_aligners_must_be_named(named, make):
    with pytest.raises(UsageError, match=r"names no two aligners; write joined:lexicon\+e5"):
        make(named)


def test_an_aligner_that_reads_line_by_line_cannot_be_joined(make, tmp_path):
    with pytest.raises(UsageError, match="pharaoh cannot be joined"):
        make(f"pharaoh:{tmp_path}/x+e5")


def test_an_aligner_that_is_not_installed_is_named(make):
    with pytest.raises(UnknownNameError, match="giza"):
        make("giza+e5")


def test_options_of_another_aligner_are_refused(make):
    with pytest.raises(UsageError, match="parts has options of simalign"):
        make(parts={"simalign": {"layer": 3}})


def test_what_a_part_lacks_is_told_before_a_run(english_to_french, tmp_path):
    target, source = english_to_french
    parts = {"e5": {"weights": tmp_path / "x.bin"}}
    given = context(target, name="joined", **source, parts=parts)
    (missing,) = JoinedAligner.missing(given)
    assert "x.bin" in missing.what
