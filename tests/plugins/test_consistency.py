"""What speaks for and against a text, and which of several is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from discotag.core.document import ParallelText
from discotag.core.registry import open_registry
from discotag.core.results import Comparison, Row
from discotag.core.tags import Mark, TaggedDocument
from discotag.pipeline.config import RunConfig
from discotag.pipeline.stages import Stages
from discotag.testing.builders import context, document
from discotag_choose.consistency import ConsistencyMeasure, _nearby
from discotag_choose.scorer import ConsistencyScorer
from discotag_lint.check import Observation
from discotag_lint.consistency import Choice, Consistency
from discotag_lint.planning import plan_checks

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = ("Did you sleep well?", "Your coffee is ready.")
SAME = ("As-tu bien dormi ?", "Ton café est prêt.")
MIXED = ("As-tu bien dormi ?", "Votre café est prêt.")


@pytest.fixture(scope="module")
def choose() -> Callable[..., Choice]:
    registry = open_registry()
    config = RunConfig(source_language="en", target_language="fr", scorers=())
    planned = plan_checks(config, registry)
    stages = Stages(planned, registry)
    measure = ConsistencyMeasure(planned.source, planned.target)

    def chosen(source: tuple[str, ...], **texts: tuple[str, ...]) -> Choice:
        text = ParallelText(
            id="a",
            source=source,
            references={},
            hypotheses=texts,
            lines=tuple(range(1, len(source) + 1)),
        )
        [tagged] = stages.tag([text])
        return Choice(
            tagged.id, {name: measure.of(text) for name, text in tagged.hypotheses.items()}
        )

    return chosen


def test_a_text_that_changes_its_address_costs_more(choose: Callable[..., Choice]) -> None:
    choice = choose(SOURCE, A=SAME, B=MIXED)
    assert choice.best == ("A",)
    assert choice.margin == 3.5
    assert choice.texts["A"].of("address") == 0
    assert choice.texts["B"].of("address") == 3.5


def test_a_verb_that_nothing_of_the_source_addresses_tells_the_level(
    choose: Callable[..., Choice],
) -> None:
    """*Just a moment* is a command in French; of two texts one goes on as it begins."""
    source = ("One moment, please.", "Your coffee is ready.")
    same = ("Attendez un moment.", "Votre café est prêt.")
    other = ("Attendez un moment.", "Ton café est prêt.")
    assert choose(source, A=same, B=other).best == ("A",)


def test_equal_texts_are_no_difference(choose: Callable[..., Choice]) -> None:
    choice = choose(SOURCE, A=SAME, B=SAME, C=MIXED)
    assert choice.best == ("A", "B")
    assert choice.margin == 0


def test_a_name_that_varies_costs(choose: Callable[..., Choice]) -> None:
    source = ("Kowalski left the house.", "Kowalski was angry.")
    same = ("Kowalski a quitté la maison.", "Kowalski était fâché.")
    other = ("Kowalski a quitté la maison.", "Martin était fâché.")
    choice = choose(source, A=other, B=same)
    assert choice.best == ("B",)
    [observation] = [item for item in choice.texts["A"].observations if item.kind == "words"]
    assert "Kowalski" in observation.message
    assert observation.places[1][1] == 1


def test_a_pronoun_that_agrees_with_its_noun_is_worth_something(
    choose: Callable[..., Choice],
) -> None:
    source = ("I bought a table.", "It was cheap.")
    right = ("J'ai acheté une table.", "Elle était bon marché.")
    wrong = ("J'ai acheté une table.", "Il était bon marché.")
    choice = choose(source, A=wrong, B=right)
    assert choice.best == ("B",)
    assert choice.texts["A"].of("agreement") > 0 > choice.texts["B"].of("agreement")


@pytest.mark.parametrize(
    ("noun", "label", "cost"),
    [
        ("table//NOUN/Gender=Fem", "it→fem", -0.25),
        ("table//NOUN/Gender=Fem", "it→masc", 0.25),
        ("table//NOUN/Gender=Fem lit//NOUN/Gender=Masc", "it→fem", None),
        ("grandes//ADJ/Gender=Fem", "it→fem", None),
    ],
)
def test_the_nouns_before_decide_a_pronoun_whose_noun_nobody_knows(
    noun: str, label: str, cost: float | None
) -> None:
    built = document(["One//NOUN", "It//PRON"], [noun, "Elle//PRON"], ["", "0-0"])
    found = list(_nearby(built, Mark("pronouns", label, 1, 0, (0,))))
    assert [item.cost for item in found] == ([] if cost is None else [cost])


def test_hardly_a_difference_is_none() -> None:
    texts = {
        "A": Consistency((Observation("words", 0.01, ""),)),
        "B": Consistency((Observation("words", 0.04, ""),)),
        "C": Consistency((Observation("words", 1.0, ""),)),
    }
    choice = Choice("d", texts)
    assert choice.best == ("A", "B")
    assert choice.margin == 0


def test_the_score_is_the_share_of_choices_made_alike() -> None:
    scorer = ConsistencyScorer.create(context("fr", name="consistency"))
    source = ["account/account/NOUN", "account/account/NOUN", "account/account/NOUN"]
    built = document(source, ["konto//NOUN", "konto//NOUN", "xxxxx//NOUN"], ["0-0"] * 3)
    marks = [Mark("formality", label, place, 0) for place, label in enumerate("ttv")]
    [found] = scorer.statistics([Comparison((), TaggedDocument(built, tuple(marks)))])
    assert found.counts == {Row(): (1, 3, 1, 2, 0, 0, 5)}
    measures = scorer.measures(np.array([found.counts[Row()]], float))
    assert list(measures) == ["consistency", "address", "words", "agreement"]
    assert measures["consistency"][0] == pytest.approx(3 / 5)
    assert np.isnan(measures["agreement"][0])


def test_a_text_that_makes_no_choice_twice_has_no_score() -> None:
    scorer = ConsistencyScorer.create(context("fr", name="consistency"))
    built = document(["a//DET"], ["un//DET"], ["0-0"])
    [found] = scorer.statistics([Comparison((), TaggedDocument(built, ()))])
    assert found.counts == {}
