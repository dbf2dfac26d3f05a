"""Checking what is typed: the newest request of a page wins, and no more than one is worked on."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from discotag_lint.sessions import Session
from discotag_serve.requests import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.plugin import Registry
    from discotag_lint.sessions import Checked
    from discotag_serve.requests import CheckRequest

SESSIONS = 4
"""Language pairs, with their settings, whose components are kept in memory."""
PAGES = 64
"""Pages that are remembered."""


class ReplacedError(Exception):
    """A request that a newer one of the same page has replaced."""


class ClosedError(Exception):
    """A request that comes, or is worked on, while the server closes."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found.

    Args:
        session: what was checked with.
        checked: what came out.
    """

    session: Session
    checked: Checked


class Checker:
    """Checks requests one after another, with the components of the last few language pairs.

    Args:
        registry: the installed plugins.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._newest: OrderedDict[str, int] = OrderedDict()
        self._count = 0
        self._is_closed = False
        self._counting = Lock()
        self._working = Lock()

    def close(self) -> None:
        """Stop the work under way; whatever comes later is refused."""
        self._is_closed = True

    def check(self, request: CheckRequest) -> Found:
        """Check a request.

        Raises:
            RequestError: what is missing, or too much.
            ReplacedError: a newer request of the page came.
            DiscotagError: what is not installed, or a component that failed.
        """
        text = request.text()
        pause = self._pause(request.page)
        with self._working:
            pause()
            session = self._session(request)
            pause()
            return Found(session, session.check(text, pause=pause))

    def _pause(self, page: str) -> Callable[[], None]:
        """Count a request; return what raises once it is replaced."""
        with self._counting:
            self._count += 1
            number = self._newest[page] = self._count
            self._newest.move_to_end(page)
            while len(self._newest) > PAGES:
                self._newest.popitem(last=False)

        def pause() -> None:
            if self._is_closed:
                raise ClosedError
            if self._newest.get(page, number) > number:
                raise ReplacedError

        return pause

    def _session(self, request: CheckRequest) -> Session:
        """Return the session of a request's languages and settings, made when they come first."""
        if not request.source_language or not request.target_language:
            raise RequestError("Choose the languages of both texts.")
        entries = request.entries()
        told = [request.source_language, request.target_language, request.expect, entries]
        key = json.dumps(told, ensure_ascii=False)
        if key not in self._sessions:
            self._sessions[key] = Session(
                request.source_language,
                request.target_language,
                expect=request.expect,
                tags_all=True,
                chooses=True,
                registry=self._registry,
                options={"glossary": {"entries": entries}} if entries else {},
            )
        self._sessions.move_to_end(key)
        while len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)
        return self._sessions[key]
