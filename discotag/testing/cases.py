"""The exercises of every role: languages, inputs, the work, and what is wrong with a result."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from discotag.core.components import ANALYSIS_LAYERS
from discotag.core.errors import DiscotagError
from discotag.core.results import Comparison
from discotag.pipeline.error_boundary import checked_beads, checked_marks, checked_spans
from discotag.pipeline.language_support import classes_of
from discotag.testing import generators, invariants
from discotag.testing.case import Case, Untried, kept_state
from discotag.testing.layers import with_layers
from discotag.testing.targets import created, packs_of, pairs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.core.language import LanguagePack
    from discotag.testing.targets import Pair, Subject

DOCUMENTS = 4
SEED = 12345
MOST_ENGINES = 2
"""Languages or pairs on which a component that is no tagger is tried."""
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
    """Return the first few exercises in which nothing is raised: one fault is told once."""
    tried = (item for item in exercises(subject) if isinstance(item, Case))
    return [item for item in islice(tried, MOST_AGAIN) if item.is_working]


def _taggers(subject: Subject) -> Iterator[Case | Untried]:
    for pair in pairs_of(subject):
        inputs = tuple(_documents(subject, pair))
        phenomenon = subject.info.phenomenon

        def work(tagger: Any, some: Sequence[Document], name: str = phenomenon) -> list[Any]:
            return [_ordered(checked_marks(tagger, item, name)) for item in some]

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
            pass  # its work, which begins with this, will tell
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
