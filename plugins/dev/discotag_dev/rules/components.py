"""Rules for everything that works on texts: taggers, aligners, analyzers, corefs, scorers, checks.

Each is tried on exercises of its role; a component that cannot be made here is only reported.
"""

from __future__ import annotations

import pickle
import random
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn

from discotag.plugin import DiscotagError, MissingLayerError, UsageError, count_noun
from discotag.plugin.development import ANALYSIS_LAYERS, OverTimeError, describe_error
from discotag.plugin.support import general_tagger, layer_names, meant_layer
from discotag_dev.exercises import Untried, alike, exercises, working
from discotag_dev.problems import Fault, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_dev.problems import Rule
    from discotag_dev.subjects import Subject


SLOWEST = 10.0
"""Segments per second below which a run of WMT's size (some thousand segments) takes too long."""
SHORTEST_SUMMARY = 10
SIDES = ("source", "target")
SIDED = frozenset({"tagger", "scorer", "check"})
"""Roles whose needs name the side; those of others are of the side that they are bound to."""


def it_can_be_loaded(subject: Subject) -> Iterator[Fault]:
    """Its factory can be imported, or says what to install."""
    try:
        subject.info.load()
    except DiscotagError as error:
        if getattr(subject.info, "install", None):
            yield Fault(str(error), "install it to have it tried", Severity.NOTE)
        else:
            yield Fault(
                str(error),
                f"correct factory={subject.info.factory!r} in plugin.py; if it needs an optional"
                " package, name the pip line in `install`",
            )


def it_says_what_it_is(subject: Subject) -> Iterator[Fault]:
    """Its summary is one line that listings can show."""
    summary = subject.info.summary
    if len(summary) < SHORTEST_SUMMARY or "\n" in summary:
        yield Fault(
            f"the summary {summary!r} says too little or takes several lines",
            "write one line that says what it does",
            Severity.WARNING,
        )


def its_needs_name_layers(subject: Subject) -> Iterator[Fault]:
    """Every layer that it needs has a name that something can give, and the side where it counts.

    What no plugin here gives may come from one that is not installed; a misspelt name does not.
    """
    for layer in sorted(subject.info.layers):
        meant = _meant(layer, subject)
        if meant and layer not in meant:
            yield Fault(
                f"needs {layer!r}; did you mean {' or '.join(map(repr, meant))}?",
                f"correct `needs` of {subject.title} in plugin.py",
            )
        elif not meant:
            yield Fault(
                f"needs the layer {layer!r}, which nothing installed gives",
                "layers: " + ", ".join(layer_names(subject.registry)),
                Severity.WARNING,
            )


def _meant(layer: str, subject: Subject) -> list[str]:
    """Return what a need can mean, written as it should be; nothing where nothing is near."""
    side, _, name = layer.rpartition(".")
    has_sides = subject.role in SIDED
    if has_sides and get_close_matches(name, ["alignment"]):
        return ["alignment"]
    meant = name if name in layer_names(subject.registry) else meant_layer(name, subject.registry)
    if meant is None:
        return []
    if not has_sides:
        return [meant]
    return [f"{one}.{meant}" for one in ((side,) if side in SIDES else SIDES)]


def it_gives_layers_of_analysis(subject: Subject) -> Iterator[Fault]:
    """What an analyzer gives are layers that others ask for by these names."""
    for layer in sorted(subject.info.gives - ANALYSIS_LAYERS):
        near = meant_layer(layer, subject.registry)
        meant = f"; did you mean {near!r}?" if near in ANALYSIS_LAYERS else ""
        yield Fault(
            f"gives {layer!r}, which is no layer of analysis{meant}",
            f"layers of analysis: {', '.join(sorted(ANALYSIS_LAYERS))}; others are annotators'",
        )


def it_can_be_created(subject: Subject) -> Iterator[Fault]:
    """It can be made for some language; where not, the reason is reported."""
    found = exercises(subject)
    if not found:
        yield Fault(
            "no installed language or pair suits it, so it was not tried",
            "install a language pack that it serves"
            + (f" and that has the table {subject.info.table!r}" if _table(subject) else ""),
            Severity.WARNING,
        )
    for item in found:
        if isinstance(item, Untried):
            yield Fault(
                f"{item.title}: not tried: {item.reason}",
                "give it what it asks for, and test it in your own tests",
                Severity.NOTE,
            )


def _table(subject: Subject) -> Any:
    return getattr(subject.info, "table", None)


def _is_particular(subject: Subject) -> bool:
    """Return whether it is a tagger that serves only where it is named."""
    phenomenon = getattr(subject.info, "phenomenon", None)
    if phenomenon is None or not hasattr(subject.info, "is_extra"):
        return False
    general: str = general_tagger(phenomenon, subject.registry).info.name
    return general != str(subject.info.name)


