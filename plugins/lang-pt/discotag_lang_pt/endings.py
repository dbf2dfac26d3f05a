"""Endings of Portuguese verbs: what each says of infinitive, mood, tense and person.

Cunha & Cintra, Nova gramática do português contemporâneo, ch. 13 (the verb).
"""

from __future__ import annotations

import re

STRONG = (
    ("aste", "ar", "Ind", "Past"),
    ("este", "er", "Ind", "Past"),
    ("iste", "ir", "Ind", "Past"),
    ("avas", "ar", "Ind", "Imp"),
    ("arás", "ar", "Ind", "Fut"),
    ("erás", "er", "Ind", "Fut"),
    ("irás", "ir", "Ind", "Fut"),
    ("arias", "ar", "Cnd", ""),
    ("erias", "er", "Cnd", ""),
    ("irias", "ir", "Cnd", ""),
    ("asses", "ar", "Sub", "Imp"),
    ("esses", "er", "Sub", "Imp"),
    ("isses", "ir", "Sub", "Imp"),
)
"""Endings that hardly a noun has: ending, infinitive, mood, tense; the stem must make a verb."""
WEAK = (
    ("ias", "er", "Ind", "Imp"),
    ("ias", "ir", "Ind", "Imp"),
    ("ares", "ar", "Inf", ""),
    ("eres", "er", "Inf", ""),
    ("ires", "ir", "Inf", ""),
    ("as", "ar", "Ind", "Pres"),
    ("es", "er", "Ind", "Pres"),
    ("es", "ir", "Ind", "Pres"),
    ("ais", "air", "Ind", "Pres"),
    ("uis", "uir", "Ind", "Pres"),
    ("óis", "uir", "Ind", "Pres"),
    ("zes", "zir", "Ind", "Pres"),
    ("es", "ar", "Sub", "Pres"),
    ("as", "er", "Sub", "Pres"),
    ("as", "ir", "Sub", "Pres"),
    ("ques", "car", "Sub", "Pres"),
    ("gues", "gar", "Sub", "Pres"),
    ("ces", "çar", "Sub", "Pres"),
    ("ças", "cer", "Sub", "Pres"),
    ("jas", "ger", "Sub", "Pres"),
    ("jas", "gir", "Sub", "Pres"),
    ("eias", "ear", "Ind", "Pres"),
    ("eies", "ear", "Sub", "Pres"),
)
"""Endings that nouns, adjectives and participles have as well."""
PARTICIPLE = re.compile("[dts][oa]s$|(?:pag|ganh|salv|limp)as$|(?:entreg|aceit)ues$")
SPELLINGS = (("que", "c"), ("gue", "g"), ("ce", "ç"), ("ça", "c"), ("ja", "g"))
THIRD = (
    ("a", ("ar",), "Ind", "Pres"),
    ("e", ("er", "ir"), "Ind", "Pres"),
    ("ou", ("ar",), "Ind", "Past"),
    ("eu", ("er",), "Ind", "Past"),
    ("iu", ("ir",), "Ind", "Past"),
    ("ava", ("ar",), "Ind", "Imp"),
    ("ia", ("er", "ir"), "Ind", "Imp"),
)
"""Endings of the third person singular: ending, infinitives, mood, tense."""
PASTS = (
    *THIRD[2:],
    ("íamos", ("er", "ir"), "Ind", "Imp"),
    ("avam", ("ar",), "Ind", "Imp"),
    ("iam", ("er", "ir"), "Ind", "Imp"),
)
"""Those that have no other reading, and some of the plural."""
AMBIGUOUS = frozenset({"estou", "dou", "sou", "vou", "cria", "criam", "vir"})
SURE = (
    (re.compile("(?P<infinitive>.+r)íamos"), "Cnd", ""),
    (re.compile("(?P<infinitive>.+r)(?:ei|á|emos|ão)"), "Ind", "Fut"),
    (re.compile("(?P<infinitive>).+[áêíô]ssemos"), "Sub", "Imp"),
    (re.compile("(?P<infinitive>).*(?:áva|ínha|únha|éra)mos"), "Ind", "Imp"),
)
"""Forms made of the infinitive, and endings of the first person plural, with mood and tense."""
