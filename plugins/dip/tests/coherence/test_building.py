"""Coherence: features of a text, what is learned from orders, and which documents are hardest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag.testing.builders import document, tokens
from discotag_dip.coherence.features import features
from discotag_dip.coherence.ranker import (
    CoherenceWeights,
    Pair,
    Piece,
    accuracy,
    learned,
    read_weights,
    shipped,
    shuffled,
)
from discotag_dip.coherence.task import (
    REPEATED,
    Hard,
    Sign,
    hardest,
    is_incoherent,
    judge,
    kind_of,
    signs,
    slips,
)

if TYPE_CHECKING:
    from pathlib import Path


LAMP = tokens("A/a/DET//1/det lamp/lamp/NOUN//2/nsubj fell/fall/VERB")
IT = tokens("It/it/PRON//1/nsubj broke/break/VERB")
SAW = tokens("We/we/PRON//1/nsubj saw/see/VERB the/the/DET//3/det lamp/lamp/NOUN//1/obj")
EMPTY = tokens("")


def test_the_grid_tells_how_an_entity_goes_from_role_to_role() -> None:
    found = features([LAMP, SAW])
    assert found["all SO"] == 1.0
    assert found["repeated SO"] == 1.0
    assert found["all S-"] == 0.0


def test_chains_tell_how_much_of_a_segment_was_there_before() -> None:
    found = features([LAMP, SAW])
    assert found["nouns 1 back"] == 1.0
    assert found["words 1 back"] == 0.5
    assert features([LAMP, IT])["words 1 back"] == 0.0


def test_empty_segments_change_nothing() -> None:
    assert features([LAMP, EMPTY, SAW]) == features([LAMP, SAW])


def test_one_segment_has_no_features_and_scores_zero() -> None:
    assert features([LAMP, EMPTY]) == {}
    assert shipped().rho([LAMP]) == 0.0


def test_a_definite_noun_that_was_indefinite_before_is_told() -> None:
    assert features([LAMP, SAW])["definite after indefinite"] == 1.0
    assert features([SAW, LAMP])["definite after indefinite"] == 0.0


def test_a_piece_from_the_middle_has_no_openings_and_no_close() -> None:
    found = features([LAMP, SAW], has_begin=False, has_end=False)
    assert not any(name.startswith(("first", "other", "last")) for name in found)
    assert {"first is longer", "last is longer", "first begins a"} <= set(features([LAMP, SAW]))


def test_shuffling_leaves_short_texts_out_and_never_keeps_the_order() -> None:
    pieces = [Piece([LAMP, IT, SAW]), Piece([LAMP, IT, SAW, SAW])]
    pairs = list(shuffled(pieces, times=3))
    assert len(pairs) == 3
    assert pairs == list(shuffled(pieces, times=3))


def test_the_learned_ranker_prefers_what_it_was_shown() -> None:
    pair = Pair({"a": 1.0, "b": 0.5}, {"a": 0.0, "b": 0.5})
    weights = learned([pair] * 50, name="test")
    assert weights.weights["a"] > 0
    assert "b" not in weights.weights
    assert accuracy(weights, [pair]) == 1.0
    assert accuracy(weights, [Pair(pair.worse, pair.better), pair]) == 0.5
    assert accuracy(weights, [Pair({}, {})]) == 0.5
    assert accuracy(weights, []) is None


def test_an_even_chance_teaches_nothing() -> None:
    pairs = [Pair({"a": 1.0}, {"a": 0.0}, chance=0.5)] * 60
    assert learned(pairs, name="x").weights == {}


def test_few_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="at least 50"):
        learned([], name="test")


def hard(name: str, *gaps: float) -> Hard:
    made = document(["a"] * 4, ["b"] * 4, id=name, languages=("de", "en"))
    systems = {f"S{number}": made for number in range(len(gaps))}
    signs = dict.fromkeys(systems, (Sign("pronoun", 0, "it → she"),))
    return Hard(made, systems, {f"S{number}": gap for number, gap in enumerate(gaps)}, signs)


def test_the_hardest_third_is_kept_in_the_order_of_the_corpus() -> None:
    found = hardest([hard("a", 1, 1), hard("b", -1, 0), hard("c", 5, -1)], share=0.6)
    assert [(item.document, item.facts["difference"]) for item in found] == [("a", 1), ("c", 2)]
    assert [failure.system for failure in found[1].failures] == ["S0"]
    assert found[1].failures[0].kind == "pronoun"
    assert found[1].facts["signs"] == {"S0": [["pronoun", 0, "it → she"]]}


def test_a_document_without_signs_is_none_however_hard_it_is() -> None:
    without = hard("a", 9)._replace(signs={"S0": ()})
    assert [item.document for item in hardest([without, hard("b", 1)], share=1)] == ["b"]


def test_a_translation_that_is_the_reference_scores_zero(bundle: Any) -> None:
    (item,) = hardest([hard("a", 1)], share=1)
    weights = CoherenceWeights(name="test", weights={"stems 1 back": 1.0})
    text = bundle().reference
    verdict = judge(item, text, text, weights)
    assert verdict.values == {"score": 0.0, "failing": 0.0, "worse": 0.0}


def test_a_file_without_weights_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.json: holds no weights"):
        read_weights(path)


def test_other_languages_texts_are_refused(bundle: Any) -> None:
    from discotag.plugin import UsageError
    from discotag_dip.building import check_task

    with pytest.raises(UsageError, match="English alone"):
        check_task("coherence", "de")


SHINES = "The/the/DET lamp/lamp/NOUN shines/shine/VERB"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param({}, [], id="the same"),
        pytest.param(
            {2: "Our/our/DET luminaire/luminaire/NOUN fell/fall/VERB"},
            [Sign("inconsistency", 0, "lamp → luminaire")],
            id="another word",
        ),
        pytest.param(
            {1: "She/she/PRON was/be/AUX dear/dear/ADJ"}, [Sign("pronoun", 1, "it → she")]
        ),
        pytest.param(
            {0: " ".join([SHINES] * 2)},
            [Sign("hallucination", 0, "The lamp shines " * 2)],
            id="a segment twice",
        ),
        pytest.param({0: f"The/the/DET {SHINES}"}, [Sign("ungrammatical", 0, "The")]),
        pytest.param(
            {0: f"{SHINES} лампа/лампа/NOUN °С/С/SYM"}, [Sign("ungrammatical", 0, "лампа")]
        ),
    ],
)
def test_a_document_with_a_faulty_segment(
    *, bundle: Any, english: Any, lines: dict[int, str], found: list[Sign]
) -> None:
    made = tuple(lines.get(place, line) for place, line in enumerate(english))
    told = signs(bundle(A=made))["A"]
    assert [sign._replace(what=sign.what.strip()) for sign in told] == [
        sign._replace(what=sign.what.strip()) for sign in found
    ]


def test_so_many_words_as_stand_twice_are_what_is_tested() -> None:
    assert len(SHINES.split()) == REPEATED


@pytest.mark.parametrize(
    ("kinds", "kind", "expected"),
    [
        ((), None, False),
        (("inconsistency",), "inconsistency", False),
        (("inconsistency", "inconsistency"), "inconsistency", True),
        (("pronoun",), "pronoun", True),
        (("pronoun", "ungrammatical", "ungrammatical"), "ungrammatical", True),
    ],
)
def test_one_other_word_alone_makes_no_text_incoherent(
    kinds: tuple[str, ...], kind: str | None, *, expected: bool
) -> None:
    found = [Sign(name, 0, "x") for name in kinds]
    assert (kind_of(found), is_incoherent(found)) == (kind, expected)


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (
            "He//PRON/Person=3|Number=Sing/1/nsubj go//VERB/VerbForm=Fin|Tense=Pres|Number=Plur",
            "He",
        ),
        (
            "They//PRON/Person=3|Number=Plur/1/nsubj go//VERB/VerbForm=Fin|Tense=Pres|Number=Plur",
            None,
        ),
        ("a//DET telecommunications//NOUN/Number=Plur operator//NOUN", None),
        ("that//PRON that//PRON", None),
        ("tank//NOUN tank//NOUN", "tank"),
    ],
    ids=["disagreement", "agreement", "plural before its noun", "that that", "doubled"],
)
def test_slips(line: str, slip: str | None) -> None:
    found = [token.form for token in slips(tokens(line))]
    assert found == ([] if slip is None else [slip])
