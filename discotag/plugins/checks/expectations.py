"""The address that a text shall have: one for all documents, or one for each, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, ConfigDict

from discotag.core.errors import InputError, UsageError
from discotag.files.text import Notes, lines_of
from discotag.language.voices import SpeakerConventions, is_quoted
from discotag.plugins.checks.address_evidence import address_evidence, without_shared
from discotag.plugins.checks.address_words import AddressWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.language import LanguagePack
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.plugins.checks.address_evidence import Vote

FAMILIAR = frozenset({"informal", "familiar", "t", "plain"})
POLITE = frozenset({"formal", "polite", "v"})
"""What people call the lowest and the highest level, besides the pack's own names and labels."""
NOTHING = frozenset({"", "-", "any"})
"""What a file says of documents for which nothing is expected."""


class ExpectationOptions(BaseModel):
    """What address is expected.

    What a file says of its own document (`Document.address`) goes before `expect`, and a line of
    `expect_file` before both.

    Args:
        expect: the address that every text shall have: `formal` (`polite`, `V`), `informal`
            (`familiar`, `plain`, `T`), or a level or label of the target's pack; `any` = what the
            documents say; "" = none.
        expect_file: TSV of documents: id or pattern (`letters-*`), address (`any` = nothing is
            expected); the first line that fits counts, and `expect` for the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    expect: str = ""
    expect_file: str = ""


@dataclass(frozen=True)
class Expectations:
    """The level of address that each document shall have.

    Args:
        words: of the pair of languages.
        default: rank of the level, 0 for the most familiar; None = any.
        language: the target language's name, for messages.
        is_asked: whether something is expected, were it only what documents say.
        documents: patterns of document ids with ranks, the first that fits counts.
    """

    words: AddressWords
    default: int | None = None
    documents: tuple[tuple[str, int | None], ...] = ()
    language: str = "the target language"
    is_asked: bool = False

    @classmethod
    def of(
        cls, options: ExpectationOptions, source: LanguagePack, target: LanguagePack
    ) -> Expectations:
        """Read what options say.

        Raises:
            UsageError: the language has no such level.
            InputError: a line of the file is faulty.
        """
        words = AddressWords(source.address, target.address, SpeakerConventions.of(target))
        default = (
            expected_rank(options.expect, words, target.name) if _asks(options.expect) else None
        )
        documents = tuple(_documents(options.expect_file, words, target.name))
        is_asked = bool(options.expect or options.expect_file)
        return cls(words, default, documents, target.name, is_asked)

    def __bool__(self) -> bool:
        """Return whether anything is expected of any document."""
        return self.default is not None or bool(self.documents) or self.is_asked

    @property
    def told(self) -> str:
        """What is expected, as text for signatures: ranks of levels by document."""
        named = (f"{pattern}:{rank}" for pattern, rank in self.documents)
        return "|".join((f"expect:{self.default}", *named)) if self else ""

    def rank(self, document: Document) -> int | None:
        """Return the rank of the level that a document shall have; None = any.

        Raises:
            UsageError: the document asks for a level that the language does not have.
        """
        for pattern, rank in self.documents:
            if fnmatchcase(document.id, pattern):
                return rank
        if document.address:
            return self._own_rank(document)
        return self.default

    def _own_rank(self, document: Document) -> int | None:
        if not _asks(document.address):
            return None
        try:
            return expected_rank(document.address, self.words, self.language)
        except UsageError as error:
            raise UsageError(f"document {document.id!r}: {error}") from error

    def judged(self, tagged: TaggedDocument) -> Iterator[Judged]:
        """Yield every segment in which a voice of the text addresses somebody.

        Quotations may have another address. Nothing where nothing is expected of the document.
        """
        expected = self.rank(tagged.document)
        if expected is None:
            return
        evidence = address_evidence(tagged, self.words, every_sentence=True)
        for voice, of_voice in evidence.items():
            if not is_quoted(voice):
                for vote in without_shared(of_voice, tagged.document, self.words):
                    yield Judged(vote, expected)


class Judged(NamedTuple):
    """What a segment says in one voice, and the rank that is expected there."""

    vote: Vote
    expected: int

    @property
    def others(self) -> dict[int, list[Mark]]:
        """The ranks that stand there in place of the expected one, with their marks."""
        return {} if self.expected in self.vote.marks else self.vote.marks


def expected_rank(name: str, words: AddressWords, language: str) -> int:
    """Return the level that is meant by a name, 0 for the most familiar.

    Raises:
        UsageError: the language has no such level.
    """
    wanted = name.casefold()
    if wanted in FAMILIAR:
        return 0
    if wanted in POLITE:
        return len(words.levels) - 1
    for rank, level in enumerate(words.levels):
        if wanted in {level.name.casefold(), *(label.casefold() for label in level.labels)}:
            return rank
    known = ", ".join(level.name for level in words.levels)
    raise UsageError(
        f"expected address {name!r}: {language} has no such level; it has: {known}"
        " (or say formal or informal)"
    )


def _documents(file: str, words: AddressWords, language: str) -> Iterator[tuple[str, int | None]]:
    path = Path(file)
    for number, line in enumerate(lines_of(path, Notes()) if file else (), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not any(cells) or line.startswith("#"):
            continue
        if len(cells) != 2 or not cells[0]:
            told = "expected a document's id or a pattern, a tab, and an address (formal, informal)"
            raise InputError(told, path=path, line=number)
        try:
            rank = expected_rank(cells[1], words, language) if _asks(cells[1]) else None
        except UsageError as error:
            raise InputError(str(error), path=path, line=number) from error
        yield cells[0], rank


def _asks(address: str) -> bool:
    return address.casefold() not in NOTHING
