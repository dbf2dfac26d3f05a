"""Forms of a study as files."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING

from discotag.plugin.files import atomic_write, within
from discotag_annotate.forms import label_studio, sheet
from discotag_annotate.forms.page import page
from discotag_annotate.forms.sheet import rows, tsv

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag_annotate.study import Study


class Form(StrEnum):
    """What people can fill in."""

    HTML = "html"
    TSV = "tsv"
    XLSX = "xlsx"
    LABEL_STUDIO = "label-studio"


def write_forms(study: Study, forms: Iterable[Form]) -> tuple[Path, ...]:
    """Write forms into the study's folder: one page, and sheets and tasks for each language.

    Raises:
        UsageError: XLSX without openpyxl.
    """
    written = []
    for form in forms:
        for name, content in _contents(study, form):
            path = within(study.folder, name)
            with atomic_write(path) as write:
                write(content)
            written.append(path)
    return tuple(written)


def _contents(study: Study, form: Form) -> Iterator[tuple[str, str | bytes]]:
    if form is Form.HTML:
        yield "form.html", page(study)
        return
    for target in study.manifest.targets:
        match form:
            case Form.TSV:
                yield f"sheet-{target.code}.tsv", tsv(rows(study, target))
            case Form.XLSX:
                yield f"sheet-{target.code}.xlsx", sheet.xlsx(rows(study, target))
            case _:
                tasks = label_studio.tasks(study, target)
                name = f"label-studio-{target.code}"
                yield f"{name}.json", json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
                yield f"{name}.xml", label_studio.interface(study, target)
