"""Services over HTTP: checked answers, retries, pace, keys, prices.

httpx2 and tenacity are imported when a client is made.

Example:
    >>> from discotag_services import Key, endpoint, masked, read_price
    >>> endpoint("http://localhost:8000/v1/").is_local
    True
    >>> key = Key("OPENAI_API_KEY", "s3cret")
    >>> masked("the server said s3cret", [key])
    'the server said ***'
    >>> read_price("2,8", "tokens").of(0, (1_000_000, 500_000))
    6.0
"""

from __future__ import annotations

from discotag_services.client import (
    FIRST_WAIT,
    MOST_WAIT,
    TIMEOUT,
    TRIES,
    CallError,
    Client,
    Pace,
    StoppedError,
    UnansweredError,
    client_of,
)
from discotag_services.endpoints import Endpoint, endpoint
from discotag_services.keys import Key, find_key, holds, masked, require_key
from discotag_services.prices import Price, Unit, read_price

__all__ = [
    "FIRST_WAIT",
    "MOST_WAIT",
    "TIMEOUT",
    "TRIES",
    "CallError",
    "Client",
    "Endpoint",
    "Key",
    "Pace",
    "Price",
    "StoppedError",
    "UnansweredError",
    "Unit",
    "client_of",
    "endpoint",
    "find_key",
    "holds",
    "masked",
    "read_price",
    "require_key",
]
