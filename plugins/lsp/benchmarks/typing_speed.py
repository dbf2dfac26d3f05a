"""How long a finding takes to show after a change: `python typing_speed.py --lines 10000`.

The text is one document, made of a few sentences with changing names. Seconds are counted from the
change to what is shown, the wait for further keys (0.1 s) included; CPU seconds are the process's.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from pygls.workspace import PositionCodec

from discotag.plugin import open_registry
from discotag_lsp.checker import Checker, State
from discotag_lsp.pairs import Buffers, Pairs

SENTENCES = (
    ("You should rest, {name}.", "Tu devrais te reposer, {name}."),
    ("Your coffee is ready.", "Ton café est prêt."),
    ("I bought a table.", "J'ai acheté une table."),
    ("It was cheap.", "Elle était bon marché."),
    ("{name} left the house in the evening.", "{name} a quitté la maison le soir."),
    ("However, he did not see item {number}.", "Cependant, il n'a pas vu l'article {number}."),
    ("The doctor wrote a long letter to {name}.", "Le médecin a écrit une longue lettre à {name}."),
    ("Press the button to open item {number}.", "Appuie sur le bouton pour ouvrir {number}."),
)
NAMES = ("Anna", "Bob", "Carla", "Dan", "Eve", "Felix", "Gina")
SETTINGS = '[[lint.files]]\nsource = "en.txt"\ntarget = "fr.txt"\nsource_language = "en"\n'


def text_of(lines: int) -> tuple[list[str], list[str]]:
    """Return a source and its translation of so many lines."""
    chance = random.Random(1)
    pairs = [SENTENCES[number % len(SENTENCES)] for number in range(lines)]
    told = [{"name": chance.choice(NAMES), "number": chance.randrange(999)} for _ in pairs]
    return (
        [source.format(**facts) for (source, _), facts in zip(pairs, told, strict=True)],
        [target.format(**facts) for (_, target), facts in zip(pairs, told, strict=True)],
    )


class Watch:
    """Waits for what is shown."""

    def __init__(self) -> None:
        self._news = threading.Event()

    def show(self, _: State) -> None:
        """Take note that something is shown."""
        self._news.set()

    def next(self, change: Any) -> tuple[float, float]:
        """Make a change; return the seconds and CPU seconds until something is shown."""
        self._news.clear()
        begin, cpu = time.perf_counter(), time.process_time()
        change()
        self._news.wait()
        return time.perf_counter() - begin, time.process_time() - cpu


def measure(lines: int, changes: int) -> None:
    """Print what a first check and some changes take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, target = text_of(lines)
        (folder / "discotag.toml").write_text(SETTINGS + 'target_language = "fr"\n', "utf-8")
        (folder / "en.txt").write_text("\n".join(source) + "\n", "utf-8")
        path = folder / "fr.txt"
        path.write_text("\n".join(target) + "\n", "utf-8")
        buffers = Buffers(PositionCodec())
        pairs, watch = Pairs(open_registry(), buffers), Watch()
        checker = Checker(pairs, watch.show, quiet=3600)
        (pair,) = pairs.of(path)
        begin, cpu = time.perf_counter(), time.process_time()
        watch.next(lambda: checker.touch(pair))
        while not checker.is_idle():
            time.sleep(0.1)
        told = time.perf_counter() - begin, time.process_time() - cpu
        print(f"first check of {lines} lines: {told[0]:.1f} s, {told[1]:.1f} CPU s")
        seconds = []
        for number in range(changes):
            row = (number * 7919) % lines
            polite = f"Votre café est prêt, numéro {number}."
            for line, is_found in ((polite, True), (target[row], False)):
                text = [*target[:row], line, *target[row + 1 :]]

                def typed(text: list[str] = text) -> None:
                    buffers.put(path, "\n".join(text) + "\n")
                    checker.touch(pair)

                seconds.append(watch.next(typed))
                state = checker.state(path)
                found = [item.rows[0] for item in state.findings] if state else []
                assert (row in found) == is_found, (row, found)
        for kind, values in zip(("s", "CPU s"), zip(*seconds, strict=True), strict=True):
            middle, worst = statistics.median(values), max(values)
            print(
                f"after one of {2 * changes} changes: median {middle:.2f} {kind}, worst {worst:.2f}"
            )
        checker.close()
        buffers.close()


def main() -> None:
    """Read the options."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=10_000)
    options.add_argument("--changes", type=int, default=20)
    given = options.parse_args()
    measure(given.lines, given.changes)


if __name__ == "__main__":
    main()
