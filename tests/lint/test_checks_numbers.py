"""Numbers and units: what is the same in another notation is none, what differs is told."""

from __future__ import annotations

import re

import pytest

from discotag.core.document import Side
from discotag.core.registry import open_registry
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag.testing.builders import document
from discotag_lint.check import Severity
from discotag_lint.checks.number_reading import NumbersOf
from discotag_lint.checks.number_words import NumberTable, NumberWords
from discotag_lint.checks.numbers import NumberCheck, NumberOptions


def months(names):
    return tuple((name,) for name in names.split())


ENGLISH = NumberWords(
    NumberTable(
        schema_version=1,
        sources=("made up",),
        months=months("jan feb mar apr may jun jul- aug sep oct nov dec"),
        clock=("pm", "am"),
        words={0: ("zero",), 1: ("one",), 2: ("two",), 3: ("three", "third"), 5: ("five",),
               9: ("nine",), 20: ("twent-",), 12: ("dozen",)},
        magnitudes={1000: ("thousand",), 10**6: ("million-",), 10**9: ("billion",)},
        shares={25: ("quarter",), 50: ("half",)},
        units={"percent": ("percent",), "ft": ("foot", "feet"), "mi": ("mile", "miles"),
               "usd": ("dollar-",), "ac": ("acres",)},
        letters={"k": 1000, "m": 10**6, "grand": 1000},
    )
)  # fmt: skip
GERMAN = NumberWords(
    NumberTable(
        schema_version=1,
        sources=("made up",),
        months=months("jan feb mär- apr mai jun juli aug sep okt nov dez"),
        clock=("uhr",),
        words={0: ("null",), 1: ("ein-",), 2: ("zwei-",), 3: ("drei-", "dritt-"), 5: ("-fünf-",),
               7: ("sieben",), 9: ("neun-",), 20: ("-zwanzig-",)},
        magnitudes={1000: ("tausend",), 10**6: ("mio", "million-"), 10**9: ("milliarde-",)},
        shares={25: ("viertel-",), 50: ("halb-",)},
        letters={"m": 10**6},
        units={"percent": ("prozent",), "m": ("meter", "m"), "km": ("kilometer",),
               "mi": ("meilen",), "eur": ("euro",), "usd": ("dollar",), "ha": ("hektar",)},
    )
)  # fmt: skip


def plain(texts):
    """Return a side whose words are what stands between spaces."""
    words = [[(each[0], *each.span()) for each in re.finditer(r"\S+", text)] for text in texts]
    tokens = (Tokens(text, *zip(*own, strict=True)) if own else Tokens(text, (), (), ())
              for text, own in zip(texts, words, strict=True))  # fmt: skip
    return Side("xx", tuple(texts), tuple(tokens))


def found(*pairs, source=ENGLISH, target=GERMAN, **options):
    built = document(*(plain(texts) for texts in zip(*pairs, strict=True)))
    check = NumberCheck(NumberOptions(**options), source, target)
    return list(check.check(TaggedDocument(built, ())))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("It cost 1,500.50 yesterday", "Es kostete gestern 1.500,50"),
        ("some 12,000 people", "rund 12 000 Menschen"),
        ("some 12,000 people", "rund 12’000 Menschen"),
        ("about 25 people", "etwa ٢٥ Leute"),
        ("about 25 people", "etwa ２５ Leute"),
        ("35,000 people", "3万5千 Leute"),
        ("35,000 people", "3.5 万 Leute"),
        ("120 million people", "1亿2000万 Leute"),
        ("£30 million", "三千万"),
        ("in 30 years", "in 三十 Jahren"),
        ("3 people", "drei Leute"),
        ("25 people", "fünfundzwanzig Leute"),
        ("1.5 million people", "1,5 Mio. Menschen"),
        ("5 to 8 million", "5 bis 8 Millionen"),
        ("nine million", "9 Millionen"),
        ("3 billion", "3 Milliarden"),
        ("£5m", "5 Millionen"),
        ("5K runs", "5000 Läufe"),
        ("at 3 pm", "um 15 Uhr"),
        ("at 5.30pm", "um 17.30 Uhr"),
        ("at 0200 hours", "um 02:00"),
        ("at 1200 am", "um 12:00 Uhr"),
        ("24½ inches", "24,5 Zoll"),
        ("the 8th century", "das 700-talet"),
        ("on 3/5/2022", "am 5. März 2022"),
        ("on 12.1.21", "am 12/01/2021"),
        ("on 9/11", "seit dem 911"),
        ("the 1990s", "die 90er"),
        ("the 1800s", "das 19. Jahrhundert"),
        ("the 13th century", "le XIIIe siècle"),
        ("COVID-19 spreads", "Corona breitet sich aus"),
        ("see https://a.org/42", "siehe hier"),
        ("open 24/7", "immer offen"),
        ("2,06,737 cases", "206.737 Fälle"),
        ("5 miles", "5 Meilen"),
        ("the 14th five-year plan", "十四五 Plan"),
        ("12月12日 covid-19", "on Dec 12 covid-19"),
        ("1/8 final", "last 16 final"),
        ("£3million", "£3million"),
        ("5 million here", "hier 5 million"),
        ("85mph winds", "85 Meilen schneller Wind"),
        ("in 2015 thousands came", "2015 kamen Tausende"),
        ("thousands since 2015", "seit 2015 Tausende"),
        ("half a million people", "500.000 Menschen"),
        ("500,000 people", "eine halbe Million Menschen"),
        ("25 percent came", "ein Viertel kam"),
        ("100 grand", "100.000 Euro"),
        ("3 grand pianos", "3 Flügel"),
        ("$50 million a year", "50 M$ im Jahr"),
        ("175 million families", "175 sind die Millionen von Familien"),
        ("22 million, then 18 million", "22 Millionen, dann 18"),
        ("2,600 million", "2 Tausend 600 Millionen"),
        ("call 0742027153", "Tel. 0742.027.153"),
        ("in the 60s and 70s", "6、70年代"),
        ("", "5 Meilen"),
        ("5 miles", ""),
    ],
)
def test_the_same_number_in_another_notation_is_none(source, target):
    assert found((source, target)) == []


