"""Sharing what the page shows: one page of HTML that needs nothing else, and plain data."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin.pages import (
    page_policy,
    page_templates,
    script_json,
    view_program,
    view_style,
    writable,
)
from discotag_serve.answers import answer, choice

if TYPE_CHECKING:
    from discotag_serve.checking import Found

SCHEMA = "discotag-serve/1"


def web(name: str) -> str:
    """Return a file of this package's folder `web`."""
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")


def as_html(found: Found) -> str:
    """Return a page that works offline; the same input gives the same bytes."""
    from markupsafe import Markup

    style = "\n".join([view_style(), web("results.css")])
    program = view_program(web("results.js"), web("shared.js"))
    source, target = found.session.languages
    template = page_templates(__package__).get_template("shared.html.j2")
    return template.render(
        pair=f"{source.code}-{target.code}",
        languages=f"{source.name} – {target.name}",
        policy=page_policy(style, program),
        style=Markup(style),
        program=Markup(program),
        data=Markup(script_json(answer(found))),
    )


def as_json(found: Found) -> str:
    """Return texts, tags, findings and choice as JSON, offsets in code points from 0."""
    checked = found.checked
    source, target = found.session.languages
    data = {
        "schema": SCHEMA,
        "source_language": source.code,
        "target_language": target.code,
        "unit": checked.unit,
        "source": list(checked.text.source),
        "translations": [
            {
                "name": name,
                "segments": list(tagged.document.target.segments),
                "tags": [_tag(tagged.document, mark) for mark in tagged.tags],
                "findings": [item.data() for item in checked.findings.get(name, ())],
            }
            for name, tagged in checked.documents.items()
        ],
        "choice": None if checked.choice is None else choice(checked.choice),
        "notes": list(checked.notes),
    }
    return writable(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def _tag(document: Any, mark: Any) -> dict[str, Any]:
    """Return a tag with its word and its evidence."""
    token = document.target[mark.segment][mark.token]
    return {
        "phenomenon": mark.phenomenon,
        "label": mark.label,
        "segment": mark.segment,
        "start": token.start,
        "end": token.end,
        "word": token.form,
        "distance": mark.distance,
        "evidence": [
            {
                "side": place.side,
                "segment": place.segment,
                "word": (document.source if place.side == "source" else document.target)[
                    place.segment
                ][place.token].form,
            }
            for place in mark.evidence
        ],
    }
