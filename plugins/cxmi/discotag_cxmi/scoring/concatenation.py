"""Rows of an encoder–decoder: context and line joined by a separator, on either side.

    encoder   [language] [prefix] context <brk> context <brk> source </s>
    decoder   <start> [language] context <brk> context <brk> target
    labels                                                   target </s>

Without context the same rows hold the line alone, so a model is always compared with itself.
Training and decoding build their rows here, too.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from discotag.plugin import PluginError, UsageError
from discotag_cxmi.scoring.batching import too_long
from discotag_cxmi.scoring.tokenizing import LineTokenizer, Subwords, UnusableLineError, unusable

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from discotag_cxmi.examples import ContextFormat, Example
    from discotag_cxmi.scoring.scorer import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids

Place = tuple[int, int, int]
"""A subword's place in its row, and its start and end in its line."""
UNSET = 10**6
"""A tokenizer's length above this means "not said"."""
RELATIVE = frozenset({"t5", "mt5", "umt5"})
"""Kinds of models without a table of positions."""


@dataclass(frozen=True, slots=True)
class SequenceRow:
    """One example as ids.

    Args:
        encoder: the source's row, its context first.
        prefix: what the decoder is given before the target: its start, and the context.
        target: the target's subwords; the decoder's labels are these and the end.
    """

    encoder: Ids
    prefix: Ids
    target: Subwords

    @property
    def key(self) -> Hashable:
        """See `ScoredRow`."""
        return self.encoder, self.prefix, self.target.ids


class Concatenation:
    """Builds the rows of an encoder–decoder.

    Args:
        tokenizer: of Transformers, its languages set.
        config: the model's.
        format: how it takes context.
        options: prefix, and what to do with long examples.
    """

    def __init__(
        self, tokenizer: Any, config: Any, format: ContextFormat, options: ModelOptions
    ) -> None:
        self.tokenizer, self.format = tokenizer, format
        self.source_lines = LineTokenizer(tokenizer, is_target=False)
        self.target_lines = LineTokenizer(tokenizer, is_target=True)
        self.separator = _token(tokenizer, format.separator)
        self.pad = _needed(tokenizer.pad_token_id, "a pad token", "pad_token")
        self.eos = _needed(tokenizer.eos_token_id, "an end-of-sentence token", "eos_token")
        before, behind = self.source_lines.frame()
        marked = options.source_prefix.strip()
        self._before = before + (self.source_lines.subwords(marked).ids if marked else ())
        self._behind = behind or (self.eos,)
        self._start = _start(*self.target_lines.frame(), config, self.eos)
        self._limits = limits(tokenizer, config)
        self._shortens = options.when_long == "shorten"
        self.shortened = 0
        self.notes: Sequence[str] = ()

    def rows(self, examples: Sequence[Example]) -> list[SequenceRow]:
        """Build the rows of examples, in order; see `RowBuilder`."""
        self.source_lines.prepare(
            line for item in examples for line in (item.source, *item.source_context)
        )
        self.target_lines.prepare(
            line for item in examples for line in (item.target, *item.target_context)
        )
        return [self.row(example) for example in examples]

    def row(self, example: Example) -> SequenceRow:
        """Build one example's row; UsageError if the separator of context is not a token."""
        cut, row = example, self._row(example)
        over = self._over(row)
        while over and self._shortens and self._lines(cut, over):
            cut = self._fitting(cut, over)
            row = self._row(cut)
            over = self._over(row)
        self._check_length(cut, row)
        self.shortened += cut is not example
        return row

    def _fitting(self, example: Example, side: str) -> Example:
        """Leave out as few of the farthest lines as bring a side within its limit, or all."""
        lines = range(1, self._lines(example, side) + 1)
        count = bisect_left(
            lines,
            True,
            key=lambda count: self._over(self._row(self._without(example, side, count))) != side,
        )
        return self._without(example, side, min(count + 1, len(lines)))

    def _lines(self, example: Example, side: str) -> int:
        """Count the lines that could be left out to make a side shorter."""
        sources, targets = len(example.source_context), len(example.target_context)
        if self.format.kind == "multi-encoder":
            return sources + targets if side == "source" else 0
        return sources if side == "source" else targets

    def _without(self, example: Example, side: str, count: int) -> Example:
        """Leave out lines; a multi-encoder's encoder holds both sides, and the longer one loses."""
        sources, targets = example.source_context, example.target_context
        if self.format.kind != "multi-encoder":
            return example.with_context(side, example.context_of(side)[count:])
        for _ in range(count):
            if len(targets) >= len(sources):
                targets = targets[1:]
            else:
                sources = sources[1:]
        return replace(example, source_context=sources, target_context=targets)

    def _row(self, example: Example) -> SequenceRow:
        source = self._ids(example, "source", example.source)
        context = self._context(example, "source", example.source_context)
        given = self._context(example, "target", example.target_context)
        if self.format.kind == "multi-encoder":
            context, given = context + given, ()
        prefix = self._start + given
        try:
            target = self.target_lines.subwords(example.target)
        except UnusableLineError as error:
            raise unusable(error, example, "target") from error
        return SequenceRow(self._before + context + source + self._behind, prefix, target)

    def _context(self, example: Example, side: str, lines: Sequence[str]) -> Ids:
        """Join context lines, each with a separator after it."""
        if not lines:
            return ()
        if self.separator is None:
            raise UsageError(no_separator(self.format.separator))
        found: list[int] = []
        for place, line in enumerate(lines):
            found += self._ids(example, f"{side} context", line, len(lines) - place)
            found.append(self.separator)
        return tuple(found)

    def _ids(self, example: Example, what: str, line: str, back: int = 0) -> Ids:
        side = self.target_lines if what.startswith("target") else self.source_lines
        try:
            return side.subwords(line).ids
        except UnusableLineError as error:
            raise unusable(error, example, what, back=back) from error

    def _over(self, row: SequenceRow) -> str | None:
        """Return which side is longer than the model takes."""
        encoder, decoder = self._limits
        if encoder is not None and self._length(row) > encoder:
            return "source"
        if decoder is not None and len(row.prefix) + len(row.target.ids) > decoder:
            return "target"
        return None

    def _length(self, row: SequenceRow) -> int:
        """Return the positions that the encoder needs; a multi-encoder's two parts count apart."""
        size = len(row.encoder)
        if self.format.kind != "multi-encoder" or self.separator not in row.encoder:
            return size
        source = row.encoder[::-1].index(self.separator)
        return max(source, size - source)

    def shown(self, example: Example) -> list[tuple[str, list[tuple[int, bool]]]]:
        """Return the encoder's and the decoder's row; see `RowBuilder`."""
        row = self.row(example)
        start = len(row.prefix)
        decoder = (*row.prefix, *row.target.ids, self.eos)
        return [
            ("encoder", [(one, False) for one in row.encoder]),
            ("decoder", [(one, place >= start) for place, one in enumerate(decoder)]),
        ]

    def context_places(self, example: Example) -> dict[tuple[str, int], list[Place]]:
        """Return where the subwords of context lines are in the rows of an example.

        Returns:
            (side, index of the line) → (place in the side's row, start, end in the line) of each.
        """
        found: dict[tuple[str, int], list[Place]] = {}
        for side, lines, begin in (
            ("source", example.source_context, len(self._before)),
            ("target", example.target_context, len(self._start)),
        ):
            tokenized = self.source_lines if side == "source" else self.target_lines
            at = begin
            for index, line in enumerate(lines):
                subwords = tokenized.subwords(line)
                spans = zip(subwords.starts, subwords.ends, strict=True)
                found[side, index] = [(at + n, start, end) for n, (start, end) in enumerate(spans)]
                at += len(subwords.ids) + 1
        return found

    def _check_length(self, example: Example, row: SequenceRow) -> None:
        over = self._over(row)
        if over is None:
            return
        encoder, decoder = self._limits
        size, limit = (
            (self._length(row), encoder)
            if over == "source"
            else (len(row.prefix) + len(row.target.ids), decoder)
        )
        raise too_long(example, f"its {over}", size, limit or 0, self._lines(example, over))


