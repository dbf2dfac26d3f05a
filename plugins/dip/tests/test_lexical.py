"""Items of lexical consistency: which words are followed, where, and in which systems they fail."""

from __future__ import annotations

from typing import Any

import pytest

from discotag_dip.items import Occurrence
from discotag_dip.lexical.task import Miss, chief, find, is_related, judge, kind_of, misses, told
from discotag_dip.lexical.words import Choice

GERMAN = (
    "Die/die/DET Lampe/Lampe/NOUN leuchtet/leuchten/VERB",
    "Sie/sie/PRON war/sein/AUX teuer/teuer/ADJ",
    "Unsere/unser/DET Lampe/Lampe/NOUN fiel/fallen/VERB",
)
NONE = ("Light/light/NOUN", "It/it/PRON", "Glow/glow/NOUN")


def test_a_word_that_a_system_keeps_but_once_is_an_item(
    bundle: Any, english: Any, failing: Any
) -> None:
    (item,) = find(bundle(A=failing), frozenset())
    assert (item.focus, item.first, item.reference[2]) == ("lamp", 0, "Our lamp fell")
    assert [(place.segment, place.source_forms) for place in item.occurrences] == [
        (0, ("Lampe",)),
        (2, ("Lampe",)),
    ]
    cut = [item.reference[place.segment][place.start : place.end] for place in item.occurrences]
    assert cut == [place.form for place in item.occurrences]
    assert [(failure.system, failure.got) for failure in item.failures] == [("A", "luminaire")]


def test_a_system_without_the_word_or_with_all_of_it_does_not_fail(
    bundle: Any, english: Any
) -> None:
    assert not list(find(bundle(A=english, B=NONE), frozenset()))


def test_stop_words_are_not_followed(bundle: Any, failing: Any) -> None:
    assert not list(find(bundle(A=failing), {"lamp"}))


def test_another_system_changes_neither_name_nor_place_of_an_item(
    bundle: Any, english: Any, failing: Any
) -> None:
    (one,) = find(bundle(A=failing), frozenset())
    (two,) = find(bundle(A=failing, B=english, C=failing), frozenset())
    assert one.id == two.id
    assert one.model_dump(exclude={"facts", "failures"}) == two.model_dump(
        exclude={"facts", "failures"}
    )
    assert one.failures[0].system in {failure.system for failure in two.failures}


@pytest.mark.parametrize(("distance", "is_found"), [(4, True), (5, False)])
def test_a_block_has_five_segments(
    bundle: Any, translation: Any, distance: int, is_found: bool
) -> None:
    lamp, filler = "the/the/DET lamp/lamp/NOUN", "so/so/ADV it/it/PRON"
    lines = [filler] * (distance + 1)
    lines[0] = lines[distance] = lamp
    other = [*lines[:-1], "the/the/DET bulb/bulb/NOUN"]
    source, links = tuple("die/die/DET Lampe/Lampe/NOUN" for _ in lines), ("0-0 1-1",) * len(lines)
    texts = {
        name: translation(tuple(text), name=name, source=source, links=links)
        for name, text in (("ref", lines), ("A", other))
    }
    made = type(bundle())(texts["ref"], (), {"A": texts["A"]})
    assert bool(list(find(made, frozenset()))) is is_found


@pytest.mark.parametrize(
    ("second", "is_consistent"),
    [("Lampe/Lampe", True), ("Stehlampe/Stehlampe", True), ("Leuchte/Leuchte", False)],
)
def test_it_is_told_whether_the_source_repeats_its_word_too(
    *, translation: Any, bundle: Any, failing: Any, english: Any, second: str, is_consistent: bool
) -> None:
    source = ("Die/die/DET Lampe/Lampe/NOUN ja/ja", "a b c", f"Die/die/DET {second}/NOUN da/da")
    made = type(bundle())(
        translation(english, source=source), (), {"A": translation(failing, source=source)}
    )
    (item,) = find(made, frozenset())
    assert item.facts["is_source_consistent"] is is_consistent


def test_where_the_source_word_is_not_linked_nothing_is_told(
    translation: Any, bundle: Any, failing: Any, english: Any
) -> None:
    links = ("0-0", "", "0-0")
    made = type(bundle())(
        translation(english, links=links), (), {"A": translation(failing, links=links)}
    )
    (item,) = find(made, frozenset())
    assert item.facts["is_source_consistent"] is None
    assert item.failures[0].kind == "unlinked"


def test_nothing_is_unforced_where_another_reference_has_two_words(
    bundle: Any, failing: Any, english: Any
) -> None:
    (item,) = find(bundle(others=[failing], A=failing), frozenset())
    assert (item.facts["is_doubtful"], item.failures[0].kind) == (False, "forced")
    (item,) = find(bundle(others=[english], A=failing), frozenset())
    assert (item.facts["is_doubtful"], item.failures[0].kind) == (True, "other")


