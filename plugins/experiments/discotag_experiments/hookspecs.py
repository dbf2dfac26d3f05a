"""The role of experiments: how a package declares one for `discotag reproduce`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, Role, hookimpl, hookspec

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["EXPERIMENTS", "ROLES", "ExperimentInfo", "discotag_experiments", "hookimpl"]


class ExperimentInfo(CommandInfo):
    """A paper's experiment, declared as a command is.

    Its factory names a `discotag_experiments.experiment.Experiment`, which is imported when the
    experiment is run.
    """


@hookspec
def discotag_experiments() -> Iterable[ExperimentInfo]:  # type: ignore[empty-body]
    """Declare experiments.

    Example:
        >>> @hookimpl
        ... def discotag_experiments():
        ...     yield ExperimentInfo(
        ...         name="muda", summary="F per tag.", factory="my_package.muda:EXPERIMENT",
        ...     )
    """


EXPERIMENTS = Role("experiment", ExperimentInfo)
ROLES = (EXPERIMENTS,)