def no_separator(separator: str) -> str:
    """Return the message for a separator that is not a token."""
    return (
        f"the separator {separator!r} is no token of the model's vocabulary, so it would be read as"
        " unknown; choose one that is with --separator (what the model was trained with, else its"
        " end of sentence), or add the token and train the model with it (discotag cxmi train)"
    )


def limits(tokenizer: Any, config: Any) -> tuple[int | None, int | None]:
    """Return the most subwords that encoder and decoder take; None = not said."""
    own = tokenizer.model_max_length
    said = int(own) if own and own < UNSET else None
    if config.model_type in RELATIVE:
        return said, said
    encoder, decoder = (_positions(config, side) for side in ("encoder", "decoder"))
    return _least(said, encoder), _least(None if decoder else said, decoder)


def _positions(config: Any, side: str) -> int | None:
    """Return the rows of a side's table of positions.

    Models of two models have a config for each.
    """
    own = getattr(config, side, config)
    names = (f"max_{side}_position_embeddings", "max_position_embeddings", "n_positions")
    return next((int(size) for name in names if (size := getattr(own, name, None))), None)


def _least(*values: int | None) -> int | None:
    return min((value for value in values if value is not None), default=None)


def _token(tokenizer: Any, text: str) -> int | None:
    """Return a token's id; None where the vocabulary lacks it."""
    found = tokenizer.convert_tokens_to_ids(text)
    return None if found is None or found == tokenizer.unk_token_id else int(found)


def _needed(id: int | None, what: str, name: str) -> int:
    if id is None:
        raise PluginError(
            f"the model's tokenizer has not {what}; name one as {name} in its tokenizer_config.json"
        )
    return int(id)


def _start(before: Ids, behind: Ids, config: Any, eos: int) -> Ids:
    """Return what a decoder begins with.

    Some models (mBART-25) put the language after the end of a target; it turns round to be the
    decoder's start. Others (mBART-50, M2M100, NLLB) put it before the target, after the start.
    """
    trailing = behind[behind.index(eos) + 1 :] if eos in behind else ()
    if trailing:
        return trailing[-1:] + before
    start = getattr(config, "decoder_start_token_id", None)
    if start is None:
        raise PluginError(
            "the model does not say what its decoder begins with; set decoder_start_token_id in"
            " its config.json"
        )
    return (int(start), *before)