def test_a_part_of_the_occurrences_may_be_what_the_source_repeats(
    translation: Any, bundle: Any, failing: Any, english: Any
) -> None:
    source = (
        "Die/die/DET Lampe/Lampe/NOUN ja/ja",
        "Leuchte/Leuchte/NOUN b c",
        "Die/die/DET Lampe/Lampe/NOUN da/da",
    )
    lines = (english[0], "lamp/lamp/NOUN was/be/AUX dear/dear/ADJ", english[2])
    other = (english[0], "luminaire/luminaire/NOUN was/be/AUX dear/dear/ADJ", english[2])
    made = type(bundle())(
        translation(lines, source=source), (), {"A": translation(other, source=source)}
    )
    (item,) = find(made, frozenset())
    assert (item.facts["repeated"], item.facts["is_source_consistent"]) == ([0, 2], False)
    assert item.failures[0].kind == "forced"


def test_the_main_figure_counts_names_and_leaves_other_nouns_out(
    translation: Any, bundle: Any, english: Any, failing: Any
) -> None:
    def made(upos: str) -> Any:
        lines = tuple(line.replace("lamp/NOUN", f"lamp/{upos}") for line in english)
        other = tuple(line.replace("luminaire/NOUN", f"luminaire/{upos}") for line in failing)
        other = (lines[0], *other[1:])
        source = tuple(line.replace("Lampe/NOUN", f"Lampe/{upos}") for line in GERMAN)
        texts = (translation(lines, source=source), translation(other, source=source, name="A"))
        return type(bundle())(texts[0], (), {"A": texts[1]})

    for upos, counted in (("PROPN", (True, False)), ("NOUN", (False, True))):
        (item,) = find(made(upos), frozenset())
        assert (item.facts["is_unforced"], item.facts["is_doubtful"]) == counted


def miss(
    lemma: str | None,
    *,
    upos: str = "NOUN",
    there: str = "NOUN",
    source: tuple[int, ...] = (0,),
    segment: int = 0,
    form: str = "",
) -> Miss:
    place = Occurrence(
        segment=segment,
        token=0,
        start=0,
        end=4,
        form="lamp",
        upos=upos,
        source=source,
        source_forms=("Leuchte",) * len(source),
    )
    return Miss(place, lemma, there, form)


@pytest.mark.parametrize(
    ("found", "variants", "kind"),
    [
        pytest.param(miss(None), {}, "omission", id="nothing there"),
        pytest.param(miss(None, source=()), {}, "unlinked", id="no source word"),
        pytest.param(miss("glow", there="VERB"), {}, "word-class", id="a verb"),
        pytest.param(miss("kettle", upos="PROPN"), {"kettle": 3}, "named-entity", id="a name"),
        pytest.param(miss("lamps", upos="PROPN"), {}, "related", id="a name's other form"),
        pytest.param(miss("lamppost"), {}, "related", id="holds the word"),
        pytest.param(miss("bulb", upos="PROPN", form="LBA"), {}, "abbreviation", id="capitals"),
        pytest.param(miss("bulb", form="LBA"), {}, "abbreviation", id="a noun in capitals"),
        pytest.param(miss("byrd", there="PROPN", form="Byrd"), {}, "word-class", id="another name"),
        pytest.param(
            miss("leuchte", there="PROPN", form="Leuchte"), {}, "other", id="copied from the source"
        ),
        pytest.param(miss("light"), {}, "free", id="the same translations"),
        pytest.param(miss("light", upos="PROPN"), {}, "free", id="a name that is a word"),
        pytest.param(miss("kettle"), {"kettle": 3}, "free", id="most systems have it"),
        pytest.param(miss("lamb"), {}, "other", id="another word spelled likewise"),
        pytest.param(miss("kettle"), {"kettle": 2}, "synonym", id="two systems have it"),
        pytest.param(miss("kettle"), {"kettle": 1}, "other", id="one system has it"),
    ],
)
def test_kinds_are_proposed_by_what_stands_there(
    found: Miss, variants: dict[str, int], kind: str
) -> None:
    assert kind_of(found, "lamp", Choice("en", variants, 4)) == kind


def test_a_word_that_the_reference_has_elsewhere_may_name_another_thing() -> None:
    assert kind_of(miss("kettle"), "lamp", Choice("en", {}, 4, {"kettle"})) == "elsewhere"


