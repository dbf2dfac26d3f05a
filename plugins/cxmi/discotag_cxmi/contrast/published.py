"""Readers of published sets: Bawden et al., eval-anaphora, MT-GenEval, Voita et al., ContraPro.

Bawden et al. (2018) wrote their sets by hand, for anaphora and lexical choice. A block varies one
text so that each translation is right once: a model without context cannot be above half. So a
block is a document.

ContraPro (Müller et al. 2018) and sets made like it, such as the large English–French pronoun set
(Lopes et al. 2020), are JSON without context: that comes from the extracted files, or from the
documents themselves.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from discotag.plugin import InputError, LineCountError, UsageError, count_noun, faults
from discotag.plugin.files import items as list_items
from discotag.plugin.files import lines_of, records
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.plain import MARKER, aligned, contexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.opening import SetRequest
    from discotag_cxmi.contrast.plain import Pair


Lines = tuple[str, ...]


class PairRecord(BaseModel):
    """A right or half-right translation and a wrong one, each with the line before it."""

    model_config = ConfigDict(frozen=True)

    correct: Lines | None = None
    semi_correct: Lines | None = Field(alias="semi-correct", default=None)
    incorrect: Lines
    type: str | None = None


class ExampleRecord(BaseModel):
    """One text of a block of lexical choice."""

    model_config = ConfigDict(frozen=True)

    src: Lines
    trg: PairRecord


class BlockRecord(BaseModel):
    """A block: one source with several pairs (anaphora), or several examples (lexical choice)."""

    model_config = ConfigDict(frozen=True)

    src: Lines | None = None
    trg: tuple[PairRecord, ...] = ()
    examples: tuple[ExampleRecord, ...] = ()
    type: str | None = None


BLOCKS = TypeAdapter(dict[int, BlockRecord])


def read_bawden(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items, blocks in the order of their numbers; InputError names block and field."""
    text = "\n".join(lines_of(request.path, notes))
    try:
        blocks = BLOCKS.validate_python(json.loads(text))
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON: {error.msg}", path=request.path, line=error.lineno) from error
    except (ValidationError, RecursionError) as error:
        told = faults(error) if isinstance(error, ValidationError) else "nested too deeply"
        raise InputError(f"no set of blocks: {told}", path=request.path) from error
    for number, block in sorted(blocks.items()):
        pairs = [(block.src, pair) for pair in block.trg]
        pairs += [(example.src, example.trg) for example in block.examples]
        if not pairs:
            raise InputError(f"block {number} has neither trg nor examples", path=request.path)
        for place, (source, pair) in enumerate(pairs, 1):
            right = pair.correct or pair.semi_correct
            if not source or not right or not pair.incorrect:
                raise InputError(
                    f"block {number}, pair {place}: needs src, correct (or semi-correct) and"
                    " incorrect, each a list of lines",
                    path=request.path,
                )
            yield Item(
                id=f"{number}:{place}",
                source=source[-1],
                candidates=(_candidate(right), _candidate(pair.incorrect)),
                source_context=source[:-1],
                document=str(number),
                labels=_labels(block, pair),
            )


def _candidate(lines: Sequence[str]) -> Candidate:
    return Candidate(lines[-1], tuple(lines[:-1]))


def _labels(block: BlockRecord, pair: PairRecord) -> dict[str, str]:
    labels = {}
    if kind := pair.type or block.type:
        labels["type"] = kind
    if pair.semi_correct:
        labels["translation"] = "semi-correct"
    elif not block.examples:
        labels["translation"] = "correct"
    return labels


Words = tuple[str, ...]


class AnaphoraRecord(BaseModel):
    """A line; a context ends with the sentence itself."""

    model_config = ConfigDict(frozen=True)

    sample_id: int
    reference_context: Words
    reference_sentence: Words
    noisy_context: Words
    noisy_sentence: Words


