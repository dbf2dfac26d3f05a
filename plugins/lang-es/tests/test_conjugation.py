"""Spanish conjugation read backwards."""

import pytest

from discotag_lang_es.conjugation import participle, readings

VERBS = {
    "mover", "leer", "decir", "tener", "tocar", "sentir", "sentar", "continuar", "construir", "ver",
    "abrir", "describir", "oír", "subir", "salir", "hablar", "comer", "vivir",
}  # fmt: skip


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
    assert reading in [" ".join(found) for found in readings(form, VERBS)]


def test_a_form_of_no_listed_verb_has_no_reading():
    assert not readings("bolsas", VERBS)


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("descritas", "describir"), ("abierto", "abrir"), ("movido", "mover"), ("oída", "oír")],
)
def test_a_participle_has_its_verb(form, lemma):
    assert participle(form, VERBS) == lemma


def test_a_participle_of_no_listed_verb_has_none():
    assert participle("situado", VERBS) is None
