"""Rows of a chat model: turns put into text by its chat template, the target as the last answer.

The prompt is the template's text up to where the model is asked to answer, tokenized as a whole, as
a server does it. The target comes behind it, so it has the same subwords under every context, and
what ends it is what the template puts behind an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag_cxmi.scoring.prompts import CONTEXT, SOURCE, TARGET, PromptRows, paired
from discotag_cxmi.scoring.tokenizing import LineTokenizer
from discotag_torch import first_line

if TYPE_CHECKING:
    from discotag_cxmi.examples import Example
    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.base import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids

    Turns = list[dict[str, str]]

PROBE = "discotagprobe"
"""An answer that no template holds, to see what stands around one."""
KEPT = 10_000
"""Prompts that are remembered: one serves all targets of an item."""


class ChatPrompts(PromptRows):
    """Builds the rows of a chat model; see `PromptRows`.

    The format's template is what the user says for a segment. If it holds `{context}`, earlier
    lines stand there, each as `turn` has it; else they are earlier turns of the chat.
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
            if len(self._known) > KEPT:
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
        """Return what the template puts before an answer, spaces only, and what behind it."""
        system = self.format.system
        turns: Turns = [] if system is None else [{"role": "system", "content": system}]
        turns.append({"role": "user", "content": _filled(self.format.template, {SOURCE: "a"})})
        asked = self._text(turns, asks=True)
        whole = self._text([*turns, {"role": "assistant", "content": PROBE}], asks=False)
        before, _, behind = whole.rpartition(PROBE)
        lead = before.removeprefix(asked) if before.startswith(asked) else ""
        return ("" if lead.strip(" ") else lead), behind

    def _up_to_special(self, behind: str) -> Ids:
        """Return the ids of what ends an answer: up to the first special token behind it."""
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
    """Fill in a template; what is filled in is not looked at again."""
    fields = sorted((template.index(field), field) for field in values if field in template)
    found, rest = [], template
    for _, field in fields:
        before, _, rest = rest.partition(field)
        found += [before, values[field]]
    return "".join([*found, rest])
