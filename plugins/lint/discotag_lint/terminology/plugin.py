"""Declares what there is of terms: the check of a glossary, `discotag terms`, and a scorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, ScorerInfo, hookimpl
from discotag_lint.check import CheckInfo, CodeInfo

if TYPE_CHECKING:
    from collections.abc import Iterable


DISCOTAG_API = (1, 0)
LAYERS = ("tokens", "lemmas", "pos", "deps")
BOTH = frozenset({f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS})


@hookimpl
def discotag_checks() -> Iterable[CheckInfo]:
    """Declare `glossary`."""
    yield CheckInfo(
        name="glossary",
        summary="terms that are not called as a glossary has it (--glossary)",
        factory="discotag_lint.terminology.check:GlossaryCheck",
        reach=0,
        version=6,
        needs=BOTH | {"alignment"},
        codes={
            "DT203": CodeInfo(
                name="other-than-glossary",
                summary="A term is not called as the glossary has it (--glossary).",
                advice="Use a name of the glossary. If the source means another thing here,"
                " suppress the finding; if the name is good, too, add it as admitted.",
            ),
            "DT204": CodeInfo(
                name="forbidden-term",
                summary="A term has a name that the glossary forbids (--glossary).",
                advice="Use an allowed name of the glossary.",
            ),
        },
    )


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag terms`."""
    yield CommandInfo(
        name="terms",
        summary="List what translations call the terms and names of a text.",
        factory="discotag_lint.terminology.command:terms",
    )


@hookimpl
def discotag_scorers() -> Iterable[ScorerInfo]:
    """Declare `terms`."""
    yield ScorerInfo(
        name="terms",
        summary="terms that keep their name, and have that of a glossary; needs no reference",
        factory="discotag_lint.terminology.scorer:TermScorer",
        version=2,
        phenomena=None,
        columns=("found", "by_form", "demanded", "usual", "uses", "support"),
        needs=BOTH - {"source.deps", "target.deps"} | {"alignment"},
        needs_reference=False,
    )
