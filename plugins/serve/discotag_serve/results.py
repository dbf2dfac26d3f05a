"""What was found, as data for the page, as a page to share, and as JSON."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin import DocumentView, Results, count_noun
from discotag.plugin.pages import (
    Pages,
    page_policy,
    page_templates,
    script_json,
    utf16_offset,
    view_program,
    view_style,
    writable,
)

if TYPE_CHECKING:
    from discotag_lint.consistency import Choice
    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.sessions import Checked
    from discotag_serve.checking import Found


def answer(found: Found) -> dict[str, Any]:
    """Return the index and the record of the view, the choice, and notes, as plain data.

    Offsets count UTF-16 code units, as the page's program does.
    """
    checked = found.checked
    source, target = found.session.languages
    names = tuple(checked.documents)
    view = DocumentView(
        checked.text.id,
        next(iter(checked.documents.values())).document.source,
        checked.documents,
        {},
    )
    results = Results(
        pair=f"{source.code}-{target.code}",
        source_language=source.code,
        target_language=target.code,
        references=(),
        systems=names,
        phenomena={name: {"state": "supported"} for name in found.session.phenomena},
        documents=1,
        segments=len(checked.text.source),
        counts={},
        directions=dict(found.session.directions),
    )
    pages = Pages(results)
    record = pages.add(view)
    record["findings"] = [
        finding(item, place)
        for place, name in enumerate(names)
        for item in checked.findings.get(name, ())
    ]
    return {
        "index": {**pages.index(), "findings": True},
        "record": record,
        "choice": None if checked.choice is None else choice(checked.choice),
        "notes": [*_of_units(checked), *checked.notes],
        "failures": list(checked.failures),
    }


def finding(item: LocatedFinding, text: int) -> dict[str, Any]:
    """Return a finding as the view reads it; `text` is the number of its translation."""
    return {
        "text": text,
        "code": item.code,
        "name": item.info.name,
        "severity": str(item.severity),
        "message": item.message,
        "advice": item.info.advice,
        "place": _place(item.spot),
        "others": [_place(spot) for spot in item.others],
    }


def choice(found: Choice) -> dict[str, Any]:
    """Return what was chosen: the costs of each text with their reasons, and who is best."""
    return {
        "best": list(found.best),
        "margin": found.margin,
        "texts": [
            {
                "name": name,
                "cost": told.cost,
                "reasons": [
                    {"kind": item.kind, "cost": item.cost, "told": item.message}
                    for item in told.observations
                ],
            }
            for name, told in found.texts.items()
        ],
    }


def _place(spot: SourceLocation) -> list[int]:
    return [
        int(spot.side == "target"),
        spot.segment,
        utf16_offset(spot.text, spot.start),
        utf16_offset(spot.text, spot.end),
    ]


def _of_units(checked: Checked) -> list[str]:
    """Say that lines were not taken as they are, where they differ in number or are long."""
    if checked.unit not in {"sentence", "sure"}:
        return []
    amount = count_noun(len(checked.text.source), "pair")
    return [f"Sentences, not lines, stand side by side here: {amount}."]


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
