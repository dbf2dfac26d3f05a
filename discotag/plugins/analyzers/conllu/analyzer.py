"""Analyses read from CoNLL-U files instead of being computed.

A segment is one or more consecutive sentences of a file; they are found by their text, white space
apart, so one folder can hold the files of both sides and of all systems. Of several places with the
same text the first is taken: what a segment gets never depends on what else is asked for.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import Analyzer
from discotag.core.tokens import ROOT, Tokens, parse_feats
from discotag.files.output import digest_of
from discotag.plugins.analyzers.conllu.reader import Sentence, Word, locate, read_conllu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.interfaces import Context

SHOWN = 40


class ConlluOptions(BaseModel):
    """Options of the analyzer: `path`, a file or a folder of `*.conllu` files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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
