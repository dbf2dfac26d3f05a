r"""For plugins that write a page for a browser.

Example:
    >>> from discotag.plugin.pages import script_json
    >>> script_json({"text": "</script>"})
    '{"text":"\\u003c/script\\u003e"}'
"""

from __future__ import annotations

from discotag.core.language import direction
from discotag.rendering.pages import page_policy, page_templates
from discotag.rendering.text import script_json, utf16_offset, writable
from discotag.rendering.view import view_part, view_program, view_style
from discotag.rendering.view.data import Pages

__all__ = [
    "Pages",
    "direction",
    "page_policy",
    "page_templates",
    "script_json",
    "utf16_offset",
    "view_part",
    "view_program",
    "view_style",
    "writable",
]
