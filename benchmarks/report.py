"""Measure the accuracy of every part: `python benchmarks/report.py DATA [--only TASK]`.

`report.toml` says what is measured on which data, and what each part was tuned on. The figures are
data in `figures/accuracy.json`, so that `--only` measures one part and keeps the rest;
`judgements.toml` holds the answers of readers who judged tags blind. Every page that shows a figure
is made from these files: the tables of the site (`website/generated/accuracy.py`), the main figures
of `docs/accuracy.md`, and each pack's `quality.toml`, which `discotag languages` prints.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks import judgements
from benchmarks.tasks.harness import Figures

HERE = Path(__file__).parent
ROOT = HERE.parent
SUMMARY = ROOT / "docs" / "accuracy.md"
KEPT = HERE / "figures" / "accuracy.json"
SELF_EVIDENT = frozenset({"analysis", "alignment", "address"})
"""Tasks whose rows name their data."""
BLOCK = re.compile(r"(<!-- figures: (\w+) -->).*?(<!-- end -->)", re.DOTALL)
OWN = "plugins/"
"""How the data of a run begins that stand in the repository."""


def main() -> None:
    """Read the command line, measure what is asked for, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder of unpacked gold data")
    parser.add_argument("--only", action="append", help="measure only this task; repeatable")
    parser.add_argument("--lang", help="measure only runs of this language")
    given = parser.parse_args()
    plan, kept = read()
    for section in plan["section"]:
        for run in section.get("run", ()):
            is_task = given.only is None or run["task"] in given.only
            if is_task and given.lang in {None, run.get("lang")}:
                print(command(run), flush=True)
                kept[command(run)] = measured(run, given.data)
                KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    planned = {command(run) for section in plan["section"] for run in section.get("run", ())}
    kept = {line: found for line, found in kept.items() if line in planned}
    KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    SUMMARY.write_text(with_main_figures(SUMMARY.read_text("utf-8"), plan, kept), "utf-8")
    for code, quality in qualities(plan["quality"], kept).items():
        folder = ROOT / "plugins" / f"lang-{code}" / f"discotag_lang_{code}"
        (folder / "quality.toml").write_text(quality, "utf-8")


def read() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the plan (`report.toml`) and the figures measured so far, by command."""
    plan = tomllib.loads((HERE / "report.toml").read_text("utf-8"))
    return plan, json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def with_main_figures(page: str, plan: dict[str, Any], kept: dict[str, Any]) -> str:
    """Return a page whose blocks between `<!-- figures: NAME -->` and `<!-- end -->` are current.

    Raises:
        KeyError: a block has a name other than `languages` and `judgements`.
    """
    blocks = {
        "languages": glance(plan["quality"], kept),
        "judgements": judgements.by_phenomenon(judgements.read()).markdown(),
    }
    return BLOCK.sub(lambda found: f"{found[1]}\n\n{blocks[found[2]]}\n\n{found[3]}", page)


def command(run: dict[str, Any]) -> str:
    """Return the command line of a run, as a reader would type it."""
    options = [
        f"--{name} {value}" for name, value in run.items() if name not in {"task", "data", "hide"}
    ]
    place = run["data"] if run["data"].startswith(OWN) else f"DATA/{run['data']}"
    return " ".join(["python benchmarks/accuracy.py", run["task"], place, *options])


def measured(run: dict[str, Any], data: Path) -> list[dict[str, Any]]:
    """Run a task; give its figures as plain data."""
    task = import_module(f"benchmarks.tasks.{run['task']}")
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang")
    task.add_arguments(parser)
    line = command(run).split()[3:]
    folder = ROOT if run["data"].startswith(OWN) else data
    given = parser.parse_args([str(folder / run["data"]), *line[1:]])
    return [
        {"title": f.title, "columns": f.columns, "rows": f.rows, "decimals": f.decimals}
        for f in task.measure(given)
    ]


def pages(plan: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Return the parts of the page with all tables."""
    parts = [plan["head"].strip(), glance(plan["quality"], kept)]
    for section in plan["section"]:
        parts += [f"## {section['title']}", section["text"].strip()]
        for task, runs in groupby(section.get("run", ()), key=lambda run: run["task"]):
            of_task = list(runs)
            lines = [command(run) for run in of_task]
            parts.append("\n".join(["```", *lines, "```"]))
            missing = [line for line in lines if line not in kept]
            parts += [f"Not measured yet: `{line}`." for line in missing]
            found = [figures for line in lines for figures in kept.get(line, ())]
            parts += tables(found, set(of_task[0].get("hide", ())), task)
        if section.get("judgements"):
            parts.append(judgements.latest(judgements.read()).markdown())
        parts += [section["after"].strip()] if "after" in section else []
    return parts


