r"""For plugins that write a page for a browser.

Example:
    >>> from discotag.plugin.pages import script_json
    >>> script_json({"text": "</script>"})
    '{"text":"\\u003c/script\\u003e"}'
"""

from __future__ import annotations

from discotag.core.language_facts import direction
from discotag.plugins.reports.scripts import script_json, writable

__all__ = [
    "direction",
    "script_json",
    "writable",
]
