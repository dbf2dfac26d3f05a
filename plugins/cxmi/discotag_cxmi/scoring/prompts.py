"""Rows of a decoder-only model: a template filled with context and source, the target behind it.

Every part (what stands before the context, each turn's source and target, the source) is tokenized
by itself. So a target has the same subwords under every context, and the row of a segment is the
beginning of the row of the next one.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, PluginError, UsageError
from discotag_cxmi.scoring.concatenation import limits
from discotag_cxmi.scoring.tokenizing import (
    KEPT,
    LineTokenizer,
    UnusableLineError,
    pieces,
    unusable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.options import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids, Subwords

CONTEXT, SOURCE, TARGET = "{context}", "{source}", "{target}"
ANCHOR = "\n"
"""What parts are tokenized behind, where a tokenizer marks the beginning of a text."""


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One example as ids.

    Args:
        ids: prompt, target, and the end but for its last id, which is only predicted.
        start: where the target begins.
        target: the target's subwords.
        end: ids of what ends the target.
    """

    ids: Ids
    start: int
    target: Subwords
    end: Ids


class Prompts:
    """Builds the rows of a decoder-only model.

    Args:
        tokenizer: of Transformers, a fast one.
        config: the model's.
        format: template, turn and end.
        options: what to do with long examples.
    """

    def __init__(
        self, tokenizer: Any, config: Any, format: ContextFormat, options: ModelOptions
    ) -> None:
        if not tokenizer.is_fast:
            raise PluginError(
                "a decoder-only model needs a fast tokenizer (tokenizer.json), which this one is"
                " not; convert it with Transformers"
            )
        self.tokenizer, self.format = tokenizer, format
        self._check_template()
        begins = pieces(tokenizer, ["a"])[0][0], pieces(tokenizer, ["a"], ANCHOR)[0][0]
        self._anchor = "" if begins[0] == begins[1] else ANCHOR
        self._lead = _trailing(format.template)
        self.target_lines = LineTokenizer(
            tokenizer, is_target=True, lead=self._lead, anchor=self._anchor
        )
        self._turn_lines = LineTokenizer(
            tokenizer,
            is_target=True,
            lead=_trailing(format.turn.partition(TARGET)[0]) if TARGET in format.turn else "",
            anchor=self._anchor,
        )
        after = format.template.partition(CONTEXT)[2]
        self._after = after.rstrip(" ") if self._lead else after
        before, has_target, _ = format.turn.partition(TARGET)
        self._turn_before = before.rstrip(" ") if has_target else before
        self._begin = self._beginning()
        self._end = self._ending()
        self._parts: dict[tuple[str, bool], Ids] = {}
        self._limit = limits(tokenizer, config.get_text_config())[1]
        self._shortens = options.when_long == "shorten"
        self.shortened = 0

    def rows(self, examples: Sequence[Example]) -> list[PromptRow]:
        """Build the rows of examples, in order; errors as for a concatenation."""
        self.target_lines.prepare(example.target for example in examples)
        self._turn_lines.prepare(chain.from_iterable(item.target_context for item in examples))
        self._prepare(examples)
        return [self.row(example) for example in examples]

    def _prepare(self, examples: Sequence[Example]) -> None:
        """Tokenize the parts around sources in one go."""
        if len(self._parts) > KEPT:
            self._parts.clear()
        texts = {self._after.replace(SOURCE, item.source) for item in examples}
        sources = {line for item in examples for line in item.source_context}
        texts |= {self._turn_before.replace(SOURCE, line) for line in sources}
        new = [text for text in sorted(texts) if text and (text, False) not in self._parts]
        if new:
            found = pieces(self.tokenizer, new, self._anchor)
            for text, (ids, _) in zip(new, found, strict=True):
                self._parts[text, False] = tuple(ids)

    def row(self, example: Example) -> PromptRow:
        """Build one example's row; errors as `rows`."""
        cut, row = example, self._row(example)
        lines = max(len(example.source_context), len(example.target_context))
        if self._is_long(row) and self._shortens and lines:
            counts = range(1, lines + 1)
            place = bisect_left(
                counts,
                True,
                key=lambda count: not self._is_long(self._row(_without(example, count))),
            )
            cut = _without(example, min(place + 1, lines))
            row = self._row(cut)
        if self._is_long(row):
            raise self._too_long(cut, row)
        self.shortened += cut is not example
        return row

    def prompt(self, example: Example) -> Ids:
        """Return the ids before the target."""
        before = self.format.template.partition(CONTEXT)[0]
        ids = [*self._begin, *self._filled(before, example, example.source, is_first=True)]
        for source, target in self._turns(example):
            ids += self._turn(example, source, target, is_first=len(ids) == len(self._begin))
        is_first = len(ids) == len(self._begin)
        ids += self._filled(self._after, example, example.source, is_first=is_first)
        return tuple(ids)

    def _row(self, example: Example) -> PromptRow:
        prompt = self.prompt(example)
        try:
            target = self.target_lines.subwords(example.target)
        except UnusableLineError as error:
            raise unusable(error, example.document, example.segment, "target") from error
        return PromptRow(prompt + target.ids + self._end[:-1], len(prompt), target, self._end)

    def _turns(self, example: Example) -> list[tuple[str, str]]:
        sources, targets = example.source_context, example.target_context
        turn = self.format.turn
        for lines, field in ((sources, SOURCE), (targets, TARGET)):
            if lines and field not in turn:
                raise UsageError(
                    f"the template's turn {turn!r} holds no {field}, but such context is given;"
                    " choose the other side alone, or another --turn"
                )
        if SOURCE not in turn:
            return [("", target) for target in targets]
        if TARGET not in turn:
            return [(source, "") for source in sources]
        if len(sources) != len(targets):
            raise UsageError(
                f"the template's turn {turn!r} holds source and target, but the context has"
                f" {len(sources)} source and {len(targets)} target lines; give --source-context"
                " and --target-context the same number, or another --turn"
            )
        return list(zip(sources, targets, strict=True))

    def _turn(self, example: Example, source: str, target: str, *, is_first: bool) -> Ids:
        _, has_target, behind = self.format.turn.partition(TARGET)
        ids = list(self._filled(self._turn_before, example, source, is_first=is_first))
        if not has_target:
            return tuple(ids)
        try:
            ids += self._turn_lines.subwords(target).ids
        except UnusableLineError as error:
            what = "target context"
            raise unusable(error, example.document, example.segment, what) from error
        ids += self._filled(behind, example, source, is_first=False)
        return tuple(ids)

    def _filled(self, text: str, example: Example, source: str, *, is_first: bool) -> Ids:
        """Return the ids of a part of the template, whose special tokens count as such."""
        if not text:
            return ()
        if SOURCE in text:
            if fault := self.target_lines.own_token(source):
                error = UnusableLineError(fault)
                raise unusable(error, example.document, example.segment, "source") from error
            text = text.replace(SOURCE, source)
        key = (text, is_first and bool(self._anchor))
        if key not in self._parts:
            found = pieces(self.tokenizer, [text], "" if is_first else self._anchor)
            self._parts[key] = tuple(found[0][0])
        return self._parts[key]

    def _is_long(self, row: PromptRow) -> bool:
        return self._limit is not None and len(row.ids) > self._limit

    def _too_long(self, example: Example, row: PromptRow) -> InputError:
        turns = len(self._turns(example))
        cure = (
            "give it less context, or --when-long shorten leaves out the lines farthest away"
            if turns
            else "split the segment; it is never cut"
        )
        count = f" with {turns} context lines" if turns else ""
        return InputError(
            f"document {example.document!r}, segment {example.segment + 1}: prompt and"
            f" target{count} have {len(row.ids)} subwords, the model takes {self._limit}; {cure}"
        )

    def _check_template(self) -> None:
        template, turn = self.format.template, self.format.turn
        for field in (CONTEXT, SOURCE):
            if template.count(field) != 1:
                raise UsageError(f"the template {template!r} must hold {field} once")
        if (
            not 1 <= turn.count(SOURCE) + turn.count(TARGET) <= 2
            or max(turn.count(SOURCE), turn.count(TARGET)) > 1
        ):
            raise UsageError(f"the turn {turn!r} must hold {SOURCE} or {TARGET} or both, each once")

    def _beginning(self) -> Ids:
        """Return the special ids that a text begins with; a target needs something before it."""
        before, _ = self.target_lines.frame()
        if before or self.format.template.replace(CONTEXT, "").replace(SOURCE, "").strip(" "):
            return before
        raise UsageError(
            "the template holds nothing but context and source, so an empty source would leave"
            " nothing to predict the target from; add a sign to it, such as =>"
        )

    def _ending(self) -> Ids:
        if self.format.end is None:
            eos = self.tokenizer.eos_token_id
            if eos is None:
                raise PluginError(
                    "the model's tokenizer has no end-of-text token; say what ends a target with"
                    " --end"
                )
            return (int(eos),)
        ids = pieces(self.tokenizer, [self.format.end], self._anchor)[0][0]
        if not ids:
            raise UsageError(f"--end {self.format.end!r} has no subwords")
        return tuple(ids)


def _without(example: Example, count: int) -> Example:
    """Leave out so many of the farthest lines on each side."""
    return replace(
        example,
        source_context=example.source_context[count:],
        target_context=example.target_context[count:],
    )


def _trailing(text: str) -> str:
    """Return the spaces at the end, which belong to the target's first subword."""
    return text[len(text.rstrip(" ")) :]
