"""Data for the page's program: compact JSON that can stand inside a script element."""

from __future__ import annotations

import json
import re
from operator import index
from typing import Any

ESCAPED = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
"""What could end the element or the line, and surrogates, which UTF-8 cannot hold."""
SURROGATE = re.compile("[\ud800-\udfff]")


def script_json(value: Any) -> str:
    """Write a value as JSON for a script element; any text is harmless in it and comes back."""
    text = json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=index
    )
    return ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def writable(text: str) -> str:
    """Return text that UTF-8 can hold: lone surrogates become U+FFFD."""
    return SURROGATE.sub("\ufffd", text)


def utf16_offset(text: str, offset: int) -> int:
    """Turn an offset in code points into one in UTF-16 code units, in which the page counts."""
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
