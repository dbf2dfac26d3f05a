"""An exercise: a component with inputs to try it on, and what its results must be.

Every role is tried in the same way: inputs defined in the code, one result for each.
"""

from __future__ import annotations

import io
import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from discotag.plugin import Comparison, Context, DiscotagError
from discotag.plugin.development import ANALYSIS_LAYERS
from discotag.plugin.support import annotators_of, classes_of
from discotag.plugin.validation import checked_beads, checked_marks, checked_spans
from discotag.testing import generators
from discotag_dev import invariants
from discotag_dev.global_state import OF_ENGINES, State
from discotag_dev.subjects import created, packs_of, pairs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import Document, LanguagePack, Registry, Side, SideName
    from discotag_dev.subjects import Pair, Subject


@dataclass(frozen=True, eq=False)
class Case:
    """A component of one language pair or language, and inputs.

    Args:
        title: the languages, such as `en-fr`.
        create: makes the component.
        inputs: what it is tried on.
        work: gives one result for each of some inputs.
        faults: says what is wrong with a result.
        segments: how many segments the inputs have in all.
    """

    title: str
    create: Callable[[], Any]
    inputs: tuple[Any, ...]
    work: Callable[[Any, Sequence[Any]], list[Any]]
    faults: Callable[[Any, Any], Iterator[str]]
    segments: int

    @cached_property
    def outcome(self) -> Outcome:
        """What came of it the first time."""
        before, changed, printed = deepcopy(self.inputs), set[str](), io.StringIO()
        started = time.perf_counter()
        try:
            with kept_state(changed, is_making=True), redirect_stdout(printed):
                component = self.create()
            started = time.perf_counter()
            with kept_state(changed), redirect_stdout(printed):
                results: Any = self.work(component, self.inputs)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a stranger's component raises is reported
            results = error
        return Outcome(
            results,
            time.perf_counter() - started,
            changed=frozenset(changed),
            printed=printed.getvalue(),
            has_changed_inputs=not alike(before, self.inputs),
        )

    @property
    def is_working(self) -> bool:
        """Whether it gave one result for each input."""
        found = self.outcome.results
        return not isinstance(found, BaseException) and len(found) == len(self.inputs)


@dataclass(frozen=True)
class Outcome:
    """What came of an exercise.

    Args:
        results: for all inputs at once, or what was raised.
        seconds: that they took.
        changed: what was changed of the state that all share, and put back.
        printed: what was written to standard output.
        has_changed_inputs: whether the inputs are others than before.
    """

    results: Any
    seconds: float
    changed: frozenset[str] = frozenset()
    printed: str = ""
    has_changed_inputs: bool = False


@contextmanager
def kept_state(changed: set[str], *, is_making: bool = False) -> Iterator[None]:
    """Restore the shared state that the block changes, and add its names to a set.

    What engines change when they are loaded is not added: where a component is made, and wherever
    modules are imported.
    """
    state, modules = State.now(), len(sys.modules)
    try:
        yield
    finally:
        is_loading = is_making or len(sys.modules) > modules
        changed |= set(state.put_back()) - (OF_ENGINES if is_loading else set())


@dataclass(frozen=True)
class Untried:
    """A component that could not be made here, as one whose model is not on this machine."""

    title: str
    reason: str


def alike(first: Any, second: Any) -> bool:
    """Return whether two results are the same, numbers to four places (batches move the last)."""
    if isinstance(first, float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=1e-4, abs_tol=1e-4)
    if type(first) is not type(second):
        return False
    if is_dataclass(first):
        return all(
            alike(getattr(first, f.name), getattr(second, f.name))
            for f in fields(first)
            if f.compare
        )
    if isinstance(first, list | tuple):
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(alike(a, b) for a, b in pairs)
    if isinstance(first, Mapping):
        return set(first) == set(second) and all(alike(first[k], second[k]) for k in first)
    return bool(first == second)


DOCUMENTS = 4
SEED = 12345
MOST_ENGINES = 2
"""Languages or pairs on which a component that is not a tagger is tried."""
MOST_AGAIN = 4
"""Exercises that are done more than once."""
LINES = (
    "Well, I have not seen her since Monday.",
    "   ",
    "“No!” – he's 42 years old, isn't he?",
    "👩‍🔬 a\u200bb\u00a0c\td 東京 ه",
    "",
    "x" * 400,
)
"""Lines for analyzers: blank ones, signs, other scripts."""


@lru_cache(maxsize=256)
def exercises(subject: Subject) -> tuple[Case | Untried, ...]:
    """Return a subject's exercises, and why there is none for a language where there is none."""
    maker = MAKERS.get(subject.role)
    return tuple(maker(subject)) if maker else ()


def working(subject: Subject) -> list[Case]:
    """Return the first few exercises in which nothing is raised: one fault is reported once."""
    tried = (item for item in exercises(subject) if isinstance(item, Case))
    return [item for item in islice(tried, MOST_AGAIN) if item.is_working]


