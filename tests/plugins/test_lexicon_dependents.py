"""Words without a counterpart of their own are linked as their neighbour is."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from discotag.core.discovery import discover
from discotag.core.document import Alignment
from discotag.core.errors import TableError
from discotag.core.registry import Registry
from discotag.pipeline.config import profile
from discotag.plugins.aligners.lexicon.aligner import (
    Both,
    Dependents,
    LexiconAligner,
    dependents_files,
    read_dependents,
    with_dependents,
)
from discotag.testing import context, tokens

ARTICLE = Dependents(language="en", neighbour="behind", words=frozenset({"the"}))
ENDING = Dependents(language="ja", neighbour="before", words=frozenset({"て", "た"}))
TOLD = """
[[dependents]]
language = "en"
neighbour = "behind"
words = ["the"]
"""


def linked(source, target, links, both):
    alignment = Alignment.of(links, [0.9] * len(links))
    found = with_dependents(alignment, (source.split(), target.split()), both, 0.5)
    return dict(zip(found.links, found.scores, strict=True))


def test_an_article_is_linked_as_the_noun_behind_it_by_the_least_score():
    found = linked("The house burns", "casa arde", [(1, 0), (2, 1)], Both(source=(ARTICLE,)))
    assert found == {(0, 0): 0.5, (1, 0): 0.9, (2, 1): 0.9}


def test_a_row_of_endings_is_linked_as_the_verb_before_them():
    found = linked("he ate", "食べ て た", [(1, 0)], Both(target=(ENDING,)))
    assert set(found) == {(1, 0), (1, 1), (1, 2)}


def test_a_dependent_word_that_has_a_link_keeps_it_alone():
    links = [(0, 1), (1, 0)]
    assert set(linked("the house", "casa aceea", links, Both(source=(ARTICLE,)))) == set(links)


def test_a_dependent_word_whose_neighbour_has_no_link_gets_none():
    assert not linked("the old", "casa", [], Both(source=(ARTICLE,)))


def test_a_turned_pair_has_the_same_links_turned():
    both = linked("The house", "casa", [(1, 0)], Both(source=(ARTICLE,)))
    turned = linked("casa", "The house", [(0, 1)], Both(target=(ARTICLE,)))
    assert {(j, i) for i, j in turned} == set(both)


def test_what_depends_is_read_from_both_packs_by_language(tmp_path):
    (tmp_path / "lexicon").mkdir()
    (tmp_path / "lexicon/dependents.toml").write_text(TOLD, "utf-8")
    packs = SimpleNamespace(folder=tmp_path), SimpleNamespace(folder=tmp_path / "none")
    paths = dependents_files(*packs)
    assert read_dependents(paths, "ro", "en") == Both(target=(ARTICLE,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dependents = 1", r"dependents: Input should be a list"),
        ("[[dependents]", r"is not valid TOML"),
        (TOLD.replace("behind", "beside"), r"dependents\.0\.neighbour: .*'before' or 'behind'"),
    ],
    ids=["no list", "no TOML", "another place"],
)
def test_a_faulty_file_is_named_with_its_fault(text, said, tmp_path):
    path = tmp_path / "dependents.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(TableError, match=said) as caught:
        read_dependents([path], "en", "ro")
    assert caught.value.path == path


def test_the_aligner_reads_what_depends_unless_told_not_to():
    pair = [(tokens("The//DET house//NOUN"), tokens("casa//NOUN"))]
    romanian = Registry(discover()).language("ro").info
    for is_wanted, links in ((True, {(0, 0), (1, 0)}), (False, {(1, 0)})):
        given = context(romanian, name="lexicon", dependents=is_wanted)
        [found] = LexiconAligner.create(given).align(pair)
        assert set(found.links) == links


@pytest.mark.parametrize("name", ["muda", "paper", "preprint"])
def test_the_profiles_of_the_papers_leave_dependents_out(name):
    assert profile(name).options["lexicon"] == {"dependents": False}
