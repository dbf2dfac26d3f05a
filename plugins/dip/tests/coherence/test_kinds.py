"""Signs of incoherence in a document: each by what can be counted, none without."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.testing.builders import tokens
from discotag_dip.coherence.task import REPEATED, Sign, is_incoherent, kind_of, signs, slips

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
