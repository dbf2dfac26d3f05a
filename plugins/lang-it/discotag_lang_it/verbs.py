"""Italian verb forms: what a form may be, read off its ending and a list of infinitives.

Regular forms are analysed, not stored: the ending proposes conjugation, mood, tense and person, and
the list of infinitives tells whether there is such a verb. Irregular verbs are conjugated from
their principal parts when the rules are read. Pronouns attached to infinitives, gerunds, commands
and participles are cut off first (Serianni, Grammatica italiana, ch. XI and VII).
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PERSONS = (("1", "Sing"), ("2", "Sing"), ("3", "Sing"), ("1", "Plur"), ("2", "Plur"), ("3", "Plur"))
TENSES = {
    "pres": ("Ind", "Pres"),
    "impf": ("Ind", "Imp"),
    "past": ("Ind", "Past"),
    "fut": ("Ind", "Fut"),
    "cnd": ("Cnd", "Pres"),
    "sub": ("Sub", "Pres"),
    "subimpf": ("Sub", "Imp"),
}
ENDINGS = {
    "are": {
        "pres": "o i a iamo ate ano",
        "impf": "avo avi ava avamo avate avano",
        "past": "ai asti ò ammo aste arono",
        "fut": "erò erai erà eremo erete eranno",
        "cnd": "erei eresti erebbe eremmo ereste erebbero",
        "sub": "i i i iamo iate ino",
        "subimpf": "assi assi asse assimo aste assero",
    },
    "ere": {
        "pres": "o i e iamo ete ono",
        "impf": "evo evi eva evamo evate evano",
        "past": "ei/etti esti é/ette emmo este erono/ettero",
        "fut": "erò erai erà eremo erete eranno",
        "cnd": "erei eresti erebbe eremmo ereste erebbero",
        "sub": "a a a iamo iate ano",
        "subimpf": "essi essi esse essimo este essero",
    },
    "ire": {
        "pres": "o i e iamo ite ono",
        "impf": "ivo ivi iva ivamo ivate ivano",
        "past": "ii isti ì immo iste irono",
        "fut": "irò irai irà iremo irete iranno",
        "cnd": "irei iresti irebbe iremmo ireste irebbero",
        "sub": "a a a iamo iate ano",
        "subimpf": "issi issi isse issimo iste issero",
    },
}
WIDENED = {
    "pres": "isco isci isce iamo ite iscono",
    "sub": "isca isca isca iamo iate iscano",
}
"""Present of verbs like *finire*."""
COMMANDS = {"are": "a iamo ate", "ere": "i iamo ete", "ire": "i iamo ite"}
COMMANDED = (("2", "Sing"), ("1", "Plur"), ("2", "Plur"))
PARTICIPLES = {"are": "at", "ere": "ut", "ire": "it"}
GENDERS = {"o": ("Masc", "Sing"), "a": ("Fem", "Sing"), "i": ("Masc", "Plur"), "e": ("Fem", "Plur")}
FUTURES = ("ò", "ai", "à", "emo", "ete", "anno")
CONDITIONALS = ("ei", "esti", "ebbe", "emmo", "este", "ebbero")
ENCLITIC = re.compile(
    r"(?P<first>(?:me|te|se|ce|ve|glie)(?=lo|la|li|le|ne))?(?P<last>mi|ti|si|ci|vi|gli|l[oaie]|ne)$"
)
DOUBLED = {"da": "dare", "di": "dire", "fa": "fare", "sta": "stare", "va": "andare"}
"""Commands of one syllable, which double the consonant of a pronoun: *dammi, dillo*."""
LONGEST = 8

Feats = dict[str, str]


class Reading(NamedTuple):
    """What a form may be: its verb, its features, and the last pronoun attached to it, if any."""

    lemma: str
    feats: Feats
    clitic: str = ""


class Conjugation:
    """Gives the readings of verb forms.

    Args:
        verbs: infinitives.
        irregular: infinitive → its principal parts, for it and for the verbs that end like it
            (`only`: the verbs meant, where others end so by chance; `no_commands`: a modal).
        plain: verbs in *-ire* whose present lacks *-isc-*.
    """

    def __init__(
        self,
        verbs: Iterable[str],
        irregular: Mapping[str, Mapping[str, Any]],
        plain: Iterable[str],
    ) -> None:
        self._verbs = frozenset(verbs)
        self._plain = tuple(plain)
        self._made: dict[str, list[Reading]] = defaultdict(list)
        self._told: dict[str, frozenset[str]] = {}
        ordered = sorted(irregular, key=len)
        for lemma in sorted(self._verbs | set(irregular)):
            base = next(
                (
                    base
                    for base in reversed(ordered)
                    if lemma.endswith(base)
                    and ("only" not in irregular[base] or lemma in (base, *irregular[base]["only"]))
                ),
                None,
            )
            if base is not None:
                self._irregular(lemma, lemma.removesuffix(base), irregular[base])
        self._regular_endings: dict[str, list[tuple[str, str, Feats]]] = defaultdict(list)
        for ending, infinitive, part, feats in _endings():
            self._regular_endings[ending].append((infinitive, part, feats))
        self.readings = lru_cache(maxsize=20_000)(self._readings)

    def __contains__(self, lemma: str) -> bool:
        return lemma in self._verbs

    def _irregular(self, lemma: str, prefix: str, parts: Mapping[str, Any]) -> None:
        told = set()
        for part, value in parts.items():
            if part in TENSES:
                told.add(part)
                self._tense(lemma, part, [prefix + form for form in value.split()])
            elif part == "strong":
                told.update(("past 1 Sing", "past 3 Sing", "past 3 Plur"))
                for ending, person, number in (
                    ("i", "1", "Sing"),
                    ("e", "3", "Sing"),
                    ("ero", "3", "Plur"),
                ):
                    for stem in value.split():
                        self._add(lemma, prefix + stem + ending, finite("past", person, number))
            elif part == "future":
                told.update(("fut", "cnd"))
                self._tense(lemma, "fut", [prefix + value + end for end in FUTURES])
                self._tense(lemma, "cnd", [prefix + value + end for end in CONDITIONALS])
            elif part == "participle":
                told.add("participle")
                for stem in value.split():
                    for vowel, (gender, number) in GENDERS.items():
                        self._add(lemma, prefix + stem + vowel, participle(gender, number))
            elif part == "full":  # bere, of old bevere
                told.update((*TENSES, "imp", "ger", "participle"))
                self._full(lemma, prefix + value, frozenset(parts))
        if self._commands(lemma, prefix, parts):
            told.add("imp")
        self._told[lemma] = frozenset(told)

    def _commands(self, lemma: str, prefix: str, parts: Mapping[str, Any]) -> bool:
        """Make the commands of an irregular verb; tells whether the regular ones do not hold."""
        present = parts["pres"].split() if "pres" in parts else []
        forms = parts.get("imp", "").split() or [present[at] for at in (1, 3, 4) if present]
        if forms and "no_commands" not in parts:
            for form, (person, number) in zip(forms, COMMANDED, strict=True):
                self._add(lemma, prefix + form, command(person, number))
        return bool(forms)

    def _full(self, lemma: str, full: str, given: frozenset[str]) -> None:
        """Conjugate what is regular of the longer verb that a short one once was."""
        stem, infinitive = full[:-3], full[-3:]
        for part, endings in ENDINGS[infinitive].items():
            if part in given or (part in {"fut", "cnd"} and "future" in given):
                continue
            for cell, (person, number) in zip(endings.split(), PERSONS, strict=True):
                if part == "past" and "strong" in given and (person, number) in STRONG:
                    continue
                for ending in cell.split("/"):
                    self._add(lemma, stem + ending, finite(part, person, number))
        self._add(lemma, stem + infinitive[0] + "ndo", {"VerbForm": "Ger"})
        if not given & {"imp", "pres"}:
            for form, (person, number) in zip(COMMANDS[infinitive].split(), COMMANDED, strict=True):
                self._add(lemma, stem + form, command(person, number))

    def _tense(self, lemma: str, part: str, forms: list[str]) -> None:
        for cell, (person, number) in zip(forms, PERSONS, strict=True):
            for form in cell.split("/"):
                self._add(lemma, form, finite(part, person, number))

    def _add(self, lemma: str, form: str, feats: Feats) -> None:
        reading = Reading(lemma, feats)
        if reading not in self._made[form]:
            self._made[form].append(reading)

    def _readings(self, form: str) -> tuple[Reading, ...]:
        """Return the readings of a form in lower case; those with pronouns attached come last."""
        own = tuple(self._bare(form))
        return own or tuple(self._attached(form))

    def _bare(self, form: str) -> Iterator[Reading]:
        yield from self._made.get(form, ())
        for infinitive in (form, form + "e"):
            if infinitive in self._verbs and infinitive.endswith("re"):
                yield Reading(infinitive, {"VerbForm": "Inf"})
        for size in range(1, min(LONGEST, len(form)) + 1):
            ending = form[-size:]
            for infinitive, part, feats in self._regular_endings.get(ending, ()):
                for lemma in _lemmas(form[:-size], ending, infinitive):
                    if lemma in self._verbs and not self._is_told(lemma, part, feats):
                        yield Reading(lemma, feats)

    def _is_told(self, lemma: str, part: str, feats: Feats) -> bool:
        """Return whether a regular reading is not one: irregular, or of the other present."""
        told = self._told.get(lemma, frozenset())
        if part in told or f"{part} {feats.get('Person')} {feats.get('Number')}" in told:
            return True
        if part in {"pres", "sub", "imp", "isc"} and lemma.endswith("ire"):
            is_plain = lemma.endswith(self._plain)
            inner = feats.get("Number") == "Plur" and feats.get("Person") != "3"
            return not inner and is_plain == (part == "isc")
        return False

    def _attached(self, form: str) -> Iterator[Reading]:
        """Read a form with pronouns attached: *vederla, dicendomelo, prendila, dimmi*."""
        for cut in range(max(2, len(form) - 6), len(form) - 1):
            base, tail = form[:cut], form[cut:]
            found = ENCLITIC.fullmatch(tail)
            if found is None:
                continue
            if base[:-1] in DOUBLED and base[-1] == tail[0] and tail != "gli":
                continue
            if base in DOUBLED and tail == "gli":
                yield Reading(DOUBLED[base], command("2", "Sing"), found["last"])
            for lemma in (f"{base}e", f"{base}re"):
                if base.endswith("r") and lemma in self._verbs:
                    yield Reading(lemma, {"VerbForm": "Inf"}, found["last"])
            for reading in self._bare(base):
                kind = reading.feats["VerbForm"]
                if kind in {"Ger", "Part"} or reading.feats.get("Mood") == "Imp":
                    yield Reading(reading.lemma, reading.feats, found["last"])
        for base, lemma in DOUBLED.items():
            tail = form.removeprefix(base)
            if form.startswith(base) and len(tail) > 2 and tail[0] == tail[1]:
                found = ENCLITIC.fullmatch(tail[1:])
                if found is not None:
                    yield Reading(lemma, command("2", "Sing"), found["last"])


STRONG = frozenset({("1", "Sing"), ("3", "Sing"), ("3", "Plur")})


def finite(part: str, person: str, number: str) -> Feats:
    """Return the features of a finite form."""
    mood, tense = TENSES[part]
    return {"Mood": mood, "Number": number, "Person": person, "Tense": tense, "VerbForm": "Fin"}


def command(person: str, number: str) -> Feats:
    """Return the features of a command."""
    return {"Mood": "Imp", "Number": number, "Person": person, "Tense": "Pres", "VerbForm": "Fin"}


def participle(gender: str, number: str) -> Feats:
    """Return the features of a past participle."""
    return {"Gender": gender, "Number": number, "Tense": "Past", "VerbForm": "Part"}


def _endings() -> Iterator[tuple[str, str, str, Feats]]:
    """Yield the regular endings: ending, that of the infinitive, part, features."""
    for infinitive, tenses in ENDINGS.items():
        tables = [(part, part, endings) for part, endings in tenses.items()]
        if infinitive == "ire":
            tables += [("isc", part, endings) for part, endings in WIDENED.items()]
        for name, part, endings in tables:
            for cell, (person, number) in zip(endings.split(), PERSONS, strict=True):
                if name == "isc" and not cell.startswith("isc"):
                    continue
                for ending in cell.split("/"):
                    yield ending, infinitive, name, finite(part, person, number)
        for ending, (person, number) in zip(COMMANDS[infinitive].split(), COMMANDED, strict=True):
            yield ending, infinitive, "imp", command(person, number)
        yield infinitive[0].replace("i", "e") + "ndo", infinitive, "ger", {"VerbForm": "Ger"}
        for vowel, (gender, number) in GENDERS.items():
            ending = PARTICIPLES[infinitive] + vowel
            yield ending, infinitive, "participle", participle(gender, number)
    yield "isci", "ire", "isc", command("2", "Sing")
    for infinitive in ENDINGS:
        for vowel, number in (("e", "Sing"), ("i", "Plur")):
            ending = ("a" if infinitive == "are" else "e") + "nt" + vowel
            feats = {"Number": number, "Tense": "Pres", "VerbForm": "Part"}
            yield ending, infinitive, "present participle", feats


def _lemmas(stem: str, ending: str, infinitive: str) -> Iterator[str]:
    """Yield the infinitives that a stem may belong to, as Italian spelling has it."""
    if not stem:
        return
    is_front = ending[0] in "eièéì"
    if infinitive != "are":
        if stem.endswith(("c", "g")) and ending.startswith("ut"):
            return
        if stem.endswith(("ci", "gi")) and ending.startswith("ut"):
            stem = stem[:-1]  # cresciuto
        yield stem + infinitive
        return
    if is_front and stem.endswith(("ch", "gh")):
        yield stem[:-1] + infinitive
        return
    if not (is_front and stem.endswith(("c", "g"))):
        yield stem + infinitive
    if ending.startswith("i") or (is_front and stem.endswith(("c", "g"))):
        yield stem + "i" + infinitive  # studi, mangerò
