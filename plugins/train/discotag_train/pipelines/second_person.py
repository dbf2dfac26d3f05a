"""French sentences said again in the second person, as statements, questions and commands.

Treebanks are in the first and third person; dialogue is not. *Je parle de mon frère* becomes
*tu parles de ton frère*, *vous parlez de votre frère*, *parles-tu de ton frère ?* and *parle de ton
frère*, with tree and lemmas kept. A sentence whose verb the few rules below cannot turn is left
out.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from discotag_train.pipelines.addressed import FINAL, Line, capitalised
from discotag_train.pipelines.harmonise import join, parse
from discotag_train.pipelines.surface import Gold

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping, Sequence

ADDRESS, TOLD, QUESTION, COMMAND = 0.7, 0.35, 0.4, 0.9
LONGEST = 30
Table = dict[str, str]
FORMS = tomllib.loads((Path(__file__).parent / "fr-second-person.toml").read_text(encoding="utf-8"))
TU: Table = FORMS["tu"]
VOUS: Table = FORMS["vous"]
STRONG: Table = FORMS["strong"]
TU_FORMS: Table = FORMS["tu_forms"]
VOUS_PRESENT: Table = FORMS["vous_present"]
THIRD_FORMS: Table = FORMS["third_forms"]
THIRD_OWNERS: Table = FORMS["third_owners"]
NO_COMMAND = frozenset(FORMS["no_command"])
VOWELS = frozenset("aeéêiou")
ENDINGS = (("rions", "riez"), ("ions", "iez"), ("rons", "rez"), ("ons", "ez"))


def second_person(lines: Sequence[Line], chance: random.Random) -> Iterator[Line]:
    """Yield the variants of all lines that have any."""
    for line in lines:
        if len(line.words) > LONGEST:
            continue
        found = [line] if _persons(line) >= {"2"} else []
        if chance.random() < ADDRESS and (told := addressed(line, TU, _tu, "toi", "Sing")):
            found.append(told)
        if chance.random() < ADDRESS and (told := addressed(line, VOUS, _vous, "vous", "Plur")):
            found.append(told)
        if chance.random() < TOLD and (told := from_third(line)):
            found.append(told)
        yield from (told for told in found if told is not line)
        for told in found:
            if chance.random() < QUESTION and (asked := question(told)):
                yield asked
            if chance.random() < COMMAND and (ordered := command(told)):
                yield ordered


def addressed(
    line: Line,
    forms: Mapping[str, str],
    conjugate: Callable[[str, Gold, Mapping[str, str]], str | None],
    lemma: str,
    number: str,
) -> Line | None:
    """Turn a first-person sentence to the second; `None` if it has none or a form is unknown."""
    persons = _persons(line)
    if "1" not in persons or "2" in persons:
        return None
    words, spaces, gold = list(line.words), list(line.spaces), list(line.gold)
    for index, token in enumerate(line.gold):
        feats = parse(token.feats)
        owner = feats.get("Person[psor]")
        if feats.get("Person") != "1" and owner != "1":
            continue
        if lemma == "toi" and "Plur" in (
            feats.get("Number[psor]"),
            not owner and feats.get("Number"),
        ):
            return None
        old = words[index].lower().replace("’", "'")
        if feats.get("VerbForm") == "Fin":
            new = conjugate(old, token, feats)
            gold[index] = replace(token, feats=join({**feats, "Person": "2", "Number": number}))
        else:
            new = forms.get(old)
            if owner:
                feats |= {"Person[psor]": "2", "Number[psor]": number}
            else:
                feats |= {"Person": "2", "Number": number}
            gold[index] = replace(
                token,
                feats=join(feats),
                lemma=lemma if token.upos == "PRON" and not owner else token.lemma,
            )
        if new is None:
            return None
        words[index] = new
        if old.endswith("'") and not new.endswith("'"):
            spaces[index] = True
        if index and words[index - 1] in {"te", "ne", "le", "la"} and new[0] in VOWELS:
            words[index - 1], spaces[index - 1] = words[index - 1][0] + "'", False
    return capitalised(Line(tuple(words), tuple(spaces), tuple(gold)))


def from_third(line: Line) -> Line | None:
    """Turn *elle parle de son frère* to *tu parles de ton frère*, if the subject comes first."""
    if (
        not line.has_tree
        or line.words[0].lower() not in {"il", "elle", "on"}
        or line.gold[0].deprel != "nsubj"
    ):
        return None
    verb = line.gold[0].head or 0
    feats = parse(line.gold[verb].feats)
    new = _third_to_tu(line.words[verb]) if feats.get("VerbForm") == "Fin" else None
    joint = any(
        t.head == verb and t.deprel in {"conj", "aux:tense", "aux:pass", "cop"} for t in line.gold
    )
    if new is None or joint or _persons(line) & {"1", "2"}:
        return None
    words, gold = list(line.words), list(line.gold)
    words[0], words[verb] = "Tu", new
    gold[0] = replace(gold[0], lemma="toi", feats="Emph=No|Number=Sing|Person=2|PronType=Prs")
    gold[verb] = replace(gold[verb], feats=join({**feats, "Person": "2", "Number": "Sing"}))
    for index, word in enumerate(words):
        owned = parse(gold[index].feats)
        if word in THIRD_OWNERS and owned.get("Person[psor]") == "3":
            words[index] = THIRD_OWNERS[word]
            gold[index] = replace(gold[index], feats=join({**owned, "Person[psor]": "2"}))
        if word in {"se", "s'", "s’"}:
            words[index] = "t" + word[1:]
            change = {"Person": "2", "Number": "Sing", "Emph": "No", "PronType": "Prs"}
            gold[index] = replace(gold[index], lemma="toi", feats=join(change))
    return Line(tuple(words), line.spaces, tuple(gold))


def _third_to_tu(form: str) -> str | None:
    if form in THIRD_FORMS:
        return THIRD_FORMS[form]
    if form.endswith(("e", "d", "ra")):
        return form + "s"
    return form[:-1] + "s" if form.endswith("t") else None


def _persons(line: Line) -> set[str]:
    feats = [parse(token.feats) for token in line.gold]
    return {f[name] for f in feats for name in ("Person", "Person[psor]") if name in f}


def _tu(form: str, token: Gold, _feats: Mapping[str, str]) -> str | None:
    if form == "suis" and token.lemma == "être":
        return "es"
    if form in TU_FORMS:
        return TU_FORMS[form]
    if form.endswith(("s", "x")):
        return form
    if form.endswith("e"):
        return form + "s"
    return form[:-1] + "s" if form.endswith("ai") else None


def _vous(form: str, token: Gold, feats: Mapping[str, str]) -> str | None:
    mood, tense = feats.get("Mood"), feats.get("Tense")
    if feats.get("Number") == "Plur":
        if tense == "Pres" and token.lemma in {"être", "faire", "dire"} and mood != "Sub":
            return VOUS_PRESENT[token.lemma]
        return next(
            (form.removesuffix(old) + new for old, new in ENDINGS if form.endswith(old)), None
        )
    if mood == "Ind" and tense == "Pres":
        regular = token.lemma[:-2] + "ez" if token.lemma.endswith("er") else None
        return VOUS_PRESENT.get(token.lemma, regular)
    if (mood == "Cnd" or tense == "Imp") and form.endswith("ais"):
        return form[:-3] + "iez"
    return form[:-2] + "ez" if tense == "Fut" and form.endswith("rai") else None


def _opening(line: Line) -> tuple[int, int] | None:
    """Give (number of clitics, index of the verb) if a sentence begins *tu/vous (clitics) verb*."""
    if (
        not line.has_tree
        or line.words[0].lower() not in {"tu", "vous"}
        or "nsubj" not in (line.gold[0].deprel or "")
    ):
        return None
    verb = line.gold[0].head or 0
    between = line.gold[1:verb]
    if verb == 0 or any(t.upos not in {"PRON", "ADV"} or t.head != verb for t in between):
        return None
    feats = parse(line.gold[verb].feats)
    if feats.get("Person") != "2" or feats.get("Tense") not in {"Pres", "Imp", "Fut"}:
        return None
    return verb - 1, verb


def question(line: Line) -> Line | None:
    """Put the subject after its verb: *tu le veux* → *le veux-tu ?*."""
    place = _opening(line)
    if place is None:
        return None
    _, verb = place
    order = [*range(1, verb + 1), 0, *range(verb + 1, len(line.words))]
    asked = _reordered(line, order, {0: "-" + line.words[0].lower()}, glued=verb)
    if asked.words[-1] == "." or asked.words[-1] not in FINAL:
        asked = _ended(asked, "?")
    return capitalised(asked)


def command(line: Line) -> Line | None:
    """Leave the subject out: *tu me dis* → *dis-moi*, *tu ne pars pas* → *ne pars pas*."""
    place = _opening(line)
    if place is None or line.words[-1] == "?":
        return None
    clitics, verb = place
    token = line.gold[verb]
    feats = parse(token.feats)
    if feats.get("Mood") != "Ind" or feats.get("Tense") != "Pres" or token.lemma in NO_COMMAND:
        return None
    form = line.words[verb].lower()
    negated = any(word.lower() in {"ne", "n'"} for word in line.words[1:verb])
    order = [*range(1, len(line.words))]
    changed: dict[int, str] = {}
    glued = None
    if clitics and not negated:
        strong = STRONG.get(line.words[1].lower().replace("’", "'")) if clitics == 1 else None
        if strong is None:
            return None
        order = [verb, 1, *range(verb + 1, len(line.words))]
        changed[1] = strong
        glued = verb
    if token.lemma.endswith("er") and form.endswith("s") and changed.get(1) not in {"-y", "-en"}:
        form = form[:-1]
    changed[verb] = form
    ordered = _reordered(line, order, changed, glued=glued)
    at = order.index(verb)
    gold = list(ordered.gold)
    gold[at] = replace(gold[at], feats=join({**feats, "Mood": "Imp"}))
    return capitalised(replace(ordered, gold=tuple(gold)))


def _reordered(
    line: Line, order: Sequence[int], changed: Mapping[int, str], *, glued: int | None
) -> Line:
    """Put tokens in a new order, leaving out what it lacks; no space is after `glued`."""
    place = {old: new for new, old in enumerate(order)}
    verb = line.gold[0].head or 0
    gold = []
    for old in order:
        token = line.gold[old]
        head = token.head if token.head is not None else -1
        gold.append(replace(token, head=-1 if head == -1 else place.get(head, place[verb])))
    spaces = [
        old != glued
        and (line.spaces[old] or old in changed or not line.words[old].endswith(("'", "’")))
        if new + 1 < len(order) and line.gold[order[new + 1]].upos != "PUNCT"
        else line.spaces[old]
        for new, old in enumerate(order)
    ]
    words = tuple(changed.get(old, line.words[old]) for old in order)
    return Line(words, tuple(spaces), tuple(gold))


def _ended(line: Line, mark: str) -> Line:
    root = next((j for j, token in enumerate(line.gold) if token.head == -1), 0)
    end = Gold("PUNCT", mark, "_", root, "punct")
    if line.words[-1] == ".":
        return replace(
            line,
            words=(*line.words[:-1], mark),
            gold=(*line.gold[:-1], replace(line.gold[-1], lemma=mark)),
        )
    return Line((*line.words, mark), (*line.spaces[:-1], True, False), (*line.gold, end))
