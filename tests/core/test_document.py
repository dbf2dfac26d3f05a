"""Documents refuse what cannot be: columns of unequal length, links and heads out of range."""

from __future__ import annotations

import pytest

from discotag.core.document import Alignment, Cluster, Mention, ParallelText, Side
from discotag.core.errors import MissingLayerError, UnknownNameError
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import Tokens
from discotag.testing import document, side, tokens


def test_columns_must_agree():
    with pytest.raises(ValueError, match="lemmas has 1 values for 2 tokens"):
        Tokens("a b", ("a", "b"), (0, 2), (1, 3), lemmas=("a",))


def test_offsets_and_heads_must_lie_in_the_segment():
    with pytest.raises(ValueError, match="offsets"):
        Tokens("a", ("a",), (0,), (2,))
    with pytest.raises(ValueError, match="head"):
        Tokens("a", ("a",), (0,), (1,), heads=(1,))


def test_an_empty_segment_is_legal_on_either_side():
    empty = document(["", "Go/go"], ["Va/aller", ""], ["", ""])
    assert [len(segment) for segment in empty.source] == [0, 1]
    assert empty.links(0).links == ()


def test_reading_a_layer_that_was_not_computed_raises():
    bare = Tokens("a", ("a",), (0,), (1,))
    with pytest.raises(MissingLayerError, match="lemmas"):
        _ = bare[0].lemma
    with pytest.raises(MissingLayerError, match="coref"):
        Side("fr", ("a",), (bare,)).coref()


def test_links_are_many_to_many_and_none_is_lost():
    alignment = Alignment.of([(0, 1), (0, 0), (1, 1)], [0.5, 0.9, 0.4])
    assert alignment.links == ((0, 0), (0, 1), (1, 1))
    assert alignment.targets(0) == (0, 1)
    assert alignment.sources(1) == (0, 1)
    assert alignment.score(0, 1) == 0.5


def test_of_a_repeated_link_the_highest_score_is_kept():
    assert Alignment.of([(0, 0), (0, 0)], [0.2, 0.7]).scores == (0.7,)


def test_a_link_outside_the_pair_is_refused():
    with pytest.raises(ValueError, match="link 0-3 points outside"):
        Alignment.of([(0, 3)]).checked(tokens("a"), tokens("b c"))


def test_texts_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="A has 1 line, the source 2"):
        ParallelText("d", ("a", "b"), {}, {"A": ("x",)})


def test_one_translation_of_a_text_can_be_left():
    both = ParallelText("a", ("x",), {"ref": ("y",)}, {"A": ("z",)})
    assert both.only("A") == ParallelText("a", ("x",), {}, {"A": ("z",)})
    assert both.only("ref") == ParallelText("a", ("x",), {"ref": ("y",)}, {})
    with pytest.raises(UnknownNameError, match="'B'"):
        both.only("B")


def test_a_restricted_document_hides_everything_else():
    full = document(["a/a/NOUN"], ["b/b/NOUN"], ["0-0"])
    seen = full.restricted({"target.tokens", "target.lemmas"})
    assert seen.target[0][0].lemma == "b"
    with pytest.raises(MissingLayerError, match="pos"):
        _ = seen.target[0][0].upos
    with pytest.raises(MissingLayerError, match="tokens"):
        _ = seen.source[0]
    with pytest.raises(MissingLayerError, match="alignment"):
        seen.links(0)


@pytest.mark.parametrize(
    "mark",
    [
        Mark("p", "x", 0, 1),
        Mark("p", "x", 1, 0),
        Mark("p", "x", 0, 0, source_tokens=(1,)),
        Mark("p", "x", 0, 0, evidence=(TokenRef("source", 3, 0),)),
        Mark("p", "x", -1, 0),
    ],
    ids=["token", "segment", "source token", "evidence", "negative"],
)
def test_a_mark_that_points_nowhere_is_refused(mark):
    with pytest.raises(ValueError, match="does not exist"):
        TaggedDocument(document(["a"], ["b"]), (mark,))


def test_marks_come_in_text_order():
    found = document(["a"], ["b c"], [""])
    marks = (Mark("q", "x", 0, 1), Mark("p", "x", 0, 1), Mark("p", "x", 0, 0))
    assert [m.token for m in TaggedDocument(found, marks).marks] == [0, 1, 1]
    assert TaggedDocument(found, marks).marks[1].phenomenon == "p"


def test_a_mention_holds_its_head_and_a_cluster_two_mentions():
    with pytest.raises(ValueError, match="head"):
        Mention(0, 1, 2, 2)
    with pytest.raises(ValueError, match="two"):
        Cluster((Mention(0, 0, 1, 0),))


def test_a_layer_has_one_value_per_segment():
    with pytest.raises(ValueError, match="ellipsis has 1 values for 2 segments"):
        side("en", ["a", "b"], annotations={"ellipsis": ((),)})


def test_a_mark_of_what_was_not_looked_for_is_refused():
    found = document(["a"], ["b"])
    assert TaggedDocument(found, (Mark("p", "x", 0, 0),), phenomena=("p",)).phenomena == ("p",)
    with pytest.raises(ValueError, match="not looked for"):
        TaggedDocument(found, (Mark("p", "x", 0, 0),), phenomena=("q",))


@pytest.mark.parametrize(
    ("layer", "advice"), [("lemmas", "'target.lemmas'"), ("alignment", None), ("source.pos", None)]
)
def test_a_missing_layer_is_named_as_it_is_declared(layer, advice):
    told = str(MissingLayerError(layer))
    assert told.startswith(f"layer {layer!r} was read but not computed; declare it in `needs`")
    assert ("names its side" in told or "name its side" in told) is (advice is not None)
    assert advice is None or advice in told
