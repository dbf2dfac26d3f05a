"""What a text demands by itself is a label of its items."""

from __future__ import annotations

import pytest

from discotag_cxmi.contrast.items import LABEL, Candidate, Item, with_demands

pytest.importorskip("discotag_lang_fr")


def item(name, context, *targets, right=0, source=("Did you sleep well?", "Your coffee is ready.")):
    return Item(
        name,
        source[1],
        tuple(Candidate(target, (context,)) for target in targets),
        right,
        (source[0],),
    )


def test_the_address_of_the_context_demands_one_translation():
    formal, informal = "Votre café est prêt.", "Ton café est prêt."
    items = [
        item("formal", "Avez-vous bien dormi ?", formal, informal),
        item("informal", "As-tu bien dormi ?", formal, informal),
        item("other", "As-tu bien dormi ?", formal, informal, right=1),
        item("three", "Avez-vous bien dormi ?", formal, informal, "Le café est prêt."),
        item("none", "Bien dormi ?", "Le café est prêt.", "Voici le café."),
    ]
    labels = {one.id: one.labels[LABEL] for one in with_demands(items, "en", "fr")}
    assert labels == {
        "formal": "the right one",
        "informal": "a wrong one",
        "other": "the right one",
        "three": "nothing",
        "none": "nothing",
    }
    assert [one.id for one in with_demands(items, "en", "fr")] == [one.id for one in items]
