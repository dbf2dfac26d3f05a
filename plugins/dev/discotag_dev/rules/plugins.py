"""Rules for a plugin as a whole: it loads alone and lightly, and does the same in any process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin.development import Status
from discotag_dev.determinism import fingerprints
from discotag_dev.problems import Fault, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_dev.problems import Rule
    from discotag_dev.subjects import Subject


HEAVY = frozenset(
    {
        "jax", "lxml", "matplotlib", "numpy", "pandas", "pyarrow", "sacrebleu", "scipy", "sklearn",
        "spacy", "stanza", "sudachipy", "tensorflow", "thinc", "torch", "transformers",
    }
)  # fmt: skip
"""What must not be imported by listing a plugin."""
SLOWEST_IMPORT = 0.5
"""Seconds that a plugin may add to every command."""


def it_loads_alone(subject: Subject) -> Iterator[Fault]:
    """SidecarFiles the built-ins only, it is imported and its declarations can be read."""
    alone = _alone(subject.name)
    if alone["status"] != Status.LOADED:
        yield Fault(
            f"{alone['status']}: {alone['reason']}",
            "discotag plugins tells the same; correct plugin.py",
        )


def its_declarations_change_nothing(subject: Subject) -> Iterator[Fault]:
    """Listing it prints nothing, and leaves what all share as it is."""
    for message in _alone(subject.name)["told"]:
        yield Fault(message, "do it in the component's create(), or not at all")


def it_is_light(subject: Subject) -> Iterator[Fault]:
    """Listing it imports no engine and takes no time."""
    alone = _alone(subject.name)
    heavy = sorted(HEAVY & set(alone["imported"]))
    if heavy:
        yield Fault(
            f"declaring imports {', '.join(heavy)}",
            "import it inside create(), or in the module that `factory` names and plugin.py does"
            " not import",
        )
    if alone["seconds"] > SLOWEST_IMPORT:
        yield Fault(
            f"declaring takes {alone['seconds']:.1f} s, and every command pays it",
            "read data in create(), not when the module is imported",
            Severity.WARNING,
        )


def it_declares_something(subject: Subject) -> Iterator[Fault]:
    """A plugin without declarations and observers is of no use."""
    if subject.info is None:  # it was not loaded, which another rule reports
        return
    hooks = [name for name in dir(subject.info) if name.startswith("discotag_")]
    if not hooks:
        yield Fault("implements no hook", "write a hook of discotag.core.hookspecs in plugin.py")


PLACEHOLDER = "made up, to be replaced"
"""What `discotag new` writes where an author has to name a source."""


def nothing_of_the_scaffold_is_left(subject: Subject) -> Iterator[Fault]:
    """Words that `discotag new` made up are replaced before a package is published."""
    module = sys.modules[subject.package]
    for place in getattr(module, "__path__", ()):
        for path in sorted(Path(place).rglob("*.toml")):
            lines = path.read_text("utf-8").splitlines()
            for number, line in enumerate(lines, start=1):
                if PLACEHOLDER in line:
                    yield Fault(
                        f"{path.relative_to(place)}:{number}: is as discotag new wrote it",
                        "replace the words that were made up, and name their source",
                        Severity.WARNING,
                    )


def nobody_else_has_its_names(subject: Subject) -> Iterator[Fault]:
    """A name that two plugins declare is nobody's."""
    for role, shelf in vars(subject.registry).items():
        for name, owners in getattr(shelf, "conflicts", {}).items():
            if subject.name in {owner.name for owner in owners}:
                both = " and ".join(str(owner) for owner in owners)
                yield Fault(
                    f"{role.removesuffix('s')} {name!r} is of {both}", "choose another name"
                )


def it_does_the_same_in_another_process(subject: Subject) -> Iterator[Fault]:
    """Another process, with another hash seed, gives the same results."""
    own = fingerprints(subject.name, subject.registry)
    if not own:
        return
    done = _python("-m", "discotag_dev.determinism", subject.name, PYTHONHASHSEED="12345")
    if done.returncode:
        yield Fault(
            f"fails in another process: {done.stderr.strip().splitlines()[-1:]}",
            "let nothing depend on what the first process has imported or set",
        )
        return
    other = json.loads(done.stdout)
    for title in sorted(own):
        if own[title] != other.get(title):
            yield Fault(
                f"{title} gives other results in another process",
                "sort what comes out of sets and dictionaries; hash() differs from process to"
                " process",
            )


RULES: Sequence[Rule] = (
    it_loads_alone,
    its_declarations_change_nothing,
    it_is_light,
    it_declares_something,
    nothing_of_the_scaffold_is_left,
    nobody_else_has_its_names,
    it_does_the_same_in_another_process,
)


@lru_cache(maxsize=64)
def _alone(name: str) -> Any:
    done = _python("-m", "discotag_dev.isolation", name, DISCOTAG_PLUGINS=name)
    if done.returncode:
        return {
            "status": "failed",
            "reason": done.stderr,
            "imported": [],
            "told": [],
            "seconds": 0.0,
        }
    return json.loads(done.stdout)


def _python(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(place for place in sys.path if place)
    environment = {**os.environ, "PYTHONPATH": path, **environ}
    return subprocess.run(
        [sys.executable, *arguments], check=False, capture_output=True, text=True, env=environment
    )
