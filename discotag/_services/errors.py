"""The two ways in which a service gives no answer."""

from __future__ import annotations

from discotag.core.errors import DiscotagError


class CallError(DiscotagError):
    """A call that gets no answer, where others may: too long, refused, never answered."""

    exit_code = 5


class UnansweredError(CallError):
    """A call that nobody answered, however often it was made: the service may be down."""


class StoppedError(DiscotagError):
    """No call will be answered until somebody does something: a wrong key, a spent quota."""

    exit_code = 5
