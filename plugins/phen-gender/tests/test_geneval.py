"""MT-GenEval as published: its measure on cases worked by hand, its files, its command."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import InputError, LineCountError
from discotag.testing.program import run_program
from discotag_phen_gender.geneval import (
    accuracy,
    contextual,
    counterfactual,
    is_right,
)

HER = "Die Lehrerin, die müde war, schlief."
HIS = "Der Lehrer, der müde war, schlief."


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [
        (HER, True),
        (HIS, False),
        ("DER LEHRER!", False),
        ("Die Lehrerin und der Mann.", False),
        ("Sie unterrichtete.", True),
        ("", True),
        ("Lehrer-Zimmer", False),
        ("Lehrerzimmer", True),
        ("„Lehrer“", True),
    ],
    ids=[
        "the reference",
        "the other reference",
        "case and punctuation do not count",
        "one wrong word is enough",
        "no word of either is right",
        "nothing is right",
        "a hyphen parts words",
        "a longer word is another word",
        "quotation marks beyond ASCII are part of a word, as in the published program",
    ],
)
def test_a_translation_is_wrong_if_it_has_a_word_of_the_other_reference_alone(hypothesis, expected):
    assert is_right(hypothesis, HER, HIS) is expected


def test_words_of_both_references_count_for_nobody():
    assert is_right("der die das", "der die", "der") is True


def test_missing_lines_are_an_error():
    with pytest.raises(LineCountError, match="has 1 lines"):
        accuracy([HER], [HER, HER], [HIS, HIS])


@pytest.fixture
def folder(tmp_path):
    """Write both parts in German, two items each, as published."""
    data = {
        "context/geneval-context-wikiprofessions-2to1-test.en_de.en": (
            "She slept. <sep> The teacher was tired.",
            "He slept. <sep> The cook was tired.",
        ),
        "context/geneval-context-wikiprofessions-original-test.en_de.de": (HER, "Der Koch."),
        "context/geneval-context-wikiprofessions-flipped-test.en_de.de": (HIS, "Die Köchin."),
        "sentences/geneval-sentences-feminine-test.en_de.en": ("She was a cook.",) * 2,
        "sentences/geneval-sentences-feminine-test.en_de.de": ("Sie war Köchin.",) * 2,
        "sentences/geneval-sentences-masculine-test.en_de.en": ("He was a cook.",) * 2,
        "sentences/geneval-sentences-masculine-test.en_de.de": ("Er war Koch.",) * 2,
    }
    for name, lines in data.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_the_contextual_part_is_read_with_its_context(folder):
    (part,) = contextual(folder)
    assert (part.code, part.split) == ("de", "test")
    assert part.sources[0] == ("She slept.", "The teacher was tired.")
    assert (part.original[0], part.flipped[0]) == (HER, HIS)


def test_the_counterfactual_part_is_read_by_gender(folder):
    (part,) = counterfactual(folder)
    assert part.references["feminine"][0] == "Sie war Köchin."
    assert part.sources["masculine"][1] == "He was a cook."


def test_a_missing_file_is_named(folder):
    (folder / "sentences/geneval-sentences-masculine-test.en_de.de").unlink()
    with pytest.raises(InputError, match="masculine in de"):
        list(counterfactual(folder))


def test_files_of_unequal_length_are_an_error(folder):
    path = folder / "context/geneval-context-wikiprofessions-flipped-test.en_de.de"
    path.write_text(f"{HIS}\n", encoding="utf-8")
    with pytest.raises(LineCountError, match="flipped"):
        list(contextual(folder))


def test_the_program_scores_systems_in_context(folder):
    system = folder / "a.de"
    system.write_text(f"{HER}\nDie Köchin.\n", encoding="utf-8")
    done = run_program("gender", "contextual", folder, "-t", "de", "--hyp", f"A={system}", "--json")
    assert json.loads(done.stdout) == [{"system": "A", "items": 2, "accuracy": 0.5}]


def test_the_program_tells_women_and_men_apart(folder):
    women, men = folder / "f.de", folder / "m.de"
    women.write_text("Sie war Koch.\nSie war Köchin.\n", encoding="utf-8")
    men.write_text("Er war Koch.\n" * 2, encoding="utf-8")
    done = run_program(
        "gender", "counterfactual", folder, "-t", "de",
        "--feminine", f"A={women}", "--masculine", f"A={men}",
    )  # fmt: skip
    header, row = done.stdout.splitlines()[1:3]
    assert header.split() == ["system", "items", "feminine", "masculine", "difference", "both"]
    assert row.split() == ["A", "2", "0.500", "1.000", "0.500", "0.500"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("contextual", "-t", "hi"), 3, "en-hi"),
        (("contextual", "-t", "de"), 2, "--hyp"),
        (("counterfactual", "-t", "de"), 2, "--feminine"),
    ],
    ids=["another language", "no system", "no system of either part"],
)
def test_the_program_says_what_is_missing(folder, arguments, code, told):
    part, *rest = arguments
    done = run_program("gender", part, folder, *rest)
    assert done.returncode == code
    assert told in done.stderr
