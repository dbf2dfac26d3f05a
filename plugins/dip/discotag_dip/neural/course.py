"""The whole course of a neural ranker: texts are read, it is trained, tested and written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugin import InputError, open_registry
from discotag_dip.analysing import TextAnalyzer
from discotag_dip.corpus import of_run
from discotag_dip.neural import pairs
from discotag_dip.neural.network import Card, load_encoder, save
from discotag_dip.neural.training import Recipe, accuracy, train
from discotag_dip.training.embedded import read_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag_dip.corpus import Bundle
    from discotag_dip.neural.network import Kind
    from discotag_dip.neural.training import Ranked

PIECE = 6
"""Segments of a piece of document that is learned from; tests have whole documents."""


@dataclass(frozen=True)
class Course:
    """What is trained on what.

    Args:
        task: the ranker.
        encoder: folder or name.
        runs: folders of runs into English.
        texts: running text and its document ids.
        tests: folders of runs to test on.
        recipe: how it is trained.
        device: where.
    """

    task: Kind
    encoder: str
    runs: Sequence[Path] = ()
    texts: tuple[Path, Path] | None = None
    tests: Sequence[Path] = ()
    recipe: Recipe = field(default_factory=Recipe)
    device: str = "auto"


def taught(course: Course, out: Path, *, tell: Callable[[str], None]) -> Mapping[str, float]:
    """Train a ranker and write its folder.

    Made errors (pronouns swapped, segments shuffled) come from the texts and from the references of
    the runs. Those of documents come first, as a warm-up; those of pronouns among the others.

    Args:
        course: what is trained on what.
        out: the folder to write.
        tell: takes lines of progress.

    Returns:
        Kind of pairs (`outputs`, `made errors`) → pairwise accuracy (0-1) on the tests, of which no
        more are taken than to learn from.

    Raises:
        InputError: there is nothing to learn from, or a run is not into English.
        PluginError: the encoder cannot be loaded.
    """
    network = load_encoder(
        course.encoder,
        Card(task=course.task, name=out.stem),
        device=course.device,
        seed=course.recipe.seed,
    )
    analyzer = TextAnalyzer(open_registry(), "en") if course.task == "pronouns" else None
    outputs, made = _pairs(course.runs, analyzer, PIECE)
    if course.texts is not None:
        documents = list(read_documents(*course.texts))
        made += (
            pairs.shuffled_documents((lines for _, lines in documents), longest=PIECE)
            if analyzer is None
            else pairs.swapped_pronouns(analyzer.sides(documents))
        )
    tell(f"{len(outputs)} pairs with outputs, {len(made)} with made errors")
    recipe = course.recipe
    if analyzer is not None:  # made errors stand among the others
        outputs = [*_limited(outputs, recipe.limit), *_limited(made, recipe.limit)]
        made, recipe = [], recipe._replace(limit=0)
    elif not outputs:
        outputs, made = made, []
    train(network, outputs, recipe=recipe, warm_up=made, tell=tell)
    save(network, out)
    tested = zip(("outputs", "made errors"), _pairs(course.tests, analyzer, None), strict=True)
    shares = {
        kind: accuracy(network, _limited(found, course.recipe.limit)) for kind, found in tested
    }
    return {kind: share for kind, share in shares.items() if share is not None}


def _pairs(
    folders: Iterable[Path], analyzer: TextAnalyzer | None, longest: int | None
) -> tuple[list[Ranked], list[Ranked]]:
    """Return the pairs with outputs and those with made errors.

    Of documents without an analyzer.
    """
    outputs: list[Ranked] = []
    made: list[Ranked] = []
    for folder in folders:
        bundles = _english(folder)
        references = [bundle.reference.target.segments for bundle in bundles]
        if analyzer is None:
            outputs += pairs.output_documents(bundles, longest=longest)
            made += pairs.shuffled_documents(references, longest=longest)
        else:
            names = [bundle.reference.id for bundle in bundles]
            sides = analyzer.sides(zip(names, references, strict=True))
            outputs += pairs.other_pronouns(bundles)
            made += pairs.swapped_pronouns(sides)
    return outputs, made


def _english(folder: Path) -> list[Bundle]:
    corpus = of_run(folder)
    if corpus.target_language.partition("-")[0] != "en":
        raise InputError(f"is a run into {corpus.target_language}, not English", path=folder)
    return list(corpus.bundles)


def _limited(found: Sequence[Ranked], limit: int) -> Sequence[Ranked]:
    """Return at most so many, evenly spread; all for 0."""
    if not limit or len(found) <= limit:
        return found
    return [found[place * len(found) // limit] for place in range(limit)]
