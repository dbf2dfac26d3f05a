"""Suppressions: findings that somebody has reviewed and accepted, each with a reason."""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pydantic import Field, ValidationError

from discotag.plugin import (
    DiscotagError,
    FrozenModel,
    InputError,
    UnknownNameError,
    UsageError,
    faults,
)
from discotag.plugin.files import atomic_write, read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from discotag.plugin import ParallelText
    from discotag_lint.locations import Files, LocatedFinding


class Suppression(FrozenModel):
    """One `[[suppress]]` of a file.

    Args:
        code: the code that is accepted.
        document: a pattern of document ids (`talk-*`); every document by default.
        file: a pattern of the file it is in (`locales/*.xlf`, `de.xlf`), matched from its end;
            every file by default.
        fingerprint: of the one finding that is accepted; every finding by default.
        reason: why.
    """

    code: str
    document: str = "*"
    file: str = "*"
    fingerprint: str | None = None
    reason: str = Field(min_length=1, pattern=r"\S")

    def covers(self, finding: LocatedFinding) -> bool:
        """Return whether it accepts a finding."""
        return (
            self.code == finding.code
            and fnmatchcase(finding.document, self.document)
            and (self.file == "*" or PurePath(finding.spot.file).match(self.file))
            and self.fingerprint in {None, finding.fingerprint}
        )

    def __str__(self) -> str:
        parts = [self.code, *(part for part in (self.document, self.file) if part != "*")]
        return " ".join([*parts, *([self.fingerprint] if self.fingerprint else [])])


class InlineSuppression(Suppression):
    """A comment of a unit, in the file itself, that accepts a code there.

    Args:
        where: file, line and unit.
    """

    where: str

    def __str__(self) -> str:
        return f"{self.code} in the comment at {self.where}"


class SuppressionFile(FrozenModel):
    """A whole file of suppressions."""

    suppress: tuple[Suppression, ...] = ()


def read_suppressions(path: Path, codes: Collection[str]) -> tuple[Suppression, ...]:
    """Read a file of suppressions.

    Args:
        path: a TOML file.
        codes: the codes there are.

    Raises:
        InputError: the file cannot be read, or an entry is faulty; it names the entry from 1 on.
        UnknownNameError: an entry names a code that no check declares.
    """
    data = read_toml(path)
    try:
        found = SuppressionFile.model_validate(data).suppress
    except ValidationError as error:
        raise InputError(f"entries count from 0: {faults(error)}", path=path) from error
    for number, entry in enumerate(found, 1):
        if entry.code not in codes:
            cure = f"in {path}, entry {number}"
            raise UnknownNameError("code", entry.code, codes, cure=cure)
    return found


def write_suppressions(
    path: Path, kept: Iterable[Suppression], findings: Iterable[LocatedFinding]
) -> int:
    """Write suppressions that accept today's findings, after those that are kept.

    Returns:
        how many were written.

    Raises:
        DiscotagError: the file cannot be written.
    """
    accepted = [
        Suppression(
            code=finding.code,
            document=_literal(finding.document),
            fingerprint=finding.fingerprint,
            reason=f"accepted as it was: {finding.message}",
        )
        for finding in findings
    ]
    entries = list(dict.fromkeys([*kept, *accepted]))
    with atomic_write(path) as write:
        write("# Findings of discotag lint that are accepted, each with its reason.\n")
        for entry in entries:
            write("\n[[suppress]]\n")
            for name, value in entry.model_dump(exclude_defaults=True).items():
                write(f"{name} = {_quoted(value)}\n")
    return len(entries)


def _literal(document: str) -> str:
    """Return the pattern that matches one document id alone."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in document)


def _quoted(value: str) -> str:
    """Return a TOML string: JSON's escapes hold there, and DEL needs one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


DIRECTIVE = re.compile(r"\bdiscotag:\s*ignore\b[\s:]*(?P<rest>.*)", re.IGNORECASE)
CODES = re.compile(r"(?P<codes>[A-Z]{2,4}\d{3}(?:\s*,\s*[A-Z]{2,4}\d{3})*)(?P<reason>.*)")
MARKS = " \t:,;–—-*/>"
"""What may be around a reason, such as the end of a comment."""


