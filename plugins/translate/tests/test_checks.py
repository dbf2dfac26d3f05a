"""Answers whose parts are wrong, or in another language: asked for again, then named."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import Registry, SkippedWorkError, discover
from discotag.testing.servers import Said
from discotag_translate.content_check import ContentCheck, Links
from discotag_translate.language_check import LEAST_LETTERS, LanguageCheck, letters

from .jobs import Job, run
from .services import chat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from discotag_translate.content_check import LinkedPair


DEMO = files("discotag.demo")
PAIRS = sorted(item.name for item in DEMO.iterdir() if item.name.startswith("en-"))
SIZE = 9
"""Segments of a document here: so that the demo's text makes more than fourteen."""
MARKER = re.compile(r"\[\[\d+\]\] ")
REMARKS = (
    " Hinweis: Ich habe alle Namen beibehalten.",
    " (Anmerkung: „sie“ bezieht sich auf die Brücke.)",
    "\n\nNote: I have kept the names in the original.",
    " Ich habe den lockeren Ton des Originals gewahrt.",
)
Change = "Callable[[list[str]], list[str]]"


def texts(pair: str) -> tuple[list[str], list[str]]:
    """Read a pair's source and reference, blank lines left out."""
    target = pair.partition("-")[2]
    source = (DEMO / "src.en").read_text("utf-8").splitlines()
    reference = (DEMO / pair / f"ref.{target}").read_text("utf-8").splitlines()
    both = [pair for pair in zip(source, reference, strict=True) if all(map(str.strip, pair))]
    return [one for one, _ in both], [other for _, other in both]


def documents(lines: Sequence[str]) -> list[list[str]]:
    return [list(lines[at : at + SIZE]) for at in range(0, len(lines), SIZE)]


def last(change: Callable[[str], str]) -> Change:
    return lambda parts: [*parts[:-1], change(parts[-1])]


def inside(change: Callable[[str], str]) -> Change:
    return lambda parts: [*parts[:3], change(parts[3]), *parts[4:]] if len(parts) > 4 else parts


def swapped(parts: list[str]) -> list[str]:
    return [*parts[:2], parts[3], parts[2], *parts[4:]] if len(parts) > 4 else parts


