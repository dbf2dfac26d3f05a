"""discotag as a step: the program ends as soon as whoever started it is gone.

So a command that was killed leaves no training behind that would write beside the one that goes on.
The starter holds the other end of standard input and never writes to it.
"""

from __future__ import annotations

import os
import sys
import threading


def _wait_for_end() -> None:
    while os.read(0, 4096):
        pass
    os._exit(1)


if __name__ == "__main__":
    from discotag.cli.app import main

    threading.Thread(target=_wait_for_end, daemon=True).start()
    main()
    sys.exit(0)
