"""The program with its imports done and its pipelines loaded: a command is a fork of this process.

python served.py SOCKET serves until it is ended; python served.py SOCKET run --src … does a
command, with the caller's folder, environment and standard streams, and ends with its exit code.
"""

from __future__ import annotations

import json
import os
import socket
import sys

NUMBER = 4
"""Bytes of a length, or of an exit code."""


def ask(address: str, arguments: list[str]) -> int:
    """Have a command done, and give its exit code; 1 where the process ended without one."""
    wish = {"arguments": arguments, "folder": os.getcwd(), "environ": dict(os.environ)}
    text = json.dumps(wish).encode()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(address)
        socket.send_fds(line, [len(text).to_bytes(NUMBER, "big")], [0, 1, 2])
        line.sendall(text)
        answer = line.recv(NUMBER)
    return int.from_bytes(answer, "big") if answer else 1


def serve(address: str) -> None:
    """Load what commands load, and fork for each that is asked for."""
    from functools import cache
    from importlib import import_module
    from importlib.resources import files
    from pathlib import Path

    from discotag.cli.app import COMMANDS
    from discotag.plugins.analyzers.embedded import analyzer

    for module in ("discotag.cli.app", "discotag.runs.run", "sacrebleu"):
        import_module(module)
    for command in COMMANDS.values():
        command.load()
    analyzer.load = cache(analyzer.load)
    for code in ("en", "fr"):
        analyzer.load(Path(str(files(f"discotag_lang_{code}"))) / "pipeline")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(f"{address}.new")
        door.listen()
        os.rename(f"{address}.new", address)  # it is there when it answers
        while True:
            line, _ = door.accept()
            child = os.fork()
            if child == 0:
                door.close()
                obey(line)
            line.close()
            os.waitpid(child, 0)


def obey(line: socket.socket) -> None:
    """Do one command in this process, which ends with it."""
    import atexit

    from discotag.cli import main

    length, streams, _, _ = socket.recv_fds(line, NUMBER, 3)
    with line.makefile("rb") as told:
        wish = json.loads(told.read(int.from_bytes(length, "big")))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["environ"])
    sys.argv = ["discotag", *wish["arguments"]]
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    line.sendall(code.to_bytes(NUMBER, "big"))
    os._exit(code)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        serve(sys.argv[1])
    else:
        sys.exit(ask(sys.argv[1], sys.argv[2:]))
