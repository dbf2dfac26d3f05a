"""The rules that plugins must keep, by what they are about.

A rule is a function from a `Subject` to the faults it finds; its name is the rule in words. The
pytest suites and `discotag check` run the same ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dev.rules import components, files, packs, plugins

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_dev.problems import Rule


WORKING: Sequence[Rule] = components.RULES
"""Rules of everything that works on texts."""
RULES: Mapping[str, Sequence[Rule]] = {
    "plugin": plugins.RULES,
    "language": packs.RULES,
    "table": packs.TABLE_RULES,
    "tagger": (*WORKING, packs.its_examples_come_out),
    "aligner": WORKING,
    "analyzer": (*WORKING, *components.ANALYZER_RULES),
    "coref": WORKING,
    "annotator": WORKING,
    "scorer": (*WORKING, *files.SCORER_RULES),
    "check": (*WORKING, *components.CHECK_RULES),
    "splitter": WORKING,
    "sentence_aligner": WORKING,
    "reader": files.READER_RULES,
    "writer": files.WRITER_RULES,
    "report": (components.it_can_be_loaded,),
    "executor": (components.it_can_be_loaded,),
    "command": (components.it_can_be_loaded,),
}
"""Role → its rules, in the order in which they are tried."""
