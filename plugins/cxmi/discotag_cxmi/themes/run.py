"""From files of scores and tags to themes."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError
from discotag.plugin.runs import open_tags
from discotag_cxmi.measure.contexts import shown_lines
from discotag_cxmi.measure.records import read_scores
from discotag_cxmi.measure.run import SUMMARY
from discotag_cxmi.themes.figures import Gatherer
from discotag_cxmi.themes.words import segments

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.plugin import TaggedDocument
    from discotag_cxmi.measure.analysing import Analysis
    from discotag_cxmi.themes.figures import Themes


def read_themes(
    scores: Path,
    *,
    size: str | None = None,
    analyse: Analysis | None = None,
    tags: dict[str, TaggedDocument] | None = None,
    least: int = 5,
    top: int = 20,
    samples: int,
    seed: int,
) -> Themes:
    """Work out what context is used for.

    Args:
        scores: folder of `discotag cxmi`, or its `scores.jsonl`.
        size: context size; None = the largest.
        analyse: gives the tokens of target lines; None = no parts of speech.
        tags: document id → tags of the same target; None = none.
        least: words below which a kind is left out.
        top: how many single words are kept.
        samples: draws of documents behind intervals.
        seed: of the draws.

    Raises:
        InputError: a file is faulty, no word has a value, or the tags are of another text.
        UnknownNameError: there is no such size.
    """
    records = read_scores(scores)
    first = next(records)
    chosen = first.sizes[-1] if size is None and first.sizes else size
    if chosen is None or chosen not in first.sizes:
        raise UnknownNameError("context size", chosen or "", first.sizes)
    shown = shown_lines(chosen)
    gatherer = Gatherer(chosen, least=least, top=top)
    for segment in segments(
        chain([first], records), chosen, analyse=analyse, tags=tags, shown=shown
    ):
        gatherer.add(segment)
    found = gatherer.themes(samples=samples, seed=seed)
    if found is None:
        raise InputError("no word has a value: all targets are empty", path=scores)
    return found


def languages_of(scores: Path) -> tuple[str | None, str | None]:
    """Return the languages that `cxmi.json` beside the scores names; None where it does not."""
    path = (scores if scores.is_dir() else scores.parent) / SUMMARY
    if not path.is_file():
        return None, None
    try:
        told = json.loads(path.read_text("utf-8"))
        return told.get("source_language"), told.get("target_language")
    except (OSError, ValueError, AttributeError) as error:
        raise InputError(f"is no summary of discotag cxmi: {error}", path=path) from error


def tags_by_document(
    path: Path, system: str | None, *, verify: bool = True
) -> dict[str, TaggedDocument]:
    """Read the tags of one text; a file in the folder of a run must be as the run wrote it.

    Raises:
        InputError: the file is faulty, or holds several texts and none is named.
        UnknownNameError: it has no such text.
    """
    found: dict[str, dict[str, TaggedDocument]] = {}
    for tagged in open_tags(path, verify=verify).documents():
        found.setdefault(tagged.document.system, {})[tagged.document.id] = tagged
    if system is not None and system not in found:
        raise UnknownNameError("text for --system", system, found)
    if system is None and len(found) > 1:
        raise InputError(
            f"holds tags of several texts ({', '.join(sorted(found))}); name one with --system",
            path=path,
        )
    return found[system] if system is not None else next(iter(found.values()))
