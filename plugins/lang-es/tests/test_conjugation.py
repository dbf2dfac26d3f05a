"""Spanish conjugation read backwards."""

import json
from pathlib import Path

import pytest

import discotag_lang_es
from discotag.plugin.embedded import Conjugation, Reading

FOLDER = Path(discotag_lang_es.__file__).parent / "pipeline" / "discotag_address"
TABLE = json.loads((FOLDER / "rules.json").read_text("utf-8"))["conjugation"]
VERBS = {
    "mover", "leer", "decir", "tener", "tocar", "sentir", "sentar", "continuar", "construir", "ver",
    "abrir", "describir", "oír", "subir", "salir", "hablar", "comer", "vivir",
}  # fmt: skip
CONJUGATION = Conjugation(VERBS, TABLE)


def told(reading: Reading) -> str:
    feats = reading.feats
    cells = (feats.get(name, "") for name in ("Mood", "Tense", "Person", "Number"))
    return " ".join((reading.lemma, *cells))


@pytest.mark.parametrize(
    ("form", "reading"),
    [
        ("muevas", "mover Sub Pres 2 Sing"),
        ("leyeron", "leer Ind Past 3 Plur"),
        ("dijeras", "decir Sub Imp 2 Sing"),
        ("tendrías", "tener Cnd  2 Sing"),
        ("toque", "tocar Sub Pres 3 Sing"),
        ("continúa", "continuar Ind Pres 3 Sing"),
        ("construyen", "construir Ind Pres 3 Plur"),
        ("verás", "ver Ind Fut 2 Sing"),
        ("subamos", "subir Sub Pres 1 Plur"),
        ("salgo", "salir Ind Pres 1 Sing"),
        ("hablasteis", "hablar Ind Past 2 Plur"),
        ("siente", "sentir Ind Pres 3 Sing"),
        ("siente", "sentar Sub Pres 3 Sing"),
    ],
)
def test_a_form_has_the_readings_of_its_verb(form, reading):
    assert reading in list(map(told, CONJUGATION.readings(form)))


def test_a_form_of_no_listed_verb_has_no_reading():
    assert not CONJUGATION.readings("bolsas")


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("descritas", "describir"), ("abierto", "abrir"), ("movido", "mover"), ("oída", "oír")],
)
def test_a_participle_has_its_verb(form, lemma):
    assert [one.lemma for one in CONJUGATION.readings(form)] == [lemma]


@pytest.mark.parametrize(
    ("form", "command", "attached"),
    [("háblame", "hablar Imp  2 Sing", "me"), ("dígalo", "decir Imp  3 Sing", "lo")],
)
def test_pronouns_are_attached_to_commands(form, command, attached):
    found = CONJUGATION.readings(form)
    assert (command, attached) in [(told(one), one.attached) for one in found]
