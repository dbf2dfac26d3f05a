"""Formality by levels, as in Japanese and Korean: classes by lemma, ending and feature."""

import tomllib
from pathlib import Path

from discotag.core.tables import Table
from discotag.plugins.phenomena.formality.tagger import FormalityTagger
from discotag.testing import context, document

JAPANESE = """
source = "a grammar"
[[class]]
name = "honorific"
lemmas = ["いらっしゃる"]
[[class]]
name = "humble"
lemmas = ["伺う"]
[[verb]]
class = "polite"
when = { lemma = ["ます", "です"], xpos = "助動詞" }
subject = "any"
[[verb]]
class = "plain"
when = { xpos = "動詞", feats = { Inflection = "終止形" } }
subject = "any"
"""
EXALTED = """
source = "a grammar"
[[class]]
name = "honorific"
when = { previous = { form = "お" }, next = { form = "に" } }
"""
KOREAN = """
source = "a grammar"
[[verb]]
class = "polite"
when = { ending = ["습니다", "요"] }
subject = "any"
[[class]]
name = "honorific"
when = { feats = { Polite = "Form" } }
[[class]]
name = "humble"
forms = ["제가"]
"""


def tagger(text):
    table = Table("xx", "formality", Path("formality.toml"), "test", tomllib.loads(text), "0")
    return FormalityTagger.create(context(tables={"formality": table}))


def labels(text, target):
    """Give `word:label` of each mark of a document of one segment."""
    built = document(["x"], [target], [""])
    marks = tagger(text).mark(built)
    return " ".join(f"{built.target[0].forms[mark.token]}:{mark.label}" for mark in marks)


def test_japanese_classes_go_by_lemma_part_of_speech_and_inflection():
    line = (
        "行き/行く/VERB////動詞 ます/ます/AUX////助動詞 行く/行く/VERB/Inflection=終止形///動詞"
        " いらっしゃい/いらっしゃる/VERB////動詞 伺い/伺う/VERB////動詞"
    )
    expected = "ます:polite 行く:plain いらっしゃい:honorific 伺い:humble"
    assert labels(JAPANESE, line) == expected


def test_a_class_without_words_tells_only_of_words_that_it_might_have_marked():
    built = document(["x", "x"], ["お 待ち に なる", "駅 で 会う 。 お 茶 が ある"], ["", ""])
    told = [
        (built.target[item.place.segment].forms[item.place.token], str(item.verdict))
        for item in tagger(EXALTED).reasons(built)
    ]
    assert told == [("待ち", "mark"), ("茶", "no"), ("待ち", "mark")]


def test_korean_classes_go_by_ending_and_feature():
    line = "제가 갑니다 갔습니다/가다/VERB 가세요/가다/VERB/Polite=Form 가요/가다/VERB"
    assert labels(KOREAN, line) == "제가:humble 갔습니다:polite 가세요:honorific 가요:polite"