class Remembering(Links):
    """Links each pair of texts once for all tests: the analysis takes most of their time."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._known: dict[tuple[str, str], LinkedPair] = {}

    def of(self, sources, targets):
        pairs = list(zip(sources, targets, strict=True))
        new = list(dict.fromkeys(pair for pair in pairs if pair not in self._known))
        if new:
            linked = self._links.of(*zip(*new, strict=True))
            self._known.update(zip(new, linked, strict=True))
        return [self._known[pair] for pair in pairs]


@pytest.fixture(scope="module")
def links() -> Links:
    found = Links.find(Registry(discover()), "en", "de")
    assert found is not None
    return Remembering(found)


@pytest.fixture
def translated(tmp_path: Path, server, waits, links, monkeypatch):
    """Translate the demo with a server that gives the reference, changed."""
    monkeypatch.setattr(Links, "find", lambda *_: links)
    source, reference = texts("en-de")
    known = dict(zip(source, reference, strict=True))
    (tmp_path / "src.en").write_text("".join(f"{line}\n" for line in source))
    ids = [f"{place // SIZE}\n" for place in range(len(source))]
    (tmp_path / "ids").write_text("".join(ids))

    def do(change: Change, *, alone: Change = list, **choice: object) -> Job:
        def speak(text: str) -> str:
            parts = [known[part.strip()] for part in MARKER.split(text) if part.strip()]
            if len(parts) == 1:
                return alone(parts)[0]
            return " ".join(f"[[{n}]] {part}" for n, part in enumerate(change(parts), 1))

        def behave(asked, _number):
            text = asked.content["messages"][-1]["content"]
            is_whole = text.startswith("[[")
            return Said(chat(asked, lambda _: speak(text), **(choice if is_whole else {})))

        server.behave = behave
        places = (
            "--src",
            tmp_path / "src.en",
            "--docids",
            tmp_path / "ids",
            "-s",
            "en",
            "-t",
            "de",
        )
        where = ("--base-url", f"{server.url}/v1", "-m", "tiny", "-o", tmp_path / "out", "--yes")
        job = Job(tmp_path / "out")
        try:
            job.printed = run("-e", "chat", *places, *where).output
        except SkippedWorkError as error:
            job.error = error
        return job

    return do


FAULTS: dict[str, Change] = {
    **{f"remark {number} at the end": last(lambda text, r=remark: text + r)
       for number, remark in enumerate(REMARKS)},
    **{f"remark {number} inside": inside(lambda text, r=remark: text + r)
       for number, remark in enumerate(REMARKS[:3])},
    "cut": last(lambda text: text[: len(text) // 2]),
}  # fmt: skip


@pytest.mark.parametrize("change", FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_in_a_document_is_asked_for_again(translated, change):
    _, reference = texts("en-de")
    done = translated(change)
    assert done.error is None
    assert done.lines == reference
    again = {record["document"] for record in done.told[1:] if record["troubles"]}
    whole = [parts for parts in documents(reference) if change(parts) != parts]
    assert len(whole) >= 14
    assert len(again) == len(whole)
    assert done.told[0]["doubtful"] == 0


def test_segments_that_changed_places_are_asked_for_again(translated):
    _, reference = texts("en-de")
    done = translated(swapped)
    wrong = {place // SIZE for place, line in enumerate(reference) if done.lines[place] != line}
    changed = [parts for parts in documents(reference) if swapped(parts) != parts]
    assert len(changed) >= 14
    assert len(wrong) <= 2, "where both segments are as short as an answer, links do not tell"


def test_a_server_that_behaves_is_asked_once_for_each_document(translated, server):
    source, reference = texts("en-de")
    done = translated(list)
    assert done.lines == reference
    assert len(server.asked) == len(documents(source))
    assert "may be wrong" not in done.printed


def test_an_answer_that_ran_out_of_length_is_asked_for_again(translated):
    done = translated(last(lambda text: text[:-9]), finish_reason="length")
    assert done.lines == texts("en-de")[1]
    assert "not complete (length)" in done.told[1]["troubles"][0]


def test_a_remark_that_stays_is_kept_and_named(translated):
    remark = last(lambda text: text + REMARKS[0])
    _, reference = texts("en-de")
    done = translated(remark, alone=remark)
    wanted = [line for parts in documents(reference) for line in remark(parts)]
    assert done.lines == wanted
    doubtful = [record for record in done.told[1:] if record["doubt"]]
    assert len(doubtful) == done.told[0]["doubtful"] == len(documents(reference))
    assert {record["doubt"] for record in doubtful} == {
        "it seems to hold a remark beside the translation"
    }
    assert f"warning: {len(doubtful)} translations may be wrong" in done.printed
    assert f"line {SIZE} (document '0', segment {SIZE})" in done.printed


def test_a_remark_in_lines_of_its_own_that_stays_is_no_translation(translated):
    remark = last(lambda text: text + REMARKS[2])
    done = translated(remark, alone=remark)
    assert isinstance(done.error, SkippedWorkError)
    failed = [record for record in done.told[1:] if record["how"] == "failed"]
    assert len(failed) == len(documents(texts("en-de")[1]))


def test_nothing_is_checked_where_it_is_not_wanted(tmp_path, translated, monkeypatch):
    monkeypatch.setattr("discotag_translate.running.content_check", lambda *_: None)
    remark = last(lambda text: text + REMARKS[0])
    done = translated(remark)
    assert done.lines[SIZE - 1].endswith(REMARKS[0])


@pytest.mark.parametrize("pair", PAIRS)
def test_references_of_the_demo_raise_no_doubt(pair):
    source, reference = texts(pair)
    links = Links.find(Registry(discover()), *pair.split("-"))
    for check in (ContentCheck(None), ContentCheck(links)):
        for parts in zip(documents(source), documents(reference), strict=True):
            assert check.doubts(*parts) == {}


SOURCES = (
    "She opened the door at once and looked at the old clock.",
    "It was eight.",
    "Nobody had told her that the train would leave so early today.",
    "Breaking news from the harbour",
)
PARTS = (
    "Hon öppnade genast dörren och tittade på den gamla klockan.",
    "Den var åtta.",
    "Ingen hade sagt till henne att tåget skulle gå så tidigt i dag.",
    "Senaste nytt från hamnen",
)


@pytest.mark.parametrize(
    ("place", "part", "kind"),
    [
        (1, "Den var åtta. Obs: namnen är oförändrade.", "remark"),
        (3, "Senaste nytt från hamnen. Anmärkning: tonen är vardaglig.", "remark"),
        (2, f"{PARTS[2]} (Översättarens anmärkning: tåget, inte bussen.)", "remark"),
        (1, "Den var\nåtta.", "lines"),
        (2, "Ingen hade sagt till henne att", "end"),
        (2, "Ingen.", "length"),
        (1, f"Den var åtta, {PARTS[0]}", "length"),
    ],
)
def test_without_a_pack_marks_and_lengths_tell(place, part, kind):
    parts = [*PARTS[:place], part, *PARTS[place + 1 :]]
    found = ContentCheck(None).doubts(SOURCES, parts)
    assert {at: doubt.kind for at, doubt in found.items()} == {place: kind}


def test_right_translations_without_a_pack_raise_no_doubt():
    assert ContentCheck(None).doubts(SOURCES, PARTS) == {}


def test_a_language_without_a_pack_has_no_links():
    assert Links.find(Registry(discover()), "en", "fi") is None


TEXTS = {
    "en": "The old lamp stood on the table for years before somebody knocked it over yesterday.",
    "de": "Die alte Lampe stand jahrelang auf dem Tisch, bevor jemand sie gestern umgestoßen hat.",
    "fr": "La vieille lampe est restée des années sur la table avant que quelqu'un ne la renverse.",
    "es": "La vieja lámpara estuvo años sobre la mesa antes de que alguien la tirara al suelo.",
    "ja": "その古いランプは何年もテーブルの上に置いてあったが、昨日だれかがそれを倒してしまった。",
    "ru": "Старая лампа много лет стояла на столе, пока кто-то вчера её случайно не опрокинул.",
}


@pytest.mark.parametrize("target", sorted(set(TEXTS) - {"en"}))
def test_each_language_is_right_for_itself_and_wrong_for_others(target):
    check = LanguageCheck("en", target)
    assert check.fault(TEXTS[target]) is None
    for other in set(TEXTS) - {target}:
        assert f"({other})" in str(check.fault(TEXTS[other]))


def test_short_texts_are_not_judged():
    check = LanguageCheck("en", "de")
    assert letters(TEXTS["en"][:40]) < LEAST_LETTERS
    assert check.fault(TEXTS["en"][:40]) is None
    assert letters("日本語") == 3 * letters("abc")


def test_a_variety_is_its_language_and_an_unknown_one_is_not_judged():
    assert LanguageCheck("en", "de-at").fault(TEXTS["de"]) is None
    check = LanguageCheck("en", "tlh")
    assert not check.is_known
    assert check.fault(TEXTS["en"]) is None


def test_close_languages_are_one_unless_one_is_the_source():
    assert LanguageCheck("en", "pt").fault(TEXTS["es"]) is None
    assert LanguageCheck("es", "pt").fault(TEXTS["es"]) is not None
