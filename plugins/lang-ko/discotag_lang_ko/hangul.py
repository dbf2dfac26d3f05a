"""Letters inside Hangul syllables: which final consonant and which vowel a syllable has."""

from __future__ import annotations

FIRST, LAST = "가", "힣"
VOWELS: str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS: list[str] = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]


def is_syllable(letter: str) -> bool:
    """Return whether a letter is a Hangul syllable."""
    return FIRST <= letter <= LAST


def vowel(syllable: str) -> str:
    """Return the vowel of a syllable; the empty string for any other letter."""
    if not is_syllable(syllable):
        return ""
    return VOWELS[(ord(syllable) - ord(FIRST)) // len(FINALS) % len(VOWELS)]


def final(syllable: str) -> str:
    """Return the final consonant of a syllable; empty if it has none or is not a syllable."""
    if not is_syllable(syllable):
        return ""
    return FINALS[(ord(syllable) - ord(FIRST)) % len(FINALS)]


def ends(word: str, endings: tuple[str, ...]) -> bool:
    """Return whether a word ends in one of some endings.

    A final consonant before the first syllable is written as a letter of its own: `ㅂ니다` is the
    end of *갑니다*, `ㅆ어` that of *갔어*.

    Example:
        >>> ends("갑니다", ("ㅂ니다",)), ends("아니다", ("ㅂ니다",))
        (True, False)
    """
    return any(_ends(word, ending) for ending in endings)


def longest_end(word: str, endings: tuple[str, ...]) -> str:
    """Return the longest of the endings that a word ends in; the empty string if in none."""
    return max((ending for ending in endings if _ends(word, ending)), key=len, default="")


def _ends(word: str, ending: str) -> bool:
    if is_syllable(ending[0]):
        return word.endswith(ending)
    rest = ending[1:]
    if not word.endswith(rest):
        return False
    before = word[: len(word) - len(rest)]
    return bool(before) and final(before[-1]) == ending[0]
