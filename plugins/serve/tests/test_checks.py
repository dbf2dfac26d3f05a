"""What the page is shown: tags, findings, the best translation, or a sentence that helps."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from discotag_serve import app
from discotag_serve.checking import ReplacedError
from discotag_serve.requests import LINES, CheckRequest, RequestError, lines_of

if TYPE_CHECKING:
    from conftest import Site

MIXED, EVEN = (f"Tu devrais te reposer.\n{your} café est prêt." for your in ("Votre", "Ton"))


def test_tags_findings_and_the_best_translation_are_told(site: Site, form) -> None:
    told = site.ask("/check", form(A=MIXED, B=EVEN)).data
    assert told["index"]["texts"] == ["A", "B"]
    (found,) = told["record"]["findings"]
    assert (found["text"], found["code"], found["place"]) == (0, "DT101", [1, 1, 0, 5])
    assert found["others"] == [[1, 0, 0, 2]]
    assert told["choice"]["best"] == ["B"]
    phenomenon, label, *place = told["record"]["tags"][1][0][:5]
    assert told["index"]["phenomena"][phenomenon] == "formality"
    assert (told["record"]["labels"][label], place) == ("t", [1, 0, 3])


def test_places_count_as_browsers_do(site: Site, form) -> None:
    told = site.ask("/check", form(A=MIXED.replace("Votre", "🎉🎉 Votre"))).data
    assert told["record"]["findings"][0]["place"] == [1, 1, 5, 10]


def test_an_address_that_is_asked_for_counts(site: Site, form) -> None:
    told = site.ask("/check", form(A=EVEN, expect="formal")).data
    assert {found["code"] for found in told["record"]["findings"]} == {"DT103"}


def test_a_glossary_counts(site: Site, form) -> None:
    wish = form("The account was closed.", A="Le magasin a été fermé.", glossary="account = compte")
    (found,) = site.ask("/check", wish).data["record"]["findings"]
    assert (found["code"], "“compte”" in found["message"]) == ("DT203", True)


def test_texts_of_other_numbers_of_lines_are_put_side_by_side_by_sentences(
    site: Site, form
) -> None:
    told = site.ask("/check", form(A=MIXED.replace("\n", " "))).data
    assert told["record"]["source"] == ["You should rest.", "Your coffee is ready."]
    assert told["notes"][0] == "Sentences, not lines, stand side by side here: 2 pairs."


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"source": ""}, "Type or paste a source text."),
        ({"translations": []}, "Type or paste a translation."),
        ({"translations": [{"name": "A", "text": " \n"}]}, "Type or paste a translation."),
        ({"target_language": ""}, "Choose the languages of both texts."),
        ({"glossary": "account"}, "Line 1 of the glossary is not understood; write: term ="),
        ({"source": "a\n" * (LINES + 1)}, f"The source has {LINES + 1} lines; the page shows up"),
        (
            {"translations": [{"name": "A", "text": "x"}, {"name": "a", "text": "y"}]},
            "Two translations are called 'a'; rename one.",
        ),
        ({"translations": [{"name": "../x", "text": "x"}]}, "Rename a translation: '../x'"),
        ({"translations": [{"name": "", "text": "x"}]}, "A translation has no name"),
        ({"expect": "friendly"}, "friendly"),
        ({"more": 1}, "reload the page"),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_what_is_missing_or_wrong_is_told_in_plain_words(
    site: Site, form, changes: dict[str, object], error: str
) -> None:
    reply = site.ask("/check", {**form(A=EVEN), **changes})
    assert reply.status == 422
    assert error in reply.data["error"]
    assert "Traceback" not in reply.data["error"]


def test_a_language_without_a_pack_is_told_with_what_to_do(site: Site, form) -> None:
    reply = site.ask("/check", form(A=EVEN, target_language="sw"))
    assert "sw" in reply.data["error"]
    assert "discotag new language sw" in reply.data["hints"][0]


def test_a_fault_of_our_own_is_logged_and_not_shown(
    site: Site, form, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(found: object) -> None:
        raise RuntimeError("inner secret")

    monkeypatch.setattr(app, "answer", broken)
    reply = site.ask("/check", form(A=EVEN))
    assert reply.status == 500
    assert reply.data["error"] == app.BROKEN
    assert "inner secret" in caplog.text


def test_the_newest_request_of_a_page_takes_the_place_of_older_ones(site: Site, form) -> None:
    answers: list[dict[str, object]] = []
    site.checker._working.acquire()
    try:
        threads = []
        for number in range(3):
            asked = form(A=EVEN, page="one" if number < 2 else "other")
            asked["source"] += " " * number
            started = site.checker._count + 1
            thread = threading.Thread(
                target=lambda wish=asked: answers.append(site.ask("/check", wish).data)
            )
            thread.start()
            threads.append(thread)
            while site.checker._count < started:
                pass
    finally:
        site.checker._working.release()
    for thread in threads:
        thread.join(60)
    assert sorted("replaced" in answer for answer in answers) == [False, False, True]


def test_a_check_under_way_stops_when_a_newer_one_comes(site: Site, form) -> None:
    pause = site.checker._pause("page")
    pause()
    site.checker._pause("page")
    with pytest.raises(ReplacedError):
        pause()


def test_the_shared_page_holds_everything_and_asks_for_nothing(site: Site, form) -> None:
    wish = form("You </script><b>rest.", A="Tu </script><b>devrais.", B="Tu dors.")
    reply = site.ask("/share.html", wish)
    text = reply.body.decode()
    assert reply.headers["content-type"].startswith("text/html")
    assert text.count("</script>") == 2
    assert "<b>devrais" not in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert reply.body == site.ask("/share.html", wish).body


def test_the_shared_data_are_complete(site: Site, form) -> None:
    told = site.ask("/share.json", form(A=MIXED, B=EVEN)).data
    assert told["schema"] == "discotag-serve/1"
    assert told["source"] == ["You should rest.", "Your coffee is ready."]
    first, second = told["translations"]
    assert first["findings"][0]["code"] == "DT101"
    assert second["tags"][0]["evidence"] == [{"side": "target", "segment": 0, "word": "te"}]
    assert told["choice"]["best"] == ["B"]


def test_lines_are_those_of_any_system_without_empty_ones_at_the_end() -> None:
    assert lines_of("a\r\nb\rc\n\n \n") == ("a", "b", "c")


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b"null", json.dumps([1]).encode()])
def test_what_is_no_request_is_refused(site: Site, data: bytes) -> None:
    reply = site.ask("/check", data)
    assert reply.status == 422
    assert "reload" in reply.data["error"]


def test_a_wish_without_languages_is_none() -> None:
    with pytest.raises(RequestError):
        CheckRequest.read({"source": "a"})
