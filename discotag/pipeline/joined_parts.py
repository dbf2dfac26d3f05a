"""Aligners that join others: which two their argument names, and whether these can be joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import UsageError
from discotag.pipeline.config import ComponentSpec

if TYPE_CHECKING:
    from discotag.core.components import AlignerInfo
    from discotag.core.language import LanguagePack
    from discotag.pipeline.plans import PlannedAligner

SIGN = "+"
"""Stands between the names of the two."""


def parts_named(whole: PlannedAligner) -> tuple[ComponentSpec, ComponentSpec]:
    """Return the two aligners that the argument of one that joins names, in its order.

    Raises:
        UsageError: it does not name two, or names the same one twice.
    """
    info = whole.info
    text = info.default_parts if whole.argument is None else whole.argument
    named = [name.strip() for name in (text or "").split(SIGN)]
    wrong = f"{whole.title} joins two aligners, but "
    cure = f"write {info.name}:{info.default_parts or 'A+B'}"
    if len(named) > 2:
        cure += f"; a path with {SIGN!r} in it is named by an option of its aligner"
    if len(named) != 2 or not all(named):
        told = f"{text!r} names {sum(map(bool, named))}" if text else "none are named"
        raise UsageError(f"{wrong}{told}: {cure}")
    if named[0] == named[1]:
        raise UsageError(f"{wrong}{text!r} names the same one twice: {cure}")
    first, second = (ComponentSpec.parse(name) for name in named)
    return first, second


def check_part(part: AlignerInfo, whole: PlannedAligner, target: LanguagePack) -> None:
    """Check that an aligner can be joined in a language pair; UsageError tells what to do."""
    wrong = f"{whole.title}: {part.name} "
    if part.joins:
        raise UsageError(f"{wrong}joins aligners itself, so it cannot be joined: name two others")
    if not part.serves(target.code) or (part.resource and not target.has_resource(part.resource)):
        raise UsageError(
            f"{wrong}does not serve {target.name}: name another, or use the other one alone"
        )
