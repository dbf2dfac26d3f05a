"""Results as tables and lines for reading; nats or bits."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import typer

from discotag.plugin.commands import print_table
from discotag_cxmi.examples import told
from discotag_cxmi.measure.texts import NONE, RANDOM, variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.measure.comparing import Comparison, Sample, WordGain
    from discotag_cxmi.measure.records import Average, SizeFigures
    from discotag_cxmi.measure.run import Measured, Settings
    from discotag_cxmi.measure.texts import Text
    from discotag_cxmi.scoring.loading import Prepared


ABSENT = "–"
HEADS = {
    "segment_mean": "per segment",
    "token_mean": "per subword",
    "mean_of_token_means": "mean of segments' means per subword",
}


class Unit:
    """Nats, or bits = nats / ln 2."""

    def __init__(self, *, is_bits: bool) -> None:
        self.name = "bits" if is_bits else "nats"
        self._scale = 1 / log(2) if is_bits else 1.0

    def value(self, nats: float, decimals: int = 4) -> str:
        """Format a gain, with its sign."""
        return f"{nats * self._scale:+.{decimals}f}"

    def average(self, item: Average | None) -> str:
        """Format an average with its interval; a dash where there is none."""
        if item is None:
            return ABSENT
        span = item.interval
        if span is None:
            return f"{self.value(item.value)} [{ABSENT}]"
        return f"{self.value(item.value)} [{self.value(span.low)}, {self.value(span.high)}]"

    def plain(self, nats: float) -> str:
        """Format a cross-entropy."""
        return f"{nats * self._scale:.3f}"


def print_measured(measured: Measured, unit: Unit, *, context: str) -> None:
    """Print a row per context size, the control next to it."""
    found = {item.size: item for item in measured.figures}
    base = found[NONE]
    has_control = any(name.startswith(RANDOM) for name in found)
    header = ["context", "cross-entropy", *HEADS.values()]
    if has_control:
        header.append("random context, per segment")
    rows = [(NONE, unit.plain(base.cross_entropy), *[ABSENT] * (len(header) - 2))]
    for name, item in found.items():
        if name != NONE and not name.startswith(RANDOM):
            control = [_per_segment(found.get(RANDOM + name), unit)] if has_control else []
            cells = [unit.average(item.averages[key]) for key in HEADS]
            rows.append((name, unit.plain(item.cross_entropy), *cells, *control))
    print_table(
        header, rows, title=f"CXMI in {unit.name}, {context} context, 95 % intervals", numeric=True
    )


def _per_segment(item: SizeFigures | None, unit: Unit) -> str:
    return unit.average(None if item is None else item.averages["segment_mean"])


def print_comparison(found: Comparison, unit: Unit, names: tuple[str, str]) -> None:
    """Print means, then the samples and words where B uses context more than A."""
    size = found.size
    print_table(
        ("", f"CXMI per segment, {unit.name}"),
        [
            (f"A {names[0]}", unit.average(found.first)),
            (f"B {names[1]}", unit.average(found.second)),
            ("B − A", unit.average(found.difference)),
        ],
        title=f"Context of {size} lines, {found.segments} segments",
        numeric=True,
    )
    typer.echo("\nSamples that gain more from context under B; in [ ] the word that gains most")
    for sample in found.samples:
        typer.echo(f"\n{unit.value(sample.gain, 3)}  {_place(sample, sample.best)}")
        _print_sample(sample, sample.best)
    typer.echo("\nWords that gain more from context under B")
    for word, sample in found.words:
        values = f"A {unit.value(word.first, 3)}, B {unit.value(word.second, 3)}"
        typer.echo(f"\n{unit.value(word.gain, 3)}  {word.form}  ({values})  {_place(sample, word)}")
        _print_sample(sample, word)


def _place(sample: Sample, word: WordGain | None) -> str:
    where = told(sample.places, 0 if word is None else word.start)
    return f"{sample.document}, segment {sample.segment + 1}{where}"


def _print_sample(sample: Sample, word: WordGain | None) -> None:
    for source, target in sample.context:
        typer.echo(f"        {source}  ⇒  {target}")
    target = sample.target
    if word is not None:
        target = f"{target[: word.start]}[{word.form}]{target[word.end :]}"
    typer.echo(f"      > {sample.source}  ⇒  {target}")


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
