"""Accuracy against gold: `python benchmarks/accuracy.py TASK FOLDER [--lang xx] [--json FILE]`.

Each task reads what it knows below the folder, in the formats that `benchmarks/README.md` tells,
runs what users get, and prints its figures; where the papers of MuDA print a rule for the same
words, that rule is measured beside ours. Exit status 1: the folder holds nothing for the task.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks.tasks.figures import listed
from discotag.core.errors import DiscotagError

TASKS = (
    "analysis",
    "alignment",
    "formality",
    "address",
    "verb_form",
    "ctxpro",
    "coref",
    "scat",
    "ellipsis",
    "connectives",
    "lint",
    "expected",
    "slips",
    "lost_connectives",
    "review",
    "recall",
    "choose",
    "gender",
    "combine",
    "terms",
    "sentences",
    "omissions",
)


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="accuracy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for name in TASKS:
        task = import_module(f"benchmarks.tasks.{name}")
        command = commands.add_parser(name, help=task.SUMMARY, description=task.__doc__)
        command.add_argument("folder", type=Path, help="the folder of gold data")
        command.add_argument("--lang", help="only this language")
        command.add_argument("--json", type=Path, help="also write the figures here")
        task.add_arguments(command)
        command.set_defaults(measure=task.measure)
    given = parser.parse_args()
    if not given.folder.exists():
        parser.error(f"{given.folder} does not exist")
    try:
        figures = given.measure(given)
    except DiscotagError as error:
        parser.exit(1, f"accuracy: error: {error}\n")
    print(listed(figures))
    if given.json:
        tables = [table.data() for table in figures]
        data = {"task": given.task, "language": given.lang, "figures": tables}
        given.json.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
