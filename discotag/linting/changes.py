"""Changes: which units of a file are the same in another revision of the repository.

git itself is asked; the file of that revision is read by the same reader, and units are compared
by their ids, or by their texts where they have none.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError, InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.core.document import ParallelText
    from discotag.linting.locations import LocatedFinding

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
    """A revision of the repository that a folder lies in.

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
            InputError: the file lies outside the repository, or git cannot read it.
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
            except DiscotagError:  # what was no corpus then has no unit that is the same
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
