"""The manifest of a test set: what it is and where it comes from."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from discotag.plugin import InputError, ParallelText
from discotag.plugin.files import Notes, atomic_write, lines_of, made_folder, records, write_json
from discotag_dip.items import Item, Task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


class Manifest(BaseModel):
    """What a test set is and where it comes from.

    Args:
        schema_name: `discotag-dip/3`.
        task: the task.
        source_language: code.
        target_language: code.
        reference: name of the reference in the corpus.
        systems: names of the systems whose failures were collected.
        setup: what analysed the corpus.
        corpus: documents and segments read.
        items: number of items.
        documents: number of documents that hold items.
        segments: number of lines to translate.
        counts: figures of the task, for the card.
        files: file → SHA-256 of its content.
        unit: what a segment is, `line`, `sentence` or `sure`; lines are not written.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["discotag-dip/3"] = Field(default="discotag-dip/3", alias="schema")
    task: Task
    source_language: str
    target_language: str
    reference: str
    systems: tuple[str, ...]
    setup: str
    corpus: dict[str, int]
    items: int
    documents: int
    segments: int
    counts: dict[str, Any]
    files: dict[str, str]
    unit: Literal["line", "sentence", "sure"] = "line"

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        content: dict[str, Any] = write(self)
        if self.unit == "line":
            del content["unit"]
        return content

    @property
    def pair(self) -> str:
        """The language pair, such as `de-en`."""
        return f"{self.source_language}-{self.target_language}"


ITEMS, SOURCE, REFERENCE, DOCUMENTS = "items.jsonl", "source.txt", "reference.txt", "docids.txt"
MANIFEST, CARD = "manifest.json", "README.md"
FILES = (ITEMS, SOURCE, REFERENCE, DOCUMENTS)


@dataclass(frozen=True)
class TestSet:
    """A test set as it was read.

    Args:
        manifest: what it is.
        items: its items, in the order of the corpus.
        texts: its documents with the reference `ref`, in the order of `source.txt`.
    """

    __test__ = False  # no test class, whatever pytest thinks of its name

    manifest: Manifest
    items: tuple[Item, ...]
    texts: tuple[ParallelText, ...]

    @property
    def digest(self) -> str:
        """What distinguishes it from other test sets: eight digits over all its files."""
        content = "".join(self.manifest.files[name] for name in FILES)
        return hashlib.sha256(content.encode()).hexdigest()[:8]

    def by_document(self) -> Mapping[str, tuple[Item, ...]]:
        """Group the items by document."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.document, []).append(item)
        return {name: tuple(items) for name, items in found.items()}


def write_testset(
    folder: Path,
    items: Sequence[Item],
    texts: Sequence[ParallelText],
    about: Mapping[str, Any],
) -> Manifest:
    """Write a test set; the manifest comes last, so that no half-written set can be read.

    Args:
        folder: made where it does not exist.
        items: the items, in order.
        texts: the documents that hold them, each with the reference `ref`.
        about: the manifest's other fields.

    Raises:
        InputError: there is no item, or the folder cannot be made.
    """
    if not items:
        raise InputError(
            "no item was found: the systems do not fail at this task anywhere in the corpus; give"
            " more systems or more text"
        )
    contents = {
        ITEMS: [item.model_dump_json() for item in items],
        SOURCE: [line for text in texts for line in text.source],
        REFERENCE: [line for text in texts for line in text.references["ref"]],
        DOCUMENTS: [
            text.id if text.domain is None else f"{text.id}\t{text.domain}"
            for text in texts
            for _ in text.source
        ],
    }
    digests = {}
    with made_folder(folder):
        (folder / MANIFEST).unlink(missing_ok=True)
        for name, lines in contents.items():
            data = "".join(f"{line}\n" for line in lines).encode()
            digests[name] = hashlib.sha256(data).hexdigest()
            with atomic_write(folder / name) as write:
                write(data)
        manifest = Manifest(
            items=len(items),
            documents=len(texts),
            segments=len(contents[SOURCE]),
            files=digests,
            **about,
        )
        with atomic_write(folder / CARD) as write:
            write(card(manifest))
        write_json(folder / MANIFEST, manifest.model_dump(by_alias=True))
    return manifest


def read_testset(folder: Path) -> TestSet:
    """Read a test set.

    Raises:
        InputError: a file is missing, broken or not the one that was built.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise InputError(
            "holds no test set (no manifest.json there); name the folder that discotag dip build"
            " wrote",
            path=folder,
        )
    try:
        manifest = Manifest.model_validate_json(path.read_bytes())
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(map(str, fault["loc"]))
        raise InputError(f"{place}: {fault['msg']}; build the set again", path=path) from error
    for name in FILES:
        _check(folder / name, manifest.files.get(name))
    items = tuple(item for _, item in records(folder / ITEMS, Item, Notes()))
    return TestSet(manifest, items, tuple(_texts(folder)))


