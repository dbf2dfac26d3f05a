"""Nobody but the page on this machine gets an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag_serve.requests import BYTES
from discotag_serve.server import new_token

if TYPE_CHECKING:
    from conftest import Site


def test_the_page_and_its_files_are_answered_with_a_strict_policy(site: Site) -> None:
    for path, kind in (
        ("/", "text/html"),
        ("/page.js", "text/javascript"),
        ("/page.css", "text/css"),
    ):
        reply = site.ask(path)
        assert reply.status == 200
        assert reply.headers["content-type"].startswith(kind)
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"


def test_the_page_has_no_script_or_style_in_its_text(site: Site) -> None:
    text = site.ask("/").body.decode()
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick" not in text
    assert text.count("<script") == 1


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:1", "", "0.0.0.0:8765"]
)
def test_another_name_of_this_machine_is_refused(site: Site, host: str) -> None:
    reply = site.ask("/", headers={"host": host})
    assert (reply.status, reply.body) == (403, b"This server answers this machine alone.\n")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "https://127.0.0.1:8765"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_is_refused(site: Site, form, headers: dict[str, str]) -> None:
    reply = site.ask("/check", form(A="Tu dors."), headers=headers)
    assert (reply.status, reply.body) == (403, b"This server answers its own page alone.\n")


@pytest.mark.parametrize("token", ["", "wrong", "secre", "secret2", "sécret", "."])
def test_without_the_secret_nothing_is_there(site: Site, token: str) -> None:
    reply = site.ask("/", token=token)
    assert reply.status == 404
    assert b"terminal" in reply.body


def test_the_secret_is_long_and_each_time_another_one() -> None:
    assert len({new_token() for _ in range(20)}) == 20
    assert len(new_token()) >= 43


@pytest.mark.parametrize("path", ["/nothing", "/../page.js", "/page.js/", "/.git/config"])
def test_other_paths_are_not_there(site: Site, path: str) -> None:
    assert site.ask(path).status == 404


def test_other_methods_are_refused(site: Site) -> None:
    assert site.ask("/check").status == 405
    assert site.ask("/", {}, method="PUT").status == 405


def test_too_much_text_is_refused_before_it_is_read_to_the_end(site: Site, form) -> None:
    reply = site.ask("/check", b" " * (BYTES + 1))
    assert reply.status == 413
    assert reply.data["error"] == "The texts have more than 4 MB; show a part of them."


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_of_another_page_could_send_is_refused(site: Site, form, kind: str) -> None:
    reply = site.ask("/check", form(A="Tu dors."), headers={"content-type": kind})
    assert reply.status == 422
    assert "reload the page" in reply.data["error"]
