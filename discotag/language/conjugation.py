"""What a verb form may be, by a table of endings and a list of infinitives.

Regular forms are analysed, not stored: an ending proposes conjugation, tense and person, changes of
spelling and vowel lead back to the infinitive, and the list says whether there is such a verb.
Irregular verbs are conjugated from their principal parts when the table is read. Pronouns attached
to infinitives, gerunds and commands are cut off first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

CELLS = (("1", "Sing"), ("2", "Sing"), ("3", "Sing"), ("1", "Plur"), ("2", "Plur"), ("3", "Plur"))
"""Person and number of the six forms of a tense."""
GENDERS = (("Masc", "Sing"), ("Fem", "Sing"), ("Masc", "Plur"), ("Fem", "Plur"))
"""Gender and number of the four forms of a participle."""
LONGEST = 9
"""Letters of the longest ending."""
SURE = 3
"""Letters that an ending has more of where the stem may be of one letter."""
Feats = dict[str, str]


class Reading(NamedTuple):
    """What a form may be.

    Args:
        upos: its part of speech.
        lemma: its dictionary form.
        feats: its features.
        attached: the last pronoun attached to it, if any.
        kind: how it was found: `irregular`, the name of its tense, or empty.
    """

    upos: str
    lemma: str
    feats: Feats
    attached: str = ""
    kind: str = ""


class Conjugation:
    """Gives the readings of verb forms.

    Args:
        verbs: the infinitives.
        table: the table; most of its keys may be left out.

    Keys:
        tenses: name → mood and tense.
        endings: ending of the infinitive → tense → endings of the six persons (`-` = none, `a/b` =
            both); of the four forms of `participle`; of `gerund`; of the two of
            `present_participle`. `ire-plain` and `ire-wide` hold of verbs that end as `plain`
            lists, and of the others.
        infinitives: ending → all endings of such infinitives.
        spelling: ending of the infinitive → [end of the form's stem, of the infinitive's, first
            letters of endings before which that holds].
        vowels: [last vowel of the form's stem, of the infinitive's].
        shortest: letters of a stem before a short ending.
        strong, future: tense → endings after an irregular stem.
        genders: endings of the four forms of an irregular participle.
        participle: features of participles besides gender and number.
        irregular: end of infinitives → tense → its six forms; `strong`, `future`, `participle` →
            stems; `full` → the regular verb that it was; `only` → the verbs that are meant, where
            others end likewise.
        exclusive: whether an irregular tense has no regular forms.
        forms: form → rows of [infinitive, mood, tense, person, number].
        attached: expression of pronouns after a verb, with the last one as its group `last`.
        clipped: what an infinitive loses before them.
        doubled: short command → infinitive; it doubles the consonant of a pronoun.
        accents: two strings: vowels with the accent that pronouns bring, and without.
    """

    def __init__(self, verbs: Iterable[str], table: Mapping[str, Any]) -> None:
        self._verbs = frozenset(verbs)
        self._table = table
        self._tenses: Mapping[str, tuple[str, str]] = table.get("tenses", {})
        self._participle: Feats = table.get("participle", {"VerbForm": "Part"})
        self._endings: dict[str, list[tuple[str, str, str, Feats]]] = defaultdict(list)
        for name, tenses in table.get("endings", {}).items():
            infinitive, _, kind = name.partition("-")
            for tense, endings in tenses.items():
                for ending, feats in self._cells(tense, endings):
                    self._endings[ending].append((infinitive, kind, tense, feats))
        self._made: dict[str, list[Reading]] = defaultdict(list)
        self._replaced: dict[str, set[str]] = defaultdict(set)
        bases = sorted(table.get("irregular", {}), key=len, reverse=True)
        for lemma in sorted(self._verbs | set(bases)):
            base = next((one for one in bases if self._is_like(lemma, one)), None)
            if base is not None:
                self._conjugate(lemma, lemma.removesuffix(base), table["irregular"][base])
        for form, rows in table.get("forms", {}).items():
            for lemma, mood, tense, person, number in rows:
                self._add(form, lemma, finite(mood, tense, person, number))
        attached = table.get("attached", "")
        self._attached = re.compile(attached) if attached else None
        self._shortest: int = table.get("shortest", 1)
        self._is_exclusive: bool = table.get("exclusive", False)
        self._plain_verbs = tuple(table.get("plain", ()))
        self._plain = str.maketrans(*table.get("accents", ("", "")))
        self.readings = lru_cache(maxsize=20_000)(self._readings)

    def __contains__(self, lemma: str) -> bool:
        return lemma in self._verbs

    def irregular_forms(self, lemmas: frozenset[str]) -> frozenset[str]:
        """Return the irregular forms of some verbs."""
        made = self._made.items()
        return frozenset(form for form, found in made if any(r.lemma in lemmas for r in found))

    def _cells(self, tense: str, forms: str) -> Iterator[tuple[str, Feats]]:
        """Yield the forms of a tense, or their endings, with their features."""
        cells = forms.split()
        if tense == "gerund":
            yield from ((form, {"VerbForm": "Ger"}) for form in cells)
        elif tense == "present_participle":
            for form, number in zip(cells, ("Sing", "Plur"), strict=True):
                yield form, {"Number": number, "Tense": "Pres", "VerbForm": "Part"}
        elif tense == "participle":
            for cell, (gender, number) in zip(cells, GENDERS, strict=True):
                for form in cell.split("/"):
                    yield form, {"Gender": gender, "Number": number, **self._participle}
        else:
            mood, name = self._tenses[tense]
            for cell, (person, number) in zip(cells, CELLS, strict=True):
                for form in filter(None, cell.replace("-", "").split("/")):
                    yield form, finite(mood, name, person, number)

    def _is_like(self, lemma: str, base: str) -> bool:
        only = self._table["irregular"][base].get("only")
        return lemma.endswith(base) and (only is None or lemma in (base, *only))

    def _conjugate(self, lemma: str, prefix: str, parts: Mapping[str, Any]) -> None:
        """Make the forms of an irregular verb, and note which tenses have no regular ones."""
        replaced = self._replaced[lemma]
        for part, value in parts.items():
            if part in {"strong", "future"}:
                for tense, endings in self._table[part].items():
                    for stem in value.split():
                        for ending, feats in self._cells(tense, endings):
                            self._add(prefix + stem + ending, lemma, feats)
                            replaced.add(f"{tense} {feats['Person']} {feats['Number']}")
            elif part == "participle":
                replaced.add(part)
                for stem in value.split():
                    for ending, feats in self._cells(part, self._table["genders"]):
                        self._add(prefix + stem + ending, lemma, feats)
            elif part in self._tenses and value:
                replaced.add(part)
                for form, feats in self._cells(part, value):
                    self._add(prefix + form, lemma, feats)
        if "full" in parts:
            self._conjugate_full(lemma, prefix + parts["full"])

    def _conjugate_full(self, lemma: str, full: str) -> None:
        """Conjugate what is regular of the longer verb that a short one once was: bere, bevere."""
        stem, infinitive = full[:-3], full[-3:]
        replaced = set(self._replaced[lemma])
        classes = self._table["endings"]
        for tense, endings in {
            **classes[infinitive],
            **classes.get(f"{infinitive}-plain", {}),
        }.items():
            for ending, feats in self._cells(tense, endings):
                cell = f"{tense} {feats.get('Person')} {feats.get('Number')}"
                if tense not in replaced and cell not in replaced:
                    self._add(stem + ending, lemma, feats)
            self._replaced[lemma].add(tense)

    def _add(self, form: str, lemma: str, feats: Feats) -> None:
        reading = Reading("VERB", lemma, feats, kind="irregular")
        if reading not in self._made[form]:
            self._made[form].append(reading)

    def _readings(self, form: str) -> tuple[Reading, ...]:
        """Return the readings of a form in small letters; with pronouns attached if no others."""
        return unique(self._own(form)) or unique(self._with_pronouns(form))

    def _own(self, form: str) -> Iterator[Reading]:
        yield from self._made.get(form, ())
        clipped = self._table.get("clipped", "")
        for infinitive in dict.fromkeys((form, form + clipped)):
            if infinitive in self._verbs:
                yield Reading("VERB", infinitive, {"VerbForm": "Inf"})
        for size in range(min(LONGEST, len(form) - 1), 0, -1):
            ending, stem = form[-size:], form[:-size]
            if len(stem) < self._shortest and size <= SURE:
                continue
            for infinitive, kind, tense, feats in self._endings.get(ending, ()):
                for lemma in self._lemmas(stem, infinitive, ending):
                    is_plain = lemma.endswith(self._plain_verbs)
                    is_of_kind = not kind or is_plain == (kind == "plain")
                    if is_of_kind and not self._is_replaced(lemma, tense, feats):
                        yield Reading("VERB", lemma, feats, kind=tense)

    def _lemmas(self, stem: str, infinitive: str, ending: str) -> list[str]:
        """Return the verbs of a conjugation that a stem may be of."""
        stems = [stem]
        for old, new, *before in self._table.get("spelling", {}).get(infinitive, ()):
            if stem.endswith(old) and ending.startswith(tuple(before) or ""):
                stems.append(stem.removesuffix(old) + new)
        for one in tuple(stems):
            for old, new in self._table.get("vowels", ()):
                at = one.rfind(old)
                if at >= 0 and not re.search("[aeiouáéíóú]", one[at + len(old) :]):
                    stems.append(one[:at] + new + one[at + len(old) :])
        ends = self._table.get("infinitives", {}).get(infinitive, infinitive).split()
        return [
            lemma
            for lemma in dict.fromkeys(one + end for one in stems for end in ends)
            if lemma in self._verbs
        ]

    def _is_replaced(self, lemma: str, tense: str, feats: Feats) -> bool:
        """Return whether a verb has an irregular form in this cell, and no regular one."""
        cell = f"{tense} {feats.get('Person')} {feats.get('Number')}"
        replaced = self._replaced.get(lemma, set())
        return self._is_exclusive and not replaced.isdisjoint({tense, cell})

    def _with_pronouns(self, form: str) -> Iterator[Reading]:
        """Read a form with pronouns attached: *vederla, dicendomelo, siéntese, dímelo*."""
        if self._attached is None:
            return
        for cut in range(max(2, len(form) - 8), len(form) - 1):
            found = self._attached.fullmatch(form, cut)
            if found is None:
                continue
            for base in dict.fromkeys((form[:cut], form[:cut].translate(self._plain))):
                for reading in self._own(base):
                    is_host = reading.feats["VerbForm"] in {"Inf", "Ger", "Part"}
                    if is_host or reading.feats.get("Mood") == "Imp":
                        kind = "accented" if base != form[:cut] else reading.kind
                        yield reading._replace(attached=found["last"], kind=kind)
        for base, lemma in self._table.get("doubled", {}).items():
            tail = form.removeprefix(base)
            if form.startswith(base) and tail[1:2] and (tail[0] == tail[1] or tail == "gli"):
                found = self._attached.fullmatch(tail if tail == "gli" else tail[1:])
                if found is not None:
                    feats = {"Mood": "Imp", "Number": "Sing", "Person": "2", "Tense": "Pres"}
                    yield Reading("VERB", lemma, {**feats, "VerbForm": "Fin"}, found["last"])


def finite(mood: str, tense: str, person: str, number: str) -> Feats:
    """Return the features of a form with a person; the mood `Inf` is the personal infinitive."""
    feats = {"Number": number, "Person": person}
    if mood == "Inf":
        return {**feats, "VerbForm": "Inf"}
    return {"Mood": mood, **feats, **({"Tense": tense} if tense else {}), "VerbForm": "Fin"}


def unique(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return readings without repetition, in their order, commands last."""
    found: list[Reading] = []
    for reading in readings:
        if reading not in found:
            found.append(reading)
    return tuple(sorted(found, key=lambda reading: reading.feats.get("Mood") == "Imp"))
