"""The form: one page of HTML that needs no network, keeps progress, and saves answers as JSON."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin.pages import (
    page_policy,
    page_templates,
    script_json,
    view_part,
    writable,
)
from discotag_annotate.wording import direction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_annotate.items import Block, Item, Line, Question
    from discotag_annotate.study import Study

SHARED = ("colours.css", "base.css", "scripts.css", "dom.js")
"""The report page's look and its way of making elements are the form's, too."""
STYLE = ("colours.css", "base.css", "scripts.css", "form.css")
PROGRAM = ("dom.js", "state.js", "texts.js", "questions.js", "files.js", "keys.js", "main.js")
SCHEMA = "discotag-answers/1"


def page(study: Study) -> str:
    """Write the form; the same study gives the same bytes, and no text of it can act."""
    from markupsafe import Markup

    style = "\n".join(_web(name) for name in STYLE)
    parts = "\n".join(_web(name) for name in PROGRAM)
    program = f'(() => {{\n"use strict";\n{parts}\n}})();\n'
    return (
        page_templates(__package__)
        .get_template("form.html.j2")
        .render(
            title=writable(study.manifest.shown_title),
            policy=page_policy(style, program),
            style=Markup(style),
            program=Markup(program),
            data=Markup(script_json(_data(study))),
        )
    )


def _web(name: str) -> str:
    if name in SHARED:
        return view_part(name)
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")


def _data(study: Study) -> dict[str, Any]:
    manifest = study.manifest
    return {
        "schema": SCHEMA,
        "study": manifest.id,
        "instructions": manifest.instructions,
        "targets": [target.model_dump() for target in manifest.targets],
        "items": [_item(item) for item in (study.about, *study.items)],
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "blocks": [_block(block) for block in item.blocks],
        "questions": [_question(question) for question in item.questions],
    }


def _question(question: Question) -> dict[str, Any]:
    return question.model_dump(exclude_defaults=True) | {
        "choices": [choice.model_dump() for choice in question.choices],
    }


def _block(block: Block) -> dict[str, Any]:
    return {
        "title": block.title,
        "language": block.language,
        "direction": direction(block.language),
        "lines": [_line(line) for line in block.lines],
        "windows": block.windows,
    }


def _line(line: Line) -> dict[str, Any]:
    return {"number": line.number, "focus": line.is_focus, "parts": list(parts(line))}


def parts(line: Line) -> Iterator[tuple[str, ...]]:
    """Yield the pieces of a line: plain text, or text with why it stands out and a note."""
    end = 0
    for span in line.spans:
        if span.start > end:
            yield (line.text[end : span.start],)
        yield line.text[span.start : span.end], span.kind, span.note
        end = span.end
    if end < len(line.text) or not line.spans:
        yield (line.text[end:],)
