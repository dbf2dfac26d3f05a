"""Findings as text, as SARIF that a validator would take, and as a page that cannot be broken."""

from __future__ import annotations

import json

import pytest

from discotag_lint.html_page import page
from discotag_lint.locations import Files
from discotag_lint.machine_formats import sarif_log, uri
from discotag_lint.report import LintReport
from discotag_lint.suppressions import Suppression
from discotag_lint.text_formats import AROUND, excerpt, summary, terminal


@pytest.fixture
def result(loud, make_text):
    accepted = Suppression(code="XX101", document="two", reason="agreed with the client")
    texts = make_text("one", "A word", "and B too"), make_text("two", "A", "B", first=3)
    return LintReport((loud(*texts, suppressions=(accepted,)),))


def test_text_is_grouped_by_document_with_both_places(result):
    assert "".join(terminal(result)).split("\n")[:-1] == [
        "# one",
        "a.xx:2:5: XX101 too-loud (warning): too loud",
        "    and [B] too",
        "    source: src and b too",
        "  a.xx:1:1: [A] word",
        "",
    ]


def test_the_summary_counts_by_severity_and_density(result):
    assert summary(result) == (
        "1 finding (1 warning) in 4 segments of 2 documents; 250.0 per 1,000 segments; 1 suppressed"
    )


def test_long_segments_are_cut_around_the_word(loud, make_text):
    long = "x" * 100
    (finding,) = loud(make_text("one", "A", f"{long} B {long}")).findings
    around = "x" * (AROUND - 1)
    assert excerpt(finding.spot) == f"…{around} [B] {around}…"


def test_data_is_plain_and_has_no_nan(result, loud):
    data = json.loads(json.dumps(result.data(), allow_nan=False))
    assert data["findings"][0]["place"]["end_column"] == 6
    assert data["suppressed"][0]["reason"] == "agreed with the client"
    assert data["codes"]["XX102"]["findings"] == 0
    assert LintReport((loud(),)).data()["codes"]["XX101"]["per_1000_segments"] is None


def test_sarif_has_rules_regions_related_places_and_fingerprints(result):
    log = sarif_log(result)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["XX101", "XX102"]
    assert rules[0]["help"]["text"] == "Speak softly."
    assert run["columnKind"] == "unicodeCodePoints"
    first, accepted = run["results"]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"]
    assert first["level"] == "warning"
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a.xx"
    region = {name: value for name, value in place["region"].items() if name != "snippet"}
    assert region == {"startLine": 2, "startColumn": 5, "endColumn": 6}
    related = first["relatedLocations"][0]["physicalLocation"]["region"]
    assert related["startLine"] == 1
    assert first["partialFingerprints"]["discotag/v1"]
    assert "suppressions" not in first
    assert accepted["suppressions"][0]["justification"] == "agreed with the client"


def test_sarif_leaves_out_what_is_not_known(loud, make_text):
    files = Files("a.tsv", "a.tsv", has_columns=False)
    log = sarif_log(LintReport((loud(make_text("one", "A", "B"), files=files),)))
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert "startColumn" not in region


@pytest.mark.parametrize(
    ("file", "expected"),
    [("a b.fr", "a%20b.fr"), ("-", "stdin"), ("/x/é.fr", "file:///x/%C3%A9.fr")],
)
def test_files_are_uris(file, expected):
    assert uri(file) == expected


def test_the_page_escapes_whatever_a_text_holds(loud, make_text):
    bad = '<script>alert(1)</script> & "'
    page_text = "".join(page(LintReport((loud(make_text(bad, "A", f"{bad} B")),))))
    assert "<script" not in page_text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot; <mark>B</mark>" in page_text
    assert "default-src 'none'" in page_text


def test_the_page_is_well_formed_and_says_the_language(result):
    from lxml import html

    tree = html.document_fromstring("".join(page(result)))
    assert [head.text for head in tree.iter("h2")] == ["one"]
    assert {span.get("lang") for span in tree.iter("span")} == {"en", "xx"}
    assert len(list(tree.iter("article"))) == 1
