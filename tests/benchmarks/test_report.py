"""The report: main figures of each language, from the figures that are kept."""

from benchmarks import report

COMMAND = "python benchmarks/accuracy.py analysis DATA/x --lang xx"
WANTED = [
    {"lang": "xx", "name": "analysis", "command": COMMAND, "row": "x.conllu", "column": "UPOS"},
    {"lang": "yy", "name": "analysis", "command": "another", "row": "y.conllu", "column": "UPOS"},
]
KEPT = {
    COMMAND: [
        {
            "title": "analysis",
            "columns": ["file", "UPOS", "noun gender", "wrong gender"],
            "rows": [["x.conllu", 91.25, 95.5, None], ["z.conllu", 1.0, 1.0, 1.0]],
        }
    ]
}


def test_the_main_figures_are_those_of_the_named_rows_and_what_is_not_measured_is_absent():
    rows = report.glance(WANTED, KEPT).splitlines()[2:]
    assert rows == ["| xx | 91.2 | – | – | 95.5 | – |", "| yy | – | – | – | – | – |"]


def test_the_weakest_of_several_figures_tells_the_quality():
    entry = {"lang": "xx", "name": "formality", "command": COMMAND, "row": "x.conllu"}
    wanted = [{**entry, "columns": ["UPOS", "noun gender"]}]
    assert "value = 91.2" in report.qualities(wanted, KEPT)["xx"]
