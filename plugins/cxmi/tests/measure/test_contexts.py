from __future__ import annotations

import pytest

from discotag.plugin import UsageError
from discotag_cxmi.measure.texts import Control, Sizes, Text, variants


def text(name: str, size: int) -> Text:
    """A document whose lines say where they stand."""
    sources = tuple(f"{name}{index}" for index in range(size))
    return Text(
        name, sources, tuple(f"{line}!" for line in sources), tuple(f"{line}?" for line in sources)
    )


TEXTS = [text("a", 3), text("b", 6), text("c", 4)]


@pytest.mark.parametrize(
    ("sizes", "source", "target", "names"),
    [
        (None, 0, 3, ("0", "1", "2", "3")),
        (None, 2, 1, ("0", "1", "2")),
        (None, None, 0, ("0", "all")),
        (None, None, 2, ("0", "1", "2", "all")),
        ("1", 0, 3, ("0", "1")),
        ("3, 1,0,1", 0, 3, ("0", "1", "3")),
        ("all,2", None, None, ("0", "2", "all")),
    ],
)
def test_sizes_are_read_in_order_with_none_first(
    sizes: str | None, source: int | None, target: int | None, names: tuple[str, ...]
) -> None:
    assert Sizes.of(sizes, source, target).names == names


@pytest.mark.parametrize(
    ("sizes", "source", "target", "told"),
    [
        (None, 0, 0, "there is no context to measure"),
        ("4", 0, 3, "allow 3 lines"),
        ("all", 1, 3, "allow 3 lines; give one of them as all"),
        ("x", 0, 3, "no number"),
        ("-1", 0, 3, "no number"),
        ("0", 0, 3, "no size above 0"),
        ("²", 0, 3, "no number"),
    ],
)
def test_impossible_sizes_are_refused(
    sizes: str | None, source: int | None, target: int | None, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        Sizes.of(sizes, source, target)


def test_each_side_has_at_most_its_own_lines() -> None:
    found = dict(variants(TEXTS[1], 4, Sizes.of(None, 1, 3), None))
    assert {name: (len(e.source_context), len(e.target_context)) for name, e in found.items()} == {
        "0": (0, 0),
        "1": (1, 1),
        "2": (1, 2),
        "3": (1, 3),
    }
    assert found["3"].source_context == ("b3",)
    assert found["3"].target_context == ("b1?", "b2?", "b3?")
    assert found["3"].target == "b4!"


def test_context_never_reaches_over_the_beginning_of_a_document() -> None:
    found = dict(variants(TEXTS[1], 1, Sizes.of("all", None, None), None))
    assert found["all"].source_context == ("b0",)
    assert (
        dict(variants(TEXTS[1], 0, Sizes.of("all", None, None), None))["all"].source_context == ()
    )


def test_random_context_comes_from_other_documents_in_parallel_lines() -> None:
    control = Control(TEXTS, seed=1)
    for item in TEXTS:
        for segment in range(len(item.source)):
            pairs = control.draw(item.id, segment, segment)
            assert len(pairs) == min(segment, sum(len(t.source) for t in TEXTS if t is not item))
            assert all(line.target == f"{line.source}?" for line in pairs)
            assert all(line.source[0] != item.id for line in pairs)
            assert all(line.source == "".join(map(str, line.origin)) for line in pairs)


def test_random_context_is_neighbouring_lines_of_one_document_where_it_can_be() -> None:
    control = Control(TEXTS, seed=1)
    for count in (2, 3):
        names = [line.source for line in control.draw("a", 1, count)]
        assert len({name[0] for name in names}) == 1
        places = [int(name[1:]) for name in names]
        assert places == list(range(places[0], places[0] + count))


def test_random_context_runs_on_where_all_other_documents_are_short() -> None:
    assert len(Control(TEXTS, seed=1).draw("b", 5, 5)) == 5


def test_random_context_depends_on_the_seed_and_not_on_the_order_of_documents() -> None:
    def draws(texts: list[Text], seed: int) -> list[object]:
        control = Control(texts, seed)
        return [control.draw("b", segment, 2) for segment in range(6)]

    assert draws(TEXTS, 1) == draws(TEXTS[::-1], 1)
    assert draws(TEXTS, 1) != draws(TEXTS, 2)


def test_every_other_document_is_drawn_sometime() -> None:
    control = Control(TEXTS, seed=3)
    seen = {control.draw("c", segment, 1)[0][0][0] for segment in range(50)}
    assert seen == {"a", "b"}


def test_the_control_has_as_much_context_as_the_size_beside_it() -> None:
    found = dict(variants(TEXTS[1], 2, Sizes.of(None, 0, 3), Control(TEXTS, seed=1)))
    for name in ("1", "2", "3"):
        assert len(found[name].target_context) == len(found[f"random-{name}"].target_context)
        assert found[name].source_context == found[f"random-{name}"].source_context == ()
    assert "random-0" not in found


def test_random_context_can_take_the_place_of_gold() -> None:
    found = dict(variants(TEXTS[1], 2, Sizes.of(None, 0, 1), Control(TEXTS, 1), is_random=True))
    assert list(found) == ["0", "1"]
    assert found["1"].target_context[0][0] != "b"
