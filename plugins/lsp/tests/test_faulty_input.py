"""What an editor or a repository gets wrong is answered, and nothing without an end is read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from pygls.workspace import PositionCodec

from discotag.plugin import InputError, open_registry
from discotag_lint.configuration import FilePair
from discotag_lsp.pairs import Buffers, Pairs

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-c", "from discotag.cli import main; main()", "lsp"]


def framed(message: Any, header: str = "Content-Length") -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return f"{header}: {len(body)}\r\n\r\n".encode() + body


def hover(number: int, position: Any) -> dict[str, Any]:
    params = {"textDocument": {"uri": "file:///a.po"}, "position": position}
    return {"jsonrpc": "2.0", "id": number, "method": "textDocument/hover", "params": params}


def test_faulty_messages_are_answered_with_errors_of_the_protocol() -> None:
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
             "params": {"processId": None, "rootUri": None, "capabilities": {}}}  # fmt: skip
    sent = [
        framed(begin), framed(hover(2, {"line": -1, "character": 0})),
        framed(hover(3, {"line": "x", "character": 0})), framed(hover(4, None)),
        framed(b"{nope"), framed([]), b"Content-Length: -5\r\n\r\n",
        b"Content-Length: 70000000\r\n\r\n" + b" " * 70_000_000,
        framed(hover(5, {"line": 0, "character": 0}), header="content-length"),
        framed({"jsonrpc": "2.0", "id": 6, "method": "shutdown"}),
        framed({"jsonrpc": "2.0", "method": "exit"}),
    ]  # fmt: skip
    done = subprocess.run(
        COMMAND, input=b"".join(sent), check=False, capture_output=True, timeout=60
    )
    parts = done.stdout.decode().split("Content-Length: ")[1:]
    replies = [json.loads(part[part.index("{") :]) for part in parts]
    codes = [reply.get("error", {}).get("code") for reply in replies]
    assert codes == [None, -32602, -32602, -32602, -32700, -32600, -32700, None, None]
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("kind", ["pipe", "device", "large"])
def test_only_regular_files_are_read(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fr.po"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        monkeypatch.setenv("DISCOTAG_MAX_BYTES", "1000")
        path.write_text("x" * 2000)
    buffers = Buffers(PositionCodec())
    assert buffers.text(path).text == ""
    pairs = Pairs(open_registry(), buffers)
    if kind != "large":
        buffers.put(path, "x")
        assert buffers.readable(path) != path  # what is in the editor
        buffers.take(path)
        assert pairs.of(path) == ()
    with pytest.raises(InputError, match=r"regular file|more than 1,000 bytes"):
        pairs.read(FilePair(path, source_language="en", target_language="fr"))
    buffers.close()
