"""How treebank sentences become training lines."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import spacy

from discotag.plugin.training import EmbeddedAnalyzer, lexicon
from discotag.plugins.analyzers.conllu import Word, parse_conllu
from discotag_train.pipelines.addressed import (
    Line,
    bare,
    capitalised,
    joined,
    stopped,
    unstopped,
    varied,
)
from discotag_train.pipelines.corpus import with_capital_names
from discotag_train.pipelines.finish import evaluate
from discotag_train.pipelines.harmonise import Harmoniser
from discotag_train.pipelines.recipes import load_recipe
from discotag_train.pipelines.second_person import (
    TU,
    VOUS,
    _tu,
    _vous,
    addressed,
    command,
    from_third,
    question,
    second_person,
)
from discotag_train.pipelines.surface import Gold, project, text_and_spans

CONTRACTIONS = {"de le": "du", "de les": "des"}
JE = "Emph=No|Number=Sing|Person=1|PronType=Prs"
PRESENT = "Mood=Ind|Number=Sing|Person=1|Tense=Pres|VerbForm=Fin"
MON = "Gender=Masc|Number=Sing|Number[psor]=Sing|Person[psor]=1|Poss=Yes|PronType=Prs"


def word(
    form: str, head: int | None, *, lemma: str = "", upos: str = "X", feats: str = "_"
) -> Word:
    return Word(form, lemma or form, upos, None, feats, head, "dep")


def text(line: Line) -> str:
    pairs = zip(line.words, line.spaces, strict=True)
    return "".join(form + " " * space for form, space in pairs).strip()


def line(*rows: tuple[str, str, str, str, int, str], glued: frozenset[int] = frozenset()) -> Line:
    return Line(
        tuple(row[0] for row in rows),
        tuple(j not in glued for j in range(len(rows))),
        tuple(Gold(upos, lemma, feats, head, rel) for _, lemma, upos, feats, head, rel in rows),
    )


def parle() -> Line:
    return line(
        ("Je", "moi", "PRON", JE, 1, "nsubj"),
        ("parle", "parler", "VERB", PRESENT, -1, "root"),
        ("de", "de", "ADP", "_", 4, "case"),
        ("mon", "son", "DET", MON, 4, "det"),
        ("frère", "frère", "NOUN", "Gender=Masc|Number=Sing", 1, "obl"),
        (".", ".", "PUNCT", "_", 1, "punct"),
        glued=frozenset({4}),
    )


# --- projection ---


def test_words_that_match_a_token_are_copied() -> None:
    words = [word("a", 1, upos="DET"), word("b", -1, upos="NOUN")]
    gold = project(words, [(0, 1), (2, 3)], [(0, 1), (2, 3)])
    assert gold is not None
    assert [(g.upos, g.head) for g in gold] == [("DET", 1), ("NOUN", -1)]


def test_a_token_over_two_words_takes_the_head_and_the_other_s_features() -> None:
    words = [
        word("de", 2, upos="ADP"),
        word("le", 2, upos="DET", feats="Definite=Def"),
        word("chat", -1, upos="NOUN"),
    ]
    gold = project(words, [(0, 2), (0, 2), (3, 7)], [(0, 2), (3, 7)])
    assert gold is not None
    assert (gold[0].upos, gold[0].lemma, gold[0].feats, gold[0].head) == (
        "ADP",
        "de",
        "Definite=Def",
        1,
    )


def test_pieces_of_one_word_hang_on_the_longest() -> None:
    gold = project(
        [word("e-mail", -1, upos="NOUN")], [(0, 6)], [(0, 1), (1, 2), (2, 6)], ["e", "-", "mail"]
    )
    assert gold is not None
    assert [(g.upos, g.deprel, g.head) for g in gold] == [
        ("X", "goeswith", 2),
        ("PUNCT", "punct", 2),
        ("NOUN", "dep", -1),
    ]


def test_a_sentence_without_heads_stays_without() -> None:
    gold = project([word("a", None), word("b", None)], [(0, 1), (2, 3)], [(0, 1), (2, 3)])
    assert gold is not None
    assert all(g.head is None for g in gold)


# --- surface ---


def sentence(*rows: str, comments: str = "") -> str:
    cells = [
        f"{j}\t{form}\t_\t{upos}\t_\t_\t_\t_\t_\t_"
        for j, (form, upos) in enumerate(map(str.split, rows), 1)
    ]
    return comments + "\n".join(cells) + "\n\n"


@pytest.mark.parametrize(
    ("comments", "expected"),
    [
        ("# text = L'ami du roi des gens.\n", "L'ami du roi des gens."),
        ("# text_tokens = x\n", "L'ami du roi des gens."),
    ],
    ids=["with text", "without text"],
)
def test_contractions_without_range_lines_are_found(comments: str, expected: str) -> None:
    rows = [
        "L' DET",
        "ami NOUN",
        "de ADP",
        "le DET",
        "roi NOUN",
        "de ADP",
        "les DET",
        "gens NOUN",
        ". PUNCT",
    ]
    (parsed,) = parse_conllu(sentence(*rows, comments=comments).splitlines(), "file")
    placed = text_and_spans(parsed, CONTRACTIONS)
    assert placed is not None
    found, spans = placed
    assert found == expected
    assert [found[a:b] for a, b in spans[2:5]] == ["du", "du", "roi"]


def test_words_that_make_up_their_unit_have_their_own_spans() -> None:
    rows = (
        "# text = don't\n1-2\tdon't"
        + "\t_" * 8
        + "\n1\tdo"
        + "\t_" * 8
        + "\n2\tn't"
        + "\t_" * 8
        + "\n"
    )
    (parsed,) = parse_conllu(rows.splitlines(), "file")
    assert text_and_spans(parsed, {}) == ("don't", [(0, 2), (2, 5)])


def test_words_joined_by_hyphens_have_their_own_spans() -> None:
    rows = ["# text = disse-lhe", "1-2\tdisse-lhe", "1\tdisse", "2\tlhe"]
    lines = [rows[0], *(row + "\t_" * 8 for row in rows[1:])]
    (parsed,) = parse_conllu(lines, "file")
    assert text_and_spans(parsed, {}) == ("disse-lhe", [(0, 5), (5, 9)])


# --- harmonising ---


def test_the_reference_s_analysis_of_a_closed_word_wins() -> None:
    reference = "1\tje\tmoi\tPRON\t_\tEmph=No|Person=1\t0\troot\t_\t_\n"
    harmoniser = Harmoniser(parse_conllu(reference.splitlines(), "r"), ["Case"])
    (mine,) = harmoniser.foreign(
        [word("Je", -1, lemma="je", upos="PRON", feats="Case=Nom|Person=1")]
    )
    assert (mine.lemma, mine.feats) == ("moi", "Emph=No|Person=1")


def test_a_contradiction_keeps_the_foreign_analysis() -> None:
    reference = "1\tle\tle\tDET\t_\tGender=Masc|Number=Sing\t0\troot\t_\t_\n"
    harmoniser = Harmoniser(parse_conllu(reference.splitlines(), "r"), [])
    (mine,) = harmoniser.foreign([word("le", -1, upos="DET", feats="Gender=Fem")])
    assert mine.feats == "Gender=Fem"


# --- variants ---


def test_two_sentences_are_joined_by_parataxis() -> None:
    both = joined(parle(), parle())
    assert both.gold[7].head == 1
    assert both.gold[7].deprel == "parataxis"
    assert both.gold[6].head == 7
    assert text(both) == "Je parle de mon frère. Je parle de mon frère."


def test_punctuation_is_taken_away_and_added() -> None:
    assert text(unstopped(parle())) == "Je parle de mon frère"
    assert text(bare(parle())) == "Je parle de mon frère"
    assert text(stopped(unstopped(parle()))) == "Je parle de mon frère."
    lower = line(("oui", "oui", "INTJ", "_", -1, "root"))
    assert text(stopped(capitalised(lower))) == "Oui."


def test_variation_is_seeded_and_loses_nothing() -> None:
    lines = [parle()] * 50
    first = list(varied(lines, random.Random(1), spoken=True))
    assert first == list(varied(lines, random.Random(1), spoken=True))
    assert sum(sum(form == "parle" for form in one.words) for one in first) == 50


# --- second person ---


def test_a_sentence_is_said_again_to_tu_and_vous() -> None:
    tu = addressed(parle(), TU, _tu, "toi", "Sing")
    vous = addressed(parle(), VOUS, _vous, "vous", "Plur")
    assert tu is not None
    assert vous is not None
    assert text(tu) == "Tu parles de ton frère."
    assert text(vous) == "Vous parlez de votre frère."
    assert "Person=2" in tu.gold[1].feats
    assert "Number=Plur" in vous.gold[1].feats


def test_a_statement_becomes_a_question_and_a_command() -> None:
    tu = addressed(parle(), TU, _tu, "toi", "Sing")
    assert tu is not None
    asked, ordered = question(tu), command(tu)
    assert asked is not None
    assert ordered is not None
    assert text(asked) == "Parles-tu de ton frère?"
    assert text(ordered) == "Parle de ton frère."
    assert "Mood=Imp" in ordered.gold[0].feats
    assert ordered.gold[0].head == -1


def test_a_command_puts_its_clitic_behind() -> None:
    me = ("me", "moi", "PRON", JE, 2, "iobj")
    said = line(
        ("Tu", "toi", "PRON", JE.replace("1", "2"), 2, "nsubj"),
        me,
        ("donnes", "donner", "VERB", PRESENT.replace("=1", "=2"), -1, "root"),
        ("ça", "ça", "PRON", "_", 2, "obj"),
    )
    ordered = command(said)
    assert ordered is not None
    assert text(ordered) == "Donne-moi ça"


def test_a_third_person_is_addressed() -> None:
    said = line(
        ("Elle", "lui", "PRON", "Person=3", 1, "nsubj"),
        ("dort", "dormir", "VERB", PRESENT.replace("=1", "=3"), -1, "root"),
    )
    told = from_third(said)
    assert told is not None
    assert text(told) == "Tu dors"


def test_the_seed_decides_what_is_added() -> None:
    lines = [parle()] * 20
    first = list(second_person(lines, random.Random(3)))
    assert first == list(second_person(lines, random.Random(3)))
    assert len(first) > 20


RECIPES = Path(__file__).parents[3] / "training" / "pipelines"


@pytest.mark.parametrize("language", sorted(path.stem for path in RECIPES.glob("??.toml")))
def test_recipes_are_complete(language: str) -> None:
    recipe = load_recipe(RECIPES / f"{language}.toml")
    assert recipe.language == language
    assert len(recipe.network.attrs) == len(recipe.network.rows)
    assert sum(bank.reference for bank in recipe.treebanks) == 1
    trained = {
        f"{b.prefix}-ud-{split}" for b in recipe.treebanks for split in (*b.train, *b.fallback)
    }
    assert not trained & set(recipe.tests)


def test_a_name_s_lemma_gets_the_capital_of_its_form() -> None:
    rows = ["1\tМоскве\tмосква\tPROPN" + "\t_" * 6, "2\tМы\tмы\tPRON" + "\t_" * 6]
    (small,) = parse_conllu(rows, "file")
    assert [word.lemma for word in with_capital_names(small).words] == ["Москва", "мы"]


def test_a_pipeline_without_trees_is_measured_without_them(tmp_path: Path):
    rows = ["1\tHej\thej\tINTJ\t_\t_\t0\troot\t_\t_", "2\tdu\tdu\tPRON\t_\t_\t1\tdep\t_\t_"]
    path = tmp_path / "xx-ud-dev.conllu"
    path.write_text("# text = Hej du\n" + "\n".join(rows) + "\n\n", "utf-8")
    nlp = spacy.blank("sv")
    data = {"lemmas": {}, "verbs": [], "endings": {}}
    closed = {"hej": ["INTJ", "hej"], "du": ["PRON", "du"]}
    nlp.add_pipe(lexicon.FACTORY).fill({**data, "closed": closed})
    found = evaluate(EmbeddedAnalyzer(nlp), path)
    assert (found["UPOS"], found["lemma"]) == (100, 100)
    assert "UAS" not in found
