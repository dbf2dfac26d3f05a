"""Expected words: what counts as holding one, what is counted, and how they travel in files."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from functools import cache

import pytest

from discotag.core.document import Document, Expected, ParallelText, Side
from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.core.results import Comparison, Row
from discotag.core.tags import TaggedDocument
from discotag.files.tags import read_tags, tag_line
from discotag.plugins.readers.jsonl import JsonlReader
from discotag.plugins.scorers import expected as module
from discotag.plugins.scorers.expected import ExpectedScorer
from discotag.plugins.scorers.plugin import discotag_scorers
from discotag.scoring.table import BoundScorer, score
from discotag.testing import context, document

INFO = next(info for info in discotag_scorers() if info.name == "expected")


@cache
def installed(code):
    return open_registry().language(code).info


def holds(line, form, target="fr", **options):
    made = context(installed(target), name="expected", **options)
    return ExpectedScorer.create(made).holds(line, form)


def text(lines, expected=(), *, system="A", id="d"):
    sides = [Side(language, tuple(lines)) for language in ("en", "fr")]
    built = Document(id=id, source=sides[0], target=sides[1], system=system, expected=expected)
    return replace_tokens(built)


def replace_tokens(built):
    """Return every segment no tokens: the scorer reads text alone."""
    bare = document([""] * len(built), [""] * len(built))
    sides = {
        name: replace(getattr(built, name), tokens=getattr(bare, name).tokens)
        for name in ("source", "target")
    }
    return TaggedDocument(replace(built, **sides), ())


def rows_of(*pairs, **options):
    scorer = ExpectedScorer.create(context("fr", name="expected", **options))
    comparisons = [Comparison((reference,), hypothesis) for reference, hypothesis in pairs]
    (table,) = score(comparisons, [BoundScorer(INFO, scorer, "core")], phenomena=("formality",))
    return {found.row: found for found in table.scores()}


def test_examples_hold():
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


@pytest.mark.parametrize(
    ("line", "form", "target"),
    [
        pytest.param("Vous dormez.", "vous", "fr", id="case"),
        pytest.param("Dormez-vous ?", "vous", "fr", id="hyphen"),
        pytest.param("« Vous »", "vous", "fr", id="quotes"),
        pytest.param("C'est l'eau.", "l'", "fr", id="elided"),
        pytest.param("Il s\u2019est tu.", "s'est", "fr", id="other apostrophe"),
        pytest.param("lui-même", "lui-même", "fr", id="compound"),
        pytest.param("cafe\u0301", "café", "fr", id="decomposed"),
        pytest.param("stra\u00adße", "STRASSE", "de", id="soft hyphen and ß"),
        pytest.param("er geht so", "geht so", "de", id="two words"),
        pytest.param("\u200fשלום\u200f", "שלום", "he", id="direction marks"),
        pytest.param("שָׁלוֹם לך", "שָׁלוֹם", "he", id="vowel points"),
        pytest.param("他们走了。", "他们", "zh", id="without spaces"),
        pytest.param("他們走了。", "他們", "zh-tw", id="variety"),
        pytest.param("IŞIK", "ışık", "tr", id="dotless i"),
        pytest.param("İyi", "iyi", "tr", id="dotted I"),
        pytest.param("Quoi ?!", "?!", "fr", id="punctuation alone"),
    ],
)
def test_a_line_holds_a_form(line, form, target):
    assert holds(line, form, target)


@pytest.mark.parametrize(
    ("line", "form", "target"),
    [
        pytest.param("rendez-moi", "rend", "fr", id="part of a word"),
        pytest.param("elles", "elle", "fr", id="beginning of a word"),
        pytest.param("so er geht", "geht so", "de", id="other order"),
        pytest.param("cafe", "café", "fr", id="accent"),
        pytest.param("她走了。", "他", "zh", id="without spaces"),
        pytest.param("", "vous", "fr", id="empty"),
        pytest.param("Quoi ?", "?!", "fr", id="punctuation alone"),
    ],
)
def test_a_line_does_not_hold_a_form(line, form, target):
    assert not holds(line, form, target)


def test_whether_words_are_whole_can_be_chosen():
    assert holds("elles", "elle", match="substring")
    assert not holds("他们", "他", "zh", match="words")


def test_any_of_the_forms_will_do_and_nothing_expected_counts_nothing():
    wanted = (Expected(("du", "dir")), None, Expected(("du",)), Expected(("du",)))
    hypothesis = text(["Ich helfe dir.", "du", "Sie", " "], wanted)
    found = rows_of((text(["x"] * 4, wanted, system="ref"), hypothesis))
    assert found[Row()].measures == {"accuracy": 1 / 3, "missing": 1 / 3}
    assert found[Row()].support == 3
    assert list(found) == [Row()]


def test_what_the_suite_says_it_tests_has_rows_of_its_own():
    wanted = (Expected(("du",), "register", "T"), Expected(("er",), "gender"), Expected(("a",)))
    found = rows_of((text(["x"] * 3, wanted), text(["du", "sie", "b"], wanted)))
    assert {row: (item.value, item.support) for row, item in found.items()} == {
        Row(): (1 / 3, 3),
        Row("gender"): (0.0, 1),
        Row("register"): (1.0, 1),
        Row("register", "T"): (1.0, 1),
    }


def test_a_suite_without_any_word_is_undefined_not_zero():
    nothing = (None, None)
    found = rows_of((text(["x", "y"], nothing), text(["x", "y"], nothing)))
    assert found[Row()].measures == {"accuracy": None, "missing": None}
    assert found[Row()].support == 0


def test_several_references_count_once():
    wanted = (Expected(("du",)),)
    scorer = ExpectedScorer.create(context("de", name="expected"))
    pair = Comparison((text(["x"], wanted), text(["y"], wanted)), text(["du"], wanted))
    (found,) = scorer.statistics([pair])
    assert found.counts == {Row(): (1, 0, 1)}


def test_the_words_may_stand_beside_the_reference_alone():
    found = rows_of((text(["x"], (Expected(("du",)),)), text(["du"])))
    assert found[Row()].value == 1.0


def test_a_corpus_without_expected_words_is_refused_with_advice():
    with pytest.raises(UsageError, match=r"no expected words.*ctxpro.*JSONL"):
        rows_of((text(["x"]), text(["x"])))


def test_how_words_are_matched_is_part_of_the_signature():
    for code, told in (("ja", "match:substring"), ("ko", "match:words")):
        made = context(installed(code), name="expected")
        assert ExpectedScorer.create(made).signature() == told
    with pytest.raises(UsageError, match="match"):
        ExpectedScorer.create(context("fr", name="expected", match="sounds"))


@pytest.mark.parametrize(
    "fields",
    [{"forms": ()}, {"forms": (" ",)}, {"forms": ("a",), "label": "x"}],
    ids=["none", "blank", "label alone"],
)
def test_an_expected_word_must_say_what_to_look_for(fields):
    with pytest.raises(ValueError, match="expected word"):
        Expected(**fields)


def test_there_is_one_value_per_segment():
    with pytest.raises(ValueError, match="2 expected words for 1"):
        text(["x"], (None, None))
    with pytest.raises(ValueError, match="'d': 2 expected words for 1"):
        ParallelText("d", ("x",), {}, {}, expected=(None, None))


def test_expected_words_come_back_from_tags(tmp_path):
    wanted = (None, Expected(("du", "dir"), "register", "T"), Expected(("er",)))
    first, second = text(["x"] * 3, wanted, id="1"), text(["x"], id="2")
    path = tmp_path / "tags.jsonl"
    path.write_text("".join(tag_line(item, ()) for item in (first, second)), "utf-8")
    assert [item.document.expected for item in read_tags(path)] == [wanted, ()]
    assert json.loads(path.read_text("utf-8").splitlines()[0])["expected"] == [
        None,
        {"forms": ["du", "dir"], "phenomenon": "register", "label": "T"},
        {"forms": ["er"]},
    ]


def test_tags_with_an_impossible_expected_word_name_it(tmp_path):
    record = json.loads(tag_line(text(["x"], (Expected(("du",)),)), ()))
    record["expected"][0]["forms"] = []
    path = tmp_path / "tags.jsonl"
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(InputError, match=r"tags.jsonl:1: expected.0: .*at least one form"):
        list(read_tags(path))


def jsonl(folder, *documents):
    path = folder / "c.jsonl"
    lines = [json.dumps({"id": str(n), "source": ["s", "t"]} | d) for n, d in enumerate(documents)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return JsonlReader().read(CorpusRequest(source=path))


def test_a_jsonl_corpus_tells_expected_words(tmp_path):
    rich = {"forms": ["du", "dir"], "phenomenon": "register", "label": "T"}
    first, second = jsonl(tmp_path, {"expected": ["er", rich]}, {"expected": [None, None]})
    assert first.expected == (Expected(("er",)), Expected(("du", "dir"), "register", "T"))
    assert second.expected == (None, None)


@pytest.mark.parametrize(
    ("documents", "error", "message"),
    [
        ([{"expected": ["a"]}], LineCountError, r"c.jsonl:1: expected: 1 value where .* 2"),
        ([{"expected": ["a", ""]}], InputError, r"c.jsonl:1: expected.1: .*blank"),
        ([{"expected": ["a", 3]}], InputError, r"c.jsonl:1: expected.1"),
        ([{"expected": []}], InputError, r"c.jsonl:1: expected"),
        ([{"expected": ["a", "b"]}, {}], InputError, r"c.jsonl:2: expected: all documents"),
        ([{}, {"expected": ["a", "b"]}], InputError, r"c.jsonl:2: expected: all documents"),
    ],
    ids=["too few", "blank", "number", "empty", "then none", "first none"],
)
def test_faults_of_expected_words_name_line_and_field(tmp_path, documents, error, message):
    with pytest.raises(error, match=message):
        list(jsonl(tmp_path, *documents))
