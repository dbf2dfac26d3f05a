"""For plugins that ask services over HTTP: checked answers, retries, pace, keys, prices.

httpx2 and tenacity (`pip install "discotag[services]"`) are imported when a client is made.

Example:
    >>> from discotag.plugin.services import Key, endpoint, masked, read_price
    >>> endpoint("http://localhost:8000/v1/").is_local
    True
    >>> key = Key("OPENAI_API_KEY", "s3cret")
    >>> masked("the server said s3cret", [key])
    'the server said ***'
    >>> read_price("2,8", "tokens").of(0, (1_000_000, 500_000))
    6.0
"""

from __future__ import annotations

from discotag._services.client import FIRST_WAIT, MOST_WAIT, TIMEOUT, TRIES, Client
from discotag._services.endpoints import Endpoint, endpoint
from discotag._services.errors import CallError, StoppedError, UnansweredError
from discotag._services.keys import Key, find_key, masked, require_key
from discotag._services.opening import client_of
from discotag._services.pacing import Pace
from discotag._services.prices import Price, Unit, read_price

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
    "masked",
    "read_price",
    "require_key",
]
