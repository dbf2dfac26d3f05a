"""Programs of plugins, such as commands and demos, run so that whatever fails names them."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from typer import Abort, BadParameter, Exit

from discotag.core.plugin_calls import plugin_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.registry import Registration

USAGE: type[Exception] = BadParameter.__mro__[-4]
"""What typer's errors of usage are (`ClickException`), whichever click it brings."""


def load_program(role: str, declared: Registration[Any]) -> Any:
    """Import a plugin's program; PluginError, which names the plugin, where that fails."""
    with plugin_call(declared.owner.name, f"{role} {declared.info.name}", is_program=True):
        return declared.info.load()


@contextmanager
def running_program(role: str, declared: Registration[Any]) -> Iterator[None]:
    """Run a plugin's program inside the block.

    How click ends a command, and an output that is closed or full, is for whoever runs ours.

    Raises:
        ComponentError: the program raised anything else, or left by `sys.exit`.
    """
    passed: Exception | None = None
    title = f"{role} {declared.info.name}"
    with plugin_call(declared.owner.name, title, keeps_errors=True, is_program=True):
        try:
            yield
        except (USAGE, Exit, Abort, BrokenPipeError) as error:
            passed = error
        except OSError as error:
            if error.errno != errno.ENOSPC or error.filename is not None:
                raise
            passed = error
    if passed is not None:
        raise passed
