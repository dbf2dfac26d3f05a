"""Sends JSON to a service and gives checked JSON back: retries, waits, hides keys.

Redirects are never followed, so a key goes nowhere but to the address that was named. httpx2 does
the talking (kept by the makers of pydantic; Hugging Face's hub uses it too), tenacity the trying
again.
"""

from __future__ import annotations

import json
import logging
import random
import re
import threading
import time
from concurrent.futures import Future
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.plugin import DiscotagError, UsageError, is_offline
from discotag_services.keys import Key, Masking, holds, masked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import httpx2
    from tenacity import RetryCallState

    from discotag_services.endpoints import Endpoint


class CallError(DiscotagError):
    """A call that gets no answer, where others may: too long, refused, never answered."""

    exit_code = 5


class UnansweredError(CallError):
    """A call that nobody answered, however often it was made: the service may be down."""


class StoppedError(DiscotagError):
    """No call will be answered until somebody does something: a wrong key, a spent quota."""

    exit_code = 5


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
SHOWN, READ = 300, 20_000
"""Characters of a message that are shown, and those that are searched for it."""
TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
HEAD = 4096
"""Characters of a page in which its title is searched for."""


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


def told(body: str, keys: Sequence[Key] = ()) -> str:
    """Return what a body says went wrong, in one short line without keys."""
    try:
        text = _message(json.loads(body))
    except (ValueError, RecursionError):
        title = TITLE.search(body[:HEAD])
        text = f"a page: {title[1]}" if title else body
    return one_line(text, keys)


def one_line(text: str, keys: Sequence[Key] = (), most: int = SHOWN) -> str:
    """Return a text from elsewhere as one short line: keys are masked first, then it is cut."""
    safe = masked(text[:READ], keys)
    line = " ".join("".join(c if c.isprintable() else " " for c in safe).split())
    return f"{masked(line, keys)[:most]} …" if len(line) > most else masked(line, keys)


def _message(data: Any) -> str:
    """Find the message in what services say: `error.message`, `message`, `detail`."""
    if isinstance(data, dict):
        for name in ("error", "message", "detail", "error_description"):
            if data.get(name):
                return _message(data[name])
    if isinstance(data, list) and data:
        return _message(data[0])
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)