def _taggers(subject: Subject) -> Iterator[Case | Untried]:
    for pair in pairs_of(subject):
        inputs = tuple(_documents(subject, pair))
        phenomenon = subject.info.phenomenon

        def work(tagger: Any, some: Sequence[Document], name: str = phenomenon) -> list[Any]:
            return [_ordered(checked_marks(tagger.mark(item), item, name)) for item in some]

        yield _exercise(subject, pair, inputs, work, invariants.of_marks)


def _ordered(marks: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(marks, key=lambda mark: (mark.segment, mark.token, repr(mark))))


def _aligners(subject: Subject) -> Iterator[Case | Untried]:
    def work(aligner: Any, some: Sequence[Any]) -> list[Any]:
        return list(aligner.align(list(some)))

    for pair in _few(subject, pairs_of(subject)):
        found = _documents(subject, pair, prefix=True)
        inputs = tuple(
            both for item in found for both in zip(item.source, item.target, strict=True)
        )
        yield _exercise(subject, pair, inputs, work, invariants.of_alignment)


def _analyzers(subject: Subject) -> Iterator[Case | Untried]:
    def work(analyzer: Any, some: Sequence[str]) -> list[Any]:
        return list(analyzer.analyze(list(some)))

    def faults(line: str, found: Any) -> Iterator[str]:
        return invariants.of_tokens(line, found, subject.info.gives)

    for pair in _sides(subject):
        yield _exercise(subject, pair, LINES, work, faults, bound=True)


def _splitters(subject: Subject) -> Iterator[Case | Untried]:
    def work(splitter: Any, some: Sequence[str]) -> list[Any]:
        return [tuple(checked_spans(splitter.spans(line), line)) for line in some]

    for pair in _sides(subject):
        yield _exercise(subject, pair, LINES, work, _nothing, bound=True)


def _sentence_aligners(subject: Subject) -> Iterator[Case | Untried]:
    def work(aligner: Any, some: Sequence[Any]) -> list[Any]:
        return [tuple(checked_beads(aligner.beads(*sides), *sides)) for sides in some]

    for pair in _few(subject, pairs_of(subject)):
        found = [
            (list(item.source.segments), list(item.target.segments))
            for item in _documents(subject, pair, prefix=True)
        ]
        blocks = [tuple([[line] * 2 for line in side] for side in sides) for sides in found]
        inputs = (*(([here], [there]) for here, there in found), *blocks)
        yield _exercise(subject, pair, inputs, work, _nothing)


def _nothing(given: Any, found: Any) -> Iterator[str]:
    """Return no fault: what must hold was checked while it worked."""
    del given, found
    yield from ()


def _corefs(subject: Subject) -> Iterator[Case | Untried]:
    def work(resolver: Any, some: Sequence[Any]) -> list[Any]:
        return [tuple(clusters) for clusters in resolver.resolve(list(some))]

    yield from _of_sides(subject, work, invariants.of_clusters)


def _annotators(subject: Subject) -> Iterator[Case | Untried]:
    def work(annotator: Any, some: Sequence[Any]) -> list[Any]:
        return [tuple(layer) for layer in annotator.annotate(list(some))]

    yield from _of_sides(subject, work, invariants.of_layer)


def _of_sides(subject: Subject, work: Any, faults: Any) -> Iterator[Case | Untried]:
    for pair in _sides(subject):
        inputs = tuple(item.target for item in _documents(subject, pair, prefix=True))
        yield _exercise(subject, pair, inputs, work, faults, bound=True)


def _scorers(subject: Subject) -> Iterator[Case | Untried]:
    def work(scorer: Any, some: Sequence[Comparison]) -> list[Any]:
        return list(scorer.statistics(some))

    def faults(comparison: Comparison, found: Any) -> Iterator[str]:
        return invariants.of_statistics(comparison, found, len(subject.info.columns))

    phenomena = subject.info.phenomena
    names = phenomena if isinstance(phenomena, frozenset) else {"formality", "pronouns"}
    if phenomena == "classes":
        names = frozenset(classes_of(subject.registry))
    for pair in _few(subject, pairs_of(subject)):
        random = Random(SEED)
        inputs = []
        for item in filter(len, _documents(subject, pair)):  # no reader gives one of no segment
            other = generators.document(
                random,
                (pair[0].code, pair[1].code),
                _words(subject, pair),
                id=item.id,
                source=item.source,
                role="hypothesis",
            ).restricted(_seen(subject))
            other = replace(other, expected=item.expected)
            reference = generators.marked(random, item, names)
            inputs.append(Comparison((reference,), generators.marked(random, other, names)))
        yield _exercise(subject, pair, tuple(inputs), work, faults)


