"""Outside English the coreference task tells pronouns by analysis and measures on its tokens."""

import json
from argparse import Namespace

import pytest

from benchmarks.tasks import coref
from benchmarks.tasks.coref import measured
from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
from benchmarks.tasks.coref_pronouns import TokenWords, is_noun, kind_of, last_agreeing_noun
from benchmarks.tasks.coref_sets import on_tokens
from discotag.core.document import Cluster, Mention, Side
from discotag.core.errors import UnknownNameError
from discotag.core.tokens import ROOT, Tokens, parse_feats

FEATS = "PronType=Prs|Person=3"


def sentence(*words):
    """Return tokens of (form, lemma, UPOS, FEATS, head from 1, relation, XPOS), spaces between."""
    text, starts, rows = "", [], []
    for word in words:
        form, lemma, upos, feats, head, deprel, *xpos = word
        text += " " if text else ""
        starts.append(len(text))
        text += form
        rows.append((form, lemma, upos, parse_feats(feats), head - 1 if head else ROOT, deprel,
                     xpos[0] if xpos else ""))  # fmt: skip
    forms, lemmas, upos, feats, heads, deprels, tags = zip(*rows, strict=True)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, forms, tuple(starts), ends, lemmas, upos, tags, feats, heads, deprels)


def side_of(language, *sentences):
    return Side(language, tuple(item.text for item in sentences), sentences)


def one(language, lemma, upos, feats="_", xpos=""):
    return kind_of(sentence((lemma, lemma, upos, feats, 0, "nsubj", xpos)), 0, language)


GERMAN = side_of(
    "de",
    sentence(
        ("Die", "der", "DET", "Gender=Fem|Number=Sing|PronType=Art", 2, "det"),
        ("Katze", "Katze", "NOUN", "Gender=Fem|Number=Sing", 3, "nsubj"),
        ("sah", "sehen", "VERB", "_", 0, "root"),
        ("den", "der", "DET", "Gender=Masc|Number=Sing|PronType=Art", 5, "det"),
        ("Hund", "Hund", "NOUN", "Gender=Masc|Number=Sing", 3, "obj"),
    ),
    sentence(
        ("Sie", "sie", "PRON", f"{FEATS}|Gender=Fem|Number=Sing", 2, "nsubj"),
        ("rief", "rufen", "VERB", "_", 0, "root"),
        ("ihre", "ihr", "DET", f"{FEATS}|Poss=Yes|Gender=Neut|Number=Plur", 4, "det:poss"),
        ("Kinder", "Kind", "NOUN", "Gender=Neut|Number=Plur", 2, "obj"),
    ),
)
GOLD = GoldDocument(
    "d",
    Side("de", GERMAN.segments),
    (
        GoldMention(0, 0, 9, "cat"),
        GoldMention(0, 14, 22, "dog"),
        GoldMention(1, 0, 3, "cat"),
        GoldMention(1, 9, 20, "children"),
        GoldMention(1, 9, 13, "cat"),
    ),
)


@pytest.mark.parametrize(
    ("language", "lemma", "upos", "feats", "kind"),
    [
        ("de", "er", "PRON", FEATS, "third"),
        ("de", "sie", "PRON", "PronType=Prs|Person=2|Polite=Form", "speaker"),
        ("es", "él", "PRON", f"{FEATS}|Reflex=Yes", "other"),
        ("es", "su", "DET", f"{FEATS}|Poss=Yes", "third"),
        ("fr", "son", "DET", "PronType=Prs|Person[psor]=3|Poss=Yes", "third"),
        ("fr", "son", "DET", "PronType=Prs|Person[psor]=1|Poss=Yes", "speaker"),
        ("fr", "ce", "PRON", "PronType=Dem|Person=3", "other"),
        ("fr", "soi", "PRON", FEATS, "other"),
        ("it", "suo", "DET", "PronType=Prs|Poss=Yes", "third"),
        ("ru", "она", "PRON", "Person=3", "third"),
        ("ru", "его", "DET", "_", "third"),
        ("ru", "свой", "DET", "_", "other"),
        ("ru", "дом", "NOUN", "_", None),
        ("ja", "彼女", "PRON", "_", "third"),
        ("ja", "これ", "PRON", "_", "other"),
        ("ja", "私", "PRON", "_", "speaker"),
    ],
)
def test_what_a_pronoun_is_is_told_by_features_and_lemmas(language, lemma, upos, feats, kind):
    assert one(language, lemma, upos, feats) == kind


