"""Span studies of documents built by hand, whose answers are known."""

from __future__ import annotations

import json

import pytest

from discotag.core.errors import InputError, UnknownNameError, UsageError
from discotag.core.registry import open_registry
from discotag.core.tags import Mark, TaggedDocument, TokenRef, Window
from discotag.files.tags import tag_line
from discotag.rendering.summaries import span_not_looked_for, span_tables
from discotag.scoring.resampling import ResamplingOptions
from discotag.studies.span.inputs import SpanInput, span_data, span_inputs
from discotag.studies.span.study import SpanOptions, span_study
from discotag.studies.span.windows import WindowOptions, measure
from discotag.testing import document
from discotag.testing.results import seal

SEGMENTS = 25
FEW = ResamplingOptions(samples=100)
LOOKED = {name: {"state": "supported", "reason": None} for name in ("formality", "pronouns")}


def tag(segment, *evidence, phenomenon="formality", label="v", needed=None):
    places = tuple(TokenRef("target", place, 0) for place in evidence)
    return Mark(
        phenomenon, label, segment, 0, evidence=places, needed=needed, is_unresolved=not evidence
    )


def tagged(*marks, name="d", domain=None, failures=(), system="ref"):
    lines = ["a"] * SEGMENTS
    built = document(lines, lines, [""] * SEGMENTS, id=name, system=system)
    object.__setattr__(built, "domain", domain)
    return TaggedDocument(built, marks, failures, ("formality", "pronouns"))


def given(*documents, ahead=False, name="en-fr ref", **facts):
    searched = dict.fromkeys(LOOKED, ahead)
    facts = {"phenomena": LOOKED, "is_searched_ahead": searched, **facts}
    return SpanInput(name, name.split()[0], "ref", documents, **facts)


def study(*inputs, labels=False, domains=False, **windows):
    return span_study(inputs, SpanOptions(labels, domains, WindowOptions(**windows), FEW))


def row(found, phenomenon, label=None, domain=None, text="en-fr ref"):
    key = (phenomenon, label, domain, text)
    (only,) = (r for r in found.rows if (r.phenomenon, r.label, r.domain, r.text) == key)
    return only


DOCUMENT = tagged(
    tag(3, 2),
    tag(5, 4, label="t"),
    tag(20, 6),
    tag(4, 1, phenomenon="pronouns", label="it"),
    tag(9, phenomenon="pronouns", label="it"),
)


def test_tags_are_counted_by_distance_and_by_the_windows_that_resolve_them():
    found = study(given(DOCUMENT))
    formality = row(found, "formality")
    assert (formality.known, formality.unknown, formality.documents) == (3, 0, 1)
    assert (formality.distances, formality.spans) == ({1: 2, 14: 1}, {1: 2, 14: 1})
    shares = {window.previous: share.value for window, share in formality.resolved.items()}
    assert shares == {0: 0, **dict.fromkeys(range(1, 11), 2 / 3), None: 1}
    assert [item.window for item in formality.alone] == [Window(None, 0)] * 2


def test_unknown_evidence_is_told_apart_and_is_in_no_share():
    pronouns = row(study(given(DOCUMENT)), "pronouns")
    assert (pronouns.known, pronouns.unknown) == (1, 1)
    assert pronouns.resolved[Window(3, 0)].value == 1
    nothing_known = study(given(tagged(tag(9))))
    assert (row(nothing_known, "formality").known, row(nothing_known, "formality").unknown) == (
        0,
        1,
    )
    assert row(nothing_known, "formality").resolved == {}


def test_all_tags_stand_together_before_the_phenomena():
    found = study(given(DOCUMENT))
    assert [r.phenomenon for r in found.rows] == [None, "formality", "pronouns"]
    assert (row(found, None).known, row(found, None).unknown) == (4, 1)


def test_a_phenomenon_without_tags_has_no_share_and_one_not_looked_for_has_no_row():
    states = {
        **LOOKED,
        "ellipsis": {"state": "supported", "reason": None},
        "verb_form": {"state": "not applicable", "reason": "one past"},
    }
    found = study(given(DOCUMENT, phenomena=states))
    assert row(found, "ellipsis").resolved == {}
    assert "verb_form" not in {r.phenomenon for r in found.rows}
    assert list(span_not_looked_for(found)) == ["en-fr ref: verb_form: not applicable: one past"]
    shares = {cells[0]: cells[1:] for cells in span_tables(found)[0].rows}
    assert shares["ellipsis"] == ("0", "0", "0", *["–"] * 6)


