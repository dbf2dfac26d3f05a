"""Verbs without a link are paired by their places between those that have one."""

from __future__ import annotations

import pytest

from discotag.language.verb_pairs import paired_by_order, ruling_verb, source_verbs
from discotag.testing import document, tokens


@pytest.mark.parametrize(
    ("places", "found", "left", "anchors", "paired"),
    [
        # one is left over on each side
        ([2, 8], [1, None], [5], [(0, 0)], [1, 5]),
        # two gaps, each with its own left-over verb
        ([2, 8, 14], [None, 6, None], [1, 11], [(0, 0)], [1, 6, 11]),
        # between the linked verbs there are two on one side: nobody knows which
        ([2, 8, 14], [1, None, 12], [4, 7], [(0, 0)], [1, None, 12]),
        # as many on both sides come in the same order
        ([2, 5, 8, 14], [1, None, None, 12], [4, 7], [(0, 0)], [1, 4, 7, 12]),
        # the ends of sentences keep apart what links do not
        ([2, 8], [None, None], [9], [(0, 0), (6, 5)], [None, 9]),
        # verbs that cross tell nothing of their neighbors, and keep their own links
        ([2, 5, 8], [9, 1, None], [12], [(0, 0)], [9, 1, 12]),
    ],
)
def test_leftovers_are_paired(
    places: list[int],
    found: list[int | None],
    left: list[int],
    anchors: list[tuple[int, int]],
    paired: list[int | None],
) -> None:
    assert paired_by_order(places, found, left, anchors) == paired


FIN, PART = "VerbForm=Fin|Tense=Past", "VerbForm=Part"


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        (f"left/leave/VERB/{FIN} saying/say/VERB/VerbForm=Ger/0/advcl", 0),
        (f"saw/see/VERB/{FIN} agents//NOUN//0/obj deployed/deploy/VERB/{PART}/1/acl", 0),
        (f"left/leave/VERB/{FIN} said/say/VERB/{FIN}/0/conj", 1),
        (f"saying/say/VERB/{PART}", 0),
    ],
    ids=["saying", "of a noun", "a finite one", "nothing above"],
)
def test_a_bare_verb_takes_the_tense_of_the_verb_above(line: str, ruling: int) -> None:
    words = tokens(line)
    found = ruling_verb(words[len(words) - 1])
    assert found is not None
    assert found.index == ruling


def test_verbs_without_links_are_paired_by_the_words_that_depend_on_them() -> None:
    source = (
        f"he//PRON//1/nsubj came/come/VERB/{FIN} she//PRON//3/nsubj left/leave/VERB/{FIN}/1/conj"
        f" they//PRON//5/nsubj slept/sleep/VERB/{FIN}/1/conj"
    )
    target = (
        f"elle//PRON//1/nsubj partit/partir/VERB/{FIN} eux//PRON//3/nsubj"
        f" dormirent/dormir/VERB/{FIN}/1/conj"
    )
    built = document([source], [target], ["2-0 4-2"])
    assert source_verbs(built, 0, [(1,), (3,)]) == [3, 5]
