"""Patterns over words in a row that show an *it* to be empty, or what happened: no tree is asked.

A parser is often wrong just where *it* is empty, so patterns over words and parts of speech stand
beside those over the tree (`expletive.py`), as in Paice and Husk (1987), Evans (2001) and Boyd,
Gegg-Harrison and Byron (2005). They stand in `pleonastic.toml`, one a line; each that fits is a
feature of the choice of "none".
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_lang_en.coref.syntax import Syntax

BEFORE, BEHIND = 5, 14
"""Words before and behind *it* that are looked at."""
TOKEN = r"[^ |]*\|[^ |]*\|[A-Z]+ "
END = r"(?:$|[^ |]*\|[^ |]*\|PUNCT )"


def fitting(syntax: Syntax, token: int) -> Iterator[str]:
    """Yield the names of the patterns that an *it* fits, in the order of the file."""
    first = max(0, token - BEFORE)
    text = "".join(
        f"{'IT' if place == token else _plain(syntax.forms[place])}"
        f"|{_plain(syntax.lemmas[place])}|{syntax.upos[place] or 'X'} "
        for place in range(first, min(len(syntax.forms), token + BEHIND))
    )
    own = text.index("IT|")
    for name, begun, free in patterns():
        if (begun and begun.match(text, own)) or (free and free.search(text)):
            yield name


def _plain(word: str) -> str:
    return word.replace("’", "'").replace("|", "/").replace(" ", "_")


class Pattern(NamedTuple):
    """A pattern in two parts, for speed.

    Args:
        name: its name.
        begun: what begins with *it*; None = nothing does.
        free: what begins before it, likewise.
    """

    name: str
    begun: re.Pattern[str] | None
    free: re.Pattern[str] | None


@cache
def patterns() -> tuple[Pattern, ...]:
    """Read `pleonastic.toml`, once."""
    text = files("discotag_lang_en.coref").joinpath("pleonastic.toml").read_text("utf-8")
    told = tomllib.loads(text)
    classes = {name: tuple(words) for name, words in told["classes"].items()}
    phrases = dict[str, str]()
    for name, phrase in told["phrases"].items():
        phrases[name] = f"(?:{_expression(phrase, classes, phrases)})"
    found = []
    for name, some in told["patterns"].items():
        parts: tuple[list[str], list[str]] = [], []
        for one in some:
            is_free = not one.startswith("IT ")
            parts[is_free].append(_anchored(one, classes, phrases))
        begun, free = (re.compile("|".join(part)) if part else None for part in parts)
        found.append(Pattern(name, begun, free))
    return tuple(found)


def _anchored(
    pattern: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]
) -> str:
    """Return an expression that begins with a whole word."""
    start = r"^" if pattern.startswith("^ ") else r"(?:^|(?<= ))"
    return f"{start}(?:{_expression(pattern.removeprefix('^ '), classes, phrases)})"


def _expression(
    pattern: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]
) -> str:
    """Return a pattern of words as a regular expression.

    Elements stand between spaces: `word/word` is one of these forms or lemmas, `@name` one of a
    class, `NOUN/ADJ` a part of speech, `<name>` a phrase, `IT` the pronoun, `END` the end or a
    punctuation mark, `_` any word; `!` before it is: not this. `?`, `*`, `+` behind it as usual.
    """
    found = ""
    for element in pattern.split():
        count = element[-1] if element[-1] in "?*+" else ""
        body = element.removesuffix(count)
        is_not = body.startswith("!")
        body = body.removeprefix("!")
        piece = _piece(body, classes, phrases)
        found += f"(?!{piece})" if is_not else f"(?:{piece}){count}"
    return found


def _piece(body: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]) -> str:
    if body == "_":
        return TOKEN
    if body.startswith("<"):
        return phrases[body[1:-1]]
    options = [
        word
        for part in body.split("/")
        for word in (classes[part[1:]] if part.startswith("@") else (part,))
    ]
    tags = [word for word in options if word.isupper() and word not in {"IT", "END"}]
    words = "|".join(re.escape(word) for word in options if word not in {*tags, "END"})
    kinds = [END] if "END" in options else []
    if words:
        kinds.append(rf"(?:{words})\|[^ |]*\|[A-Z]+ |[^ |]*\|(?:{words})\|[A-Z]+ ")
    if tags:
        kinds.append(rf"[^ |]*\|[^ |]*\|(?:{'|'.join(tags)}) ")
    return "|".join(kinds)