@pytest.mark.parametrize(
    ("source", "target"),
    [("a 6-foot-6 man", "ein 1,98 m großer Mann"), ("He is 5'5.", "Er misst 1,65 m.")],
)
def test_feet_and_inches_are_one_amount(source, target):
    (finding,) = found((source, target))
    assert (finding.code, finding.severity) == ("DT702", Severity.NOTE)


def test_a_word_between_a_number_and_its_unit_hides_no_unit():
    chinese = NumberWords.of(open_registry().language("zh").info)
    pair = ("300 miles, 180 acres", "300 多英里，180 英亩")
    assert found(pair, target=chinese) == []


def test_a_half_behind_a_million_belongs_to_it():
    french = NumberWords.of(open_registry().language("fr").info)
    assert found(("3 millions et demi de ans", "3,5 Millionen Jahre"), source=french) == []
    assert len(found(("3 millions de ans", "3,5 Millionen Jahre"), source=french)) == 1


@pytest.mark.parametrize(
    ("source", "target", "ours", "theirs"),
    [
        ("It cost 799 today", "Es kostete heute 779", "799", "779"),
        ("a $3 trillion bill", "ein Gesetz über 3 Milliarden", "3", None),
        ("some 1.5 million", "etwa 15 Millionen", "1.5 million", "15 Millionen"),
        ("some 1.5 million", "etwa 1,5", "1.5 million", "1,5"),
        ("108,500 tons", "10万 Tonnen", "108,500", "10万"),
        ("in 1948", "im Jahr 1984", "1948", "1984"),
        ("22 million, then 18 million", "22 Millionen, dann 17", "18 million", "17"),
        ("25 percent came", "etwa 35 kamen", "25", "35"),
        ("18 people, 18 dogs", "18 Leute, 28 Hunde", "18", "28"),
        ("the F-16 flies", "die F-15 fliegt", "16", "15"),
    ],
)
def test_another_number_is_told_with_both(source, target, ours, theirs):
    findings = found((source, target))
    if theirs is None:  # nobody said what a trillion is
        assert findings == []
        return
    (finding,) = findings
    assert (finding.code, finding.severity) == ("DT701", None)
    assert f"“{ours}”" in finding.message
    assert f"“{theirs}”" in finding.message
    assert (finding.place.side, finding.others[0].side) == ("target", "source")


def test_a_number_that_is_left_out_is_a_note_in_the_source():
    (finding,) = found(("He let 40 monkeys go", "Er ließ die Affen frei"))
    assert (finding.code, finding.severity) == ("DT701", Severity.NOTE)
    assert finding.place.side == "source"
    assert finding.place.token == 2
    assert found(("40 monkeys", "Affen"), left_out=False) == []
    assert found(("1 monkey", "der Affe")) == []


def test_a_number_that_stands_in_the_next_segment_is_only_moved():
    assert found(("in 2019 he", "er"), ("left", "ging 2019")) == []
    assert len(found(("in 2019 he", "er"), ("left in 2019", "ging 2019"))) == 1
    assert len(found(("in 2019 he", "er"), ("left", "ging 2019"), near=0)) == 1


def test_a_converted_amount_is_a_note_and_another_unit_a_warning():
    (note,) = found(("80 feet down", "25 Meter tief"))
    assert (note.code, note.severity) == ("DT702", Severity.NOTE)
    (note,) = found(("5-10 acres", "2 bis 4 Hektar"))
    assert (note.code, note.severity) == ("DT702", Severity.NOTE)
    (note,) = found(("85mph winds", "Wind von 137 km/h"))
    assert (note.code, note.severity) == ("DT702", Severity.NOTE)
    (note,) = found(("85mph winds", "Wind von 137 Kilometer je Stunde"))
    assert (note.code, note.severity) == ("DT702", Severity.NOTE)
    (finding,) = found(("5 miles away", "5 Kilometer entfernt"))
    assert (finding.code, finding.severity) == ("DT702", None)
    assert "“5 Kilometer” has another unit than “5 miles”" in finding.message
    (money,) = found(("$5 each", "je 5 Euro"))
    assert money.code == "DT702"
    (wrong,) = found(("80 feet down", "50 Meter tief"))
    assert wrong.code == "DT701"


def test_a_language_without_a_table_is_left_alone():
    assert found(("799 people", "779 Leute"), target=NumberWords()) == []


def test_long_numbers_and_tables_of_numbers_are_read_in_time():
    assert found(("9" * 5000, "8" * 5000)) == []
    numbers = " ".join(map(str, range(1000, 3000)))
    assert found((numbers, "keine")) == []


@pytest.mark.parametrize("pack", [*open_registry().languages], ids=lambda each: each.info.code)
def test_every_pack_reads_its_own_table(pack):
    words = NumberWords.of(pack.info)
    if words.is_known:
        numbers = NumbersOf("5 %, 12:30, 1.500,5 km", words)
        assert {5.0, 12.0, 30.0} <= numbers.values
        assert numbers.mentions[0].units == {"percent"}
        assert words.may_be_unsaid(1)
        assert not words.may_be_unsaid(3)
