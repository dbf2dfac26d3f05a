"""Kinds of error of a document: each by its sign, none without."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.testing.builders import document, tokens
from discotag_dip.coherence.kinds import REPEATS, kind_of, slips

GERMAN = ("Die/die/DET Lampe/Lampe/NOUN leuchtet/leuchten/VERB",) * 3
FIN = "VerbForm=Fin|Tense=Pres|Number=Sing"
ENGLISH = (f"The/the/DET lamp/lamp/NOUN shines/shine/VERB/{FIN}",) * 3


def translated(*lines: str, links: str = "0-0 1-1 2-2") -> Any:
    return document(GERMAN, lines, [links] * len(lines), languages=("de", "en"))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        pytest.param(ENGLISH[0], None, id="the same"),
        pytest.param(f"The/the/DET light/light/NOUN shines/shine/VERB/{FIN}", "inconsistency"),
        pytest.param(
            f"The/the/DET lamp/lamp/NOUN shines/shine/VERB/{FIN} market/market/NOUN day/day/NOUN"
            " five/five/NUM coffee/coffee/NOUN",
            "hallucination",
        ),
        pytest.param(
            f"The/the/DET lamp/lamp/NOUN shines/shine/VERB/{FIN} " * REPEATS, "hallucination"
        ),
        pytest.param(
            f"The/the/DET the/the/DET lamp/lamp/NOUN shines/shine/VERB/{FIN}", "ungrammatical"
        ),
        pytest.param(f"The/the/DET lamp/lamp/NOUN лампа/лампа/VERB/{FIN}", "ungrammatical"),
    ],
)
def test_a_document_with_one_faulty_segment(line: str, kind: str | None) -> None:
    reference = translated(*ENGLISH)
    assert kind_of(reference, translated(ENGLISH[0], line.strip(), ENGLISH[2])) == kind


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
        ("a//DET dogs/dog/NOUN/Number=Plur", "dogs"),
        ("that//PRON that//PRON", None),
    ],
    ids=["disagreement", "agreement", "plural", "that that"],
)
def test_slips(line: str, slip: str | None) -> None:
    found = [token.form for token in slips(tokens(line))]
    assert found == ([] if slip is None else [slip])
