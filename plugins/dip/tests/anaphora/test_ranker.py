"""The pronoun ranker: its slots, its weights, what it learns, and verdicts that rest on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag.testing.builders import tokens
from discotag_dip.anaphora.learning import learned
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import (
    MOST,
    PronounRanker,
    PronounWeights,
    on_grid,
    outputs,
    packed,
    read_weights,
    scores,
    shipped,
    unpacked,
)
from discotag_dip.anaphora.slots import Slot, case_of, kind_of, lone_slots, slots
from discotag_dip.anaphora.task import find, judge, surprisal
from discotag_dip.weights import class_of

if TYPE_CHECKING:
    from pathlib import Path

MARY = tokens("Mary/Mary/PROPN/Number=Sing/1/nsubj slept/sleep/VERB/Tense=Past|VerbForm=Fin")
SHE = tokens(
    "She/she/PRON/Number=Sing/1/nsubj snores/snore/VERB/Tense=Pres|VerbForm=Fin ././PUNCT//1/punct"
)
LAMP = tokens("The/the/DET//1/det lamp/lamp/NOUN/Number=Sing/2/nsubj fell/fall/VERB/VerbForm=Fin")


def test_every_pronoun_is_a_slot_and_a_numeral_is_none() -> None:
    line = tokens("One/one/NUM//1/nummod man/man/NOUN saw/see/VERB it/it/PRON//2/obj")
    assert [slot.form for slot in slots((), line)] == ["it"]


def test_a_class_is_told_what_coreference_offers_it() -> None:
    (slot,) = slots((MARY,), SHE)
    assert "offers 1" in slot.classes["she"]
    assert "offer nobody" in slot.classes["he"]
    assert not any(name.startswith("offer") for name in slot.classes["we"])


def test_the_verb_tells_the_number() -> None:
    (slot,) = slots((), SHE)
    assert "verb sing" in slot.local


def test_what_is_a_slot_of_no_class() -> None:
    line = tokens("What/what/PRON//2/obj Mary/Mary/PROPN//2/nsubj said/say/VERB it/it/PRON//2/obj")
    what, it = slots((), line)
    assert (what.form, it.form) == ("what", "it")
    assert "last -" in it.classes["it"]


def test_features_of_a_place_do_not_name_what_stands_there() -> None:
    who = tokens(
        "a/a/DET man/man/NOUN/Number=Sing who/who/PRON//3/nsubj left/leave/VERB/Tense=Past"
    )
    which = tokens(
        "a/a/DET man/man/NOUN/Number=Sing which/which/PRON//3/obj left/leave/VERB/Tense=Past"
    )
    (one,), (other,) = slots((), who), slots((), which)
    assert one.local == other.local
    assert "noun Np 1" in one.local


def test_a_sentence_out_of_its_text_has_features_of_the_place_alone() -> None:
    (slot,) = lone_slots(SHE)
    (in_text,) = slots((MARY,), SHE)
    assert set(slot.local) < set(in_text.local)
    assert set(slot.classes.values()) == {()}


def names_of(word: str) -> tuple[str, ...]:
    found = class_of(word)
    assert found is not None
    return found.names


def test_the_nearest_noun_stands_for_those_that_are_used_like_it() -> None:
    line = tokens("barrels/barrel/NOUN/Number=Plur which/which/PRON//2/nsubj fell/fall/VERB")
    (slot,) = slots((), line)
    assert {f"noun ~{name} 1" for name in names_of("barrel")} <= set(slot.local)
    assert {f"verb+ ~{name}" for name in names_of("fall")} <= set(slot.local)


@pytest.mark.parametrize(
    ("line", "index", "kind"),
    [
        ("Mary/Mary/PROPN", 0, "Pf"),
        ("Mr/Mr/PROPN Falk/Falk/PROPN", 1, "Pm"),
        ("Captain/captain/PROPN Falk/Falk/PROPN", 1, "Pn"),
        ("West/West/PROPN Falk/Falk/PROPN", 1, "PP"),
        ("Oslo/Oslo/PROPN", 0, "P"),
        ("teachers/teacher/NOUN/Number=Plur", 0, "Nps"),
        ("team/team/NOUN/Number=Sing", 0, "Ng"),
        ("lamp/lamp/NOUN/Number=Sing", 0, "N-"),
    ],
)
def test_nouns_and_names_are_told_by_what_they_speak_of(line: str, index: int, kind: str) -> None:
    assert kind_of(tokens(line)[index]) == kind


def test_a_row_of_weights_is_written_in_two_characters_each() -> None:
    row = {"he": 0.4, "what": -1.0, "class it": 0.04, "thing": MOST}
    assert len(packed(row)) == 8
    assert unpacked(packed(row)) == pytest.approx(row)
    assert unpacked(packed({"he": 99.0})) == {"he": pytest.approx(on_grid(99.0))}


@pytest.mark.parametrize("text", ["!", "~!", "! "])
def test_a_broken_row_is_no_weights(text: str, tmp_path: Path) -> None:
    assert len(outputs()) < 93
    path = tmp_path / "mine.json"
    path.write_text(f'{{"local": {{"bias": "{text}"}}, "classes": {{}}, "usual": 0}}')
    with pytest.raises(InputError, match="train-ranker"):
        read_weights(path)


def test_forms_share_the_weights_of_their_class_and_groups() -> None:
    weights = PronounWeights(local={"bias": {"class she": 1.0, "self": 1.0}}, classes={}, usual=0.0)
    sums = scores(next(slots((), SHE)), weights)
    assert (sums["herself"], sums["she"], sums["itself"], sums["it"]) == (2.0, 1.0, 1.0, 0.0)


def test_pronouns_before_are_counted_in_the_context_and_in_the_segment() -> None:
    (slot,) = slots((SHE,), SHE)
    assert "last -" in slot.classes["she"]
    assert "had some" in slot.classes["she"]
    assert "had no" in slot.classes["he"]


@pytest.mark.parametrize(
    ("form", "deprel", "case"),
    [
        ("she", "nsubj", "subject"),
        ("her", "nmod:poss", "owner"),
        ("her", "obj", "object"),
        ("hers", "root", "own"),
        ("themselves", "obj", "self"),
        ("its", "nmod:poss", "owner"),
    ],
)
def test_case_follows_from_form_and_relation(form: str, deprel: str, case: str) -> None:
    assert case_of(form, deprel) == case


def test_the_shipped_ranker_prefers_the_pronoun_that_has_an_antecedent() -> None:
    ranker = PronounRanker()
    he = tokens(
        "He/he/PRON/Number=Sing/1/nsubj snores/snore/VERB/Tense=Pres|VerbForm=Fin ././PUNCT//1/p"
    )
    assert ranker.rho((MARY,), SHE) > ranker.rho((MARY,), he)


def test_a_segment_without_pronouns_is_usual() -> None:
    assert PronounRanker().rho((MARY,), LAMP) == 0.0


def test_probabilities_of_a_slot_add_up_to_one() -> None:
    from math import exp

    (slot,) = slots((MARY,), SHE)
    ranker = PronounRanker()
    total = sum(exp(ranker.fit(slot._replace(form=form))) for form in pronouns().forms)
    assert total == pytest.approx(1.0)


def _classes() -> Any:
    return pronouns().classes


def test_learning_finds_the_word_that_decides_and_is_repeatable() -> None:
    def slot(form: str, before: str) -> Slot:
        return Slot(0, form, ("bias", f"-1 {before}"), dict.fromkeys(_classes(), ()))

    text = [[slot("he", "king"), slot("she", "queen")]] * 100
    weights = learned(text, least=5)
    assert weights == learned(text, least=5)
    ranker = PronounRanker(weights)
    assert ranker.fit(slot("she", "queen")) > ranker.fit(slot("he", "queen"))
    assert weights.usual > 0


def test_only_so_many_weights_are_kept_and_what_marks_lone_sentences_is_not() -> None:
    def slot(form: str, before: str) -> Slot:
        return Slot(0, form, ("bias", f"-1 {before}"), dict.fromkeys(_classes(), ()))

    text = [[slot("he", "king"), slot("she", "queen")]] * 100
    weights = learned(text, apart=[slot("it", "lamp")] * 50, kept=20)
    assert 0 < sum(map(len, weights.local.values())) <= 20
    assert "apart" not in weights.local


def test_too_little_text_teaches_nothing() -> None:
    with pytest.raises(InputError, match="thousands"):
        learned([])


def test_weights_come_from_a_file_or_an_error_names_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    with pytest.raises(InputError, match="cannot be read"):
        read_weights(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="train-ranker"):
        read_weights(path)
    path.write_text(shipped().model_dump_json(), encoding="utf-8")
    assert read_weights(path) == shipped()


def test_the_reference_scores_zero_and_a_wrong_pronoun_is_named(bundle: Any, failing: Any) -> None:
    weights = PronounWeights(local={"bias": {"it": 1.0, "she": -1.0}}, classes={}, usual=0.0)
    made = bundle(A=failing)
    (item,) = find(made)
    ranker = PronounRanker(weights)
    same = judge(item, made.reference, made.reference, ranker)
    assert set(same.values.values()) == {0.0}
    other = judge(item, made.reference, made.systems["A"], ranker)
    assert other.values["segment"] == pytest.approx(2.0)
    assert other.values["signed"] > 0
    assert other.values["score"] == pytest.approx(surprisal(other.values["signed"]))
    assert (other.kind, other.got) == ("gender-copy", "she")


@pytest.mark.parametrize("gap", [-800.0, -2.0, 0.0, 2.0, 800.0])
def test_a_wrong_pronoun_never_earns_anything_and_a_surer_one_costs_more(gap: float) -> None:
    assert surprisal(gap) >= 0
    assert surprisal(gap) <= surprisal(gap + 1) <= surprisal(gap) + 1
    assert surprisal(0) == pytest.approx(0.693, abs=1e-3)


def test_a_wrong_pronoun_that_the_ranker_prefers_still_costs(bundle: Any, failing: Any) -> None:
    weights = PronounWeights(local={"bias": {"it": -1.0, "she": 1.0}}, classes={}, usual=0.0)
    made = bundle(A=failing)
    (item,) = find(made)
    values = judge(item, made.reference, made.systems["A"], PronounRanker(weights)).values
    assert values["signed"] < 0 < values["score"]