def _checks(subject: Subject) -> Iterator[Case | Untried]:
    def work(check: Any, some: Sequence[Any]) -> list[Any]:
        return [tuple(sorted(check.check(item), key=repr)) for item in some]

    def faults(tagged: Any, found: Any) -> Iterator[str]:
        return invariants.of_findings(tagged, found, subject.info.codes)

    for pair in _few(subject, pairs_of(subject)):
        random = Random(SEED)
        inputs = tuple(
            generators.marked(random, item, subject.info.phenomena)
            for item in _documents(subject, pair)
        )
        yield _exercise(subject, pair, inputs, work, faults)


MAKERS: Mapping[str, Callable[[Subject], Iterator[Case | Untried]]] = {
    "tagger": _taggers,
    "aligner": _aligners,
    "analyzer": _analyzers,
    "coref": _corefs,
    "annotator": _annotators,
    "scorer": _scorers,
    "check": _checks,
    "splitter": _splitters,
    "sentence_aligner": _sentence_aligners,
}


def _exercise(
    subject: Subject,
    pair: Pair,
    inputs: tuple[Any, ...],
    work: Any,
    faults: Any,
    *,
    bound: bool = False,
) -> Case | Untried:
    """Make an exercise if the component can be made."""
    title = pair[1].code if bound else f"{pair[0].code}-{pair[1].code}"

    def create() -> Any:
        return created(subject, pair, "target" if bound else None)

    if subject.info.install or subject.role != "tagger":
        try:
            with kept_state(set(), is_making=True):
                create()
        except DiscotagError as error:
            return Untried(title, str(error))
        except KeyboardInterrupt:
            raise
        except BaseException:
            pass  # its work, which begins with this, will report it
    return Case(title, create, inputs, work, faults, DOCUMENTS * 6)


def _few(subject: Subject, pairs: Iterator[Pair]) -> list[Pair]:
    """Return the first pairs, those first whose target takes the component by default."""
    ordered = sorted(pairs, key=lambda pair: subject.name not in pair[1].defaults.values())
    return ordered[:MOST_ENGINES]


def _sides(subject: Subject) -> Iterator[Pair]:
    for pack in packs_of(subject)[:MOST_ENGINES]:
        yield _any_source(subject, pack), pack


def _any_source(subject: Subject, pack: LanguagePack) -> LanguagePack:
    others = [declared.info for declared in subject.registry.languages]
    return next((other for other in others if other.code == "en"), pack)


def _seen(subject: Subject, *, prefix: bool = False) -> frozenset[str]:
    """Return the layers that a component may see, with their sides."""
    needs: frozenset[str] = subject.info.layers
    if prefix:
        needs = frozenset(f"{side}.{layer}" for side in ("source", "target") for layer in needs)
    return needs | {"source.tokens", "target.tokens"}


def _words(subject: Subject, pair: Pair) -> tuple[tuple[str, ...], tuple[str, ...]]:
    name = getattr(subject.info, "table", None)
    source, target = pair
    table = subject.registry.table(target.code, name, source=source.code) if name else None
    listed = generators.words_of(table.data) if table else ()
    return (
        (*listed, *sorted(source.stop_words)[:100]),
        (*listed, *sorted(target.stop_words)[:100]),
    )


def _documents(subject: Subject, pair: Pair, *, prefix: bool = False) -> Iterator[Document]:
    """Make documents that hold only what the component declared; the last two are empty."""
    random = Random(SEED)
    codes = (pair[0].code, pair[1].code)
    made = [
        generators.document(random, codes, _words(subject, pair), id=f"d{number}")
        for number in range(DOCUMENTS)
    ]
    seen = _seen(subject, prefix=prefix)
    extra = {layer.rpartition(".")[2] for layer in seen} - ANALYSIS_LAYERS - {"coref", "alignment"}
    made += [generators.empty_document(codes, 1), generators.empty_document(codes, 0)]
    for item in made:
        full = with_layers(item, extra, subject.registry) if extra else item
        yield full.restricted(seen)


def with_layers(document: Document, layers: Iterable[str], registry: Registry) -> Document:
    """Return a document whose sides have these layers too, where something installed gives them."""
    source, target = document.source, document.target
    for layer in sorted(layers):
        source = _annotated(source, document, layer, "source", registry)
        target = _annotated(target, document, layer, "target", registry)
    return replace(document, source=source, target=target)


def _annotated(
    side: Side, document: Document, layer: str, name: SideName, registry: Registry
) -> Side:
    packs = (
        registry.language(document.source.language).info,
        registry.language(document.target.language).info,
    )
    pack = packs[0] if name == "source" else packs[1]
    able = annotators_of(layer, registry, pack)
    if not able:
        return side
    info = able[0].info
    table = registry.table(pack.code, info.table) if info.table else None
    context = Context(
        info.name,
        *packs,
        side=name,
        tables={table.phenomenon: table} if table else {},
        options=pack.settings.get(info.name, {}),
    )
    try:
        found = info.load().create(context).annotate([side])[0]
    except DiscotagError:  # a model that is not on this machine: the layer stays absent
        return side
    return replace(side, annotations={**side.annotations, layer: tuple(found)})
