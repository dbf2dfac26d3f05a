"""Label Studio: a study as tasks, and the labelling interface that asks its questions.

Questions that all items ask appear in the interface once; those of a tags study, one for each tag,
are repeated over a list in the task (`<Repeater>`).
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

from discotag.plugin import UsageError
from discotag.plugin.pages import writable
from discotag_annotate.forms.sheet import ask
from discotag_annotate.wording import direction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_annotate.items import Block, Line, Question
    from discotag_annotate.study import Study, Target

TEXT = "text"
REPEATED = "tag"
"""Questions named `tag0`, `tag1` … are one control, repeated."""
STYLES = {
    "tag": "background:#ffe08a",
    "evidence": "background:#b8e0d2",
    "linked": "text-decoration:underline",
    "highlight": "color:#b00020;font-weight:bold",
}


def tasks(study: Study, target: Target) -> list[dict[str, Any]]:
    """Return the tasks, to be imported as JSON; `data.item` and `data.study` bring answers home."""
    return [
        {
            "data": {
                "study": study.manifest.id,
                "item": item.id,
                "language": target.code,
                "title": item.title,
                "html": writable("".join(map(_block, item.blocks))),
                "tags": [
                    {"ask": question.ask} for question in item.questions if is_repeated(question)
                ],
            }
        }
        for item in study.items
    ]


def is_repeated(question: Question) -> bool:
    """Return whether a question is one of several that the same control asks."""
    return question.name.removeprefix(REPEATED).isdigit() and question.name.startswith(REPEATED)


def interface(study: Study, target: Target) -> str:
    """Return the labelling interface (XML).

    Raises:
        UsageError: items ask different things under one name.
    """
    found: dict[str, Question] = {}
    for question in (question for item in study.items for question in item.questions):
        known = found.setdefault(REPEATED if is_repeated(question) else question.name, question)
        if known.choices != question.choices or known.kind != question.kind:
            raise UsageError(f"items ask different things as {question.name!r}")
    return "\n".join(["<View>", *_interface(study, target, found), "</View>", ""])


def _interface(study: Study, target: Target, questions: dict[str, Question]) -> Iterator[str]:
    for paragraph in study.manifest.instructions:
        told = paragraph.replace("{language}", target.name)
        yield f"  <Header size='5' value={_attribute(told)}/>"
    yield f"  <HyperText name='{TEXT}' value='$html'/>"
    for name, question in questions.items():
        if name == REPEATED:
            yield "  <Repeater on='$tags' indexFlag='{{idx}}'>"
            yield "    <Text name='ask_{{idx}}' value='$tags[{{idx}}].ask'/>"
            yield from _choices(question, f"{REPEATED}{{{{idx}}}}", "ask_{{idx}}", "    ")
            yield "  </Repeater>"
            continue
        yield f"  <Header size='4' value={_attribute(ask(question, target))}/>"
        yield from _control(question)


def _control(question: Question) -> Iterator[str]:
    match question.kind:
        case "choice" | "choices":
            yield from _choices(question, question.name, TEXT, "  ")
        case "number":
            yield f"  <Number name='{question.name}' toName='{TEXT}' min='0' max='100'/>"
        case "words":
            labels = ", ".join(choice.value for choice in question.choices)
            hint = _attribute(f"CHOICE: WORD; … with {labels}")
            yield (
                f"  <TextArea name='{question.name}' toName='{TEXT}' maxSubmissions='1'"
                f" placeholder={hint}/>"
            )
        case _:
            yield f"  <TextArea name='{question.name}' toName='{TEXT}' maxSubmissions='1'/>"


def _choices(question: Question, name: str, of: str, indent: str) -> Iterator[str]:
    kind = "multiple" if question.kind == "choices" else "single-radio"
    yield f"{indent}<Choices name='{name}' toName='{of}' choice='{kind}'>"
    for choice in question.choices:
        yield (
            f"{indent}  <Choice alias={_attribute(choice.value)} value={_attribute(choice.label)}/>"
        )
    yield f"{indent}</Choices>"


def _attribute(text: str) -> str:
    return quoteattr(writable(text))


def _block(block: Block) -> str:
    lines = "".join(f"<p>{_line(line, block)}</p>" for line in block.lines)
    return (
        f"<h4>{escape(block.title)}</h4>"
        f'<div lang="{escape(block.language)}" dir="{direction(block.language)}">{lines}</div>'
    )


def _line(line: Line, block: Block) -> str:
    found, end = [], 0
    for span in line.spans:
        note = f"<sup>{escape(span.note)}</sup>" if span.note else ""
        inner = escape(line.text[span.start : span.end])
        found += [
            escape(line.text[end : span.start]),
            f'<span style="{STYLES[span.kind]}">{inner}</span>{note}',
        ]
        end = span.end
    text = "".join(found) + escape(line.text[end:])
    number = f"<small>{line.number:+d}</small> " if line.number else ""
    is_bold = line.is_focus and len(block.lines) > 1
    return f"{number}<b>{text}</b>" if is_bold else number + text
