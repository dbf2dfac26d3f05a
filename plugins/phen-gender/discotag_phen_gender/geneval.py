"""MT-GenEval as published: its files, and its measure of accuracy.

Counterfactual: `geneval-sentences-GENDER-SPLIT.en_xx.en` and `.xx`, the same sentences about women
and about men. Contextual: `geneval-context-wikiprofessions-2to1-SPLIT.en_xx.en` with lines
`context <sep> sentence`, `…-original-SPLIT.en_xx.xx` and `…-flipped-…` with the sentence's right
translation and the one of the other gender. (Currey et al. 2022, MT-GenEval.)

The measure: lines are lower-cased, ASCII punctuation counts as space. A translation is wrong if it
has a word that the reference of the other gender has and its own has not; else it is right.
(Section 4.1 of the paper; its program was read for how words are found.)
"""

from __future__ import annotations

import re
import string
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError, LineCountError
from discotag.plugin.files import Notes, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SENTENCES = re.compile(
    r"geneval-sentences-(?P<part>feminine|masculine)-(?P<split>\w+)\.en_(?P<code>\w+)\.(?P<side>\w+)"
)
CONTEXT = re.compile(
    r"geneval-context-\w+-(?P<part>2to1|original|flipped)-(?P<split>\w+)\.en_(?P<code>\w+)\.(?P<side>\w+)"
)
SEPARATOR = re.compile(r"\s*<sep>\s*")
_SPACES = str.maketrans(dict.fromkeys(string.punctuation, " "))


class Counterfactual(NamedTuple):
    """The counterfactual part in one language: sentences and references, by gender, in order."""

    code: str
    split: str
    sources: dict[str, tuple[str, ...]]
    references: dict[str, tuple[str, ...]]


class Contextual(NamedTuple):
    """The contextual part in one language.

    Args:
        code: the target language.
        split: `dev` or `test`.
        sources: of each item, the segments: what stands before, and the sentence.
        original: its translations of the right gender.
        flipped: those of the other.
    """

    code: str
    split: str
    sources: tuple[tuple[str, ...], ...]
    original: tuple[str, ...]
    flipped: tuple[str, ...]


def counterfactual(folder: Path) -> Iterator[Counterfactual]:
    """Yield the counterfactual part of each language below a folder; InputError for a bad one."""
    for (code, split), paths in _found(folder, SENTENCES).items():
        names = [(part, side) for part in ("feminine", "masculine") for side in ("en", code)]
        lines = _lines(paths, names, folder)
        yield Counterfactual(
            code,
            split,
            {part: lines[part, "en"] for part in ("feminine", "masculine")},
            {part: lines[part, code] for part in ("feminine", "masculine")},
        )


def contextual(folder: Path) -> Iterator[Contextual]:
    """Yield the contextual part of each language below a folder; InputError for a bad one."""
    for (code, split), paths in _found(folder, CONTEXT).items():
        lines = _lines(paths, [("2to1", "en"), ("original", code), ("flipped", code)], folder)
        sources = tuple(tuple(SEPARATOR.split(line.strip())) for line in lines["2to1", "en"])
        yield Contextual(code, split, sources, lines["original", code], lines["flipped", code])


def is_right(hypothesis: str, right: str, wrong: str) -> bool:
    """Return whether a translation has no word that only the wrong reference has.

    Args:
        hypothesis: the translation, a line.
        right: the reference of the person's gender.
        wrong: the reference of the other gender.
    """
    return not words(hypothesis) & (words(wrong) - words(right))


def accuracy(hypotheses: Sequence[str], right: Sequence[str], wrong: Sequence[str]) -> list[bool]:
    """Return for each line whether its gender is right; LineCountError where lines are missing."""
    for name, lines in (("the right references", right), ("the wrong references", wrong)):
        if len(lines) != len(hypotheses):
            raise LineCountError(
                f"the translation has {len(hypotheses)} lines, {name} {len(lines)}"
            )
    return [is_right(*lines) for lines in zip(hypotheses, right, wrong, strict=True)]


def words(line: str) -> frozenset[str]:
    """Return a line's words, lower-cased, ASCII punctuation as space."""
    return frozenset(line.lower().translate(_SPACES).split())


def read_lines(path: Path) -> tuple[str, ...]:
    """Return a file's lines; InputError where it cannot be read."""
    return tuple(lines_of(path, Notes()))


def _found(
    folder: Path, pattern: re.Pattern[str]
) -> dict[tuple[str, str], dict[tuple[str, str], Path]]:
    """Return the files of a part: (language, split) → (name of the text, its language) → path."""
    found: dict[tuple[str, str], dict[tuple[str, str], Path]] = defaultdict(dict)
    for path in sorted(folder.rglob("geneval-*")):
        match = pattern.fullmatch(path.name)
        if match and path.is_file() and path.parent.name != "annotated":
            found[match["code"], match["split"]].setdefault((match["part"], match["side"]), path)
    return dict(sorted(found.items()))


def _lines(
    paths: dict[tuple[str, str], Path], names: Sequence[tuple[str, str]], folder: Path
) -> dict[tuple[str, str], tuple[str, ...]]:
    missing = [f"{part} in {side}" for part, side in names if (part, side) not in paths]
    if missing:
        raise InputError(f"MT-GenEval lacks files: {', '.join(missing)}", path=folder)
    lines = {name: read_lines(paths[name]) for name in names}
    sizes = [f"{paths[name].name} has {len(lines[name])}" for name in names]
    if len({len(text) for text in lines.values()}) > 1:
        raise LineCountError(f"files differ in lines: {', '.join(sizes)}", path=folder)
    return lines
