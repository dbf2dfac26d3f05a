"""Where the tokens of an example stand: context, separators, codes, and the ends of lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from discotag.plugin import UsageError
from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.concatenation import Concatenation, no_separator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.options import ModelOptions

    Ids = NDArray[np.integer[Any]]

IGNORED = -100
SAMPLE = "a"


@dataclass(frozen=True, slots=True)
class Layout:
    """The special tokens around and between lines.

    Args:
        separator: id between two lines.
        mask: id that dropped words are replaced with; None = the vocabulary has none.
        padding: id behind the end of a row.
        before_source: ids before the encoder's lines, such as a language code.
        after_source: ids behind them, such as the end of the text.
        before_target: ids before the decoder's lines; the first starts the decoder.
        end: id of the end of a target line.
        all_in_encoder: whether target context goes to the encoder, too (multi-encoder).
    """

    separator: int
    mask: int | None
    padding: int
    before_source: tuple[int, ...]
    after_source: tuple[int, ...]
    before_target: tuple[int, ...]
    end: int
    all_in_encoder: bool

    @property
    def source_extra(self) -> int:
        """How many ids an encoder row has besides its lines and separators."""
        return len(self.before_source) + len(self.after_source)

    @property
    def target_extra(self) -> int:
        """How many ids a decoder row has besides its lines and separators."""
        return len(self.before_target)

    def encoder(self, context: Sequence[Ids], current: Ids) -> Ids:
        """Return an encoder row: context lines, each with a separator, and the source."""
        return np.array([*self.before_source, *self._before(context), *current, *self.after_source])

    def decoder(self, context: Sequence[Ids], current: Ids) -> tuple[Ids, Ids]:
        """Return a decoder row and what it shall say; its context is given, and so not counted."""
        prefix = [*self.before_target, *self._before(context)]
        said = [IGNORED] * (len(prefix) - 1) + [*current, self.end]
        return np.array([*prefix, *current]), np.array(said)

    def _before(self, context: Sequence[Ids]) -> list[int]:
        return [int(token) for line in context for token in (*line, self.separator)]


def layout_of(tokenizer: Any, config: Any, given: ContextFormat, options: ModelOptions) -> Layout:
    """Read the special tokens from the rows that scoring builds, so that both have the same.

    Raises:
        UsageError: the separator is no token.
        PluginError: the model lacks a token that it cannot do without.
    """
    rows = Concatenation(tokenizer, config, given, options)
    if rows.separator is None:
        raise UsageError(no_separator(given.separator))
    row = rows.row(Example("", 0, SAMPLE, SAMPLE))
    ids = rows.source_lines.subwords(SAMPLE).ids
    start = next(i for i in range(len(row.encoder)) if row.encoder[i : i + len(ids)] == ids)
    return Layout(
        separator=rows.separator,
        mask=tokenizer.mask_token_id,
        padding=rows.pad,
        before_source=tuple(row.encoder[:start]),
        after_source=tuple(row.encoder[start + len(ids) :]),
        before_target=tuple(row.prefix),
        end=rows.eos,
        all_in_encoder=given.kind == "multi-encoder",
    )