def read_eval_anaphora(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError names the line whose context does not end with its sentence."""
    for line, record in records(request.path, AnaphoraRecord, notes):
        texts = (
            (record.reference_context, record.reference_sentence),
            (record.noisy_context, record.noisy_sentence),
        )
        for context, sentence in texts:
            if not sentence or context[-len(sentence) :] != sentence:
                raise InputError(
                    "a context does not end with its sentence", path=request.path, line=line
                )
        yield Item(
            id=str(record.sample_id),
            source=None,
            candidates=tuple(_anaphora_candidate(*text) for text in texts),
            place=line,
        )


def _anaphora_candidate(context: Words, sentence: Words) -> Candidate:
    earlier = " ".join(context[: len(context) - len(sentence)])
    return Candidate(" ".join(sentence), (earlier,) if earlier else ())


NAME = re.compile(r"(?P<head>.*)-2to1-(?P<tail>.*\.en_(?P<language>\w+))\.en(?P<gzip>(\.gz)?)")
SEPARATOR = "<sep>"


def read_mt_geneval(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError where the name is another, LineCountError where lines differ."""
    found = NAME.fullmatch(request.path.name)
    if found is None:
        raise InputError(
            "is no file …-2to1-….en_XX.en; give the one with English sentence pairs",
            path=request.path,
        )
    sources = list(lines_of(request.path, notes))
    right, wrong = (
        aligned(
            request.path.with_name(
                f"{found['head']}-{kind}-{found['tail']}.{found['language']}{found['gzip']}"
            ),
            len(sources),
            "source",
            notes,
        )
        for kind in ("original", "flipped")
    )
    for number, (line, *texts) in enumerate(zip(sources, right, wrong, strict=True), 1):
        earlier, _, source = line.rpartition(SEPARATOR)
        yield Item(
            id=str(number),
            source=source.strip(),
            candidates=tuple(Candidate(text) for text in texts),
            source_context=(earlier.strip(),) if earlier.strip() else (),
            place=number,
        )


class VoitaRecord(BaseModel):
    """An item."""

    model_config = ConfigDict(frozen=True, strict=True)

    src: str
    dst: list[str]
    true_ind: int
    ctx_dist: int | None = None


def read_voita(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items, candidates in the file's order, in which its files of scores are."""
    for number, (line, record) in enumerate(list_items(request.path, VoitaRecord, notes), 1):
        source = record.src.split(f" {MARKER} ")
        texts = [text.split(f" {MARKER} ") for text in record.dst]
        if any(len(text) != len(source) for text in texts):
            raise InputError(
                f"item {number}: {len(source)} source segments between _eos, its translations"
                f" have {', '.join(str(len(text)) for text in texts)}",
                path=request.path,
                line=line,
            )
        yield Item(
            id=str(number),
            source=source[-1],
            candidates=tuple(Candidate(text[-1], tuple(text[:-1])) for text in texts),
            right=record.true_ind,
            source_context=tuple(source[:-1]),
            distance=record.ctx_dist,
            place=line,
        )


class ErrorRecord(BaseModel):
    """A wrong translation."""

    model_config = ConfigDict(frozen=True)

    contrastive: str


class ContraProRecord(BaseModel):
    """What is read of an item; its other fields are left alone.

    A distance below 0 says that neither it nor `intrasegmental` is known (the UN set).
    """

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

    source: str = Field(alias="src segment")
    reference: str = Field(alias="ref segment")
    errors: tuple[ErrorRecord, ...]
    document: str = Field(alias="document id")
    segment: int = Field(alias="segment id")
    distance: int | None = Field(alias="ante distance", default=None)
    intrasegmental: bool | None = None
    source_pronoun: str | None = Field(alias="src pronoun", default=None)
    reference_pronoun: str | None = Field(alias="ref pronoun", default=None)


def read_contrapro(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError or LineCountError where JSON, context or documents do not fit."""
    if request.documents and request.context_source:
        raise UsageError("give --documents or --context-src, not both")
    found = list(list_items(request.path, ContraProRecord, notes))
    texts_of = [
        (record.reference, *(error.contrastive for error in record.errors)) for _, record in found
    ]
    if request.context_source:
        _check_order(request, [text for texts in texts_of for text in texts], notes)
    films = Films(request.documents, request.most, notes) if request.documents else None
    extracted = contexts(request, sum(map(len, texts_of)), notes)
    given: Counter[str] = Counter()
    for (line, record), texts in zip(found, texts_of, strict=True):
        of_texts = [next(extracted) for _ in texts]
        around: Pair = of_texts[0]
        if films is not None:
            around = films.before(
                record.document, record.segment, (record.source, record.reference)
            )
        pronouns = (record.source_pronoun, record.reference_pronoun)
        is_told = record.distance is None or record.distance >= 0
        name = f"{record.document}:{record.segment}"
        given[name] += 1
        yield Item(
            id=name if given[name] == 1 else f"{name}#{given[name]}",
            source=record.source,
            candidates=tuple(Candidate(text, around[1]) for text in texts),
            source_context=around[0],
            document=record.document,
            distance=record.distance if is_told else None,
            is_intra=record.intrasegmental if is_told else None,
            labels={"pronoun": ":".join(name.lower() for name in pronouns if name)}
            if any(pronouns)
            else {},
            place=line,
        )


def _check_order(request: SetRequest, texts: Sequence[str], notes: Notes) -> None:
    """Check by the extracted translations that context was extracted in the set's order.

    The English–French set's own script orders items by document, its JSON does not.
    """
    if request.target is None:
        notes.tell(
            "its order is taken to be that of the set; --tgt FILE, the translations extracted with"
            " it, checks that",
            kind="order",
            path=request.context_source or request.path,
            line=None,
        )
        return
    lines = aligned(request.target, len(texts), "translation", notes)
    for number, (line, text) in enumerate(zip(lines, texts, strict=True), 1):
        if not is_same(line, text):
            raise InputError(
                f"is not the set's translation {number}, {text[:60]!r}: extracted in another order,"
                " or of another set; --documents needs no extracted files",
                path=request.target,
                line=number,
            )


BothLines = tuple[tuple[str, ...], tuple[str, ...]]


class Films:
    """Finds earlier lines in a folder of documents.

    Args:
        folder: searched with all folders in it.
        most: how many earlier lines are given.
        notes: for the files' oddities.
    """

    def __init__(self, folder: Path, most: int, notes: Notes) -> None:
        if not folder.is_dir():
            raise InputError("is no folder of documents", path=folder)
        self._folder, self._most, self._notes = folder, most, notes
        self._files: dict[str, list[Path]] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                inside = path.relative_to(folder).with_suffix("").as_posix()
                for key in {inside, path.stem}:
                    self._files.setdefault(key, []).append(path)
        self._read: tuple[str, tuple[BothLines, ...]] | None = None

    def before(self, document: str, segment: int, pair: tuple[str, str]) -> BothLines:
        """Return the lines before a segment, source and target, oldest first.

        Raises:
            InputError: there is no such document, or it does not hold the segment there.
            LineCountError: its two files are not line-aligned.
        """
        if self._read is None or self._read[0] != document:
            self._read = document, self._open(document)
        for source, target in self._read[1]:
            for place in (segment - 1, segment):
                if 0 <= place < len(source) and is_same(source[place], pair[0]):
                    first = max(place - self._most, 0)
                    return source[first:place], target[first:place]
        raise InputError(
            f"document {document!r} does not hold, as segment {segment}, the source"
            f" {pair[0]!r}; are these the documents that the set was made from?",
            path=self._folder,
        )

    def _open(self, document: str) -> tuple[BothLines, ...]:
        """Read a document's two files, source first; both orders where the id does not say."""
        files = self._files.get(document) or self._files.get(document.rsplit(".", 1)[0], [])
        target = [path for path in files if path.name == document.rsplit("/", 1)[-1]]
        others = [path for path in files if path not in target]
        pairs = [(others[0], target[0])] if len(others) == len(target) == 1 else []
        if not target and len(others) == 2:
            pairs = [(others[0], others[1]), (others[1], others[0])]
        if not pairs:
            names = ", ".join(path.name for path in files) or "none"
            raise InputError(
                f"document {document!r}: a file of the source and one of the target are needed,"
                f" which differ in the ending alone; found: {names}",
                path=self._folder,
            )
        return tuple((self._lines(source), self._lines(target, source)) for source, target in pairs)

    def _lines(self, path: Path, other: Path | None = None) -> tuple[str, ...]:
        lines = tuple(lines_of(path, self._notes))
        if other is not None and len(lines) != (size := len(self._lines(other))):
            found = count_noun(len(lines), "line")
            raise LineCountError(f"has {found}, {other} has {size}", path=path)
        return lines


def is_same(line: str, other: str) -> bool:
    """Compare without white space, which extraction changes."""
    return "".join(line.split()) == "".join(other.split())
