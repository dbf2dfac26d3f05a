"""Units of a document: what all texts have in common, and where it stands in the files."""

from __future__ import annotations

import random
import re

import pytest

from discotag.core.document import Bead, ParallelText, Place
from discotag.units.segmentation import segmented

SENTENCE = re.compile(r"\S[^.]*\.")


class Numbered:
    """Sentences end at full stops; those with the same numbers belong together: "1+2 word."."""

    def sentences(self, side, line):
        del side
        return [found.span() for found in SENTENCE.finditer(line)]

    def joint(self, side):
        return " " if side == "source" else ""

    def stranger(self, lines):
        del lines
        return ""

    def beads(self, source, target, document):
        del document
        beads, i, j = [], 0, 0
        for here, there in zip(source, target, strict=True):
            rows, columns = i + len(here), j + len(there)
            for text in there:
                numbers = [int(part) for part in re.findall(r"\d+", text.split()[0])]
                places = [n for n, one in enumerate(here) if int(one.split()[0]) in numbers]
                if not places:
                    beads.append(Bead((i, i), (j, j + 1), 0.0))
                    j += 1
                    continue
                first, last = places[0] + rows - len(here), places[-1] + 1 + rows - len(here)
                beads += [Bead((n, n + 1), (j, j), 0.0) for n in range(i, first)]
                beads.append(Bead((first, last), (j, j + 1), 1.0, is_sure=True))
                i, j = last, j + 1
            beads += [Bead((n, n + 1), (j, j), 0.0) for n in range(i, rows)]
            i, j = rows, columns
        return beads


def made(source, hypotheses, **more):
    text = ParallelText(
        "d", tuple(source), {}, {k: tuple(v) for k, v in hypotheses.items()}, **more
    )
    return segmented(text, Numbered())


def test_a_unit_ends_where_all_texts_have_an_edge():
    found = made(
        ["1 a. 2 b. 3 c. 4 d."],
        {"A": ["1+2 ab. 3 c. 4 d."], "B": ["1 a. 2 b. 3 c. 4 d."], "C": ["1 a. 2 b. 3+4 cd."]},
    ).text
    assert found.source == ("1 a. 2 b.", "3 c. 4 d.")
    assert found.hypotheses["A"] == ("1+2 ab.", "3 c. 4 d.")
    assert found.hypotheses["B"] == ("1 a. 2 b.", "3 c. 4 d.")
    assert found.hypotheses["C"] == ("1 a. 2 b.", "3+4 cd.")


def test_what_a_text_leaves_out_is_an_empty_segment_and_counted():
    found = made(["1 a. 2 b. 3 c."], {"A": ["1 a. 3 c."]})
    assert found.text.hypotheses["A"] == ("1 a.", "", "3 c.")
    assert (found.figures["A"].omitted, found.figures["A"].added) == (1, 0)


@pytest.mark.parametrize(
    ("target", "units"),
    [
        pytest.param("1 a. 9 x. 2 b.", ("1 a. 9 x.", "2 b."), id="in the middle"),
        pytest.param("9 x. 1 a. 2 b.", ("9 x. 1 a.", "2 b."), id="before the first"),
        pytest.param("1 a. 2 b. 9 x.", ("1 a.", "2 b. 9 x."), id="behind the last"),
    ],
)
def test_an_addition_joins_its_neighbour(target, units):
    found = made(["1 a. 2 b."], {"A": [target]})
    assert found.text.hypotheses["A"] == units
    assert found.figures["A"].added == 1


def test_no_unit_goes_over_the_edge_of_a_line():
    found = made(["1 a. 2 b.", "", "3 c. 4 d."], {"A": ["1 a.", "", "2 b. 3 c. 4 d."]}).text
    assert found.source == ("1 a.", "2 b.", "", "3 c.", "4 d.")
    assert found.hypotheses["A"] == ("1 a.", "", "", "2 b. 3 c.", "4 d.")


def test_a_line_that_is_one_unit_is_left_as_it_is():
    found = made(["  1 a. ", "2 b. 3 c."], {"A": [" 1 a.\t", "2+3 bc."]}).text
    assert (found.source[0], found.hypotheses["A"][0]) == ("  1 a. ", " 1 a.\t")


def test_text_that_faces_an_empty_source_line_is_kept():
    found = made(["", "1 a. 2 b."], {"A": ["9 x. 8 y.", "1 a. 2 b."]}).text
    assert found.hypotheses["A"] == ("9 x. 8 y.", "1 a.", "2 b.")


def test_places_are_those_of_the_file():
    found = made(["1 a. 2 b.", "3 c."], {"A": ["1 aa. 2 b.", "3 c."]}, lines=(7, 9)).text
    assert found.source_places == ((Place(0, 7, 1),), (Place(0, 7, 6),), (Place(0, 9, 1),))
    assert found.places["A"][1] == (Place(0, 7, 7),)
    assert found.lines == (7, 7, 9)


def test_running_text_is_joined_over_lines_and_every_part_has_its_place():
    found = made(
        ["1 a. 2 b.", "3 c."], {"A": ["1 a.", "2+3 bc."], "B": ["1 a. 2+3 b."]}, is_aligned=False
    ).text
    assert found.source == ("1 a.", "2 b. 3 c.")
    assert found.source_places[1] == (Place(0, 1, 6), Place(5, 2, 1))
    assert found.is_aligned


def test_scripts_without_spaces_are_joined_without():
    found = made(["1 a. 2 b."], {"A": ["1 a.", "2 b."], "B": ["1+2 ab."]}, is_aligned=False).text
    assert found.hypotheses["A"] == ("1 a.2 b.",)


def test_a_text_that_does_not_fit_has_no_say():
    source = [" ".join(f"{n} a." for n in range(10))]
    strange = [" ".join(f"{n} a." for n in range(50, 62)) + " 0+1+2+3+4+5+6+7+8+9 z."]
    found = made(source, {"A": source, "B": strange}, is_aligned=False)
    assert len(found.text.source) == 10
    assert not found.figures["B"].fits
    assert " ".join(found.text.hypotheses["B"]).split() == strange[0].replace(".", ". ").split()


def test_no_text_is_lost_whatever_the_sentences():
    draw = random.Random(7)
    for _ in range(300):
        lines = draw.randint(1, 4)
        texts = [
            [
                " ".join(
                    f"{draw.randint(0, 9)} {draw.choice('ab')}." for _ in range(draw.randint(0, 4))
                )
                for _ in range(lines)
            ]
            for _ in range(3)
        ]
        is_aligned = draw.random() < 0.5
        found = made(texts[0], {"A": texts[1], "B": texts[2]}, is_aligned=is_aligned).text
        for before, after in ((texts[0], found.source), (texts[1], found.hypotheses["A"]),
                              (texts[2], found.hypotheses["B"])):  # fmt: skip
            assert "".join("".join(before).split()) == "".join("".join(after).split())
