"""The tables that the page on a new language shows are accepted as they stand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from discotag.core.language import Measured
from discotag.core.patterns import Pattern
from discotag.plugins.phenomena.formality.table import WordClass
from discotag.plugins.phenomena.pronouns.table import PronounTable
from discotag.plugins.phenomena.verb_form.table import VerbFormTable

PAGE = (Path(__file__).parents[2] / "docs" / "new-language.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("key", "kind"),
    [("[[en]]", PronounTable), ("[[form]]", VerbFormTable)],
    ids=["pronouns", "verb forms"],
)
def test_a_table_of_the_page_is_accepted(key, kind):
    (text,) = (fence for fence in FENCES if key in fence)
    kind.model_validate(tomllib.loads(text))


def test_classes_and_measures_of_the_page_are_accepted():
    (classes,) = (fence for fence in FENCES if fence.startswith("[[class]]"))
    assert [WordClass(**item).name for item in tomllib.loads(classes)["class"]] == ["v", "t"]
    (measures,) = (fence for fence in FENCES if fence.startswith("[formality]"))
    assert Measured(**tomllib.loads(measures)["formality"]).value == 91.5


def test_every_condition_that_the_page_names_is_one():
    table = PAGE[PAGE.index("| condition | holds") :].partition("\n\n")[0]
    first_cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    named = {name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)}
    assert named <= set(Pattern.model_fields)
    assert len(named) == 18


def test_what_may_stand_without_brackets_is_accepted_so():
    WordClass(name="t", forms="du", when={"linked": "you"}, unless={"form": "x"})
    with pytest.raises(ValidationError):
        Pattern(any_of={"form": "x"})
