"""What an answer without a translation means: try again, give this call up, or stop."""

from __future__ import annotations

import json
import re
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

TRANSIENT = frozenset({408, 409, 423, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Statuses after which the same request may do."""
HOPELESS = frozenset({401, 402, 403, 404, 405, 407, 410, 451, 456})
"""Statuses that every further request would get: key, rights, money, address. 456 is DeepL's spent
quota."""
SPENT = re.compile(
    r"insufficient_quota|credit_balance|spend_limit|usage_limit|billing|dailyLimitExceeded"
)
"""Codes of a 429 or 403 that no waiting cures (OpenAI, Google)."""
SLOW_DOWN = re.compile(r"rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED")
"""Codes of a 403 that waiting does cure (Google)."""
SHOWN = 300
TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
HEAD = 4096
"""Characters of a page in which its title is looked for."""


class TransientError(Exception):
    """A request that may do when it is made again.

    Args:
        reason: what happened.
        wait: seconds that the service asks to wait; None = it does not say.
    """

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason, self.wait = reason, wait


def is_transient(status: int, body: str) -> bool:
    """Return whether a request may do later: by its status, and by codes in the body."""
    if status == 403:
        return SLOW_DOWN.search(body) is not None
    return status in TRANSIENT and not (status == 429 and SPENT.search(body))


def is_hopeless(status: int) -> bool:
    """Return whether no other request will do either (asked after `is_transient`)."""
    return 300 <= status < 400 or status in HOPELESS or status == 429


def asked_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds of `Retry-After` (RFC 9110, 10.2.3: seconds or a date) or None.

    Args:
        headers: of the answer; names in any case.
        now: seconds since 1970, for dates.
    """
    found = headers.get("retry-after", "").strip()
    if not found:
        return None
    try:
        seconds = float(found)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(found).timestamp() - now
        except ValueError:
            return None
    return max(0.0, seconds) if seconds == seconds else None  # noqa: PLR0124 - NaN


def told(body: str) -> str:
    """Return what a body says went wrong, in one short line."""
    try:
        text = _message(json.loads(body))
    except (ValueError, RecursionError):
        title = TITLE.search(body[:HEAD])
        text = f"a page: {title[1]}" if title else body
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return f"{line[:SHOWN]} …" if len(line) > SHOWN else line


def _message(data: Any) -> str:
    """Find the message in what services say: `error.message`, `message`, `detail`."""
    if isinstance(data, dict):
        for name in ("error", "message", "detail", "error_description"):
            if data.get(name):
                return _message(data[name])
    if isinstance(data, list) and data:
        return _message(data[0])
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
