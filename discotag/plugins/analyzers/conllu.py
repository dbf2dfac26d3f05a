"""The analyzer `conllu`: the user's own analyses, read from CoNLL-U files and matched by text."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import Analyzer
from discotag.core.parsing import FrozenModel
from discotag.core.text import count_noun
from discotag.core.tokens import ROOT, Tokens, parse_feats
from discotag.files.output import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.interfaces import Context


COLUMNS = 10
NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word; `head` is 0-based, -1 for a root, `None` where the file has no tree."""

    form: str
    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str
    head: int | None
    deprel: str | None
    misc: str = "_"


@dataclass(frozen=True, slots=True)
class Unit:
    """A form as written in the text, and the words `first` to `end` (half-open) it holds."""

    form: str
    first: int
    end: int
    space_after: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """One block of a CoNLL-U file; `line` is the 1-based line where it begins."""

    words: tuple[Word, ...]
    units: tuple[Unit, ...]
    comments: Mapping[str, str]
    line: int

    @property
    def text(self) -> str:
        """The `# text` comment, else the units joined by `SpaceAfter`."""
        stated = self.comments.get("text")
        if stated is not None:
            return stated
        return "".join(unit.form + " " * unit.space_after for unit in self.units).strip()


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Read the sentences of a file one by one.

    Raises:
        InputError: naming file and line, for bytes that are not UTF-8 and for malformed lines.
    """
    try:
        with path.open(encoding="utf-8-sig") as lines:
            yield from parse_conllu(lines, str(path))
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 ({error.reason}); convert the file", path=path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from error


def parse_conllu(lines: Iterable[str], name: str) -> Iterator[Sentence]:
    """Parse lines of CoNLL-U; `name` names the file in messages. Raises InputError."""
    block: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip("\r\n")
        if line:
            block.append((number, line))
        elif block:
            yield from _sentence(block, name)
            block = []
    if block:
        yield from _sentence(block, name)


def _sentence(block: list[tuple[int, str]], name: str) -> Iterator[Sentence]:
    comments: dict[str, str] = {}
    words: list[Word] = []
    units: list[Unit] = []
    for number, line in block:
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            comments[key.strip()] = value.strip()
            continue
        cells = line.split("\t")
        where = f"{name}, line {number}"
        if len(cells) != COLUMNS:
            raise InputError(
                f"{where}: {count_noun(len(cells), 'column')} "
                f"instead of {COLUMNS}, separated by tabs"
            )
        space_after = "SpaceAfter=No" not in cells[9].split("|")
        if "." in cells[0]:
            continue
        if "-" in cells[0]:
            first, last = (_number(part, where) for part in cells[0].split("-", 1))
            if first != len(words) + 1 or last < first:
                raise InputError(f"{where}: range {cells[0]} does not begin at the next word")
            units.append(Unit(cells[1], first - 1, last, space_after))
            continue
        _check_number(cells[0], len(words) + 1, where)
        if not units or units[-1].end <= len(words):
            units.append(Unit(cells[1], len(words), len(words) + 1, space_after))
        words.append(_word(cells, where))
    for (number, _), word in zip(_word_lines(block), words, strict=True):
        if word.head is not None and word.head >= len(words):
            raise InputError(
                f"{name}, line {number}: head {word.head + 1} of {count_noun(len(words), 'word')}"
            )
    if units and units[-1].end > len(words):
        raise InputError(f"{name}, line {block[-1][0]}: a range ends behind the last word")
    if words:
        yield Sentence(tuple(words), tuple(units), comments, block[0][0])


def _word_lines(block: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in block if line.split("\t", 1)[0].isdigit())


def _word(cells: list[str], where: str) -> Word:
    def cell(column: int) -> str | None:
        return None if cells[column] == "_" else cells[column]

    lemma = cells[2] if cells[1] == "_" else cell(2)
    head = cell(6)
    return Word(
        form=cells[1],
        lemma=lemma,
        upos=cell(3),
        xpos=cell(4),
        feats=cells[5],
        head=None if head is None else _number(head, where) - 1,
        deprel=cell(7),
        misc=cells[9],
    )


def _check_number(text: str, expected: int, where: str) -> None:
    if _number(text, where) != expected:
        raise InputError(f"{where}: word {text} where {expected} was expected")


def _number(text: str, where: str) -> int:
    if NUMBER.fullmatch(text) is None:
        raise InputError(f"{where}: {text!r} is not a number")
    return int(text)


def locate(text: str, units: Iterable[Unit], start: int = 0) -> list[tuple[int, int]] | None:
    """Return each unit's (start, end) in `text` from `start` on; `None` if a unit is not next.

    Only white space may be between two units.
    """
    spans: list[tuple[int, int]] = []
    position = start
    for unit in units:
        while position < len(text) and text[position].isspace():
            position += 1
        if not text.startswith(unit.form, position):
            return None
        spans.append((position, position + len(unit.form)))
        position += len(unit.form)
    return spans


SHOWN = 40


class ConlluOptions(FrozenModel):
    """Options of the analyzer: `path`, a file or a folder of `*.conllu` files."""

    path: Path | None = None


class ConlluAnalyzer(Analyzer):
    """Gives segments the analyses that files hold for them.

    Args:
        path: a CoNLL-U file, or a folder whose `*.conllu` files are read in the order of their
            names.

    Raises:
        InputError: naming file and line, for whatever cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sentences: list[tuple[Path, Sentence]] = []
        files = _files(path)
        for file in files:
            self._sentences.extend((file, sentence) for sentence in read_conllu(file))
        self.digest = digest_of(files)
        self._keys = [_compact(sentence.text) for _, sentence in self._sentences]
        self._starts: dict[str, list[int]] = defaultdict(list)
        for index, key in enumerate(self._keys):
            self._starts[key[:SHOWN]].append(index)
        words = [word for _, sentence in self._sentences for word in sentence.words]
        self._has_lemmas = any(word.lemma is not None for word in words)
        self._has_xpos = any(word.xpos is not None for word in words)
        self._has_upos = all(word.upos is not None for word in words)
        self._has_trees = all(word.head is not None for word in words)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Read the files named by the argument (`conllu:PATH`) or by the option `path`."""
        path = (
            Path(context.argument) if context.argument else context.read_options(ConlluOptions).path
        )
        if path is None:
            raise UsageError(
                "analyzer conllu: name a file or folder, as in --analyzer conllu:parsed.conllu"
            )
        return cls(path)

    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per segment, in order.

        InputError for a segment that no file holds.
        """
        return tuple(self._segment(text) for text in texts)

    def _segment(self, text: str) -> Tokens:
        wanted = _compact(text)
        if not wanted:
            return Tokens(text, (), (), (), (), (), None, (), (), ())
        furthest: int | None = None
        lengths = range(1, min(SHOWN, len(wanted)) + 1)
        for first in sorted(i for n in lengths for i in self._starts.get(wanted[:n], ())):
            last = self._last(wanted, first)
            if last is None:
                furthest = first if furthest is None else furthest
                continue
            return self._tokens(text, range(first, last))
        shown = text.strip()[:SHOWN]
        if furthest is None:
            raise InputError(
                f"no sentence begins the segment {shown!r}; parse the very same text",
                path=self._path,
            )
        file, sentence = self._sentences[furthest]
        raise InputError(
            f"sentences from here on do not make up the segment {shown!r}; "
            "segments and sentences must end together",
            path=file,
            line=sentence.line,
        )

    def _last(self, wanted: str, first: int) -> int | None:
        """Return the index after the last sentence of a segment that begins at `first`."""
        position = 0
        index = first
        while position < len(wanted):
            if index == len(self._keys) or not wanted.startswith(self._keys[index], position):
                return None
            position += len(self._keys[index])
            index += 1
        return index

    def _tokens(self, text: str, sentences: range) -> Tokens:
        forms: list[str] = []
        spans: list[tuple[int, int]] = []
        heads: list[int] = []
        words: list[Word] = []
        position = 0
        for index in sentences:
            file, sentence = self._sentences[index]
            found = locate(text, sentence.units, position)
            if found is None:
                raise InputError(
                    "the words are not those of `# text`", path=file, line=sentence.line
                )
            offset = len(forms)
            for unit, span in zip(sentence.units, found, strict=True):
                spans.extend([span] * (unit.end - unit.first))
            forms.extend(word.form for word in sentence.words)
            words.extend(sentence.words)
            heads.extend(
                ROOT if word.head is None or word.head == ROOT else word.head + offset
                for word in sentence.words
            )
            position = found[-1][1]
        return Tokens(
            text=text,
            forms=tuple(forms),
            starts=tuple(start for start, _ in spans),
            ends=tuple(end for _, end in spans),
            lemmas=tuple(word.lemma or word.form for word in words) if self._has_lemmas else None,
            upos=tuple(word.upos or "X" for word in words) if self._has_upos else None,
            xpos=tuple(word.xpos or "_" for word in words) if self._has_xpos else None,
            feats=tuple(parse_feats(word.feats) for word in words) if self._has_upos else None,
            heads=tuple(heads) if self._has_trees else None,
            deprels=tuple(word.deprel or "dep" for word in words) if self._has_trees else None,
        )


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*.conllu"))
    if not files:
        raise InputError("holds no *.conllu file", path=path)
    return files


def _compact(text: str) -> str:
    return "".join(text.split())
