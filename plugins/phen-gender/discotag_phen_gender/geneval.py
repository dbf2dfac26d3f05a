"""`discotag gender`: MT-GenEval as published, its files and its measure of accuracy.

Counterfactual: `geneval-sentences-GENDER-SPLIT.en_xx.en` and `.xx`, the same sentences about women
and about men. Contextual: `geneval-context-wikiprofessions-2to1-SPLIT.en_xx.en` with lines
`context <sep> sentence`, `…-original-SPLIT.en_xx.xx` and `…-flipped-…` with the sentence's right
translation and the one of the other gender. (Currey et al. 2022, MT-GenEval.)

The measure: lines are lower-cased, ASCII punctuation counts as space. A translation is wrong if it
has a word that the reference of the other gender has and its own has not; else it is right.
(Section 4.1 of the paper; its program was read for how words are found.)
"""

from __future__ import annotations

import json
import re
import string
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from discotag.plugin import InputError, LineCountError, UsageError, options
from discotag.plugin.commands import print_table
from discotag.plugin.files import Notes, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


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
        sources: of each item, the segments: what precedes, and the sentence.
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


gender = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Score translations on MT-GenEval: is each person's gender right?",
)
Part = TypeVar("Part", Contextual, Counterfactual)
Folder = Annotated[Path, typer.Argument(help="Folder with the files of MT-GenEval, at any depth.")]
Language = Annotated[str, typer.Option("--target-lang", "-t", help="Target language: its code.")]
Split = Annotated[
    str | None, typer.Option("--split", help="dev or test; needed where the folder has both.")
]


@gender.command("contextual", short_help="Gender told by the sentence before.")
def of_context(
    folder: Folder,
    *,
    language: Language,
    hypotheses: options.Hypotheses = None,
    split: Split = None,
    as_json: options.Json = False,
) -> None:
    """Score translations of the sentences whose gender the sentence before shows.

    A system's file has one line per item: the translation of the sentence after `<sep>`. A line is
    wrong if it has a word that only the translation of the other gender has. Example:

    discotag gender contextual mt-geneval/data -t de --split test --hyp A=a.de
    """
    part = _only(contextual(folder), language, split, folder)
    systems = options.named_files(hypotheses, "--hyp", None)
    if not systems:
        raise UsageError("nothing to score: give --hyp NAME=FILE")
    rows = [
        {
            "system": name,
            "items": len(part.original),
            "accuracy": _share(accuracy(read_lines(path), part.original, part.flipped)),
        }
        for name, path in systems.items()
    ]
    title = f"MT-GenEval, contextual, en-{part.code}, {part.split}: accuracy, 0–1"
    _show(rows, title, as_json=as_json)


@gender.command("counterfactual", short_help="The same sentences about women and about men.")
def of_sentences(
    folder: Folder,
    *,
    language: Language,
    feminine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE", help="Translation of the sentences about women; repeatable."
        ),
    ] = None,
    masculine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE", help="Translation of the sentences about men; repeatable."
        ),
    ] = None,
    split: Split = None,
    as_json: options.Json = False,
) -> None:
    """Score translations of sentences about women and of the same about men.

    Both: both translations of a pair are right. Difference: men's less women's accuracy. Example:

    discotag gender counterfactual mt-geneval/data -t de --split test --feminine A=f.de
    --masculine A=m.de
    """
    part = _only(counterfactual(folder), language, split, folder)
    women = options.named_files(feminine, "--feminine", None)
    men = options.named_files(masculine, "--masculine", None)
    if not women or set(women) != set(men):
        raise UsageError("give --feminine NAME=FILE and --masculine NAME=FILE for each system")
    rows = [
        {"system": name, **_sides(part, read_lines(path), read_lines(men[name]))}
        for name, path in women.items()
    ]
    title = f"MT-GenEval, counterfactual, en-{part.code}, {part.split}: accuracy, 0–1"
    _show(rows, title, as_json=as_json)


def _sides(
    part: Counterfactual, women: Sequence[str], men: Sequence[str]
) -> dict[str, int | float]:
    references = part.references
    of_women = accuracy(women, references["feminine"], references["masculine"])
    of_men = accuracy(men, references["masculine"], references["feminine"])
    both = [one and other for one, other in zip(of_women, of_men, strict=True)]
    return {
        "items": len(both),
        "feminine": _share(of_women),
        "masculine": _share(of_men),
        "difference": _share(of_men) - _share(of_women),
        "both": _share(both),
    }


def _only(parts: Iterable[Part], language: str, split: str | None, folder: Path) -> Part:
    """Return the part in a language; InputError where there is none, UsageError for several."""
    found = [part for part in parts if part.code == language and split in {None, part.split}]
    if not found:
        asked = f" of {split}" if split else ""
        raise InputError(f"no such part of MT-GenEval{asked} for en-{language} there", path=folder)
    if len(found) > 1:
        told = ", ".join(part.split for part in found)
        raise UsageError(f"the folder has several splits ({told}): choose one with --split")
    return found[0]


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 0.0


def _show(rows: Sequence[Mapping[str, object]], title: str, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    cells = [
        [f"{value:.3f}" if isinstance(value, float) else value for value in row.values()]
        for row in rows
    ]
    print_table(tuple(rows[0]), cells, title=title, numeric=True)
