"""Messages: masks over what is not language in them, and the texts of ICU plurals and choices.

A placeholder becomes a number, the same for the same placeholder, so that source and translation
agree in it. Inline markup becomes characters that have no width, other markup spaces. A mask is as
long as what it represents, so that offsets stay.

Of each ICU plural and choice (`{count, plural, one {# file} other {# files}}`) one form is the
message's text (`other`, else `many`, else the last); with every other form the message is a
variant. Forms are never neighbours in a text. The syntax:
https://unicode-org.github.io/icu/userguide/format_parse/messages/. Likewise of the plural forms of
Symfony, Laravel and Vue (`{1} one file|[2,*] many files`) the last is the text.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from discotag.plugin.files import CHROME_ARGUMENTS, ENTITIES, PLACEHOLDERS, TAGS
from discotag_localization.texts import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag_localization.texts import Text


NOTHING = "\u2060"
"""A character without width, which analyzers leave out (WORD JOINER)."""
DIGITS = 3
"""Digits of a number that represents a placeholder, where it is as long."""
BLOCKS = frozenset({"br", "hr", "p", "div", "ul", "ol", "li", "tr", "td", "th", "table", "h1", "h2",
                    "h3", "h4", "h5", "h6", "img"})  # fmt: skip
"""Elements at whose tags a word ends."""

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


def masked(
    text: str, *, hashes: Iterable[int] = (), is_markdown: bool = False, is_chrome: bool = False
) -> str:
    """Return a message as analyzers read it, as long as it is.

    Args:
        text: the message.
        hashes: places of characters that represent a number (`#` of ICU plurals).
        is_markdown: whether its markup is Markdown's, besides HTML.
        is_chrome: whether it is a message of Chrome's, in which `$1` is a placeholder.

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
    if is_chrome:
        text = CHROME_ARGUMENTS.sub(lambda found: number(found[0]), text)
    if "'" in text:
        text = text.replace("''", "'" + NOTHING)
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


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


CHOICE = re.compile(r"\{\s*([\w.-]+)\s*,\s*(plural|select|selectordinal)\s*,")
BRANCH = re.compile(r"\s*(=\d+|[\w-]+)\s*\{")
OFFSET = re.compile(r"\s*offset:\d+")
MAIN = ("other", "many")
"""The forms that are a message's text, the likeliest first."""
MOST = 60
"""Variants of a message that are read."""
DEEPEST = 20


class MessageError(ValueError):
    """A message whose braces do not fit, at an offset of it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the texts that a message may be.

    Args:
        form: what was chosen that is not the main form, such as `one`; "" = the message's text.
        text: the text.
        hashes: offsets in it of `#`, which represent a number.
    """

    form: str
    text: Text
    hashes: tuple[int, ...] = ()


class _Plain(NamedTuple):
    begin: int
    end: int
    hashes: tuple[int, ...]


