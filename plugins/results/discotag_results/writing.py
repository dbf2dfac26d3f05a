"""Writes a book into its folder: sets first, each as soon as it is known, then pages and tables."""

from __future__ import annotations

import json
import shutil
from importlib.metadata import version
from typing import TYPE_CHECKING

from discotag.plugin import OutputError
from discotag.plugin.files import atomic_write, within, write_json
from discotag.plugin.statistics import ALPHA, LEAST_DOCUMENTS
from discotag_results.book import Book, How, schema
from discotag_results.building import PAIRS, built
from discotag_results.pages import Site
from discotag_results.texts import latex_text, markdown_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from discotag.plugin import Registry
    from discotag_results.book import Set
    from discotag_results.building import BookOptions
    from discotag_results.inputs import Source

DATA = "results.json"
OURS = ("sets", "systems", "phenomena", "languages", "documents")
"""Folders whose pages are of this book alone."""


def write_book(
    sources: Sequence[Source],
    out: Path,
    registry: Registry,
    options: BookOptions,
    *,
    title: str,
    has_documents: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Book:
    """Make a book.

    Args:
        sources: its sets.
        out: its folder, which is there.
        registry: where scorers and languages are found.
        options: how it is made.
        title: its title.
        has_documents: whether the runs' own pages of tagged documents are copied into it.
        tell: is told of each set.

    Raises:
        InputError: a folder is no sound run, or runs of a set cannot be put together.
        OutputError: the folder cannot be written to.
    """
    sets = []
    for number, source in enumerate(sources, 1):
        found, is_kept = built(source, registry, options, out / "data" / f"{source.slug}.json")
        if not has_documents:
            found = found.model_copy(update={"reports": {}})
        sets.append(found)
        told = "worked out before" if is_kept else "worked out"
        tell(f"[{number}/{len(sources)}] {source.name}: {told}")
    book = Book(
        title=title,
        version=version("discotag"),
        how=How(
            samples=options.samples,
            seed=options.seed,
            alpha=ALPHA,
            least=LEAST_DOCUMENTS,
            parts=tuple(by.value for by in options.parts),
            pairs_of_systems=PAIRS,
        ),
        sets=tuple(sets),
        languages=_names(sets, registry),
    )
    write_pages(book, out)
    if has_documents:
        _copy_documents(sources, book, out)
    return book


def _names(sets: Sequence[Set], registry: Registry) -> dict[str, str]:
    codes = {code for item in sets for code in (item.source_language, item.target_language)}
    return {code: registry.languages.get(code).info.name for code in sorted(codes)}


def write_pages(book: Book, out: Path) -> None:
    """Write data, tables and pages of a book; pages of an earlier book are removed."""
    written = set()
    for name, text in Site(book).pages():
        _write(out / name, text)
        written.add(out / name)
    _write(out / "results.md", markdown_text(book))
    _write(out / "results.tex", latex_text(book))
    _write(out / DATA, json.dumps(book.data(), ensure_ascii=False, allow_nan=False) + "\n")
    write_json(out / "results.schema.json", schema())
    for folder in OURS[:-1]:
        for path in (out / folder).glob("*.html"):
            if path not in written:
                path.unlink()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as write:
        write(text)


def _copy_documents(sources: Sequence[Source], book: Book, out: Path) -> None:
    for source, item in zip(sources, book.sets, strict=True):
        if source.is_sharded:  # no page shows all of them
            continue
        pages = sorted({report.page for report in item.reports.values()})
        folders = [folder for (folder,) in source.runs if (folder / "report.html").is_file()]
        for page, folder in zip(pages, folders, strict=True):
            target = out / page
            target.parent.mkdir(parents=True, exist_ok=True)
            report = within(folder, "report.html")
            try:
                if not target.exists() or target.stat().st_mtime_ns < report.stat().st_mtime_ns:
                    shutil.copyfile(report, target)
            except OSError as error:
                raise OutputError(f"cannot be written ({error.strerror})", path=target) from error
