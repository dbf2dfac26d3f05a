"""The role of checks: how a package declares one for `discotag lint`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import Role, hookspec
from discotag_lint.check import CheckInfo

if TYPE_CHECKING:
    from collections.abc import Iterable


@hookspec
def discotag_checks() -> Iterable[CheckInfo]:  # type: ignore[empty-body]
    """Declare checks of a translation without a reference, for `discotag lint`.

    Example:
        >>> from discotag.plugin import hookimpl
        >>> from discotag_lint.check import CheckInfo, CodeInfo
        >>> @hookimpl
        ... def discotag_checks():
        ...     yield CheckInfo(
        ...         name="questions", summary="Lost questions.", factory="my_package:Questions",
        ...         phenomena={"questions"}, needs={"source.tokens", "target.tokens"},
        ...         codes={"MY101": CodeInfo(
        ...             name="lost-question", summary="A question became a statement.",
        ...             advice="Ask in the translation too.",
        ...         )},
        ...     )
    """


CHECKS = Role("check", CheckInfo)
ROLES = (CHECKS,)
