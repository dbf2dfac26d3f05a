"""Spanish sentences said again in the second person, as statements, questions and commands.

Treebanks are written in the first and third person; dialogue is not. *Hablo de mi hermano* becomes
*hablas de tu hermano*, *hablamos* becomes *habláis*, a third person without a subject becomes *tú*
too, and what opens with its verb is asked and commanded (*habla*, *hable*, *siéntate*). A sentence
whose verb the few rules below cannot turn is left out.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_train.pipelines.addressed import Line, capitalised
from discotag_train.pipelines.harmonise import join, parse
from discotag_train.pipelines.surface import Gold

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

TOLD, QUESTION, COMMAND = 0.8, 0.5, 0.9
LONGEST = 30
TIMES = 3
Table = dict[str, str]
FORMS = tomllib.loads((Path(__file__).parent / "es-second-person.toml").read_text(encoding="utf-8"))
TU: Table = FORMS["tu"]
FROM_THIRD: Table = FORMS["from_third"]
VOSOTROS: Table = FORMS["vosotros"]
FIRST: Table = FORMS["first"]
THIRD: Table = FORMS["third"]
TU_COMMANDS: Table = FORMS["tu_commands"]
SUBJUNCTIVES: Table = FORMS["subjunctives"]
NO_COMMAND = frozenset(FORMS["no_command"])
PLURALS: list[list[str]] = FORMS["plurals"]
ENCLITIC = frozenset({"me", "te", "se", "lo", "la", "los", "las", "le", "les", "nos"})
ACCENTED = dict(zip("aeiou", "áéíóú", strict=True))
VOWELS = re.compile(r"[aeoáéíóú]|[iu](?![aeoáéó])|(?<=[^aeiou])[iu]$")


def second_person(lines: Sequence[Line], chance: random.Random) -> Iterator[Line]:
    """Yield the variants of all lines that have any."""
    for line in lines:
        if len(line.words) <= LONGEST:
            for _ in range(TIMES):
                yield from _variants(line, chance)


def _variants(line: Line, chance: random.Random) -> Iterator[Line]:
    told = [line] if "2" in _persons(line) else []
    for variant in (_from("1", "Sing", TU), _from("3", "Sing", FROM_THIRD)):
        if chance.random() < TOLD and (found := variant(line)):
            told.append(found)
    if chance.random() < TOLD and (found := _from("1", "Plur", VOSOTROS)(line)):
        told.append(found)
    yield from (found for found in told if found is not line)
    for found in told:
        if chance.random() < QUESTION and (asked := question(found)):
            yield asked
        if chance.random() < COMMAND:
            yield from commands(found)


class _from:  # noqa: N801 - reads as a word: _from("1", "Sing", TU)(line)
    """Turns the verbs, pronouns and possessives of one person to the second."""

    def __init__(self, person: str, number: str, words: Mapping[str, str]) -> None:
        self.person, self.number, self.words = person, number, words

    def __call__(self, line: Line) -> Line | None:
        persons = _persons(line)
        if self.person not in persons or "2" in persons:
            return None
        if self.person == "3" and not _is_subjectless(line):
            return None
        words, gold = list(line.words), list(line.gold)
        turned = False
        for index, token in enumerate(line.gold):
            feats = parse(token.feats)
            if feats.get("Person") != self.person:
                continue
            old = words[index].lower()
            own = (feats.get("Number"), feats.get("Number[psor]"))
            if token.upos in ud.VERBAL and feats.get("VerbForm") == "Fin":
                if feats.get("Number") != self.number or feats.get("Mood") == "Imp":
                    return None
                new = self._verb(old, token, feats)
                if new is None:
                    return None
                turned = True
            else:
                new = self.words.get(old)
                if new is None:
                    if self.person == "1" and self.number in own:
                        return None
                    continue
            feats |= {"Person": "2"}
            lemma = "tú" if token.upos == "PRON" else TU.get(token.lemma, token.lemma)
            if token.upos in ud.VERBAL:
                lemma = token.lemma
            elif self.person == "3" and token.upos == "PRON":
                feats |= {"Number": "Sing"}
            words[index] = new
            gold[index] = replace(token, feats=join(feats), lemma=lemma)
        return capitalised(Line(tuple(words), line.spaces, tuple(gold))) if turned else None

    def _verb(self, form: str, token: Gold, feats: Mapping[str, str]) -> str | None:
        if self.number == "Plur":
            past = feats.get("Tense") == "Past" and feats.get("Mood") == "Ind"
            for old, new, if_past in PLURALS:
                if form.endswith(old):
                    return form.removesuffix(old) + (if_past if past else new)
            return None
        if self.person == "3":
            return _third_to_tu(form, token.lemma, feats)
        return _first_to_tu(form, token.lemma, feats)


def _third_to_tu(form: str, lemma: str, feats: Mapping[str, str]) -> str | None:
    if form in THIRD:
        return THIRD[form]
    if feats.get("Tense") == "Past" and feats.get("Mood") == "Ind":
        if form.endswith("ió"):
            return form[:-2] + "iste"
        if form.endswith("ó"):
            return form[:-1] + ("aste" if lemma.endswith("ar") else "iste")
        return form[:-1] + "iste" if form.endswith("o") else None
    return form + "s" if form[-1] in "aeáé" else None


def _first_to_tu(  # noqa: PLR0911 - one tense a line
    form: str, lemma: str, feats: Mapping[str, str]
) -> str | None:
    if form in FIRST:
        return FIRST[form]
    mood, tense = feats.get("Mood"), feats.get("Tense")
    if mood == "Ind" and tense == "Past":
        if form.endswith("é"):
            return form[:-1] + "aste"
        return form[:-1] + "iste" if form.endswith(("í", "e")) else None
    if mood == "Ind" and tense == "Fut":
        return form[:-1] + "ás" if form.endswith("é") else None
    if mood == "Ind" and tense == "Pres":
        if not form.endswith("o") or form.endswith(("go", "zco", "yo", "jo")):
            return None
        return form[:-1] + ("as" if lemma.endswith("ar") else "es")
    return form + "s" if form[-1] in "ae" else None


def question(line: Line) -> Line | None:
    """Put a statement between question marks."""
    if not line.has_tree or line.words[-1] != "." or "¿" in line.words or '"' in line.words:
        return None
    root = next((j for j, token in enumerate(line.gold) if token.head == -1), 0)
    shifted = [
        replace(t, head=t.head + 1 if t.head not in {None, -1} else t.head) for t in line.gold
    ]
    shifted[-1] = replace(shifted[-1], lemma="?")
    opening = Gold("PUNCT", "¿", "_", root + 1, "punct")
    return Line(("¿", *line.words[:-1], "?"), (False, *line.spaces), (opening, *shifted))


def commands(line: Line) -> Iterator[Line]:
    """Make *(te) hablas* into *habla*, *háblate* and *hable*, *no hablas* into *no hables*."""
    if not line.has_tree or line.words[-1] == "?":
        return
    words = [word.lower() for word in line.words]
    at = 0
    negated = words[0] == "no"
    at += negated
    clitics = []
    while at < len(words) - 1 and words[at] in ENCLITIC and line.gold[at].upos == "PRON":
        clitics.append(at)
        at += 1
    token = line.gold[at]
    feats = parse(token.feats)
    fits = (feats.get("Person"), feats.get("Number"), feats.get("Mood"), feats.get("Tense"))
    if fits != ("2", "Sing", "Ind", "Pres") or token.head != -1 or token.lemma in NO_COMMAND:
        return
    if any(t.head in clitics for t in line.gold):
        return
    stem = TU_COMMANDS.get(token.lemma, words[at][:-1])
    formal = _subjunctive(words[at], token.lemma)
    if negated:
        told = [(formal + "s", "2"), (formal, "3")] if formal else []
    else:
        told = [(stem, "2"), *([(formal, "3")] if formal else [])]
    for form, person in told:
        yield _commanded(line, at, clitics, form, person, negated=negated)


def _commanded(
    line: Line, at: int, clitics: list[int], form: str, person: str, *, negated: bool
) -> Line:
    turned = list(line.words)
    feats = parse(line.gold[at].feats) | {"Person": person, "Mood": "Imp"}
    feats.pop("Tense", None)
    gold = list(line.gold)
    for index in clitics:
        if person == "3" and turned[index].lower() == "te":
            turned[index] = "se"
            gold[index] = replace(
                gold[index],
                lemma="él",
                feats=join({**parse(gold[index].feats), "Person": "3"}),
            )
    if person == "3":
        for index, word in enumerate(turned):
            if word in {"tu", "tus"} and gold[index].upos == "DET":
                turned[index] = "s" + word[1:]
                change = {**parse(gold[index].feats), "Person": "3"}
                gold[index] = replace(gold[index], lemma="su", feats=join(change))
    if negated:
        feats |= {"Mood": "Sub", "Tense": "Pres"}
    turned[at] = form
    drop: set[int] = set()
    if clitics and not negated:
        turned[at] = enclitic(form, [turned[index].lower() for index in clitics])
        feats |= {"PronType": "Prs"}
        drop = set(clitics)
    gold[at] = replace(gold[at], feats=join(feats))
    keep = [j for j in range(len(turned)) if j not in drop]
    place = {old: new for new, old in enumerate(keep)} | {-1: -1}
    return capitalised(
        Line(
            tuple(turned[j] for j in keep),
            tuple(line.spaces[j] for j in keep),
            tuple(replace(gold[j], head=place[gold[j].head or 0]) for j in keep),
        )
    )


def enclitic(form: str, clitics: Sequence[str]) -> str:
    """Attach pronouns to an imperative, with the accent that spelling then needs.

    Example:
        >>> enclitic("sienta", ["te"]), enclitic("di", ["me"]), enclitic("di", ["me", "lo"])
        ('siéntate', 'dime', 'dímelo')
    """
    nuclei = [match.start() for match in VOWELS.finditer(form)]
    if not nuclei or re.search("[áéíóú]", form):
        return form + "".join(clitics)
    ends_open = form[-1] in "aeiouns"
    stressed = nuclei[-2] if len(nuclei) > 1 and ends_open else nuclei[-1]
    behind = sum(position > stressed for position in nuclei) + len(clitics)
    if behind > 1:
        form = form[:stressed] + ACCENTED[form[stressed]] + form[stressed + 1 :]
    return form + "".join(clitics)


def _subjunctive(form: str, lemma: str) -> str | None:
    """Return the third person singular of the present subjunctive from *tú*'s indicative."""
    if lemma in SUBJUNCTIVES:
        return SUBJUNCTIVES[lemma]
    stem = form[:-2]
    if lemma.endswith("ar"):
        for old, new in (("c", "qu"), ("g", "gu"), ("z", "c")):
            if stem.endswith(old):
                return stem.removesuffix(old) + new + "e"
        return stem + "e"
    if stem.endswith(("c", "g", "gu", "n", "l", "i")) or not lemma.endswith(("er", "ir")):
        return None
    return stem + "a"


def _is_subjectless(line: Line) -> bool:
    """Return whether there is one finite verb, the root, without a subject."""
    finite = [j for j, t in enumerate(line.gold) if "VerbForm=Fin" in t.feats]
    if not line.has_tree or len(finite) != 1:
        return False
    (at,) = finite
    token = line.gold[at]
    root = at if token.head == -1 else token.head
    subjects = {"nsubj", "csubj", "nsubj:pass", "expl:pass", "expl:impers"}
    return (
        root is not None
        and line.gold[root].head == -1
        and token.lemma not in NO_COMMAND - {"ser", "estar"}
        and not any(t.head in {root, at} and t.deprel in subjects for t in line.gold)
    )


def _persons(line: Line) -> set[str]:
    return {f["Person"] for token in line.gold if "Person" in (f := parse(token.feats))}
