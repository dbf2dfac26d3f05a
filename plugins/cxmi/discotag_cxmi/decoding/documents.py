"""Whole documents, translated in lock-step: the same segment of every document at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import ParallelText


class Rows(Protocol):
    """What builds a model's rows of examples."""

    def rows(self, examples: Sequence[Example]) -> Sequence[object]:
        """Build them; InputError for what cannot be a row."""
        ...


class Translator(Protocol):
    """What translates examples, in order."""

    def translate(self, examples: Sequence[Example]) -> list[str]:
        """Return one line per example."""
        ...


def translate_documents(
    translator: Translator,
    texts: Sequence[ParallelText],
    *,
    source_size: int,
    target_size: int,
    gold: str | None = None,
    advanced: Callable[[int], None] = lambda _: None,
) -> list[list[str]]:
    """Translate documents; the context is that of `Example.within`.

    Args:
        translator: the model.
        texts: documents.
        source_size: how many source lines come before.
        target_size: how many target lines do.
        gold: name of the reference whose lines are the target context; None = what the model itself
            made of the earlier segments.
        advanced: told how many segments were translated.

    Returns:
        Each document's lines, in order.
    """
    made: list[list[str]] = [[] for _ in texts]
    longest = max((len(text.source) for text in texts), default=0)
    is_free = gold is not None or target_size == 0
    steps = [range(longest)] if is_free else [range(step, step + 1) for step in range(longest)]
    for step in steps:
        wanted = [
            (place, segment)
            for segment in step
            for place, text in enumerate(texts)
            if segment < len(text.source)
        ]
        examples = [
            _example(texts[place], segment, made[place], gold).within(source_size, target_size)
            for place, segment in wanted
        ]
        for (place, _), line in zip(wanted, translator.translate(examples), strict=True):
            made[place].append(line)
        advanced(len(wanted))
    return made


def check_sources(rows: Rows, texts: Iterable[ParallelText]) -> None:
    """Check, before any work is done, that every source line fits the model by itself.

    Raises:
        InputError: a line is longer than the model takes, or its tokenizer changes it.
    """
    for text in texts:
        rows.rows([Example(text.id, i, line, "") for i, line in enumerate(text.source)])


def _example(text: ParallelText, segment: int, own: list[str], gold: str | None) -> Example:
    before = own if gold is None else text.references[gold]
    return Example(
        text.id,
        segment,
        text.source[segment],
        "",
        source_context=text.source[:segment],
        target_context=tuple(before[:segment]),
    )
