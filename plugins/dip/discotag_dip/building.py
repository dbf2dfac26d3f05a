"""Building a test set: a corpus is opened, every document read once, those with items kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ParallelText, UsageError, options
from discotag.plugin.runs import Observers, open_reader
from discotag_dip import connectives
from discotag_dip.anaphora import task as anaphora
from discotag_dip.anaphora.pronouns import require_english
from discotag_dip.coherence import task as coherence
from discotag_dip.corpus import again, of_run, of_texts
from discotag_dip.lexical import task as lexical
from discotag_dip.testset import counted, write_testset

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from discotag.plugin import Document, Registry
    from discotag_dip.command import OfRun, OfTexts
    from discotag_dip.corpus import Corpus
    from discotag_dip.items import Item, Task
    from discotag_dip.rankers import DocumentRanker
    from discotag_dip.testset import Manifest


LAYERS: dict[Task, frozenset[str]] = {
    "anaphora": anaphora.LAYERS,
    "lexical_consistency": lexical.LAYERS,
    "coherence": coherence.LAYERS,
    "connectives": connectives.LAYERS,
}


def check_task(task: Task, target: str) -> None:
    """Refuse a task that the target language has no data for; UsageError."""
    if task in {"anaphora", "coherence"}:
        require_english(target)


def refuse_annotators(task: Task, given: list[str] | None) -> None:
    """Refuse annotators where a task reads none of their layers; UsageError."""
    if given and task != "connectives":
        raise UsageError(f"{task} reads no annotator's layer; leave out --annotator")


def open_corpus(
    registry: Registry,
    task: Task,
    tagged: OfRun,
    texts: OfTexts,
    *,
    reference: str | None,
    annotators: list[str],
) -> Corpus:
    """Open the corpus of a run, analysed again for layers that files of tags lack, or read texts.

    Args:
        registry: what is installed.
        task: what is tested.
        tagged: a run, if one is given.
        texts: else the texts.
        reference: which reference to build from; None = the first.
        annotators: those that should give their layer, `NAME[:ARGUMENT]`.

    Raises:
        UsageError: both or neither are given, or an option that does not fit.
        InputError: there is no sound run, or texts cannot be read.
        PlanError: nothing installed gives a layer.
    """
    if (tagged.run is None) == (texts.source is None):
        raise UsageError("give either --run, a folder of discotag run, or the texts with --src")
    if tagged.run is not None:
        if stray := texts.given():
            raise UsageError(f"--run tells all of the corpus; leave out {', '.join(stray)}")
        corpus = of_run(
            tagged.run, reference=reference, systems=tagged.systems or (), verify=tagged.verify
        )
        if task in {"lexical_consistency", "anaphora"}:
            return corpus
        return again(corpus, registry, LAYERS[task], annotators=annotators)
    if tagged.systems:
        raise UsageError("--system chooses among those of --run; leave it out")
    source, target = texts.source_language, texts.target_language
    if texts.source is None or source is None or target is None:
        raise UsageError("texts need their languages: -s and -t")
    languages = (registry.language(source).info.code, registry.language(target).info.code)
    request = options.corpus_request(
        texts.source,
        texts.reference,
        texts.hypothesis,
        texts.docids,
        is_strict=False,
        languages=languages,
    )
    check_task(task, languages[1])
    return of_texts(
        registry,
        languages,
        open_reader(registry, request.source, texts.reader).read(request),
        LAYERS[task],
        reference=reference,
        unit=texts.unit.value,
        annotators=annotators,
        observers=Observers(registry.plugins.manager),
    )


def build(task: Task, corpus: Corpus, out: Path, *, stop_words: Collection[str] = ()) -> Manifest:
    """Build a test set; of coherence, see `build_hardest`.

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
        if task == "lexical_consistency":
            found = list(lexical.find(bundle, stop_words))
        else:
            found = list((anaphora if task == "anaphora" else connectives).find(bundle))
        seen["documents"] += 1
        seen["segments"] += len(bundle.reference)
        items += found
        if found:
            texts.append(text_of(bundle.reference))
    return _written(task, corpus, out, items, texts, setup=corpus.setup, seen=seen)


def build_hardest(
    corpus: Corpus, out: Path, ranker: DocumentRanker, *, stop_words: Collection[str] = ()
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
    bundles = list(corpus.bundles)
    seen = {
        "documents": len(bundles),
        "segments": sum(len(bundle.reference) for bundle in bundles),
    }
    found = coherence.measured(bundles, ranker, stop_words=stop_words)
    items = coherence.hardest(found)
    chosen = {item.document for item in items}
    texts = [text_of(hard.reference) for hard in found if hard.reference.id in chosen]
    setup = f"{corpus.setup}|ranker {ranker.digest}"
    return _written("coherence", corpus, out, items, texts, setup=setup, seen=seen)


def _written(
    task: Task,
    corpus: Corpus,
    out: Path,
    items: Sequence[Item],
    texts: Sequence[ParallelText],
    *,
    setup: str,
    seen: dict[str, int],
) -> Manifest:
    about = {
        "task": task,
        "source_language": corpus.source_language,
        "target_language": corpus.target_language,
        "reference": corpus.reference,
        "systems": corpus.systems,
        "setup": setup,
        "unit": corpus.unit,
        "corpus": seen,
        "counts": counts(task, items, corpus.systems),
    }
    return write_testset(out, items, texts, about)


def text_of(reference: Document) -> ParallelText:
    """Return a document as it is in a test set."""
    return ParallelText(
        reference.id,
        reference.source.segments,
        {"ref": reference.target.segments},
        {},
        domain=reference.domain,
    )


def counts(task: Task, items: Sequence[Item], systems: Sequence[str]) -> dict[str, Any]:
    """Count what the card says: failures by system and kind, and the task's own figures."""
    failures = [failure for item in items for failure in item.failures]
    of_system = counted(failure.system for failure in failures)
    kinds = (failure.kind for failure in failures)
    found: dict[str, Any] = {
        "failures by system": {name: of_system.get(name, 0) for name in systems},
        "failures by kind (proposed)": counted(kind for kind in kinds if kind is not None),
    }
    if task == "lexical_consistency":
        consistent = [item.facts["is_source_consistent"] for item in items]
        known = [value for value in consistent if value is not None]
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
