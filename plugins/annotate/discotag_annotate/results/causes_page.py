"""The page of a causes study: right and wrong by cause, with the wrong words in their text."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin.pages import page_policy, page_templates, view_part, writable
from discotag_annotate.forms.directions import direction
from discotag_annotate.forms.page import parts
from discotag_annotate.instruments.causes import ANY
from discotag_annotate.results.causes import (
    NONE_FOUND,
    NOT_APPLICABLE,
    SAID,
    VERDICTS,
    absent,
    cells,
    found,
    totals,
)
from discotag_annotate.results.writing import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.causes import Found, Judged

NAMES = ("words", "judged", *VERDICTS, "share")
TOTALS = (
    *("tags", "of these in kinds that were judged, percent", "precision"),
    *("words without a tag", "of these in kinds that were judged, percent", "missed", "recall"),
)


def page(collected: Sequence[Collected]) -> str:
    """Write the page; the same answers give the same bytes, and it holds no program."""
    from markupsafe import Markup

    style = "\n".join(
        (
            *map(view_part, ("colours.css", "base.css", "scripts.css")),
            (files(__package__) / "web" / "causes.css").read_text(encoding="utf-8"),
        )
    )
    return (
        page_templates(__package__)
        .get_template("causes.html.j2")
        .render(
            policy=page_policy(style),
            style=Markup(style),
            names=NAMES,
            studies=[_study(study) for study in collected],
        )
    )


def _study(collected: Collected) -> dict[str, Any]:
    strata = found(collected)
    sections = [
        _section(phenomenon, [one for one in strata if one.phenomenon == phenomenon])
        for phenomenon in dict.fromkeys(one.phenomenon for one in strata)
    ]
    for phenomenon, told in absent(collected, strata):
        is_none = told == NONE_FOUND
        sections.append(
            {
                "phenomenon": phenomenon,
                "told": "0 words: no tag, and no word that a rule looked at" if is_none else told,
                "is_not_applicable": told.startswith(NOT_APPLICABLE),
                "rows": [],
            }
        )
    return {
        "title": writable(collected.study.manifest.title),
        "people": f"people who answered: {len(collected.people)}",
        "sections": sections,
    }


def _section(phenomenon: str, strata: Sequence[Found]) -> dict[str, Any]:
    _, *values = totals(phenomenon, strata)
    return {
        "phenomenon": phenomenon,
        "told": "",
        "is_not_applicable": False,
        "totals": [(name, written(value)) for name, value in zip(TOTALS, values, strict=True)],
        "rows": [_row(one) for one in strata],
    }


def _row(one: Found) -> dict[str, Any]:
    values = (one.size, len(one.judged), *cells(one))
    return {
        "cause": one.cause,
        "label": "" if one.label == ANY else one.label,
        "said": SAID[one.outcome],
        "cells": [written(value) for value in values],
        "wrong": [_word(judged) for judged in one.wrong],
    }


def _word(judged: Judged) -> dict[str, Any]:
    key = judged.key
    return {
        "lines": list(_lines(judged)),
        "place": f"{key.document}, segment {key.segment}, “{key.facts['word']}”",
        "told": key.facts["told"],
    }


def _lines(judged: Judged) -> Iterator[dict[str, Any]]:
    for block in judged.item.blocks:
        for line in block.lines:
            if line.is_focus or line.spans:
                yield {
                    "language": block.language,
                    "direction": direction(block.language),
                    "is_focus": line.is_focus,
                    "parts": [(*part, "")[:2] for part in parts(line)],
                }
