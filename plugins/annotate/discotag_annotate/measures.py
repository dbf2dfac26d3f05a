"""What a DiP measure says of candidates, from the results of `discotag dip score --out`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import InputError, UsageError, faults
from discotag_annotate.instruments.candidates import of_system
from discotag_annotate.sampling import INSTALL_DIP

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MEASURE = "score"
"""Σ ρ(reference) − ρ(translation): 0 for the reference, the smaller the better."""


def read_measure(paths: Iterable[Path]) -> dict[tuple[str, str], float]:
    """Read (test, candidate) → value from results of anaphora or coherence.

    Raises:
        InputError: a file holds no such results.
        UsageError: discotag-dip is not installed.
    """
    try:
        from discotag_dip.results import TaskResult
    except ImportError as error:
        raise UsageError(f"results are read by discotag-dip; {INSTALL_DIP}") from error
    found = {}
    for path in paths:
        try:
            result = TaskResult.model_validate_json(path.read_bytes())
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", path=path) from error
        except ValidationError as error:
            raise InputError(
                f"holds no results of discotag dip score --out ({faults(error)})", path=path
            ) from error
        for system in result.systems:
            for verdict in system.verdicts:
                if MEASURE in verdict.values:
                    key = (verdict.item, of_system(system.system))
                    found[key] = verdict.values[MEASURE]
    if not found:
        raise InputError(f"no file of --measure holds the measure {MEASURE!r} of single items")
    return found
