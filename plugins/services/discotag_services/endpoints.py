"""Where requests go: https, or this very machine."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from discotag.plugin import UsageError


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A service's address.

    Args:
        url: without a slash at its end.
        host: its host, for messages.
        is_local: whether that is this machine.
    """

    url: str
    host: str
    is_local: bool


def endpoint(url: str, *, may_be_plain: bool = False) -> Endpoint:
    """Check an address.

    Args:
        url: the address.
        may_be_plain: whether http is taken although it leads to another machine.

    Raises:
        UsageError: it is not an address, holds a secret, or sends keys and texts in the clear.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError("--base-url is no address; give https://HOST/PATH") from error
    if parts.username is not None or parts.password is not None:
        raise UsageError("--base-url holds a name or password; keys come from the environment")
    if parts.scheme not in {"https", "http"} or not host or parts.query or parts.fragment:
        raise UsageError("--base-url is no address; give https://HOST/PATH, without ? and #")
    is_local = _is_local(host)
    if parts.scheme == "http" and not is_local and not may_be_plain:
        raise UsageError(
            f"--base-url: http would send texts and key in the clear to {host}; take https, or say"
            " --allow-http"
        )
    return Endpoint(url.rstrip("/"), host, is_local)


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
