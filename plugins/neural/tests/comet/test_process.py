"""The process may be anything: whatever answers nonsense, nothing or too late is told and ended."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("discotag_neural")

from discotag_neural.comet.process import CometProcess, ProcessError

pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts"),
]


def asked(tmp_path, script, timeout=20):
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(ProcessError) as caught, CometProcess(str(program)) as process:
        process.ask({"load": {}}, timeout)
    assert process._process.returncode is not None
    return str(caught.value)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        pytest.param("read x; echo hello", "answered 'hello\\n', no JSON", id="no JSON"),
        pytest.param("read x; echo '[1]'", "answered '[1]\\n', no object", id="no object"),
        pytest.param("read x; printf '\\377\\n'", "no JSON", id="no UTF-8"),
        pytest.param("echo oops >&2; exit 3", "ended with code 3: oops", id="ends at once"),
        pytest.param("exec 0<&-; exec 1>&-; kill $$", "ended with code -15", id="killed"),
    ],
)
def test_nonsense_is_told(tmp_path, script, told):
    assert told in asked(tmp_path, script)


def test_silence_is_not_waited_for_beyond_the_limit(tmp_path):
    assert "no answer within 0.5 seconds" in asked(tmp_path, "sleep 60", timeout=0.5)


def test_what_cannot_be_started_is_told(tmp_path):
    (tmp_path / "python").write_text("no program")
    with pytest.raises(ProcessError, match="cannot be started"):
        CometProcess(str(tmp_path / "python"))
