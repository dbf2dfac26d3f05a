"""Items of lexical consistency: which words are followed, where, and in which systems they fail."""

from __future__ import annotations

from typing import Any

import pytest

from discotag_dip.lexical.task import find

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
