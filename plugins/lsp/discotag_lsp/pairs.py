"""Pairs: which source belongs to a file, what lint should hold against it, and what is in it."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from lsprotocol.types import TextEdit as Edit

from discotag.plugin import (
    CorpusRequest,
    DiscotagError,
    EditingReader,
    InputError,
    ParallelText,
    UnknownNameError,
    UsageError,
)
from discotag.plugin.files import check_regular, whole
from discotag.plugin.runs import open_reader
from discotag_lint.configuration import FilePair, configuration_of, open_configuration
from discotag_lint.locations import Files
from discotag_lint.planning import known_codes
from discotag_lint.sessions import Session
from discotag_lsp.checker import change
from discotag_lsp.positions import FileText

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

    from discotag.plugin import Registry
    from discotag.plugin.runs import OpenReader
    from discotag_lint.check import Fix
    from discotag_lint.locations import LocatedFinding


SESSIONS = 6
"""Languages and settings whose components are kept in memory."""


class Pairs:
    """The files that can be checked.

    Args:
        registry: the installed plugins.
        buffers: what is in the editor.
        configuration: a configuration file that counts for all files, in place of the nearest one.
    """

    def __init__(
        self, registry: Registry, buffers: Buffers, configuration: Path | None = None
    ) -> None:
        self._registry = registry
        self.buffers = buffers
        self._configuration = configuration
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock = Lock()

    def of(self, path: Path) -> tuple[FilePair, ...]:
        """Return the pairs that a file belongs to, as translation or as source.

        A file that no configuration names counts where its ending says that it holds both
        languages.

        Raises:
            InputError: the configuration is faulty.
        """
        where = self._configuration
        found = configuration_of(path.parent) if where is None else open_configuration(where)
        if found is not None and (pairs := found.pairs_of(path)):
            return pairs
        alone = FilePair(path) if found is None else found.settings_of(path)
        return (alone,) if self._is_bilingual(alone) else ()

    def _is_bilingual(self, pair: FilePair) -> bool:
        """Return whether a file names its languages; any fault in it is reported later."""
        try:
            opened = self._reader(pair)
            check_regular(self.buffers.readable(pair.source))
            return all(opened.languages(self.buffers.readable(pair.source)))
        except (DiscotagError, OSError):
            return False

    def _reader(self, pair: FilePair) -> OpenReader:
        wanted = dict(pair.options.get("reader", {}))
        if pair.states is not None:
            wanted["states"] = pair.states
        if pair.skip_states:
            wanted["skip_states"] = pair.skip_states
        return open_reader(self._registry, pair.source, pair.reader, wanted)

    def text(self, path: Path) -> FileText:
        """Return a file's text as written in the editor."""
        return self.buffers.text(path)

    def edited(self, pair: FilePair, finding: LocatedFinding, fix: Fix) -> Edit | None:
        """Return the edit by which a reader writes a fix into its file; None where it cannot."""
        reader = self._reader(pair).reader
        wanted = replace(finding, fix=fix).edit
        if not isinstance(reader, EditingReader) or wanted is None:
            return None
        text = self.text(pair.file)
        path = self.buffers.readable(pair.file)
        try:
            new = reader.edited(path, [wanted]).decode("utf-8-sig")
        except (DiscotagError, ValueError, OSError):
            return None
        by = change(text.text, new)
        return Edit(text.range(by.first, by.old), new[by.first : by.new])

    def files(self, pair: FilePair) -> Files:
        """Return the names of a pair's files, for the places of findings."""
        return Files(str(pair.source), str(pair.file), has_columns=pair.target is not None)

    def read(self, pair: FilePair) -> list[ParallelText]:
        """Return the documents of a pair as they are in the editor, each with one translation.

        Raises:
            DiscotagError: what is wrong with the files or their settings.
        """
        try:
            return [self._only(text, pair) for text in self._documents(pair)]
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=pair.file) from error
        except InputError as error:
            raise self._named(error, pair) from error

    def _documents(self, pair: FilePair) -> list[ParallelText]:
        opened = self._reader(pair)
        source, target = self.languages(pair)
        targets = {} if pair.target is None else {"target": self.buffers.readable(pair.target)}
        request = CorpusRequest(
            self.buffers.readable(pair.source),
            references=targets,
            source_language=source,
            target_language=target,
        )
        for path in (request.source, *request.references.values()):
            check_regular(path)
        return list(opened.read(request, takes_running=True))

    def _only(self, text: ParallelText, pair: FilePair) -> ParallelText:
        names = [*text.references, *text.hypotheses]
        if pair.text is not None:
            return text.only(pair.text)
        if len(names) != 1:
            told = f"several translations ({', '.join(names)})" if names else "no translation"
            raise UsageError(f"the file holds {told}; name one: text = … in [[lint.files]]")
        return text

    def _named(self, error: InputError, pair: FilePair) -> InputError:
        """Return an error that names the file, not the copy of what is not saved."""
        told = str(error)
        for path in (pair.source, pair.target):
            if path is not None:
                told = told.replace(str(self.buffers.readable(path)), path.name)
        return InputError(told)

    def languages(self, pair: FilePair) -> tuple[str, str]:
        """Return the codes of a pair's languages; UsageError where nothing names them."""
        given = pair.source_language, pair.target_language
        told: Any = ((), ())
        if not all(given) and pair.target is None:
            told = self._reader(pair).languages(self.buffers.readable(pair.source))
        found = []
        for side, own, codes in zip(("source", "target"), given, told, strict=True):
            known = [own] if own else sorted({self._installed(code) for code in codes})
            if len(known) != 1:
                several = f"several {side} languages ({', '.join(known)})"
                lack = several if known else f"no {side} language"
                raise UsageError(f"the file names {lack}; say {side}_language in discotag.toml")
            found += known
        return found[0], found[1]

    def _installed(self, code: str) -> str:
        """Return the installed language of a code, or the language it is a variety of."""
        try:
            return self._registry.language(code).info.code
        except UnknownNameError:
            return self._registry.language(code.replace("_", "-").partition("-")[0]).info.code

    def session(self, pair: FilePair) -> Session:
        """Return what checks a pair, made when the first pair with these settings comes.

        Raises:
            DiscotagError: what is not installed, or a faulty setting.
        """
        source, target = self.languages(pair)
        options = {name: dict(of) for name, of in pair.options.items() if name != "reader"}
        if pair.expect_file is not None:
            options["address"] = {
                **options.get("address", {}),
                "expect_file": str(pair.expect_file),
            }
        known = known_codes(self._registry)
        codes = sorted(set(known if pair.select is None else pair.select) - set(pair.ignore))
        stamps = [(str(path), _stamp(path)) for path in (*pair.glossary, pair.expect_file) if path]
        told = [source, target, codes, stamps, pair.expect, pair.unit, options]
        key = json.dumps(told, default=str)
        with self._lock:
            if key not in self._sessions:
                self._sessions[key] = Session(
                    source,
                    target,
                    codes=codes,
                    glossary=[str(path) for path in pair.glossary],
                    expect=pair.expect,
                    registry=self._registry,
                    unit=cast("Any", pair.unit or "auto"),
                    options=options,
                )
            self._sessions.move_to_end(key)
            while len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
            return self._sessions[key]


