"""Options of readers and writers, checked against a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

Options = TypeVar("Options", bound=BaseModel)


class NoOptions(BaseModel):
    """The schema of a component that has no options."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def checked(name: str, options: Mapping[str, Any], schema: type[Options]) -> Options:
    """Read options; UsageError names the component and the option that is wrong."""
    try:
        return schema.model_validate(dict(options))
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        )
        known = ", ".join(schema.model_fields) or "none"
        raise UsageError(f"option of {name}: {faults}; options it has: {known}") from error
