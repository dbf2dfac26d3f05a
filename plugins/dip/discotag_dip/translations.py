"""Translations of a test set, to be scored: files of its source, line by line, or a run's texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, ParallelText, UsageError
from discotag.plugin.files import Notes, lines_of
from discotag.plugin.runs import open_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag.plugin import Document
    from discotag_dip.testset import TestSet

REFERENCE = "ref"
"""What the reference is called beside translations."""


def of_files(testset: TestSet, systems: Mapping[str, Path]) -> Iterator[ParallelText]:
    """Yield the documents of a set with translations of its `source.txt`.

    Raises:
        UsageError: there is no system, or one is called `ref`.
        InputError: a file has not as many lines as `source.txt`, or cannot be read.
    """
    if not systems or REFERENCE in systems:
        raise UsageError("give translations with --hyp NAME=FILE; the name ref is the reference's")
    wanted = testset.manifest.segments
    found = {}
    for name, path in systems.items():
        found[name] = list(lines_of(path, Notes()))
        if len(found[name]) != wanted:
            raise InputError(
                f"has {len(found[name])} lines where source.txt has {wanted}; translate it line by"
                " line, empty lines too",
                path=path,
            )
    begin = 0
    for text in testset.texts:
        end = begin + len(text.source)
        lines = {name: tuple(all_lines[begin:end]) for name, all_lines in found.items()}
        yield ParallelText(text.id, text.source, text.references, lines, domain=text.domain)
        begin = end


def of_run(testset: TestSet, folder: Path, *, verify: bool = True) -> Iterator[ParallelText]:
    """Yield the documents of a set with the translations that a run has of them.

    Raises:
        InputError: there is no run, it has no such translation, or not the set's documents.
    """
    documents = documents_of_run(testset, folder, verify=verify)
    for text, (_, found) in zip(testset.texts, documents, strict=True):
        lines = {name: document.target.segments for name, document in found.items()}
        yield ParallelText(text.id, text.source, text.references, lines, domain=text.domain)


def documents_of_run(
    testset: TestSet, folder: Path, *, verify: bool = True
) -> Iterator[tuple[Document, dict[str, Document]]]:
    """Yield the documents of a set as a run analysed them: the reference's, and those by name.

    The latter are its systems and its references but the set's own: people are ranked, too.

    Raises:
        InputError: there is no run, it has no such translation, or not the set's documents.
    """
    run = open_run(folder, verify=verify)
    record = run.record
    own = testset.manifest.reference
    names = [name for name in (*record.references, *record.systems) if name != own]
    if own not in record.references or not names:
        raise InputError(
            f"has no reference {own}, or nothing beside it; give a run of the corpus that the set"
            " was built from",
            path=folder,
        )
    wanted = {text.id: text for text in testset.texts}
    texts = (own, *names)
    for row in zip(*(run.documents(name) for name in texts), strict=True):
        text = wanted.pop(row[0].document.id, None)
        if text is None:
            continue
        reference, *others = (
            _checked(tagged.document, text, run.tags(name))
            for name, tagged in zip(texts, row, strict=True)
        )
        yield reference, dict(zip(names, others, strict=True))
    if wanted:
        raise InputError(
            f"lacks document {next(iter(wanted))} of the test set; give a run of the corpus that"
            " the set was built from",
            path=folder,
        )


def _checked(document: Document, text: ParallelText, path: Path) -> Document:
    if document.id != text.id or document.source.segments != text.source:
        raise InputError(
            f"document {text.id} is not there, or has another source than in the test set; give a"
            " run of the corpus that the set was built from",
            path=path,
        )
    return document
