"""discotag as a step: the program ends as soon as whoever started it is gone.

It ends in order, as on SIGTERM, or hard where that takes too long. So a command that was killed
leaves no training running that would write next to the one resumed. The starter holds the other
end of standard input and never writes to it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

PATIENCE = 20
"""Seconds to end in order."""


def _wait_for_end() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)


if __name__ == "__main__":
    from discotag.cli import main, signals

    signals.listen()
    with signals.told():
        threading.Thread(target=_wait_for_end, daemon=True).start()
        main()
    sys.exit(0)
