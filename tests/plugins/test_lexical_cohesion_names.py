"""Names and copied words: a phenomenon of their own, and words inside names."""

import pytest

from discotag.plugins.phenomena.lexical_cohesion.tagger import LexicalCohesionTagger, NamesTagger
from discotag.testing import context, document
from discotag_dev.packs import PackTagger


def labels(tagger, source, target, links):
    found = tagger.create(context()).mark(document([source], [target], [links]))
    return [(mark.label, mark.token, mark.source_tokens) for mark in found]


NAMES = [
    ("a name", "in/in/ADP Paris/Paris/PROPN", "à/à/ADP Paris/Paris/PROPN", "1-1", "paris→paris"),
    ("class of the first word", "Ana/ana/INTJ", "Ana/Ana/PROPN", "0-0", "ana→ana"),
    ("tagged as pronoun", "Ana/Ana/PROPN", "Ana/ana/PRON", "0-0", "ana→ana"),
    ("a copy", "an/a/DET iPhone/iphone/NOUN", "un/un/DET iPhone/iphone/NOUN", "1-1",
     "iphone→iphone"),
    ("equal, no copy", "a/a/DET table/table/NOUN", "une/un/DET table/table/NOUN", "1-1", None),
    ("another class there", "a/a/DET mayor/mayor/NOUN", "le/le/DET Maire/Maire/PROPN", "1-1", None),
]  # fmt: skip


@pytest.mark.parametrize(("source", "target", "links", "name"), [c[1:] for c in NAMES],
                         ids=[c[0] for c in NAMES])  # fmt: skip
def test_names_and_copied_words_are_a_phenomenon_of_their_own(source, target, links, name):
    words = [label for label, *_ in labels(LexicalCohesionTagger, source, target, links)]
    names = [label for label, *_ in labels(NamesTagger, source, target, links)]
    assert names == ([name] if name else [])
    assert not set(words) & set(names)
    together = [m.label for m in LexicalCohesionTagger.create(context(names="together")).mark(
        document([source], [target], [links]))]  # fmt: skip
    are_content = "INTJ" not in source and not target.endswith("/PRON")
    assert together == ([name] if name and are_content else words)


def test_a_word_inside_a_name_is_no_word_there():
    plain = "the/the/DET bank/bank/NOUN closed/close/VERB"
    named = "at/at/ADP Bank/bank/PROPN of/of/ADP the/the/DET river/river/NOUN"
    source, target = [plain] * 4 + [named], ["la/la/DET banque/banque/NOUN"] * 5
    whole = document(source, target, ["1-1"] * 5)
    found = [mark.segment for mark in LexicalCohesionTagger.create(context()).mark(whole)]
    assert found == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("named", "is_word"),
    [
        pytest.param("my/my/DET son/son/NOUN at/at/ADP White/white/ADJ House/House/PROPN", False,
                     id="adjective"),
        pytest.param("my/my/DET son/son/NOUN at/at/ADP White/white/NOUN House/House/PROPN", False,
                     id="noun-where-nouns-are-small"),
        pytest.param("mein/mein/DET Sohn/Sohn/NOUN im/in/ADP White/white/NOUN House/House/PROPN",
                     True, id="noun-where-nouns-have-capitals"),
        pytest.param("it/it/PRON is/be/VERB a/a/DET White/white/ADJ house/house/NOUN", True,
                     id="capital-alone"),
    ],
)  # fmt: skip
def test_a_capital_beside_a_name_makes_a_word_part_of_it(named, is_word):
    plain = "the/the/DET white/white/ADJ wall/wall/NOUN"
    at = named.split().index(next(word for word in named.split() if word.startswith("White")))
    whole = document([plain] * 4 + [named], ["blanc/blanc/ADJ"] * 5, ["1-0"] * 4 + [f"{at}-0"])
    found = [mark.segment for mark in LexicalCohesionTagger.create(context()).mark(whole)]
    assert (4 in found) == is_word


def test_a_word_inside_a_name_is_known_from_raw_text():
    source = [
        "The bank closed early.",
        "My bank was closed, too.",
        "Which bank is open?",
        "She now works for the Bank of Norland.",
        "The bank opened again.",
    ]
    target = [
        "La banque a fermé tôt.",
        "Ma banque était fermée aussi.",
        "Quelle banque est ouverte ?",
        "Elle travaille maintenant pour la Banque de Norland.",
        "La banque a rouvert.",
    ]
    marks = PackTagger("fr", ("lexical_cohesion",)).marks(source, target, "lexical_cohesion")
    banks = [mark.segment for name, mark in marks if name.split()[1].casefold() == "banque"]
    assert banks == [0, 1, 2, 4]


def test_a_title_in_capitals_tells_no_names():
    plain = "the/the/DET bank/bank/NOUN closed/close/VERB"
    title = "The/the/DET Bank/bank/PROPN Closed/close/VERB"
    source, target = [plain] * 4 + [title], ["la/la/DET banque/banque/NOUN"] * 5
    whole = document(source, target, ["1-1"] * 5)
    assert 4 in [mark.segment for mark in LexicalCohesionTagger.create(context()).mark(whole)]


def test_a_name_is_one_where_another_class_is_told_now_and_then():
    source = ["Odile/odile/VERB left/leave/VERB", "for/for/ADP Odile/odile/PROPN"] * 3
    target = ["Odile/odile/NOUN partit/partir/VERB", "pour/pour/ADP Odile/odile/PROPN"] * 3
    whole = document(source, target, ["0-0 1-1", "0-0 1-1"] * 3)
    names = [m.segment for m in NamesTagger.create(context()).mark(whole) if m.is_tag]
    assert names == [3, 4, 5]
    words = {m.label for m in LexicalCohesionTagger.create(context()).mark(whole)}
    assert words == {"leave→partir"}
