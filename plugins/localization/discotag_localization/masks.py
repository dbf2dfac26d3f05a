"""Masks: what is no language in a message, put so that analyzers read a sentence.

A placeholder becomes a number, the same for the same placeholder, so that source and translation
agree in it. Inline markup becomes characters that have no width, other markup spaces. A mask is as
long as what it stands for, so that offsets stay.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NOTHING = "\u2060"
"""A character without width, which analyzers leave out (WORD JOINER)."""
DIGITS = 3
"""Digits of a number that stands for a placeholder, where it is as long."""
BLOCKS = frozenset({"br", "hr", "p", "div", "ul", "ol", "li", "tr", "td", "th", "table", "h1", "h2",
                    "h3", "h4", "h5", "h6", "img"})  # fmt: skip
"""Elements at whose tags a word ends."""

PLACEHOLDERS = re.compile(
    r"""
      \{\{[^{}]{1,200}\}\}                    # {{name}} of i18next, Mustache, Jinja
    | \$\{[^{}]{1,200}\}                      # ${name}
    | %\{[^{}\s]{1,80}\}                      # %{name} of Ruby
    | %\([^()\s]{1,80}\)[-+#0]?\d*(?:\.\d+)?[a-zA-Z]   # %(name)s of Python
    | (?<![\w%])%(?:\d+\$)?[-+#0']*\d*(?:\.\d+)?(?:hh|h|ll|l|q|j|z|t|L)?[diouxXeEfFgGcsSp](?![^\W_])
    | %(?:\d+\$)?@                            # %@ and %1$@ of Apple
    | %\#@\w+@                                # %#@files@ of stringsdict
    | \$t\([^()]{1,200}\)                     # $t(key) of i18next
    | \$[A-Za-z_][A-Za-z0-9_@]*\$ | \$[1-9]   # $NAME$ and $1 of Chrome
    | \{[^{}\s][^{}]{0,200}\}                 # {name}, {0}, {0:.2f}, {when, date, short}
    | <xliff:g\b[^<>]*>[^<>]*</xliff:g>       # what Android keeps from translators
    | <(?:code|kbd|samp|script|style)\b[^<>]*>[^<>]*</(?:code|kbd|samp|script|style)>
    | <(?P<kept>\w+)\s[^<>]*(?:translate="no"|\bnotranslate\b)[^<>]*>[^<>]*</(?P=kept)>
    """,
    re.VERBOSE,
)
TAGS = re.compile(
    r"""<!--.{0,500}?-->|<!\[CDATA\[|\]\]>|</?\d+\s*/?>
    |</?([A-Za-z][\w:.-]*)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?/?>""",
    re.DOTALL | re.VERBOSE,
)
ENTITIES = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
PERCENT = re.compile(r"%%")
MARKDOWN = re.compile(
    r"""
      (?P<code>(?<!`)(`{1,5})(?!`).{0,300}?(?<!`)\2(?!`))    # `code`
    | (?P<auto><(?:https?|mailto):[^<>\s]*>)    # <https://…>
    | (?P<to>\]\([^()\s]*(?:\s+["'][^"']*["'])?\)|\]\[[^\[\]]*\]|!?\[)
    | (?P<close>\])
    | (?P<escape>\\(?=[!-/:-@\[-`{-~]))
    | (?P<mark>\*{1,3}|~~|(?<!\w)_{1,3}(?=\w)|(?<=[\w.!?])_{1,3}(?!\w))
    """,
    re.VERBOSE,
)


def number(text: str) -> str:
    """Return a mask for a placeholder: a number that is the same for the same text.

    Example:
        >>> number("%d") == number("%d"), len(number("{count}"))
        (True, 7)
    """
    size = min(DIGITS, len(text))
    low = 10 ** (size - 1)
    value = low + crc32(text.encode("utf-8", "surrogatepass")) % (9 * low)
    if size == 1:
        value = 2 + value % 8  # one would be a singular
    return str(value) + NOTHING * (len(text) - size)


def masked(text: str, *, hashes: Iterable[int] = (), is_markdown: bool = False) -> str:
    """Return a message as analyzers read it, as long as it is.

    Args:
        text: the message.
        hashes: places of characters that stand for a number (`#` of ICU plurals).
        is_markdown: whether its markup is Markdown's, beside that of HTML.

    Example:
        >>> masked("Hallo <b>Ada</b>").replace(NOTHING, "·")
        'Hallo ···Ada····'
    """
    signs = list(text)
    for place in hashes:
        signs[place] = number(signs[place])
    text = "".join(signs)
    if is_markdown:
        text = MARKDOWN.sub(_of_markdown, text)
    if "'" in text:
        text = text.replace("''", "'" + NOTHING)
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def placeholders(text: str) -> list[str]:
    """Return the placeholders of a message, sorted."""
    return sorted(found[0] for found in PLACEHOLDERS.finditer(text) if found[0][0] != "<")


def _nothing(found: re.Match[str]) -> str:
    return NOTHING * len(found[0])


def _tag(found: re.Match[str]) -> str:
    name = (found[1] or "").casefold()
    return (" " if name in BLOCKS else NOTHING) * len(found[0])


def _entity(found: re.Match[str]) -> str:
    character = html.unescape(found[0])
    if character == found[0]:
        return number(found[0])  # an entity of its own, such as the name of a product
    if len(character) > len(found[0]):
        character = " "
    return character + NOTHING * (len(found[0]) - len(character))


def _of_markdown(found: re.Match[str]) -> str:
    if found.lastgroup in {"code", "auto"} or found["code"] or found["auto"]:
        return number(found[0])
    return _nothing(found)


_MASKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (PLACEHOLDERS, lambda found: number(found[0])),
    (TAGS, _tag),
    (ENTITIES, _entity),
    (PERCENT, lambda _: "%" + NOTHING),
)
