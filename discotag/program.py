"""The program `discotag` from its first moment: Ctrl-C has one line, even during the imports.

It imports nothing of discotag, so that the handlers are there before anything that takes time.
"""

from __future__ import annotations

import os
import signal
import sys

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


def stop(number: int, _: object) -> None:
    """End the process: nothing has begun yet. `discotag.cli.signals` replaces this handler."""
    how = "interrupted" if number == signal.SIGINT else f"stopped by {signal.Signals(number).name}"
    sys.stderr.write(f"discotag: {how}; no file was written\n")
    sys.stderr.flush()
    os._exit(128 + number)


def main() -> None:
    """Run the program."""
    from discotag.cli import main as program

    program()


for name in NAMES:
    own = getattr(signal, name, None)  # there is no SIGHUP on Windows
    if own is not None and signal.getsignal(own) != signal.SIG_IGN:
        signal.signal(own, stop)