class InlineSuppressions:
    """What the comments of one document accept; a comment of several segments is one.

    Args:
        text: the document.
        files: where it came from.
        codes: the codes there are.
    """

    def __init__(self, text: ParallelText, files: Files, codes: Collection[str]) -> None:
        self._text, self._files, self._codes = text, files, codes
        self._of_segments: list[dict[str, InlineSuppression]] = []
        self.faults: list[str] = []
        known: dict[str, dict[str, InlineSuppression]] = {}
        for segment, comment in enumerate(text.comments):
            if "discotag" not in comment.casefold():
                self._of_segments.append({})
                continue
            where = self._where(segment)
            key = f"{where}\0{comment}"
            if key not in known:
                known[key] = {entry.code: entry for entry in self._read(comment, where)}
            self._of_segments.append(known[key])

    def at(self, segment: int) -> dict[str, InlineSuppression]:
        """Return code → what accepts it in a segment."""
        return self._of_segments[segment] if self._of_segments else {}

    def all(self) -> Iterator[InlineSuppression]:
        """Yield all of them, each once."""
        yield from dict.fromkeys(entry for own in self._of_segments for entry in own.values())

    def _read(self, comment: str, where: str) -> Iterator[InlineSuppression]:
        for line in comment.splitlines():
            directive = DIRECTIVE.search(line)
            if directive is None:
                continue
            found = CODES.match(directive["rest"])
            reason = found["reason"].strip(MARKS) if found else ""
            if found is None or not reason:
                lack = "a code" if found is None else "a reason"
                example = "discotag: ignore DT101 why it is right"
                self.faults.append(f"{where}: the comment names no {lack[2:]}; write {example!r}")
                continue
            for code in dict.fromkeys(part.strip() for part in found["codes"].split(",")):
                if code not in self._codes:
                    unknown = UnknownNameError("code", code, self._codes)
                    self.faults.append(f"{where}: the comment has an {unknown}")
                    continue
                yield InlineSuppression(
                    code=code, document=self._text.id, reason=reason, where=where
                )

    def _where(self, segment: int) -> str:
        text = self._text
        names = (*text.references, *text.hypotheses)
        file = text.files.get(names[0]) if names else None
        line = f":{text.lines[segment]}" if segment < len(text.lines) else ""
        unit = text.units[segment] if segment < len(text.units) else ""
        suffix = f": unit {unit}" if unit else "" if line else f": segment {segment + 1}"
        return f"{file or self._files.target}{line}{suffix}"


TIME = 60
"""Seconds after which git is given up."""


class OldUnits:
    """The units of a file as they were.

    Args:
        texts: its documents, as the reader gives them.
    """

    def __init__(self, texts: Iterable[ParallelText]) -> None:
        self._named: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
        for text in texts:
            own = [*text.references.items(), *text.hypotheses.items()]
            if not text.is_aligned or not own:
                continue
            name, masked = own[0]
            source, target = text.shown.get("", text.source), text.shown.get(name, masked)
            units = text.units or ("",) * len(source)
            for unit, pair in zip(units, zip(source, target, strict=True), strict=True):
                self._named[text.id, unit].add(pair)

    def is_changed(self, finding: LocatedFinding) -> bool:
        """Return whether a finding's unit is new, or has another source or translation."""
        origin = finding.origin
        if origin is None:
            return True
        old = self._named.get((finding.document, origin.unit or ""), set())
        return (origin.source, origin.text) not in old


class Revision:
    """A revision of the repository that a folder is in.

    Args:
        name: its name: a commit, a branch, a tag.
        folder: a folder of the working tree.

    Raises:
        UsageError: there is no git, no repository, or no such revision.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        top = _git(folder, "rev-parse", "--show-toplevel")
        if top.returncode:
            raise UsageError(f"--changed-since: git finds no repository in {folder}: {_told(top)}")
        self._top = Path(top.stdout.decode().removesuffix("\n"))
        found = _git(
            folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )
        if found.returncode:
            shallow = _git(folder, "rev-parse", "--is-shallow-repository")
            cure = "check the name; a branch of the server is origin/NAME"
            if shallow.stdout.strip() == b"true":
                cure = (
                    "this clone is shallow and may lack it: git fetch --unshallow (in GitHub's"
                    " checkout fetch-depth: 0, in GitLab GIT_DEPTH: 0)"
                )
            raise UsageError(f"--changed-since: git knows no revision {name!r}; {cure}")
        self._commit = found.stdout.decode().strip()

    def content(self, path: Path) -> bytes | None:
        """Return what a file held then; None where it was not there.

        Raises:
            InputError: the file is outside the repository, or git cannot read it.
        """
        place = path.resolve()
        if not place.is_relative_to(self._top.resolve()):
            raise InputError("lies outside the git repository (--changed-since)", path=path)
        name = place.relative_to(self._top.resolve()).as_posix()
        listed = _git(self._top, "ls-tree", "-z", "--name-only", self._commit, "--", name)
        if listed.returncode:
            raise InputError(f"git cannot look for it: {_told(listed)}", path=path)
        if not listed.stdout:
            return None
        shown = _git(self._top, "cat-file", "--filters", f"{self._commit}:{name}")
        if shown.returncode:
            raise InputError(f"git cannot read it at {self.name}: {_told(shown)}", path=path)
        return shown.stdout

    def units(
        self, paths: Sequence[Path], read: Callable[[Sequence[Path]], Iterable[ParallelText]]
    ) -> OldUnits | None:
        """Return the units of a corpus as they were; None where its files have not changed.

        Args:
            paths: its files; those that were not there make all units new.
            read: reads such files.
        """
        if not all(path.is_file() for path in paths):
            return OldUnits(())
        contents = [self.content(path) for path in paths]
        if all(
            content is not None and content == path.read_bytes()
            for content, path in zip(contents, paths, strict=True)
        ):
            return None
        if any(content is None for content in contents):
            return OldUnits(())
        with ExitStack() as stack:
            places = []
            for path, content in zip(paths, contents, strict=True):
                folder = stack.enter_context(TemporaryDirectory())
                places.append(Path(folder, path.name))
                places[-1].write_bytes(content or b"")
            try:
                return OldUnits(read(places))
            except DiscotagError:  # what was not a corpus then has no equal unit
                return OldUnits(())


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, timeout=TIME, check=False
        )
    except FileNotFoundError as error:
        raise UsageError("--changed-since needs git, which is not installed") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"--changed-since: git cannot be run: {error}") from error


def _told(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"exit code {done.returncode}"
