"""German dialogue by rule: *du*, *ihr*, *Sie* and *ich*, the verbs next to them, and commands.

Newspapers hardly address anybody, so a model trained on them takes *Komm* for a name and *hast* for
anything. Rules correct it: pronouns of address are what they are, the verb of *du* is the
form in -st next to it or at the end of its clause, that of *ich* a known one in -e near it, and a
known imperative that opens its clause without a subject is a command. Besides, a verb is an
auxiliary only if German has it as one and, if a modal, next to another verb. The word lists are the
pipeline's data. The package declares it to spaCy as the factory `discotag_german_address`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, normal, set_features
from discotag_lang_de.tense import mood_and_tense

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spacy.tokens import Doc, Token

FACTORY = "discotag_german_address"
MISTAKEN = ud.VERBAL | {"NOUN", "ADJ", "PROPN", "X", "INTJ", "ADV", "PART", "ADP", "SCONJ", "CCONJ"}
CLAUSE_ENDS = frozenset({",", ";", ":", ".", "!", "?", "…", "...", "–", "—", "und", "oder", "aber"})
ENDS = frozenset({".", "!", "?", "…", "...", ":", "–", "—"})
MARKS = ENDS | {"„", "“", "”", '"', "»", "«", "(", "-", "'", "‚", "‘"}
NOMINAL = frozenset({"Gender", "Case", "PronType", "Definite", "Degree", "NumType", "Voice"})
TAGS = frozenset({"ja", "okay", "ok", "oder", "gell", "gut", "klar", "verstanden"})
LOOSE = frozenset({"und", "oder", "aber", ","})
SECOND_SINGULAR = ("st", "ßt")
PARTICIPLE = re.compile(
    r"(?:(?:[a-zäöüß]{2,})?ge[a-zäöüß]{2,}|(?:[a-zäöü]{2,5})?(?:be|ver|er|ent|emp|zer|miss|über|unter|wider)[a-zäöüß]{2,}"
    r"|[a-zäöüß]{2,}ier)(?:t|en)"
)
LONGEST = 80
"""Letters beyond which a form is not a participle."""
FORMS_OF_HAVE = "habe hast hat haben habt hatte hattest hatten hätte hätten"
FORMS_OF_BE = "bin bist ist sind seid war waren wäre wären sei seien"
FORMS_OF_WERDEN = "werde wirst wird werden werdet wurde wurden"
HAVE = frozenset(FORMS_OF_HAVE.split())
LEMMAS = {
    **dict.fromkeys(("mag", "mochte", "mochten"), "mögen"),
    **dict.fromkeys(("gefalle", "gefällt", "gefiel", "gefielen"), "gefallen"),
}
"""Lemmas of talk that newspapers do not teach."""
MODALS = frozenset({"dürfen", "können", "mögen", "müssen", "sollen", "wollen"})
AUXILIARY_VERBS = MODALS | {"haben", "sein", "werden"}
CONDITIONAL = ("hätt", "wär", "würd")
CLAUSE_MARKS = ENDS | {",", ";"}
AUXILIARIES = HAVE | frozenset(f"{FORMS_OF_BE} {FORMS_OF_WERDEN}".split())
DU = {"Number": "Sing", "Person": "2"}
IHR = {"Number": "Plur", "Person": "2"}
FIRST = {"Mood": "Ind", "Number": "Sing", "Person": "1", "Tense": "Pres", "VerbForm": "Fin"}
PLURAL = {"Mood": "Ind", "Number": "Plur", "Person": "3", "Tense": "Pres", "VerbForm": "Fin"}


class Address(RuleComponent):
    """Corrects pronouns and verbs of the second person.

    Data, forms in lower case: `closed` form → [part of speech, lemma, features]; `polite` the same
    for forms with a capital; `owners` beginnings of possessives → features; `du` and `ihr` forms of
    irregular verbs → [lemma, mood, tense]; `commands` irregular imperatives → [lemma, number];
    `infinitives` verbs whose regular forms are known; `openers` words before a command; `behind`
    words that show that the word before them commands; `told` first persons without *ich*, which
    command only before *dir* or *dich*; `not_commands`; `subordinators`
    that put the verb last; `not_du` words in -st that are not verbs; `subjects` pronouns that make
    a verb a statement or a question.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the rules' word lists."""
        self._data = data
        self._closed: dict[str, list[str]] = data.get("closed", {})
        self._polite: dict[str, list[str]] = data.get("polite", {})
        self._possessives = {
            owner + ending: (owner, feats)
            for owner, feats in data.get("owners", {}).items()
            for ending in OWNER_ENDINGS
        }
        self._pronouns = {*self._closed, *self._polite, *self._possessives}
        self._du: dict[str, list[str]] = data.get("du", {})
        self._ihr: dict[str, list[str]] = data.get("ihr", {})
        self._infinitives = frozenset(data.get("infinitives", ()))
        self._firsts = self._infinitives | {str(to[0]) for to in self._du.values()}
        self._commands = dict(_regular(self._infinitives, data.get("stems_only_e", ())))
        self._commands.update({form: tuple(to) for form, to in data.get("commands", {}).items()})
        self._sure_commands = frozenset(data.get("commands", ()))
        self._subordinators = frozenset(data.get("subordinators", ()))
        self._not_du = frozenset(data.get("not_du", ()))
        self._openers = frozenset(data.get("openers", ()))
        self._behind = frozenset(data.get("behind", ()))
        self._told = frozenset(data.get("told", ()))
        self._not_commands = frozenset(data.get("not_commands", ()))
        self._subjects = frozenset(data.get("subjects", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        forms = [normal(token.text) for token in doc]
        for place, form in enumerate(forms):
            if form in self._pronouns:
                self._pronoun(doc[place], form, forms)
        for token, form in zip(doc, forms, strict=True):
            if form == "du":
                self._verb_of_du(token, forms)
            elif form == "ich":
                self._verb_of_ich(token, forms)
            elif form == "ihr":
                self._verb_of_ihr(token, forms)
            elif token.text == "Sie" and "Polite" in token.morph.to_dict():
                self._verb_of_sie(token, forms)
            if form in {"sie", "wir"}:
                self._plural_verb(token, forms)
        for token, asks in zip(doc, _asking(forms), strict=True):
            if forms[token.i] in self._sure_commands or not asks:
                self._command(token, forms)
            if "|" in token.lemma_:
                token.lemma_ = self._one_lemma(token)
            if token.pos_ in ud.VERBAL:
                _correct_verb(token, forms)
        return doc

    def _one_lemma(self, token: Token) -> str:
        """Choose among the lemmas that the treebank leaves open (`Weste|Westen`)."""
        lemmas = str(token.lemma_).split("|")
        known = [lemma for lemma in lemmas if lemma == token.text or lemma in self._infinitives]
        return (known or lemmas)[0]

    def _pronoun(self, token: Token, form: str, forms: list[str]) -> None:
        """Correct a pronoun or possessive of address."""
        is_polite = token.text[:1].isupper() and not token.text.isupper()
        found = self._closed.get(form)
        if found is None and is_polite and not _opens(token.i, forms):
            found = self._polite.get(form)
        if found is not None:
            token.pos_, token.lemma_ = found[0], found[1]
            case = token.morph.to_dict().get("Case")
            set_features(token, {**({"Case": case} if case else {}), **_read(found[2])})
            return
        if form in self._possessives:
            owner, feats = self._possessives[form]
            token.pos_ = "PRON" if token.pos_ == "PRON" else "DET"
            token.lemma_ = owner if owner != "eur" else "euer"
            set_features(token, {**token.morph.to_dict(), **_read(feats)})

    def _verb_of_du(self, pronoun: Token, forms: list[str]) -> None:
        doc, at = pronoun.doc, pronoun.i
        beside = [at + 1, at - 1]
        behind = range(at + 1, _clause_end(at, forms))
        for place in (*beside, *reversed(behind)):
            is_place = 0 <= place < len(forms)
            is_sure = place in beside or place == behind.stop - 1
            if is_place and self._is_du_form(doc[place], forms[place], is_sure=is_sure):
                self._make_du(doc[place], forms[place])
                return

    def _is_du_form(self, token: Token, form: str, *, is_sure: bool) -> bool:
        if form in self._du:
            return True
        if form in self._not_du:
            return False
        if not form.endswith(SECOND_SINGULAR) or form == "ist" or token.pos_ not in MISTAKEN:
            return False
        is_new = is_sure and (token.text.islower() or token.i == 0)
        return token.pos_ in ud.VERBAL or is_new or self._infinitive(form) is not None

    def _make_du(self, token: Token, form: str) -> None:
        lemma, mood, tense = self._du.get(form) or self._regular_du(token, form)
        token.pos_ = "AUX" if token.pos_ == "AUX" else "VERB"
        token.lemma_ = lemma
        feats = {"Mood": mood, "Tense": tense, "VerbForm": "Fin", **DU}
        set_features(token, feats)

    def _regular_du(self, token: Token, form: str) -> list[str]:
        present = self._infinitive(form)
        if present is not None:
            return [present, "Ind", "Pres"]
        past = self._infinitive(form[:-3] + "t") if form.endswith("est") else None
        past = past or (self._stem(form[:-4]) if form.endswith("test") else None)
        if form.endswith("test"):
            return [past or form[:-4] + "en", "Ind", "Past"]
        is_infinitive = token.lemma_.endswith("n") and token.lemma_.islower()
        stem = form[:-1] if form.endswith("ßt") else form[:-2]
        return [token.lemma_ if is_infinitive else stem + "en", "Ind", "Pres"]

    def _infinitive(self, form: str) -> str | None:
        """Return the known verb whose regular form ends in -st, -est or -t (after s, ß, z, x)."""
        for ending in ("est", "st", "t"):
            if form.endswith(ending) and (found := self._stem(form.removesuffix(ending))):
                return found
        return None

    def _stem(self, stem: str) -> str | None:
        return next((stem + end for end in ("en", "n") if stem + end in self._infinitives), None)

    def _verb_of_ich(self, pronoun: Token, forms: list[str]) -> None:
        """Correct a known verb in -e, or the bare stem of talk, next to *ich*."""
        at, doc = pronoun.i, pronoun.doc
        for place in (at + 1, at - 1):
            if not 0 <= place < len(forms) or doc[place].pos_ not in MISTAKEN:
                continue
            verb, stem = doc[place], forms[place].removesuffix("e")
            lemma = next((stem + end for end in ("en", "n") if stem + end in self._firsts), None)
            if lemma is None or not (verb.text.islower() or _opens(place, forms)):
                continue
            if verb.pos_ != "AUX" or lemma not in AUXILIARY_VERBS:
                verb.pos_ = "VERB"
            verb.lemma_ = lemma
            if verb.morph.to_dict().get("Person") != "1":
                set_features(verb, dict(FIRST))
            return

    def _verb_of_ihr(self, pronoun: Token, forms: list[str]) -> None:
        """Find the verb of *ihr*; without one it is not a subject."""
        at, doc = pronoun.i, pronoun.doc
        end = _clause_end(at, forms) - 1
        for place in (at - 1, at + 1, end):
            if not 0 <= place < len(forms) or place == at:
                continue
            form = forms[place]
            known = self._ihr.get(form)
            if known is None and form.endswith("t") and doc[place].pos_ in ud.VERBAL:
                infinitive = self._stem(form[:-1]) or self._stem(form[:-2])
                is_sure = place == at - 1 and _opens(place, forms) and forms[-1] == "?"
                known = [infinitive, "Ind", "Pres"] if infinitive and is_sure else None
            if known is not None:
                pronoun.pos_, pronoun.lemma_ = "PRON", "ihr"
                set_features(pronoun, {"Case": "Nom", "PronType": "Prs", **IHR})
                doc[place].pos_ = "AUX" if doc[place].pos_ == "AUX" else "VERB"
                doc[place].lemma_ = known[0]
                set_features(
                    doc[place], {"Mood": known[1], "Tense": known[2], "VerbForm": "Fin", **IHR}
                )
                return

    def _verb_of_sie(self, pronoun: Token, forms: list[str]) -> None:
        """Make the verb before a polite *Sie* finite, and a command if it opens a sentence."""
        place = pronoun.i - 1
        verb = pronoun.doc[place] if place >= 0 else None
        if verb is None or not (forms[place].endswith("n") or forms[place] == "sind"):
            return
        if verb.pos_ not in MISTAKEN or verb.pos_ in {"ADP", "SCONJ", "CCONJ", "ADV", "PART"}:
            return
        opens = _opens(place, forms) or self._follows_opener(pronoun.doc, place, forms)
        commands = opens and not _asking(forms)[place] and forms[place] not in self._not_commands
        if verb.pos_ not in ud.VERBAL:
            if not opens:
                return
            verb.pos_, verb.lemma_ = "VERB", forms[place]
        feats = _without(verb, NOMINAL)
        is_past = mood_and_tense(forms[place], str(verb.lemma_)) == ("Ind", "Past")
        if commands and not is_past and verb.pos_ == "VERB":
            feats = {"Mood": "Imp", "Person": "2", "Polite": "Form", "VerbForm": "Fin"}
            set_features(verb, feats)
        elif feats.get("VerbForm") != "Fin":
            set_features(verb, dict(PLURAL))

    def _plural_verb(self, pronoun: Token, forms: list[str]) -> None:
        """Make finite the verb after *Sie* at the head of its clause, or last in a subordinate."""
        at, doc = pronoun.i, pronoun.doc
        before = forms[at - 1] if at else "."
        is_head = before in CLAUSE_ENDS or before in MARKS
        is_subordinate = before in self._subordinators
        last = _clause_end(at, forms) - 1
        place = at + 1 if is_head else last
        if not (is_head or is_subordinate) or not at < place < len(forms):
            return
        verb = doc[place]
        is_plural = forms[place].endswith("n") or forms[place] == "sind"
        if is_plural and verb.pos_ in ud.VERBAL and verb.morph.to_dict().get("VerbForm") != "Fin":
            set_features(verb, dict(PLURAL))

    def _command(self, token: Token, forms: list[str]) -> None:
        """Correct a familiar imperative at the head of its clause."""
        at, form = token.i, forms[token.i]
        found = self._commands.get(form)
        is_open = token.pos_ in MISTAKEN | {"DET"} or (
            token.pos_ == "PRON" and form not in self._pronouns and not token.morph.get("Poss", [])
        )  # Lockere ihn, which the model does not know
        if found is None or form in self._not_commands or not is_open:
            return
        opens = _opens(at, forms)
        if not opens and not (token.text.islower() and self._follows_opener(token.doc, at, forms)):
            return
        behind = forms[at + 1] if at + 1 < len(forms) else "."
        is_bare = form in self._sure_commands or not form.endswith(("e", "t"))
        if behind in self._subjects and not (is_bare and behind in {"es", "'s"}):
            return
        if form in self._told and behind not in {"dir", "dich"}:
            return
        lemma, number = found
        sure = behind in self._behind | {"es", "'s"} or (behind in ENDS and token.pos_ in ud.VERBAL)
        sure |= form in self._sure_commands and behind == "," and at == 0  # Lass, das geht schon
        sure |= self._has_no_other_verb(token)
        sure |= token.text.islower() and token.pos_ in ud.NOMINAL  # nouns have a capital
        if number == "Plur" and not (sure and (forms[-1] == "!" or behind == "bitte")):
            return
        if token.pos_ not in ud.VERBAL and not sure:
            return
        token.pos_, token.lemma_ = "VERB", lemma
        set_features(token, {"Mood": "Imp", "Number": number, "Person": "2", "VerbForm": "Fin"})

    def _has_no_other_verb(self, token: Token) -> bool:
        """Return whether a word opens a sentence that has no other finite verb: *Lade Gäste ein*.

        Nouns and names do not show it: a headline has no verb, either.
        """
        is_nominal = token.pos_ in ud.NOMINAL or bool(token.morph.get("Poss", []))
        if is_nominal or not (token.i == 0 or token.nbor(-1).text in ENDS):
            return False
        for other in token.doc[token.i + 1 :]:
            if other.text in ENDS:
                return True
            if other.pos_ in ud.VERBAL and other.morph.to_dict().get("VerbForm") == "Fin":
                return False
        return True

    def _follows_opener(self, doc: Doc, at: int, forms: list[str]) -> bool:
        """Return whether a word that may precede a command is before a verb.

        After *und* or a comma a form in -e or *sei* is more often a first person or reported
        speech, unless there was a command before.
        """
        if forms[at - 1] not in self._openers:
            return False
        is_loose = forms[at - 1] in LOOSE and (
            forms[at].endswith(("e", "en")) or forms[at] == "sei"
        )
        return not is_loose or any(token.morph.to_dict().get("Mood") == "Imp" for token in doc[:at])


OWNER_ENDINGS = frozenset({"", "e", "em", "en", "er", "es", "s"})


def _regular(
    infinitives: Iterable[str], only_e: Iterable[str]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the regular imperatives of verbs; `only_e`: verbs whose bare stem is not one."""
    bare = frozenset(infinitives) - frozenset(only_e)
    for verb in sorted(infinitives):
        stem = verb[:-2] if verb.endswith("en") else verb[:-1]
        linking = "e" if stem.endswith(("t", "d")) else ""
        yield stem + linking + "t", (verb, "Plur")
        yield stem + "e", (verb, "Sing")
        if stem.endswith("el"):
            yield stem[:-2] + "le", (verb, "Sing")
        if verb in bare and verb.endswith("en"):
            yield stem, (verb, "Sing")


def _correct_verb(token: Token, forms: list[str]) -> None:
    """Correct lemma, kind, tense and participle of a verb."""
    token.lemma_ = LEMMAS.get(forms[token.i], token.lemma_)
    if token.pos_ == "AUX":
        _correct_auxiliary(token, forms)
    _correct_tense(token, forms[token.i])
    _correct_participle(token, forms)


def _correct_auxiliary(token: Token, forms: list[str]) -> None:
    """Make a full verb of what is not an auxiliary, or of a modal that governs no verb.

    *Das will ich*: no other verb in the clause, nor an infinitive after an inserted one.
    """
    lemma = str(token.lemma_)
    if lemma not in AUXILIARY_VERBS:
        if forms[token.i] not in AUXILIARIES and not forms[token.i].startswith(CONDITIONAL):
            token.pos_ = "VERB"
    elif lemma in MODALS:
        start, end = token.i, token.i + 1
        while start > 0 and forms[start - 1] not in CLAUSE_MARKS:
            start -= 1
        while end < len(forms) and forms[end] not in CLAUSE_MARKS:
            end += 1
        clause, rest = range(start, end), range(end, len(forms))
        has_verb = any(token.doc[i].pos_ in ud.VERBAL for i in clause if i != token.i)
        if not has_verb and not any(_is_bare_infinitive(token.doc[i]) for i in rest):
            token.pos_ = "VERB"


def _is_bare_infinitive(token: Token) -> bool:
    before = token.doc[token.i - 1].lower_ if token.i else ""
    return token.morph.to_dict().get("VerbForm") == "Inf" and before != "zu"


def _correct_tense(token: Token, form: str) -> None:
    """Give a finite verb the mood and tense that its form shows."""
    feats = token.morph.to_dict()
    if feats.get("VerbForm") != "Fin" or feats.get("Mood") == "Imp":
        return
    found = mood_and_tense(form, str(token.lemma_))
    if found is None or (found == ("Ind", "Past") and feats.get("Mood") == "Sub"):
        return
    set_features(token, {**feats, "Mood": found[0], "Tense": found[1]})


def _correct_participle(auxiliary: Token, forms: list[str]) -> None:
    """Make what looks like a participle one, if it closes the clause of an auxiliary.

    *Wir haben nichts gehört*: the form is that of a third person as well, but a clause has one
    finite verb. In a subordinate clause the participle is before the auxiliary.
    """
    at, doc = auxiliary.i, auxiliary.doc
    if forms[at] not in AUXILIARIES or auxiliary.morph.to_dict().get("VerbForm") != "Fin":
        return
    end = _clause_end(at, forms)
    place = end - 1 if end - 1 > at else at - 1
    if place < 0 or not _is_participle(forms[place]):
        return
    if doc[place].pos_ == "ADJ" and forms[at] in HAVE and str(doc[place].lemma_).endswith("n"):
        doc[place].pos_ = "VERB"
        set_features(doc[place], {"VerbForm": "Part"})
    if doc[place].pos_ != "VERB":
        return
    feats = doc[place].morph.to_dict()
    is_finite = feats.get("VerbForm") == "Fin" and feats.get("Mood") != "Imp"
    if is_finite or (feats.get("VerbForm") == "Inf" and place == at - 1 and forms[at] in HAVE):
        set_features(doc[place], {"VerbForm": "Part"})


def _opens(index: int, forms: list[str]) -> bool:
    return all(form in MARKS for form in forms[:index][-1:])


def _clause_end(index: int, forms: list[str]) -> int:
    """Return the place of the next word or mark after `index` that ends its clause."""
    return next((i for i in range(index + 1, len(forms)) if forms[i] in CLAUSE_ENDS), len(forms))


def _is_tag(mark: int, forms: list[str]) -> bool:
    """Return whether a question mark ends a tag after a statement or command: *…, ja?*."""
    return mark > 1 and forms[mark - 1] in TAGS and forms[mark - 2] == ","


def _asking(forms: list[str]) -> list[bool]:
    """Return of each word whether the next mark that ends a sentence, or itself, is `?`."""
    found, asks = [False] * len(forms), False
    for place in range(len(forms) - 1, -1, -1):
        if forms[place] in ENDS:
            asks = forms[place] == "?" and not _is_tag(place, forms)
        found[place] = asks
    return found


def _without(token: Token, names: Iterable[str]) -> dict[str, str]:
    left_out = frozenset(names)
    return {name: value for name, value in token.morph.to_dict().items() if name not in left_out}


def _read(feats: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in feats.split("|"))


create_address = Address.registered(FACTORY)


def _is_participle(form: str) -> bool:
    return len(form) <= LONGEST and PARTICIPLE.fullmatch(form) is not None
