"""What can be seen of a text in any language: its length, sentences, labels and brackets."""

from __future__ import annotations

import re

CLOSING = "\"'»”’“›」』）)]}*_"
STOPS = ".!?。！？…؟।:：;；"
SENTENCE_END = re.compile(
    r"(?<!\d)[.!?؟।…]+[\"'»”’“›)\]]*(?=\s|$)"
    r"|[。！？]+(?![」』”’）)])|[。！？]+[」』”’）)]+(?=[\s「『“（(]|$)"
)
"""Where sentences end; not after a number (`der 6. Juli`), not at a quotation that is said on."""
LABEL = re.compile(
    r"(?:^|(?<=[.!?。！？…\"»”’」』)）])\s*|[(（\[【*]\s*|(?<!\S)[—–-]\s*)"
    r"[^\s.:：()（）\[\]!?。！？«»„“”\"][^:：()（）\[\]!?。！？«»„“”\"]{0,28}?\s?[:：](?!\d)"
)
"""A few words and a colon, where a sentence or a bracket begins: `Note:`, `(Anm. d. Ü.:`."""
LAST_BRACKET = re.compile(r"[(（\[【]([^()（）\[\]【】]*)[)）\]】][.。]?\s*$")
COLON = re.compile(r"[:：](?!\d)")
CLAUSE = re.compile(r"[,;:，；：、،؛—–](?!\d)")
OPENING = re.compile(r"[(（\[【]")
WEIGHTS = (("\u3040", "\u30ff", 2), ("\u3400", "\u9fff", 3), ("\uac00", "\ud7af", 2))
"""How many letters a Japanese syllable, a Chinese sign and a Korean syllable stand for."""


def size(text: str) -> int:
    """Return how many letters and digits a text has; signs that stand for several count so."""
    return sum(
        next((weight for first, last, weight in WEIGHTS if first <= sign <= last), 1)
        for sign in text
        if sign.isalnum()
    )


def is_closed(text: str) -> bool:
    """Return whether a text ends with a mark that ends a sentence, or closes a quotation."""
    shown = text.rstrip()
    return bool(shown) and (shown[-1] in STOPS or shown[-1] in CLOSING)


def ends_with_stop(text: str) -> bool:
    """Return whether the last mark of a text, within quotation marks or not, ends a sentence."""
    shown = text.rstrip().rstrip(CLOSING + " ")
    return bool(shown) and shown[-1] in STOPS


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    return list(zip([0, *ends[:-1]], ends, strict=True))


def labels(text: str) -> list[int]:
    """Return where a few words with a colon begin a sentence or a bracket."""
    return [match.start() for match in LABEL.finditer(text)]


def colons(text: str) -> int:
    """Return how many colons a text has, those of times and shares not counted."""
    return len(COLON.findall(text))


def clauses(text: str) -> int:
    """Return how many marks a text has at which a translation may begin a new sentence."""
    return len(CLAUSE.findall(text))


def brackets(text: str) -> int:
    """Return how many brackets a text opens."""
    return len(OPENING.findall(text))


def last_bracket(text: str) -> tuple[int, str] | None:
    """Return where the bracket that ends a text begins and what it holds, if one does."""
    match = LAST_BRACKET.search(text)
    return None if match is None else (match.start(), match[1])
