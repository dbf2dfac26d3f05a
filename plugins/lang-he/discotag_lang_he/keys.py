"""Keys of Hebrew words in a translation table: prefix letters and common endings left off.

*וכשהילדים*, *לילדים* and *ילד* share an entry. The letters that may be a prefix (ו ה ב ל כ מ ש)
are taken off from the left as long as three letters stay, also where they belong to the word: what
is left is the same for a word and nearly all its prefixed forms, and that is what a key is for. The
endings are those of number, gender and the commonest suffix pronouns. Words of a closed class lose
only prefixes in front of them (*והוא* is *הוא*). Vowel points go, final letters become plain ones.
"""

from __future__ import annotations

import re

PREFIXES = frozenset("והבלכמש")
SHORTEST = 3
"""Fewest letters that taking off a prefix or an ending leaves."""
LONG = ("יות", "ים", "ות", "הם", "הן", "כם", "כן", "נו", "תי")
SHORT = ("ה", "ת", "י", "ו", "ך")
"""Endings, tried in this order; one is taken off. A long one counts before the prefixes do."""
CONJUNCTION = re.compile("ו?(?:לכש|כש|מש|ש)?")
"""Prefixes that a word of a closed class may have."""
POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
PLAIN = str.maketrans("ךםןףץ", "כמנפצ")
_WORDS = """
אני אתה את אתם אתן הוא היא הם הן אנחנו אנו זה זאת זו אלה אלו
שלי שלך שלו שלה שלנו שלכם שלכן שלהם שלהן של
לי לך לו לה לנו לכם לכן להם להן בי בך בו בה בנו בכם בכן בהם בהן
ממני ממך ממנו ממנה מאיתנו מכם מכן מהם מהן
כמו כמוני כמוך כמוהו כמוה בלי בלעדיו בלעדיה בשביל בשבילי בשבילך בשבילו בשבילה
מה מי מתי למה כמה כל כולם כולנו לא לו כי כן כך כאן שם בין לפני לפניו לפניה
היה היתה הייתה היו הייתי היית היינו הייתם יהיה תהיה יהיו להיות
"""
CLOSED = frozenset(_WORDS.split())


def hebrew_stem(word: str) -> str:
    """Return a word without prefix letters and ending.

    Example:
        >>> hebrew_stem("וכשהילדים") == hebrew_stem("לילדים") == hebrew_stem("ילד")
        True
        >>> hebrew_stem("והוא")
        'הוא'
    """
    word = POINTS.sub("", word).strip("־-")
    closed = CONJUNCTION.match(word)
    for core in (word, word[closed.end() :] if closed else word):
        if core in CLOSED:
            return core.translate(PLAIN)
    if len(word) == SHORTEST + 1 and word[-1] in "יו":  # בואי, כתבו: verbs
        return word[:-1].translate(PLAIN)
    long = next((ending for ending in LONG if word.endswith(ending)), "")
    while len(word) - len(long) > SHORTEST and word[0] in PREFIXES and word[1:] not in CLOSED:
        word = word[1:]
    for ending in (long, *SHORT):
        if ending and word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word.removesuffix(ending)
            break
    return word.translate(PLAIN)
