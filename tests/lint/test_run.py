"""Checks run over tagged documents; their findings are placed, counted and suppressed."""

from __future__ import annotations

import pytest

from discotag.core.document import ParallelText
from discotag.core.errors import (
    ComponentError,
    PluginError,
    UndeclaredMarksError,
    UsageError,
)
from discotag_lint.check import CheckInfo, CodeInfo, Severity
from discotag_lint.locations import Files
from discotag_lint.report import LintReport
from discotag_lint.suppressions import Suppression


def test_a_finding_has_file_line_column_and_both_texts(loud, make_text):
    result = loud(make_text("one", "so LOUD here", "and 🙂 SO too", first=7))
    (finding,) = result.findings
    assert finding.spot.where == "a.xx:8:7"  # columns count code points
    assert finding.spot.word == "SO"
    assert finding.counterpart == "src and 🙂 so too"
    assert [other.where for other in finding.others] == ["a.xx:7:4"]
    assert (finding.code, finding.severity) == ("XX101", Severity.WARNING)


def test_findings_come_in_the_order_of_the_text_document_by_document(loud, make_text):
    result = loud(make_text("b", "A B", "C"), make_text("a", "A", "B", first=3))
    assert [(f.document, f.spot.word) for f in result.findings] == [
        ("b", "B"), ("b", "C"), ("a", "B"),
    ]  # fmt: skip
    assert (result.documents, result.segments) == (2, 4)
    assert LintReport((result,)).rate() == 750.0
    assert LintReport((result,)).rate("XX102") == 0.0


def test_no_segment_has_no_rate(loud):
    assert LintReport((loud(),)).rate() is None


def test_a_finding_may_be_milder_than_its_code(loud, make_text):
    result = loud(make_text("one", "A B"))
    assert result.findings[0].severity is Severity.NOTE
    assert not result.reaches(Severity.WARNING)
    assert result.reaches(Severity.NOTE)


def test_only_the_wanted_codes_are_told(loud, make_text):
    result = loud(make_text("one", "A", "B"), codes={"XX102"})
    assert result.findings == ()
    assert list(result.codes) == ["XX102"]


def test_the_fingerprint_survives_moved_lines_but_not_a_changed_segment(loud, make_text):
    def fingerprints(text):
        return [finding.fingerprint for finding in loud(text).findings]

    (here,) = fingerprints(make_text("one", "A", "and B"))
    assert fingerprints(make_text("one", "A", "new", "and B", first=50)) == [here]
    assert fingerprints(make_text("one", "A", "or B")) != [here]
    assert fingerprints(make_text("two", "A", "and B")) != [here]


def test_suppressed_findings_are_kept_apart_and_unused_suppressions_are_told(loud, make_text):
    used = Suppression(code="XX101", document="o*", reason="it must be loud")
    unused = Suppression(code="XX101", document="three", reason="it was loud")
    texts = make_text("one", "A", "B"), make_text("two", "A", "B")
    result = loud(*texts, suppressions=(used, unused))
    assert [finding.document for finding in result.findings] == ["two"]
    assert [(f.document, entry) for f, entry in result.suppressed] == [("one", used)]
    assert result.unused == (unused,)


def test_a_corpus_without_lines_tells_the_segment(loud):
    text = ParallelText("one", ("a", "b"), {"x": ("A", "so B")}, {})
    (finding,) = loud(text, files=Files("a.jsonl", "a.jsonl", has_columns=False)).findings
    assert finding.spot.where == "a.jsonl: segment 2"


def test_a_file_whose_lines_are_no_segments_tells_no_column(loud, make_text):
    (finding,) = loud(make_text("one", "A", "B"), files=Files("a.tsv", "a.tsv", False)).findings
    assert finding.spot.where == "a.tsv:2"


@pytest.mark.parametrize("texts", [{}, {"a": ("A",), "b": ("B",)}], ids=["none", "two"])
def test_one_translation_is_needed(loud, texts):
    with pytest.raises(UsageError, match="give one with --tgt"):
        loud(ParallelText("one", ("a",), texts, {}))


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("Outside", "points to target token 99 of segment 0"),
        ("Foreign", "found YY999, but declares XX101, XX102"),
        ("Greedy", "layer 'alignment' was read but not computed"),
    ],
)
def test_a_check_that_misbehaves_is_named(loud, make_text, check, message):
    with pytest.raises(ComponentError, match=f"check loud .* on document 'one'.*{message}"):
        loud(make_text("one", "A"), check=check)


def test_two_checks_of_one_code_are_an_error(loud, make_text):
    code = CodeInfo(name="x", summary="s", advice="a")
    other = CheckInfo(name="other", summary="s", factory="m:C", codes={"XX101": code})
    with pytest.raises(PluginError, match=r"XX101 is declared by check loud .* and check other"):
        loud(make_text("one", "A"), others=[other])


def test_a_failing_document_can_be_skipped(loud, make_text):
    texts = make_text("bad", "A", "B"), make_text("good", "A", "B")
    with pytest.raises(ComponentError):
        loud(*texts, check="Failing")
    result = loud(*texts, check="Failing", on_error="skip")
    assert len(result.failures) == 1
    assert [finding.document for finding in result.findings] == ["good"]


def test_a_check_that_nobody_named_is_left_out_when_it_fails(loud, make_text):
    texts = make_text("good", "A", "B"), make_text("bad", "A", "B"), make_text("more", "A", "B")
    result = loud(*texts, check="Failing", is_lenient=True)
    assert [finding.document for finding in result.findings] == ["good"]
    (told,) = result.failures
    assert "check loud" in told
    assert "document 'bad'" in told
    assert "the check is left out (--without " in told


def test_marks_of_no_declared_phenomenon_are_an_error(loud, make_text):
    with pytest.raises(UndeclaredMarksError, match=r"name those .* in `phenomena`"):
        loud(make_text("one", "A", "B"), phenomena=())


@pytest.mark.parametrize(("markup", "seen"), [("masked", "A \u2063\u2060 b"), ("shown", "A {} b")])
def test_a_check_sees_markup_only_if_it_declares_it(loud, monkeypatch, markup, seen):
    texts = []

    class Seeing:
        create = classmethod(lambda cls, context: cls())

        def check(self, tagged):
            texts.extend(tagged.document.target.segments)
            return ()

    monkeypatch.setattr("fake_checks.Seeing", Seeing, raising=False)
    info = CheckInfo(
        name="seeing",
        summary="s",
        factory="fake_checks:Seeing",
        markup=markup,
        codes={},
    )
    masked = ParallelText(
        "one", ("a",), {"t": ("A \u2063\u2060 b",)}, {}, (1,), shown={"t": ("A {} b",)}
    )
    loud(masked, others=[info])
    assert texts == [seen]
