"""Text and character spans of treebank sentences, also where range lines or text are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin.training import Unit, locate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.plugin.training import Sentence, Word

Span = tuple[int, int]
GLUED_LEFT = frozenset(",.)]}%…")
GLUED_RIGHT = frozenset("([{")


def text_and_spans(
    sentence: Sentence, contractions: Mapping[str, str]
) -> tuple[str, list[Span]] | None:
    """Return a sentence's text, white space normalised, and the span of each word in it.

    Args:
        sentence: as read.
        contractions: `"de le"` → `"du"`, for files whose contractions are split without range
            lines.

    Returns:
        `None` where the words cannot be found in the text.
    """
    ranges = any(unit.end - unit.first > 1 for unit in sentence.units)
    units = sentence.units
    if contractions and not ranges:
        units = _contracted(sentence.words, sentence.comments.get("text"), contractions)
    stated = sentence.comments.get("text")
    if stated is None and "text_tokens" in sentence.comments:
        text = _joined(units)
    else:
        text = " ".join(sentence.text.split())
    found = locate(text, [_spaced(unit) for unit in units])
    if found is None:
        return None
    spans: list[Span] = []
    for unit, span in zip(units, found, strict=True):
        spans.extend(
            _word_spans([word.form for word in sentence.words[unit.first : unit.end]], span, text)
        )
    return text, spans


def _word_spans(forms: Sequence[str], span: Span, text: str) -> list[Span]:
    """Return each word its own span where the forms make up the unit (*do|n't*, *disse|-lhe*).

    Else each gets the whole span.
    """
    start, end = span
    whole = text[start:end]
    if len(forms) > 1 and "-".join(forms) == whole:
        forms = [forms[0], *(f"-{form}" for form in forms[1:])]
    if "".join(forms) != whole:
        return [span] * len(forms)
    spans = []
    for form in forms:
        spans.append((start, start + len(form)))
        start += len(form)
    return spans


def _spaced(unit: Unit) -> Unit:
    return Unit(" ".join(unit.form.split()), unit.first, unit.end, unit.space_after)


def _contracted(
    words: Sequence[Word], text: str | None, contractions: Mapping[str, str]
) -> tuple[Unit, ...]:
    units: list[Unit] = []
    position = 0
    index = 0
    while index < len(words):
        form = words[index].form
        if text is not None:
            while position < len(text) and text[position].isspace():
                position += 1
        whole = None
        if (
            index + 1 < len(words)
            and words[index].upos == "ADP"
            and words[index + 1].upos in {"DET", "PRON"}
        ):
            whole = contractions.get(f"{form} {words[index + 1].form}".lower())
        if whole is not None and text is not None:
            there = text[position : position + len(whole)]
            behind = text[position + len(whole) : position + len(whole) + 1]
            whole = there if there.lower() == whole and not behind.isalpha() else None
        elif whole is not None and form[:1].isupper():
            whole = whole.capitalize()
        if whole is not None:
            units.append(Unit(whole, index, index + 2))
            index += 2
        else:
            units.append(Unit(form, index, index + 1))
            index += 1
        position += len(units[-1].form)
    return tuple(units)


def _joined(units: Sequence[Unit]) -> str:
    text = ""
    for unit in units:
        form = unit.form
        glued = (
            not text
            or form[0] in GLUED_LEFT
            or text[-1] in GLUED_RIGHT
            or text[-1] in "'’"
            or (form[0] == "-" and len(form) > 1)
        )
        text += form if glued else f" {form}"
    return text
