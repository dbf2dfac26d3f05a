"""The folder of a run: its files, and how a folder is opened again and verified."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, OutputError, UnknownNameError
from discotag.core.process import note_on_interrupt
from discotag.core.text import count_noun
from discotag.files.output import atomic_write, within
from discotag.files.text import LONGEST
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import read_counts
from discotag.runs.record import CURE, read_record
from discotag.runs.record import FILE as RECORD

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.tags import TaggedDocument
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.record import RunRecord


TAGS = "tags"
SCORES = "scores.json"
RUN_FILES = ("scores.json", "counts.jsonl.gz", "report.html")
"""Files that not every run writes."""


def tags_name(text: str) -> str:
    """Return the name of a text's file of tags within a run's folder."""
    return f"{TAGS}/{text}.jsonl"


def write_json(path: Path, content: Any) -> None:
    """Write JSON, readable and without NaN; DiscotagError if the file cannot be written."""
    with atomic_write(path) as write:
        write(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def leftovers(folder: Path, *, texts: Iterable[str], written: Iterable[str]) -> tuple[str, ...]:
    """Note what an earlier run left in a run's folder and this run does not replace.

    Args:
        folder: the run's folder.
        texts: names of this run's texts, each with its file of tags.
        written: names of the other files that this run writes.
    """
    names = set(texts)
    found = [path for path in sorted((folder / "tags").glob("*.jsonl")) if path.stem not in names]
    found += [folder / name for name in RUN_FILES if name not in set(written)]
    told = ", ".join(path.relative_to(folder).as_posix() for path in found if path.exists())
    return (f"{folder}: not of this run, but of an earlier one: {told}",) if told else ()


@contextmanager
def made_folder(path: Path) -> Iterator[Path]:
    """Make a folder; what was made is taken away again if the block fails and left it empty.

    Where the block is interrupted and has changed the folder, a note says so.

    Raises:
        OutputError: the folder cannot be made.
    """
    made: list[Path] = []
    try:
        for folder in (*reversed(path.parents), path):
            if not folder.exists():
                folder.mkdir()
                made.append(folder)
    except OSError as error:
        told = f"cannot be made ({error.strerror}); check its rights and the space left"
        raise OutputError(told, path=path) from error
    if not path.is_dir():
        raise OutputError("is a file, not a folder; choose another --out", path=path)
    before = _files(path)
    told = f"{path} is not complete; give the same command again"
    try:
        with note_on_interrupt(lambda: told if _files(path) != before else None):
            yield path
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def _files(folder: Path) -> dict[Path, int]:
    """Return the files in a folder, each with its time of change."""
    return {path: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}


BEGIN = re.compile(rb'\{"schema":"discotag-tags/1","id":("(?:[^"\\]|\\.)*"),')
"""How a line of a file of tags begins; its first group is the document's id."""
DOMAIN = re.compile(
    rb'"system":"(?:[^"\\]|\\.)*","role":"[a-z]+"(?:,"domain":("(?:[^"\\]|\\.)*"))?[,}]'
)
"""What follows; its first group is the document's domain."""
AGAIN = "run discotag run again"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of a run.

    Args:
        path: the folder.
        record: its `run.json`.
        ids: of its documents, in order.
        counts: of its scored documents; empty where nothing was scored.
        is_verified: whether its files are those that the run wrote, by their digests.
    """

    path: Path
    record: RunRecord
    ids: tuple[str, ...] = ()
    counts: tuple[DocumentCounts, ...] = ()
    is_verified: bool = True

    @property
    def is_scored(self) -> bool:
        """Whether scorers counted in it."""
        return bool(self.counts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of results should know."""
        return () if self.is_verified else (unverified(self.path),)

    def text(self, name: str | None = None) -> str:
        """Return the name of a text, by default of the first; UnknownNameError if it has none."""
        texts = self.record.texts
        if name is not None and name not in texts:
            raise UnknownNameError("text", name, texts, scope=f"of {self.path}")
        return texts[0] if name is None else name

    def tags(self, text: str) -> Path:
        """Return the path of a text's file of tags; InputError where it is missing."""
        return _existing(self.path, tags_name(text))

    def domains(self) -> dict[str, str | None]:
        """Return the domain of each document, according to its first text; nothing else is read."""
        path = self.tags(self.text())
        found: dict[str, str | None] = {}
        with path.open("rb") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(LONGEST), b""), 1):
                begin = BEGIN.match(line)
                told = begin and DOMAIN.match(line, begin.end())
                if not begin or not told:
                    raise InputError(f"is no line of tags; {AGAIN}", path=path, line=number)
                found[json.loads(begin[1])] = json.loads(told[1]) if told[1] else None
        return found

    def documents(self, text: str) -> Generator[TaggedDocument]:
        """Yield the documents of a reference or system.

        Raises:
            InputError: the file is faulty, of another text, or does not hold what the record says.
        """
        from discotag.files.tags import read_tags

        path, record = self.tags(text), self.record
        role = "reference" if text in record.references else "hypothesis"
        wanted = text, role, record.source_language, record.target_language
        documents = segments = 0
        with closing(read_tags(path)) as found:
            for tagged in found:
                document = tagged.document
                languages = document.source.language, document.target.language
                if (document.system, document.role, *languages) != wanted:
                    told = " ".join((document.role, repr(document.system), "-".join(languages)))
                    raise InputError(
                        f"holds the document {document.id!r} of {told}, where {RECORD} tells of"
                        f" {role} {text!r} {'-'.join(wanted[2:])}; {AGAIN}",
                        path=path,
                    )
                documents, segments = documents + 1, segments + len(document)
                yield tagged
        if (documents, segments) != (record.documents, record.segments):
            sizes = [
                f"{count_noun(parts, 'segment')} in {count_noun(count, 'document')}"
                for count, parts in ((documents, segments), (record.documents, record.segments))
            ]
            raise InputError(f"holds {sizes[0]}, {RECORD} tells of {sizes[1]}; {AGAIN}", path=path)


