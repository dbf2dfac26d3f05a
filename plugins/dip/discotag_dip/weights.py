"""Files of weights that `discotag dip train-ranker` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.plugin import InputError

if TYPE_CHECKING:
    from pathlib import Path

Weights = TypeVar("Weights", bound=BaseModel)


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
