"""The embedded analyzer: text, conversion, tokenizer, rules, and the shipped pipelines."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

from discotag.core.errors import InputError
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.embedded.affixes import affix_hash_embed, shape
from discotag.plugins.embedded.agreement import Agreement
from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer
from discotag.plugins.embedded.conversion import analyze_with, doc_to_tokens
from discotag.plugins.embedded.french import french_tokenizer
from discotag.plugins.embedded.lexicon import LexiconLemmatizer
from discotag.plugins.embedded.text import WINDOW, Readable, readable, windows

ODD_LINES = {
    "NUL": "one\0two three",
    "zero width": "\u200bHello\u200b, you\ufeff.",
    "bidi": "\u202eHello\u202c world",
    "emoji": "Yes 👩‍👩‍👧‍👦😀 !",
    "tabs and spaces": "\tHello   world \u00a0!\r",
    "ideographic space": "元気\u3000です",
    "surrogate": "odd \ud800 thing",
    "combining": "e\u0301te\u0301",
    "right to left": "שלום עולם",
    "punctuation only": "... !!! ---",
    "one letter": "x",
    "control only": "\x01\x02\u200b",
}


def pack(code: str, package: str) -> LanguagePack:
    return LanguagePack(schema_version=1, code=code, name=code, package=package)


def analyzer(code: str) -> EmbeddedAnalyzer:
    package = f"discotag_lang_{code}"
    pytest.importorskip(package)
    if code == "ja":
        pytest.importorskip("sudachipy")
    if not Path(str(files(package)), "pipeline", "config.cfg").is_file():
        pytest.skip(f"{package} has no pipeline here")
    mine = pack(code, package)
    return EmbeddedAnalyzer.create(Context("embedded", source=mine, target=mine, side="target"))


@pytest.fixture(scope="module", params=["en", "fr", "ja"])
def any_analyzer(request: pytest.FixtureRequest) -> EmbeddedAnalyzer:
    return analyzer(request.param)


@pytest.fixture(scope="module")
def french() -> EmbeddedAnalyzer:
    return analyzer("fr")


def french_forms(text: str) -> list[str]:
    nlp = spacy.blank("xx")
    nlp.tokenizer = french_tokenizer()(nlp)
    return [token.text for token in nlp(text)]


# --- text ---


def test_a_clean_line_is_left_alone() -> None:
    assert readable("A clean line, d'accord.") == Readable("A clean line, d'accord.")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a\u200bb", "ab"),
        ("\ufeffa", "a"),
        ("a\u00a0 \tb", "a b"),
        (" a ", "a"),
        ("a\0b", "a b"),
        ("\ud800", "\ufffd"),
        (" \u200b\t", ""),
        ("👩‍👧", "👩‍👧"),
    ],
)
def test_what_a_pipeline_cannot_use_is_left_out(line: str, text: str) -> None:
    assert readable(line).text == text


def test_offsets_of_a_cleaned_line_point_into_the_line() -> None:
    line = "  vo\u200bus \u00a0 êtes"
    clean = readable(line)
    assert clean.text == "vous êtes"
    start, end = clean.span(0, 4)
    assert line[start:end] == "vo\u200bus"
    start, end = clean.span(5, 9)
    assert line[start:end] == "êtes"


@pytest.mark.parametrize(
    "text", ["word " * 3000, "x" * 10_000, "あ。" * 5000, "short", ""], ids=str.__len__
)
def test_windows_cover_the_text_and_keep_their_size(text: str) -> None:
    pieces = list(windows(text))
    assert "".join(piece for _, piece in pieces) == text
    assert all(len(piece) <= WINDOW and text.startswith(piece, start) for start, piece in pieces)


def test_windows_end_at_a_sentence_or_a_space() -> None:
    text = "Some words. " * 10
    assert next(piece for _, piece in windows(text, size=30)) == "Some words. Some words. "


# --- conversion ---


def test_space_tokens_are_dropped_and_their_dependents_hung_higher() -> None:
    nlp = spacy.blank("xx")
    doc = Doc(
        nlp.vocab,
        words=["Go", "  ", "now"],
        spaces=[False, False, False],
        heads=[0, 0, 1],
        deps=["ROOT", "dep", "advmod"],
        pos=["VERB", "SPACE", "ADV"],
        lemmas=["go", " ", "now"],
    )
    tokens = doc_to_tokens("Go  now", Readable("Go  now"), [(0, doc)])
    assert tokens.forms == ("Go", "now")
    assert tokens.starts == (0, 4)
    assert tokens.heads == (-1, 0)
    assert tokens.deprels == ("root", "advmod")


def test_layers_a_pipeline_does_not_give_are_absent() -> None:
    (tokens,) = analyze_with(spacy.blank("xx"), ["Just words."])
    assert tokens.forms == ("Just", "words", ".")
    assert tokens.heads is tokens.lemmas is tokens.upos is tokens.xpos is None


def test_each_window_of_a_long_line_keeps_its_root(french: EmbeddedAnalyzer) -> None:
    text = "Elle dort bien. " * 600
    (tokens,) = french.analyze([text])
    assert tokens.heads is not None
    assert tokens.heads.count(-1) == len(list(windows(text.strip())))
    assert all(
        text[s:e] == f for s, e, f in zip(tokens.starts, tokens.ends, tokens.forms, strict=True)
    )


# --- features ---


@pytest.mark.parametrize(
    ("word", "outline"),
    [("Vous", "Xxxx"), ("l’", "x’"), ("2026", "ddd"), ("UNESCO", "XXX"), ("", "")],
)
def test_shape_shortens_runs(word: str, outline: str) -> None:
    assert shape(word) == outline


@pytest.mark.parametrize("attr", ["p0", "suffix", "x3", "p"])
def test_an_unknown_feature_is_refused(attr: str) -> None:
    with pytest.raises(ValueError, match="unknown feature"):
        affix_hash_embed(8, [attr], [10])


def test_affix_features_do_not_depend_on_the_batch() -> None:
    nlp = spacy.blank("xx")
    model = affix_hash_embed(8, ["norm", "p3", "s2", "shape"], [50, 50, 50, 50])
    docs = [nlp("Tu viens ?"), nlp("Vous venez."), nlp("")]
    model.initialize()
    together = model.predict(docs)
    for doc, rows in zip(docs, together, strict=True):
        assert rows.shape == (len(doc), 8)
        assert model.predict([doc])[0] == pytest.approx(rows, abs=1e-5)


# --- French ---


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Où va-t-il ?", "Où va -t-il ?"),
        ("Donne-moi ça.", "Donne -moi ça ."),
        ("dis-le-moi", "dis -le -moi"),
        ("Donne-m’en !", "Donne -m’ en !"),
        ("Allez-vous-en !", "Allez -vous -en !"),
        ("Qu'est-ce que c’est ?", "Qu' est -ce que c’ est ?"),
        ("J’t’aime", "J’ t’ aime"),
        ("quelqu’un d'autre aujourd'hui", "quelqu’un d' autre aujourd'hui"),
        ("celui-là, ce jour-là", "celui-là , ce jour -là"),
        ("c'est-à-dire, peut-être", "c'est-à-dire , peut-être"),
        ("lorsqu’il parle du prix des pommes", "lorsqu’ il parle du prix des pommes"),
        ("«Oui», dit M. Roux.", "« Oui » , dit M. Roux ."),
        ("12,5 % ou 10€", "12,5 % ou 10 €"),
        ("Vas-y, rendez-vous là-bas...", "Vas -y , rendez-vous là-bas ..."),
    ],
)
def test_french_words_end_where_universal_dependencies_end_them(text: str, forms: str) -> None:
    assert french_forms(text) == forms.split()


def test_contractions_stay_whole_with_the_article_s_features(french: EmbeddedAnalyzer) -> None:
    (tokens,) = french.analyze(["Elle parle du chat."])
    word = tokens[2]
    assert (word.form, word.upos, word.feats.get("Definite")) == ("du", "ADP", "Def")


IND, IMP, CND, SUB = "Ind", "Imp", "Cnd", "Sub"
DIALOGUE = [
    ("Tu viens avec nous ce soir ?", "viens", IND, "2", "Sing"),
    ("Viens ici tout de suite !", "Viens", IMP, "2", "Sing"),
    ("Vous êtes sûr de vouloir partir ?", "êtes", IND, "2", "Plur"),
    ("Donne-moi ton téléphone.", "Donne", IMP, "2", "Sing"),
    ("Où vas-tu ?", "vas", IND, "2", "Sing"),
    ("Pourquoi tu ne réponds pas ?", "réponds", IND, "2", "Sing"),
    ("Asseyez-vous, je vous en prie.", "Asseyez", IMP, "2", "Plur"),
    ("Asseyez-vous, je vous en prie.", "prie", IND, "1", "Sing"),
    ("Ne t'inquiète pas, tout ira bien.", "inquiète", IMP, "2", "Sing"),
    ("Tu as mangé ?", "as", IND, "2", "Sing"),
    ("T'as vu Marc hier ?", "as", IND, "2", "Sing"),
    ("Avez-vous reçu mon message ?", "Avez", IND, "2", "Plur"),
    ("Dis-lui que j'arrive.", "Dis", IMP, "2", "Sing"),
    ("Dis-lui que j’arrive.", "arrive", IND, "1", "Sing"),
    ("Regarde ça !", "Regarde", IMP, "2", "Sing"),
    ("Ne bougez pas.", "bougez", IMP, "2", "Plur"),
    ("Qu'est-ce que tu fais ?", "fais", IND, "2", "Sing"),
    ("Tu pourrais m'aider ?", "pourrais", CND, "2", "Sing"),
    ("Vous aviez promis de venir.", "aviez", IND, "2", "Plur"),
    ("Attends-moi !", "Attends", IMP, "2", "Sing"),
    ("Veux-tu un café ?", "Veux", IND, "2", "Sing"),
    ("Tais-toi.", "Tais", IMP, "2", "Sing"),
    ("Si tu savais...", "savais", IND, "2", "Sing"),
    ("Appelle ta mère.", "Appelle", IMP, "2", "Sing"),
    ("Tu dormiras chez moi.", "dormiras", IND, "2", "Sing"),
    ("Il faut que tu partes.", "partes", SUB, "2", "Sing"),
    ("Va-t'en !", "Va", IMP, "2", "Sing"),
    ("Soyez prudents sur la route.", "Soyez", IMP, "2", "Plur"),
    ("Tu penses à quoi ?", "penses", IND, "2", "Sing"),
    ("Je t'aime.", "aime", IND, "1", "Sing"),
    ("Prends le tien et laisse le mien.", "laisse", IMP, "2", "Sing"),
    ("On y va ?", "va", IND, "3", "Sing"),
    ("Vous désirez autre chose, Madame ?", "désirez", IND, "2", "Plur"),
    ("Pouvez-vous répéter, s'il vous plaît ?", "Pouvez", IND, "2", "Plur"),
    ("Je te l'avais bien dit.", "avais", IND, "1", "Sing"),
    ("Il vous attend depuis une heure.", "attend", IND, "3", "Sing"),
    ("Tu nous manques.", "manques", IND, "2", "Sing"),
    ("Nous partirons quand vous serez prêts.", "serez", IND, "2", "Plur"),
    ("Nous partirons quand vous serez prêts.", "partirons", IND, "1", "Plur"),
    ("Allons au cinéma !", "Allons", IMP, "1", "Plur"),
    ("Écoute, je n'ai pas le temps.", "Écoute", IMP, "2", "Sing"),
    ("Elle ne viendra pas, crois-moi.", "crois", IMP, "2", "Sing"),
    ("As-tu fini ?", "As", IND, "2", "Sing"),
    ("Ferme la porte, s'il te plaît.", "Ferme", IMP, "2", "Sing"),
    ("Tu devrais lui parler.", "devrais", CND, "2", "Sing"),
    ("Est-ce que vous habitez ici ?", "habitez", IND, "2", "Plur"),
    ("T'inquiète, je m'en occupe.", "occupe", IND, "1", "Sing"),
    ("Vous me l'auriez dit, n'est-ce pas ?", "auriez", CND, "2", "Plur"),
    ("Ne me parlez plus jamais comme ça.", "parlez", IMP, "2", "Plur"),
    ("Asseyez-vous. Vous voulez un thé ?", "Asseyez", IMP, "2", "Plur"),
    ("Asseyez-vous. Vous voulez un thé ?", "voulez", IND, "2", "Plur"),
    ("Quand est-ce que tu rentres à la maison ?", "rentres", IND, "2", "Sing"),
]
LEMMAS = [
    ("Vous aviez promis.", "aviez", "avoir"),
    ("Tu dormiras ici.", "dormiras", "dormir"),
    ("Nous prenons le train.", "prenons", "prendre"),
    ("Veux-tu venir ?", "Veux", "vouloir"),
    ("Tu crois ?", "crois", "croire"),
    ("Que faites-vous ?", "faites", "faire"),
]


@pytest.mark.parametrize("case", DIALOGUE, ids=lambda case: f"{case[1]} in {case[0]}")
def test_french_dialogue_verbs_have_their_person(
    french: EmbeddedAnalyzer, case: tuple[str, str, str, str, str]
) -> None:
    line, form, *expected = case
    (tokens,) = french.analyze([line])
    word = tokens[tokens.forms.index(form)]
    assert word.upos in {"VERB", "AUX"}
    assert [word.feats.get(name) for name in ("Mood", "Person", "Number")] == expected


@pytest.mark.parametrize(("line", "form", "lemma"), LEMMAS)
def test_french_verbs_have_their_lemma(
    french: EmbeddedAnalyzer, line: str, form: str, lemma: str
) -> None:
    (tokens,) = french.analyze([line])
    assert tokens[tokens.forms.index(form)].lemma == lemma


def verb_doc(words: str, feats: str) -> Doc:
    forms = words.split()
    verb = forms.index("viens")
    return Doc(
        spacy.blank("xx").vocab,
        words=forms,
        pos=["VERB" if j == verb else "PRON" for j in range(len(forms))],
        morphs=[feats if j == verb else "" for j in range(len(forms))],
        heads=[verb] * len(forms),
        deps=["ROOT" if j == verb else "expl" for j in range(len(forms))],
    )


FIN = "Mood=Ind|Number=Sing|Person=1|Tense=Pres|VerbForm=Fin"


@pytest.mark.parametrize(
    ("words", "person", "mood"),
    [
        ("tu viens", "2", "Ind"),
        ("tu n' y viens", "2", "Ind"),
        ("viens -tu", "2", "Ind"),
        ("viens", "2", "Imp"),
    ],
)
def test_a_verb_agrees_with_the_pronoun_beside_it(words: str, person: str, mood: str) -> None:
    rules = Agreement()
    rules.fill(
        {
            "subjects": {"tu": ["2", "Sing"]},
            "inverted": {"-tu": ["2", "Sing"]},
            "clitics": ["n'", "y"],
        }
    )
    doc = rules(verb_doc(words, FIN))
    verb = doc[words.split().index("viens")]
    assert (verb.morph.get("Person"), verb.morph.get("Mood")) == ([person], [mood])


def test_a_lexicon_guesses_only_real_verbs(tmp_path: Path) -> None:
    lexicon = LexiconLemmatizer()
    lexicon.fill(
        {
            "lemmas": {"NOUN": {"yeux": "œil"}},
            "verbs": ["prendre"],
            "endings": {"ons": ["er", "dre"]},
        }
    )
    lexicon.to_disk(tmp_path / "lexicon")
    again = LexiconLemmatizer().from_disk(tmp_path / "lexicon")
    doc = Doc(
        spacy.blank("xx").vocab,
        words=["Prenons", "Yeux", "Paris"],
        pos=["VERB", "NOUN", "PROPN"],
        lemmas=["Prener", "Yeux", "Paris"],
    )
    assert [token.lemma_ for token in again(doc)] == ["prendre", "œil", "Paris"]


# --- shipped pipelines ---


@pytest.mark.parametrize("line", ODD_LINES.values(), ids=ODD_LINES.keys())
def test_odd_lines_are_analysed_with_right_offsets(
    any_analyzer: EmbeddedAnalyzer, line: str
) -> None:
    (tokens,) = any_analyzer.analyze([line])
    assert tokens.text == line
    assert all(
        line[s:e] == f for s, e, f in zip(tokens.starts, tokens.ends, tokens.forms, strict=True)
    )
    assert all(form.strip() for form in tokens.forms)


def test_a_blank_line_has_no_tokens_and_keeps_its_place(any_analyzer: EmbeddedAnalyzer) -> None:
    first, blank, white, last = any_analyzer.analyze(["A b.", "", " \t", "C."])
    assert (len(blank), len(white)) == (0, 0)
    assert blank.heads == ()
    assert first.forms[0] == "A"
    assert "".join(last.forms) == "C."


def test_a_line_gets_the_same_analysis_alone_and_among_others(
    any_analyzer: EmbeddedAnalyzer,
) -> None:
    lines = ["Yes.", "Vous êtes là ?", "私は学生です。", "I saw her yesterday, and she was fine."]
    together = any_analyzer.analyze(lines)
    assert [any_analyzer.analyze([line])[0] for line in lines] == list(together)


def test_every_line_is_one_tree(any_analyzer: EmbeddedAnalyzer) -> None:
    for tokens in any_analyzer.analyze(
        ["Yes. I do. Come here!", "Oui. Viens !", "はい。行きます。"]
    ):
        assert tokens.heads is not None
        assert tokens.heads.count(-1) == 1


def test_a_line_of_100_000_characters_is_analysed(any_analyzer: EmbeddedAnalyzer) -> None:
    line = ("a" * 49 + " ") * 2000
    (tokens,) = any_analyzer.analyze([line])
    assert tokens.ends[-1] == len(line) - 1


def test_japanese_words_keep_their_inflection() -> None:
    (tokens,) = analyzer("ja").analyze(["私は昨日行きました。"])
    assert tokens.forms == ("私", "は", "昨日", "行き", "まし", "た", "。")
    assert tokens[3].lemma == "行く"
    assert tokens[4].feats["Inflection"] == "助動詞-マス;連用形-一般"


def test_a_pack_without_a_pipeline_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty_pack").mkdir()
    (tmp_path / "empty_pack" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    mine = pack("eo", "empty_pack")
    with pytest.raises(InputError, match="holds no 'pipeline'"):
        EmbeddedAnalyzer.create(Context("embedded", source=mine, target=mine, side="source"))
