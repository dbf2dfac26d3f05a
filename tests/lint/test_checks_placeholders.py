"""Placeholders and tags: what is lost, added or broken, in every syntax and script."""

from __future__ import annotations

import re
import time

import pytest

from discotag.core.document import Side
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag.files.placeholders import placeholders
from discotag.testing import context, document
from discotag_lint.check import validate_finding
from discotag_lint.checks.placeholders import PlaceholderCheck


def side(language, text):
    spans = [word.span() for word in re.finditer(r"\S+", text)]
    forms = tuple(text[begin:end] for begin, end in spans)
    starts, ends = (tuple(span[place] for span in spans) for place in (0, 1))
    return Side(language, (text,), (Tokens(text, forms, starts, ends),))


def found(source, target, id="d"):
    """Return (code, the characters it is about, severity, what the fix makes of the text)."""
    built = document(side("en", source), side("de", target), id=id)
    check = PlaceholderCheck.create(context("de", name="placeholders"))
    told = []
    for finding in check.check(TaggedDocument(built, ())):
        validate_finding(finding)
        text = built.target.segments[0]
        begin, end = finding.span
        fix = finding.fix
        fixed = fix and text[: fix.start] + fix.replacement + text[fix.end :]
        told.append((finding.code, text[begin:end], finding.severity, fixed))
    return told


SAME = [
    ("Delete %d files", "删除%d个文件"),
    ("Delete %d files", "%d個のファイルを削除"),
    ("Go to %s", "%s로 이동"),
    ("Delete %s", "ลบ%sแล้ว"),
    ("from %s", "%s'den"),
    ("%s and %s", "%2$s und %1$s"),
    ("%@ of %1$lld", "%1$lld von %@"),
    ("{0} of {1}", "{1}: {0} {0}"),
    ("Hi {{name}}", "Hallo {{ name }}"),
    ("Hi %{name}, %(age)d", "%(age)d Hallo %{name}"),
    ("Hi %name%", "Hallo %name%"),
    ("Hello $NAME$", "Hallo $NAME$"),
    ("$5 per month", "5 $ im Monat"),
    ("100% of users, 50 % sure", "100 % der Nutzer, 50 % sicher"),
    ("Press <b>now</b>", "Jetzt <b class='x'>drücken</b>"),
    ("See <0>this</0><br>and", "Siehe <0>dies</0><br/>und"),
    ("copy <file>", "kopiere <Datei>"),
    ("a < b > c", "a < b > c!"),
]


@pytest.mark.parametrize(("source", "target"), SAME, ids=[target for _, target in SAME])
def test_what_is_the_same_is_not_told(source, target):
    assert found(source, target) == []


CASES = [
    ("Hi {name}", "Hallo", ("DT801", "Hallo", None, None)),
    ("删除%d个文件", "Delete files", ("DT801", "Delete files", None, None)),
    ("Hi {name}", "Hallo {nmae}", ("DT802", "{nmae}", None, "Hallo {name}")),
    ("say {telling}", "sag [{te]lling}", ("DT802", "{te]lling}", None, "sag [{telling}")),
    ("Hi {name}", "Hallo { name }", ("DT802", "{ name }", None, "Hallo {name}")),
    ("Hi {name}", "Hallo { nmae }", ("DT802", "{ nmae }", None, "Hallo {name}")),
    ("Delete %s", "删除％s吗", ("DT802", "％s", None, "删除%s吗")),
    ("Delete %d", "Lösche % d.", ("DT802", "% d", None, "Lösche %d.")),
    ("Done", "Fertig: %s", ("DT802", "%s", None, None)),
    ("%d files", "%s Dateien", ("DT802", "%s", None, "%d Dateien")),
    ("Press <b>now</b>", "Jetzt <b>drücken", ("DT803", "Jetzt <b>drücken", None, None)),
    ("Press <b>now</b>", "<i>Jetzt</i>", ("DT803", "<i>", None, None)),
    ("<b><i>a</i></b>", "<b><i>a</b></i>", ("DT803", "</b>", None, None)),
    ("a<br>b", "a b", ("DT803", "a b", "note", None)),
]


@pytest.mark.parametrize(("source", "target", "told"), CASES, ids=[case[1] for case in CASES])
def test_what_differs_is_told_whole_with_its_fix(source, target, told):
    assert found(source, target) == [told]


def test_a_placeholder_of_printf_counts_and_a_named_one_may_be_repeated():
    assert found("%s and %s", "%s") == [("DT801", "%s", None, None)]
    assert found("{a}", "{a} {a}") == []


def test_plural_forms_for_one_number_may_leave_it_out():
    assert found("%d file", "eine Datei", id="app:one") == []
    assert found("# file", "eine Datei", id="app:=1") == []
    assert found("%d files", "plik\u00f3w", id="app:many") == [("DT804", "plików", None, None)]
    assert found("# files", "plików", id="app:few") == [("DT804", "plików", None, None)]


def test_a_segment_that_is_not_translated_is_left_alone():
    assert found("Hi {name}", " ") == []


SIGNS = ("%0", "%1", "{", "${", '<a "', "<a b='", "<!--", "<b notranslate", "%a.", "&#")


def test_time_grows_with_the_length():
    seconds = []
    for size in (10_000, 40_000):
        begin = time.process_time()
        for sign in (
            "%0",
            "%1",
            "{",
            "${",
            '<a "',
            "<a b='",
            "<!--",
            "<b notranslate",
            "%a.",
            "&#",
        ):
            placeholders(sign * (size // len(sign)))
            found("a {x} b", sign * (size // len(sign)))
        seconds.append(time.process_time() - begin)
    assert seconds[1] < max(8 * seconds[0], 2)
