"""From an address and keys to a client, unless discotag is offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag._services.client import TIMEOUT, TRIES, Client
from discotag._services.pacing import Pace
from discotag.core.errors import UsageError
from discotag.core.requirements import is_offline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag._services.endpoints import Endpoint
    from discotag._services.keys import Key


def client_of(
    place: Endpoint,
    headers: Mapping[str, str],
    keys: Sequence[Key],
    *,
    per_minute: float | None = None,
    timeout: float = TIMEOUT,
    tries: int = TRIES,
) -> Client:
    """Make the client of a service.

    Args:
        place: where it is.
        headers: sent with each request, keys in them.
        keys: those keys.
        per_minute: most requests.
        timeout: seconds until an answer begins or goes on.
        tries: times a request is made.

    Raises:
        UsageError: discotag is offline, and the service is not on this machine.
    """
    if is_offline() and not place.is_local:
        raise UsageError(
            f"offline: nothing is sent to {place.host}; leave out --offline or unset"
            " DISCOTAG_OFFLINE"
        )
    return Client(place, headers, keys, pace=Pace(per_minute), timeout=timeout, tries=tries)
