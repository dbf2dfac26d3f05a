"""Spanish words and endings by which the verb rules tell verbs from what looks like them."""

from __future__ import annotations

MISTAKEN = frozenset({"NOUN", "ADJ", "PROPN", "ADV", "INTJ", "X", "ADP", "PRON"})
BEFORE = frozenset({"¿", "no", "me", "te", "se", "le", "nos", "usted", "tú"})
UNSTRESSED = frozenset({"me", "te", "se", "nos", "os", "le", "les"})
BEFORE_CLITICS = frozenset({
    "no", "me", "te", "se", "nos", "os", "quien", "quién", "quiénes", "yo", "tú", "él", "ella",
    "ellos", "ellas", "usted", "ustedes", "nosotros", "ya", "nunca", "jamás", "siempre",
})  # fmt: skip
FEMININES = frozenset({
    "mano", "foto", "moto", "radio", "modelo", "piloto", "testigo", "soldado", "disco", "polio",
    "libido", "dinamo", "soprano", "médico", "músico", "político", "técnico",
})  # fmt: skip
NONFINITE = {"Inf": ("r",), "Ger": ("ndo",), "Part": ("o", "a", "os", "as")}
NOMINAL = frozenset({"NOUN", "ADJ"})
BEFORE_VERBS = frozenset({"si", "cuando", "aunque", "mientras", "siempre", "nunca", "jamás"})
INFINITIVES = ("ar", "er", "ir", "ár", "ér", "ír")
SURE = 6
"""Letters of an infinitive that need not be in the list of verbs."""
SECONDS = ("ste", "steis", "abas", "ías", "ás", "áis", "éis", "eras", "aras", "eses", "ases")
NEVER = frozenset({
    "de", "este", "esta", "estos", "estas", "se", "como", "cómo", "para", "sobre", "entre", "nada",
    "cada", "tanto", "una", "uno", "bajo", "contra", "nuestra", "nuestras", "quiénes", "quienes",
    "cuáles", "cuales", "ellas", "ellos", "todas", "todos", "otras", "otros",
})  # fmt: skip
NOUNS_IN_D = frozenset({"libertad", "dificultad", "facultad", "heredad", "sed"})
"""Nouns that look like the command to *vosotros* of a verb: *libertar*, *ser*."""
NOUNS_LIKE_COMMANDS = frozenset({
    "escándalo", "escándalos", "vídeos", "aéreos", "óseos", "pétalo", "pétalos", "pésame", "sábalo",
    "sábalos", "médano", "médanos", "óvalo", "óvalos", "vándalo", "vándalos",
})  # fmt: skip
"""Words that look like a command with pronouns: *péselo* of *pesar*."""
ADVERBS = frozenset({"adónde", "dónde", "cuándo", "cómo"})
ARTICLES = {
    "lo": "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "la": "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "los": "Gender=Masc|Number=Plur|Person=3|PronType=Prs",
    "las": "Gender=Fem|Number=Plur|Person=3|PronType=Prs",
}

ENDINGS = (
    ("aríais", "ar", "Cnd", "", "Plur"),
    ("abais", "ar", "Ind", "Imp", "Plur"),
    ("asteis", "ar", "Ind", "Past", "Plur"),
    ("áis", "ar", "Ind", "Pres", "Plur"),
    ("éis", "er", "Ind", "Pres", "Plur"),
    ("ís", "ir", "Ind", "Pres", "Plur"),
    ("isteis", "ir", "Ind", "Past", "Plur"),
    ("isteis", "er", "Ind", "Past", "Plur"),
    ("abas", "ar", "Ind", "Imp", "Sing"),
    ("aste", "ar", "Ind", "Past", "Sing"),
    ("arás", "ar", "Ind", "Fut", "Sing"),
    ("erás", "er", "Ind", "Fut", "Sing"),
    ("irás", "ir", "Ind", "Fut", "Sing"),
    ("aras", "ar", "Sub", "Imp", "Sing"),
    ("ieras", "er", "Sub", "Imp", "Sing"),
    ("ieras", "ir", "Sub", "Imp", "Sing"),
    ("ás", "ar", "Ind", "Pres", "Sing"),
    ("és", "er", "Ind", "Pres", "Sing"),
    ("ad", "ar", "Imp", "", "Plur"),
    ("ed", "er", "Imp", "", "Plur"),
    ("id", "ir", "Imp", "", "Plur"),
)
"""Endings of the second person → infinitive, mood, tense, number; the stem must make a verb."""
CONDITIONALS = frozenset({
    "podr", "har", "dir", "tendr", "vendr", "pondr", "saldr", "querr", "sabr", "habr", "valdr",
    "cabr",
})  # fmt: skip
