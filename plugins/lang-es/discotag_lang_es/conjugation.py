"""Spanish conjugation read backwards: what a form may be of which verb.

Endings are cut off, vowel and spelling changes of the stem undone, and only what a list of verbs
holds is given: *muevas* is of *mover*, *leyeron* of *leer*, *dijeras* of *decir*. After the tables
of the Real Academia Española, *Nueva gramática de la lengua española*, ch. 4.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

CELLS = (("1", "Sing"), ("2", "Sing"), ("3", "Sing"), ("1", "Plur"), ("2", "Plur"), ("3", "Plur"))
PARADIGMS = (
    ("ar", "Ind", "Pres", "o as a amos áis an"),
    ("er", "Ind", "Pres", "o es e emos éis en"),
    ("ir", "Ind", "Pres", "o es e imos ís en"),
    ("ar", "Sub", "Pres", "e es e emos éis en"),
    ("er", "Sub", "Pres", "a as a amos áis an"),
    ("ir", "Sub", "Pres", "a as a amos áis an"),
    ("ar", "Ind", "Past", "é aste ó amos asteis aron"),
    ("er", "Ind", "Past", "í iste ió imos isteis ieron"),
    ("ir", "Ind", "Past", "í iste ió imos isteis ieron"),
    ("er", "Ind", "Past", "í íste yó ímos ísteis yeron"),
    ("ir", "Ind", "Past", "í íste yó ímos ísteis yeron"),
    ("ar", "Ind", "Imp", "aba abas aba ábamos abais aban"),
    ("er", "Ind", "Imp", "ía ías ía íamos íais ían"),
    ("ir", "Ind", "Imp", "ía ías ía íamos íais ían"),
    ("ar", "Ind", "Fut", "aré arás ará aremos aréis arán"),
    ("er", "Ind", "Fut", "eré erás erá eremos eréis erán"),
    ("ir", "Ind", "Fut", "iré irás irá iremos iréis irán"),
    ("ar", "Cnd", "", "aría arías aría aríamos aríais arían"),
    ("er", "Cnd", "", "ería erías ería eríamos eríais erían"),
    ("ir", "Cnd", "", "iría irías iría iríamos iríais irían"),
    ("ar", "Sub", "Imp", "ara aras ara áramos arais aran"),
    ("ar", "Sub", "Imp", "ase ases ase ásemos aseis asen"),
    *(
        (verb, "Sub", "Imp", f"{i}era {i}eras {i}era {i}éramos {i}erais {i}eran")
        for verb in ("er", "ir")
        for i in ("i", "y")
    ),
    *(
        (verb, "Sub", "Imp", f"{i}ese {i}eses {i}ese {i}ésemos {i}eseis {i}esen")
        for verb in ("er", "ir")
        for i in ("i", "y")
    ),
    ("ir", "Ind", "Pres", "yo yes ye - - yen"),
    ("ir", "Sub", "Pres", "ya yas ya yamos yáis yan"),
)
STRONG = (
    ("Ind", "Past", "e iste o imos isteis ieron"),
    ("Ind", "Past", "- - - - - eron"),
    ("Sub", "Imp", "iera ieras iera iéramos ierais ieran"),
    ("Sub", "Imp", "iese ieses iese iésemos ieseis iesen"),
    ("Sub", "Imp", "era eras era éramos erais eran"),
)
STRONG_STEMS = {
    "tuv": "tener", "hub": "haber", "pud": "poder", "pus": "poner", "quis": "querer",
    "sup": "saber", "vin": "venir", "hic": "hacer", "hiz": "hacer", "dij": "decir",
    "traj": "traer", "duj": "ducir", "anduv": "andar", "estuv": "estar",
}  # fmt: skip
FUTURE_STEMS = {
    "tendr": "tener", "pondr": "poner", "vendr": "venir", "saldr": "salir", "podr": "poder",
    "querr": "querer", "sabr": "saber", "habr": "haber", "har": "hacer", "dir": "decir",
    "valdr": "valer", "cabr": "caber",
}  # fmt: skip
PARTICIPLES = {
    "hech": "hacer", "dich": "decir", "scrit": "scribir", "puest": "poner", "vist": "ver",
    "abiert": "abrir", "muert": "morir", "vuelt": "volver", "cubiert": "cubrir",
    "suelt": "solver", "rot": "romper",
}  # fmt: skip
VOWELS = (("ie", "e"), ("ue", "o"), ("i", "e"), ("u", "o"), ("ue", "u"), ("í", "i"), ("ú", "u"))
SPELLED = {
    "ar": (("qu", "c"), ("gu", "g"), ("c", "z"), ("gü", "gu")),
    "er": (("zc", "c"), ("z", "c"), ("j", "g"), ("ig", ""), ("g", "")),
    "ir": (("zc", "c"), ("z", "c"), ("j", "g"), ("ig", ""), ("g", "gu"), ("g", "")),
}


class Reading(NamedTuple):
    """What a form may be; `tense` is empty for conditionals."""

    lemma: str
    mood: str
    tense: str
    person: str
    number: str


def readings(form: str, verbs: Collection[str]) -> tuple[Reading, ...]:
    """Return the finite readings of a lower-case form, irregular stems and long endings first.

    Example:
        >>> readings("muevas", {"mover"})
        (Reading(lemma='mover', mood='Sub', tense='Pres', person='2', number='Sing'),)
    """
    found = [*_irregular(form, verbs)]
    for ending, rows in ENDINGS.items():
        stem = form.removesuffix(ending)
        if stem and stem != form:
            for infinitive, mood, tense, person, number in rows:
                found += [
                    Reading(lemma, mood, tense, person, number)
                    for lemma in _lemmas(stem, infinitive, verbs)
                ]
    return tuple(dict.fromkeys(found))


def participle(form: str, verbs: Collection[str]) -> str | None:
    """Return the verb that a form is the past participle of, None if none or several are.

    Example:
        >>> participle("descritas", {"describir"}), participle("situado", {"situar"})
        ('describir', 'situar')
    """
    stem = re.sub("[oa]s?$", "", form)
    for ending, whole in PARTICIPLES.items():
        lemma = stem.removesuffix(ending) + whole
        if stem.endswith(ending) and lemma in verbs:
            return lemma
    base = stem[:-2]
    tried = {"ad": ("ar",), "id": ("er", "ir"), "íd": ("er", "ír")}.get(stem[-2:], ())
    found = [base + infinitive for infinitive in tried if base + infinitive in verbs]
    return found[0] if len(found) == 1 else None


def _irregular(form: str, verbs: Collection[str]) -> Iterator[Reading]:
    for mood, tense, endings in STRONG:
        for ending, (person, number) in zip(endings.split(), CELLS, strict=True):
            stem = form.removesuffix(ending)
            for old, whole in STRONG_STEMS.items() if stem != form else ():
                lemma = stem.removesuffix(old) + whole
                if stem.endswith(old) and lemma in verbs:
                    yield Reading(lemma, mood, tense, person, number)
    for mood, tense, endings in (
        ("Ind", "Fut", "é ás á emos éis án"),
        ("Cnd", "", "ía ías ía íamos íais ían"),
    ):
        for ending, (person, number) in zip(endings.split(), CELLS, strict=True):
            stem = form.removesuffix(ending)
            for old, whole in FUTURE_STEMS.items() if stem != form else ():
                lemma = stem.removesuffix(old) + whole
                if stem.endswith(old) and lemma in verbs:
                    yield Reading(lemma, mood, tense, person, number)


def _lemmas(stem: str, infinitive: str, verbs: Collection[str]) -> list[str]:
    """Return the verbs of a conjugation that a stem may be of."""
    spelled = [stem]
    spelled += [
        stem.removesuffix(old) + new for old, new in SPELLED[infinitive] if stem.endswith(old)
    ]
    stems = list(spelled)
    for one in spelled:
        for old, new in VOWELS:
            at = one.rfind(old)
            if at >= 0 and not re.search("[aeiouáéíóú]", one[at + len(old) :]):
                stems.append(one[:at] + new + one[at + len(old) :])
    endings = (infinitive, "ír") if infinitive == "ir" else (infinitive,)
    found = (one + ending for one in stems for ending in endings)
    return [lemma for lemma in dict.fromkeys(found) if lemma in verbs]


def _endings() -> dict[str, list[tuple[str, str, str, str, str]]]:
    found: dict[str, list[tuple[str, str, str, str, str]]] = {}
    for infinitive, mood, tense, forms in PARADIGMS:
        for ending, (person, number) in zip(forms.split(), CELLS, strict=True):
            if ending != "-":
                found.setdefault(ending, []).append((infinitive, mood, tense, person, number))
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


ENDINGS = _endings()
