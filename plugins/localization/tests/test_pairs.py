"""Files with one language each: units by their ids, where they stand, and what is told."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import InputError, UsageError


def dumped(data):
    return json.dumps(data, ensure_ascii=False, indent=1)


def test_json_has_nested_keys_and_lists(pair):
    read = pair(
        "Json", ".json",
        dumped({"menu": {"open": "Open"}, "steps": ["One", "Two"], "n": 3}),
        dumped({"steps": ["Eins", "Zwei"], "menu": {"open": "Öffnen"}}),
    )  # fmt: skip
    assert read.pairs() == [
        ("menu.open", "Open", "Öffnen"),
        ("steps[0]", "One", "Eins"),
        ("steps[1]", "Two", "Zwei"),
    ]
    assert [place[0][1:3] for place in read.text.places["target"]] == [(7, 12), (3, 4), (4, 4)]
    assert read.text.lines == (3, 6, 7)
    assert read.text.id == "texts"


def test_json_escapes_are_characters(pair):
    read = pair("Json", ".json", r'{"a": "b\n\"c\" \u00e9\ud83d\ude00"}', r'{"a": "x"}')
    assert read.pairs() == [("a", 'b "c" é😀', "x")]


def test_plural_keys_of_i18next_are_variants(pair):
    source = {"a": "First", "item_one": "{{count}} item", "item_other": "{{count}} items"}
    target = {"a": "Erst", "item_one": "{{count}} rzecz", "item_few": "{{count}} rzeczy",
              "item_other": "{{count}} rzecz"}  # fmt: skip
    read = pair("Json", ".json", dumped(source), dumped(target))
    assert [text.id for text in read.documents] == ["texts", "texts:one", "texts:few"]
    assert [unit for unit, *_ in read.pairs(0)] == ["a", "item_other"]
    assert read.pairs(1) == [("item_one", "{{count}} item", "{{count}} rzecz")]
    assert read.pairs(2) == [("item_few", "{{count}} items", "{{count}} rzeczy")]


def test_plurals_of_version_3_are_known(pair):
    source = dumped({"item": "item", "item_plural": "items"})
    read = pair("Json", ".json", source, source)
    assert [text.units for text in read.documents] == [("item_plural",), ("item",)]


def test_chrome_has_messages_and_descriptions(pair):
    data = {"hi": {"message": "Hello $NAME$", "description": "of it", "placeholders": {"name": {}}}}
    read = pair("Json", ".json", dumped(data), dumped(data))
    assert read.pairs() == [("hi", "Hello $NAME$", "Hello $NAME$")]
    assert read.text.comments == ("of it",)


def test_arb_has_metadata_and_messages(pair):
    source = {"@@locale": "en", "n": "{c, plural, one {# user} other {# users}} here",
              "@n": {"description": "A count"}}  # fmt: skip
    target = {"@@locale": "de", "n": "{c, plural, one {# Nutzer} other {# Nutzer}} hier"}
    read = pair("Arb", ".arb", dumped(source), dumped(target))
    assert read.pairs() == [("n", "# users here", "# Nutzer hier")]
    assert read.pairs(1) == [("n[one]", "# user here", "# Nutzer hier")]
    assert read.text.comments == ("A count",)
    assert read.text.source[0][0].isdecimal()


def test_yaml_drops_the_language_and_reads_all_styles(pair):
    text = (
        "{}:\n  # a note\n  plain: It's {}\n    folded\n  single: 'It''s'\n  double: \"a\\tb\"\n"
        "  block: |\n    One\n    two\n  count:\n    one: one\n    other: many\n"
        "  yes: 'Y'\n  n: 5\n"
    )
    read = pair("Yaml", ".yml", text.format("en", "x"), text.format("de", "y"))
    assert read.pairs() == [
        ("plain", "It's x folded", "It's y folded"),
        ("single", "It's", "It's"),
        ("double", "a b", "a b"),
        ("block", "One two", "One two"),
        ("count.other", "many", "many"),
        ("yes", "Y", "Y"),
    ]
    assert read.text.comments[0] == "a note"
    assert read.documents[1].units == ("count.one",)


def test_an_alias_of_yaml_is_read_once(pair):
    text = "a: &x Hello\nb: *x\n" + "".join(f"l{n}: [*x, *x]\n" for n in range(5))
    assert pair("Yaml", ".yml", text, text).text.units == ("a",)


def test_properties_have_continued_lines_and_escapes(pair):
    text = "# A title\ntitle = Hello \\\n    world\nk\\:ey:\\u00e9\\t!\n\n! no comment\n\nlast\n"
    read = pair("Properties", ".properties", text, text)
    assert read.pairs() == [("title", "Hello world", "Hello world"), ("k:ey", "é !", "é !")]
    assert read.text.comments == ("A title", "")
    assert [place[:3] for place in read.text.places["target"][0]] == [(0, 2, 9), (6, 3, 5)]


def test_properties_may_be_iso_8859_1(pair):
    read = pair("Properties", ".properties", b"a=caf\xe9\n", "a=Café\n")
    assert read.pairs() == [("a", "café", "Café")]
    assert any("ISO-8859-1" in note for note in read.notes)


def test_strings_may_be_utf_16_and_have_comments(pair):
    text = '/* Title */\n"a b" = "Say \\"hi\\"";\nkey = "x"; // no\n'
    read = pair("Strings", ".strings", text.encode("utf-16"), text)
    assert read.pairs() == [("a b", 'Say "hi"', 'Say "hi"'), ("key", "x", "x")]
    assert read.text.comments[0] == "Title"


def test_stringsdict_has_forms(pair):
    text = (
        '<plist version="1.0"><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key>'
        "<string>You have %#@f@</string><key>f</key><dict><key>one</key><string>%d file</string>"
        "<key>other</key><string>%d files</string></dict></dict></dict></plist>"
    )
    read = pair("Stringsdict", ".stringsdict", text, text)
    assert [unit for unit, *_ in read.pairs()] == ["k", "k.f[other]"]
    assert read.documents[1].units == ("k.f[one]",)


ANDROID = """<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="t">
  <!-- Of it -->
  <string name="a" tools:x="y">It\\'s   <b>so</b>
     \\u00e9 &amp;\\n"far"</string>
  <string name="no" translatable="false">x</string>
  <string name="ref">@string/a</string>
  <string name="c"><![CDATA[A <i>b</i>]]></string>
  <plurals name="p"><item quantity="one">%d x</item><item quantity="other">%d xs</item></plurals>
  <string-array name="l"><item>One</item></string-array>
