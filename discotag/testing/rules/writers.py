"""Rules for readers and writers: whole files or none, and bad input told with its file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError, InputError
from discotag.core.findings import Severity
from discotag.core.interfaces import CorpusRequest
from discotag.testing import generators
from discotag.testing.problems import Fault
from discotag.testing.rules.components import it_can_be_loaded, it_says_what_it_is

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.tags import TaggedDocument
    from discotag.testing.problems import Rule
    from discotag.testing.targets import Subject

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
        except DiscotagError:  # told by the rule above
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


RULES: Sequence[Rule] = (
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
