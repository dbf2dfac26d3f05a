"""Run folders put into sets: each the systems on one test set of one language pair.

Runs of the same texts are shards: parts of one test set, which are joined before they are counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UsageError
from discotag.plugin.files import key_of
from discotag.plugin.runs import read_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

UNSAFE = re.compile(r"[^\w.-]+")
GENERIC = frozenset({"", "run", "runs", "out", "report"})
"""Names of folders that name no edition."""


@dataclass(frozen=True, slots=True)
class Named:
    """A run's folder, and the edition that it is of."""

    edition: str
    path: Path

    @classmethod
    def parse(cls, text: str) -> Named:
        """Read `[EDITION=]FOLDER`; without an edition it is called as the folder above the run."""
        edition, equals, path = text.partition("=")
        if equals and not Path(text).exists():
            if not edition or not path:
                raise UsageError(f"{text!r} is not EDITION=FOLDER")
            return cls(edition, Path(path))
        folder = Path(text)
        return cls(folder.absolute().parent.name, folder)


@dataclass(frozen=True, slots=True)
class Source:
    """The runs of a set, whose systems are put together.

    Args:
        edition: such as `wmt22`.
        pair: language pair.
        runs: the folder of each run, or those of its shards, in order.
        digests: of the runs' records, which hold those of all other files.
    """

    edition: str
    pair: str
    runs: tuple[tuple[Path, ...], ...]
    digests: tuple[str, ...]

    @property
    def name(self) -> str:
        """Name of the set."""
        return f"{self.edition} {self.pair}" if self.edition else self.pair

    @property
    def slug(self) -> str:
        """The name as that of a file."""
        return slug(self.name)

    @property
    def is_sharded(self) -> bool:
        """Whether some of its runs are in parts."""
        return any(len(shards) > 1 for shards in self.runs)

    def key(self, *parts: object) -> str:
        """Return the digest of its runs and of all else that figures depend on."""
        return key_of(self.edition, self.pair, *self.digests, *map(str, parts)).hex()


def sources(texts: Sequence[str]) -> tuple[Source, ...]:
    """Put run folders into sets, in the order given.

    Args:
        texts: `[EDITION=]FOLDER`; a folder that holds no run means all runs directly below it.

    Raises:
        InputError: a folder holds no run.
        UsageError: one is named twice in an edition, or two sets would have one file's name.
    """
    groups: dict[tuple[str, str], dict[tuple[str, ...], list[tuple[Path, str]]]] = {}
    seen: set[tuple[str, Path]] = set()
    for item in _expanded(map(Named.parse, texts)):
        if (item.edition, item.path.resolve()) in seen:
            raise UsageError(f"{item.path} is named twice")
        seen.add((item.edition, item.path.resolve()))
        record = read_record(item.path)
        runs = groups.setdefault((item.edition, record.plan.pair), {})
        runs.setdefault(record.texts, []).append((item.path, record.digest))
    found = tuple(
        Source(
            edition,
            pair,
            tuple(tuple(path for path, _ in shards) for shards in runs.values()),
            tuple(digest for shards in runs.values() for _, digest in shards),
        )
        for (edition, pair), runs in groups.items()
    )
    names: dict[str, str] = {}
    for source in found:
        if source.slug.casefold() in names:
            raise UsageError(f"{source.name!r} and {names[source.slug.casefold()]!r} share a name")
        names[source.slug.casefold()] = source.name
    return found


def _expanded(items: Iterable[Named]) -> Iterable[Named]:
    for item in items:
        if (item.path / "run.json").is_file():
            edition = "" if item.edition.casefold() in GENERIC else item.edition
            yield Named(edition, item.path)
            continue
        below = sorted(path.parent for path in item.path.glob("*/run.json"))
        if not below:
            told = "holds no run; name what discotag run --out wrote, or the folder above"
            raise InputError(told, path=item.path)
        is_told = item.edition != item.path.absolute().parent.name
        edition = item.edition if is_told else item.path.absolute().name
        yield from (Named(edition, path) for path in below)


def slug(name: str) -> str:
    """Return a name as that of a file: letters, digits, dots, dashes.

    Example:
        >>> slug("wmt22 en-de"), slug("../x y")
        ('wmt22-en-de', 'x-y')
    """
    return UNSAFE.sub("-", name).strip("-.") or "x"
