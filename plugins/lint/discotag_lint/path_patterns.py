"""Patterns of paths that belong together: `locales/en/**/*.json` and `locales/{lang}/**/*.json`.

A path that fits one pattern says, wildcard by wildcard, which path of the other belongs to it.
Patterns have `/` between folders on every system, and are relative to one folder.
"""

from __future__ import annotations

import os
import re
from fnmatch import translate
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


LANGUAGE = "{lang}"
PART = re.compile(r"\*\*/|\*\*|\*|\?|\[[^\]/]+\]|\{lang\}")
CODE = r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*(?:@[a-z]+)?|b(?:\+[A-Za-z0-9]{2,8})+"
"""A language in a path: `fr`, `pt_BR`, Android's `pt-rBR` and `b+sr+Latn`, gettext's `sr@latin`."""
LONGEST = 80
"""Characters of what is at `{lang}`."""
UNSEEN = frozenset({"node_modules", "__pycache__"})
"""Folders that are never looked into, like those whose names begin with a dot."""


class Fit(NamedTuple):
    """How a path fits a pattern.

    Args:
        language: what is at `{lang}`, as written in the path, or `""`.
        wildcards: what is at each wildcard, in order.
    """

    language: str
    wildcards: tuple[str, ...]


class PathPattern:
    """A pattern with `*`, `?`, `[…]`, `**` (any number of folders) and `{lang}`.

    Args:
        text: the pattern.
        names: what may be at `{lang}`; empty = anything that looks like a language's code.

    Raises:
        ValueError: it leads out of the folder, or has an unknown `{name}`.
    """

    def __init__(self, text: str, names: Iterable[str] = ()) -> None:
        self.text = text.removeprefix("./")
        self._code = "|".join(map(re.escape, names)) or CODE
        path = PurePosixPath(self.text)
        if not self.text or path.is_absolute() or ".." in path.parts or "\\" in self.text:
            raise ValueError(
                f"the pattern {text!r} must lie in the folder of the configuration, with / between"
                " folders"
            )
        self._parts = PART.split(self.text)
        self._marks = PART.findall(self.text)
        for part in self._parts:
            if unknown := re.search(r"\{[^}]*\}?", part):
                raise ValueError(f"the pattern {text!r} has {unknown[0]}; there is {{lang}}")

    def __str__(self) -> str:
        return self.text

    @property
    def has_language(self) -> bool:
        """Whether `{lang}` is in it."""
        return LANGUAGE in self._marks

    @property
    def wildcards(self) -> tuple[str, ...]:
        """Its wildcards in order, without `{lang}`."""
        return tuple(mark for mark in self._marks if mark != LANGUAGE)

    def fit(self, path: str) -> Fit | None:
        """Return how a relative path fits, or None.

        Example:
            >>> PathPattern("locales/{lang}/**/*.json").fit("locales/fr/ui/menu.json")
            Fit(language='fr', wildcards=('ui/', 'menu'))
        """
        return _matched(self._steps, path)

    def filled(self, fit: Fit) -> str:
        """Return the path with a language and what is at each wildcard.

        Example:
            >>> PathPattern("en/**/*.json").filled(Fit("fr", ("ui/", "menu")))
            'en/ui/menu.json'
        """
        waiting = iter(fit.wildcards)
        values = [fit.language if mark == LANGUAGE else next(waiting) for mark in self._marks]
        return "".join(
            part for pair in zip(self._parts, (*values, ""), strict=True) for part in pair
        )

    def narrowed(self, fit: Fit) -> PathPattern:
        """Return the pattern with its wildcards filled in, so that `{lang}` alone is open."""
        waiting = iter(fit.wildcards)
        own = PathPattern(self.text)
        own._code = self._code
        parts = [self._parts[0]]
        for mark, part in zip(self._marks, self._parts[1:], strict=True):
            if mark == LANGUAGE:
                parts.append(part)
            else:
                parts[-1] += next(waiting) + part
        own._parts = parts
        own._marks = [mark for mark in self._marks if mark == LANGUAGE]
        own.text = LANGUAGE.join(parts)
        return own

    def files(self, folder: Path) -> Iterator[tuple[str, Fit]]:
        """Yield the files of a folder that fit, in order, each with how it fits."""
        fixed = self._parts[0].rpartition("/")[0]
        if not self._marks:
            if (folder / self.text).is_file():
                yield self.text, Fit("", ())
            return
        for place, folders, names in os.walk(folder / fixed):
            folders[:] = sorted(
                name for name in folders if not name.startswith(".") and name not in UNSEEN
            )
            for name in sorted(names):
                path = (type(folder)(place) / name).relative_to(folder).as_posix()
                if (fit := self.fit(path)) is not None:
                    yield path, fit

    @cached_property
    def _steps(self) -> list[tuple[str, str]]:
        """What a path is matched with, step by step: (kind, text or expression)."""
        steps = [("text", self._parts[0])]
        for mark, part in zip(self._marks, self._parts[1:], strict=True):
            if mark == LANGUAGE:
                steps.append(("language", self._code))
            else:
                steps += [("border", ""), *_steps_of(mark), ("border", "")]
            steps.append(("text", part))
        return steps