@pytest.mark.parametrize(
    ("lemma", "xpos", "kind"),
    [
        ("그+는", "NP+JX", "third"),
        ("그+들+의", "NP+XSN+JKG", "third"),
        ("이+는", "NP+JX", "other"),
        ("나+는", "NP+JX", "speaker"),
        ("그", "MM", None),
        ("책+을", "NNG+JKO", None),
    ],
)
def test_a_korean_pronoun_is_the_beginning_of_its_word(lemma, xpos, kind):
    assert one("ko", lemma, "ADV", xpos=xpos) == kind


def test_a_korean_noun_is_one_whatever_its_upos():
    tokens = sentence(("서울에서", "서울+에서", "ADV", "_", 0, "obl", "NNP+JKB"))
    assert is_noun(tokens, 0, "ko")
    assert not is_noun(tokens, 0, "de")


def test_gold_mentions_are_widened_to_tokens():
    noun = ("민수가", "민수+가", "NOUN", "_", 2, "nsubj", "NNP+JKS")
    side = side_of("ko", sentence(noun, ("왔다", "오+았+다", "VERB", "_", 0, "root", "VV+EP+EF")))
    gold = GoldDocument("d", Side("ko", side.segments), (GoldMention(0, 0, 2, "a"),))
    (mention,) = on_tokens(gold, side).mentions
    assert (mention.start, mention.end, mention.head) == (0, 3, 0)


def test_a_gold_head_moves_to_the_token_that_holds_it():
    side = side_of("es", sentence(("verlo", "ver", "VERB", "_", 0, "root")))
    gold = GoldDocument("d", Side("es", side.segments), (GoldMention(0, 3, 5, "a", head=3),))
    (mention,) = on_tokens(gold, side).mentions
    assert (mention.start, mention.end, mention.head) == (0, 5, 0)
    assert TokenWords(side).is_pronoun(mention)  # a verb is no noun phrase


def linked(side):
    """Return the words of each cluster of the baseline."""
    return [
        [" ".join(side[m.segment].forms[m.start : m.end]) for m in cluster.mentions]
        for cluster in last_agreeing_noun(side)
    ]


def test_the_last_noun_that_agrees_is_the_antecedent():
    assert ["Die Katze", "Sie"] in linked(GERMAN)


def test_a_possessive_agrees_by_its_owner_not_by_its_noun():
    owned = f"{FEATS}|Poss=Yes|Gender=Masc|Gender[psor]=Fem"
    side = side_of(
        "de",
        GERMAN[0],
        sentence(
            ("Ihr", "ihr", "DET", owned, 2, "det:poss"),
            ("Sohn", "Sohn", "NOUN", "Gender=Masc|Number=Sing", 0, "root"),
        ),
    )
    assert linked(side) == [["Die Katze", "Ihr"]]
    assert ["den Hund", "ihre"] in linked(GERMAN)  # nothing tells of the owner: the last noun


def test_an_expletive_has_no_antecedent():
    verb = ("regnet", "regnen", "VERB", "_", 0, "root")
    said = sentence(("es", "es", "PRON", FEATS, 2, "expl"), verb)
    meant = sentence(("es", "es", "PRON", FEATS, 2, "nsubj"), verb)
    assert linked(side_of("de", GERMAN[0], said)) == []
    assert linked(side_of("de", GERMAN[0], meant)) == [["den Hund", "es"]]


