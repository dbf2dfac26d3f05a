"""Rules for examples: what a plugin says must come out, comes out of the whole pipeline."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError, UnknownNameError
from discotag.core.findings import Severity
from discotag.testing.packs import PackTagger, phenomenon_examples
from discotag.testing.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.testing.packs import Example
    from discotag.testing.targets import Subject


def its_examples_come_out(subject: Subject) -> Iterator[Fault]:
    """A tagger's package brings examples with and without tags, and they come out as they say."""
    if subject.owner.is_builtin:  # its examples stand in the packs
        return
    every = phenomenon_examples(subject.package)
    own = {name: item for name, item in every.items() if item.phenomenon == subject.info.phenomenon}
    yield from faults_of(own)
    yield from lacking_kinds(subject.info.phenomenon, own.values())


def lacking_kinds(phenomenon: str, examples: Iterable[Example]) -> Iterator[Fault]:
    """Return which kinds of examples a phenomenon lacks: with a tag, and with none."""
    examples = tuple(examples)
    for kind, is_there in (
        ("with a tag", any(item.tags for item in examples)),
        ("without any tag", any(not item.tags for item in examples)),
    ):
        if not is_there:
            yield Fault(
                f"{phenomenon} has no example {kind}",
                "write one in data/examples: what must be found, and what must not",
                Severity.WARNING,
            )


def faults_of(
    examples: Mapping[str, Example], *, beside: Iterable[Example] = ()
) -> Iterator[Fault]:
    """Run examples and tell which do not come out as they say.

    All phenomena of a pair are tagged in one plan, those of the examples `beside` too, so that
    engines are loaded once.
    """
    every = (*examples.values(), *beside)
    told: set[str] = set()
    for name, example in examples.items():
        others = {item.phenomenon for item in every if item.pair == example.pair}
        try:
            found = _tagger(example.pair, tuple(sorted(others))).marks(
                example.source, example.target, example.phenomenon
            )
        except DiscotagError as error:
            if str(error) not in told:  # one broken table stops all examples of a pair
                told.add(str(error))
                yield Fault(f"{name}, and others alike: {error}", _cure_of(error))
            continue
        marks = tuple(place for place, _ in found)
        tags = tuple(place for place, mark in found if mark.is_tag)
        for kind, said, came in (("marks", example.marks, marks), ("tags", example.tags, tags)):
            if said != came:
                yield Fault(
                    f"{name}: {kind} are {list(came)}, the example says {list(said)}",
                    "correct the table, the tagger or the example",
                )


def _cure_of(error: DiscotagError) -> str:
    if isinstance(error, UnknownNameError):
        return "install the languages of the example"
    return "correct what the message names; until then no example can be tried"


@lru_cache(maxsize=4)
def _tagger(pair: tuple[str, str], phenomena: tuple[str, ...]) -> PackTagger:
    return PackTagger(pair[1], phenomena, source=pair[0])