def test_a_set_takes_the_words_of_the_reference_from_its_whole_document(
    bundle: Any, english: Any, failing: Any
) -> None:
    lines = (english[0], "Luminaire/luminaire/NOUN was/be/AUX dear/dear/ADJ", english[2])
    (item,) = find(bundle(reference=lines, A=failing), frozenset())
    assert item.failures[0].kind == "elsewhere"


def test_a_target_without_pairs_knows_free_words_by_most_systems_alone() -> None:
    assert kind_of(miss("light"), "lamp", Choice("de", {}, 4)) == "other"
    assert kind_of(miss("light"), "lamp", Choice("de", {"light": 3}, 4)) == "free"


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("wine", "winery", True),
        ("development", "developer", True),
        ("car", "cart", False),
        ("led", "leds", True),
        ("zoé", "zoe", True),
        ("poll", "survey", False),
        ("灯光", "灯", True),
        ("灯光", "桌子", False),
    ],
)
def test_related_words_begin_alike_or_share_a_character(a: str, b: str, expected: bool) -> None:
    assert is_related(a, b) is expected


def test_the_reference_is_consistent(bundle: Any, failing: Any) -> None:
    made = bundle(A=failing)
    (item,) = find(made, frozenset())
    verdict = judge(item, made.reference, made.reference)
    assert verdict.values == {"accuracy": 1.0, "nouns": 1.0, "another": 0.0}
    assert verdict.kind is verdict.got is None


def test_a_lost_repetition_is_wrong_and_named(bundle: Any, failing: Any) -> None:
    made = bundle(A=failing)
    (item,) = find(made, frozenset())
    verdict = judge(item, made.reference, made.systems["A"])
    assert (verdict.values["accuracy"], verdict.kind, verdict.got) == (0.0, "other", "luminaire")


def test_one_other_word_throughout_is_told_beside_the_accuracy(
    bundle: Any, failing: Any, translation: Any
) -> None:
    made = bundle(A=failing)
    (item,) = find(made, frozenset())
    bulbs = translation(
        ("The/the/DET bulb/bulb/NOUN shines/shine", "x y z", "Our/our bulb/bulb/NOUN fell/fall")
    )
    found = judge(item, made.reference, bulbs)
    assert found.values == {"accuracy": 0.0, "nouns": 1.0, "another": 1.0}


@pytest.mark.parametrize(
    ("found", "repeated", "expected"),
    [
        pytest.param([miss("kettle")], 2, ("other", "kettle"), id="another beside the word"),
        pytest.param([miss("kettle")], 0, ("forced", "kettle"), id="the source has two words"),
        pytest.param(
            [miss("kettle"), miss("kettle", segment=1)], 2, ("forced", "kettle"), id="throughout"
        ),
        pytest.param(
            [miss("kettle"), miss("piano", segment=1)], 2, ("other", "kettle"), id="two others"
        ),
        pytest.param([miss(None)], 2, ("omission", None), id="left out"),
        pytest.param([miss("glow", there="VERB")], 2, ("word-class", "glow"), id="a verb"),
    ],
)
def test_another_word_is_a_failure_where_the_source_repeats_its_own(
    found: list[Miss], repeated: int, expected: tuple[str, str | None]
) -> None:
    places = [miss(None, segment=segment).place for segment in range(repeated)]
    assert told(found, "lamp", places, Choice("en", {})) == expected


def test_a_word_that_the_reference_has_there_for_something_else_is_no_miss_of_the_focus(
    translation: Any, english: tuple[str, ...]
) -> None:
    reference = translation((*english[:2], "Our/our/DET lamp/lamp/NOUN luminaire/luminaire/NOUN"))
    text = translation((*english[:2], "x/x/X luminaire/luminaire/NOUN fell/fall/VERB"), name="A")
    place = Occurrence.at(reference, 2, 1)
    (found,) = misses(text, reference, "lamp", [place])
    assert found.lemma is None


def test_the_miss_that_links_tell_of_is_told_before_one_without_links(
    translation: Any, english: tuple[str, ...]
) -> None:
    unlinked = Occurrence(segment=1, token=0, start=0, end=4, form="Lamp", upos="NOUN")
    linked = unlinked.model_copy(update={"token": 1, "source": (1,), "source_forms": ("Lampe",)})
    lines = (english[0], "Lamp/lamp/NOUN luminaire/luminaire/NOUN", english[2])
    text = translation(lines, name="A", links=("0-0 1-1 2-2", "1-1", "0-0 1-1 2-2"))
    (found,) = misses(text, translation(english), "lamp", [unlinked, linked])
    assert found.lemma == "luminaire"
    assert chief([Miss(unlinked, None), found]) is found
    assert chief([]) is None
    assert kind_of(None, "lamp", Choice("en", {})) == "unlinked"
