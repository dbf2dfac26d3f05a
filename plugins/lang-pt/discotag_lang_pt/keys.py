"""Pronouns behind a verb as keys of the translation table: `-lo` is `-o`, and `-lhe` is `lhe`.

`-o` is kept apart from the article `o`, and `-se` from the conjunction `se`.
"""

from __future__ import annotations

import re

FREE = frozenset({"me", "te", "lhe", "lhes", "vos"})
ACCUSATIVE = re.compile(r"-[ln]?([oa]s?)")


def enclitic(form: str) -> str:
    """Give the key of a pronoun behind its verb; any other word as it is.

    Example:
        >>> [enclitic(form) for form in ("-las", "-lhe", "-nos", "-se", "do")]
        ['-as', 'lhe', '-nos', '-se', 'do']
    """
    if form.removeprefix("-") in FREE:
        return form.removeprefix("-")
    found = ACCUSATIVE.fullmatch(form)
    if found and form != "-nos":
        return f"-{found[1]}"
    return form
