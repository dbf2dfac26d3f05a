"""What is asked of every file, and what a configuration says of one: what is asked goes first."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.linting.configuration import FilePair
    from discotag.linting.jobs import Job
    from discotag.pipeline.config import RunConfig


@dataclass(frozen=True)
class Wish:
    """What is asked of every file.

    Args:
        config: the components that analyze texts, and what to do where one fails; its languages,
            checks and options are filled in for each file.
        languages: source and target as given; `""` = as the configuration or the file names it.
        text: name of the translation to look at, where a file holds several.
        select: the codes to look for; None = as configured, or all.
        ignore: the codes to leave out; None = as configured.
        options: component → option → value; `reader` holds those of the reader.
        reader: the reader's name, or `""`.
        states: the states of units that are wanted; None = as configured.
        skip_states: those that are not; None = as configured.
        suppressions: file of accepted findings; None = as configured.
        changed_since: a git revision: findings in units that are the same there are left out.
        is_strict: whether to refuse what is otherwise accepted with a note.
        fixes: whether to find out what would be written into files.
        replacements: whether to tell of each finding what its fix writes into the file.
    """

    config: RunConfig
    languages: tuple[str, str] = ("", "")
    text: str | None = None
    select: frozenset[str] | None = None
    ignore: frozenset[str] | None = None
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    reader: str = ""
    states: tuple[str, ...] | None = None
    skip_states: tuple[str, ...] | None = None
    suppressions: Path | None = None
    changed_since: str | None = None
    is_strict: bool = False
    fixes: bool = False
    replacements: bool = False


@dataclass(frozen=True)
class Order:
    """What is to be done with one file: what is asked, filled in by its configuration.

    Args:
        config: its languages are still open.
        codes: the codes to look for.
        text: name of the translation.
        reader: the reader's name, or `""`.
        reader_options: its options.
        suppressions: file of accepted findings.
    """

    config: RunConfig
    codes: frozenset[str]
    text: str | None
    reader: str
    reader_options: Mapping[str, Any]
    suppressions: Path | None

    @property
    def key(self) -> str:
        """What orders have in common that need the same components."""
        config = self.config.model_dump(mode="json")
        return json.dumps([config, sorted(self.codes)], sort_keys=True, default=str)


def known_codes(registry: Registry) -> dict[str, str]:
    """Return every declared code with its check; the first of two checks keeps a code."""
    known: dict[str, str] = {}
    for declared in registry.checks:
        for code in declared.info.codes:
            known.setdefault(code, declared.info.name)
    return known


def order_of(job: Job, wish: Wish, known: Mapping[str, str]) -> Order:
    """Return what is to be done with a file.

    Raises:
        UsageError: an unknown code, or no code is left.
    """
    own = job.settings
    codes = _codes(wish, own, known)
    options = _options(wish, own)
    reader = options.pop("reader", {})
    is_all = wish.select is None and (own is None or own.select is None)
    config = wish.config
    unit = own.unit if own and own.unit and config.unit == "auto" else config.unit
    changes = {
        "checks": "*" if is_all else tuple(sorted({known[code] for code in codes})),
        "options": options,
        "unit": unit,
    }
    for name in ("states", "skip_states"):
        asked = getattr(wish, name)
        told = getattr(own, name) if own and own.configuration else None
        chosen = asked if asked is not None else (told or None)
        if chosen is not None:
            reader = {**reader, name: chosen}
    return Order(
        config=config.model_copy(update=changes),
        codes=codes,
        text=wish.text or (own.text if own else None),
        reader=wish.reader or (own.reader if own else ""),
        reader_options=reader,
        suppressions=wish.suppressions or (own.suppressions if own else None),
    )


def _codes(wish: Wish, own: FilePair | None, known: Mapping[str, str]) -> frozenset[str]:
    """Return the codes to look for; what is asked goes before what is configured."""
    select = wish.select
    if select is None and own is not None and own.select is not None:
        select = frozenset(own.select)
    ignore = wish.ignore
    if ignore is None:
        ignore = frozenset(own.ignore if own else ())
    place = own.configuration if own else None
    where = f"in {place}; " if place else ""
    for code in sorted(((select or frozenset()) | ignore) - set(known)):
        is_asked = code in (wish.select or ()) or code in (wish.ignore or ())
        cure = f"{'' if is_asked else where}discotag lint --list tells them"
        raise UnknownNameError("code", code, known, cure=cure)
    found = (frozenset(known) if select is None else select) - ignore
    if not found:
        told = f" ({place})" if place and wish.select is None else ""
        raise UsageError(f"--select and --ignore leave no code to look for{told}")
    return found


def _options(wish: Wish, own: FilePair | None) -> dict[str, dict[str, Any]]:
    """Return the options of all components: those that are asked for go first."""
    found: dict[str, dict[str, Any]] = {}
    if own is not None:
        found = {component: dict(values) for component, values in own.options.items()}
        asked = wish.options.get("address", {})
        if not asked.keys() & {"expect", "expect_file"}:
            address = {"expect": own.expect, "expect_file": str(own.expect_file or "")}
            given = {name: value for name, value in address.items() if value}
            if given:
                found["address"] = {**found.get("address", {}), **given}
        if own.glossary:
            files = tuple(str(path) for path in own.glossary)
            found["glossary"] = {**found.get("glossary", {}), "files": files}
    for component, values in wish.options.items():
        found[component] = {**found.get(component, {}), **values}
    return found
