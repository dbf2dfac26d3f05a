"""Second persons in dialogue of our own: what the analysis says of the verb, and its class."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discotag_dev.packs import PackTagger

if TYPE_CHECKING:
    from discotag.plugin import Analyzer

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))["lines"]
ALONE = [line for line in DIALOGUE if line[3]]


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("es", ("formality",), {"formality": {"verbs": "all"}})


@pytest.mark.parametrize("line", ALONE, ids=lambda line: line[1])
def test_a_dialogue_verb_has_its_mood_person_and_number(spanish: Analyzer, line) -> None:
    _, text, form, *expected, _ = line
    (tokens,) = spanish.analyze([text])
    word = tokens[tokens.forms.index(form)]
    assert word.upos in {"VERB", "AUX"}
    assert [word.feats.get(name) for name in ("Mood", "Person", "Number")] == expected


@pytest.mark.parametrize("line", DIALOGUE, ids=lambda line: line[1])
def test_a_dialogue_verb_has_its_class(tagger, line) -> None:
    english, text, form, *_, label = line
    found = [name for name, _ in tagger.marks([english], [text], "formality")]
    assert f"0 {form} {label}" in found
    assert {name.rpartition(" ")[2] for name in found} == {label}


@pytest.mark.parametrize(
    ("line", "form", "lemma"),
    [
        ("¿Quieres venir?", "Quieres", "querer"),
        ("Cuéntame algo.", "Cuéntame", "contar"),
        ("Hemos perdido el tren.", "Hemos", "haber"),
        ("Dígame la verdad.", "Dígame", "decir"),
    ],
)
def test_a_spanish_verb_has_its_lemma(spanish: Analyzer, line: str, form: str, lemma: str) -> None:
    (tokens,) = spanish.analyze([line])
    assert tokens[tokens.forms.index(form)].lemma == lemma


@pytest.mark.parametrize(
    ("text", "form", "mood", "person"),
    [
        ("Infórmenos del número.", "Infórmenos", "Imp", "3"),
        ("Entonces tómelas por la noche.", "tómelas", "Imp", "3"),
        ("Feche y firme la solicitud.", "Feche", "Imp", None),
        ("Si encuentra una, avise a su jefe.", "avise", "Sub", "3"),
        ("Avise a su jefe y no intente nada.", "intente", "Sub", "3"),
        ("Lo anoté aquí, deme un momento.", "deme", "Imp", None),
    ],
)
def test_a_command_is_no_infinitive_and_no_noun(spanish: Analyzer, text, form, mood, person):
    (tokens,) = spanish.analyze([text])
    word = tokens[tokens.forms.index(form)]
    assert (word.upos, word.feats.get("Mood")) == ("VERB", mood)
    assert person in {None, word.feats.get("Person")}


@pytest.mark.parametrize("text", ["Fue un escándalo.", "Vimos los vídeos.", "No siempre llueve."])
def test_what_looks_like_a_command_stays_what_it_is(spanish: Analyzer, text):
    (tokens,) = spanish.analyze([text])
    assert not any(word.feats.get("Mood") == "Imp" for word in tokens)
