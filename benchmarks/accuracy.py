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

from benchmarks.tasks.harness import listed
from discotag.core.errors import DiscotagError

TASKS = {
    "analysis": "analysis of text: token F1, UPOS, lemma, UAS, LAS, Tense, Mood, Person, Polite",
    "alignment": "word alignment: P, R, F1, AER of any aligners",
    "formality": "formality: words and segments against [F]…[/F], per class",
    "address": "formality of segments against formal, informal, none",
    "verb_form": "verb forms on raw text against the same table on gold trees",
    "ctxpro": "listed words of ctxpro's files: recall by rule, label agreement, antecedents found",
    "coref": "coreference: pronoun antecedents, CoNLL score; English GAP and probes",
    "scat": "SCAT: pronouns marked, tagged, and evidence that translators marked, too",
    "ellipsis": "English ellipsis: recall on ctxpro auxiliaries, P and R on Penn traces",
    "connectives": "connectives: P, R and F1 of spans and words, senses, places of first arguments",
    "lint": "lint: precision and recall on mixed texts, findings per 1,000 segments of references",
    "expected": "lint --expect: segments and texts in another style than the expected one",
    "slips": "numbers, units, copies: findings in references, and made errors found",
    "lost_connectives": "lost connectives: how many of those taken away DT401 finds",
    "review": "precision of tags: draws blind sheets, scores filled ones",
    "recall": "recall of verb forms on sites drawn without looking at tags",
    "choose": "which of several translations hangs together: right, decided, overall",
    "gender": "gender of persons on MT-GenEval: right, decided, overall; men and women apart",
    "combine": "the combination of systems that agrees best with itself: consistency and chrF",
    "terms": "terms against a list: accuracy, consistency, ranking",
    "sentences": "ends of sentences, sentence alignment, omissions and additions",
    "omissions": "omitted, added and moved sentences and remarks: counts, draws blind sheets",
}
"""Each task, a module of `benchmarks.tasks`, with what it measures."""


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="accuracy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    asked = next((word for word in sys.argv[1:] if word in TASKS), None)
    for name, summary in TASKS.items():
        if name != asked:
            commands.add_parser(name, help=summary)
            continue
        task = import_module(f"benchmarks.tasks.{name}")  # one needs packages that others do not
        command = commands.add_parser(name, help=summary, description=task.__doc__)
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