@dataclass
class _Choice:
    branches: dict[str, list[_Plain | _Choice]] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The branch that is the text."""
        return next((name for name in MAIN if name in self.branches), [*self.branches][-1])


def variants(text: Text) -> list[Variant]:
    """Return the texts of a message, its main one first; a message without choices is itself.

    Raises:
        MessageError: its braces do not fit.
    """
    content = text.text
    if CHOICE.search(content) is None:
        _check_braces(content)
        *others, main = _piped_forms(content) or [(0, len(content))]
        return [
            Variant("", text.sliced(*main)),
            *(Variant(str(number), text.sliced(*form)) for number, form in enumerate(others)),
        ]
    try:
        parts = _Parser(content, has_quotes=True).parse()
    except MessageError:
        parts = _Parser(content, has_quotes=False).parse()
    found = []
    for form, plain in islice(_forms(parts), MOST):
        pieces, hashes, size = [], [], 0
        for piece in plain:
            pieces.append(text.sliced(piece.begin, piece.end))
            hashes += [size + place - piece.begin for place in piece.hashes]
            size += piece.end - piece.begin
        found.append(Variant(form, joined(pieces), tuple(hashes)))
    return found


SELECTOR = re.compile(
    r"\s*(?:\{-?\d+(?:\s*,\s*-?\d+)*\}"
    r"|[\[\]](?:-?\d+|\*|-Inf)\s*,\s*(?:-?\d+|\*|\+?Inf)[\[\]])\s*"
)
"""The numbers that a form is for: `{1}`, `[2,*]`, `]1,Inf[`."""


def _piped_forms(content: str) -> list[tuple[int, int]]:
    """Return where the plural forms between `|` are, without their selectors; nothing for others.

    They have selectors, or no space around `|` (`file|files`), or words in common
    (`one file | {n} files`), unlike the parts of a title (`Settings | Photos`).
    """
    if "|" not in content or "||" in content:
        return []
    bounds = [-1, *(found.start() for found in re.finditer(r"\|", content)), len(content)]
    spans = [(begin + 1, end) for begin, end in pairwise(bounds)]
    selectors = [SELECTOR.match(content, *span) for span in spans]
    told = [found[0].strip() for found in selectors if found]
    if len(set(told)) < len(told):  # a placeholder that all forms begin with
        selectors, told = [None] * len(spans), []
    forms = [
        _stripped(content, found.end() if found else begin, end)
        for (begin, end), found in zip(spans, selectors, strict=True)
    ]
    parts = [content[begin:end] for begin, end in forms]
    if not all(map(_is_form, parts)):
        return []
    is_close = all(form == span for form, span in zip(forms, spans, strict=True))
    words = [set(re.findall(r"\w{3,}", part.casefold())) for part in parts]
    is_alike = all(_share_stem(one, words[-1]) for one in words[:-1])
    return forms if len(told) > 1 or is_close or is_alike else []


def _stripped(content: str, begin: int, end: int) -> tuple[int, int]:
    part = content[begin:end]
    return begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())


def _is_form(part: str) -> bool:
    """Return whether a part has words, and no bracket that another part closes: `[on|off]`."""
    return any(map(str.isalpha, part)) and all(
        part.count(one) == part.count(other) for one, other in ("[]", "()", "{}", "<>")
    )


def _share_stem(words: set[str], others: set[str]) -> bool:
    stems = {word[:4] for word in others}
    return any(word[:4] in stems for word in words)


def _check_braces(content: str) -> None:
    """Raise MessageError where a `{{` or `{` that begins a placeholder is never closed."""
    opened = [found.start() for found in re.finditer(r"\{", content)]
    if content.count("{") != content.count("}") and re.search(r"\{\s*\w|\w\s*\}", content):
        place = opened[-1] if content.count("{") > content.count("}") else content.rfind("}")
        raise MessageError("has braces that do not fit", max(place, 0))


class _Parser:
    """Parses a message into plain stretches and choices.

    Args:
        content: the message.
        has_quotes: whether an apostrophe before a brace quotes it.
    """

    def __init__(self, content: str, *, has_quotes: bool) -> None:
        self._content, self._has_quotes = content, has_quotes

    def parse(self) -> list[_Plain | _Choice]:
        """Return the parts of the message."""
        parts, end = self._parts(0, in_plural=False, depth=0)
        if end < len(self._content):
            raise MessageError("has a } that closes nothing", end)
        return parts

    def _parts(
        self, place: int, *, in_plural: bool, depth: int
    ) -> tuple[list[_Plain | _Choice], int]:
        """Return the parts up to the brace that closes them, and where it is."""
        content = self._content
        parts: list[_Plain | _Choice] = []
        begin = place
        hashes: list[int] = []
        if depth > DEEPEST:
            raise MessageError("nests choices too deeply", place)
        while place < len(content) and content[place] != "}":
            sign = content[place]
            if sign == "'" and self._has_quotes and content[place + 1 : place + 2] in set("{}"):
                quoted = content.find("'", place + 1)
                place = place + 1 if quoted < 0 else quoted + 1
            elif found := CHOICE.match(content, place):
                parts.append(_Plain(begin, place, tuple(hashes)))
                choice, place = self._choice(found, in_plural=in_plural, depth=depth)
                parts.append(choice)
                begin, hashes = place, []
            elif sign == "{":
                place = self._argument(place)
            else:
                if sign == "#" and in_plural:
                    hashes.append(place)
                place += 1
        parts.append(_Plain(begin, place, tuple(hashes)))
        return parts, place

    def _choice(self, found: re.Match[str], *, in_plural: bool, depth: int) -> tuple[_Choice, int]:
        content, choice, place = self._content, _Choice(), found.end()
        is_plural = found[2] != "select" or in_plural
        if offset := OFFSET.match(content, place):
            place = offset.end()
        while branch := BRANCH.match(content, place):
            parts, place = self._parts(branch.end(), in_plural=is_plural, depth=depth + 1)
            if place >= len(content):
                raise MessageError("has a { that is never closed", branch.end() - 1)
            choice.branches[branch[1]] = parts
            place += 1
        place += len(content[place:]) - len(content[place:].lstrip())
        if content[place : place + 1] != "}" or not choice.branches:
            raise MessageError(f"has a {found[2]} whose forms are not NAME {{…}}", found.start())
        return choice, place + 1

    def _argument(self, begin: int) -> int:
        """Return where a placeholder ends."""
        depth = 0
        for place in range(begin, len(self._content)):
            depth += {"{": 1, "}": -1}.get(self._content[place], 0)
            if not depth:
                return place + 1
        raise MessageError("has a { that is never closed", begin)


def _main(parts: Sequence[_Plain | _Choice]) -> list[_Plain]:
    found: list[_Plain] = []
    for part in parts:
        found += [part] if isinstance(part, _Plain) else _main(part.branches[part.main])
    return found


def _forms(parts: Sequence[_Plain | _Choice]) -> Iterator[tuple[str, list[_Plain]]]:
    """Yield (form, stretches): the main text first, then with one other form at a time."""
    yield "", _main(parts)
    for number, part in enumerate(parts):
        if isinstance(part, _Plain):
            continue
        before, behind = _main(parts[:number]), _main(parts[number + 1 :])
        for name, inner in part.branches.items():
            for form, plain in _forms(inner):
                told = ".".join(word for word in (name if name != part.main else "", form) if word)
                if told:
                    yield told, [*before, *plain, *behind]
