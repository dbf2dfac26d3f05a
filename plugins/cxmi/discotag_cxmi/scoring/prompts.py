"""Rows of decoder-only models: a prompt from a template or a chat, the target after it, its end.

The prompt of a chat is its template's text up to where the model answers, tokenized as a whole, as
a server does it. The target follows it, so it has the same subwords under every context, and what
ends it is what the template puts after an answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.plugin import PluginError, UsageError
from discotag_cxmi.scoring.batching import too_long
from discotag_cxmi.scoring.concatenation import limits
from discotag_cxmi.scoring.tokenizing import (
    KEPT,
    LineTokenizer,
    UnusableLineError,
    pieces,
    unusable,
)
from discotag_torch import first_line

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from discotag_cxmi.examples import ContextFormat, Example
    from discotag_cxmi.scoring.scorer import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids, Subwords

    Turns = list[dict[str, str]]


CONTEXT, SOURCE, TARGET = "{context}", "{source}", "{target}"
ANCHOR = "\n"
"""What parts are tokenized after, where a tokenizer marks the beginning of a text."""


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

    @property
    def key(self) -> Hashable:
        """See `ScoredRow`."""
        return self.ids, self.start, self.end


class PromptRows(ABC):
    """Builds the rows of a decoder-only model; see `RowBuilder`.

    Args:
        tokenizer: of Transformers, a fast one.
        config: the model's; None = not known, so rows have no limit but the tokenizer's.
        format: how context and source become a prompt.
        options: what to do with long examples.
    """

    target_lines: LineTokenizer
    _end: Ids

    def __init__(
        self, tokenizer: Any, config: Any, format: ContextFormat, options: ModelOptions
    ) -> None:
        if not tokenizer.is_fast:
            raise PluginError(
                "a decoder-only model needs a fast tokenizer (tokenizer.json), which this one is"
                " not; convert it with Transformers"
            )
        self.tokenizer, self.format = tokenizer, format
        begins = pieces(tokenizer, ["a"])[0][0], pieces(tokenizer, ["a"], ANCHOR)[0][0]
        self._anchor = "" if begins[0] == begins[1] else ANCHOR
        self._limit = limits(tokenizer, config.get_text_config())[1]
        self._shortens = options.when_long == "shorten"
        self.shortened = 0
        self.notes: Sequence[str] = ()

    @abstractmethod
    def prompt(self, example: Example) -> Ids:
        """Return the ids before the target."""

    def rows(self, examples: Sequence[Example]) -> list[PromptRow]:
        """Build the rows of examples, in order; see `RowBuilder`."""
        self.target_lines.prepare(example.target for example in examples)
        return [self.row(example) for example in examples]

    def row(self, example: Example) -> PromptRow:
        """Build one example's row; see `RowBuilder`."""
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
        if self._limit is not None and len(row.ids) > self._limit:
            turns = max(len(cut.source_context), len(cut.target_context))
            raise too_long(cut, "prompt and target", len(row.ids), self._limit, turns)
        self.shortened += cut is not example
        return row

    def shown(self, example: Example) -> list[tuple[str, list[tuple[int, bool]]]]:
        """Return the row, and which ids are scored; see `RowBuilder`."""
        row = self.row(example)
        ids = row.ids[: row.start] + row.target.ids + row.end
        return [("prompt", [(one, place >= row.start) for place, one in enumerate(ids)])]

    def _row(self, example: Example) -> PromptRow:
        prompt = self.prompt(example)
        try:
            target = self.target_lines.subwords(example.target)
        except UnusableLineError as error:
            raise unusable(error, example, "target") from error
        return PromptRow(prompt + target.ids + self._end[:-1], len(prompt), target, self._end)

    def _turns(self, example: Example) -> list[tuple[str, str]]:
        """Return the (source, target) of each context line, as the turn wants them."""
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
        return paired(example, f"the template's turn {turn!r} holds source and target")

    def _check_turn(self) -> None:
        turn = self.format.turn
        if (
            not 1 <= turn.count(SOURCE) + turn.count(TARGET) <= 2
            or max(turn.count(SOURCE), turn.count(TARGET)) > 1
        ):
            raise UsageError(f"the turn {turn!r} must hold {SOURCE} or {TARGET} or both, each once")

    def _check_line(self, example: Example, line: str, what: str, back: int = 0) -> None:
        """Refuse a line that holds a special token of the model as text."""
        if fault := self.target_lines.own_token(line):
            raise unusable(UnusableLineError(fault), example, what, back=back)

    def _is_long(self, row: PromptRow) -> bool:
        return self._limit is not None and len(row.ids) > self._limit

    def _ids(self, text: str) -> Ids:
        """Return the ids of a text after other text, special tokens counted as such."""
        return tuple(pieces(self.tokenizer, [text], self._anchor)[0][0])

    def _ending(self, usual: str | None = None) -> Ids:
        """Return the ids of what ends a target: `--end`, else the usual, else the end of text."""
        text = self.format.end if self.format.end is not None else usual
        if text:
            return self._ids(text)
        if text is not None:
            raise UsageError(f"--end {text!r} has no subwords")
        eos = self.tokenizer.eos_token_id
        if eos is None:
            raise PluginError(
                "the model's tokenizer has no end-of-text token; say what ends a target with --end"
            )
        return (int(eos),)


def paired(example: Example, why: str) -> list[tuple[str, str]]:
    """Return context lines in pairs; UsageError where the sides have different numbers."""
    sources, targets = example.source_context, example.target_context
    if len(sources) != len(targets):
        raise UsageError(
            f"{why}, but the context has {len(sources)} source and {len(targets)} target lines;"
            " give --source-context and --target-context the same number, or another --turn"
        )
    return list(zip(sources, targets, strict=True))


