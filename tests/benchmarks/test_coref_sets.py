"""The coreference task reads LitBank, GAP and probes, and measures them by their own rules."""

from pathlib import Path

import pytest

from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import part_of
from benchmarks.tasks.coref_measures import reliability
from benchmarks.tasks.coref_probes import (
    gap_figures,
    outcome,
    probe,
    probe_figures,
    read_gap,
    read_probes,
    sentences,
)
from benchmarks.tasks.coref_text import joined
from discotag.core.document import Cluster, Mention, Side
from discotag.core.errors import InputError
from discotag.core.tokens import Tokens

GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    "t-1\tAnna met Maria. She left.\tShe\t16\tAnna\t0\tTRUE\tMaria\t9\tFALSE\tx\n"
)
ANNA, MARIA, SHE = Mention(0, 0, 1, 0, "name"), Mention(0, 2, 3, 2, "name"), Mention(1, 0, 1, 0)


def column(*cells):
    return "\t".join(["novel", "0", "0", cells[0], *["_"] * 8, cells[1]])


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def split(*lines):
    """Return a side whose tokens are the words between spaces and before a stop."""
    tokens = []
    for line in lines:
        forms, starts, at = [], [], 0
        for word in line.replace(".", " .").replace("?", " ?").split():
            at = line.index(word, at)
            forms.append(word)
            starts.append(at)
            at += len(word)
        ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
        tokens.append(Tokens(line, tuple(forms), tuple(starts), ends))
    return Side("en", tuple(lines), tuple(tokens))


def test_litbank_text_is_rebuilt_and_chains_hold_their_words(tmp_path):
    lines = [
        "#begin document (a_brat); part 0",
        column("``", ""), column("Mr.", "(0"), column("Reed", "0)"), column(",", ""),
        column("''", ""), column("said", ""), column("she", "(1)"), column(".", ""), "",
        column("He", "(0)"), column("left", ""), "#end document",
    ]  # fmt: skip
    write(tmp_path / "a_brat.conll", "\n".join(lines) + "\n")
    (document,) = read_litbank(tmp_path)
    assert document.side.segments == ('"Mr. Reed," said she.', "He left")
    words = [(m.entity, document.side.segments[m.segment][m.start : m.end])
             for m in document.mentions]  # fmt: skip
    assert words == [("0", "Mr. Reed"), ("1", "she"), ("0", "He")]


def test_a_quarter_of_litbank_is_kept_apart_by_name():
    kept = sum(part_of(f"text {number}") == "dev" for number in range(1000))
    assert 200 < kept < 300


def test_a_litbank_line_without_columns_is_an_error(tmp_path):
    write(tmp_path / "a_brat.conll", "word\n")
    with pytest.raises(InputError, match="CoNLL-2012"):
        list(read_litbank(tmp_path))


def test_words_are_joined_as_in_print():
    text, starts, _ = joined(["(", "No", ",", "she", "did", "n't", ")", "."], "en")
    assert text == "(No, she didn't)."
    assert starts[3] == text.index("she")


def test_a_passage_is_cut_into_sentences_but_not_at_titles():
    assert sentences("Mr. Poe met J. Doe. He left.") == (0, 20)


def test_gap_counts_each_name_of_the_cluster(tmp_path):
    (passage,) = read_gap(write(tmp_path / "gap-x.tsv", GAP))
    side = split(*passage.document.side.segments)
    right = gap_figures("t", [passage], [side], lambda _: [Cluster((ANNA, SHE))])
    wrong = gap_figures("t", [passage], [side], lambda _: [Cluster((MARIA, SHE))])
    assert right.rows[0] == ("all", 1, 100.0, 100.0, 100.0)
    assert wrong.rows[0][2:] == (0.0, 0.0, 0.0)
    assert right.rows[2][1] == 1  # a feminine pronoun


def test_a_gap_row_with_too_few_columns_is_an_error(tmp_path):
    with pytest.raises(InputError, match="GAP"):
        list(read_gap(write(tmp_path / "gap-x.tsv", "ID\nt-1\tText\n")))


def test_probes_give_text_and_places(tmp_path):
    path = write(
        tmp_path / "a.antecedents.tsv", "id\twording\ttext\n1\tw\tI saw [a cat]1. | [It]1 ran.\n"
    )
    (item,) = read_probes(path)
    assert item.document.side.segments == ("I saw a cat.", "It ran.")
    assert [(m.segment, m.start, m.end, m.entity) for m in item.pronouns] == [(1, 0, 2, "1")]


@pytest.mark.parametrize(
    ("text", "clusters", "expected"),
    [
        ("[Anna]1 met [Maria]2. | [She]1 left.", [(ANNA, SHE)], "right"),
        ("[Anna]1 met [Maria]2. | [She]2 left.", [(ANNA, SHE)], "wrong"),
        ("[Anna]1 met [Maria]2. | [She]1 left.", [(ANNA, MARIA, SHE)], "wrong"),
        ("[Anna]1 met [Maria]2. | [She]1 left.", [(ANNA, MARIA)], "silent"),
        ("[Anna]1 met [Maria]2. | [She]0 left.", [(ANNA, SHE)], "wrong"),
        ("[Anna]1 met [Maria]2. | [She]0 left.", [(ANNA, MARIA)], "right"),
    ],
    ids=["right", "wrong", "nearest counts", "silent", "nothing has one", "nothing has none"],
)
def test_a_pronoun_is_judged_by_the_nearest_noun_of_its_cluster(text, clusters, expected):
    item = probe("1", "w", text)
    side = split(*item.document.side.segments)
    found = [
        Cluster(tuple(Mention(m.segment, m.start, m.end, m.head, "pronoun") if m is SHE else m
                      for m in cluster))
        for cluster in clusters
    ]  # fmt: skip
    assert outcome(item, item.pronouns[0], side, found) == expected


def test_how_well_nothing_is_told_is_an_f_score():
    items = [probe("1", "w", "[It]0 rains."), probe("2", "w", "[A cat]1. | [It]1 ran.")]
    sides = [split(*item.document.side.segments) for item in items]
    pronouns, told = probe_figures("t", items, sides, lambda _: [])
    assert pronouns.rows[-1] == ("all", 1, 0, 1, 2, 50.0)
    assert told.rows[0][:4] == ("has none", 1, 0.5, 1.0)


def test_scores_are_compared_with_what_is_right():
    table = reliability("t", [(0.75, True), (0.75, False), (0.25, False)])
    assert table is not None
    assert table.rows[0] == ("0.2–0.3", 1, 25.0, 0.0)
    assert table.rows[1] == ("0.7–0.8", 2, 75.0, 50.0)
    assert table.rows[2][3] == pytest.approx(25.0)


def test_the_projects_own_probes_can_be_read():
    path = Path(__file__).parents[2] / "benchmarks/probes/dev.antecedents.tsv"
    items = list(read_probes(path))
    assert len(items) == 200
    assert all(item.pronouns for item in items)
    nouns = {m.entity for m in items[0].document.mentions if m not in items[0].pronouns}
    assert {m.entity for m in items[0].pronouns} <= nouns
