"""A plugin beside nothing but the built-ins: `python -m discotag.testing.alone PLUGIN`.

Prints what became of it, the modules that its declarations imported, and the seconds they took.
"""

from __future__ import annotations

import json
import sys
import time

from discotag.core.discovery import discover
from discotag.core.registry import Registry


def main(name: str) -> None:
    """Load the built-ins, then the plugin, and tell what it adds."""
    Registry(discover(environ={"DISCOTAG_PLUGINS": ""}))
    before = set(sys.modules)
    started = time.perf_counter()
    plugins = discover(environ={"DISCOTAG_PLUGINS": name})
    Registry(plugins)
    seconds = time.perf_counter() - started
    record = next(record for record in plugins.records if record.name == name)
    imported = sorted({module.partition(".")[0] for module in set(sys.modules) - before})
    found = {
        "status": record.status,
        "reason": record.reason,
        "imported": imported,
        "seconds": seconds,
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
