"""Rules for the manners of components: they leave alone what is not theirs, and stop when told to.

A run puts up with the worst of this (`discotag.core.plugin_calls`); an author wants to know of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from discotag.core.plugin_calls import OverTimeError
from discotag.testing.cases import working
from discotag.testing.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.testing.problems import Rule
    from discotag.testing.targets import Subject

METHODS = {
    "tagger": "mark",
    "aligner": "align",
    "analyzer": "analyze",
    "coref": "resolve",
    "annotator": "annotate",
    "scorer": "statistics",
    "check": "check",
    "splitter": "spans",
    "sentence_aligner": "beads",
}
"""Role → what a run calls for every document or batch."""


def it_changes_nothing_that_all_share(subject: Subject) -> Iterator[Fault]:
    """Locale, working directory, streams, random numbers and the like are as they were."""
    for item in working(subject):
        for changed in sorted(item.outcome.changed):
            yield Fault(
                f"{item.title}: changes {changed}",
                "leave it as it is: take a context manager, or a generator of random numbers of"
                " your own",
            )


def it_prints_nothing(subject: Subject) -> Iterator[Fault]:
    """Standard output is the command's."""
    for item in working(subject):
        if item.outcome.printed:
            yield Fault(
                f"{item.title}: prints {item.outcome.printed[:40]!r}",
                "tell it by `logging.getLogger(__name__)`, or not at all",
            )


def it_leaves_its_inputs_as_they_are(subject: Subject) -> Iterator[Fault]:
    """What it is given is given to others after it."""
    for item in working(subject):
        if item.outcome.has_changed_inputs:
            yield Fault(
                f"{item.title}: changes its inputs",
                "make new values; features and layers of a text are shared by all components",
            )


class _Stopping:
    """An input that stops whoever looks at it, as `--time-limit` does."""

    looks = 0

    def _stop(self, *_: object) -> NoReturn:
        _Stopping.looks += 1
        raise OverTimeError("took longer than it may (--time-limit)")

    __getattribute__ = __iter__ = __len__ = __bool__ = __getitem__ = _stop


def it_stops_when_it_is_stopped(subject: Subject) -> Iterator[Fault]:
    """The exception by which `--time-limit` stops it goes through its code."""
    for item in working(subject):
        work = getattr(item.create(), METHODS[subject.role])
        looks = _Stopping.looks
        try:
            list(work(_Stopping()))
        except OverTimeError:
            continue
        except Exception:
            continue  # whatever it makes of such an input, it has not gone on
        if _Stopping.looks > looks:
            yield Fault(
                f"{item.title}: goes on after it was stopped",
                "catch Exception rather than BaseException, and no bare `except:`",
            )


RULES: Sequence[Rule] = (
    it_changes_nothing_that_all_share,
    it_prints_nothing,
    it_leaves_its_inputs_as_they_are,
    it_stops_when_it_is_stopped,
)
