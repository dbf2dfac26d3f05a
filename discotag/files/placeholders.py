"""Placeholders, tags and entities: what a text for programs has besides language.

Every pattern takes time that grows with the length of a text, whatever it holds: repetitions are
bounded or cannot overlap.

Sources: printf (ISO C 7.21.6.1, with Apple's `%@`), Python's `str.format` and `%`, ICU
MessageFormat, i18next, Ruby on Rails, .NET, Symfony, Chrome's i18n, Android's `xliff:g`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

PLACEHOLDERS = re.compile(
    r"""
      \{\{[^{}]{1,200}\}\}                    # {{name}} of i18next, Mustache, Jinja
    | \$\{[^{}]{1,200}\}                      # ${name}
    | %\{[^{}\s]{1,80}\}                      # %{name} of Ruby
    | %\([^()\s]{1,80}\)[-+#0]?\d{0,4}(?:\.\d{1,4})?[a-zA-Z]   # %(name)s of Python
    | (?<![\w%])%[A-Za-z_][\w.-]{1,60}%(?![\w%])                # %name% of Symfony
    | (?<![0-9A-Za-z%])%(?:\d{1,2}\$)?[-+#0']{0,5}\d{0,4}(?:\.\d{1,4})?
      (?:[ds]|(?:hh|h|ll|l|q|j|z|t|L)?[diouxXeEfFgGcsSp](?![0-9A-Za-z]))
    | %(?:\d{1,2}\$)?@                        # %@ and %1$@ of Apple
    | %\#@\w{1,80}@                           # %#@files@ of stringsdict
    | \$t\([^()]{1,200}\)                     # $t(key) of i18next
    | \$[A-Za-z_][A-Za-z0-9_@]{0,80}\$        # $NAME$ of Chrome
    | \{[^{}\s][^{}]{0,200}\}                 # {name}, {0}, {0:.2f}, {when, date, short}
    | <xliff:g\b[^<>]{0,300}>[^<>]*</xliff:g> # what Android keeps from translators
    | <(?:code|kbd|samp|script|style)\b[^<>]{0,300}>[^<>]*</(?:code|kbd|samp|script|style)>
    | <(?P<kept>\w{1,30})\s[^<>]{0,300}(?:translate="no"|\bnotranslate\b)[^<>]{0,300}>[^<>]*
      </(?P=kept)>
    """,
    re.VERBOSE,
)
CHROME_ARGUMENTS = re.compile(r"\$[1-9]")
"""`$1` of Chrome's messages; anywhere else it is a price."""
TAGS = re.compile(
    r"""<!--.{0,500}?-->|<!\[CDATA\[|\]\]>|</?\d{1,4}\s?/?>
    |</?([A-Za-z][\w:.-]{0,40}+)
     (?:\s(?:[^<>"']|"[^"<]{0,300}"|'[^'<]{0,300}'){0,500}+)?/?>""",
    re.DOTALL | re.VERBOSE,
)
ENTITIES = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


class Placeholder(NamedTuple):
    """A placeholder of a text: begin, end (half-open, in code points), and how it is written."""

    start: int
    end: int
    text: str


def placeholders(text: str) -> list[Placeholder]:
    """Return the placeholders of a text in their order, without protected elements.

    Example:
        >>> [each.text for each in placeholders("%1$s von {{n}}：删除%d个文件, 100% sure")]
        ['%1$s', '{{n}}', '%d']
    """
    if not any(sign in text for sign in "%{$"):
        return []
    return [
        Placeholder(*found.span(), found[0])
        for found in PLACEHOLDERS.finditer(text)
        if found[0][0] != "<"
    ]


def without_placeholders(text: str) -> str:
    """Return a text with spaces for its placeholders, as long as it is."""
    if not any(sign in text for sign in "%{$<"):
        return text
    return PLACEHOLDERS.sub(lambda found: " " * len(found[0]), text)
