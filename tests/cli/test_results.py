"""Results on the terminal: the signature is short, and no star is explained that is not shown."""

from __future__ import annotations

from dataclasses import replace

from discotag.cli.tables import print_scores, print_signature
from discotag.core.results import Difference, Row
from discotag.testing.results import small_run

STARRED = Difference("choice", "B", "A", Row("formality", "t"), -0.9, 20, None, 0.01, 0.01, 0.02)


def test_the_signature_is_short_and_the_long_one_is_an_option(capsys) -> None:
    results = replace(small_run()[0], signature="long|v:1", short_signature="short|v:1")
    print_signature(results)
    assert "signature: short|v:1\n" in capsys.readouterr().out
    print_signature(results, is_long=True)
    assert "signature: long|v:1\n" in capsys.readouterr().out


def test_a_star_of_a_label_that_is_not_shown_is_not_explained(capsys) -> None:
    results = replace(small_run()[0], differences=(STARRED,))
    print_scores(results)
    assert "differs from" not in capsys.readouterr().out
    print_scores(results, labels=True)
    assert "* differs from A" in capsys.readouterr().out
