"""Tense and mood of a German finite verb from its form and its infinitive.

The features of most training sentences were restored from tags without tense (the pipeline's card
says how), and a model learns their errors: *liegt* as a past. The form is surer: a weak past
ends in -te, a strong one changes its vowel and takes no -t.
"""

from __future__ import annotations

WEAK_PAST = frozenset({"te", "test", "ten", "tet", "ete", "etest", "eten", "etet"})
PRESENT = frozenset({"", "e", "st", "est", "t", "et", "en", "n"})
SURE = PRESENT - {"e", "est", "et"}
PASTS_IN_T = "hielt galt bat tat trat ritt schritt glitt schnitt litt bot riet briet focht flocht"
STRONG_IN_T = tuple(PASTS_IN_T.split())
UMLAUTS = frozenset("äöü")
PRESENTS = "kann muss muß darf soll will mag weiß ist bin hat wird sind seid"
PASTS = (
    "war waren wart hatte hatten hattet wurde wurden wurdet ward konnte konnten musste mußte"
    " mussten mußten durfte durften mochte mochten wusste wußte wussten wußten"
)
SUBJUNCTIVES = (
    "wäre wären wärt hätte hätten hättet würde würden würdet könnte könnten könntet müsste müßte"
    " müssten müßten dürfte dürften möchte möchten möchtet wüsste wüßte wüssten käme kämen ginge"
    " gäbe gäben ließe bräuchte bräuchten"
)
IRREGULAR = {
    **dict.fromkeys(PRESENTS.split(), ("Ind", "Pres")),
    **dict.fromkeys(PASTS.split(), ("Ind", "Past")),
    **dict.fromkeys(("sei", "seien"), ("Sub", "Pres")),
    **dict.fromkeys(SUBJUNCTIVES.split(), ("Sub", "Past")),
}


def mood_and_tense(form: str, lemma: str) -> tuple[str, str] | None:
    """Return mood and tense; `None` where the form allows several or is not a form of the lemma.

    Args:
        form: a finite verb in lower case.
        lemma: its infinitive, without a separated prefix.

    Example:
        >>> mood_and_tense("liegt", "liegen"), mood_and_tense("kam", "kommen")
        (('Ind', 'Pres'), ('Ind', 'Past'))
    """
    if form in IRREGULAR:
        return IRREGULAR[form]
    if not lemma.endswith("n") or not lemma.islower() or form[:1] != lemma[:1]:
        return None
    tense = _tense(form, lemma)
    return ("Ind", tense) if tense else None


def _tense(form: str, lemma: str) -> str | None:
    """Return the tense of an indicative; `None` for what may be a Konjunktiv."""
    stem = lemma[:-2] if lemma.endswith("en") else lemma[:-1]
    rest = form.removeprefix(stem) if form.startswith(stem) else None
    if rest in WEAK_PAST:
        return "Past"
    if rest in PRESENT:
        return "Pres" if rest in SURE or (rest == "et" and stem.endswith(("t", "d"))) else None
    if rest is not None or (form.endswith(("e", "en")) and UMLAUTS & set(form) - set(lemma)):
        return None
    if form.endswith(("te", "ten", "test", "tet", *STRONG_IN_T)):
        return "Past"
    if form.endswith(("t", "st")):
        return "Pres"
    return None if form.endswith("e") else "Past"
