"""The card of a test set: what it holds, what it comes from, how to use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag_dip.manifest import Manifest

TITLES = {
    "anaphora": "Anaphora: pronouns that systems get wrong",
    "lexical_consistency": "Lexical consistency: words that systems do not keep",
    "connectives": "Connectives that systems lose",
    "coherence": "Coherence: texts that systems find hard",
}


def card(manifest: Manifest) -> str:
    """Write the card as Markdown; all figures are the manifest's."""
    return "\n".join(_lines(manifest)) + "\n"


def _lines(manifest: Manifest) -> Iterator[str]:
    corpus = manifest.corpus
    yield f"# {TITLES[manifest.task]} ({manifest.pair})"
    yield ""
    yield (
        f"{manifest.items} items in {manifest.documents} documents; {manifest.segments} segments to"
        f" translate. Found in a corpus of {corpus['documents']} documents and"
        f" {corpus['segments']} segments, where at least one of {len(manifest.systems)} systems"
        f" fails: {', '.join(manifest.systems)}. Reference: `{manifest.reference}`."
    )
    if manifest.unit != "line":
        yield ""
        yield (
            "Segments are units of sentences, not lines of the corpus; `items.jsonl` tells the line"
            " and column of each."
        )
    yield ""
    yield "Translate `source.txt` line by line (`docids.txt` tells the documents), then:"
    yield ""
    yield "    discotag dip score THIS-FOLDER --hyp NAME=TRANSLATION --out NAME.json"
    yield ""
    yield (
        "Kinds of error and all else that is said of single items are proposals by rule. The texts"
        " keep the corpus's licence."
    )
    for title, counts in manifest.counts.items():
        yield ""
        yield from _table(title, counts)
    yield ""
    yield f"Analysed by `{manifest.setup}`. SHA-256 of the files: `manifest.json`."


def _table(title: str, counts: Mapping[str, Any] | Any) -> Iterator[str]:
    if not isinstance(counts, dict):
        yield f"{title}: {'–' if counts is None else counts}"
        return
    yield f"| {title} | |"
    yield "|---|---|"
    for name, value in counts.items():
        yield f"| {_cell(name)} | {'–' if value is None else value} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
