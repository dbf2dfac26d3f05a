"""Pronouns after a verb as keys of the translation table: `-lo`, `-lho` are `-o`, `-lhe` is `lhe`.

`-o` is kept apart from the article `o`, and `-se` from the conjunction `se`. A verb that an
analysis of another make leaves together with its pronoun has the key of the verb.
"""

from __future__ import annotations

import re

FREE = frozenset({"me", "te", "lhe", "lhes", "vos"})
ATTACHED = re.compile(r"(?<=[^\W\d])(?:-(?:[mts]e|[nv]os|lhes?|[mt]?[oa]s?|lh[oa]s?|[ln][oa]s?))+$")
LONGEST = 60
"""Letters beyond which a form is not a verb with its pronouns."""
ACCUSATIVE = re.compile(r"-(?:[lmnt]|lh)?([oa]s?)")


def enclitic(form: str) -> str:
    """Return the key of a pronoun after its verb, or of a verb with one; any other word as it is.

    Example:
        >>> [enclitic(form) for form in ("-las", "-lha", "-lhe", "-nos", "-se", "disse-lhe")]
        ['-as', '-a', 'lhe', '-nos', '-se', 'disse']
    """
    if form.removeprefix("-") in FREE:
        return form.removeprefix("-")
    found = ACCUSATIVE.fullmatch(form)
    if found and form != "-nos":
        return f"-{found[1]}"
    return ATTACHED.sub("", form) if len(form) <= LONGEST else form
