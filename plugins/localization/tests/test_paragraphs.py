"""Pages and documents: paragraphs by their place, or sentences where paragraphs differ."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from discotag.plugin import InputError, TextEdit
from discotag_localization.readers import DocxReader, HtmlReader

HTML = """<!doctype html><html lang="{}"><head><title>A &amp; b</title><style>p {{}}</style></head>
<body><h1 id="top">Head</h1><!-- of it --><p>First <b>bold</b>
   goes&nbsp;on <a href="x>y">there</a>.<br>Then <span translate="no">Brand</span> ends.
<ul><li>One<li>Two <script>var x = "<p>";</script></ul><pre>code</pre> loose
<p>123</p></body></html>
"""


def test_html_has_blocks_with_inline_markup(pair, tmp_path):
    read = pair("Html", ".html", HTML.format("en"), HTML.format("de-AT"))
    assert [(unit, text) for unit, text, _ in read.pairs()] == [
        ("title[1]", "A & b"),
        ("h1#top", "Head"),
        (
            "p[3]",
            (
                'First <b>bold</b> goes\u00a0on <a href="x>y">there</a>.<br>Then'
                ' <span translate="no">Brand</span> ends.'
            ),
        ),
        ("li[4]", "One"),
        ("li[5]", "Two"),
        ("p[6]", "loose"),
    ]
    assert read.text.is_aligned
    assert read.text.comments[2] == "of it"
    assert HtmlReader.create({}).languages(tmp_path / "de" / "texts.html") == (["de-AT"], ["de-AT"])


def test_paragraphs_that_differ_are_running_text(pair):
    read = pair("Html", ".html", "<p>One. Two.</p>", "<p>Eins.</p><p>Zwei.</p>")
    assert not read.text.is_aligned
    assert read.text.source == ("One. Two.",)
    assert read.text.hypotheses["target"] == ("Eins.", "Zwei.")
    assert [places[0].name for places in read.text.places["target"]] == ["p[1]", "p[2]"]
    assert "has 2 paragraphs, the source 1" in read.notes[0]


FORM = """<form><p>Hi <img src=a.png alt="A &amp; b"> you</p><input placeholder='Your "{0}"'
title=x1>
<button aria-label="{0} now" title="">Go</button><textarea placeholder="Say it"></textarea>
<b translate="no" title="Brand">B</b><a data-alt="no" title={0}>link</a></form>"""


def test_attributes_that_people_read_stand_behind_the_paragraphs(pair):
    read = pair("Html", ".html", FORM.format("name"), FORM.format("Name"))
    assert [own for own in read.pairs() if "@" in own[0]] == [
        ("img[1]@alt", "A & b", "A & b"),
        ("input[2]@placeholder", 'Your "name"', 'Your "Name"'),
        ("input[3]@title", "x1", "x1"),
        ("button[4]@aria-label", "name now", "Name now"),
        ("textarea[5]@placeholder", "Say it", "Say it"),
        ("a[6]@title", "name", "Name"),
    ]
    assert read.pairs()[-7][0] == "form[3]"
    assert read.text.places["target"][-6:][0][0][1:3] == (1, 33)


def test_attributes_are_edited_where_they_stand(tmp_path):
    path = tmp_path / "a.html"
    path.write_text(FORM.format("name"), "utf-8")
    reader = HtmlReader.create({})
    quoted = TextEdit("input[2]@placeholder", None, 'Your "name"', 6, 10, "l'a\"b")
    after = reader.edited(path, [quoted]).decode()
    assert after == FORM.format("name").replace('Your "name"', 'Your "l&#x27;a&quot;b"')
    bare = TextEdit("a[6]@title", None, "name", 0, 4, "two words")
    assert b"title=two&#32;words>link" in reader.edited(path, [bare])


def test_attributes_that_differ_leave_the_paragraphs_as_they_are(pair):
    read = pair("Html", ".html", '<p title="a">x</p><p>y</p>', '<p title="b">x</p><p alt="c">y</p>')
    assert [unit for unit, *_ in read.pairs()] == ["p[1]", "p[2]"]
    assert "has 2 attributes, the source 1, or of other kinds; these are left out" in read.notes[0]
    read = pair("Html", ".html", '<p title="a">x</p>', '<p title="b">x</p><p>y</p>')
    assert [text.id for text in read.documents] == ["texts", "texts:attributes"]
    assert read.pairs(1) == [("p[1]@title", "a", "b")]


MARKDOWN = """---
title: no
---
# Head *line*

One with `code` and
[a link](http://x "t") goes on.

- item
- item two
  continued

> quote

| a | b |
|---|---|
| c | d |

```
code block
```
"""


def test_markdown_has_paragraphs_items_and_cells(pair):
    read = pair("Markdown", ".md", MARKDOWN, MARKDOWN)
    assert [(unit, text) for unit, text, _ in read.pairs()] == [
        ("h1[1]", "Head *line*"),
        ("p[2]", 'One with `code` and [a link](http://x "t") goes on.'),
        ("p[3]", "item"),
        ("p[4]", "item two continued"),
        ("p[5]", "quote"),
        ("th[6]", "a"),
        ("th[7]", "b"),
        ("td[8]", "c"),
        ("td[9]", "d"),
    ]
    assert [place[0][1:3] for place in read.text.places["target"]][:4] == [
        (4, 3), (6, 1), (9, 3), (10, 3),
    ]  # fmt: skip


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(body: str, **files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        text = f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
        archive.writestr("word/document.xml", text)
        for name, inner in files.items():
            archive.writestr(f"word/{name}.xml", f'<w:x xmlns:w="{W}">{inner}</w:x>')
    return packed.getvalue()


RUNS = (
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>He</w:t></w:r>'
    "<w:r><w:rPr><w:b/></w:rPr><w:t>ad &amp; é</w:t></w:r></w:p><w:p/>"
    "<w:p><w:r><w:t>Tab</w:t><w:tab/><w:t>bed</w:t><w:delText>gone</w:delText></w:r></w:p>"
)
NOTE = "<w:p><w:r><w:t>A note</w:t></w:r></w:p>"


def test_docx_has_paragraphs_and_notes(pair):
    data = docx(RUNS, footnotes=NOTE)
    read = pair("Docx", ".docx", data, data)
    assert read.pairs() == [
        ("p[1]", "Head & é", "Head & é"),
        ("p[2]", "Tab bed", "Tab bed"),
        ("footnotes/p[1]", "A note", "A note"),
    ]
    assert read.text.lines == (1, 2, 3)


def test_an_edit_of_docx_goes_over_runs_and_keeps_all_other_files(tmp_path):
    path = tmp_path / "a.docx"
    path.write_bytes(docx(RUNS, footnotes=NOTE))
    edit = TextEdit("p[1]", 1, "Head & é", 0, 4, "Titel <1>")
    path.write_bytes(DocxReader.create({}).edited(path, [edit]))
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "[Content_Types].xml",
            "word/document.xml",
            "word/footnotes.xml",
        ]
        text = archive.read("word/document.xml").decode()
    assert "<w:t>Titel &lt;1&gt;</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t> &amp; é</w:t>" in text


@pytest.mark.parametrize("data", [b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0 an old doc"])
def test_what_is_no_docx_is_told(tmp_path, data):
    path = Path(tmp_path, "a.docx")
    path.write_bytes(data)
    with pytest.raises(InputError, match="is no DOCX, or an encrypted one"):
        DocxReader.create({}).languages(path)
