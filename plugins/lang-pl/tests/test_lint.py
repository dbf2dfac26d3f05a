"""Changes of address and misspelt names are found with what `language.toml` says of them."""

import pytest

import discotag
import discotag_lint

YOURS = ["Are you here?", "You have the key.", "You have a book."]
CAMPBELL = ["Campbell is old.", "Where is Campbell?", "Campbell came."]


def found(source, target):
    corpus = discotag.load(source, target, source_language="en", target_language="pl")
    rows = discotag_lint.lint(corpus, codes=["DT101", "DT102", "DT202"]).to_dicts()
    return [(row["code"], row["segment"], row["word"]) for row in rows]


@pytest.mark.parametrize(
    ("target", "changes"),
    [
        (["Czy ty jesteś tu?", "Pan ma klucz.", "Pan ma książkę."], [("DT101", 0, "ty")]),
        (["Czy pan jest tu?", "Pan ma klucz.", "Ty masz książkę."], [("DT101", 2, "Ty")]),
        (["Czy pan jest tu?", "Pan ma klucz.", "Pan ma książkę."], []),
    ],
    ids=["ty … pan", "pan … ty", "pan alone"],
)
def test_a_change_of_address_is_found_although_pan_is_a_noun(target, changes):
    assert found(YOURS, target) == changes


@pytest.mark.parametrize(
    ("target", "faults"),
    [
        (["Campbell jest stary.", "Gdzie jest Campell?", "Campbell przyszedł."],
         [("DT202", 1, "Campell")]),
        (["Campbell jest stary.", "Gdzie jest Campbella?", "Campbell przyszedł."], []),
    ],
    ids=["misspelt", "inflected"],
)  # fmt: skip
def test_a_misspelt_name_is_found_and_an_ending_is_no_fault(target, faults):
    assert found(CAMPBELL, target) == faults
