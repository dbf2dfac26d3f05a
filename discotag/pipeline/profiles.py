"""Profiles: named sets of taggers and options, for where the sources disagree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from discotag.core.errors import UnknownNameError
from discotag.core.tables import read_toml


class Profile(BaseModel):
    """One profile.

    Args:
        summary: what it reproduces.
        taggers: phenomenon → tagger, where it is not the one named like the phenomenon.
        options: component → options.
        components: role (`coref`) → component, where the profile fixes it.
        is_general_only: whether the extra taggers of language packs stay out.
        phenomena: those that are looked for where none is named; empty = all that are installed.
        keeps_lines: whether lines are the units unless the user says otherwise.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str
    taggers: dict[str, str] = Field(default_factory=dict)
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)
    components: dict[str, str] = Field(default_factory=dict)
    is_general_only: bool = False
    phenomena: tuple[str, ...] = ()
    keeps_lines: bool = False


@cache
def profiles() -> dict[str, Profile]:
    """Read the profiles that discotag knows."""
    data, _ = read_toml(Path(__file__).with_name("profiles.toml"))
    return TypeAdapter(dict[str, Profile]).validate_python(data)


def profile(name: str) -> Profile:
    """Find a profile; UnknownNameError with a suggestion otherwise."""
    known = profiles()
    if name not in known:
        raise UnknownNameError("profile", name, known)
    return known[name]
