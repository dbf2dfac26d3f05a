"""For tools that load plugins themselves, such as `discotag check` of discotag-dev.

Example:
    >>> from discotag.plugin import open_registry
    >>> from discotag.plugin.development import HOST, Status
    >>> records = open_registry().plugins.records
    >>> all(item.status is Status.LOADED for item in records if item.distribution == HOST)
    True
"""

from __future__ import annotations

from discotag.core.components import ANALYSIS_LAYERS
from discotag.core.discovery import GROUP, HOST, PluginRecord, Plugins, Status
from discotag.core.plugin_calls import OverTimeError, describe_error
from discotag.core.requirements import LIBRARIES, SWITCH
from discotag.pipeline.components import load_for_pair

__all__ = [
    "ANALYSIS_LAYERS",
    "GROUP",
    "HOST",
    "LIBRARIES",
    "SWITCH",
    "OverTimeError",
    "PluginRecord",
    "Plugins",
    "Status",
    "describe_error",
    "load_for_pair",
]