def _steps_of(mark: str) -> list[tuple[str, str]]:
    """Return the steps of one wildcard."""
    known = {
        "**/": [("folders", "")],
        "**": [("one", r"[\s\S]"), ("any", r"[\s\S]")],
        "*": [("any", r"[^/]")],
        "?": [("one", r"[^/]")],
    }
    shell = re.sub(r"^\(\?s:|\)\\[Zz]$", "", translate(mark))  # a class, as shells read it
    return known.get(mark) or [("one", shell)]


class _State(NamedTuple):
    """How far a path is matched: the next step, the place, the language, where wildcards are."""

    step: int
    place: int
    language: str | None
    borders: tuple[Any, ...] = ()


def _matched(steps: Sequence[tuple[str, str]], path: str) -> Fit | None:
    """Match a path; each step is tried once at each place, so no pattern takes long."""
    seen: set[tuple[int, int, str | None]] = set()
    todo = [_State(0, 0, None)]
    while todo:
        state = todo.pop()
        if state[:3] in seen:
            continue
        seen.add(state[:3])
        if state.step < len(steps):
            todo += reversed([*_next(steps[state.step], state, path)])
        elif state.place == len(path):
            places: list[int] = []
            borders = state.borders
            while borders:
                borders, place = borders
                places.insert(0, place)
            found = tuple(
                path[begin:end] for begin, end in zip(places[::2], places[1::2], strict=True)
            )
            return Fit(state.language or "", found)
    return None


def _next(step: tuple[str, str], state: _State, path: str) -> Iterator[_State]:
    """Yield the states that a step leads to, the longest match first."""
    kind, text = step
    place = state.place
    after = state._replace(step=state.step + 1)
    if kind == "text":
        if path.startswith(text, place):
            yield after._replace(place=place + len(text))
    elif kind == "border":
        yield after._replace(borders=(state.borders, place))
    elif kind == "folders":
        slash = path.find("/", place)
        if slash > place:
            yield state._replace(place=slash + 1)
        yield after
    elif kind == "language":
        if state.language is not None:
            yield from _next(("text", state.language), state, path)
            return
        for end in range(min(len(path), place + LONGEST), place, -1):
            if _compiled(text).fullmatch(path, place, end):
                yield after._replace(place=end, language=path[place:end])
    else:
        if _compiled(text).match(path, place):
            yield (state if kind == "any" else after)._replace(place=place + 1)
        if kind == "any":
            yield after


_compiled = lru_cache(maxsize=256)(re.compile)


def language_code(name: str) -> str:
    """Return the language of what a path calls it, with hyphens.

    Example:
        >>> [language_code(name) for name in ("pt_BR", "pt-rBR", "b+sr+Latn", "sr@latin")]
        ['pt-BR', 'pt-BR', 'sr-Latn', 'sr']
    """
    name = name.partition("@")[0]
    if name.startswith("b+"):
        return name.removeprefix("b+").replace("+", "-")
    name = name.replace("_", "-")
    return re.sub(r"^([A-Za-z]{2,3})-r([A-Z]{2})$", r"\1-\2", name)