def test_following_segments_count_where_they_were_searched():
    either, later = tag(5, 2, 6, needed=1), tag(0, 3, label="t")
    found = row(study(given(tagged(either, later), ahead=True)), "formality")
    assert (found.distances, found.spans) == ({-3: 1, -1: 1}, {-3: 1, -1: 1})
    assert found.resolved[Window(None, 0)].value == 0.5
    assert found.resolved[Window(0, 3)].value == 1
    assert found.alone[0].window is None
    assert found.both[0].window == Window(0, 3)


def test_not_searched_is_not_the_same_as_nothing_found():
    searched = study(given(tagged(tag(3, 2)), ahead=True))
    not_searched = study(given(tagged(tag(3, 2))))
    assert row(searched, "formality").resolved[Window(0, 10)].value == 0
    assert Window(0, 10) not in row(not_searched, "formality").resolved
    beside = study(given(tagged(tag(3, 2)), ahead=True), given(tagged(tag(3, 2)), name="en-de ref"))
    (both,) = (table for table in span_tables(beside) if "+ following" in table.title)
    cells = {line[:2]: line[5] for line in both.rows}
    assert cells["formality", "en-fr ref"] == "0.0"
    assert cells["formality", "en-de ref"] == "not searched"


def test_several_earlier_words_are_resolved_by_the_window_that_holds_them_all():
    three = tag(10, 9, 7, 2, phenomenon="pronouns")
    found = row(study(given(tagged(three))), "pronouns")
    assert (found.distances, found.spans) == ({1: 1}, {8: 1})
    assert [found.resolved[Window(k, 0)].value for k in (7, 8)] == [0, 1]


def test_labels_and_domains_have_rows_of_their_own_when_asked_for():
    letters = tagged(tag(9, 1), name="e", domain="letters")
    found = study(given(DOCUMENT, letters), labels=True, domains=True)
    assert (row(found, "formality", "t").known, row(found, "formality", "v").known) == (1, 3)
    assert row(found, "formality", domain="letters").spans == {8: 1}
    assert row(found, "formality", domain="").known == 3
    assert row(found, None, domain="").unknown == 1
    plain = study(given(DOCUMENT, letters))
    assert {(r.label, r.domain) for r in plain.rows} == {(None, None)}


def test_words_are_no_labels():
    many = [tag(place % 24 + 1, 0, label=f"w{place}") for place in range(101)]
    found = study(given(tagged(*many)), labels=True)
    assert {r.label for r in found.rows} == {None}


def test_intervals_need_ten_documents_and_a_note_says_so():
    few = study(given(*(tagged(tag(3, 2), name=f"d{place}") for place in range(9))))
    assert row(few, "formality").resolved[Window(1, 0)].interval is None
    assert few.notes == ("en-fr ref: 9 documents: intervals need at least 10",)
    many = study(given(*(tagged(tag(3, 2), name=f"d{place}") for place in range(10))))
    assert row(many, "formality").resolved[Window(1, 0)].interval == (1, 1)
    assert many.notes == ()


def test_documents_on_which_a_tagger_failed_are_left_out_and_told():
    failed = tagged(tag(3, 2), name="e", failures=("tagger x failed",))
    found = study(given(DOCUMENT, failed))
    assert row(found, "formality").known == 3
    assert "en-fr ref: 1 document left out, on which a tagger failed" in found.notes
    nothing = study(given(failed))
    assert (row(nothing, "formality").known, nothing.texts[0].documents) == (0, 0)


def test_a_limit_of_the_tagger_is_told():
    found = study(given(DOCUMENT, limits={"formality": 5}))
    assert any("formality was looked for 5 segments back at most" in note for note in found.notes)


def test_domains_that_no_document_tells_are_refused():
    with pytest.raises(InputError, match="no document tells its domain"):
        study(given(DOCUMENT), domains=True)


