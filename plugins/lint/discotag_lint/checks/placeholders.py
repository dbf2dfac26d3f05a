"""Placeholders and tags that a translation lost, added or broke.

What programs fill in (`%s`, `{name}`) and tags must be those of the source, in any order. A
placeholder that is written otherwise (`{ name }`, `％s`, `{nom}`) is found as a change of the one
that is lost; where only one is lost and one is added, the fix is certain.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Self

from discotag.plugin import NoOptions
from discotag.plugin.files import TAGS, Placeholder, placeholders
from discotag_lint.check import Check, Finding, Fix, Severity, token_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument


LOST, OTHER, MARKUP, PLURAL = "DT801", "DT802", "DT803", "DT804"
PRINTF = re.compile(r"%(?:(\d{1,2})\$)?([^%{(#]*[^%{(#\s@]|@)")
"""A conversion of printf: the number of its argument, and the rest."""
FORM = re.compile(r"zero|one|two|few|many|other|=\d+")
"""Plural categories of the Unicode CLDR."""
ONE_NUMBER = re.compile(r"zero|one|two|=\d+")
"""Those that may be replaced by a single number."""
BRACES = re.compile(r"\{[^{}]{0,200}\}")
NUMBER_SIGN = re.compile(r"(?<![\w&#])#(?![\w#])")
BREAKS = frozenset({"br", "wbr", "hr"})
"""Tags of layout, which a translation may set elsewhere."""
ELEMENTS = frozenset(
    """
    a abbr address article aside b bdi bdo big blockquote br button caption center cite code
    dd del dfn div dl dt em figure font footer form g h1 h2 h3 h4 h5 h6 header hr i img
    input ins kbd label li link main mark nav ol p ph pre q s samp section small span strike
    strong style sub sup table tbody td th thead time tr tt u ul var wbr x bx ex bpt ept it
    """.split()  # noqa: SIM905 - a list of names reads better so
)
"""Elements of HTML (WHATWG) and XLIFF; `<file>` of a help text is not one."""


class _Tag(NamedTuple):
    """A tag: its place, its element (in lower case), and whether it opens or closes one."""

    start: int
    end: int
    text: str
    name: str
    is_closing: bool
    is_single: bool

    @property
    def key(self) -> tuple[str, bool, bool]:
        """What is the same tag, whatever its attributes."""
        is_break = self.name in BREAKS
        return self.name, self.is_closing, self.is_single and not is_break


class PlaceholderCheck(Check):
    """Compares the placeholders and tags of each segment."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; it has no options."""
        context.read_options(NoOptions)
        return cls()

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each placeholder that differs, and one for the tags of a segment."""
        document = tagged.document
        forms = _forms(document.id)
        pairs = zip(document.source.segments, document.target.segments, strict=True)
        for segment, (source, target) in enumerate(pairs):
            if target.strip() and source != target and len(document.target[segment]):
                yield from _placeholders(document, segment, forms)
                yield from _tags(document, segment)


def _forms(document: str) -> frozenset[str]:
    """Return the plural forms that a document of variants consists of (`app.json:one`)."""
    _, colon, last = document.rpartition(":")
    return frozenset(filter(FORM.fullmatch, last.split("."))) if colon else frozenset()


def _placeholders(document: Document, segment: int, forms: frozenset[str]) -> Iterator[Finding]:
    ours, theirs = (
        _with_number_signs(side.segments[segment], is_plural=bool(forms))
        for side in (document.source, document.target)
    )
    lost, added = _only(ours, theirs), _only(theirs, ours)
    target = document.target.segments[segment]
    if len(lost) == 1 and not added and (changed := _rewritten(lost[0], theirs, target)):
        added = [changed]
    is_certain = len(lost) == len(added) == 1
    for each in added:
        instead = tuple(Fix(each.start, each.end, own.text) for own in lost)
        message = f"“{each.text}” is not in the source"
        if lost:
            message += f", which has {' and '.join(f'“{own.text}”' for own in lost)}"
        yield _finding(
            document,
            segment,
            (OTHER, message),
            each[:2],
            None if is_certain or lost or each.text[0] == "%" else Severity.WARNING,
            other=lost[0].start if lost else None,
            fix=instead[0] if is_certain else None,
            suggestions=instead,
        )
    if added:
        lost = lost[len(added) :]
    if forms and all(map(ONE_NUMBER.fullmatch, forms)):
        return  # "one file", "no files": the form says the number
    for each in lost:
        code = PLURAL if forms else LOST
        message = f"“{each.text}” of the source is not in the translation"
        yield _finding(document, segment, (code, message), (0, len(target)), other=each.start)


def _with_number_signs(text: str, *, is_plural: bool) -> list[Placeholder]:
    """Return the placeholders of a text, in plural forms with `#`, which represents the number."""
    found = placeholders(text)
    if is_plural:
        found += [Placeholder(*sign.span(), "#") for sign in NUMBER_SIGN.finditer(text)]
    return found


def _only(own: Sequence[Placeholder], other: Sequence[Placeholder]) -> list[Placeholder]:
    """Return the placeholders of one text that the other lacks."""
    left = Counter(_key(each) for each in _distinct(other))
    found = []
    for each in _distinct(own):
        if left[_key(each)]:
            left[_key(each)] -= 1
        else:
            found.append(each)
    return found


def _distinct(found: Sequence[Placeholder]) -> list[Placeholder]:
    """Return placeholders without repetitions; each unnumbered one of printf takes a value."""
    seen: set[str] = set()
    distinct = []
    for each in found:
        printf = PRINTF.fullmatch(each.text)
        if each.text not in seen or (printf is not None and printf[1] is None):
            distinct.append(each)
        seen.add(each.text)
    return distinct


def _key(placeholder: Placeholder) -> str:
    """Return what is the same placeholder: `%1$s` is a `%s`, `{ n }` is `{n}`."""
    printf = PRINTF.fullmatch(placeholder.text)
    return f"%{printf[2]}" if printf else "".join(placeholder.text.split())


def _rewritten(lost: Placeholder, known: Sequence[Placeholder], text: str) -> Placeholder | None:
    """Return where a placeholder is written otherwise: `{ name }`, `％s`, `{ nmae }`."""
    taken = {place for each in known for place in range(each.start, each.end)}
    signs, places = [], []
    for place, sign in enumerate(text):
        plain = unicodedata.normalize("NFKC", sign).casefold()
        if len(plain) == 1 and not plain.isspace() and place not in taken:
            signs.append(plain)
            places.append(place)
    wanted = unicodedata.normalize("NFKC", "".join(lost.text.split())).casefold()
    begin = "".join(signs).find(wanted)
    if begin < 0:
        braces = BRACES.search(text) if lost.text[0] == "{" else None
        if braces is None or braces.start() in taken:
            return None
        return Placeholder(*braces.span(), braces[0])
    start, end = places[begin], places[begin + len(wanted) - 1] + 1
    behind = text[end : end + 1]
    is_word = wanted[-1].isalpha() and behind.isalpha() and behind.isascii()
    is_percentage = text[max(start - 1, 0) : start].isdecimal()
    if is_word or (is_percentage and wanted[0] == "%"):
        return None  # “100 % der”
    return Placeholder(start, end, text[start:end])


def _tags(document: Document, segment: int) -> Iterator[Finding]:
    """Yield what is wrong with the tags of a segment, at most one finding."""
    source, target = (side.segments[segment] for side in (document.source, document.target))
    if "<" not in source and "<" not in target:
        return
    closed = {tag.name for tag in _all_tags(source) if tag.is_closing}
    ours, theirs = (
        [tag for tag in _all_tags(text) if tag.name in ELEMENTS | closed or tag.name.isdecimal()]
        for text in (source, target)
    )
    wanted, found = (Counter(tag.key for tag in tags) for tags in (ours, theirs))
    more = next((tag for tag in theirs if found[tag.key] > wanted[tag.key]), None)
    less = next((tag for tag in ours if wanted[tag.key] > found[tag.key]), None)
    if more is not None:
        message = f"“{more.text}” is not in the source" + (
            f", which has “{less.text}”" if less is not None else ""
        )
        severity = Severity.NOTE if more.name in BREAKS else None
        place = more.start, more.end
        yield _finding(document, segment, (MARKUP, message), place, severity,
                       other=None if less is None else less.start)  # fmt: skip
    elif less is not None:
        message = f"“{less.text}” of the source is not in the translation"
        severity = Severity.NOTE if less.name in BREAKS else None
        place = 0, len(target)
        yield _finding(document, segment, (MARKUP, message), place, severity, other=less.start)
    elif (crossed := _crossed(theirs)) is not None and _crossed(ours) is None:
        message = f"“{crossed.text}” does not close the element that was opened last"
        yield _finding(document, segment, (MARKUP, message), (crossed.start, crossed.end))


def _all_tags(text: str) -> list[_Tag]:
    tags = []
    for found in TAGS.finditer(text):
        inside = found[0][1:-1]
        name = (found[1] or inside.strip("/ ")).casefold()
        if name and not found[0].startswith(("<!", "]")):
            kinds = inside.startswith("/"), inside.endswith("/")
            tags.append(_Tag(*found.span(), found[0], name, *kinds))
    return tags


def _crossed(tags: Sequence[_Tag]) -> _Tag | None:
    """Return the first tag that closes another element than the one that is open."""
    opened: list[str] = []
    names = {tag.name for tag in tags if tag.is_closing}
    for tag in tags:
        if tag.is_closing:
            if not opened or opened.pop() != tag.name:
                return tag
        elif not tag.is_single and tag.name in names:
            opened.append(tag.name)
    return None


def _finding(
    document: Document,
    segment: int,
    what: tuple[str, str],
    span: tuple[int, int],
    severity: Severity | None = None,
    *,
    other: int | None = None,
    fix: Fix | None = None,
    suggestions: tuple[Fix, ...] = (),
) -> Finding:
    """Return a finding of (code, message) at some characters of the translation."""
    return Finding(
        *what,
        place=token_at(document, "target", segment, span[0]),
        others=() if other is None else (token_at(document, "source", segment, other),),
        severity=severity,
        fix=fix,
        suggestions=suggestions,
        span=span,
    )
