"""A book of runs: figures, pages, tables and data."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

from discotag.testing.program import run_program
from discotag_results import building, inputs, views
from discotag_results.book import Book, schema
from discotag_results.pages import Site


def made(out, *folders, more=()):
    return run_program("results", *folders, "--out", out, "--samples", "200", *more)


@pytest.fixture(scope="module")
def out(folder, other, tmp_path_factory):
    place = tmp_path_factory.mktemp("book") / "book"
    done = made(place, f"x1={folder}", f"x1={other}", f"x2={folder}", more=("--title", "A & B"))
    assert not done.returncode, done.stderr
    return place


@pytest.fixture(scope="module")
def book(out):
    return Book.model_validate_json((out / "results.json").read_text("utf-8"))


def pages(out):
    return {
        path.relative_to(out).as_posix(): path.read_text("utf-8")
        for path in out.rglob("*.html")
        if path.parent.name != "documents"
    }


def test_systems_of_one_edition_and_pair_are_put_together(book):
    assert [(item.name, len(item.systems)) for item in book.sets] == [
        ("x1 en-fr", 4),
        ("x2 en-fr", 3),
    ]


def test_clear_differences_make_clusters(book):
    board = book.sets[1].board("choice", "formality")
    assert [figure.system for figure in board.figures] == ["right", "often", "seldom <b>"]
    assert [figure.cluster for figure in board.figures] == [1, 2, 3]
    assert board.figures[0].value == 1.0
    assert len(board.pairs) == 3


def test_the_figures_are_those_of_compare(book, folder):
    done = run_program("compare", folder, "--samples", "200", "--format", "json", "--quiet")
    scores = {
        (item["scorer"], item["system"], item["phenomenon"]): item
        for item in json.loads(done.stdout)["scores"]
        if item["label"] is None
    }
    found = 0
    for board in book.sets[1].boards:
        for figure in board.figures if board.by == "all" else ():
            score = scores[board.scorer, figure.system, board.phenomenon]
            value = next(iter(score["measures"].values()))
            assert figure.value == pytest.approx(value)
            assert (figure.low, figure.high) == pytest.approx(tuple(score["interval"]))
            found += 1
    assert found == 3 * 5  # compare_mt of all words and formality, choice, bleu, chrf


def test_parts_are_there(book):
    parts = {(board.by, board.part) for board in book.sets[1].boards if board.by != "all"}
    assert {("domain", "chat"), ("domain", "news"), ("voice", "text"), ("distance", "1")} <= parts


def test_the_data_keep_their_schema(out):
    assert json.loads((out / "results.schema.json").read_text("utf-8")) == schema()
    assert '"schema":' in (out / "results.json").read_text("utf-8").replace(
        '"schema" :', '"schema":'
    )


def test_every_link_leads_somewhere(out):
    for name, text in pages(out).items():
        for link in re.findall(r'href="([^"#]+)(?:#[^"]*)?"', text):
            assert ((out / name).parent / unquote(link)).resolve().is_file(), (name, link)


def test_every_anchor_is_there(out):
    for name, text in pages(out).items():
        for link, anchor in re.findall(r'href="([^"#]*)#([\w-]+)"', text):
            target = ((out / name).parent / link).resolve() if link else out / name
            assert f'id="{anchor}"' in target.read_text("utf-8"), (name, link, anchor)


def test_pages_fetch_nothing_and_have_no_program(out):
    for text in pages(out).values():
        assert "<script" not in text
        assert "default-src &#39;none&#39;" in text
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)


def test_notes_tell_no_folder_of_the_machine(book, folder):
    assert any("identical to ref" in note for note in book.sets[1].notes)
    assert not any(str(folder.parent) in note for note in book.sets[1].notes)


def test_names_are_text(out):
    for text in pages(out).values():
        assert "seldom <b>" not in text
    assert "seldom &lt;b&gt;" in (out / "index.html").read_text("utf-8")


def test_tables_can_be_read_aloud(out):
    for name, text in pages(out).items():
        assert text.count("<table") == text.count("<caption>"), name
        assert not re.search(r"<th(?![^>]*scope=)[ >]", text), name
        assert len(re.findall(r"<h1", text)) == 1, name


def test_every_page_tells_the_signature(out, book):
    for name, text in pages(out).items():
        if not name.startswith("x"):
            assert book.sets[0].short_signature in text.replace("<wbr>", ""), name


def test_a_figure_leads_to_the_places_where_the_system_is_wrong(book):
    item = book.sets[0]
    board = item.board("choice", "formality")
    links = {figure.system: views.documents_link(item, figure, board) for figure in board.figures}
    assert links["new"] == ""  # its run has no page
    page, _, view = links["often"].partition("#")
    assert page == "documents/x1-en-fr.1.html"
    document = next(figure.example for figure in board.figures if figure.system == "often")
    assert view == f"columns=0.2&system=2&off=&scorer=choice&verdict=w&document={document}"
    assert document in {f"d{number:02}" for number in range(20)}
    assert "document=" not in links["right"]


def test_what_has_not_changed_is_not_worked_out_again(out, folder, other):
    before = (out / "results.json").read_bytes()
    again = made(out, f"x1={folder}", f"x1={other}", f"x2={folder}", more=("--title", "A & B"))
    assert again.stderr.count("worked out before") == 2
    assert (out / "results.json").read_bytes() == before
    changed = made(out, f"x2={folder}", more=("--by", "domain", "--title", "A & B"))
    assert "worked out before" not in changed.stderr
    assert not list((out / "sets").glob("x1*"))
    made(out, f"x1={folder}", f"x1={other}", f"x2={folder}", more=("--title", "A & B"))


def test_shards_are_one_run(book, shards, other, tmp_path):
    folders = [f"x2={folder}" for folder in (*shards, other)]
    done = made(tmp_path / "b", *folders)
    assert not done.returncode, done.stderr
    (item,) = Book.model_validate_json((tmp_path / "b/results.json").read_text("utf-8")).sets
    assert (item.documents, item.systems) == (20, (*book.sets[1].systems, "new"))
    for board in book.sets[1].boards:
        ours = item.board(board.scorer, board.phenomenon) if board.by == "all" else None
        for figure in board.figures if ours else ():
            same = next(one for one in ours.figures if one.system == figure.system)
            assert (same.value, same.support) == (figure.value, figure.support)
            assert (same.low, same.high) == pytest.approx((figure.low, figure.high))
    assert item.reports == {}
    assert not (tmp_path / "b/documents").exists()
    for path in (tmp_path / "b").rglob("*.*"):
        assert "chemin" not in path.read_text("utf-8")
    again = made(tmp_path / "b", *folders)
    assert "worked out before" in again.stderr


def test_one_run_given_as_two_shards_is_refused(folder, tmp_path):
    (tmp_path / "x").mkdir()
    shutil.copytree(folder, tmp_path / "x/run")
    done = made(tmp_path / "b", f"x={folder}", f"x={tmp_path / 'x/run'}")
    assert (done.returncode, "holds the document" in done.stderr) == (3, True)


def test_without_documents_no_texts_are_in_the_book(folder, tmp_path):
    assert not made(tmp_path / "b", folder, more=("--no-documents", "--by", "")).returncode
    assert not (tmp_path / "b/documents").exists()
    for path in (tmp_path / "b").rglob("*.*"):
        assert "chemin" not in path.read_text("utf-8")


def test_a_language_has_a_page_with_the_sets_into_it_and_from_it(out, book):
    assert book.languages == {"en": "English", "fr": "French"}
    french = (out / "languages" / "fr.html").read_text("utf-8")
    english = (out / "languages" / "en.html").read_text("utf-8")
    (item, *_) = book.sets
    assert item.pair == "en-fr"
    assert "Into French" in french
    assert "From French" not in french
    assert "From English" in english
    assert "Into English" not in english
    assert french.count(f'href="../systems/{item.systems[0]}.html"') == 2  # once for each set
    assert f"../systems/{item.systems[0]}.html" not in english
    whole = (out / "sets" / f"{item.slug}.html").read_text("utf-8")
    assert 'href="../languages/fr.html">French' in whole


def test_a_book_without_names_of_languages_shows_codes(book):
    old = book.model_copy(update={"languages": {}})
    shown = dict(Site(old).pages())
    assert "Into fr" in shown["languages/fr.html"]


def test_tables_for_texts_are_written(out):
    assert "**x1 en-fr**" in (out / "results.md").read_text("utf-8")
    assert r"\toprule" in (out / "results.tex").read_text("utf-8")


def test_a_wrong_part_a_folder_without_runs_and_one_named_twice_are_refused(folder, tmp_path):
    wrong = made(tmp_path / "b", folder, more=("--by", "author"))
    assert (wrong.returncode, "is none of domain, voice, distance" in wrong.stderr) == (2, True)
    (tmp_path / "empty").mkdir()
    empty = made(tmp_path / "b", tmp_path / "empty")
    assert (empty.returncode, "holds no run" in empty.stderr) == (3, True)
    twice = made(tmp_path / "b", folder, folder)
    assert (twice.returncode, "is named twice" in twice.stderr) == (2, True)
    few = made(tmp_path / "b", folder, more=("--samples", "5"))
    assert few.returncode == 2


def test_a_folder_of_runs_names_their_edition(folder, tmp_path):
    (tmp_path / "wmt22").mkdir()
    (tmp_path / "wmt22/en-fr").symlink_to(folder)
    (source,) = inputs.sources([str(tmp_path / "wmt22")])
    assert (source.name, source.slug) == ("wmt22 en-fr", "wmt22-en-fr")


def test_orders_of_systems_agree_or_not():
    assert building.tau([1, 2, 3, 4], [1, 2, 3, 4]) == 1
    assert building.tau([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert building.tau([1, 1, 1], [1, 2, 3]) is None
    assert building.tau([1, 2], [1, 2]) is None
    # tau-b of (1, 2, 2, 3) and (1, 3, 2, 4): 5 of 5 and 6 pairs
    assert building.tau([1, 2, 2, 3], [1, 3, 2, 4]) == pytest.approx(5 / 30**0.5)


def test_names_that_differ_in_capitals_have_files_of_their_own():
    found = views.slugs(["A", "a", "b/c", "b c", "…"])
    assert len({name.casefold() for name in found.values()}) == 5
    assert all(re.fullmatch(r"[\w.-]+", name) for name in found.values())


def test_the_styles_are_the_reports(out):
    assert "--p0:" in (out / "index.html").read_text("utf-8")
    assert Path(inputs.__file__).parent.joinpath("web/book.css").is_file()
