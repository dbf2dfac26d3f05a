"""The gender of Hebrew nouns, which the dictionary form tells and the ending does not."""

from __future__ import annotations

import pytest

from discotag_dev.packs import pack_analyzer


@pytest.mark.parametrize(
    ("text", "noun", "gender"),
    [
        ("הילדה הרימה את ידה .", "ידה", "Fem"),
        ("המשכנתא יקרה .", "המשכנתא", "Fem"),
        ("הילדה הרימה את ידה .", "הילדה", "Fem"),  # its dictionary form is a masculine
    ],
)
def test_a_noun_has_its_gender(text: str, noun: str, gender: str) -> None:
    [tokens] = pack_analyzer("discotag_lang_he").analyze([text])
    assert tokens.feats is not None
    assert tokens.feats[tokens.forms.index(noun)].get("Gender") == gender
