"""Texts of an app in YAML: nested keys, the first of which may be the language (Rails).

YAML: https://yaml.org/spec/1.1/; Rails: https://guides.rubyonrails.org/i18n.html. PyYAML says
where each value is; no object is built from a tag.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from discotag.plugin import InputError
from discotag_localization.formats.json_formats import CATEGORIES, named
from discotag_localization.texts import Lines, Run, Text, TextBuilder
from discotag_localization.units import Scan, TextFormat, Unit, unchanged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.formats.json_formats import Keys
    from discotag_localization.texts import Content

STRING = "tag:yaml.org,2002:str"
CODE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}")
ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
TWICE = re.compile("''")
NAMED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f",
         "v": "\v", "N": "\x85", "_": "\u00a0", "L": "\u2028", "P": "\u2029"}  # fmt: skip
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 100
"""Levels of mappings and lists, beyond which a file is not a list of texts."""
FOLDED = re.compile(r"[ \t]*(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")
"""A line end within a value, with the white space around it."""
TOO_DEEP = f"nests mappings more than {DEEPEST} times"


class YamlTexts(TextFormat):
    """Mappings of texts."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError where it is not YAML, or no mapping."""
        root = _composed(content)
        if not isinstance(root, yaml.MappingNode):
            raise InputError("is YAML, but no mapping of texts", path=content.path, line=1)
        language = ""
        first = root.value[0][0].value if len(root.value) == 1 else None
        inner = root.value[0][1] if first is not None else None
        if isinstance(first, str) and CODE.fullmatch(first) and isinstance(inner, yaml.MappingNode):
            language, root = first, inner
        walk = _Walk(content, notes)
        return Scan([*walk.units(root, ())], language=language)


def _composed(content: Content) -> Any:
    try:
        _check_depth(content)
        return yaml.compose(content.text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = str(error.problem or error.context)
        is_deep = "nesting depth" in problem  # PyYAML has a limit of its own from 6.0.4 on
        raise InputError(
            TOO_DEEP if is_deep else f"is not YAML: {problem}",
            path=content.path,
            line=mark.line + 1 if mark is not None else None,
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(f"is not YAML: {error}", path=content.path) from error


def _check_depth(content: Content) -> None:
    """Raise InputError for a file that composing, which calls itself, cannot handle."""
    depth = 0
    for event in yaml.parse(content.text, Loader=LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise InputError(
                TOO_DEEP,
                path=content.path,
                line=event.start_mark.line + 1,
            )


class _Walk:
    """Goes over the nodes of a file; what an alias repeats is read where it is alone."""

    def __init__(self, content: Content, notes: Notes) -> None:
        self._content, self._notes = content, notes
        self._lines = Lines(content.text)
        self._seen: set[int] = set()

    def units(self, root: Any, keys: Keys) -> Iterator[Unit]:
        """Yield the units of a node in order."""
        waiting: list[tuple[Any, Keys, str]] = [(root, keys, "")]
        while waiting:
            node, keys, form = waiting.pop()
            if id(node) in self._seen:
                continue
            self._seen.add(id(node))
            if isinstance(node, yaml.ScalarNode):
                if node.tag == STRING:
                    yield self._unit(node, keys, form)
                continue
            members = self._members(node)
            names = {key for key, _ in members}
            is_plural = names <= set(CATEGORIES) and "other" in names
            for key, member in reversed(members):
                waiting.append((member, (*keys, key), str(key) if is_plural else ""))

    def _members(self, node: Any) -> list[tuple[str | int, Any]]:
        """Return the keys of a mapping or list with their values; repeated keys are noted."""
        if isinstance(node, yaml.SequenceNode):
            return list(enumerate(node.value))
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else "?"
            if name == "<<":
                continue
            if name in found:
                self._notes.accept(
                    f"key {name!r} comes again; the last one counts",
                    kind="duplicate",
                    path=self._content.path,
                    line=key.start_mark.line + 1,
                )
            found[name] = value
        return list(found.items())

    def _unit(self, node: Any, keys: Keys, form: str) -> Unit:
        text, escape = _text(self._content.text, node)
        group = f"{named(keys[:-1])}.other" if form else ""
        comment = self._comment(node.start_mark.line)
        return Unit(named(keys), text, escape, comment, group, form)

    def _comment(self, line: int) -> str:
        """Return the comments that are right before a line (0-based)."""
        found: list[str] = []
        content = self._content.text
        for number in range(line, 0, -1):
            begin, end = self._lines.start(number), self._lines.start(number + 1)
            text = content[begin:end].strip()
            if not text.startswith("#"):
                break
            found.append(text.lstrip("# "))
        return "\n".join(reversed(found))


def _text(content: str, node: Any) -> tuple[Text, Callable[[str], str]]:
    """Return a value's text, and how words are written there."""
    begin, end = node.start_mark.index, node.end_mark.index
    if node.style in {"|", ">"}:
        return _checked(_block(content, begin, end), node, begin, end), unchanged
    if node.style == '"':
        return _checked(_quoted(content, begin + 1, end - 1, ESCAPE), node, begin, end), _double
    if node.style == "'":
        return _checked(_quoted(content, begin + 1, end - 1, TWICE), node, begin, end), _single
    return _checked(_quoted(content, begin, end, None), node, begin, end), unchanged


def _checked(text: Text, node: Any, begin: int, end: int) -> Text:
    """Return a text if it is what PyYAML reads there, else PyYAML's, of which none is written."""
    if text.text.split() == node.value.split():
        return text
    value = " ".join(node.value.split())
    return Text(value, (Run(0, len(value), begin, max(end - begin, len(value) + 1)),), begin)


def _quoted(content: str, begin: int, end: int, escapes: re.Pattern[str] | None) -> Text:
    """Return a value that may go over several lines, joined by spaces."""
    builder = TextBuilder(content, begin)
    place = begin
    for found in FOLDED.finditer(content, begin, end):
        stop = found.start()
        is_escaped = escapes is ESCAPE and content[stop - 1 : stop] == "\\"
        _resolved(builder, content, place, stop - is_escaped, escapes)
        if not is_escaped:
            builder.sign(" ", stop, found.end())
        place = found.end()
    _resolved(builder, content, place, end, escapes)
    return builder.build()


def _resolved(
    builder: TextBuilder, content: str, begin: int, end: int, escapes: re.Pattern[str] | None
) -> None:
    """Add a stretch of one line, its escapes resolved."""
    place = begin
    for found in escapes.finditer(content, begin, end) if escapes is not None else ():
        builder.literal(place, found.start())
        sign = found[0][1:]
        if len(sign) > 1:
            sign = chr(int(sign[1:], 16))
        builder.sign(NAMED.get(sign, sign) if escapes is ESCAPE else "'", *found.span())
        place = found.end()
    builder.literal(place, end)


def _block(content: str, begin: int, end: int) -> Text:
    """Return the lines of a literal or folded block, joined by spaces."""
    header = content.find("\n", begin, end)
    builder = TextBuilder(content, begin)
    if header < 0:
        return builder.build()
    place, behind = header + 1, header
    while place < end:
        stop = content.find("\n", place, end)
        stop = end if stop < 0 else stop
        line = content[place:stop]
        if line.strip():
            first = place + len(line) - len(line.lstrip())
            last = place + len(line.rstrip())
            if behind != header:
                builder.sign(" ", behind, first)
            builder.literal(first, last)
            behind = last
        place = stop + 1
    return builder.build()


def _double(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _single(text: str) -> str:
    return text.replace("'", "''")