def _check(path: Path, digest: str | None) -> None:
    if not path.is_file():
        raise InputError("is missing from the test set; build it again", path=path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise InputError(
            "is not the file that was built (its digest differs from manifest.json's); build the"
            " set again, scores of a changed one compare with nothing",
            path=path,
        )


def _texts(folder: Path) -> Iterator[ParallelText]:
    columns = (_lines(folder / name) for name in (DOCUMENTS, SOURCE, REFERENCE))
    rows: dict[tuple[str, str | None], list[tuple[str, str]]] = {}
    for name, source, reference in zip(*columns, strict=True):
        document, tab, domain = name.partition("\t")
        rows.setdefault((document, domain if tab else None), []).append((source, reference))
    for (document, domain), lines in rows.items():
        sources, references = zip(*lines, strict=True)
        yield ParallelText(document, sources, {"ref": references}, {}, domain=domain)


def _lines(path: Path) -> list[str]:
    return list(lines_of(path, Notes()))


def counted(values: Iterable[str]) -> dict[str, int]:
    """Count, the most frequent first, equal ones by name."""
    return dict(sorted(Counter(values).items(), key=lambda entry: (-entry[1], entry[0])))


TITLES = {
    "anaphora": "Anaphora: pronouns that systems get wrong",
    "lexical_consistency": "Lexical consistency: words that systems do not keep",
    "connectives": "Connectives that systems lose",
    "coherence": "Coherence: texts that systems find hard",
}


def card(manifest: Manifest) -> str:
    """Write the card as Markdown; all figures are the manifest's."""
    return "\n".join(_card_lines(manifest)) + "\n"


def _card_lines(manifest: Manifest) -> Iterator[str]:
    corpus = manifest.corpus
    yield f"# {TITLES[manifest.task]} ({manifest.pair})"
    yield ""
    yield (
        f"{manifest.items} items in {manifest.documents} documents; {manifest.segments} segments to"
        f" translate. Found in a corpus of {corpus['documents']} documents and"
        f" {corpus['segments']} segments, where at least one of {len(manifest.systems)} systems"
        f" fails: {', '.join(manifest.systems)}. Reference: `{manifest.reference}`."
    )
    if manifest.unit != "line":
        yield ""
        yield (
            "Segments are units of sentences, not lines of the corpus; `items.jsonl` tells the line"
            " and column of each."
        )
    yield ""
    yield "Translate `source.txt` line by line (`docids.txt` tells the documents), then:"
    yield ""
    yield "    discotag dip score THIS-FOLDER --hyp NAME=TRANSLATION --out NAME.json"
    yield ""
    yield (
        "Kinds of error and all else that is said of single items are proposals by rule. The texts"
        " keep the corpus's licence."
    )
    for title, counts in manifest.counts.items():
        yield ""
        yield from _card_table(title, counts)
    yield ""
    yield f"Analysed by `{manifest.setup}`. SHA-256 of the files: `manifest.json`."


def _card_table(title: str, counts: Mapping[str, Any] | Any) -> Iterator[str]:
    if not isinstance(counts, dict):
        yield f"{title}: {'–' if counts is None else counts}"
        return
    yield f"| {title} | |"
    yield "|---|---|"
    for name, value in counts.items():
        yield f"| {_cell(name)} | {'–' if value is None else value} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
