"""Mood and tense of a French finite verb from its form and its infinitive.

A model learns tenses from newspapers: *reviendrai* and *irons* for a present, *retira* for a
future, *améliorent* for a past. The ending is better where only one tense has it: a future is
the infinitive (or a known stem) with the present of *avoir* after it, an imparfait ends in -ais,
-ait, -ions, -iez or -aient, a passé simple of the third person plural in -rent.
"""

from __future__ import annotations

FUTURE = ("rai", "ras", "ra", "rons", "rez", "ront")
STEMS = (
    "viendr tiendr verr pourr voudr saur devr cevr faudr vaudr mourr courr querr pleuvr cueiller"
    " rendr tendr vendr perdr mordr tordr fendr pendr pondr aindr eindr oindr scendr mettr battr"
    " aîtr suivr vivr"
)
FUTURE_STEMS = tuple(STEMS.split())
"""Ends of stems of verbs in -oir, -re and -ir (Grevisse & Goosse, Le bon usage, on the futur)."""
WHOLE_STEMS = frozenset({"ir", "aur", "ser", "fer", "refer", "défer", "satisfer"})
IMPARFAIT = ("ais", "ait", "aient", "ions", "iez")
PLURAL_PAST = ("èrent", "irent", "urent", "inrent")
SUBJUNCTIVE_STEMS = ("fass", "puiss", "sach", "aill", "veuill", "vaill")
SUBJUNCTIVE_ENDINGS = ("e", "es", "ent", "ions", "iez")
SUBJUNCTIVES = ("vienne", "viennes", "tienne", "tiennes", "prenne", "prennes")
WHOLE_SUBJUNCTIVES = frozenset({"soit", "soient", "ait", "aies", "aient", "faille"})
PAST_SUBJUNCTIVES = frozenset({"fût", "eût", "fussent", "eussent"})


def mood_and_tense(form: str, lemma: str, mood: str, tense: str) -> tuple[str, str]:
    """Return mood and tense as the form shows them; those given where it allows them.

    Args:
        form: a finite verb in lower case, no imperative.
        lemma: its infinitive, which may be wrong.
        mood: `Mood` as a model gives it.
        tense: `Tense` likewise.

    Example:
        >>> mood_and_tense("irons", "irer", "Ind", "Pres")
        ('Ind', 'Fut')
        >>> mood_and_tense("retira", "retirer", "Ind", "Fut")
        ('Ind', 'Past')
    """
    if form in PAST_SUBJUNCTIVES:
        return "Sub", "Imp"
    if _is_subjunctive(form):
        return "Sub", "Pres"
    found = _of_future_ending(form, lemma)
    if found:
        return "Ind", found
    is_no_imparfait = tense == "Imp" and mood == "Ind" and not form.endswith(IMPARFAIT)
    is_no_past = tense == "Past" and form.endswith("ent") and not form.endswith(PLURAL_PAST)
    return ("Ind", "Pres") if is_no_imparfait or is_no_past else (mood, tense)


def _is_subjunctive(form: str) -> bool:
    if form in WHOLE_SUBJUNCTIVES or form.endswith(SUBJUNCTIVES):
        return True
    return any(form == stem + end for stem in SUBJUNCTIVE_STEMS for end in SUBJUNCTIVE_ENDINGS)


def _of_future_ending(form: str, lemma: str) -> str:
    """Return the tense of a form that ends as futures do; empty where it does not say."""
    ending = next((end[1:] for end in FUTURE if form.endswith(end)), None)
    if ending is None:
        return ""
    base = form[: -len(ending)]
    if base in WHOLE_STEMS or base.endswith(FUTURE_STEMS):
        return "Fut"
    if lemma.endswith(("er", "ir")) and base == lemma[:-2]:  # montra, tirons, couvrez
        return "Pres" if ending in {"ons", "ez"} else "Past" if lemma.endswith("er") else ""
    infinitive = lemma[:-1] if lemma.endswith("re") else lemma
    is_alike = base[:2] == lemma[:2] and base[-2:] == infinitive[-2:]  # also achètera
    return "Fut" if is_alike and len(base) >= len(infinitive) else ""
