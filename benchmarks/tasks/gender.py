"""Gender of persons on MT-GenEval as published (Currey et al. 2022); files may lie at any depth.

* Contextual, `geneval-context-wikiprofessions-{2to1,original,flipped}-SPLIT.en_xx.*`: the right
  translation and the one with the other gender; which agrees better with the persons of the whole
  item, the context sentence and the sentence? Decided: one agrees better. Overall: decided right,
  ties split evenly. The baseline counts words: the gender of most English pronouns of the item
  against the target's words with that Gender and with the other.
* Counterfactual, `geneval-sentences-{feminine,masculine}-SPLIT.en_xx.*`: the same choice for the
  sentences about women and about men, each beside the translation of the other; feminine and
  masculine apart. `published`: MT-GenEval's own measure of the references (a translation is wrong
  if it has a word that only the reference of the other gender has), `swapped` the same of the
  references of the other gender: how often the measure sees that they are wrong.

Items are split into halves by a hash of their English text; rules were made on half A of dev.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.tasks.harness import (
    BATCH,
    Figures,
    Value,
    half,
    has_pack,
    ratio,
    registry,
    spread,
    without_data,
)
from discotag.core.document import ParallelText
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import Document

PAIRED = (
    "language", "items", "feminine", "masculine", "difference", "baseline", "published", "swapped",
)  # fmt: skip
PARTS = ("contextual", "counterfactual")
UD = {"masculine": "Masc", "feminine": "Fem"}


class Item(NamedTuple):
    """The source's segments; the last one's right translation, and that of the other gender."""

    source: tuple[str, ...]
    right: str
    wrong: str


class Outcome(NamedTuple):
    """What two translations of an item are worth; the baseline's, too."""

    right: float
    wrong: float
    counted_right: float
    counted_wrong: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only this half of the items")
    parser.add_argument("--part", choices=PARTS, help="only this part; default: both")
    parser.add_argument("--number", type=int, help="at most so many items, spread over all")
    parser.add_argument("--errors", action="store_true", help="print what is not decided right")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Choose between right and wrong translations; compute the published measure."""
    from discotag_phen_gender.geneval import contextual, counterfactual

    asked = PARTS if given.part is None else (given.part,)
    contexts = list(contextual(given.folder)) if "contextual" in asked else []
    sentences = list(counterfactual(given.folder)) if "counterfactual" in asked else []
    codes = {part.code for part in contexts} | {part.code for part in sentences}
    known = {code for code in sorted(codes) if _is_known(code, given.lang)}
    contexts = [part for part in contexts if part.code in known]
    sentences = [part for part in sentences if part.code in known]
    tables = []
    rows: list[tuple[Value, ...]]
    if contexts:
        rows = [
            (
                part.code,
                *_figures(
                    given,
                    part.code,
                    map(Item, part.sources, part.original, part.flipped),
                ),
            )
            for part in contexts
        ]
        columns = ("language", "items", "overall", "decided", "right when decided", "baseline")
        tables.append(Figures("gender: MT-GenEval, contextual", columns, tuple(rows)))
    if sentences:
        rows = [
            _counterfactual(given, part.code, part.sources, part.references) for part in sentences
        ]
        tables.append(Figures("gender: MT-GenEval, counterfactual", PAIRED, tuple(rows)))
    if not tables:
        raise without_data(
            "geneval-context-* or geneval-sentences-* of known languages", given.folder
        )
    return tables


def _is_known(code: str, wanted: str | None) -> bool:
    """Return whether a language is measured; name those that are not."""
    from discotag_phen_gender.lists import languages

    if wanted not in {None, code}:
        return False
    known = has_pack(code) and code in languages()
    if not known:
        what = "lists for the gender of persons" if has_pack(code) else "language pack"
        print(f"gender: en-{code} is skipped: there is no {what}", file=sys.stderr)
    return known


def _counterfactual(
    given: argparse.Namespace,
    code: str,
    sources: dict[str, tuple[str, ...]],
    references: dict[str, tuple[str, ...]],
) -> tuple[Value, ...]:
    from discotag_phen_gender.geneval import accuracy

    overall: dict[str, Value] = {}
    baseline = size = 0.0
    for gender, other in (("feminine", "masculine"), ("masculine", "feminine")):
        pairs = zip(sources[gender], references[gender], references[other], strict=True)
        items = [Item((line,), right, wrong) for line, right, wrong in pairs]
        count, share, _, _, counted = _figures(given, code, items)
        overall[gender] = share
        baseline, size = baseline + (counted or 0.0) * count, size + count
    both = (("feminine", "masculine"), ("masculine", "feminine"))
    own = [
        right for one, other in both
        for right in accuracy(references[one], references[one], references[other])
    ]  # fmt: skip
    swapped = [
        right for one, other in both
        for right in accuracy(references[other], references[one], references[other])
    ]  # fmt: skip
    women, men = overall["feminine"], overall["masculine"]
    difference = men - women if isinstance(men, float) and isinstance(women, float) else None
    return (
        code, int(size), women, men, difference, ratio(baseline, size),
        ratio(sum(own), len(own)), ratio(sum(swapped), len(swapped)),
    )  # fmt: skip


def _figures(
    given: argparse.Namespace, code: str, items: Iterable[Item]
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Return items, share right with ties split, share decided, right of these, the baseline."""
    wanted = (item for item in items if given.half in {None, half(item.source[0])})
    chosen = spread(wanted, given.number)
    counts: Counter[str] = Counter()
    baseline = 0.0
    for item, found in zip(chosen, _outcomes(code, chosen), strict=True):
        counts["items"] += 1
        counts["decided"] += found.right != found.wrong
        counts["right"] += found.right > found.wrong
        baseline += _share(found.counted_right, found.counted_wrong)
        if given.errors and found.right <= found.wrong:
            print(" | ".join(item.source))
            print(f"  + {found.right:.2f} {item.right}\n  - {found.wrong:.2f} {item.wrong}")
    size = counts["items"]
    return (
        size,
        ratio(counts["right"] + (size - counts["decided"]) / 2, size),
        ratio(counts["decided"], size),
        ratio(counts["right"], counts["decided"]),
        ratio(baseline, size),
    )


