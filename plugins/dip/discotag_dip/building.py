"""Building a test set: every document is looked at once, those with items are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ParallelText
from discotag_dip import connectives
from discotag_dip.anaphora import task as anaphora
from discotag_dip.anaphora.pronouns import require_english
from discotag_dip.coherence.task import LAYERS as COHERENCE
from discotag_dip.coherence.task import hardest, measured
from discotag_dip.lexical import task as lexical
from discotag_dip.testset import counted, write_testset

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import Document
    from discotag_dip.corpus import Bundle, Corpus
    from discotag_dip.items import Item, Task
    from discotag_dip.rankers import DocumentRanker
    from discotag_dip.testset import Manifest

LAYERS: dict[Task, frozenset[str]] = {
    "anaphora": anaphora.LAYERS,
    "lexical_consistency": lexical.LAYERS,
    "coherence": COHERENCE,
    "connectives": connectives.LAYERS,
}


def check_task(task: Task, target: str) -> None:
    """Refuse a task that the target language has no data for; UsageError."""
    if task in {"anaphora", "coherence"}:
        require_english(target)


def build(task: Task, corpus: Corpus, out: Path, *, stop_words: Collection[str] = ()) -> Manifest:
    """Build a test set.

    Args:
        task: the task.
        corpus: where to look.
        out: the folder to write.
        stop_words: the target language's, which lexical consistency does not follow.

    Raises:
        InputError: nothing was found, or the corpus is faulty.
        MissingLayerError: a run that was tagged without a layer which the task reads.
    """
    items: list[Item] = []
    texts: list[ParallelText] = []
    seen = {"documents": 0, "segments": 0}
    for bundle in corpus.bundles:
        found = list(_find(task, bundle, stop_words))
        seen["documents"] += 1
        seen["segments"] += len(bundle.reference)
        items += found
        if found:
            texts.append(text_of(bundle.reference))
    about = {
        "task": task,
        "source_language": corpus.source_language,
        "target_language": corpus.target_language,
        "reference": corpus.reference,
        "systems": corpus.systems,
        "setup": corpus.setup,
        "unit": corpus.unit,
        "corpus": seen,
        "counts": counts(task, items, corpus.systems),
    }
    return write_testset(out, items, texts, about)


def build_hardest(
    corpus: Corpus,
    out: Path,
    ranker: DocumentRanker,
    *,
    stop_words: Collection[str] = (),
) -> Manifest:
    """Build a test set of coherence: the documents that systems translate least coherently.

    Args:
        corpus: where to look.
        out: the folder to write.
        ranker: gives ρ.
        stop_words: the target language's.

    Raises:
        InputError: no document has four segments, or the corpus is faulty.
    """
    seen = {"documents": 0, "segments": 0}

    def counting() -> Iterator[Bundle]:
        for bundle in corpus.bundles:
            seen["documents"] += 1
            seen["segments"] += len(bundle.reference)
            yield bundle

    found = measured(counting(), ranker, stop_words=stop_words)
    items = hardest(found)
    chosen = {item.document for item in items}
    about = {
        "task": "coherence",
        "source_language": corpus.source_language,
        "target_language": corpus.target_language,
        "reference": corpus.reference,
        "systems": corpus.systems,
        "setup": f"{corpus.setup}|ranker {ranker.digest}",
        "unit": corpus.unit,
        "corpus": seen,
        "counts": counts("coherence", items, corpus.systems),
    }
    texts = [text_of(hard.reference) for hard in found if hard.reference.id in chosen]
    return write_testset(out, items, texts, about)


def _find(task: Task, bundle: Bundle, stop_words: Collection[str]) -> Iterable[Item]:
    if task == "anaphora":
        return anaphora.find(bundle)
    if task == "connectives":
        return connectives.find(bundle)
    return lexical.find(bundle, stop_words)


def text_of(reference: Document) -> ParallelText:
    """Return a document as it stands in a test set."""
    return ParallelText(
        reference.id,
        reference.source.segments,
        {"ref": reference.target.segments},
        {},
        domain=reference.domain,
    )


def counts(task: Task, items: Sequence[Item], systems: Sequence[str]) -> dict[str, Any]:
    """Count what the card tells: failures by system and kind, and the task's own figures."""
    failures = [failure for item in items for failure in item.failures]
    of_system = counted(failure.system for failure in failures)
    found: dict[str, Any] = {
        "failures by system": {name: of_system.get(name, 0) for name in systems},
        "failures by kind (proposed)": counted(
            failure.kind for failure in failures if failure.kind is not None
        ),
    }
    if task == "lexical_consistency":
        told = [item.facts["is_source_consistent"] for item in items]
        known = [value for value in told if value is not None]
        share = round(100 * sum(known) / len(known), 1) if known else None
        found["source consistent"] = {
            "items whose source words are all linked": len(known),
            "of these, % whose source repeats its word too": share,
            "items with a failure that nothing forces": sum(
                item.facts["is_unforced"] for item in items
            ),
            "items with another noun, which may be as good": sum(
                item.facts["is_doubtful"] for item in items
            ),
        }
    if task == "connectives":
        found["connective of the reference"] = counted(item.focus or "" for item in items)
    if task == "anaphora":
        found["pronoun of the reference"] = counted(item.facts["class"] for item in items)
    return found
