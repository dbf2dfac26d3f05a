"""What comes out: rows, data frames, HTML, and errors that say what to do."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import discotag
import discotag_lint
from discotag.core.errors import UnknownNameError, UsageError

LANGUAGES = {"source_language": "en", "target_language": "fr"}


def test_every_translation_of_every_document_is_tagged(tagged):
    assert [(t.document.id, t.document.system) for t in tagged] == [
        ("talk", "ref"), ("talk", "A"), ("talk", "B"), ("shop", "ref"), ("shop", "A"), ("shop", "B")
    ]  # fmt: skip
    assert tagged.counts() == {"formality": 2, "pronouns": 3}


def test_rows_are_the_marks(tagged):
    rows = tagged.to_dicts()
    assert len(rows) == sum(len(document.marks) for document in tagged)
    elle = next(row for row in rows if row["form"] == "Elle")
    assert (elle["phenomenon"], elle["label"], elle["distance"]) == ("pronouns", "it→fem", 1)


def test_rows_make_a_data_frame(tagged, scores):
    pytest.importorskip("pandas")
    assert len(tagged.to_pandas()) == len(tagged.to_dicts())
    assert list(scores.to_pandas().columns) == list(scores.to_dicts()[0])


def test_scores_are_those_of_the_run(scores):
    assert scores.value("choice", "A", "pronouns") == 0
    assert scores.value("choice", "B", "pronouns") == 1
    assert [row["system"] for row in scores.to_dicts() if row["label"] is None][:2] == ["A", "A"]
    with pytest.raises(UsageError, match="nothing"):
        scores.value("choice", "A", "nothing")


def test_another_baseline_turns_the_difference(scores):
    def difference(baseline):
        rows = discotag.compare(scores, baseline=baseline).to_dicts()
        return next(r for r in rows if (r["phenomenon"], r["label"]) == ("pronouns", None))

    assert (difference("A")["system"], difference("A")["value"]) == ("B", 1)
    assert (difference("B")["system"], difference("B")["value"]) == ("A", -1)
    assert difference("A")["p_holm"] is None


def test_folders_are_compared_as_results_are(corpus, tmp_path):
    kept = discotag.score(corpus, scorers=["choice"], phenomena=["formality"], out=tmp_path / "run")
    assert (tmp_path / "run" / "tags" / "A.jsonl").is_file()
    told = [run.to_dicts() for run in (discotag.compare(kept), discotag.compare(tmp_path / "run"))]
    assert told[0] == told[1]


def test_findings_tell_both_words(corpus):
    found = discotag_lint.lint(corpus, "A", codes=["DT101"])
    (row,) = found.to_dicts()
    assert (row["document"], row["segment"], row["word"]) == ("talk", 1, "toi")
    assert row["others"] == ["Vous (0)"]
    assert len(discotag_lint.lint(corpus, "B", codes=["DT101"])) == 0


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda c: discotag.tag(c, annotators="word-list"), UsageError, "give a list of names"),
        (lambda c: discotag.tag(c, phenomenon=["x"]), UsageError, "unknown option phenomenon"),
        (lambda c: discotag_lint.lint(c, None), UsageError, r"name one: lint\(corpus, NAME\)"),
        (lambda _: discotag.tag(["You sleep."]), UsageError, "expected a Corpus, got list"),
        (
            lambda _: discotag.tag(discotag.load(["a"], **LANGUAGES)),
            UsageError,
            "holds no translation",
        ),
        (lambda c: discotag_lint.lint(c, "C"), UnknownNameError, "unknown text 'C'"),
        (
            lambda c: discotag_lint.lint(c, "A", codes=["DT9"]),
            UnknownNameError,
            "unknown code 'DT9'",
        ),
        (lambda c: discotag.compare(), UsageError, "give one result of score"),
        (
            lambda c: discotag.score(discotag.load(["a"], ["b"], **LANGUAGES)),
            UsageError,
            "a system",
        ),
    ],
    ids=[
        "string",
        "choice",
        "several",
        "list",
        "no translation",
        "text",
        "code",
        "nothing",
        "no system",
    ],
)
def test_a_wrong_call_is_told(corpus, call, error, told):
    with pytest.raises(error, match=told):
        call(corpus)


def test_the_html_shows_texts_untouched_and_escaped(tagged):
    shown = tagged._repr_html_()
    assert 'title="pronouns: it→fem, decided by &quot;table&quot; (source 0)' in shown
    assert ">Elle</b> était bon marché." in shown
    assert "http" not in shown
    assert "<script" not in shown
    first = tagged.documents[0]
    side = replace(first.document.source, segments=("<b>&", "<script>"))
    evil = replace(first, document=replace(first.document, source=side, id="<i>"))
    shown = replace(tagged, documents=(evil,))._repr_html_()
    assert "&lt;b&gt;&amp;" in shown
    assert "<script" not in shown
    assert "&lt;i&gt;" in shown


def test_tables_have_a_dash_for_what_is_undefined(scores):
    shown = discotag.compare(scores)._repr_html_()
    assert "<td>–</td>" in shown
    assert len(re.findall("<th>", shown)) == len(discotag.compare(scores).to_dicts()[0])
    assert "<td>None</td>" not in scores._repr_html_()


def test_results_are_short_in_a_terminal(corpus, tagged, scores):
    alone = discotag.load(["a"], **LANGUAGES)
    assert repr(alone) == "<Corpus en-fr: 1 document, 1 segment; no translation>"
    assert repr(corpus) == "<Corpus en-fr: 2 documents, 4 segments; ref, A, B>"
    assert repr(tagged) == "<Tagged: 6 documents; tags: formality 2, pronouns 3>"
    assert repr(scores) == "<Scores en-fr: A, B; 2 documents; choice>"
