"""Reads `bawden`: the hand-made sets of Bawden et al. (2018), anaphora and lexical choice.

A block varies one text so that each translation is right once: a model without context cannot be
above half. So a block is a document.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from discotag.plugin import InputError, faults
from discotag.plugin.files import items as list_items
from discotag.plugin.files import lines_of, records
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.plain import MARKER, aligned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.opening import SetRequest


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


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
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
