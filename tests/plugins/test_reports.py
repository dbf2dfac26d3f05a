"""Reports say what the results say, keep absent and zero apart, and let no text act."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace

import pytest
from lxml import html

from discotag.core.errors import PluginError
from discotag.core.results import Difference, Interval, Judgement, Row, Score, Verdict
from discotag.core.tags import Mark, TokenRef
from discotag.plugins.reports.page import HtmlReport
from discotag.testing.results import document_view, small_run

HOSTILE = "<script>alert(1)</script><!-- &amp; \u2028\u2029\u202e\ud800\x00 \"'` ]]>"


def render(results=None, views=None):
    small, documents = small_run()
    views = documents if views is None else views
    return "".join(HtmlReport.create({}).render(results or small, views))


def page(results=None, views=None):
    return html.document_fromstring(render(results, views).encode())


def text(element):
    return " ".join(element.text_content().split())


def figures(tree, scorer):
    """Return the score table of a scorer: system → cells as text."""
    (table,) = tree.xpath(f"//section[@aria-labelledby='scorer-{scorer}']/div/table")
    rows = table.xpath("./tbody/tr")
    return {text(row[0]).split()[0]: [text(cell) for cell in row[1:]] for row in rows}


def document(tree, place):
    return json.loads(tree.get_element_by_id(f"document-{place}").text)


def index(tree):
    return json.loads(tree.get_element_by_id("index").text)


@pytest.fixture(scope="module")
def tree():
    return page()


def test_a_value_stands_with_its_interval_and_its_marked_difference(tree):
    assert figures(tree, "choice")["A"][0] == "0.900 [0.850, 0.940]"
    assert figures(tree, "choice")["B"][0] == "0.000 [0.000, 0.000] −0.900*"


def test_undefined_is_a_dash_and_zero_is_zero(tree):
    assert figures(tree, "choice")["B"] == ["0.000 [0.000, 0.000] −0.900*", "–"]


def test_what_is_not_applicable_stands_with_its_reason(tree):
    (table,) = tree.xpath("//section[@aria-labelledby='counts-title']//table")
    assert [text(cell) for cell in table.xpath(".//tbody/tr[1]/td")] == [
        "not applicable",
        "1",
        "2 (1)",
    ]
    assert "not applicable: nothing is left out in French" in text(tree.body)


def test_a_difference_that_rounds_to_zero_has_no_sign_and_no_mark(tree):
    assert figures(tree, "bleu")["B"][0].endswith("] 0.0")


def test_too_few_documents_are_told_once_in_the_head_of_the_column(tree):
    (head,) = tree.xpath(
        "//section[@aria-labelledby='scorer-choice']/div//th[contains(., 'pronouns')]"
    )
    assert "too few for intervals" in text(head)
    assert "too few" not in figures(tree, "choice")["A"][1]


def test_too_few_documents_of_one_system_are_told_in_its_cell():
    results, _ = small_run()
    extra = Score("choice", "B", Row("pronouns"), {"accuracy": 0.7}, 40, 30, Interval(0.6, 0.8))
    kept = [
        score for score in results.scores if (score.system, score.row) != ("B", Row("pronouns"))
    ]
    cells = figures(page(replace(results, scores=(*kept, extra))), "choice")
    assert cells["A"][1] == "0.500 3 documents: too few"
    assert cells["B"][1] == "0.700 [0.600, 0.800]"


def test_a_p_value_of_exactly_five_percent_is_not_marked():
    results, _ = small_run()
    edge = Difference("choice", "B", "A", Row("formality"), -0.9, 20, None, 0.05, 0.05, 0.05)
    cells = figures(page(replace(results, differences=(edge,))), "choice")
    assert cells["B"][0].endswith("−0.900")


def test_the_text_says_test_family_samples_and_seed(tree):
    told = text(tree.get_element_by_id("scores"))
    for part in (
        "Difference to A",
        "approximate randomization",
        "Holm",
        "phenomena of the run",
        "1000 samples",
        "5000 trials",
        "Seed 7",
        "fewer than 10 documents",
    ):
        assert part in told
    (labels,) = tree.xpath("//section[@aria-labelledby='scorer-choice']/details")
    assert "the labels of one phenomenon" in text(labels)


def test_one_system_is_compared_with_nothing():
    results, views = small_run()
    how = replace(results.resampling, baseline=None)
    alone = replace(results, systems=("A",), differences=(), resampling=how)
    told = render(alone, views)
    assert "approximate randomization" not in told
    assert "(baseline)" not in told


def test_labels_unfold_with_their_support(tree):
    (labels,) = tree.xpath("//section[@aria-labelledby='scorer-choice']/details")
    assert text(labels.find("summary")) == "formality: 1 label"
    (row,) = labels.xpath(".//tbody/tr")
    assert [text(cell) for cell in row] == [
        "t",
        "0.900 [0.850, 0.940]",
        "0.000 [0.000, 0.000]",
        "40",
        "20",
    ]


def test_many_labels_are_cut_to_those_of_most_support_and_the_rest_is_told():
    results, _ = small_run()
    many = tuple(
        Score("choice", "A", Row("formality", f"l{place}"), {"accuracy": 0.5}, 100 - place, 20)
        for place in range(70)
    )
    tree = page(replace(results, scores=(*results.scores[:1], *many)))
    (labels,) = tree.xpath("//section[@aria-labelledby='scorer-choice']/details")
    assert len(labels.xpath(".//tbody/tr")) == 60
    assert "10 more, each with a support of 40 or less" in text(labels)


def test_notes_failures_and_signatures_are_shown(tree):
    told = text(tree.body)
    for part in ("line 3 is empty", "tagger ellipsis failed on talk", "s|v:1", "c|v:1", "b|v:1"):
        assert part in told


def test_the_policy_allows_this_style_and_this_program_alone(tree):
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'")
    for path, directive in (("//style", "style-src"), ("//script[not(@type)]", "script-src")):
        (element,) = tree.xpath(path)
        digest = base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert not tree.xpath("//*[@style or @onclick or @src or @href[not(starts-with(., '#'))]]")


def test_the_program_never_makes_markup_of_text(tree):
    (program,) = tree.xpath("//script[not(@type)]/text()")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", program)


def test_every_plot_has_a_title_and_a_description_in_words(tree):
    plots = tree.xpath("//*[local-name()='svg']")
    assert len(plots) == 3 + 2 + 2 + 3
    for plot in plots:
        assert plot.get("role") == "img"
        assert plot.xpath("./*[local-name()='title']/text()")
        assert plot.xpath("./*[local-name()='desc']/text()")
    assert plots[0].xpath("./*[local-name()='desc']/text()") == [
        "A 0.900, interval 0.850 to 0.940; B 0.000, interval 0.000 to 0.000."
    ]


def test_an_undefined_value_has_no_dot(tree):
    pronouns = tree.xpath("//*[local-name()='svg']")[1]
    assert len(pronouns.xpath(".//*[local-name()='circle']")) == 1
    assert "B undefined" in pronouns.xpath("./*[local-name()='desc']/text()")[0]


@pytest.mark.parametrize(
    ("value", "interval"),
    [(-3.0, Interval(-4, -2)), (2.0, Interval(1.5, 2.5)), (0.0, None), (1.0, None), (1e-9, None)],
    ids=["below the scale", "above the scale", "zero", "one", "tiny"],
)
def test_a_plot_holds_any_value(value, interval):
    results, _ = small_run()
    score = Score("choice", "A", Row("formality"), {"accuracy": value}, 4, 20, interval)
    (plot, *_) = page(replace(results, scores=(score,))).xpath("//*[local-name()='svg']")
    (dot,) = plot.xpath(".//*[local-name()='circle']")
    assert 0 <= float(dot.get("cx")) <= float(plot.get("width"))


def test_a_phenomenon_without_tags_has_no_empty_plot():
    results, _ = small_run()
    none = {"tags": 0, "marks": 0, "unresolved": 0}
    counts = {name: {**told, "pronouns": none} for name, told in results.counts.items()}
    undefined = Score("choice", "A", Row("pronouns"), {"accuracy": None}, 0)
    others = tuple(item for item in results.scores if item.row.phenomenon != "pronouns")
    tree = page(replace(results, counts=counts, scores=(*others, undefined)), ())
    titles = [
        text(title) for title in tree.xpath("//*[local-name()='svg']/*[local-name()='title']")
    ]
    assert "formality" in titles
    assert "pronouns" not in titles
    assert "pronouns: accuracy" not in titles
    assert "No text has a tag of pronouns." in text(tree)


def test_distances_are_counted_over_the_first_text(tree):
    (plot,) = tree.xpath("//*[local-name()='svg'][contains(., 'pronouns by distance')]")
    assert "1 back 1" in text(plot)
    assert "not found 1" in text(plot)


def test_the_index_lists_documents_with_wrong_and_missing_words(tree):
    talk, letter = index(tree)["documents"]
    assert talk == {
        "id": "talk",
        "domain": "speech",
        "segments": 3,
        "tags": 3,
        "wrong": [[0, 1, 0, 0, 2], [0, 2, 1, 1, 2]],
    }
    assert (letter["domain"], letter["tags"], letter["wrong"]) == (None, 0, [])


def test_a_document_holds_tags_with_their_evidence_by_character(tree):
    talk = document(tree, 0)
    it = talk["labels"].index("it→fem")
    pronouns = index(tree)["phenomena"].index("pronouns")
    assert talk["tags"][0][0] == [pronouns, it, 1, 0, 4, [[0, 2]], [[0, 0, 13, 18]], 1, 1]


def test_a_document_holds_verdicts_and_the_words_they_rest_on(tree):
    assert document(tree, 0)["verdicts"] == [
        [0, 1, "ccu", [[0, [[0, 4]]], [1, [[0, 2]]]]],
        [0, 2, "mwu", [[1, [[0, 4]]]]],
    ]


def test_evidence_that_was_not_found_has_no_distance(tree):
    lost = document(tree, 0)["tags"][0][2]
    assert lost[5:] == [[], [], None, None]


def test_offsets_count_utf16_units_as_the_program_does():
    marks = {"ref": [Mark("formality", "t", 0, 1, (1,), (TokenRef("source", 0, 1),))]}
    view = document_view("d", ["👋👋 you"], {"ref": ["👍 tu"]}, marks)
    ((tag,), *_) = document(page(views=[view]), 0)["tags"]
    assert tag[3:7] == [3, 5, [[5, 8]], [[0, 0, 5, 8]]]


def test_two_tags_of_one_kind_on_one_word_keep_their_own_verdicts():
    twice = Mark("formality", "t", 0, 0, (), (TokenRef("source", 0, 0),))
    told = [
        Judgement("formality", "t", 0, 0, verdict) for verdict in (Verdict.WRONG, Verdict.CORRECT)
    ]
    view = document_view(
        "d", ["x"], {"ref": ["y"], "A": ["y"]}, {"ref": [twice, twice]}, {("choice", "A"): told}
    )
    assert document(page(views=[view]), 0)["verdicts"] == [[0, 1, "wc", []]]


def test_a_verdict_on_a_tag_that_is_not_there_names_scorer_and_place():
    stray = Judgement("formality", "v", 0, 0, Verdict.WRONG)
    view = document_view("d9", ["x"], {"ref": ["y"], "A": ["y"]}, {}, {("choice", "A"): [stray]})
    with pytest.raises(PluginError, match=r"choice.*'d9', segment 0, token 0, formality 'v'"):
        page(views=[view])


def test_a_text_that_lacks_a_document_is_absent_there():
    view = document_view("d", ["x"], {"ref": ["y"], "A": ["z"]}, {})
    record = document(page(views=[view]), 0)
    assert record["targets"] == [["y"], ["z"], None]


def test_a_run_without_scores_shows_its_tags():
    results, views = small_run()
    bare = replace(
        results,
        references=(),
        systems=("A",),
        scorers={},
        scores=(),
        differences=(),
        resampling=None,
    )
    views = [replace(view, texts={"A": view.texts["A"]}, judgements={}) for view in views]
    tree = page(bare, views)
    assert "Nothing was scored" in text(tree.body)
    assert len(document(tree, 0)["tags"][0]) == 2


def test_documents_beyond_the_room_of_a_page_are_left_out_and_said_to_be():
    results, views = small_run()
    written = "".join(HtmlReport.create({"megabytes": 0.0001}).render(results, views))
    tree = html.document_fromstring(written.encode())
    assert [entry["id"] for entry in index(tree)["documents"]] == ["talk"]
    assert not tree.xpath("//*[@id='document-1']")
    assert "The first 1 of 2 documents" in text(tree.get_element_by_id("documents"))
    assert "The first" not in text(page().get_element_by_id("documents"))


def test_a_run_without_documents_has_no_part_for_them():
    tree = page(views=[])
    assert not tree.xpath("//*[@id='documents' or @id='index' or @id='app']")


@pytest.mark.parametrize(
    ("code", "direction"), [("ar", "rtl"), ("he", "rtl"), ("fa-ir", "rtl"), ("zh-tw", "ltr")]
)
def test_languages_carry_their_direction(code, direction):
    results, views = small_run()
    tree = page(replace(results, target_language=code), views)
    assert index(tree)["target"] == {"code": code, "direction": direction}


def hostile_run():
    results, _ = small_run()
    name = HOSTILE
    scores = tuple(
        replace(score, system=name if score.system == "A" else "B") for score in results.scores
    )
    mark = Mark("formality", HOSTILE, 0, 0, (0,), (TokenRef("source", 0, 0),))
    view = document_view(
        HOSTILE, [HOSTILE], {"ref": [HOSTILE], name: [HOSTILE]}, {"ref": [mark]}, domain=HOSTILE
    )
    label = Score("choice", name, Row("formality", HOSTILE), {"accuracy": 0.5}, 4, 20)
    run = replace(
        results,
        systems=(name, "B"),
        scores=(*scores, label),
        notes=(HOSTILE,),
        signature=HOSTILE,
        failures=(HOSTILE,),
        phenomena={**results.phenomena, "ellipsis": {"state": "no table", "reason": HOSTILE}},
    )
    return run, [view]


def test_text_that_looks_like_a_program_stays_text():
    run, views = hostile_run()
    written = render(run, views)
    tree = html.document_fromstring(written.encode())
    assert len(tree.xpath("//script")) == 3  # the index, one document, the program
    assert "alert(1)" in text(tree.body)
    assert written.count("</script>") == 3
    assert document(tree, 0)["source"] == [HOSTILE]
    assert index(tree)["documents"][0]["id"] == HOSTILE