def tables(found: list[dict[str, Any]], hidden: set[str], task: str) -> list[str]:
    """Return figures as Markdown; tables of the same columns become one.

    Where their rows do not say what they are of, the tables' titles become a column.
    """
    joint: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for each in found:
        joint.setdefault(tuple(each["columns"]), []).append(each)
    shown = []
    for columns, group in joint.items():
        keep = [place for place, name in enumerate(columns) if name not in hidden]
        titles = len(group) > 1 and task not in SELF_EVIDENT
        rows = [
            (*([each["title"]] if titles else []), *(row[place] for place in keep))
            for each in group
            for row in each["rows"]
        ]
        header = (*(["data"] if titles else []), *(columns[place] for place in keep))
        table = Figures(group[0]["title"], header, tuple(rows), group[0]["decimals"])
        shown.append(table.markdown())
    return shown


def glance(wanted: list[dict[str, Any]], kept: dict[str, Any]) -> str:
    """Return the main figures of each language's pack as one table, as far as they were measured.

    The noun genders are those of the row that tells the analysis.
    """
    columns = ("analysis", "alignment", "formality", "gender", "wrong gender")
    cells: dict[str, dict[str, float]] = {}
    for entry in wanted:
        row = cells.setdefault(entry["lang"], {})
        if values := figures_of(entry, kept):
            row[entry["name"]] = min(values)
        if entry["name"] == "analysis":
            for name, column in (("gender", "noun gender"), ("wrong gender", "wrong gender")):
                if values := figures_of({**entry, "column": column}, kept):
                    row[name] = min(values)
    rows = tuple(
        (code, *(row.get(name) for name in columns)) for code, row in sorted(cells.items())
    )
    header = (
        "language",
        "parts of speech (UPOS)",
        "links from English (F1)",
        "formality (F1 of the weaker style)",
        "noun gender right",
        "wrong",
    )
    return Figures("", header, rows, decimals=1).markdown()


def figures_of(entry: dict[str, Any], kept: dict[str, Any]) -> list[float]:
    """Return the figures that a `[[quality]]` entry names; nothing where they are not measured.

    An entry names the command, the column or columns, and the row or the title of the table.
    """
    columns = entry.get("columns") or [entry["column"]]
    return [
        cells[column] * entry.get("scale", 1)
        for each in kept.get(entry["command"], ())
        if each["title"] == entry.get("title", each["title"])
        for row in each["rows"]
        if row[0] == entry.get("row", row[0])
        for cells in [dict(zip(each["columns"], row, strict=True))]
        for column in columns
        if cells.get(column) is not None
    ]


def qualities(wanted: list[dict[str, Any]], kept: dict[str, Any]) -> dict[str, str]:
    """Return each pack's `quality.toml`; of several figures of an entry the weakest counts."""
    found: dict[str, list[str]] = {}
    for entry in wanted:
        if values := figures_of(entry, kept):
            data = entry.get("row") or entry["title"]
            measure = (entry.get("columns") or [entry["column"]])[0].split()[0]
            found.setdefault(entry["lang"], []).append(
                f"[{entry['name']}]\nvalue = {min(values):.1f}\n"
                f'measure = "{measure}, %"\ndata = "{data}"\n'
            )
    head = "# Measured by benchmarks/report.py; docs/accuracy.md says what it means.\n\n"
    return {code: head + "\n".join(entries) for code, entries in found.items()}


if __name__ == "__main__":
    main()
