"""Rules for scorers (measures follow from sums), readers and writers (whole files or none)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from discotag.plugin import Comparison, CorpusRequest, DiscotagError, InputError
from discotag.testing import generators
from discotag_dev.exercises import working
from discotag_dev.problems import Fault, Severity
from discotag_dev.rules.components import it_can_be_loaded, it_says_what_it_is

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import TaggedDocument
    from discotag_dev.exercises import Case
    from discotag_dev.problems import Rule
    from discotag_dev.subjects import Subject


def its_measures_follow_from_counts(subject: Subject) -> Iterator[Fault]:
    """Measures are arrays of one value per row, within the scale; nothing counted is undefined."""
    import numpy as np

    for item in working(subject):
        scorer = item.create()
        rows = [row for found in item.outcome.results for row in found.counts.values()]
        table = np.array([*rows, [0.0] * len(subject.info.columns)], dtype=np.float64)
        with np.errstate(all="raise"):
            try:
                measures = scorer.measures(table)
            except (FloatingPointError, ZeroDivisionError) as error:
                yield Fault(
                    f"{item.title}: {error} where nothing was counted",
                    "divide where the denominator is not 0 and give NaN elsewhere",
                )
                continue
        if not measures:
            yield Fault(f"{item.title}: gives no measure", "give at least one, the main one first")
        for name, values in measures.items():
            if np.shape(values) != (len(table),):
                yield Fault(
                    f"{item.title}: {name} has the shape {np.shape(values)}, not ({len(table)},)",
                    "compute a value for every row at once",
                )


def its_signature_is_text(subject: Subject) -> Iterator[Fault]:
    """What makes its numbers reproducible is reported as text on one line; it may be empty."""
    for item in working(subject):
        text = item.create().signature()
        if not isinstance(text, str) or "\n" in text:
            yield Fault(f"{item.title}: signature() gave {text!r}", "give one line of text")


def a_text_is_no_worse_than_another_against_itself(subject: Subject) -> Iterator[Fault]:
    """The reference itself scores at least as well as a text made up by chance."""
    for item in working(subject):
        own = [Comparison(given.references, given.references[0]) for given in item.inputs]
        best, other = _main(item, own), _main(item, item.inputs)
        if best is None or other is None:
            continue
        worse = best < other if subject.info.higher_is_better else best > other
        if worse:
            yield Fault(
                f"{item.title}: the reference scores {best:.3f} against itself, a text made up by"
                f" chance {other:.3f}",
                "look at what is counted, or at higher_is_better",
                Severity.WARNING,
            )


def _main(item: Case, comparisons: Sequence[Comparison]) -> float | None:
    """Return the main measure of all documents and rows together; None where it is undefined."""
    import numpy as np

    scorer = item.create()
    rows = [counts for found in item.work(scorer, comparisons) for counts in found.counts.values()]
    if not rows:
        return None
    measures: Any = scorer.measures(np.array([np.sum(rows, axis=0)], dtype=np.float64))
    value = float(next(iter(measures.values()))[0])
    return None if np.isnan(value) else value


SCORER_RULES: Sequence[Rule] = (
    its_measures_follow_from_counts,
    its_signature_is_text,
    a_text_is_no_worse_than_another_against_itself,
)


WORDS = ("one", "two", "three", "four")


def it_writes_the_same_file_again(subject: Subject) -> Iterator[Fault]:
    """The same documents give the same bytes, empty segments and documents included."""
    try:
        first, second = _written(subject), _written(subject)
    except DiscotagError as error:
        yield Fault(f"not tried: {error}", "install what it asks for", Severity.NOTE)
        return
    except Exception as error:
        yield Fault(
            f"raised {type(error).__name__}: {error}",
            "take empty segments, documents without segments and documents without tags",
        )
        return
    if not first:
        yield Fault("wrote no file", "write the file that open() was given")
    if first != second:
        yield Fault(
            "writes other bytes the second time", "write no date, and sort what has no order"
        )


def a_file_that_is_not_complete_is_not_there(subject: Subject) -> Iterator[Fault]:
    """When writing stops with an exception, the file does not appear."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"tags{subject.info.suffix}"
        try:
            with subject.info.load().create({}).open(path) as write:
                write(_documents()[0])
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            if path.exists():
                yield Fault(
                    "leaves half a file when writing stops",
                    "write through discotag.files.output.atomic_write",
                )
        except DiscotagError:  # reported by the rule above
            return


def a_file_that_is_missing_is_named(subject: Subject) -> Iterator[Fault]:
    """A corpus that is not there is an InputError or UsageError, not a traceback."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"none{(subject.info.suffixes or ('.txt',))[0]}"
        try:
            list(subject.info.load().create({}).read(CorpusRequest(path)))
        except DiscotagError as error:
            if isinstance(error, InputError) and path.name not in str(error):
                yield Fault(
                    f"says {str(error)!r} of a missing file",
                    "name the file: InputError(message, path=path)",
                    Severity.WARNING,
                )
        except Exception as error:
            yield Fault(
                f"raised {type(error).__name__} for a missing file: {error}",
                "raise InputError(message, path=path)",
            )
        else:
            yield Fault("reads a missing file as an empty corpus", "raise InputError")


def _documents() -> list[TaggedDocument]:
    random = Random(1)
    languages = ("en", "fr")
    made = [
        generators.document(random, languages, (WORDS, WORDS), id=f"d{number}") for number in (1, 2)
    ]
    made += [generators.empty_document(languages, 1)]
    return [generators.marked(random, item, ("formality", "pronouns")) for item in made]


def _written(subject: Subject) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        with (
            subject.info.load()
            .create({})
            .open(Path(folder) / f"tags{subject.info.suffix}") as write
        ):
            for tagged in _documents():
                write(tagged)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


WRITER_RULES: Sequence[Rule] = (
    it_can_be_loaded,
    it_says_what_it_is,
    it_writes_the_same_file_again,
    a_file_that_is_not_complete_is_not_there,
)
READER_RULES: Sequence[Rule] = (
    it_can_be_loaded,
    it_says_what_it_is,
    a_file_that_is_missing_is_named,
)
