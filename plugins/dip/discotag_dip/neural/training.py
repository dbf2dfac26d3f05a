"""Trains a neural ranker: of two texts, the better one should have the higher ρ.

Pairwise logistic loss, −log σ(ρ(better) − ρ(worse)), as in Jwalapuram et al. 2019 (margin there);
the warm-up's pairs come first and once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch.nn.functional import softplus

from discotag.plugin import InputError, open_registry
from discotag_dip.corpus import TextAnalyzer, of_run
from discotag_dip.neural.network import (
    Card,
    load_encoder,
    other_pronouns,
    output_documents,
    save,
    shuffled_documents,
    swapped_pronouns,
)
from discotag_dip.training import read_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag_dip.corpus import Bundle
    from discotag_dip.neural.network import Kind, Network, Ranked, Views


HEAD_RATE = 10.0
"""How much faster than the encoder the new head learns."""
WARM = 0.1
"""Share of the steps over which the rates rise; then they fall to nothing."""
TOLD = 50
"""Steps between two reports."""


class Recipe(NamedTuple):
    """How it is trained.

    Args:
        epochs: rounds over the pairs; the warm-up has one.
        batch: pairs of a step.
        rate: of the encoder, at its highest.
        limit: pairs at most of each kind, drawn by the seed; 0 = all.
        seed: of order, draw and dropout.
    """

    epochs: int = 1
    batch: int = 16
    rate: float = 5e-5
    limit: int = 0
    seed: int = 12345


def train(
    network: Network,
    pairs: Sequence[Ranked],
    *,
    recipe: Recipe,
    warm_up: Sequence[Ranked] = (),
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Train in place.

    Args:
        network: encoder and head.
        pairs: what is learned from.
        recipe: how.
        warm_up: pairs that come first (documents: their segments shuffled).
        tell: takes a line of progress now and then.

    Raises:
        InputError: there is no pair.
    """
    if not pairs:
        raise InputError("there are no pairs of texts to learn from")
    draw = random.Random(recipe.seed)
    torch.manual_seed(recipe.seed)
    order = [*_drawn(warm_up, recipe.limit, draw)]
    chosen = _drawn(pairs, recipe.limit, draw)
    for _ in range(recipe.epochs):
        order += draw.sample(chosen, len(chosen))
    steps = -(-len(order) // recipe.batch)
    optimizer = torch.optim.AdamW(
        [
            {
                "params": [one for one in network.encoder.parameters() if one.requires_grad],
                "lr": recipe.rate,
            },
            {"params": network.head.parameters(), "lr": HEAD_RATE * recipe.rate},
        ]
    )
    rise = max(1, round(WARM * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / rise, (steps - step) / max(1, steps - rise))
    )
    network.train()
    losses: list[float] = []
    for step, batch in enumerate(_batches(order, recipe.batch), 1):
        found = network.rho([text for pair in batch for text in pair])
        loss = softplus(found[1::2] - found[::2]).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if step % TOLD == 0 or step == steps:
            last = losses[-TOLD:]
            tell(f"step {step} of {steps}: loss {sum(last) / len(last):.3f}")
    network.eval()


def accuracy(network: Network, pairs: Sequence[Ranked]) -> float | None:
    """Return the share of pairs (0-1) whose better text has the higher ρ; ties count half."""
    if not pairs:
        return None
    known: dict[Views, float] = {}
    total = 0.0
    for pair in pairs:
        if pair.better not in known:
            (known[pair.better],) = network.judged([pair.better])
        (worse,) = network.judged([pair.worse])
        gap = known[pair.better] - worse
        total += 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0
    return total / len(pairs)


def _drawn(pairs: Sequence[Ranked], limit: int, draw: random.Random) -> list[Ranked]:
    size = len(pairs) if not limit else min(limit, len(pairs))
    return draw.sample(list(pairs), size)


def _batches(order: Sequence[Ranked], size: int) -> Iterator[list[Ranked]]:
    waiting = iter(order)
    while batch := list(islice(waiting, size)):
        yield batch


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
            shuffled_documents((lines for _, lines in documents), longest=PIECE)
            if analyzer is None
            else swapped_pronouns(analyzer.sides(documents))
        )
    tell(f"{len(outputs)} pairs with outputs, {len(made)} with made errors")
    recipe = course.recipe
    if analyzer is not None:  # made errors are among the others
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
            outputs += output_documents(bundles, longest=longest)
            made += shuffled_documents(references, longest=longest)
        else:
            names = [bundle.reference.id for bundle in bundles]
            sides = analyzer.sides(zip(names, references, strict=True))
            outputs += other_pronouns(bundles)
            made += swapped_pronouns(sides)
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
