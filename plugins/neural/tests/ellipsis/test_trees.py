"""Trees tell what is elided, where, and of which kind."""

from __future__ import annotations

import pytest

pytest.importorskip("discotag_neural")

from discotag.plugin import InputError
from discotag_neural.ellipsis.trees import example_of, read_trees


def example(tree, *, only_traces=False):
    (node,) = read_trees(tree, "f.mrg")
    return example_of(node, "f.mrg", only_traces=only_traces)


def sites(tree, **options):
    found = example(tree, **options)
    return [(w, k) for w, k in zip(found.words, found.labels, strict=True) if k != "none"]


CASES = [
    pytest.param(
        "((S (NP (PRP They)) (VP (MD ca) (RB n't) (VP (-NONE- *?*))) (. .)))",
        [("ca", "vp")], id="auxiliary before a negation",
    ),
    pytest.param(
        "((S (NP (PRP We)) (VP (VBP want) (S (NP (-NONE- *)) (VP (TO to) (VP (-NONE- *?*)))))))",
        [("to", "vp")], id="bare to",
    ),
    pytest.param(
        "((SINV (VBZ does) (NP (DT the) (NN cat)) (VP (-NONE- *?*))))",
        [("does", "vp")], id="inverted auxiliary",
    ),
    pytest.param(
        "((S (NP (PRP It)) (VP (VBD was) (ADJP-PRD (-NONE- *?*)))))",
        [("was", "vp")], id="predicate",
    ),
    pytest.param(
        "((S (NP (PRP I)) (VP (VBP have) (NP (CD two) (-NONE- *?*)) (ADVP (RB here)))))",
        [("two", "np")], id="noun behind its numeral",
    ),
    pytest.param(
        "((S (NP (PRP I)) (VP (VBP know) (SBAR (-NONE- 0) (S (-NONE- *?*))))))",
        [("know", "sluice")], id="clause",
    ),
    pytest.param(
        "((S (NP (NNS birds)) (VP (-NONE- *?*) (PP (IN in) (NP (NNP May))))))",
        [("birds", "vp")], id="no auxiliary: the word before",
    ),
    pytest.param(
        "((S (S (NP=1 (DT the) (NN cook)) (NP=2 (NN tea)))))",
        [("cook", "gapping")], id="remnants of gapping",
    ),
    pytest.param(
        "((S (NP (PRP She)) (VP (VBD wondered) (SBAR (WHADVP (WRB why)))) (. .)))",
        [("why", "sluice")], id="bare question word",
    ),
    pytest.param(
        "((S (NP (PRP She)) (VP (VBD asked) (SBAR (WHADVP-1 (WRB why))"
        " (S (NP (PRP we)) (VP (VBD ran) (ADVP (-NONE- *T*-1))))))))",
        [], id="a whole question is none",
    ),
    pytest.param(
        "((S (NP-1 (NN tea)) (VP (VBD was) (VP (VBN made) (NP (-NONE- *-1))))))",
        [], id="other empty elements",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "wanted"), CASES)
def test_sites_and_kinds(tree, wanted):
    assert sites(tree) == wanted
    assert example(tree).is_elliptical == bool(wanted)


def test_traces_alone_leave_out_gapping_and_bare_questions():
    assert sites("((S (S (NP=1 (NN rain)) (NP=2 (NN tea)))))", only_traces=True) == []
    assert sites("((SBAR (WHADVP (WRB why))))", only_traces=True) == []
    assert sites("((S (NP (NNS we)) (VP (VBP do) (VP (-NONE- *?*)))))", only_traces=True)


def test_text_is_written_as_people_do():
    tree = (
        "((S (`` ``) (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB owe) (NP ($ $) (CD 3))))"
        " (-LRB- -LRB-) (ADVP (RB yet)) (-RRB- -RRB-) (, ,) ('' '') (S (NP (PRP he)) (VP (VBZ 's)"
        " (VP (VBN said)))) (NP (CD 1\\/2)) (. .)))"
    )
    found = example(tree)
    assert found.text == "\"I don't owe $3 (yet),\" he's said 1/2."
    assert found.words[:4] == ('"', "I", "do", "n't")
    assert "1/2" in found.words


def test_a_tree_may_be_deep():
    tree = "(S " * 3000 + "(NN deep)" + ")" * 3000
    assert example(tree).words == ("deep",)


def test_a_tree_without_words_is_no_example():
    assert example("((S (-NONE- *)))") is None


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        pytest.param("((S (NN a)))\n\n((S (NN b))\n", 3, "has no end", id="open"),
        pytest.param("((S (NN a)))\n)\n", 2, "outside any tree", id="closed too often"),
        pytest.param("((S\n (NN a b)))", 2, "'b' is one word too many", id="two words"),
    ],
)
def test_faulty_brackets_are_told_with_their_line(text, line, told):
    with pytest.raises(InputError, match=told) as caught:
        list(read_trees(text, "f.mrg"))
    assert (caught.value.path, caught.value.line) == ("f.mrg", line)