</resources>
"""


def test_android_has_strings_plurals_and_arrays(pair):
    read = pair("Android", ".xml", ANDROID, ANDROID)
    assert [(unit, text) for unit, text, _ in read.pairs()] == [
        ("a", "It's <b>so</b> é & far"),
        ("c", "A <i>b</i>"),
        ("p[other]", "%d xs"),
        ("l[0]", "One"),
    ]
    assert read.documents[1].units == ("p[one]",)
    assert read.text.comments[0] == "Of it"
    assert [place[1:3] for place in read.text.places["target"][0]][:2] == [(4, 32), (4, 36)]


def test_resx_has_values_and_comments(pair):
    text = (
        '\ufeff<root><data name="a" xml:space="preserve"><value>Hi {0} &lt;b&gt;</value>'
        "<comment>Of it</comment></data>"
        '<data name="i" type="System.Drawing.Bitmap"><value>z</value></data></root>'
    )
    read = pair("Resx", ".resx", text, text)
    assert read.pairs() == [("a", "Hi {0} <b>", "Hi {0} <b>")]
    assert read.text.comments == ("Of it",)


def test_what_a_side_lacks_is_told_and_the_rest_is_read(pair):
    read = pair("Json", ".json", '{"a": "A", "b": "B", "c": "C"}', '{"a": "X", "c": "", "d": "D"}')
    assert read.pairs() == [("a", "A", "X")]
    told = "\n".join(read.notes)
    assert "texts.json:1: holds 1 unit that the source does not have, left out: 'd'" in told
    assert "does not translate 2 units, left out: 'b', 'c'" in told


def test_nothing_in_common_is_an_error(pair):
    with pytest.raises(InputError, match=r"no unit is in all texts.*has 1 unit: 'a'.*1 unit: 'b'"):
        pair("Json", ".json", '{"a": "A"}', '{"b": "B"}')


def test_a_file_alone_is_a_wrong_option(both):
    with pytest.raises(UsageError, match="holds one language; give source and translation"):
        both("Json", ".json", '{"a": "A"}')
