"""`discotag gender`: MT-GenEval's accuracy of systems, women and men apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from discotag.plugin import InputError, UsageError, options
from discotag.plugin.commands import print_table
from discotag_phen_gender.geneval import (
    Contextual,
    Counterfactual,
    accuracy,
    contextual,
    counterfactual,
    read_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
    """Score translations of the sentences whose gender the sentence before tells.

    A system's file has one line per item: the translation of the sentence behind `<sep>`. A line is
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