def _share(one: float, other: float) -> float:
    return 0.5 if one == other else float(one > other)


def _outcomes(code: str, items: Sequence[Item]) -> Iterator[Outcome]:
    """Yield what the translations of each item are worth."""
    from discotag_phen_gender.check import agreements, total
    from discotag_phen_gender.lists import words_for

    known = registry()
    config = RunConfig(
        source_language="en", target_language=code, phenomena=("person_gender",), scorers=()
    )
    stages = Stages(plan(config, known), known)
    words = words_for(known.languages.get(code).info)
    for first in range(0, len(items), BATCH):
        for text in stages.tag(_texts(items[first : first + BATCH])):
            right, wrong = (text.hypotheses[name].document for name in ("right", "wrong"))
            yield Outcome(
                total(agreements(right, words)),
                total(agreements(wrong, words)),
                _counted(right),
                _counted(wrong),
            )


def _texts(items: Iterable[Item]) -> Iterator[ParallelText]:
    for number, item in enumerate(items):
        before = ("",) * (len(item.source) - 1)
        yield ParallelText(
            id=str(number),
            source=item.source,
            references={},
            hypotheses={"right": (*before, item.right), "wrong": (*before, item.wrong)},
            lines=tuple(range(1, len(item.source) + 1)),
        )


def _counted(document: Document) -> float:
    """Return the baseline's worth of a text: its words of the pronouns' gender less the others."""
    from discotag_phen_gender.english import english

    told = Counter(
        english().pronouns[form.casefold()]
        for tokens in document.source
        for form in tokens.forms
        if form.casefold() in english().pronouns
    )
    sign = (told["masculine"] > told["feminine"]) - (told["masculine"] < told["feminine"])
    shown = Counter(token.feats.get("Gender") for tokens in document.target for token in tokens)
    return float(sign * (shown[UD["masculine"]] - shown[UD["feminine"]]))
