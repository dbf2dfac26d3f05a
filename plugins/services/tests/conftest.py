"""A server in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.testing.servers import Said, Server

if TYPE_CHECKING:
    from collections.abc import Iterator


pytest.importorskip("httpx2")


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def other_server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def said() -> type[Said]:
    """Return what a server may say."""
    return Said
