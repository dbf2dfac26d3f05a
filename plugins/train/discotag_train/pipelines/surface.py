"""Text and character spans of treebank sentences, also where range lines or text are lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag.plugin.training import Unit, locate
from discotag_train.pipelines.harmonise import join, parse

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
    spaced = [replace(unit, form=" ".join(unit.form.split())) for unit in units]
    found = locate(text, spaced)
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


@dataclass(frozen=True, slots=True)
class Gold:
    """A token's annotation; `head` is a token index, -1 for a root, `None` without a tree."""

    upos: str
    lemma: str
    feats: str
    head: int | None
    deprel: str | None
    xpos: str = ""


def project(
    words: Sequence[Word],
    word_spans: Sequence[Span],
    token_spans: Sequence[Span],
    token_forms: Sequence[str] = (),
) -> list[Gold] | None:
    """Carry the words' annotation over to the tokens.

    Args:
        words: the sentence's syntactic words.
        word_spans: character span of each word; words of one multi-word token share it.
        token_spans: character spans of the tokenizer's tokens, in order.
        token_forms: the tokens themselves; pieces without a letter or digit become punctuation.

    Returns:
        One `Gold` per token, or `None` when some token covers no word at all.
    """
    groups = _groups(word_spans, token_spans)
    if any(not inside for inside, _ in groups):
        return None
    main: dict[int, int] = {}
    for inside, tokens in groups:
        longest = max(tokens, key=lambda t: token_spans[t][1] - token_spans[t][0])
        main.update(dict.fromkeys(inside, longest))
    gold: dict[int, Gold] = {}
    for inside, tokens in groups:
        carrier = main[inside[0]]
        gold[carrier] = _merged([words[i] for i in inside], inside, main, carrier)
        for token in tokens:
            if token != carrier:
                gold[token] = _piece(carrier, token_forms[token] if token_forms else "x")
    ordered = [gold[token] for token in range(len(token_spans))]
    whole = all(token.head is not None for token in ordered)
    if whole and _is_forest(ordered):
        return ordered
    return [replace(token, head=None, deprel=None) for token in ordered]


def _groups(
    word_spans: Sequence[Span], token_spans: Sequence[Span]
) -> list[tuple[list[int], list[int]]]:
    """Return the connected components of the overlap between words and tokens."""
    groups: list[tuple[list[int], list[int]]] = []
    word = token = 0
    while token < len(token_spans):
        inside: list[int] = []
        tokens = [token]
        end = token_spans[token][1]
        token += 1
        grew = True
        while grew:
            grew = False
            while word < len(word_spans) and word_spans[word][0] < end:
                inside.append(word)
                end = max(end, word_spans[word][1])
                word += 1
                grew = True
            while token < len(token_spans) and token_spans[token][0] < end:
                tokens.append(token)
                end = max(end, token_spans[token][1])
                token += 1
                grew = True
        groups.append((inside, tokens))
    return groups


def _piece(carrier: int, form: str) -> Gold:
    if any(letter.isalnum() for letter in form):
        return Gold("X", "", "_", carrier, "goeswith")
    return Gold("PUNCT", form, "_", carrier, "punct")


def _merged(group: list[Word], inside: list[int], main: dict[int, int], carrier: int) -> Gold:
    own = set(inside)
    chief = next((w for w in group if w.head is None or w.head not in own), group[0])
    feats = parse(chief.feats)
    for other in group:
        for name, value in parse(other.feats).items():
            feats.setdefault(name, value)
    head = chief.head
    if head is not None and head >= 0:
        head = main[head]
    if head == carrier:
        head = None
    return Gold(
        upos=chief.upos or "X",
        lemma=chief.lemma or "",
        feats=join(feats),
        head=head,
        deprel=chief.deprel,
        xpos=chief.xpos or "",
    )


def _is_forest(gold: Sequence[Gold]) -> bool:
    for start in range(len(gold)):
        seen = set()
        at: int | None = start
        while at is not None and at >= 0:
            if at in seen:
                return False
            seen.add(at)
            at = gold[at].head
    return True
