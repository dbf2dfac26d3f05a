"""Pronouns that Chinese leaves out and English says."""

from discotag.plugin import LanguagePack, read_table
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document


def labels(chinese: str) -> list[str]:
    """Mark "he left" behind a Chinese line whose second word is its verb."""
    pack = LanguagePack.from_package("discotag_lang_zh")
    path = pack.table_paths(into="en")["pronouns"]
    table = read_table(path, language="zh", phenomenon="pronouns", owner="lang-zh")
    english = "he/he/PRON/_/1/nsubj left/leave/VERB/_/-1/root"
    built = document([chinese], [english], ["1-1"], languages=("zh", "en"))
    given = context(source="zh", target="en", tables={"pronouns": table})
    return [mark.label for mark in PronounTagger.create(given).mark(built)]


def test_a_verb_without_a_subject_leaves_it_out() -> None:
    assert labels("昨天/昨天/ADV/_/1/advmod 走/走/VERB/_/-1/root") == ["∅→masc"]


def test_a_subject_whose_suffix_is_its_head_is_not_left_out() -> None:
    assert labels("户/户/PART/_/1/nsubj 走/走/VERB/_/-1/root") == []
