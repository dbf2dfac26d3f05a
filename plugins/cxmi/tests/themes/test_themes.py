"""Themes: means by kind, tags against the rest, the page, and `discotag cxmi themes`."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace

import pytest
from lxml import html

from discotag.plugin import InputError, Interval, Mark, TaggedDocument, TokenRef
from discotag.testing.builders import document, side, tagged, tokens
from discotag.testing.program import run_program
from discotag.testing.results import tag_line
from discotag_cxmi.themes.figures import Gatherer, segments
from discotag_cxmi.themes.results import Scale, data, examples, number, page

from .builders import record, written


@pytest.fixture
def themes():
    """Run the command: gives its exit code, what it prints, and what it says."""

    def run(*arguments):
        done = run_program("cxmi", "themes", *arguments)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def folder(tmp_path):
    """A folder of measurements of two sizes, and tags of its text and of another."""
    written(
        tmp_path / "scores.jsonl",
        [record("a", 0, ["Tu:1", "dors:0"], sizes=("1", "2")),
         record("a", 1, ["Il:3", "dort:-1"], sizes=("1", "2"))],
    )  # fmt: skip
    lines = [
        tag_line(tagged(["Tu|formality=t dors", "Il dort"], id="a", system=name), ())
        for name in ("ref", "A")
    ]
    (tmp_path / "ref.jsonl").write_text(lines[0], "utf-8")
    (tmp_path / "both.jsonl").write_text("".join(lines), "utf-8")
    return tmp_path


def test_the_largest_size_is_taken_and_all_is_written(themes, folder):
    code, out, err = themes(
        folder, "--tags", folder / "ref.jsonl", "--min-count", 1, "--top", 2,
        "--html", folder / "t.html", "--out", folder / "t.json", "--examples", folder / "e.json",
    )  # fmt: skip
    assert code == 0
    assert "Context size 2, mean P-CXMI in nats" in out
    assert "+3.000  Il  a, segment 2" in out
    assert "      > source 1  ⇒  [Il] dort" in out
    found = json.loads((folder / "t.json").read_text())
    assert (found["size"], found["overall"]["mean"]) == ("2", 0.75)
    assert json.loads((folder / "e.json").read_text())["phenomenon"] is None
    assert "<!doctype html>" in (folder / "t.html").read_text()
    assert [line for line in err.splitlines() if line.startswith("wrote ")]


def test_json_on_standard_output_is_json_alone(themes, folder):
    code, out, err = themes(folder / "scores.jsonl", "--size", "1", "-f", "json")
    assert code == 0
    assert err.startswith("--examples FILE writes")
    assert json.loads(out)["overall"]["mean"] == pytest.approx(0.375)


def test_bits_are_printed_on_request(themes, folder):
    _, out, _ = themes(folder, "--bits")
    assert "in bits" in out
    assert "+1.0820" in out


def test_languages_come_from_the_measurement(themes, folder):
    (folder / "cxmi.json").write_text('{"source_language": "en", "target_language": "fr"}')
    code, out, _ = themes(folder, "-f", "json", "--min-count", 1)
    assert code == 0
    found = json.loads(out)
    assert {"PRON", "VERB"} <= {row["name"] for row in found["upos"]}
    assert "PRON.2.Sing" in {row["name"] for row in found["kinds"]}


def test_scores_of_another_language_are_not_analysed(themes, folder):
    (folder / "cxmi.json").write_text('{"source_language": "en", "target_language": "French"}')
    code, _, err = themes(folder, "-t", "de")
    assert code == 2
    assert "the scores are of fr" in err
    assert themes(folder, "-t", "fr")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (["absent"], (3, "absent: cannot be opened")),
        ([".", "--size", "5"], (2, "unknown context size '5'")),
        ([".", "--tags", "both.jsonl"], (3, "tags of several texts (A, ref); name one")),
        ([".", "--tags", "ref.jsonl", "--system", "B"], (2, "unknown text for --system 'B'")),
        ([".", "-t", "fr"], (2, "give -s and -t")),
        ([".", "--analyzer", "embedded"], (2, "give -s and -t")),
        ([".", "-s", "en", "-t", "xx"], (2, "unknown language 'xx'")),
        ([".", "--samples", "3"], (2, "fewer than 100")),
        ([".", "--html", "ref.jsonl/t.html"], (8, "t.html: cannot be written")),
        (["ref.jsonl"], (3, "ref.jsonl:1: ")),
    ],
    ids=["absent", "size", "texts", "system", "one", "analyzer", "xx", "few", "no folder", "tags"],
)
def test_what_cannot_be_done_is_said(themes, folder, monkeypatch, arguments, ending):
    monkeypatch.chdir(folder)
    code, _, err = themes(*arguments)
    assert code == ending[0]
    assert ending[1] in err
    (fault, *hints) = err.splitlines()
    assert fault.startswith("discotag: error: ")
    assert all(hint.startswith("discotag: hint: ") for hint in hints)


ANALYSES = {
    "Tu dors": "Tu//PRON/Number=Sing|Person=2 dors//VERB/Mood=Ind|Person=2",
    "Il dort": "Il//PRON/Gender=Masc|Number=Sing|Person=3 dort//VERB/Mood=Ind|Person=3",
    "Il dort .": "Il//PRON/Gender=Masc|Number=Sing|Person=3 dort//VERB/Mood=Ind|Person=3 .//PUNCT",
}


def analyse(lines):
    return [tokens(ANALYSES[line]) for line in lines]


def gathered(records, *, least=1, top=5, size="1", **more):
    gatherer = Gatherer(size, least=least, top=top)
    for segment in segments(records, size, **{"analyse": None, "tags": None, "shown": 2, **more}):
        gatherer.add(segment)
    return gatherer.themes(samples=100, seed=1)


def means(found):
    return {mean.name: (mean.count, pytest.approx(mean.mean)) for mean in found}


def test_means_are_of_words_by_part_of_speech_and_finer_kind():
    found = gathered(
        [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])],
        analyse=analyse,
    )
    assert means(found.upos) == {"PRON": (2, 2.0), "VERB": (2, -0.5)}
    kinds = means(found.kinds)
    assert kinds["PRON.2.Sing"] == (1, 1.0)
    assert kinds["PRON.3.Sing"] == (1, 3.0)
    assert kinds["PRON.Gender=Masc"] == (1, 3.0)
    assert kinds["VERB.2"] == (1, 0.0)
    assert kinds["VERB.Mood=Ind"] == (2, -0.5)
    assert [mean.name for mean in found.upos] == ["PRON", "VERB"]
    assert (found.overall.count, found.overall.mean) == (4, pytest.approx(0.75))


def test_a_word_of_several_tokens_has_all_their_parts_of_speech():
    given = record("a", 0, ["Il dort:2", ".:1"])
    found = gathered([given], analyse=analyse)
    assert means(found.upos) == {"PRON+VERB": (1, 2.0), "PUNCT": (1, 1.0)}


def test_punctuation_that_clings_to_a_word_is_left_out_of_account():
    given = record("a", 0, ["Il:0", "dort .:1"])
    assert set(means(gathered([given], analyse=analyse).upos)) == {"PRON", "VERB"}


def test_forms_keep_their_case_and_rare_ones_are_left_out_and_counted():
    given = record("a", 0, ["Sie:1", "sie:2", "sie:4", "ab:9"])
    found = gathered([given], least=2)
    assert means(found.vocabulary) == {"sie": (2, 3.0)}
    assert found.left_out == 2
    assert (found.upos, found.kinds, found.tags, found.untagged) == ((), (), None, None)


TAGS = {"a": tagged(["Tu|formality=t dors", "Il|pronouns=it→masc dort"], id="a")}


def test_tagged_words_are_set_against_all_others():
    records = [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])]
    found = gathered(records, tags=TAGS)
    rows = {(item.phenomenon, item.label): item for item in found.tags}
    assert list(rows) == [
        ("any tag", None), ("formality", None), ("formality", "t"),
        ("pronouns", None), ("pronouns", "it→masc"),
    ]  # fmt: skip
    any_tag, formality = rows["any tag", None], rows["formality", None]
    assert (any_tag.tagged.count, any_tag.tagged.mean) == (2, 2.0)
    assert (any_tag.others.count, any_tag.others.mean) == (2, -0.5)
    assert any_tag.difference == 2.5
    assert (formality.tagged.mean, formality.others.count) == (1.0, 3)
    assert formality.others.mean == pytest.approx(2 / 3)
    assert formality.interval is None
    assert [item.word.form for item in found.top] == ["Il", "Tu", "dors", "dort"]
    assert [item.word.form for item in found.untagged] == ["dors", "dort"]


def test_marks_that_are_no_tags_do_not_count():
    marked = {"a": tagged(["Tu|formality=t~ dors"], id="a")}
    found = gathered([record("a", 0, ["Tu:1", "dors:0"])], tags=marked)
    assert found.tags is None or not found.tags


def test_a_tag_counts_where_its_offsets_meet_the_word():
    tags = {"a": tagged(["Tu dors|verb_form=présent"], id="a")}
    found = gathered([record("a", 0, ["Tu dors:2"])], tags=tags)
    assert found.tags[0].tagged.count == 1
    assert found.tags[0].others is None
    assert found.tags[0].difference is None


@pytest.mark.parametrize(
    ("document", "words", "told"),
    [
        ("b", ["Tu:1", "dors:0"], "no document 'b'"),
        ("a", ["Tu:1", "dormais:0"], "document 'a', segment 1: the tags are of another text"),
    ],
    ids=["document", "text"],
)
def test_tags_of_another_text_are_refused(document, words, told):
    with pytest.raises(InputError) as error:
        gathered([record(document, 0, words)], tags=TAGS)
    assert told in str(error.value)


def test_single_words_come_with_the_context_that_the_model_had():
    records = [
        record("a", 0, ["x:0"], source="s0"),
        record("a", 1, ["y:0"], source="s1", context="own output"),
        record("a", 2, ["z:0"], source="s2"),
        record("a", 3, ["here:5"], source="s3"),
        record("b", 0, ["there:4"], source="other"),
    ]
    first, second = gathered(records, top=2).top
    assert (first.word.form, second.word.form) == ("here", "there")
    assert [(line.source, line.target) for line in first.segment.earlier] == [
        ("s1", "own output"), ("s2", "z"),
    ]  # fmt: skip
    assert second.segment.earlier == ()


def test_of_equal_words_the_first_are_kept():
    found = gathered([record("a", 0, [f"w{place}:1" for place in range(9)])], top=3)
    assert [item.word.form for item in found.top] == ["w0", "w1", "w2"]


def test_intervals_need_ten_documents_and_hold_the_difference():
    records = [record(str(place), 0, ["Tu:2", "dors:0", f"x:{place / 10}"]) for place in range(12)]
    tags = {str(place): tagged(["Tu|formality=t dors x"], id=str(place)) for place in range(12)}
    found = gathered(records, tags=tags)
    tag = found.tags[1]
    assert tag.tagged.interval == (2.0, 2.0)
    assert tag.interval[0] < 2 - 0.275 < tag.interval[1]
    assert found.overall.interval[0] < found.overall.mean < found.overall.interval[1]
    few = gathered(records[:9], tags=tags)
    assert few.overall.interval is None


def test_empty_segments_have_no_words_and_do_no_harm():
    empty = record("a", 0, [])
    found = gathered([empty, record("a", 1, ["x:1"])])
    assert (found.segments, found.words) == (2, 1)
    assert gathered([empty]) is None


HOSTILE = "<script>alert(1)</script>&amp;\u2028\"'`"


@pytest.fixture(scope="module")
def found_themes():
    records = [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])]
    return gathered(records, tags=TAGS, analyse=analyse)


def render(found, languages=("en", "fr")):
    return html.document_fromstring("".join(page(found, languages)).encode())


def text(element):
    return " ".join(element.text_content().split())


def table(tree, name):
    (section,) = tree.xpath(f"//section[@id='{name}']")
    return [[text(cell) for cell in row] for row in section.xpath(".//tbody/tr")]


def test_every_table_is_there_with_its_figures(found_themes):
    tree = render(found_themes)
    assert table(tree, "upos")[:2] == [
        ["all words", "4", "1", "+0.7500", "–", ""],
        ["PRON", "2", "1", "+2.0000", "–", ""],
    ]
    assert ["Il", "1", "1", "+3.0000", "–", ""] in table(tree, "forms")
    rows = table(tree, "tags")
    assert rows[0] == ["any tag", "2", "+2.0000", "–", "−0.5000", "+2.5000", "–", ""]
    assert rows[2][0] == "t"


def test_words_stand_marked_in_their_segment(found_themes):
    tree = render(found_themes)
    first, *_ = tree.xpath("//section[@id='words']/article")
    assert text(first.xpath("./h3")[0]).startswith("+3.0000 Il PRON.3.Sing; pronouns: it→masc;")
    assert [mark.text for mark in first.xpath(".//mark")] == ["Il"]
    assert [text(cell) for cell in first.xpath(".//div[@class='earlier']")] == [
        "source 0", "Tu dors",
    ]  # fmt: skip


def test_nothing_is_fetched_and_only_this_style_is_allowed(found_themes):
    tree = render(found_themes)
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    digest = base64.b64encode(hashlib.sha256(tree.xpath("//style")[0].text.encode()).digest())
    assert policy.startswith("default-src 'none'")
    assert f"'sha256-{digest.decode()}'" in policy
    assert not tree.xpath("//script|//link|//img|//*[@style]|//*[@src]")


def test_hostile_text_stays_text():
    given = record(HOSTILE, 0, [f"{HOSTILE}:2"], source=HOSTILE)
    place = TokenRef("target", 0, 0)
    marked = TaggedDocument(
        document(["x"], side("fr", [given.target.replace("/", "")]), id=HOSTILE),
        (Mark(HOSTILE, HOSTILE, 0, 0, evidence=(place,)),),
    )
    line = replace(marked.document.target, segments=(given.target,))
    tags = {HOSTILE: replace(marked, document=replace(marked.document, target=line))}
    tree = render(gathered([given], tags=tags), ("<i>", '"><script>'))
    assert not tree.xpath("//script|//i")
    assert table(tree, "tags")[2][0] == text_of(HOSTILE)
    assert text(tree.xpath("//mark")[0]) == text_of(HOSTILE)
    assert text_of(HOSTILE) in text(tree.xpath("//section[@id='words']/article/h3")[0])


def text_of(value):
    return " ".join(value.split())


def test_a_page_without_tags_and_analysis_says_how_to_get_them():
    tree = render(gathered([record("a", 0, ["x:1"])]), (None, None))
    assert not tree.xpath("//section[@id='tags' or @id='upos' or @id='kinds' or @id='untagged']")
    told = [text(line) for line in tree.xpath("//header/p[@class='note']")]
    assert any("give -s and -t" in line for line in told)
    assert any("discotag tag makes them" in line for line in told)


def test_the_page_ends_with_examples_that_can_be_read_back(found_themes):
    skeleton = render(found_themes).xpath("//section[@id='next']//pre")[0].text
    assert json.loads(skeleton) == json.loads(json.dumps(examples(found_themes, ("en", "fr"))))


def test_examples_carry_what_no_tag_explains(found_themes):
    found = examples(found_themes, ("en", "fr"))
    assert found["schema"] == "discotag-examples/1"
    assert [item["form"] for item in found["examples"]] == ["dors", "dort"]
    word = found["examples"][1]
    assert word["target"][word["start"] : word["end"]] == "dort"
    assert word["source_context"] == ["source 0"]


def test_json_holds_everything_and_no_nan(found_themes):
    found = json.loads(json.dumps(data(found_themes), allow_nan=False))
    assert found["upos"][0] == {
        "name": "PRON", "count": 2, "documents": 1, "mean": 2.0, "interval": None,
    }  # fmt: skip
    assert found["tags"][0]["phenomenon"] == "any tag"
    assert found["top"][0]["pcxmi"] == 3.0


def test_bars_have_room_for_zero_and_intervals():
    scale = Scale.of([(0.5, Interval(0.25, 1.0)), (0.75, None)])
    assert (scale.low, scale.high) == (0.0, 1.0)
    assert scale.at(0.5) == 110.0
    assert Scale.of([(0.0, None)]).at(0.0) == 0.0


@pytest.mark.parametrize(
    ("value", "shown"), [(0.12345, "+0.1235"), (-2, "−2.0000"), (-0.00001, "0.0000")]
)
def test_numbers_have_signs(value, shown):
    assert number(value) == shown
