"""Explaining: why words of one segment were tagged or not, with the layers that were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.pipeline.stages import Stages
from discotag.studies.explain.explanation import Explanation
from discotag.studies.explain.location import words_at

if TYPE_CHECKING:
    from discotag.core.document import ParallelText
    from discotag.core.explanations import Reason
    from discotag.core.registry import Registry
    from discotag.core.tags import TokenRef
    from discotag.pipeline.plans import Plan


def explain(
    plan: Plan, registry: Registry, text: ParallelText, segment: int, word: str | None = None
) -> tuple[Explanation, ...]:
    """Return why the words of a segment were tagged or not, for each target text.

    Args:
        plan: what to run.
        registry: where its components were found.
        text: the whole document, since earlier segments decide.
        segment: 0-based.
        word: a word of the target, or else of the source, compared without case; or the 0-based
            index of a target token; None = the whole segment.

    Raises:
        InputError: there is no such segment, or no text of the document has such a word there.
        DiscotagError: a component that failed.
    """
    if not 0 <= segment < len(text.source):
        raise InputError(f"document {text.id!r} has no segment {segment}")
    stages = Stages(plan, registry)
    found = []
    for tagged_text in stages.tag_batch([text]):
        for tagged in (*tagged_text.references.values(), *tagged_text.hypotheses.values()):
            words = None if word is None else words_at(tagged.document, segment, word)
            if words == ():
                continue
            told = list(stages.reasons(tagged.document))
            kept = (
                reason
                for _, of_tagger in told
                for reason in of_tagger or ()
                if _concerns(reason, segment, words)
            )
            silent = tuple(choice.info.name for choice, of_tagger in told if of_tagger is None)
            found.append(Explanation(tagged, segment, words, tuple(kept), silent, plan.phenomena))
    if not found:
        raise InputError(f"document {text.id!r}, segment {segment}: there is no word {word!r}")
    return tuple(found)


def _concerns(reason: Reason, segment: int, words: tuple[TokenRef, ...] | None) -> bool:
    if words is None:
        return reason.place.segment == segment
    sources = [place for place in words if place.side == "source"]
    return reason.place in words or any(place in reason.places for place in sources)
