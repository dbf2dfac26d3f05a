"""What a text calls its terms: which words, which names, and how they are written down."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from discotag.core.language import LanguagePack
from discotag.testing.builders import document
from discotag_lint.terminology import listing as formats
from discotag_lint.terminology.glossary import Entry, read_glossary
from discotag_lint.terminology.listing import Spot, Term, TermList, Variant
from discotag_lint.terminology.uses import TermUses, same_name

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_lint.terminology.uses import Use


def pack(code: str) -> LanguagePack:
    return LanguagePack(schema_version=1, code=code, name=code, package="discotag.testing")


def uses(source: str, target: str, links: str) -> list[Use]:
    return list(TermUses(pack("en"), pack("de")).of(document([source], [target], [links])))


def test_a_compound_is_one_term_and_its_name_a_run_of_words() -> None:
    [use] = uses(
        "the//DET blood//NOUN//2/compound tests/test/NOUN",
        "die//DET Tests/Test/NOUN des//DET Blutes/Blut/NOUN",
        "0-0 1-3 2-1",
    )
    assert (use.key, use.form, use.tokens) == ("blood test", "blood tests", (1, 2))
    assert (use.name_key, use.name, use.name_tokens) == ("test blut", "Tests des Blutes", (1, 2, 3))


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("Blutanalyse//NOUN//1/obj absagen//VERB", "Blutanalyse"),
        ("genommenes//VERB//1/amod Blut//NOUN", "genommenes Blut"),
        ("absagen//VERB", "absagen"),
    ],
    ids=["its verb", "a participle", "nothing else"],
)
def test_the_verb_that_a_name_depends_on_is_no_part_of_it(target: str, name: str) -> None:
    links = "0-0 1-1" if " " in target else "0-0 1-0"
    [use] = uses("blood//NOUN//1/compound test//NOUN", target, links)
    assert use.name == name


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("run//VERB", "Lauf//NOUN", "0-0"),
        ("12//NOUN", "12//NOUN", "0-0"),
        ("no//NOUN", "nein//NOUN", "0-0"),
    ],
    ids=["a verb", "no letters", "two letters"],
)
def test_what_is_no_term(source: str, target: str, links: str) -> None:
    assert uses(source, target, links) == []


@pytest.mark.parametrize(
    ("target", "links"),
    [("Haus//NOUN", ""), ("es//PRON", "0-0"), ("Haus//NOUN", "0-0:0.2"),
     ("Hausbau//NOUN", "0-0 1-0")],
    ids=["no link", "a pronoun", "an unsure link", "a word that holds another, too"],
)  # fmt: skip
def test_a_term_whose_name_is_not_clear(target: str, links: str) -> None:
    [use] = uses("house//NOUN builds//VERB", target, links)
    assert (use.name_key, use.name_tokens) == ("", ())


def test_names_of_people_are_names() -> None:
    [use] = uses("Ann//PROPN Lee//PROPN//0/flat", "Ann//PROPN Lee//PROPN", "0-0 1-1")
    assert (use.form, use.is_name, use.name) == ("Ann Lee", True, "Ann Lee")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Fälle", "Fällen", True), ("EverGrow", "EverGrow’s", True),
     ("Test Blut", "Tests Blut", True), ("Konto", "Rechnung", False),
     ("Benutzer-Konto", "Benutzer Konto", True), ("Haus", "Hut", False)],
)  # fmt: skip
def test_names_that_are_the_same(one: str, other: str, *, same: bool) -> None:
    assert same_name(one, other) is same


def listed(*targets: str) -> TermList:
    found = TermList()
    for number, target in enumerate(targets):
        found.add("A", f"d{number}", uses("account/account/NOUN", f"{target}//NOUN", "0-0"))
    return found


def test_the_rarer_name_is_listed_with_its_place_and_forms_are_one_name() -> None:
    [term] = listed("Konto", "Konto", "Kontos", "Zugang").terms()
    assert [(each.name, len(each.places)) for each in term.variants] == [
        ("Konto", 3),
        ("Zugang", 1),
    ]
    assert term.variants[1].places == (Spot("A", "d3", 0),)
    assert (term.source, term.count, term.is_name) == ("account", 4, False)


def test_rare_terms_are_left_out() -> None:
    assert listed("Konto").terms() == ()
    assert len(listed("Konto").terms(1)) == 1
    assert listed("Konto", "Konto").terms(text="B") == ()


EVIL = 'a "quoted", <odd> & long\nname'
TERM = Term(
    EVIL, False, (Variant("Konto", (Spot("A", "d", 1),)), Variant("<b>", (Spot("A", "d", 2),))), ()
)


def test_csv_can_be_read_as_a_glossary(tmp_path: Path) -> None:
    text = "".join(formats.csv_lines({"A": [TERM]}))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (rows[0]["source"], rows[0]["places"], rows[1]["count"]) == (EVIL, "d:1", "1")
    path = tmp_path / "g.csv"
    path.write_text(text, encoding="utf-8")
    assert read_glossary(path, pack("en"), pack("de")) == [
        Entry(source=EVIL, target="Konto"),
        Entry(source=EVIL, target="<b>", status="admitted"),
    ]


@pytest.mark.parametrize("text", ["=1+2", "+x", "-x", "@x"])
def test_no_cell_of_a_table_is_a_formula(tmp_path: Path, text: str) -> None:
    term = Term(text, False, (Variant(text, (Spot(text, text, 1),)),), ())
    written = "".join(formats.csv_lines({text: [term]}))
    [row] = csv.DictReader(io.StringIO(written))
    assert {row[name] for name in ("source", "target", "text")} == {f"'{text}"}
    assert row["places"].startswith("'")
    path = tmp_path / "g.csv"
    path.write_text(written, encoding="utf-8")
    assert read_glossary(path, pack("en"), pack("de")) == [Entry(source=text, target=text)]


def test_tbx_can_be_read_as_a_glossary(tmp_path: Path) -> None:
    path = tmp_path / "g.tbx"
    path.write_text("".join(formats.tbx([TERM], "en", "de")), encoding="utf-8")
    found = read_glossary(path, pack("en"), pack("de"))
    assert [(entry.target, entry.status) for entry in found] == [
        ("Konto", "preferred"), ("<b>", "admitted"),
    ]  # fmt: skip
    assert found[0].source == EVIL.replace("\n", " ")


def test_a_prompt_has_a_line_for_each_term() -> None:
    lines = list(formats.prompt([TERM, Term("x", True, (), (Spot("A", "d", 0),))]))
    assert lines[1:] == ['- a "quoted", <odd> & long name → Konto\n']


def test_json_tells_every_place() -> None:
    [term] = formats.json_data({"A": [TERM]})["A"]
    assert term["names"][0]["places"] == [{"document": "d", "segment": 1}]
    assert term["unlinked"] == []
