"""Rows of a decoder-only model: a template filled with context and source, the target behind it.

Every part (what stands before the context, each turn's source and target, the source) is tokenized
by itself. So a target has the same subwords under every context, and the row of a segment is the
beginning of the row of the next one.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag_cxmi.scoring.prompt_rows import (
    CONTEXT,
    SOURCE,
    TARGET,
    PromptRow,
    PromptRows,
    trailing,
)
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
    from discotag_cxmi.scoring.tokenizing import Ids

BARE = (
    "the model's tokenizer has a chat template, but the prompt is bare: what the model was trained"
    " to answer looks otherwise (--chat-template own, --show-prompt)"
)


class Prompts(PromptRows):
    """Builds the rows of a decoder-only model from a template; see `PromptRows`."""

    def __init__(
        self, tokenizer: Any, config: Any, format: ContextFormat, options: ModelOptions
    ) -> None:
        super().__init__(tokenizer, config, format, options)
        self._check_template()
        self._lead = trailing(format.template)
        self.target_lines = LineTokenizer(
            tokenizer, is_target=True, lead=self._lead, anchor=self._anchor
        )
        self._turn_lines = LineTokenizer(
            tokenizer,
            is_target=True,
            lead=trailing(format.turn.partition(TARGET)[0]) if TARGET in format.turn else "",
            anchor=self._anchor,
        )
        after = format.template.partition(CONTEXT)[2]
        self._after = after.rstrip(" ") if self._lead else after
        before, has_target, _ = format.turn.partition(TARGET)
        self._turn_before = before.rstrip(" ") if has_target else before
        self._begin = self._beginning()
        self._end = self._ending()
        self._parts: dict[tuple[str, bool], Ids] = {}
        if getattr(tokenizer, "chat_template", None):
            self.notes = (BARE,)

    def rows(self, examples: Sequence[Example]) -> list[PromptRow]:
        """Build the rows of examples, in order; see `RowBuilder`."""
        self._turn_lines.prepare(chain.from_iterable(item.target_context for item in examples))
        self._prepare(examples)
        return super().rows(examples)

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

    def prompt(self, example: Example) -> Ids:
        """Return the ids before the target."""
        self._check_line(example, example.source, "source")
        before = self.format.template.partition(CONTEXT)[0].replace(SOURCE, example.source)
        ids = [*self._begin, *self._filled(before, is_first=True)]
        turns = self._turns(example)
        for place, (source, target) in enumerate(turns):
            is_first = len(ids) == len(self._begin)
            ids += self._turn(example, source, target, len(turns) - place, is_first=is_first)
        is_first = len(ids) == len(self._begin)
        ids += self._filled(self._after.replace(SOURCE, example.source), is_first=is_first)
        return tuple(ids)

    def _turn(
        self, example: Example, source: str, target: str, back: int, *, is_first: bool
    ) -> Ids:
        """Return the ids of a context line, which stands so many lines back."""
        self._check_line(example, source, "source context", back)
        _, has_target, behind = self.format.turn.partition(TARGET)
        before = self._turn_before
        if has_target and not target:  # nothing takes the spaces before it along
            before += self._turn_lines.lead
        ids = list(self._filled(before.replace(SOURCE, source), is_first=is_first))
        if not has_target:
            return tuple(ids)
        try:
            ids += self._turn_lines.subwords(target).ids
        except UnusableLineError as error:
            raise unusable(error, example, "target context", back=back) from error
        ids += self._filled(behind.replace(SOURCE, source), is_first=False)
        return tuple(ids)

    def _filled(self, text: str, *, is_first: bool) -> Ids:
        """Return the ids of a part of the prompt; the template's special tokens count as such."""
        if not text:
            return ()
        key = (text, is_first and bool(self._anchor))
        if key not in self._parts:
            found = pieces(self.tokenizer, [text], "" if is_first else self._anchor)
            self._parts[key] = tuple(found[0][0])
        return self._parts[key]

    def _check_template(self) -> None:
        template = self.format.template
        for field in (CONTEXT, SOURCE):
            if template.count(field) != 1:
                raise UsageError(f"the template {template!r} must hold {field} once")
        _, _, behind = template.partition(CONTEXT)
        if SOURCE not in behind and not behind.strip():
            raise UsageError(
                f"the template {template!r} ends with {CONTEXT}, behind {SOURCE}: the target would"
                " follow another line's, not its source; put the context first, or words behind it"
            )
        self._check_turn()

    def _beginning(self) -> Ids:
        """Return the special ids that a text begins with; a target needs something before it."""
        before, _ = self.target_lines.frame()
        if before or self.format.template.replace(CONTEXT, "").replace(SOURCE, "").strip(" "):
            return before
        raise UsageError(
            "the template holds nothing but context and source, so an empty source would leave"
            " nothing to predict the target from; add a sign to it, such as =>"
        )