def test_the_data_keeps_null_and_zero_apart():
    data = json.loads(json.dumps(span_data(study(given(DOCUMENT, tagged(name="e"))))))
    assert data["schema"] == "discotag-span/1"
    assert data["reaches"] == [*range(11), None]
    (pronouns,) = (r for r in data["rows"] if r["phenomenon"] == "pronouns")
    assert pronouns["unknown"] == 1
    assert pronouns["spans"] == [[3, 1]]
    first, *_, last = pronouns["resolved"]
    assert first == {"previous": 0, "following": 0, "share": 0, "interval": None}
    assert last == {"previous": None, "following": 0, "share": 1, "interval": None}
    assert pronouns["recommended"]["previous_alone"][0]["window"] == {"previous": 3, "following": 0}
    assert pronouns["recommended"]["previous_and_following"] is None
    assert data["texts"][0]["phenomena"]["pronouns"]["is_searched_ahead"] is False


def write(path, *documents):
    path.write_text("".join(tag_line(one, ()) for one in documents), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def registry():
    return open_registry()


def test_a_file_of_tags_gives_the_same_as_its_documents(tmp_path, registry):
    both = tag(8, 6, 11, needed=1)
    documents = (DOCUMENT, tagged(both, name="e"))
    path = write(tmp_path / "a.jsonl", *documents)
    found = study(*span_inputs([path], registry))
    assert found.texts[0].is_searched_ahead == {"formality": True, "pronouns": None}
    assert (
        row(found, "formality").resolved
        == row(study(given(*documents, ahead=True)), "formality").resolved
    )
    assert row(found, "pronouns").both == ()


def test_one_of_several_texts_of_a_file_is_chosen_by_name(tmp_path, registry):
    path = write(tmp_path / "a.jsonl", DOCUMENT, tagged(tag(2, 1), system="A"))
    (chosen,) = span_inputs([path], registry, "A")
    assert (chosen.name, chosen.pair) == ("en-fr A", "en-fr")
    assert row(study(chosen), "formality", text="en-fr A").known == 1
    with pytest.raises(InputError, match="holds no document of B"):
        study(*span_inputs([path], registry, "B"))


def test_texts_of_one_name_are_told_apart_by_their_paths(tmp_path, registry):
    paths = [write(tmp_path / name, DOCUMENT) for name in ("a.jsonl", "b.jsonl")]
    assert [item.name for item in span_inputs(paths, registry)] == [
        f"en-fr ref {path}" for path in paths
    ]


def test_what_is_no_run_and_no_file_of_tags_is_refused(tmp_path, registry):
    with pytest.raises(InputError, match="holds no run"):
        span_inputs([tmp_path], registry)
    with pytest.raises(InputError, match="neither the folder of a run nor a file of tags"):
        span_inputs([tmp_path / "missing"], registry)
    path = write(tmp_path / "a.jsonl", DOCUMENT)
    with pytest.raises(InputError, match="is given twice"):
        span_inputs([path, path], registry)
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.jsonl:1"):
        span_inputs([path], registry)


def test_an_unknown_text_of_a_run_is_refused_by_name(tmp_path, registry, run_record):
    folder = run_record(tmp_path / "run")
    with pytest.raises(UnknownNameError, match="did you mean 'ref'"):
        span_inputs([folder], registry, "refs")
    (found,) = span_inputs([folder], registry)
    assert found.is_searched_ahead == {"formality": True, "pronouns": False}
    assert found.limits == {"pronouns": 7}
    assert row(study(found), "formality").known == 3


@pytest.fixture
def run_record():
    """Write the folder of a run whose taggers were given options."""

    def make(folder):
        (folder / "tags").mkdir(parents=True)
        write(folder / "tags" / "ref.jsonl", DOCUMENT)
        options = {"formality": {"following": 3}, "pronouns": {"window": 7}}
        components = [
            {
                "role": "tagger", "place": "", "name": name, "argument": None, "version": 1,
                "plugin": "p", "distribution": "d 1", "options": of,
            }
            for name, of in options.items()
        ]  # fmt: skip
        return seal(
            folder,
            {
                "source_language": "en", "target_language": "fr", "references": ["ref"],
                "documents": 1, "segments": SEGMENTS,
                "plan": {
                    "pair": "en-fr", "profile": "discotag", "phenomena": LOOKED,
                    "components": components,
                },
            },
        )  # fmt: skip

    return make


FEW_DRAWS = ResamplingOptions(samples=200)
BACK = {distance: (Window(distance, 0),) for distance in range(30)}
AHEAD = (Window(0, 1),)
EITHER = (Window(2, 0), Window(0, 1))


def measured(counts, *, wanted=(0.9,), reach=10, following=False):
    return measure(counts, WindowOptions(reach, wanted), FEW_DRAWS, following=following)


def test_a_share_counts_the_tags_whose_span_a_window_holds():
    found = measured([{BACK[1]: 6, BACK[3]: 3}, {BACK[20]: 1}])
    shares = [found.resolved[Window(k, 0)].value for k in (0, 1, 2, 3, 10, None)]
    assert shares == [0, 0.6, 0.6, 0.9, 0.9, 1]
    assert found.documents == 2


def test_the_recommended_window_is_the_least_that_resolves_the_share():
    counts = [{BACK[1]: 6, BACK[3]: 3, BACK[20]: 1}]
    found = measured(counts, wanted=(0.95, 0.5, 0.9)).alone
    assert [(item.wanted, item.window) for item in found] == [
        (0.5, Window(1, 0)),
        (0.9, Window(3, 0)),
        (0.95, Window(None, 0)),
    ]
    assert measured(counts, wanted=(0.95,), reach=20).alone[0].window == Window(20, 0)


def test_following_segments_are_tried_only_where_they_were_searched():
    counts = [{BACK[4]: 5, EITHER: 5}]
    alone = measured(counts)
    assert (alone.both, {window.following for window in alone.resolved}) == ((), {0})
    both = measured(counts, following=True, wanted=(0.5, 1.0))
    assert [item.window for item in both.both] == [Window(0, 1), Window(4, 0)]
    assert [item.window for item in both.alone] == [Window(2, 0), Window(4, 0)]
    assert both.resolved[Window(0, 1)].value == 0.5
    assert both.resolved[Window(None, None)].value == 1


def test_of_windows_of_one_size_the_one_with_fewest_following_is_recommended():
    either = (Window(1, 0), Window(0, 1))
    assert measured([{either: 1}], following=True).both[0].window == Window(1, 0)


def test_what_only_later_segments_decide_is_out_of_reach_of_earlier_ones():
    found = measured([{BACK[1]: 1, AHEAD: 1}], following=True)
    assert (found.alone[0].window, found.alone[0].resolved, found.alone[0].sizes) == (None,) * 3
    assert found.resolved[Window(None, 0)].value == 0.5
    assert found.both[0].window == Window(1, 1)


def test_no_tags_give_no_share_rather_than_zero():
    found = measured([{}, {}])
    assert (found.documents, found.resolved, found.alone, found.both) == (0, {}, (), ())


def test_there_is_no_interval_below_ten_documents_with_a_tag():
    nine = measured([{BACK[1]: 1}] * 9 + [{}] * 5)
    assert (nine.documents, nine.resolved[Window(1, 0)].interval, nine.alone[0].sizes) == (
        9, None, None,
    )  # fmt: skip
    ten = measured([{BACK[1]: 1}] * 10)
    assert ten.resolved[Window(1, 0)].interval == (1, 1)
    assert ten.alone[0].sizes == (1, 1)


def test_intervals_follow_how_documents_differ():
    counts = [{BACK[1]: 10}] * 10 + [{BACK[7]: 10}] * 10
    found = measured(counts, wanted=(0.5,))
    low, high = found.resolved[Window(1, 0)].interval
    assert 0.2 < low < 0.4
    assert 0.6 < high < 0.8
    assert found.alone[0].window == Window(1, 0)
    assert found.alone[0].sizes == (1, 7)
    assert measured([{BACK[1]: 5, BACK[7]: 5}] * 20, wanted=(0.5,)).alone[0].sizes == (1, 1)


def test_the_end_of_an_interval_that_no_window_reaches_is_the_whole_document():
    found = measured([{BACK[1]: 10}] * 10 + [{BACK[25]: 10}] * 10, wanted=(0.5,))
    assert found.alone[0].sizes == (1, None)


def test_the_same_seed_gives_the_same_intervals():
    counts = [{BACK[place % 5]: 3, BACK[2]: place} for place in range(15)]
    assert measured(counts) == measured(counts)


@pytest.mark.parametrize(
    ("reach", "wanted"), [(0, (0.9,)), (101, (0.9,)), (10, (0.0,)), (10, (90.0,))]
)
def test_windows_that_make_no_sense_are_refused(reach, wanted):
    with pytest.raises(UsageError):
        WindowOptions(reach, wanted)