def unverified(path: Path) -> str:
    """Return the note on a folder or file whose digests were not checked."""
    return f"{path}: not verified (--no-verify): it may not be what the run wrote"


def read_languages(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return the target languages of runs, each once; only `run.json` is read, and not verified."""
    found = (read_record(folder, verify=False).target_language for folder in folders)
    return tuple(dict.fromkeys(found))


def open_runs(folders: Iterable[Path], *, verify: bool = True) -> tuple[RunFolder, ...]:
    """Open the folders of several runs; see `open_run`."""
    return tuple(open_run(folder, verify=verify) for folder in folders)


def open_run(folder: Path, *, verify: bool = True) -> RunFolder:
    """Open what `discotag run --out` or `discotag join` wrote, and check all of it.

    Args:
        folder: the folder.
        verify: whether every file must be the one that the run wrote, by its digest in `run.json`;
            False = for a folder that was edited on purpose. Then every document is read instead.

    Raises:
        InputError: the folder holds no run, a name or link leads out of it, a file is missing or
            another one than the run wrote, or its files do not describe the same documents.
    """
    record = read_record(folder, verify=verify)
    is_scored = COUNTS in record.files if record.files else (folder / COUNTS).is_file()
    names = [tags_name(text) for text in record.texts]
    if verify:
        _check_files(folder, record, (*names, *((SCORES, COUNTS) if is_scored else ())))
    ids = _checked_ids(folder, record)
    counts = read_counts(_existing(folder, COUNTS)) if is_scored else ()
    run = RunFolder(folder, record, ids, counts, verify)
    if is_scored:
        _check_counts(run)
    if not verify:
        for text in record.texts:
            for _ in run.documents(text):
                pass
    return run


@dataclass(frozen=True, slots=True)
class TagsFile:
    """A file of tags, of a run or of `discotag tag`.

    Args:
        path: the file.
        run: the run whose folder it is in, of which nothing else was read; None = of no run.
    """

    path: Path
    run: RunFolder | None

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of results should know."""
        is_told = self.run is not None and not self.run.is_verified
        return (unverified(self.path),) if is_told else ()

    def documents(self) -> Generator[TaggedDocument]:
        """Yield the documents; errors as `read_tags`, and as `RunFolder.documents` for a run's."""
        from discotag.files.tags import read_tags

        if self.run is not None:
            yield from self.run.documents(self.path.stem)
            return
        with closing(read_tags(self.path)) as documents:
            yield from documents


def open_tags(path: Path, *, verify: bool = True) -> TagsFile:
    """Open a file of tags; one in the folder of a run must be as the run wrote it.

    Args:
        path: the file.
        verify: whether its digest in the run's record is checked.

    Raises:
        InputError: it is a run's, and another one than the run wrote, or none of its texts.
    """
    folder = (path if path.parent.name else path.absolute()).parent.parent
    if path.absolute().parent.name != TAGS or not (folder / RECORD).is_file():
        return TagsFile(path, None)
    record = read_record(folder, verify=verify)
    if path.name not in {f"{text}.jsonl" for text in record.texts}:
        raise InputError(
            f"is not of the run in {folder}, which has the texts {', '.join(record.texts)}; move"
            " it out of that folder",
            path=path,
        )
    if verify:
        _check_file(folder, record, tags_name(path.stem))
    return TagsFile(path, RunFolder(folder, record, is_verified=verify))


def digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of files in a run's folder by name; InputError where one is missing."""
    return {name: _sha256(_existing(folder, name)) for name in names}


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from error


def _existing(folder: Path, name: str) -> Path:
    path = within(folder, name)
    if not path.is_file():
        raise InputError(f"holds no {name}; {AGAIN}", path=folder)
    return path


def _check_files(folder: Path, record: RunRecord, names: Sequence[str]) -> None:
    if unknown := sorted(set(record.files) - set(names)):
        told = f"names a file {unknown[0]!r}, which is none of the run; {AGAIN}"
        raise InputError(told, path=folder / RECORD)
    for name in names:
        _check_file(folder, record, name)


def _check_file(folder: Path, record: RunRecord, name: str) -> None:
    if name not in record.files:
        raise InputError(f"has no digest of {name}; {CURE}", path=folder / RECORD)
    path = _existing(folder, name)
    if _sha256(path) != record.files[name]:
        raise InputError(f"was changed after the run wrote it; {CURE}", path=path)


def _checked_ids(folder: Path, record: RunRecord) -> tuple[str, ...]:
    """Return the ids of the documents, which are the same in all texts."""
    first: tuple[str, ...] | None = None
    for text in record.texts:
        path = _existing(folder, tags_name(text))
        ids = tuple(_ids(path))
        if first is not None and ids != first:
            place, (theirs, ours) = _difference(first, ids)
            raise InputError(
                f"holds {ours} as document {place}, where {record.texts[0]!r} has {theirs}; the"
                f" texts of a run hold the same documents: {AGAIN}",
                path=path,
            )
        if len(ids) != record.documents:
            raise InputError(
                f"holds {count_noun(len(ids), 'document')}, {RECORD} tells of {record.documents};"
                f" {AGAIN}",
                path=path,
            )
        first = ids
    return first or ()


def _difference(one: Sequence[str], other: Sequence[str]) -> tuple[int, tuple[str, str]]:
    """Return where two lists differ first, 1-based, and what each has there."""
    for place, pair in enumerate(zip_longest(one, other), 1):
        if pair[0] != pair[1]:
            ours, theirs = ("none" if item is None else repr(item) for item in pair)
            return place, (ours, theirs)
    return 0, ("none", "none")


def _ids(path: Path) -> Iterator[str]:
    """Yield the id of each document of a file of tags; InputError names a line that has none."""
    seen: set[str] = set()
    with path.open("rb") as stream:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST), b""), 1):
            name = _id(line)
            if name is None:
                raise InputError(f"is no line of tags; {AGAIN}", path=path, line=number)
            if name in seen:
                raise InputError(
                    f"the document {name!r} stands there twice; {AGAIN}", path=path, line=number
                )
            seen.add(name)
            yield name


def _id(line: bytes) -> str | None:
    """Return the document's id of a line of tags; None if it is not such a line."""
    begin = BEGIN.match(line)
    if begin is None or not line.endswith(b"}\n"):
        return None
    try:
        name: str = json.loads(begin[1])
    except ValueError:
        return None
    return name


def _check_counts(run: RunFolder) -> None:
    """Raise InputError where the counts are not of the run's documents and systems."""
    path, record = run.path / COUNTS, run.record
    counted = tuple(item.document for item in run.counts)
    wanted = iter(run.ids)
    # a document on which a tagger failed was not scored
    is_subset = record.failures and all(name in wanted for name in counted)
    if counted != run.ids and not is_subset:
        place, (ours, theirs) = _difference(run.ids, counted)
        raise InputError(
            f"holds {theirs} as document {place}, where the texts have {ours}; {AGAIN}", path=path
        )
    for number, item in enumerate(run.counts, 1):
        if set(item.counts) != set(record.systems):
            raise InputError(f"does not count the run's systems; {AGAIN}", path=path, line=number)