def its_results_are_sound(subject: Subject) -> Iterator[Fault]:
    """It reads declared layers only, takes empty segments, and gives one sound result for each."""
    for item in exercises(subject):
        if isinstance(item, Untried):
            continue
        results = item.outcome.results
        if isinstance(results, MissingLayerError):
            yield Fault(
                f"{item.title}: reads the layer {results.layer!r}, which it does not declare",
                f"add it to `needs` of {subject.title} in plugin.py",
            )
        elif isinstance(results, BaseException) and not isinstance(results, Exception):
            yield Fault(
                f"{item.title}: {describe_error(results)}",
                "never leave the process; raise an Exception, such as a DiscotagError",
            )
        elif isinstance(results, UsageError) and _is_particular(subject):
            yield Fault(  # a paper's published rule, which a language may lack
                f"{item.title}: not tried: {results}",
                "nothing: only a profile or a user names it",
                Severity.NOTE,
            )
        elif isinstance(results, Exception):
            yield Fault(
                f"{item.title}: raised {describe_error(results)}",
                "made-up documents hold odd words, empty segments and no segments: take them",
            )
        elif len(results) != len(item.inputs):
            yield Fault(
                f"{item.title}: gave {count_noun(len(results), 'result')} for"
                f" {count_noun(len(item.inputs), 'input')}",
                "give one result for each input, in order",
            )
        else:
            for given, found in zip(item.inputs, results, strict=True):
                for message in dict.fromkeys(item.faults(given, found)):
                    yield Fault(f"{item.title}: {message}", "see the Protocol of its role")


def its_results_are_the_same_again(subject: Subject) -> Iterator[Fault]:
    """Created again, it gives the same results for the same inputs."""
    for item in working(subject):
        random.random()  # the first time left chance as it was
        if item.work(item.create(), item.inputs) != item.outcome.results:
            yield Fault(
                f"{item.title}: gives other results the second time",
                "take a fixed seed for chance, and sort what comes out of sets",
            )


def order_and_company_do_not_matter(subject: Subject) -> Iterator[Fault]:
    """Each input has the same result alone, among others, and in another order."""
    if subject.info.is_sequential:
        return
    for item in working(subject):
        component = item.create()
        alone = [item.work(component, [given])[0] for given in reversed(item.inputs)]
        if not alike(item.outcome.results, list(reversed(alone))):
            yield Fault(
                f"{item.title}: results depend on the order or company of documents",
                "keep nothing in the component between documents; declare is_sequential if it"
                " hands out a file line by line",
            )


def its_results_can_go_to_another_process(subject: Subject) -> Iterator[Fault]:
    """Results can be pickled: runs work in several processes."""
    for item in working(subject):
        results = item.outcome.results
        try:
            came_back = pickle.loads(pickle.dumps(results))
        except Exception as error:  # pickle raises what the value's class raises
            yield Fault(
                f"{item.title}: a result cannot be pickled ({error})",
                "give tuples, strings, numbers and classes defined at the top of a module",
            )
            continue
        if not alike(came_back, results):
            yield Fault(
                f"{item.title}: a result is another after pickling",
                "give values with ==, such as tuples and frozen dataclasses",
            )


def it_is_fast_enough(subject: Subject) -> Iterator[Fault]:
    """It does more than 10 segments a second."""
    for item in working(subject):
        speed = item.segments / max(item.outcome.seconds, 1e-6)
        if speed < SLOWEST:
            yield Fault(
                f"{item.title}: {speed:.1f} segments a second",
                "load and compile in create(), not for each document",
                Severity.WARNING,
            )


def every_code_says_what_to_do(subject: Subject) -> Iterator[Fault]:
    """A finding without advice leaves its reader alone."""
    for code, info in subject.info.codes.items():
        if min(len(info.summary), len(info.advice)) < SHORTEST_SUMMARY:
            yield Fault(
                f"{code} has no summary or no advice",
                "say what is wrong, and what to do about it",
                Severity.WARNING,
            )


def no_other_check_has_its_codes(subject: Subject) -> Iterator[Fault]:
    """A code means one thing."""
    for other in subject.registry.role("checks"):
        if other.info.name == subject.name:
            continue
        for code in sorted(set(other.info.codes) & set(subject.info.codes)):
            yield Fault(
                f"{code} is also a code of check {other.info.name} ({other.owner})",
                "choose letters of your own for your codes",
            )


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
    """An input that stops whoever reads it, as `--time-limit` does."""

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
    it_can_be_loaded,
    it_says_what_it_is,
    its_needs_name_layers,
    it_can_be_created,
    its_results_are_sound,
    its_results_are_the_same_again,
    order_and_company_do_not_matter,
    its_results_can_go_to_another_process,
    it_is_fast_enough,
    it_changes_nothing_that_all_share,
    it_prints_nothing,
    it_leaves_its_inputs_as_they_are,
    it_stops_when_it_is_stopped,
)
"""Rules of everything that works on texts."""
ANALYZER_RULES: Sequence[Rule] = (it_gives_layers_of_analysis,)
CHECK_RULES: Sequence[Rule] = (every_code_says_what_to_do, no_other_check_has_its_codes)
