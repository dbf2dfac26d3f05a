"""The pipeline on text of our own: stems of written words, attached pronouns, second persons."""

import pytest

CASES = [
    # text, word, part of speech, lemma, some of its features
    ("وفتحت الباب بالمفتاح.", "بالمفتاح", "NOUN", "مفتاح", {"Definite": "Def"}),
    ("قرأ الطالب كتابه.", "كتابه", "NOUN", "كتاب", {"Person[clit]": "3", "Gender[clit]": "Masc"}),
    ("ذهبت إليها.", "إليها", "PRON", "هو", {"Person": "3", "Gender": "Fem"}),
    ("وهم يعملون هنا.", "وهم", "PRON", "هو", {"Person": "3", "Number": "Plur"}),
    ("من أنت؟", "أنت", "PRON", "أنت", {"Person": "2", "Number": "Sing"}),
    ("هل أنتما مستعدان؟", "أنتما", "PRON", "أنت", {"Person": "2", "Number": "Dual"}),
    ("ماذا تكتبون؟", "تكتبون", "VERB", "كتب", {"Person": "2", "Number": "Plur"}),
    ("لكن المدير سافر.", "لكن", "CCONJ", "لكن", {"Person": None}),
    ("سيسافر الوزير غدا.", "سيسافر", "VERB", "سافر", {"Tense": "Fut", "Aspect": "Imp"}),
    ("هذه المدينة كبيرة.", "المدينة", "NOUN", "مدينة", {"Gender": "Fem", "Definite": "Def"}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]} in {case[0]}")
def test_a_written_word_has_the_analysis_of_its_stem(arabic, case):
    text, form, upos, lemma, feats = case
    (tokens,) = arabic.analyze([text])
    word = next(token for token in tokens if token.form == form)
    assert (word.upos, word.lemma) == (upos, lemma)
    assert {name: word.feats.get(name) for name in feats} == feats
