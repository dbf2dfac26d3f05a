"""Answers in any form, from files and folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_annotate.answers.saved import read_json
from discotag_annotate.answers.sheets import read_text_sheet, read_workbook
from discotag_annotate.study import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag_annotate.answers.papers import Paper
    from discotag_annotate.study import Study

SUFFIXES = (".json", ".tsv", ".csv", ".xlsx")


def read_papers(study: Study, paths: Iterable[Path] = ()) -> tuple[Paper, ...]:
    """Read all answers to a study.

    Args:
        study: the study.
        paths: files, and folders with files; none = the study's own folder `answers`.

    Raises:
        InputError: there is none, or a file cannot be read or answers another study.
    """
    given = tuple(paths) or (study.folder / ANSWERS,)
    files = [file for path in given for file in _files(path)]
    if not files:
        told = ", ".join(map(str, given))
        raise InputError(f"no answers in {told}; put {', '.join(SUFFIXES)} files there")
    return tuple(paper for file in files for paper in _papers(file, study))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.iterdir()) if file.suffix.casefold() in SUFFIXES]


def _papers(path: Path, study: Study) -> Iterator[Paper]:
    match path.suffix.casefold():
        case ".json":
            yield from read_json(path, study)
        case ".xlsx":
            yield read_workbook(path, study)
        case ".tsv" | ".csv":
            yield read_text_sheet(path, study)
        case other:
            raise InputError(
                f"ends in {other!r}; answers are {', '.join(SUFFIXES)} files", path=path
            )
