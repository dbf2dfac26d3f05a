"""Which of a file's languages is meant: by its code, where a variety may stand for its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.core.errors import InputError
from discotag.core.varieties import are_alike

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


class PairOptions(BaseModel):
    """Options of readers whose files name languages.

    Args:
        source: the source language's code as the file has it; None = as the run has it.
        target: likewise for the translations.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str | None = None
    target: str | None = None


def fits(code: str, wanted: str) -> bool:
    """Return whether a code is the wanted one, a variety of it, or the language it is one of.

    Example:
        >>> [fits(code, "pt-br") for code in ("pt_BR", "pt", "por", "pt-PT")]
        [True, True, True, False]
        >>> [fits(code, "pt-pt") for code in ("pt-AO", "pt-BR")]
        [True, False]
    """
    one, other = _parts(code), _parts(wanted)
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter] or are_alike("-".join(one), "-".join(other))


def choose(
    codes: Collection[str], wanted: str | None, side: str, *, path: Path, line: int | None
) -> str | None:
    """Return the code among those of a file that is meant; None where no code fits.

    Args:
        codes: the codes that stand there.
        wanted: the code asked for; None = the only one.
        side: `source` or `target`, the option that chooses.
        path: the file.
        line: where it stands.

    Raises:
        InputError: several codes would do.
    """
    distinct = sorted(set(codes))
    if wanted is None:
        found = distinct
    else:
        exact = [code for code in distinct if _parts(code) == _parts(wanted)]
        found = exact or [code for code in distinct if fits(code, wanted)]
    if len(found) > 1:
        raise InputError(
            f"holds several {side} languages: {', '.join(found)}; choose one with --set"
            f" reader.{side}=CODE",
            path=path,
            line=line,
        )
    return found[0] if found else None


def _parts(code: str) -> list[str]:
    return code.casefold().replace("_", "-").split("-")
