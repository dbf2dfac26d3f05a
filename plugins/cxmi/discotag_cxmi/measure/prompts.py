"""What a model reads, token by token, and what of it is scored: `cxmi --show-prompt`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from discotag_cxmi.measure.contexts import variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.measure.contexts import Text
    from discotag_cxmi.measure.run import Settings
    from discotag_cxmi.scoring.loading import Prepared


def show(model: Prepared, texts: Sequence[Text], settings: Settings) -> None:
    """Print the rows of a segment without context and of one with, nothing scored."""
    for example in _examples(texts, settings):
        place = f"{example.place()}, context {len(example.source_context)} source and"
        typer.echo(f"{place} {len(example.target_context)} target lines")
        for name, ids in model.rows.shown(example):
            typer.echo(f"{name}, {len(ids)} tokens, {sum(s for _, s in ids)} scored (in ⟦ ⟧):")
            typer.echo("  " + text_of(model.tokenizer, ids))
        typer.echo()


def text_of(tokenizer: Any, ids: Sequence[tuple[int, bool]]) -> str:
    """Return ids as their tokens' texts, those that are scored in brackets, a bar between them."""
    parts = []
    for number, is_scored in ids:
        token = tokenizer.decode([number])
        parts.append(f"⟦{token}⟧" if is_scored else token)
    return "|".join(parts).replace("\n", "⏎")


def _examples(texts: Sequence[Text], settings: Settings) -> Iterator[Example]:
    """Yield the first segment, and the one with most context among the first document's."""
    text = max(texts, key=lambda text: len(text.source) > 1)
    most = settings.sizes.most
    last = len(text.source) - 1 if most is None else min(most, len(text.source) - 1)
    for segment in sorted({0, last}):
        of_size = dict(variants(text, segment, settings.sizes, None))
        yield of_size[settings.sizes.names[-1]]
