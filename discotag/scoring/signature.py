"""The signature: one line that says how a score came about, as sacreBLEU's does, version last."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT = {
    "nrefs": "#",
    "pair": "p",
    "profile": "P",
    "phenomena": "ph",
    "unit": "u",
    "scorer": "S",
    "case": "c",
    "eff": "e",
    "smooth": "s",
    "space": "s",
    "version": "v",
}
"""Long key → short key; sacreBLEU's where it has one."""


@dataclass(frozen=True, slots=True)
class Part:
    """One component of a run.

    Args:
        role: `analyzer`, `annotator`, `aligner`, `coref`, `tagger`, `scorer`.
        name: its name.
        version: its declared version.
        place: the side or target text it works on, `""` where there is only one place.
        argument: what followed the colon (`spacy:NAME`); of a path only the last part is shown.
        options: its options; only their digest is shown, since the run's record holds them in full.
        parts: the components that it works on, which its argument names.
    """

    role: str
    name: str
    version: int
    place: str = ""
    argument: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        """Return `name/argument.version+digest` in characters that a signature can hold.

        Parts are in brackets, in place of the argument: `joined.2(lexicon.1+e5.1)`.
        """
        if self.parts:
            return f"{replace(self, argument=None, parts=())}({'+'.join(map(str, self.parts))})"
        argument = (self.argument or "").replace("\\", "/").rstrip("/").rpartition("/")[2]
        name = f"{self.name}/{argument}" if argument else self.name
        options = f"+{_digest(self.options)}" if self.options else ""
        return _safe(f"{name}.{self.version}{options}")


@dataclass(frozen=True, slots=True)
class Signature:
    """What decides the numbers of a run.

    Args:
        pair: language pair, such as `en-fr`.
        profile: the profile's name.
        phenomena: what was tagged.
        parts: every component but the scorers, in the order of the stages.
        tables: `language/name` → digest of each table that was read.
        packs: distribution of each language pack and third party's plugin → version.
        references: number of references.
        version: discotag's version.
        unit: what is a segment; lines are not shown.
    """

    pair: str
    profile: str
    phenomena: tuple[str, ...]
    parts: tuple[Part, ...]
    tables: Mapping[str, str]
    packs: Mapping[str, str]
    version: str
    references: int = 1
    unit: str = "line"

    def line(self, scorer: Part | None = None, own: str = "", *, short: bool = False) -> str:
        """Write the signature of the run, or of one scorer's numbers.

        Args:
            scorer: the scorer.
            own: what its `signature()` says; its `version` is printed as `NAME.version`, its
                `nrefs` is the run's.
            short: whether to shorten keys and print the components, tables and packs as one digest
                (`setup`).

        Returns:
            `key:value` pairs joined by `|`, `version` last.

        Example:
            >>> part = Part("aligner", "lexicon", 1)
            >>> run = Signature("en-fr", "discotag", ("formality",), (part,), {}, {}, "0.1.0")
            >>> run.line(short=True)
            '#:1|p:en-fr|P:discotag|ph:formality|setup:07333371|v:0.1.0'
        """
        head = {
            "nrefs": str(self.references),
            "pair": self.pair,
            "profile": self.profile,
            "phenomena": "+".join(self.phenomena),
            **({} if self.unit == "line" else {"unit": self.unit}),
        }
        setup = self._setup()
        tail = {"scorer": str(scorer)} if scorer else {}
        tail |= _own_pairs(scorer.name if scorer else "scorer", own)
        if short:
            setup = {"setup": _digest(setup)}
        pairs = {**head, **setup, **tail, "version": self.version}
        return "|".join(
            f"{_shortened(key) if short else key}:{_safe(value)}" for key, value in pairs.items()
        )

    def _setup(self) -> dict[str, str]:
        grouped: dict[str, list[str]] = {}
        for part in self.parts:
            key = _safe(f"{part.role}.{part.place}" if part.place else part.role)
            grouped.setdefault(key, []).append(str(part))
        setup = {key: "+".join(parts) for key, parts in grouped.items()}
        if self.tables:
            setup["tables"] = "+".join(
                f"{name}@{self.tables[name]}" for name in sorted(self.tables)
            )
        if self.packs:
            setup["packs"] = "+".join(f"{name}@{self.packs[name]}" for name in sorted(self.packs))
        return setup


def _own_pairs(name: str, own: str) -> dict[str, str]:
    pairs = (pair.partition(":") for pair in own.split("|") if pair)
    return {
        f"{name}.version" if key == "version" else key: value
        for key, _, value in pairs
        if key != "nrefs"
    }


def _shortened(key: str) -> str:
    name, dot, rest = key.rpartition(".")
    return f"{name}{dot}{SHORT.get(rest, rest)}"


def _safe(value: str) -> str:
    """Replace what would break the line apart."""
    return value.replace("|", "/").replace(":", "/")


def _digest(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