class Pace:
    """Spaces requests of several threads evenly.

    Args:
        per_minute: most requests; None = no limit.
        clock: gives seconds that never go back.
    """

    def __init__(
        self, per_minute: float | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._next = 0.0

    def turn(self) -> float:
        """Take the next place in the row; give the seconds until it comes."""
        with self._lock:
            now = self._clock()
            begin = max(now, self._next)
            self._next = begin + self._gap
            return begin - now


Body = TypeVar("Body", bound=BaseModel)
Result = TypeVar("Result")
TRIES, TIMEOUT = 6, 120.0
"""Times a request is made; seconds until an answer begins or continues."""
WHOLE = 5
"""So many times these seconds a whole answer may take, however slowly it comes."""
FIRST_WAIT, MOST_WAIT = 1.0, 60.0
"""Seconds: the n-th wait is drawn from 0 to FIRST_WAIT·2ⁿ, MOST_WAIT at most (full jitter)."""
PATIENCE = 600.0
"""Most seconds that a service may ask to wait (`Retry-After`); beyond, the run stops."""
LOGGERS = ("httpx2", "httpcore2.connection", "httpcore2.http11", "httpcore2.proxy")
"""Who logs below: whole headers of answers, where somebody turns DEBUG on."""
MOST_BYTES = 32 * 2**20
"""Longest answer that is read."""


class Client:
    """A service, by its address.

    Args:
        place: where it is.
        headers: sent with each request, keys in them.
        keys: those keys, to be taken out of whatever it says.
        pace: how fast to ask.
        tries: times a request is made.
        timeout: seconds until an answer begins or continues; five times as many for all of it.
        sleep: waits so many seconds; None = until the client is closed at most.
        now: gives seconds since 1970.
        draw: gives a number in [0, 1).
    """

    def __init__(
        self,
        place: Endpoint,
        headers: Mapping[str, str],
        keys: Sequence[Key],
        *,
        pace: Pace | None = None,
        tries: int = TRIES,
        timeout: float = TIMEOUT,
        sleep: Callable[[float], object] | None = None,
        now: Callable[[], float] = time.time,
        draw: Callable[[], float] = random.random,
    ) -> None:
        import httpx2

        self.place = place
        self._keys, self._pace, self._tries, self._now = keys, pace or Pace(), tries, now
        self._draw, self._whole = draw, WHOLE * timeout
        self._closing = threading.Event()
        self._sleep = sleep or self._closing.wait
        self._masking = Masking(keys)
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._masking)
        self._client = httpx2.Client(
            headers={"User-Agent": "discotag", **headers},
            timeout=timeout,
            follow_redirects=False,
            trust_env=not place.is_local,  # this machine itself has no proxy
        )

    def post(self, path: str, content: Mapping[str, Any], schema: type[Body]) -> Body:
        """Send an object, as often as it takes.

        Args:
            path: the part after the service's address.
            content: the object.
            schema: what the answer must be; further fields are ignored.

        Raises:
            CallError: the service refuses this one.
            UnansweredError: all tries were in vain.
            StoppedError: it would refuse every other, too, or asks to wait too long.
        """
        from tenacity import Retrying, retry_if_exception_type, stop_after_attempt

        again = Retrying(
            sleep=self._pause,
            wait=self._wait,
            stop=stop_after_attempt(self._tries),
            retry=retry_if_exception_type(TransientError),
            reraise=True,
        )
        try:
            found: Body = again(self._once, path, content, schema)
        except TransientError as error:
            raise UnansweredError(
                self._said(f"{error.reason} (tried {self._tries} times)")
            ) from None
        return found

    def stop(self) -> None:
        """Try nothing again; what is under way may end."""
        self._closing.set()

    def close(self) -> None:
        """Stop, and close the connections."""
        self.stop()
        self._client.close()
        for name in LOGGERS:
            logging.getLogger(name).removeFilter(self._masking)

    def _once(self, path: str, content: Mapping[str, Any], schema: type[Body]) -> Body:
        import httpx2

        if (wait := self._pace.turn()) > 0:
            self._pause(wait)
        try:
            answer, body = within(self._whole, lambda: self._exchanged(path, content))
        except (httpx2.TimeoutException, TimeoutError):
            raise TransientError("no answer in time") from None
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            raise TransientError(f"the connection failed ({type(error).__name__})") from None
        if answer.is_success:
            return self._checked(answer, body, schema)
        raise self._failure(answer, body)

    def _exchanged(self, path: str, content: Mapping[str, Any]) -> tuple[httpx2.Response, str]:
        """Send a request and read the whole answer."""
        end = time.monotonic() + self._whole
        with self._client.stream("POST", self.place.url + path, json=content) as answer:
            return answer, self._body(answer, end)

    def _body(self, answer: httpx2.Response, end: float) -> str:
        parts, size = [], 0
        for part in answer.iter_bytes():
            if time.monotonic() > end:
                raise TimeoutError
            size += len(part)
            if size > MOST_BYTES:
                raise CallError(self._said(f"the answer is longer than {MOST_BYTES} bytes"))
            parts.append(part)
        return b"".join(parts).decode("utf-8", "replace")

    def _checked(self, answer: httpx2.Response, body: str, schema: type[Body]) -> Body:
        try:
            found = schema.model_validate_json(body)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            if fault["type"] == "json_invalid":
                kind = answer.headers.get("content-type", "no type").split(";")[0]
                begin = f": {told(body, self._keys)}" if "html" in kind else ""
                raise TransientError(f"the answer is no JSON ({kind}){begin}") from None
            field = ".".join(map(str, fault["loc"])) or "answer"
            raise TransientError(f"the answer is not as agreed ({field}: {fault['msg']})") from None
        for key in self._keys:
            if any(holds(text, key) for text in (body, repr(found))):
                raise StoppedError(
                    f"{self.place.host}: its answer holds the key of {key.name}, so nothing of it"
                    " is kept; find out who sends the key back, and replace it with a new one"
                )
        return found

    def _failure(self, answer: httpx2.Response, body: str) -> Exception:
        status = answer.status_code
        if 300 <= status < 400:
            return StoppedError(
                self._said(
                    f"redirects to {answer.headers.get('location', 'nowhere')}; keys do not follow:"
                    " name the right address with --base-url"
                )
            )
        what = f"status {status}" + (f": {text}" if (text := told(body, self._keys)) else "")
        if is_transient(status, body):
            return TransientError(what, asked_wait(answer.headers, self._now()))
        if is_hopeless(status):
            return StoppedError(self._said(what))
        return CallError(self._said(what))

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, TransientError) else None
        if asked is not None and asked > PATIENCE:
            raise StoppedError(self._said(f"asks to wait {asked:.0f} seconds; run again then"))
        # The exponent is bounded, so that no number of tries overflows.
        most = min(MOST_WAIT, FIRST_WAIT * 2.0 ** min(state.attempt_number, 16))
        return (asked or 0.0) + self._draw() * most

    def _pause(self, seconds: float) -> None:
        self._sleep(seconds)
        if self._closing.is_set():
            raise CallError(self._said("given up, since the run ends"))

    def shown(self, text: str, most: int = SHOWN) -> str:
        """Return what a service says as one short line without keys, to be shown or kept."""
        return one_line(text, self._keys, most)

    def _said(self, text: str) -> str:
        return masked(f"{self.place.host}: {text}", self._keys)


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """Return what a piece of work returns; TimeoutError where it takes longer than so many seconds.

    It runs in a thread, since nothing else ends a read that a service keeps alive byte by byte. A
    thread that is given up ends with its connection, at the latest when the client is closed.
    """
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # raised again where it is waited for
            done.set_exception(error)

    threading.Thread(target=run, daemon=True, name="call").start()
    return done.result(seconds)


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
        timeout: seconds until an answer begins or continues.
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
