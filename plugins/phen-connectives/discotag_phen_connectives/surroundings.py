"""What stands around a listed word in its segment: words, parts of speech, verbs, distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ROOT, present, ud
from discotag_phen_connectives.syntax import SUBJECTS, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Tokens

OUTSIDE = "-"
"""The value of what is not there."""
NEAR = 8
"""Words behind in which a subject belongs to the next clause."""


def surroundings(tokens: Tokens, span: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for what stands around the tokens of a listed word."""
    upos, deprels = present(tokens.upos, "pos"), present(tokens.deprels, "deps")
    forms = [form.lower() for form in tokens.forms]
    before, behind, size = span[0] - 1, span[-1] + 1, len(tokens)
    yield "tags", " ".join(upos[index] for index in span)
    yield "place", _place(tokens, span)
    yield "before", upos[before] if before >= 0 else OUTSIDE
    yield "behind", upos[behind] if behind < size else OUTSIDE
    yield "behind tag", form_of(tokens, behind if behind < size else ROOT)
    yield "two behind", upos[behind + 1] if behind + 1 < size else OUTSIDE
    yield "ahead", " ".join(upos[behind : behind + 3])
    yield "back", " ".join(upos[max(0, span[0] - 3) : span[0]])
    yield "form before", forms[before] if before >= 0 else OUTSIDE
    yield "form behind", forms[behind] if behind < size else OUTSIDE
    yield "forms before", " ".join(forms[max(0, span[0] - 2) : span[0]])
    yield "forms behind", " ".join(forms[behind : behind + 2])
    yield (
        "lemma behind",
        present(tokens.lemmas, "lemmas")[behind].lower() if behind < size else OUTSIDE,
    )
    yield "verbs", f"{_has_verb(upos[: span[0]])},{_has_verb(upos[behind:])}"
    yield "near", f"{_has_verb(upos[max(0, before - 5) : span[0]])},{_has_verb(upos[behind:][:5])}"
    yield "verb before", _verb(tokens, range(before, -1, -1))
    yield "verb behind", _verb(tokens, range(behind, size))
    nearby = range(behind, min(size, behind + NEAR - 1))
    yield "subject behind", str(any(plain(deprels[index]) in SUBJECTS for index in nearby))
    yield "if", str("if" in forms[: span[0]])
    yield "length", about(size)
    yield "left", about(span[0])
    yield "right", about(size - behind)


def form_of(tokens: Tokens, token: int) -> str:
    """Return part of speech and verb form of a token, or `OUTSIDE` for `ROOT`."""
    if token == ROOT:
        return OUTSIDE
    feats = present(tokens.feats, "morph")[token]
    cells = (present(tokens.upos, "pos")[token], feats.get("VerbForm"), feats.get("Tense"))
    return " ".join(cell for cell in cells if cell)


def about(number: int) -> str:
    """Return a count roughly: 0, 1, 2, 3, 4 (to 5), 6 (to 9), 10 (to 19), 20 (and more)."""
    return str(max(step for step in (0, 1, 2, 3, 4, 6, 10, 20) if step <= number))


def _verb(tokens: Tokens, places: range) -> str:
    """Return the form of the first verb on the way and about how far off it is."""
    upos = present(tokens.upos, "pos")
    for steps, place in enumerate(places, 1):
        if upos[place] in ud.VERBAL:
            return f"{form_of(tokens, place)} {about(steps)}"
    return OUTSIDE


def _place(tokens: Tokens, span: Sequence[int]) -> str:
    words = [any(letter.isalnum() for letter in form) for form in tokens.forms]
    first, last = not any(words[: span[0]]), not any(words[span[-1] + 1 :])
    if first or last:
        return "first" if first else "last"
    marks = [
        "," if 0 <= index < len(words) and not words[index] else ""
        for index in (span[0] - 1, span[-1] + 1)
    ]
    return f"inside{'.'.join(marks)}"


def _has_verb(upos: Sequence[str]) -> bool:
    return any(tag in ud.VERBAL for tag in upos)