def _stamp(path: Path) -> float:
    """Return when a file changed last; 0 where there is none."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


DECLARED = re.compile(r"""^<\?xml[^>]*?encoding=["']([\w.-]+)["']""")
"""The encoding that an XML file names."""


class Buffers:
    """The texts that are open in the editor.

    Args:
        codec: the units in which the editor counts.
    """

    def __init__(self, codec: PositionCodec) -> None:
        self.codec = codec
        self._texts: dict[Path, FileText] = {}
        self._lock = Lock()
        self._copies = TemporaryDirectory(prefix="discotag-lsp-")

    def close(self) -> None:
        """Take the copies of unsaved files away."""
        self._copies.cleanup()

    def put(self, path: Path, text: str) -> None:
        """Take note of what is in the editor."""
        with self._lock:
            self._texts[path] = FileText(text, self.codec)

    def take(self, path: Path) -> None:
        """Forget a file that the editor closed."""
        with self._lock:
            self._texts.pop(path, None)

    def opened(self) -> tuple[Path, ...]:
        """Return the files that are open."""
        with self._lock:
            return tuple(self._texts)

    def text(self, path: Path) -> FileText:
        """Return a file's text: the editor's, else the disk's; empty where it cannot be read."""
        with self._lock:
            known = self._texts.get(path)
        if known is not None:
            return known
        try:
            return FileText(_bytes_of(path).decode("utf-8-sig", "replace"), self.codec)
        except (InputError, OSError):
            return FileText("", self.codec)

    def readable(self, path: Path) -> Path:
        """Return a file that a reader can open: the file, or a copy of what is not saved yet.

        Raises:
            OSError: the copy cannot be written.
        """
        with self._lock:
            known = self._texts.get(path)
        if known is None or _is_saved(path, known.text):
            return path
        declared = DECLARED.match(known.text)
        encoding = declared[1] if declared else "utf-8"
        folder = Path(self._copies.name) / str(abs(hash(path.parent)))
        folder.mkdir(exist_ok=True)
        copy = folder / path.name
        try:
            data = known.text.encode(encoding)
        except (LookupError, UnicodeEncodeError):
            data = known.text.encode("utf-8", "surrogatepass")
        copy.write_bytes(data)
        return copy


def _is_saved(path: Path, text: str) -> bool:
    try:
        return path.stat().st_size < len(text) * 4 + 4 and _bytes_of(path) == text.encode("utf-8")
    except (InputError, OSError, UnicodeEncodeError):
        return False


def _bytes_of(path: Path) -> bytes:
    """Return what is in a regular file; InputError for another one, and for one that is too big."""
    check_regular(path)
    return whole(path)
