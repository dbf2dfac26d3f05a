"""Files of weights: those that `discotag dip train-ranker` writes, and arrays that are shipped."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from discotag.plugin import InputError, TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

Weights = TypeVar("Weights", bound=BaseModel)
Made = TypeVar("Made")
SHOWN = 12
"""Hexadecimal digits of a digest."""


def read(path: Path, schema: type[Weights]) -> Weights:
    """Read weights; InputError if the file holds none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    try:
        return schema.model_validate_json(content)
    except ValidationError as error:
        raise InputError("holds no weights of discotag dip train-ranker", path=path) from error


def read_arrays(path: Path, make: Callable[[Mapping[str, NDArray[Any]], str], Made]) -> Made:
    """Read arrays that are part of the package and make what they are for, with their digest.

    Raises:
        TableError: the file is missing or damaged.
    """
    try:
        raw = path.read_bytes()
        with np.load(BytesIO(raw), allow_pickle=False) as arrays:
            return make(dict(arrays), hashlib.sha256(raw).hexdigest()[:SHOWN])
    except Exception as error:  # numpy and zipfile raise what they like on damaged files
        raise TableError(
            f"the ranker's weights cannot be read ({error!r}); reinstall discotag-dip", path=path
        ) from error
