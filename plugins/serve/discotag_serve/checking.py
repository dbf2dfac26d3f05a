"""Checking what is typed: the newest request of a page wins, and no more than one is worked on."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from discotag_lint.sessions import Session
from discotag_serve.wishes import WishError

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.plugin import Registry
    from discotag_lint.sessions import Checked
    from discotag_serve.wishes import Wish

SESSIONS = 4
"""Language pairs, with their wishes, whose components are kept in memory."""
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

    def check(self, wish: Wish) -> Found:
        """Check a request.

        Raises:
            WishError: what is missing, or too much.
            ReplacedError: a newer request of the page came.
            DiscotagError: what is not installed, or a component that failed.
        """
        text = wish.text()
        pause = self._pause(wish.page)
        with self._working:
            pause()
            session = self._session(wish)
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

    def _session(self, wish: Wish) -> Session:
        """Return the session of a request's languages and wishes, made when they come first."""
        if not wish.source_language or not wish.target_language:
            raise WishError("Choose the languages of both texts.")
        entries = wish.entries()
        told = [wish.source_language, wish.target_language, wish.expect, entries]
        key = json.dumps(told, ensure_ascii=False)
        if key not in self._sessions:
            self._sessions[key] = Session(
                wish.source_language,
                wish.target_language,
                expect=wish.expect,
                tags_all=True,
                chooses=True,
                registry=self._registry,
                options={"glossary": {"entries": entries}} if entries else {},
            )
        self._sessions.move_to_end(key)
        while len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)
        return self._sessions[key]
