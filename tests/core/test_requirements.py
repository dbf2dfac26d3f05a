"""The one switch against the network."""

from __future__ import annotations

import pytest

from discotag.core.errors import UsageError
from discotag.core.requirements import LIBRARIES, go_offline, is_offline, require_network


@pytest.mark.parametrize(
    ("value", "expected"), [(None, False), ("", False), ("0", False), ("1", True), ("yes", True)]
)
def test_the_variable_is_the_switch(value: str | None, expected: bool) -> None:
    assert is_offline({} if value is None else {"DISCOTAG_OFFLINE": value}) is expected


def test_going_offline_reaches_the_libraries() -> None:
    environ = {"HF_HUB_OFFLINE": "0"}
    go_offline(environ)
    assert is_offline(environ)
    assert {environ[name] for name in LIBRARIES} == {"1"}


def test_what_needs_the_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCOTAG_OFFLINE", "1")
    with pytest.raises(UsageError, match="offline: the model m is not fetched"):
        require_network("the model m")
