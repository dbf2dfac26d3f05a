"""The card of a study: how it was drawn, what to hand out, and what never to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import count_noun
from discotag.plugin.files import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_annotate.study import Manifest, Study

NAME = "README.md"
QUESTIONS = {
    "tags": "Are the tags right, and which were missed?",
    "causes": "Which tags are wrong and which words were missed, by cause?",
    "span": "How much text must one see to translate a sentence?",
    "rank": "Which translation is best?",
    "choice": "Is the connective wanted?",
}


def write_card(study: Study) -> None:
    """Write the card into the study's folder; all figures are the manifest's."""
    with atomic_write(study.folder / NAME) as write:
        write("\n".join(_lines(study.manifest)) + "\n")


def _lines(manifest: Manifest) -> Iterator[str]:
    yield f"# {QUESTIONS[manifest.study]}"
    yield ""
    items = count_noun(manifest.items, "item")
    yield f"Study `{manifest.id}`: {manifest.title}, {items}, seed {manifest.seed}."
    yield ""
    yield (
        "Hand out `form.html` or a `sheet-*.tsv`, **never** `key.jsonl` or `study.json`, which tell"
        " what is what. Put what comes back into `answers/`, then:"
    )
    yield ""
    yield "    discotag annotate collect THIS-FOLDER"
    yield ""
    yield "| stratum | there were | drawn |"
    yield "|---|---|---|"
    for name, size in sorted(manifest.population.items()):
        yield f"| {_cell(name) or '–'} | {size} | {manifest.drawn.get(name, 0)} |"
    if manifest.left_out:
        yield ""
        told = "; ".join(f"{count} ({reason})" for reason, count in manifest.left_out.items())
        yield f"Left out: {told}."
    options = "; ".join(f"{name}: {_told(value)}" for name, value in manifest.options.items())
    yield ""
    yield f"Drawn with: {options or 'no options'}."
    if manifest.origin:
        yield ""
        yield f"From `{_cell(manifest.origin)}`. The texts keep the corpus's licence."


def _told(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} ({reason})" for name, reason in value.items()) or "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
