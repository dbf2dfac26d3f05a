"""Findings for GitHub, GitLab and JUnit: what their rules ask for, whatever the texts hold."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from lxml import etree
from pydantic import ValidationError

from discotag_lint.locations import Files
from discotag_lint.outputs import FORMATS, pieces, write_report
from discotag_lint.report import Fault, LintReport
from discotag_lint.suppressions import InlineSuppression
from tests.lint.schemas import JUNIT, Degradation

BAD = "100%: a,b::c \x01 <&> | `x` ]]> \u2028 \r é"
FAULT = Fault("l/b.xlf", "l/b.xlf:1: is no\nwell-formed XML", 3)


@pytest.fixture
def report(loud, make_text):
    files = Files("l/a.en", "l/a, b%.xx")
    texts = (make_text("one", f"A {BAD}", f"B {BAD}", "A"), make_text("two", "C", "D", first=9))
    results = (loud(*texts, files=files), loud(files=Files("c.en", "c.xx")))
    return LintReport(results, (FAULT,))


def text(report, shape):
    return "".join(pieces(report, shape))


def test_a_workflow_command_is_one_line_with_escaped_properties(report):
    lines = text(report, "github").removesuffix("\n").split("\n")
    assert len(lines) == len(report.findings) + 1
    pattern = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:\r]*)(?:,\w+=[^,:\r]*)*)::[^\r]+")
    assert [line for line in lines if not pattern.fullmatch(line)] == []
    first = lines[0]
    assert first.startswith("::warning file=l/a%2C b%25.xx,line=2,col=1,endColumn=2,title=XX101 ")
    assert "%0A" in first
    assert "100%25: a" in first
    assert lines[-1].startswith("::error file=l/b.xlf,title=discotag lint::l/b.xlf:1: is no%0Awell")


def test_a_code_quality_report_has_what_gitlab_asks_for(report):
    data = json.loads(text(report, "gitlab"))
    assert len(data) == len(report.findings) + 1
    assert [Degradation.model_validate(item, strict=True) for item in data]
    assert len({item["fingerprint"] for item in data}) == len(data)
    assert data[0]["location"] == {"path": "l/a, b%.xx", "lines": {"begin": 2}}
    assert [item["fingerprint"] for item in json.loads(text(report, "gitlab"))] == [
        item["fingerprint"] for item in data
    ]


def test_equal_findings_have_fingerprints_of_their_own(loud, make_text):
    twice = [loud(make_text("one", "A", "B"), files=Files("a", name)) for name in ("x", "x", "y")]
    data = json.loads(text(LintReport(tuple(twice)), "gitlab"))
    assert len({item["fingerprint"] for item in data}) == 3


@pytest.mark.parametrize(
    "broken",
    [{"severity": "warning"}, {"location": {"path": "/a", "lines": {"begin": 1}}}, {"extra": 1},
     {"location": {"path": "a", "lines": {"begin": 0}}}, {"fingerprint": ""}],
    ids=["severity", "absolute", "unknown", "line", "fingerprint"],
)  # fmt: skip
def test_the_rules_of_gitlab_refuse_what_breaks_them(report, broken):
    item, *_ = json.loads(text(report, "gitlab"))
    with pytest.raises(ValidationError):
        Degradation.model_validate({**item, **broken}, strict=True)


@pytest.mark.parametrize("is_empty", [False, True], ids=["findings", "nothing"])
def test_a_junit_report_keeps_to_its_schema(report, is_empty):
    told = text(LintReport(()) if is_empty else report, "junit").encode()
    JUNIT.assertValid(etree.fromstring(told))


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"<failure ", b"<fault "), (b' tests="1"', b' tests="one"'),
     (b"<testcase name=", b"<testcase x=")],
)  # fmt: skip
def test_the_schema_of_junit_refuses_what_breaks_it(report, old, new):
    told = text(report, "junit").encode()
    assert old in told
    close = old.replace(b"<", b"</").strip() + b">", new.replace(b"<", b"</").strip() + b">"
    root = etree.fromstring(told.replace(old, new).replace(*close))
    assert not JUNIT.validate(root)


def test_a_junit_report_is_xml_with_right_counts(report):
    root = ElementTree.fromstring(text(report, "junit").encode())
    assert root.tag == "testsuites"
    suites = list(root)
    assert [suite.get("name") for suite in suites] == ["l/a, b%.xx", "c.xx", "l/b.xlf"]
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("errors")) == len(suite.findall("testcase/error"))
        assert all(case.get("name") and case.get("classname") for case in cases)
    for name in ("tests", "failures", "errors"):
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in suites)
    failure = suites[0].find("testcase/failure")
    assert failure.get("type") == "warning.XX101"
    assert "]]>" in failure.text
    assert "\ufffd" in failure.text


def test_a_summary_is_markdown_that_a_text_cannot_break(report):
    page = text(report, "markdown")
    assert page.startswith("## discotag lint\n\n")
    rows = [line for line in page.splitlines() if line.startswith("| l/")]
    assert len(rows) == len(report.findings)
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}
    assert "\\<" in page
    assert "**Could not be read:**" in page


def test_a_long_summary_says_that_it_is_cut(loud, make_text):
    many = make_text("one", *["A"] * 60)
    page = text(LintReport((loud(many),)), "markdown")
    assert "9 more are not shown here." in page


def test_files_are_named_from_the_working_folder_on(loud, make_text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = Files("a", str(tmp_path / "l" / "a.xx"))
    found = LintReport((loud(make_text("one", "A", "B"), files=files),))
    assert json.loads(text(found, "gitlab"))[0]["location"]["path"] == "l/a.xx"
    assert "file=l/a.xx," in text(found, "github")


@pytest.mark.parametrize("shape", list(FORMATS))
def test_every_format_can_be_written_to_a_file(report, shape, tmp_path):
    write_report(report, shape, tmp_path / "found")
    assert (tmp_path / "found").read_bytes().decode() == text(report, shape)


def test_comments_accept_codes_in_their_own_segments(loud, make_text):
    document = replace(
        make_text("one", "A", "B", "C"),
        comments=("", "discotag: ignore XX101 loud on purpose", "discotag: ignore XX101 also"),
        units=("u1", "u2", "u3"),
    )
    other = replace(make_text("two", "A"), comments=("discotag: ignore XX101 nothing",))
    result = loud(document, other)
    assert result.findings == ()
    assert [entry.reason for _, entry in result.suppressed] == ["loud on purpose", "also"]
    assert [str(entry) for entry in result.unused] == ["XX101 in the comment at a.xx:1"]
    data = LintReport((result,)).data()
    assert data["suppressed"][0]["reason"] == "loud on purpose"
    assert data["unused_suppressions"][0]["where"] == "a.xx:1"
    assert isinstance(result.unused[0], InlineSuppression)


def test_a_text_cannot_steer_the_terminal(report):
    shown = text(report, "text")
    assert "\x01" not in shown
    assert "␁" in shown
