"""Reads `bawden`: the hand-made sets of Bawden et al. (2018), anaphora and lexical choice.

A block varies one text so that each translation is right once: a model without context cannot be
above half. So a block is a document.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from discotag.plugin import InputError, faults
from discotag.plugin.files import lines_of
from discotag_cxmi.contrast.items import Candidate, Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest

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
