"""Spanish verbs say their person by their ending, whatever a model trained on newspapers says.

Commands and second persons are rare in treebanks and are what dialogue is made of. Three rules
correct the model: an ending that allows one person alone decides (`-s` but `-mos`), the vowel of a
present form tells indicative from subjunctive once the conjugation is known (`habla`, `hable`), and
pronouns attached to a form that is neither infinitive nor gerund make it a command (`dime`,
`siéntese`). The package declares it to spaCy as the factory `discotag_spanish_verbs`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, opens_clause, set_features
from discotag_lang_es.commands import chosen, regular_commands, splits, without_accents
from discotag_lang_es.conjugation import Reading, participle, readings
from discotag_lang_es.words import (
    ADVERBS,
    ARTICLES,
    BEFORE,
    BEFORE_CLITICS,
    BEFORE_VERBS,
    CONDITIONALS,
    ENDINGS,
    FEMININES,
    INFINITIVES,
    MISTAKEN,
    NEVER,
    NOMINAL,
    NONFINITE,
    NOUNS_IN_D,
    NOUNS_LIKE_COMMANDS,
    SECONDS,
    SURE,
    UNSTRESSED,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from discotag_lang_es.commands import Command

FACTORY = "discotag_spanish_verbs"

Features = dict[str, str]
"""Person and lemma of a command: `2` to *tú*, `3` to *usted*."""


class SpanishVerbs(RuleComponent):
    """Corrects person and mood of Spanish verbs, and finds commands with pronouns attached.

    Data: `verbs` infinitives; `tu` and `usted` irregular form of the command → infinitive;
    `openers` what a line's command is, though the model may call it a noun; `short` those
    that are nothing else at the head of a clause; `seconds` irregular
    forms of the second person → infinitive, mood, tense, number.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the rules' word lists."""
        self._data = data
        self._openers = frozenset(data.get("openers", ()))
        self._short = frozenset(data.get("short", ()))
        self._commands: dict[str, list[Command]] = {}
        for person, name in (("2", "tu"), ("3", "usted")):
            for form, lemma in data.get(name, {}).items():
                self._commands.setdefault(form, []).append((person, lemma))
        irregular = frozenset(self._commands)
        self._verbs = frozenset(data.get("verbs", ()))
        self._seconds: dict[str, list[str]] = data.get("seconds", {})
        for lemma in data.get("verbs", ()):
            for form, person in regular_commands(lemma):
                commands = self._commands.setdefault(form, [])
                if form not in irregular and (person, lemma) not in commands:
                    commands.append((person, lemma))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            form = token.text.lower()
            if token.pos_ in MISTAKEN and form not in NEVER:
                self._found(token, form)
            if form in ADVERBS and token.pos_ in ud.VERBAL:
                token.pos_, token.lemma_ = "ADV", form
                set_features(token, {"PronType": "Int"})
            if token.pos_ in ud.VERBAL and not self._attached(token, form):
                self._told(token, form)
                self._bare(token, form)
            if token.pos_ == "PROPN":  # GSD writes them small, AnCora does not
                token.lemma_ = token.lemma_.lower()
            if token.pos_ in ud.VERBAL and token.lemma_ not in self._verbs:
                self._lemmatised(token, form)
            if (
                token.pos_ in ud.VERBAL
                and token.i
                and token.morph.to_dict().get("VerbForm") == "Fin"
            ):
                _object(token.nbor(-1))
        return doc

    def _found(self, token: Token, form: str) -> None:
        """Make a verb of a word that can be nothing else where it stands."""
        is_attached = any(  # sacadla; but estados is no command to vosotros: d falls before os
            clitics != "os" and self._is_plural_command(base) for base, clitics in splits(form)
        )
        is_attached |= self._is_accented(form) and (opens_clause(token) or token.is_lower)
        if is_attached or (opens_clause(token) and self._is_command(token, form)):
            token.pos_, number = "VERB", "Sing"
            if self._is_plural_command(form):
                token.lemma_, number = form[:-1] + "r", "Plur"
            set_features(token, {"VerbForm": "Fin", "Mood": "Imp", "Number": number, "Person": "2"})
            return
        before = token.nbor(-1).text.lower() if token.i else ""
        if (reading := self._verbal(token, form, before)) is not None:
            token.pos_, token.lemma_ = "VERB", reading.lemma
            set_features(token, _feats(reading))
            return
        bare = form.removesuffix("s").removesuffix("n")
        if before in BEFORE and bare in self._commands and (form != bare or before == "¿"):
            token.pos_ = "VERB"
            feats = {"VerbForm": "Fin", "Tense": "Pres"}
            feats["Person"] = "2" if form.endswith("s") else "3"
            feats["Mood"] = "Sub" if self._persons(bare) == {"3"} else "Ind"
            feats["Number"] = "Plur" if form.endswith("n") else "Sing"
            token.lemma_ = self._commands[bare][0][1]
            set_features(token, feats)
            return
        known = self._seconds.get(form)
        after_noun = token.i > 0 and token.nbor(-1).pos_ in {"DET", "ADP", "ADJ", "NUM", "NOUN"}
        if (
            known is None
            and not after_noun
            and not (token.pos_ == "PROPN" and not opens_clause(token))
        ):
            for ending, infinitive, mood, tense, number in ENDINGS:
                lemma = form.removesuffix(ending) + infinitive
                noun = mood == "Imp" and token.pos_ == "NOUN"  # dificultad, pared
                if form.endswith(ending) and lemma in self._verbs and not noun:
                    known = [lemma, mood, tense, number]
                    break
        if known is not None:
            lemma, mood, tense, number = known
            feats = {"VerbForm": "Fin", "Mood": mood, "Number": number, "Person": "2"}
            token.pos_, token.lemma_ = "VERB", lemma
            set_features(token, feats | ({"Tense": tense} if tense else {}))

    def _verbal(self, token: Token, form: str, before: str) -> Reading | None:
        """Return the reading of a word that must be a verb, by its ending or what is before it."""
        if token.pos_ in {"ADP", "PRON", "INTJ"} or (token.pos_ == "PROPN" and not token.is_lower):
            return None
        two_before = token.nbor(-2).text.lower() if token.i > 1 else ""
        follows = token.nbor(1).pos_ if token.i + 1 < len(token.doc) else "PUNCT"
        is_verb = before in UNSTRESSED or (before in BEFORE_VERBS and token.pos_ in NOMINAL)
        is_clitic = two_before in BEFORE_CLITICS or (token.i and token.nbor(-1).pos_ == "PRON")
        is_verb |= before in ARTICLES and bool(is_clitic) and follows != "NOUN"
        is_verb |= token.pos_ == "NOUN" and (
            _disagree(before, form) or (before == "no" and opens_clause(token.nbor(-1)))
        )
        found = readings(form, self._verbs)
        if not is_verb and token.pos_ == "ADV":  # no intente; but no siempre
            is_verb = (
                before == "no"
                and opens_clause(token.nbor(-1))
                and form.endswith(("e", "en", "a", "an"))
            )
            found = tuple(r for r in found if (r.mood, r.person) == ("Sub", "3")) if is_verb else ()
        if not is_verb:
            before_pos = token.nbor(-1).pos_ if token.i else ""
            found = tuple(reading for reading in found if reading.person == "2")
            if before_pos in {"DET", "ADP", "ADJ", "NUM", "NOUN"} or not form.endswith(SECONDS):
                return None
        is_wish = before in {"aunque", "mientras", "no"} or two_before in {"que", "no"}
        if token.pos_ == "ADJ":
            found = tuple(reading for reading in found if reading.person == "2")
        fitting = [
            reading
            for reading in found
            if reading.person != "1"
            and (is_wish or (reading.mood, reading.tense) != ("Sub", "Pres"))
        ]
        return next(iter(fitting or [r for r in found if r.person != "1"] or found), None)

    def _told(self, token: Token, form: str) -> None:
        """Give a finite verb the features that its form leaves no doubt about."""
        feats = token.morph.to_dict()
        ending = NONFINITE.get(feats.get("VerbForm", ""))
        if ending is not None and form.endswith(ending):
            return
        if (known := self._seconds.get(form)) is not None:
            found: tuple[Reading, ...] = (Reading(known[0], known[1], known[2], "2", known[3]),)
        else:
            found = readings(form, self._verbs)
        if not found or any(_feats(reading).items() <= feats.items() for reading in found):
            return
        if ending is not None:
            feats = {"VerbForm": "Fin"}
        told = [_feats(reading) for reading in found]
        sure = {
            name: value
            for name, value in told[0].items()
            if all(t.get(name) == value for t in told)
        }
        mood = sure.get("Mood", feats.get("Mood"))
        is_open = mood == "Sub" and feats.get("Person") in {None, "2"}
        if is_open and not form.endswith(("s", "ste")):  # *no planche*; *diste* is of *dar*
            sure.setdefault("Person", "3")
        if "Mood" not in sure:
            sure.pop("Tense", None)
            sure |= {} if "Mood" in feats else told[0]
        elif feats.get("Mood") == "Imp" and sure["Mood"] != "Cnd":
            sure = {name: sure[name] for name in ("Person", "Number") if name in sure}
            if sure.get("Person") == "3" and feats.get("Person") == "2":
                sure.pop("Person")  # *habla* commands *tú*
        elif sure["Mood"] == "Cnd":
            feats.pop("Tense", None)
        set_features(token, feats | sure)

    def _lemmatised(self, token: Token, form: str) -> None:
        """Give a verb whose lemma is no verb the one that it may be of."""
        feats = token.morph.to_dict()
        if feats.get("VerbForm") == "Part":
            token.lemma_ = participle(form, self._verbs) or token.lemma_
        elif feats.get("VerbForm", "Fin") == "Fin" and (found := readings(form, self._verbs)):
            told = [r for r in found if r.mood == feats.get("Mood", r.mood)]
            told = [r for r in told if r.person == feats.get("Person", r.person)] or told
            reading = (told or found)[0]
            token.lemma_ = reading.lemma
            if "VerbForm" not in feats:
                set_features(token, _feats(reading))

    def _is_command(self, token: Token, form: str) -> bool:
        if form in self._openers:
            return True
        if form in self._commands and token.i + 1 < len(token.doc):
            return token.nbor(1).pos_ == "DET" or (token.pos_ == "PROPN" and self._joined(token))
        if form.endswith(("aos", "eos", "íos")) and without_accents(form[:-2]) + "r" in self._verbs:
            return True
        return self._is_plural_command(form) and form not in NOUNS_IN_D

    def _is_accented(self, form: str) -> bool:
        """Return whether a word is a command with pronouns, which the accent shows: *tómelas*."""
        return form not in NOUNS_LIKE_COMMANDS and any(
            re.search("[áéíóú]", base)
            and not self._commands.keys().isdisjoint(
                {without_accents(base), without_accents(base).removesuffix("n")}
            )
            for base, _ in splits(form)
        )

    def _joined(self, token: Token) -> bool:
        """Return whether a word goes on with a command to the same person: *Corte y pegue*."""
        if token.i + 2 >= len(token.doc) or token.nbor(1).pos_ != "CCONJ":
            return False
        return bool(self._persons(token.lower_) & self._persons(token.nbor(2).lower_))

    def _is_plural_command(self, form: str) -> bool:
        return form.endswith(("ad", "ed", "id")) and form[:-1] + "r" in self._verbs

    def _attached(self, token: Token, form: str) -> bool:
        """Read a command with pronouns attached; tells whether the verb has any."""
        feats = token.morph.to_dict()
        is_command = feats.get("Mood") == "Imp" or form in self._openers
        is_command |= form.endswith(("aos", "eos", "íos"))
        for base, clitics in splits(form):
            if self._is_nonfinite(base):
                if feats.get("VerbForm") == "Fin":
                    set_features(token, {"VerbForm": "Inf" if base.endswith("r") else "Ger"})
                return True
            if not is_command and base == without_accents(base):
                continue
            found = self._command(base, clitics)
            if found is None:
                continue
            person, number, lemma = found
            told: Features = {n: v for n, v in feats.items() if n in {"PronType", "Reflex"}}
            told |= {"VerbForm": "Fin", "Mood": "Imp", "Number": number, "Person": person}
            set_features(token, told)
            if lemma:
                token.lemma_ = lemma
            return True
        return False

    def _is_nonfinite(self, base: str) -> bool:
        """Return whether pronouns may be attached to it: *ver-me*; but *fir-me* is of *firmar*."""
        if base.endswith("ndo"):
            return True
        is_known = base in self._verbs or without_accents(base) in self._verbs
        return is_known or (base.endswith(INFINITIVES) and len(base) > SURE)

    def _command(self, base: str, clitics: str) -> tuple[str, str, str] | None:
        """Return person, number and lemma of a command without its pronouns; no lemma if unsure."""
        plain = without_accents(base)
        if commands := self._commands.get(plain):
            person, lemma = chosen(commands, clitics)
            return person, "Sing", lemma
        if plain.endswith("n") and (commands := self._commands.get(plain[:-1])):
            return "3", "Plur", chosen(commands, "se")[1]
        plural = plain + "d" if clitics == "os" else plain
        lemma = plural[:-1] + "r"
        if plural.endswith(("ad", "ed", "id")) and lemma in self._verbs:
            return "2", "Plur", lemma
        return None

    def _bare(self, token: Token, form: str) -> None:
        feats = token.morph.to_dict()
        if feats.get("VerbForm") != "Fin":
            return
        if feats.get("Mood") == "Imp" and token.i and token.nbor(-1).text == "¿":
            feats |= {"Mood": "Ind", "Tense": "Pres", "Person": "3"}
        present = feats.get("Tense", "Pres") == "Pres" and feats.get("Mood") != "Cnd"
        if (
            form in self._short
            and opens_clause(token)
            and not (token.i and token.nbor(-1).text == "¿")
        ):
            set_features(token, {"VerbForm": "Fin", "Mood": "Imp", "Number": "Sing", "Person": "2"})
            return
        stem = re.sub("ía(?:s|n|is|mos)?$", "", form)
        if stem != form and (stem in self._verbs or stem in CONDITIONALS):
            feats["Mood"] = "Cnd"
            feats.pop("Tense", None)
        stem = re.sub("(?:é|ás?|emos|éis|án)$", "", form)
        if stem != form and (stem in self._verbs or stem in CONDITIONALS):
            feats.update(Mood="Ind", Tense="Fut")
        if form.endswith("mos"):
            feats.update(Person="1", Number="Plur")
        elif form.endswith("s") and form != "es":
            feats["Person"] = "2"
            if form.endswith(("áis", "éis", "ís", "ais", "eis")):
                feats["Number"] = "Plur"
            elif feats.get("Mood") == "Imp":
                feats.update(Mood="Sub", Tense="Pres")
            elif len(persons := self._persons(form[:-1])) == 1:
                self._mood(feats, persons.pop(), form)
        elif (
            present
            and form[-1] in "aen"
            and feats.get("Person") in {"2", "3", None}
            and len(persons := self._persons(form.removesuffix("n"))) == 1
        ):
            self._mood(feats, persons.pop(), form)
        set_features(token, feats)

    def _persons(self, form: str) -> set[str]:
        return {person for person, _ in self._commands.get(form, ())}

    def _mood(self, feats: dict[str, str], person: str, form: str) -> None:
        """Tell indicative, which commands *tú*, and subjunctive, which commands *usted*, apart."""
        if feats.get("Mood") == "Imp":
            feats["Person"] = "3" if form.endswith("n") else person
            if form.endswith("n") and person == "2":
                feats.update(Mood="Ind", Tense="Pres")
        elif person == "2" and feats.get("Mood") == "Sub" and feats.get("Tense") == "Pres":
            feats["Mood"] = "Ind"
        elif person == "3" and feats.get("Mood") == "Ind" and feats.get("Tense") == "Pres":
            feats["Mood"] = "Sub"


def _disagree(article: str, form: str) -> bool:
    """Return whether a word cannot be the noun of what looks like its article: *los guarda*."""
    return (
        article == "lo"
        or (article in {"los", "las"} and not form.endswith("s"))
        or (article == "la" and form.endswith(("o", "ó", "í", "é")) and form not in FEMININES)
    )


def _feats(reading: Reading) -> dict[str, str]:
    feats = {"VerbForm": "Fin", "Mood": reading.mood, "Person": reading.person}
    feats["Number"] = reading.number
    return feats | ({"Tense": reading.tense} if reading.tense else {})


def _object(token: Token) -> None:
    """Make an article before a finite verb the pronoun that it must be: *la vendí*."""
    feats = ARTICLES.get(token.text.lower())
    if feats is not None and token.pos_ == "DET":
        token.pos_, token.lemma_, token.dep_ = "PRON", "él", "obj"
        set_features(token, feats)


create_verbs = SpanishVerbs.registered(FACTORY)