def test_pronouns_are_measured_by_distance_without_classes():
    pytest.importorskip("scipy")
    data = measured([(GOLD, GERMAN)], last_agreeing_noun, coref.ROWS_OF_ALL)
    assert list(data["pronouns"]) == ["all", "back 0", "back 1", "back 2", "back 3+", "ahead"]
    whole = data["pronouns"]["all"]
    assert (whole["gold"], whole["resolved"]) == (2, 2)
    assert whole["P noun"] == 0.5


SPANISH = side_of(
    "es",
    sentence(("Ana", "Ana", "PROPN", "_", 2, "nsubj"), ("llega", "llegar", "VERB", "_", 0, "root")),
    sentence(("Duerme", "dormir", "VERB", "_", 0, "root"), ("ya", "ya", "ADV", "_", 1, "advmod")),
)
DROPPING = GoldDocument(
    "d",
    SPANISH,
    (GoldMention(0, 0, 3, "e1", head=0, deprel="nsubj"),),
    zeros=(GoldMention(1, 0, 6, "e1", head=0, deprel="nsubj"),),
)


@pytest.mark.parametrize(
    ("clusters", "wanted"),
    [
        ([(Mention(0, 0, 1, 0, "name"), Mention(1, 0, 1, 0, "pronoun"))], (1, 1, 1.0)),
        ([(Mention(0, 0, 1, 0, "name"), Mention(0, 1, 2, 1, "pronoun"))], (1, 1, 0.0)),
        ([], (1, 0, None)),
    ],
    ids=["right", "another verb", "none"],
)
def test_dropped_subjects_have_a_row_of_their_own_and_are_in_no_other(clusters, wanted):
    pytest.importorskip("scipy")
    found = [Cluster(one) for one in clusters]
    data = measured([(DROPPING, SPANISH)], lambda _: found, coref.ROWS_OF_ALL)
    row = data["pronouns"]["dropped subjects"]
    assert (row["gold"], row["resolved"], row["P noun"]) == wanted
    assert data["pronouns"]["all"]["gold"] == 0
    assert data["pronouns"]["all"]["resolved"] == 0


def arguments(folder, **options):
    given = {"folder": folder, "lang": None, "split": "test", "analyzer": "embedded",
             "coref": None, "option": [], "errors": None}  # fmt: skip
    return Namespace(**{**given, **options})


def german(folder):
    (folder / "de_x").mkdir()
    lines = ["#begin document (x); part 000"]
    for text in ("Anna/(0) schläft/- ./-", "Sie/(0) träumt/- ./-"):
        cells = [word.split("/") for word in text.split()]
        lines += ["\t".join(["x", "0", "0", word, *"_" * 6, cell]) for word, cell in cells]
        lines.append("")
    (folder / "de_x/x.conll").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_the_task_measures_any_language_beside_the_baseline(tmp_path):
    pytest.importorskip("scipy")
    pronouns, others = coref.measure(arguments(german(tmp_path)))
    assert pronouns.title == "de, last agreeing noun, 1 documents, 2 segments: pronouns, %"
    assert pronouns.rows[0][:2] == ("all", 1)
    assert "empty it" not in [row[0] for row in others.rows]


def test_a_component_that_serves_the_language_is_measured_before_the_baseline(tmp_path):
    pytest.importorskip("scipy")
    clusters = {"document": "x", "clusters": [[[0, 0, 1], [1, 0, 1]]]}
    (tmp_path / "found.json").write_text(json.dumps(clusters), encoding="utf-8")
    given = arguments(german(tmp_path), coref=f"file:{tmp_path / 'found.json'}")
    mine, _, baseline, _ = coref.measure(given)
    assert mine.title.startswith("de, file:")
    assert baseline.title.startswith("de, last agreeing noun")
    assert mine.rows[0] == ("all", 1, 1, *[100.0] * 6)


def test_a_component_that_does_not_serve_the_language_is_an_error(tmp_path):
    with pytest.raises(UnknownNameError, match="for de 'rules'"):
        coref.measure(arguments(german(tmp_path), lang="de", coref="rules"))
