"""How many files and functions of discotag a command enters: `benchmarks/stations.py run --src …`.

The command runs in this process with a profiler that notes each function of discotag when it is
entered. Printed are the files imported and entered, and the distinct functions that are written
there: not what dataclasses generate when a module is imported. Install only the packages that are
to be counted: every installed plugin declares what it brings.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType, FrameType

OURS = ("discotag", "discotag_")


class Stations:
    """Notes the code of every function of discotag that is entered."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call; `sys.setprofile` gives the frame."""
        if event == "call" and is_ours(frame.f_globals.get("__name__", "")):
            self.codes.add(frame.f_code)

    @property
    def functions(self) -> set[CodeType]:
        """Functions in files, without bodies of modules and classes, comprehensions and lambdas."""
        return {
            code
            for code in self.codes
            if not code.co_name.startswith("<")
            and not code.co_filename.startswith("<")
            and code.co_flags & 0x1  # CO_OPTIMIZED
        }


def is_ours(module: str) -> bool:
    """Return whether a module belongs to discotag or one of its packages."""
    return module == OURS[0] or module.startswith((f"{OURS[0]}.", OURS[1]))


def main(arguments: list[str]) -> int:
    """Run a command of discotag and print what it entered; its exit code."""
    stations = Stations()
    threading.setprofile(stations)
    sys.setprofile(stations)
    code: object = 0
    try:
        from discotag.cli import main as program

        sys.argv = ["discotag", *arguments]
        program()
    except SystemExit as end:
        code = end.code
    finally:
        sys.setprofile(None)
    imported = {name for name, module in sys.modules.items() if module and is_ours(name)}
    entered = {code.co_filename for code in stations.functions}
    print(
        f"{len(imported)} files imported, {len(entered)} entered,"
        f" {len(stations.functions)} functions",
        file=sys.stderr,
    )
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
