"""Copies of the source, and translations of other segments."""

from __future__ import annotations

import re

import pytest

from discotag.core.document import Side
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag.testing.builders import context, document
from discotag_lint.check import Severity
from discotag_lint.checks.copies import CopyCheck


def plain(texts):
    """Return a side whose words are what stands between spaces."""
    words = [[(each[0], *each.span()) for each in re.finditer(r"\S+", text)] for text in texts]
    tokens = (Tokens(text, *zip(*own, strict=True)) if own else Tokens(text, (), (), ())
              for text, own in zip(texts, words, strict=True))  # fmt: skip
    return Side("xx", tuple(texts), tuple(tokens))


def found(*pairs, **options):
    built = document(*(plain(texts) for texts in zip(*pairs, strict=True)))
    check = CopyCheck.create(context("fr", **options))
    return list(check.check(TaggedDocument(built, ())))


@pytest.fixture(autouse=True)
def _words(monkeypatch):
    monkeypatch.setattr(
        "discotag.core.language.LanguagePack.stop_words",
        property(lambda pack: {"en": {"the", "is", "of"}}.get(pack.code, {"la", "est"})),
    )


def test_a_segment_of_source_words_is_not_translated():
    (finding,) = found(("Open the window now!", "open the window, now"))
    assert (finding.code, finding.severity, finding.place.token) == ("DT505", None, 0)
    assert "“open the window, now” is not translated" in finding.message


def test_a_copied_part_is_a_note_where_most_is_translated():
    source = "He wrote about the end of the world as we know it"
    (note,) = found((source, "Il a écrit the end of the world as we know it hier"))
    assert (note.code, note.severity) == ("DT505", None)
    title = "Read now: The Best of The Worlds of the Times of Yore"
    target = f"{'un mot ' * 9}: The Best of The Worlds of the Times of Yore"
    assert found((title, target)) == []
    title = "He called it “The Best of The Worlds of the Times of Yore” today"
    copied = "Il l'a nommé “The Best of The Worlds of the Times of Yore” hier"
    assert found((title, copied)) == []
    spoken = title.replace("The Best", "the best").replace("Worlds", "worlds")
    (told,) = found((spoken, copied.replace("The Best", "the best").replace("Worlds", "worlds")))
    assert (told.code, told.severity) == ("DT505", None)
    (note,) = found((source, f"{'un mot ' * 9} about the end of the world as we"))
    assert (note.code, note.severity) == ("DT505", Severity.NOTE)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("New York Philharmonic Orchestra", "New York Philharmonic Orchestra"),
        ("Open the", "Open the"),
        ("https://the.of.is/the", "https://the.of.is/the"),
        ("the list of names is long", "la liste des noms est longue"),
        ("", ""),
        ("the end of it", ""),
    ],
    ids=["a name", "too short", "an address", "translated", "empty", "nothing there"],
)
def test_names_and_translations_are_no_copies(source, target):
    assert found((source, target)) == []


def test_the_translation_of_another_segment_is_told_with_that_segment():
    same = "La livraison prend trois jours ouvrables environ"
    pairs = [
        ("Delivery takes about three working days", same),
        ("A hole in a library of logging software", same),
    ]
    (finding,) = found(*pairs)
    assert (finding.code, finding.place.segment) == ("DT506", 1)
    assert finding.others[0].segment == 0
    assert found(pairs[0], pairs[0]) == []
    assert found(pairs[0], ("Delivery takes about three or four working days", same)) == []
    assert found(pairs[0], (pairs[1][0], "Oui")) == []
