"""Gold connectives are read as they stand in the text."""

from __future__ import annotations

import pytest

from benchmarks.tasks.connectives import read_disrpt, read_gdtb

CELLS = "\t_" * 7


def rows(*words):
    lines = [f"{at}\t{form}{CELLS}\t{misc}" for at, (form, misc) in enumerate(words, start=1)]
    return "\n".join(lines)


def write(tmp_path, *blocks):
    path = tmp_path / "x.pdtb.y_dev.conllu"
    path.write_text("\n\n".join(blocks) + "\n\n", encoding="utf-8")
    return path


def shown(text):
    return [
        [segment[item.start : item.end] for item in found]
        for segment, found in zip(text.segments, text.connectives, strict=True)
    ]


def test_runs_of_words_are_connectives(tmp_path):
    words = [("As", "Conn=B-conn"), ("soon", "Conn=I-conn"), ("as", "Conn=I-conn"),
             ("I", "Conn=O"), ("if", "Conn=B-conn"), ("if", "Conn=B-conn")]  # fmt: skip
    block = f"# newdoc id = GUM_news_one\n# text = As soon as I if if\n{rows(*words)}"
    (text,) = read_disrpt(write(tmp_path, block))
    assert (text.id, text.genre) == ("GUM_news_one", "news")
    assert shown(text) == [["As soon as", "if", "if"]]


def test_a_masked_text_is_left_out(tmp_path):
    kept = f"# newdoc id = a\n# text = But\n{rows(('But', 'Conn=B-conn'))}"
    masked = f"# newdoc id = b\n# text = ____\n{rows(('____', 'Conn=B-conn'))}"
    assert [text.id for text in read_disrpt(write(tmp_path, masked, kept))] == ["a"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((("a_", "Conn=B-conn"), ("o", "Conn=I-conn"), ("fim", "Conn=O")), "ao fim"),
        ((("de_", "Conn=O"), ("as", "Conn=O"), ("casas", "Conn=O")), "das casas"),
        ((("a_", "Conn=O"), ("as", "Conn=O"), ("casas", "Conn=O")), "às casas"),
        ((("em_", "Conn=O"), ("o", "Conn=O"), ("fim", "Conn=O")), "no fim"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_portuguese_contractions_are_put_together(tmp_path, words, expected):
    forms = " ".join(form for form, _ in words)
    block = f"# newdoc id = talk\n# text = {forms}\n{rows(*words)}"
    (text,) = read_disrpt(write(tmp_path, block))
    assert text.segments == [expected]


def test_turns_are_segments_where_there_are_no_sentences(tmp_path):
    (text,) = read_disrpt(
        write(
            tmp_path,
            f"# newdoc id = call\n# newturn_id = 1\n{rows(('ciao', 'Conn=O'))}",
            f"# newutterance_id = 2\n{rows(('ma', 'Conn=B-conn'))}",
            f"# newturn_id = 2\n{rows(('poi', 'Conn=B-conn'))}",
        )
    )
    assert text.segments == ["ciao ma", "poi"]
    assert shown(text) == [["ma"], ["poi"]]


def test_senses_and_first_arguments_are_read(tmp_path):
    first = f"# newdoc id = GUM_bio_one\n# text = It rained\n{rows(('It', '_'), ('rained', '_'))}"
    relation = "PDTB=Explicit:Comparison.Concession.Arg2-as-denier:but:3:1-2:4-5"
    other = "Explicit:Contingency.Condition:if then:5,6:4:5"
    words = [("But", f"{relation};{other}"), ("we", "_"), ("If", "_"), ("then", "_")]
    second = f"# text = But we If then\n{rows(*words)}"
    (text,) = read_gdtb(write(tmp_path, first, second))
    assert shown(text) == [[], ["But", "If then"]]
    but, condition = text.connectives[1]
    assert (but.sense, but.is_before) == ("concession", True)
    assert (condition.sense, condition.is_before) == ("condition", False)


def test_parts_of_a_connective_that_are_no_neighbours_are_two(tmp_path):
    relation = "PDTB=Explicit:Contingency.Condition:if then:1,3:2:4"
    block = "# newdoc id = GUM_bio_one\n# text = If so then go\n" + rows(
        ("If", relation), ("so", "_"), ("then", "_"), ("go", "_")
    )
    (text,) = read_gdtb(write(tmp_path, block))
    assert shown(text) == [["If", "then"]]
