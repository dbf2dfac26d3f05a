"""A plugin with nothing but the built-ins: `python -m discotag_dev.isolation PLUGIN`.

Prints what became of it, the modules that its declarations imported, what of the process they
changed, and the seconds of processor time they took.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TYPE_CHECKING

from discotag.plugin import Registry, discover

if TYPE_CHECKING:
    from discotag.plugin.development import Plugins


def main(name: str) -> None:
    """Load the built-ins twice, the second time for the clock, then the plugin."""
    _loaded("")
    _, own = _loaded("")
    before = set(sys.modules)
    told: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("discotag.core.plugin_calls").addHandler(handler)
    plugins, seconds = _loaded(name)
    record = next(record for record in plugins.records if record.name == name)
    imported = sorted({module.partition(".")[0] for module in set(sys.modules) - before})
    found = {
        "status": record.status,
        "reason": record.reason,
        "imported": imported,
        "told": told,
        "seconds": max(0.0, seconds - own),
    }
    sys.stdout.write(json.dumps(found))


def _loaded(names: str) -> tuple[Plugins, float]:
    """Load the built-ins and some plugins; give the seconds of this process that it took."""
    started = time.process_time()
    plugins = discover(environ={"DISCOTAG_PLUGINS": names})
    Registry(plugins)
    return plugins, time.process_time() - started


if __name__ == "__main__":
    main(sys.argv[1])
