"""COMET's process: started once, asked in JSON Lines, watched, and ended."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, Self

PROGRAM = Path(__file__).parent / "program" / "comet_worker.py"
QUIET = {
    "PYTHONUTF8": "1",
    "PYTHONWARNINGS": "ignore",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_DISABLE_TELEMETRY": "1",
}
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
SHOWN = 3
"""Lines of its standard error that a message shows."""
FAREWELL = 10
"""Seconds it may take to end."""


class ProcessError(Exception):
    """The process failed; the message says how."""


class CometProcess:
    """A running process of COMET.

    Args:
        python: the Python of its environment.
        is_offline: whether it is kept from the network.
    """

    def __init__(self, python: str, *, is_offline: bool = True) -> None:
        # open as long as the process is
        self._said: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                [python, str(PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env={**os.environ, **QUIET, **(OFFLINE if is_offline else {})},
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._said.close()
            raise ProcessError(f"{python} cannot be started ({error})") from error
        self._answers: Queue[str | None] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.close()

    def ask(self, question: dict[str, Any], timeout: float) -> dict[str, Any]:
        """Ask and wait for the answer.

        Raises:
            ProcessError: it says that it failed, says nonsense, ended, or took longer than
                `timeout` seconds.
        """
        pipe = self._process.stdin
        try:
            if pipe is not None:
                pipe.write(json.dumps(question) + "\n")
                pipe.flush()
            line = self._answers.get(timeout=timeout)
        except OSError:
            line = None
        except Empty as error:
            self._process.kill()
            raise ProcessError(
                f"no answer within {timeout:g} seconds; allow more with --set"
                " comet.timeout=SECONDS, or take a GPU or a smaller model"
            ) from error
        if line is None:
            code = self._ended()
            raise ProcessError(f"the process of COMET ended with code {code}{self._last_words()}")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError as error:
            raise ProcessError(f"the process of COMET answered {line[:80]!r}, no JSON") from error
        if not isinstance(answer, dict):
            raise ProcessError(f"the process of COMET answered {line[:80]!r}, no object")
        if "error" in answer:
            raise ProcessError(f"COMET says: {answer['error']}")
        return answer

    def close(self) -> None:
        """End the process and wait for it."""
        if self._process.stdin is not None:
            with suppress(OSError):  # it ended before
                self._process.stdin.close()
        self._ended()
        self._said.close()

    def _ended(self) -> int:
        """Wait for the end, but not for long; give the exit code."""
        try:
            return self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _listen(self) -> None:
        """Put each line that comes into the queue, and None at the end."""
        pipe = self._process.stdout
        if pipe is not None:
            with pipe:
                for line in pipe:
                    self._answers.put(line)
        self._answers.put(None)

    def _last_words(self) -> str:
        self._said.seek(0)
        lines = [line.strip() for line in self._said if line.strip()]
        return f": {' / '.join(lines[-SHOWN:])}" if lines else ""