def _without(example: Example, count: int) -> Example:
    """Leave out so many of the farthest lines on each side."""
    return replace(
        example,
        source_context=example.source_context[count:],
        target_context=example.target_context[count:],
    )


def trailing(text: str) -> str:
    """Return the spaces at the end, which belong to the target's first subword."""
    return text[len(text.rstrip(" ")) :]


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
        """Return the ids of a context line, which is so many lines back."""
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


PROBE = "discotagprobe"
"""An answer that no template contains, to see what surrounds one."""
KEPT_PROMPTS = 10_000
"""Prompts that are remembered: one serves all targets of an item."""


class ChatPrompts(PromptRows):
    """Builds the rows of a chat model; see `PromptRows`.

    The format's template is what the user says for a segment. If it holds `{context}`, earlier
    lines are there, each as `turn` has it; else they are earlier turns of the chat.
    """

    def __init__(
        self, tokenizer: Any, config: Any, format: ContextFormat, options: ModelOptions
    ) -> None:
        super().__init__(tokenizer, config, format, options)
        if not (format.chat_template or getattr(tokenizer, "chat_template", None)):
            raise UsageError(
                "the model's tokenizer has no chat template; give one with --chat-template FILE"
                " (Jinja, as Transformers reads it), or leave the option out and give --template"
            )
        self._check_message()
        self._known: dict[str, Ids] = {}
        lead, behind = self._around()
        self.target_lines = LineTokenizer(tokenizer, is_target=True, lead=lead, anchor=self._anchor)
        self._end = self._up_to_special(behind)

    def prompt(self, example: Example) -> Ids:
        """Return the ids of the chat up to where the model answers."""
        text = self._text(self._messages(example), asks=True)
        if text not in self._known:
            if len(self._known) > KEPT_PROMPTS:
                self._known.clear()
            coded = self.tokenizer(text, add_special_tokens=False, verbose=False)
            self._known[text] = tuple(map(int, coded["input_ids"]))
        return self._known[text]

    def _messages(self, example: Example) -> Turns:
        """Return the chat: system prompt, earlier segments, and what is asked now."""
        self._check_line(example, example.source, "source")
        for side in ("source", "target"):
            lines = example.context_of(side)
            for place, line in enumerate(lines):
                self._check_line(example, line, f"{side} context", len(lines) - place)
        template, system = self.format.template, self.format.system
        turns: Turns = [] if system is None else [{"role": "system", "content": system}]
        context = ""
        if CONTEXT in template:
            context = "".join(
                _filled(self.format.turn, {SOURCE: source, TARGET: target})
                for source, target in self._turns(example)
            )
        else:
            why = "context lines are turns of the chat, a source and its translation each"
            for source, target in paired(example, why):
                turns.append({"role": "user", "content": _filled(template, {SOURCE: source})})
                turns.append({"role": "assistant", "content": target})
        asked = _filled(template, {CONTEXT: context, SOURCE: example.source})
        return [*turns, {"role": "user", "content": asked}]

    def _text(self, turns: Turns, *, asks: bool) -> str:
        """Put turns into the template."""
        try:
            text = self.tokenizer.apply_chat_template(
                turns,
                chat_template=self.format.chat_template,
                tokenize=False,
                add_generation_prompt=asks,
                **self.format.chat_params,
            )
        except Exception as error:
            cure = (
                "; if it takes no system prompt, leave --system out and put its words into"
                " --template"
                if self.format.system is not None
                else ""
            )
            raise UsageError(
                f"the chat template cannot be filled: {first_line(error)}{cure}"
            ) from error
        return str(text)

    def _around(self) -> tuple[str, str]:
        """Return what the template puts before an answer, spaces only, and what after it."""
        system = self.format.system
        turns: Turns = [] if system is None else [{"role": "system", "content": system}]
        turns.append({"role": "user", "content": _filled(self.format.template, {SOURCE: "a"})})
        asked = self._text(turns, asks=True)
        whole = self._text([*turns, {"role": "assistant", "content": PROBE}], asks=False)
        before, _, behind = whole.rpartition(PROBE)
        lead = before.removeprefix(asked) if before.startswith(asked) else ""
        return ("" if lead.strip(" ") else lead), behind

    def _up_to_special(self, behind: str) -> Ids:
        """Return the ids of what ends an answer: up to the first special token after it."""
        if self.format.end is not None or not behind.strip():
            return self._ending()
        ids = self._ids(behind)
        added = self.tokenizer.added_tokens_decoder.items()
        specials = {number for number, token in added if token.special}
        specials |= set(self.tokenizer.all_special_ids)
        places = (place for place, number in enumerate(ids) if number in specials)
        last = next(places, len(ids) - 1)
        return ids[: last + 1]

    def _check_message(self) -> None:
        template = self.format.template
        if template.count(SOURCE) != 1 or template.count(CONTEXT) > 1:
            raise UsageError(
                f"the template {template!r} is what the user of the chat says: it must hold"
                f" {SOURCE} once, and {CONTEXT} once if earlier lines stand in it"
            )
        if CONTEXT in template:
            self._check_turn()
        if not template.replace(SOURCE, "").replace(CONTEXT, "").strip() and not self.format.system:
            raise UsageError(
                "the chat says nowhere what to do; give --system, or --template with the task and"
                f" {SOURCE}, such as 'Translate into French: {SOURCE}'"
            )


def _filled(template: str, values: dict[str, str]) -> str:
    """Fill in a template; what is filled in is not expanded again."""
    fields = sorted((template.index(field), field) for field in values if field in template)
    found, rest = [], template
    for _, field in fields:
        before, _, rest = rest.partition(field)
        found += [before, values[field]]
    return "".join([*found, rest])
