"""The page shows what was found, fetches nothing, and lets no text act."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace

import pytest
from lxml import html

from discotag.plugin import Interval, Mark, TaggedDocument, TokenRef
from discotag.testing.builders import document, side
from discotag_cxmi.themes.results import Scale, data, examples, number, page

from .builders import record
from .test_figures import TAGS, analyse, gathered

HOSTILE = "<script>alert(1)</script>&amp;\u2028\"'`"


@pytest.fixture(scope="module")
def themes():
    records = [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])]
    return gathered(records, tags=TAGS, analyse=analyse)


def render(found, languages=("en", "fr")):
    return html.document_fromstring("".join(page(found, languages)).encode())


def text(element):
    return " ".join(element.text_content().split())


def table(tree, name):
    (section,) = tree.xpath(f"//section[@id='{name}']")
    return [[text(cell) for cell in row] for row in section.xpath(".//tbody/tr")]


def test_every_table_is_there_with_its_figures(themes):
    tree = render(themes)
    assert table(tree, "upos")[:2] == [
        ["all words", "4", "1", "+0.7500", "–", ""],
        ["PRON", "2", "1", "+2.0000", "–", ""],
    ]
    assert ["Il", "1", "1", "+3.0000", "–", ""] in table(tree, "forms")
    rows = table(tree, "tags")
    assert rows[0] == ["any tag", "2", "+2.0000", "–", "−0.5000", "+2.5000", "–", ""]
    assert rows[2][0] == "t"


def test_words_stand_marked_in_their_segment(themes):
    tree = render(themes)
    first, *_ = tree.xpath("//section[@id='words']/article")
    assert text(first.xpath("./h3")[0]).startswith("+3.0000 Il PRON.3.Sing; pronouns: it→masc;")
    assert [mark.text for mark in first.xpath(".//mark")] == ["Il"]
    assert [text(cell) for cell in first.xpath(".//div[@class='earlier']")] == [
        "source 0", "Tu dors",
    ]  # fmt: skip


def test_nothing_is_fetched_and_only_this_style_is_allowed(themes):
    tree = render(themes)
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


def test_the_page_ends_with_examples_that_can_be_read_back(themes):
    skeleton = render(themes).xpath("//section[@id='next']//pre")[0].text
    assert json.loads(skeleton) == json.loads(json.dumps(examples(themes, ("en", "fr"))))


def test_examples_carry_what_no_tag_explains(themes):
    found = examples(themes, ("en", "fr"))
    assert found["schema"] == "discotag-examples/1"
    assert [item["form"] for item in found["examples"]] == ["dors", "dort"]
    word = found["examples"][1]
    assert word["target"][word["start"] : word["end"]] == "dort"
    assert word["source_context"] == ["source 0"]


def test_json_holds_everything_and_no_nan(themes):
    found = json.loads(json.dumps(data(themes), allow_nan=False))
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
