"""The table of genders: which endings tell those of all listed words, and of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from discotag.plugin import InputError
from discotag.plugins.analyzers.embedded.genders import Genders
from discotag_train.person_gender import given_names, pairs, person_nouns, persons, read_entries
from discotag_train.pipelines import genders as recipes
from discotag_train.pipelines.genders import SEEN, common_nouns, endings, infinitives, lemmas, nouns

if TYPE_CHECKING:
    from pathlib import Path


INTO_ENGLISH = """chat {m} :: cat
livre {m} :: book
cheval {m} :: horse
voile {f} :: sail
voir {vt} :: see
"""
FROM_ENGLISH = "veil {n} (cloth) :: voile {m}\nsun {n} :: soleil {m}, astre {n}\n"
RECIPE = """
dictionaries = ["fr-en-list.txt", "en-fr-list.txt"]
sources = ["a grammar"]
letters = { n = "" }
is_joint = true
forms = [["al", "aux"], ["", "s"]]
[determiners]
la = "f"
"""

SWEDISH = "car {n} :: bil {c}\nlake {n} :: sjö {c}\nhouse {n} :: hus {n}\n"

LISTED = {
    "hand": "f",
    "rückhand": "f",
    "wand": "f",
    "stand": "m",
    "verstand": "m",
    "zustand": "m",
    "wohnung": "f",
    "zeitung": "f",
    "rechnung": "f",
    "meinung": "f",
    "sprung": "m",
    "see": "mf",
    "kaffee": "m",
}


def table(words: dict[str, str]) -> Genders:
    made = Genders()
    made.fill({"endings": endings(words), "determiners": {}})
    return made


def test_every_listed_word_has_its_genders() -> None:
    genders = table(LISTED)
    assert {word: genders.genders(word) for word in LISTED} == LISTED


def test_a_compound_has_the_gender_of_its_last_part() -> None:
    genders = table(LISTED)
    assert genders.genders("Eigentumswohnung") == "f"
    assert genders.genders("Tageszeitung") == "f"


def test_an_ending_that_few_words_have_tells_nothing() -> None:
    assert table({"hand": "f", "tisch": "m"}).genders("brand") == ""


def test_an_ending_whose_words_differ_tells_nothing() -> None:
    words = {"land": "n", "sand": "m", "hand": "f", "band": "n", "wand": "f", "stand": "m"}
    assert table(words).genders("leinwänd-and") == ""


def test_words_that_agree_take_one_ending() -> None:
    words = {f"{stem}ung": "f" for stem in ("wohn", "zeit", "rechn", "mein", "ordn", "hoff")}
    assert endings(words) == {"g": "f"}


def test_a_recipe_joins_dictionaries_and_makes_plurals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr-en-list.txt").write_text(INTO_ENGLISH, "utf-8")
    (tmp_path / "en-fr-list.txt").write_text(FROM_ENGLISH, "utf-8")
    (tmp_path / "xx-genders.toml").write_text(RECIPE, "utf-8")
    seen = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    data = recipes.build(tmp_path / "xx-genders.toml", [tmp_path])
    assert data["determiners"] == {"la": "f"}
    assert seen == {
        "chat": "m", "chats": "m", "livre": "m", "livres": "m", "cheval": "m", "chevaux": "m",
        "voile": "fm", "voiles": "fm", "soleil": "m", "soleils": "m",
    }  # fmt: skip


def test_a_treebank_tells_the_usual_genders_of_its_nouns(tmp_path: Path) -> None:
    rows = [("huis", "Neut"), ("huis", "Neut"), ("idee", "Com"), ("idee", "Neut")]
    lines = [
        f"{number}\t{lemma}\t{lemma}\tNOUN\t_\tGender={gender}\t0\troot\t_\t_"
        for number, (lemma, gender) in enumerate(rows, 1)
    ]
    (tmp_path / "x.conllu").write_text("# text = x\n" + "\n".join(lines) + "\n\n", "utf-8")
    found = dict(nouns(tmp_path / "x.conllu"))
    assert found == {"huis": "n", "idee": "cn"}


def test_endings_of_a_gender_make_the_other_forms_of_its_nouns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en-sv-list.txt").write_text(SWEDISH, "utf-8")
    (tmp_path / "sv-genders.toml").write_text(
        'dictionaries = ["en-sv-list.txt"]\nsources = ["a grammar"]\nvowels = "ö"\n'
        'forms = [["", "en", "c"], ["", "et", "n"], ["ö", "ön", "c"]]\n[determiners]\n',
        "utf-8",
    )
    seen: dict[str, str] = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    recipes.build(tmp_path / "sv-genders.toml", [tmp_path])
    assert seen == {"bil": "c", "bilen": "c", "sjö": "c", "sjön": "c", "hus": "n", "huset": "n"}


def test_a_treebank_tells_of_forms_where_the_recipe_asks(tmp_path: Path) -> None:
    line = "1\tmännen\tman\tNOUN\t_\tGender=Com\t0\troot\t_\t_"
    (tmp_path / "x.conllu").write_text("# text = x\n" + line + "\n\n", "utf-8")
    assert dict(nouns(tmp_path / "x.conllu", has_forms=True)) == {"man": "c", "männen": "c"}


def _set(genders: Genders, words: list[str], tags: list[str]) -> list[str]:
    doc = Doc(Vocab(), words=words, pos=tags)
    return [token.morph.to_dict().get("Gender", "") for token in genders(doc)]


def like_names(**more: list[str]) -> Genders:
    made = Genders()
    made.fill({"endings": endings(LISTED | {"stands": "m"}), "determiners": {}, **more})
    return made


@pytest.mark.parametrize("word", ["Wand", "Meinung", "Rückhand", "Stands"])
def test_a_listed_noun_that_was_taken_for_a_name_has_its_gender(word: str) -> None:
    known = ["wand", "stand", "rückhand"]
    genders = like_names(nouns=known, noun_endings=["ung"], inflections=["s"])
    assert _set(genders, ["mit", word], ["ADP", "PROPN"])[1] != ""


@pytest.mark.parametrize(
    ("words", "tags"),
    [(["Boulevard", "Wand"], ["PROPN", "PROPN"]), (["mit", "Strand"], ["ADP", "PROPN"])],
    ids=["beside another name", "not listed"],
)
def test_a_name_has_no_gender_from_the_table(words: list[str], tags: list[str]) -> None:
    assert _set(like_names(nouns=["wand"]), words, tags) == ["", ""]


@pytest.mark.parametrize(("taken_for", "gender"), [(["X"], "Fem"), ([], "")])
def test_a_noun_taken_for_another_part_of_speech_has_its_gender_where_the_table_says_so(
    taken_for: list[str], gender: str
) -> None:
    assert _set(like_names(taken_for=taken_for), ["Wand"], ["X"]) == [gender]


# --- where table and determiner share no gender ---

ARTICLES = {"das": "n", "dem": "mn", "ein": "mn", "eine": "f", "die": "f"}


def german(**more: object) -> Genders:
    made = Genders()
    data = {"endings": endings(LISTED | {"halse": "f", "hals": "m"}), "determiners": ARTICLES}
    made.fill(data | {"singular": ["eine"], "verbal": "d", "bare": ["ein"]} | more)
    return made


@pytest.mark.parametrize(
    ("article", "gender"),
    [("das", "Neut"), ("eine", "Fem"), ("die", "Masc")],
    ids=["no plural has it", "listed as such", "a plural may have it, so the table is right"],
)
def test_a_determiner_of_singulars_alone_decides_against_the_table(
    article: str, gender: str
) -> None:
    assert _set(german(), [article, "Verstand"], ["DET", "NOUN"])[1] == gender


def test_where_two_genders_are_left_by_the_determiner_none_is_told_but_that_of_a_verb() -> None:
    phrase = ["dem", "Rückhand"], ["DET", "NOUN"]
    assert _set(german(verbal="en"), *phrase)[1] == ""
    assert _set(german(), *phrase)[1] == "Neut"


def test_the_lemma_decides_against_the_form_where_the_determiner_allows_it() -> None:
    doc = Doc(Vocab(), words=["dem", "Halse"], pos=["DET", "NOUN"], lemmas=["der", "Hals"])
    assert german()(doc)[1].morph.get("Gender") == ["Masc"]


def test_a_gender_that_no_source_gives_is_left_out() -> None:
    doc = Doc(Vocab(), words=["See"], pos=["NOUN"], morphs=["Gender=Neut"])
    assert german()(doc)[0].morph.get("Gender") == []


ADJECTIVES = {"es": "n", "em": "mn", "er": "mf"}


@pytest.mark.parametrize(
    ("words", "tags", "gender"),
    [
        (["großes", "Xyz"], ["ADJ", "NOUN"], "Neut"),
        (["ein", "großer", "Xyz"], ["DET", "ADJ", "NOUN"], "Masc"),
        (["das", "großer", "Xyz"], ["DET", "ADJ", "NOUN"], "Neut"),
        (["vor", "kurzem"], ["ADP", "NOUN"], "Neut"),
    ],
    ids=["no article", "an article without an ending", "an article with one", "a noun itself"],
)
def test_an_adjective_tells_the_gender_where_no_article_does(
    words: list[str], tags: list[str], gender: str
) -> None:
    assert _set(german(adjectives=ADJECTIVES), words, tags)[-1] == gender


@pytest.mark.parametrize(
    ("spaces", "gender"),
    [([False, False, True], "Fem"), ([True, True, True], "")],
    ids=["one word", "perhaps a dash"],
)
def test_a_part_of_a_compound_has_the_gender_of_the_last_one(
    spaces: list[bool], gender: str
) -> None:
    tags = ["NOUN", "PUNCT", "NOUN"]
    doc = Doc(Vocab(), words=["Verstand", "-", "Meinung"], spaces=spaces, pos=tags)
    assert german(hyphen="-")(doc)[0].morph.to_dict().get("Gender", "") == gender


def test_names_that_may_be_nouns_do_not_make_a_name_of_each_other() -> None:
    genders = like_names(nouns=["wand", "stand"])
    assert _set(genders, ["Wand", "Stand"], ["PROPN", "PROPN"]) == ["Fem", "Masc"]


# --- by dictionary forms ---

HEBREW = {"endings": {}, "determiners": {}, "lemmas": {"יד": "f", "כלב": "m", "שמש": "f"}}


@pytest.mark.parametrize(
    ("form", "lemma", "tag", "given", "gender"),
    [
        ("ידו", "יד", "NOUN", "Masc", "Fem"),
        ("הכלב", "כלב", "NOUN", "Fem", "Masc"),
        ("כלבה", "כלב", "NOUN", "Fem", "Fem"),
        ("ידו", "יד", "NOUN", "Fem,Masc", "Fem,Masc"),
        ("יד", "יד", "PROPN", "", "Fem"),
        ("שמש", "שמש", "PROPN", "", ""),
        ("עץ", "עץ", "NOUN", "Masc", "Masc"),
    ],
    ids=["feminine", "masculine", "a feminine of it", "both", "no name", "a name", "unknown"],
)
def test_a_dictionary_form_tells_the_gender(
    form: str, lemma: str, tag: str, given: str, gender: str
) -> None:
    made = Genders()
    made.fill(HEBREW | {"names": ["שמש"]})
    morph = f"Gender={given}" if given else ""
    doc = Doc(Vocab(), words=[form], pos=[tag], lemmas=[lemma], morphs=[morph])
    assert made(doc)[0].morph.to_dict().get("Gender", "") == gender


def treebank(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    lines = [
        f"{number}\t{word}\t{word}\t{upos}\t_\tGender={gender}\t0\troot\t_\t_"
        for number, (word, upos, gender) in enumerate(rows, 1)
    ]
    path.write_text("# text = x\n" + "\n".join(lines) + "\n\n", "utf-8")
    return path


def test_dictionary_forms_are_those_that_all_treebanks_give_one_gender(tmp_path: Path) -> None:
    mixed = [("דרך", "NOUN", "Fem"), ("דרך", "NOUN", "Masc")]
    names = [("חן", "NOUN", "Masc"), ("חן", "PROPN", "Masc")]
    one = [("יד", "NOUN", "Fem"), ("עם", "NOUN", "Masc"), *mixed, *names]
    other = [("עם", "NOUN", "Fem"), ("שמש", "NOUN", "Fem")]
    paths = [treebank(tmp_path / "a.conllu", one), treebank(tmp_path / "b.conllu", other)]
    assert lemmas(paths) == ({"חן": "m", "יד": "f", "שמש": "f"}, ["חן"])


def test_a_recipe_of_dictionary_forms_makes_no_endings(tmp_path: Path) -> None:
    treebank(tmp_path / "he.conllu", [("שמש", "NOUN", "Fem")])
    (tmp_path / "he.toml").write_text(
        'dictionaries = ["he.conllu"]\nhas_lemmas = true\nsources = ["a grammar"]\n', "utf-8"
    )
    data = recipes.build(tmp_path / "he.toml", [tmp_path])
    assert data == {"endings": {}, "determiners": {}, "lemmas": {"שמש": "f"}, "names": []}


# --- what a recipe adds to dictionaries ---


def test_infinitives_are_neuter_nouns_unless_a_dictionary_knows_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "trip {n} :: Reisen {f}\ngrasp {v} :: greifen, zu fassen /x/\ntravel {v} :: reisen\n"
    (tmp_path / "en-de-list.txt").write_text(text, "utf-8")
    assert list(infinitives(tmp_path / "en-de-list.txt")) == ["greifen", "reisen"]
    (tmp_path / "de.toml").write_text(
        'dictionaries = ["en-de-list.txt"]\ninfinitives = "en-de-list.txt"\n'
        'sources = ["a grammar"]\nhyphen = "-"\nbare = ["ein"]\n',
        "utf-8",
    )
    seen: dict[str, str] = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    data = recipes.build(tmp_path / "de.toml", [tmp_path])
    assert seen == {"reisen": "f", "greifen": "n"}
    assert data == {"endings": {}, "determiners": {}, "bare": ["ein"], "hyphen": "-"}


def test_a_sure_ending_corrects_a_dictionary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en-cs-list.txt").write_text("age {n} :: starost {n}\nbridge {n} :: most {m}\n")
    (tmp_path / "cs.toml").write_text(
        'dictionaries = ["en-cs-list.txt"]\nsources = ["a grammar"]\n[sure]\nrost = "f"\n',
        "utf-8",
    )
    seen: dict[str, str] = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    recipes.build(tmp_path / "cs.toml", [tmp_path])
    assert seen == {"starost": "f", "most": "m"}


LETTERS = "bcdfghklmnprstwz"
ENTRIES = (
    ("Haus", "Substantiv"),
    ("Tür", "Substantiv"),
    ("Haustür", "Substantiv"),
    ("Koch", "Substantiv"),
    ("Koch", "Substantiv,Nachname"),
    ("Ulm", "Substantiv,Toponym"),
    ("Rotes Meer", "Substantiv,Wortverbindung"),
    *((f"Me{letter}tung", "Substantiv") for letter in LETTERS[:SEEN]),
)


@pytest.fixture
def common(tmp_path: Path) -> dict[str, list[str]]:
    path = tmp_path / "nouns.csv"
    lines = (f'{lemma},"{kind}"' for lemma, kind in ENTRIES)
    path.write_text("\n".join(("lemma,pos", *lines)) + "\n", encoding="utf-8")
    return common_nouns(path)


def test_names_are_left_out_even_if_they_are_nouns_as_well(common: dict[str, list[str]]) -> None:
    assert {"koch", "ulm"}.isdisjoint(common["nouns"])


def test_compounds_are_left_to_their_last_part(common: dict[str, list[str]]) -> None:
    assert common["nouns"] == ["haus", "tür"]


def test_an_ending_that_many_nouns_and_no_name_have_stands_for_them(
    common: dict[str, list[str]],
) -> None:
    assert common["noun_endings"] == ["ung"]


def test_a_table_without_kinds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nouns.csv"
    path.write_text("lemma\nHaus\n", encoding="utf-8")
    with pytest.raises(InputError, match="pos"):
        common_nouns(path)


LINES = """teacher {n} (person who teaches) :: Lehrer {m}, Lehrerin {f}, Lehrkraft {f}
lion {n} (animal) :: Löwe {m}, Löwin {f}
basket {n} (container) :: Korb {m}, Körbe {f}
guest {n} (one who visits) :: Gast {m} {f}, Besucher {m} /bəˈzuːxɐ/, Besucherin {f} [female]
Mary {prop} (female given name) :: Maria {f}
Robin {prop} (male given name) :: Robin
to teach {v} (to pass on knowledge) :: lehren
"""


@pytest.fixture
def dictionary(tmp_path):
    (tmp_path / "en-de-enwiktionary.txt").write_text(LINES, encoding="utf-8")
    return {"de": read_entries(tmp_path, "de")}


def test_only_nouns_and_names_are_read(dictionary):
    heads = [entry.head for entry in dictionary["de"]]
    assert heads == ["teacher", "lion", "basket", "guest", "Mary", "Robin"]


def test_a_sense_with_a_pair_names_a_person_unless_it_is_an_animal(dictionary):
    assert {head for head, _ in persons(dictionary)} == {"teacher", "guest"}


def test_nouns_come_in_pairs_and_others(dictionary):
    nouns = person_nouns(dictionary["de"], persons(dictionary), "de")
    assert nouns.pairs == {"Lehrer": "Lehrerin", "Besucher": "Besucherin"}
    assert nouns.common == {"Gast"}
    assert nouns.others == {"Lehrkraft"}


@pytest.mark.parametrize(
    ("code", "words", "found"),
    [
        ("de", [("Arzt", "m"), ("Ärztin", "f")], [("Arzt", "Ärztin")]),
        ("fr", [("acteur", "m"), ("actrice", "f")], [("acteur", "actrice")]),
        ("fr", [("cerveau", "m"), ("cervelle", "f")], []),
        ("ru", [("учитель", "m"), ("учительница", "f")], [("учитель", "учительница")]),
        ("cs", [("herec", "m"), ("herečka", "f")], [("herec", "herečka")]),
        ("cs", [("dělník", "m"), ("dělnice", "f")], [("dělník", "dělnice")]),
        ("pl", [("morderca", "m"), ("morderczyni", "f")], [("morderca", "morderczyni")]),
    ],
    ids=["umlaut", "another ending", "no derivation", "Russian", "č", "Czech", "Polish"],
)
def test_a_pair_is_derived_as_the_language_does_it(code, words, found):
    assert list(pairs(words, code)) == found


def test_a_name_that_the_census_has_for_both_is_left_out(dictionary, tmp_path):
    (tmp_path / "dist.male.first").write_text("ROBIN 0.046 46.0 200\nTOM 0.2 50.0 90\n", "ascii")
    (tmp_path / "dist.female.first").write_text("ROBIN 0.208 40.0 90\n", "ascii")
    names = given_names(dictionary, tmp_path)
    assert names == {"masculine": {"tom"}, "feminine": {"mary"}}


def test_swedish_nouns_are_said_of_women_and_men(tmp_path):
    lines = "teacher {n} (person who teaches) :: lärare {c}, lärarinna {f}\n"
    (tmp_path / "en-sv.txt").write_text(lines, encoding="utf-8")
    senses = frozenset({("teacher", "person who teaches")})
    nouns = person_nouns(read_entries(tmp_path, "sv"), senses, "sv")
    assert (nouns.pairs, nouns.common, nouns.others) == ({}, {"lärare"}, {"lärarinna"})
