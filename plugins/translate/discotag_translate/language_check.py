"""Is a translation in the target language? Only what is clearly not is held against it.

Short texts are never judged, and languages that are close to one another count as one. The figures
below come from `benchmarks/languages.py`; what they are good for is in docs/translate.md.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LEAST_LETTERS = 60
"""Letters of a text that is judged; each Chinese, Japanese or Korean sign counts as three."""
WIDE = 3
SURE = 0.98
"""Probability of other languages together from which on it is held against a text."""
FAMILIES = (
    frozenset({"da", "nb", "nn", "no", "sv"}),
    frozenset({"bs", "hr", "sr", "sl", "mk", "bg"}),
    frozenset({"id", "ms", "jv"}),
    frozenset({"cs", "sk"}),
    frozenset({"pt", "gl", "es", "an", "ca", "oc"}),
    frozenset({"ru", "uk", "be"}),
    frozenset({"nl", "af", "fy", "li"}),
    frozenset({"de", "lb"}),
    frozenset({"tr", "az"}),
    frozenset({"hi", "mr", "ne"}),
    frozenset({"ar", "fa", "ur", "ps"}),
    frozenset({"zh", "ja"}),
)
"""Languages that the classifier is not asked to distinguish, unless one of them is the source."""


@cache
def _classifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    found: LanguageIdentifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    return found


class LanguageCheck:
    """Judges texts by py3langid, a naive Bayes classifier of byte sequences (Lui and Baldwin 2012).

    Args:
        source: code of the source language.
        target: code of the target language.
    """

    def __init__(self, source: str, target: str) -> None:
        self._source, self._target = (_base(code) for code in (source, target))
        close = {code for family in FAMILIES if self._target in family for code in family}
        self._right = ({self._target} | close) - ({self._source} - {self._target})

    @property
    def is_known(self) -> bool:
        """Whether the classifier knows the target language."""
        return self._target in _classifier().labels

    def fault(self, text: str) -> str | None:
        """Say in which language a text seems to be, if it is clearly not in the target's."""
        if not self.is_known or letters(text) < LEAST_LETTERS:
            return None
        ranked = _classifier().rank(text)
        right = sum(probability for code, probability in ranked if code in self._right)
        if right > 1 - SURE:
            return None
        return f"the translation seems to be in another language ({ranked[0][0]})"


def letters(text: str) -> int:
    """Count letters; a sign of a script that writes syllables or words counts as several."""
    return sum(
        (WIDE if "\u3040" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7af" else 1)
        for sign in text
        if sign.isalpha()
    )


def _base(code: str) -> str:
    base = code.partition("-")[0]
    return {"nb": "no", "nn": "no"}.get(base, base)
