"""The built-in scorers: hand-worked examples, where they differ, and sacreBLEU's own figures."""

from __future__ import annotations

import math
from functools import cache
from random import Random

import numpy as np
import pytest
import sacrebleu

from discotag.core.components import ScorerInfo
from discotag.core.errors import UsageError
from discotag.core.registry import open_registry
from discotag.core.results import Comparison, Row, Score
from discotag.plugins.scorers.plugin import discotag_scorers
from discotag.plugins.scorers.word_f import normalised
from discotag.scoring.table import BoundScorer, CountTable, score
from discotag.testing import context, tagged

INFOS = {info.name: info for info in discotag_scorers()}
CLASSES = {"formality": "segment"}


@cache
def installed(code):
    return open_registry().language(code).info


def bound(name, target="fr", **options):
    info = INFOS[name]
    made = info.load().create(context(installed(target), name=name, classes=CLASSES, **options))
    return BoundScorer(info, made, "core", frozenset(CLASSES))


def scores_of(name, references, hypothesis, **options) -> dict[Row, Score]:
    references = references if isinstance(references, tuple) else (references,)
    (table,) = score([Comparison(references, hypothesis)], [bound(name, **options)])
    return {found.row: found for found in table.scores()}


def f1(name, reference, hypothesis, row):
    return scores_of(name, tagged(reference), tagged(hypothesis, system="A"))[row].value


F = Row("f")


def test_declarations_load_and_count_support_last():
    ours = {"compare_mt", "muda", "choice", "expected", "bleu", "chrf", "bleu-doc", "chrf-doc"}
    assert set(INFOS) == ours
    for info in INFOS.values():
        assert isinstance(info, ScorerInfo)
        assert info.columns[-1] == "support"
        assert callable(info.load().create)


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        pytest.param(["vous|f=v"], ["vous"], id="matched word without the tag"),
        pytest.param(["a|f=v a"], ["b a a|f=v"], id="tag on another occurrence"),
    ],
)
def test_compare_mt_and_muda_differ_where_the_matched_word_lacks_the_tag(reference, hypothesis):
    # compare-mt gives a matched word the reference's tags: F = 1; MuDA wants both tagged: F = 0
    assert f1("compare_mt", reference, hypothesis, F) == 1.0
    assert f1("muda", reference, hypothesis, F) == 0.0


def test_compare_mt_hand_worked():
    # Line 1: reference   vous(v) avez votre(v) clé      hypothesis   vous(v) avez ta(t) clé
    #   vous, avez, clé match; votre and ta stand alone.
    # Line 2: reference   vous(v) dormez                 hypothesis   vous(untagged) vous(v) dormez
    #   the first vous and dormez match; the second vous keeps its own tag.
    # formality: reference 3 (vous votre vous); hypothesis 4 (vous ta vous vous); matched 2
    #   P = 2/4, R = 2/3, F = 2*2/(4+3) = 4/7
    # v: reference 3, hypothesis 3, matched 2: F = 4/6.  t: reference 0, hypothesis 1: F = 0.
    # all words: reference 6, hypothesis 7, matched 5: F = 10/13
    found = scores_of(
        "compare_mt",
        tagged(["vous|f=v avez votre|f=v clé", "vous|f=v dormez"]),
        tagged(["vous|f=v avez ta|f=t clé", "vous vous|f=v dormez"], system="A"),
    )
    assert found[F].measures == pytest.approx({"f1": 4 / 7, "precision": 2 / 4, "recall": 2 / 3})
    assert found[Row("f", "v")].value == pytest.approx(4 / 6)
    assert found[Row("f", "t")].measures == {"f1": 0.0, "precision": 0.0, "recall": 0.0}
    assert found[Row()].value == pytest.approx(10 / 13)
    assert [found[row].support for row in (F, Row("f", "v"), Row("f", "t"), Row())] == [3, 3, 0, 6]


def test_muda_hand_worked():
    # reference   Vous(v) , avez votre(v) clé       hypothesis   vous(v) ; avez ta(t) Clé(v)
    # matched words: vous, avez, clé; of these only vous bears v on both sides
    # formality: reference 2, hypothesis 3, matched 1: P = 1/3, R = 1/2, F = 2/5
    # v: reference 2, hypothesis 2, matched 1: F = 1/2
    found = scores_of(
        "muda",
        tagged(["Vous|f=v , avez votre|f=v clé"]),
        tagged(["vous|f=v ; avez ta|f=t Clé|f=v"], system="A"),
    )
    assert found[F].measures == pytest.approx({"f1": 2 / 5, "precision": 1 / 3, "recall": 1 / 2})
    assert found[Row("f", "v")].value == pytest.approx(1 / 2)
    assert found[Row("f", "t")].value == 0.0
    assert Row() not in found


@pytest.mark.parametrize("name", ["compare_mt", "muda", "choice"])
def test_marks_that_are_no_tags_are_not_scored(name):
    reference = tagged(["vous|formality=v<0~"], source=["you"], links=["0-0"])
    hypothesis = tagged(["vous|formality=v<0~"], source=["you"], links=["0-0"], system="A")
    assert Row("formality") not in scores_of(name, reference, hypothesis)


@pytest.mark.parametrize("name", ["compare_mt", "muda", "choice"])
def test_zero_support_is_none_and_never_nan(name):
    (table,) = score(
        [Comparison((tagged(["b"], links=["0-0"]),), tagged(["b"], links=["0-0"], system="A"))],
        [bound(name)],
        phenomena=["formality"],
    )
    found = {item.row: item for item in table.scores()}[Row("formality")]
    assert found.support == 0
    assert set(found.measures.values()) == {None}


@pytest.mark.parametrize("name", ["compare_mt", "muda"])
def test_over_tagging_without_support_is_zero_not_undefined(name):
    assert f1(name, ["b"], ["vous|f=v"], F) == 0.0


@pytest.mark.parametrize("name", ["compare_mt", "muda"])
def test_a_phenomenon_the_hypothesis_lacks_is_zero(name):
    assert f1(name, ["vous|f=v"], ["b"], F) == 0.0


def test_two_labels_of_one_token_count_once_for_the_phenomenon():
    line = ["lui|f=masc|f=fem"]
    found = scores_of("compare_mt", tagged(line), tagged(line, system="A"))
    assert {row: item.support for row, item in found.items() if row.phenomenon} == {
        F: 1,
        Row("f", "masc"): 1,
        Row("f", "fem"): 1,
    }


def test_compare_mt_minds_case_unless_told_otherwise():
    reference, hypothesis = tagged(["Vous|f=v"]), tagged(["vous|f=v"], system="A")
    assert scores_of("compare_mt", reference, hypothesis)[F].value == 0.0
    assert scores_of("compare_mt", reference, hypothesis, lowercase=True)[F].value == 1.0


def test_words_match_inside_their_segment_only():
    assert f1("compare_mt", ["vous|f=v", "b"], ["b", "vous|f=v"], F) == 0.0


@pytest.mark.parametrize("name", ["compare_mt", "muda", "choice"])
def test_empty_segments_are_scored_like_any_other(name):
    source = ["you", "you"]
    reference = tagged(["", "vous|formality=v<0"], source=source, links=["", "0-0"])
    hypothesis = tagged(["", ""], source=source, links=["", ""], system="A")
    assert scores_of(name, reference, hypothesis)[Row("formality")].value == 0.0


def test_references_are_compared_one_by_one_and_added():
    # reference, hypothesis, matched: 1, 1, 1 against the first, 1, 1, 0 against the second (tu)
    # F = 2*1/(2+2)
    references = (tagged(["vous|f=v"]), tagged(["tu|f=t"]))
    hypothesis = tagged(["vous|f=v"], system="A")
    found = scores_of("compare_mt", references, hypothesis)[F]
    assert found.value == 0.5
    assert found.support == 2
    assert scores_of("compare_mt", references[::-1], hypothesis)[F] == found


def test_muda_keeps_different_punctuation_apart():
    # the published code strips both to "" and matches them
    assert normalised(".") != normalised(",")
    assert normalised("L'") == "l"
    assert f1("muda", [".|f=v"], [",|f=v"], F) == 0.0


def test_a_hypothesis_of_another_length_is_refused():
    # the published code zips the two and drops what is left over
    reference = tagged(["a", "b"])
    with pytest.raises(ValueError, match="shorter"):
        list(bound("muda").scorer.statistics([Comparison((reference,), tagged(["a"], system="A"))]))


WORDS = ["le", "la", "chat", "dort", ".", ",", "vous", "là-bas", "中文", "数字", "12,5", "l'eau"]


def corpus(random, sizes, noise=0.4):
    texts = []
    for size in sizes:
        lines = [" ".join(random.choices(WORDS, k=random.randint(0, 9))) for _ in range(size)]
        texts.append(lines)
    changed = [
        [
            " ".join(random.choice(WORDS) if random.random() < noise else w for w in line.split())
            for line in lines
        ]
        for lines in texts
    ]
    return texts, changed


def comparisons(references, hypotheses):
    for index, lines in enumerate(hypotheses):
        yield Comparison(
            tuple(tagged(reference[index], id=str(index)) for reference in references),
            tagged(lines, source=references[0][index], id=str(index), system="A"),
        )


def flat(documents):
    return [line for lines in documents for line in lines]


@pytest.mark.parametrize("count", [1, 2], ids=["one reference", "two references"])
@pytest.mark.parametrize(
    ("name", "target", "metric", "options"),
    [
        pytest.param("bleu", "fr", sacrebleu.BLEU(), {}, id="bleu 13a"),
        pytest.param("bleu", "ja", sacrebleu.BLEU(tokenize="char"), {}, id="bleu char"),
        pytest.param("bleu", "zh-tw", sacrebleu.BLEU(tokenize="zh"), {}, id="bleu zh"),
        pytest.param("chrf", "fr", sacrebleu.CHRF(), {}, id="chrf"),
        pytest.param("chrf", "fr", sacrebleu.CHRF(word_order=2), {"word_order": 2}, id="chrf++"),
    ],
)
def test_sums_over_documents_give_sacrebleus_corpus_score(name, target, metric, options, count):
    random = Random(7)
    hypotheses, first = corpus(random, [3, 1, 6, 0, 2])
    references = [first, [[f"{line} ici" for line in lines] for lines in hypotheses]][:count]
    (table,) = score(comparisons(references, hypotheses), [bound(name, target, **options)])
    (found,) = table.scores()
    public = metric.corpus_score(flat(hypotheses), [flat(reference) for reference in references])
    assert found.value == pytest.approx(public.score, abs=1e-9)
    assert found.support == 12
    signature = metric.get_signature().format()
    assert f"nrefs:{count}|{bound(name, target, **options).scorer.signature()}" == signature


@pytest.mark.parametrize(
    ("name", "target", "metric", "joint"),
    [
        pytest.param("bleu-doc", "fr", sacrebleu.BLEU(), " ", id="bleu"),
        pytest.param("bleu-doc", "zh", sacrebleu.BLEU(tokenize="zh"), "", id="bleu zh"),
        pytest.param("chrf-doc", "fr", sacrebleu.CHRF(), " ", id="chrf"),
    ],
)
def test_documents_are_scored_as_single_segments(name, target, metric, joint):
    hypotheses, reference = corpus(Random(7), [3, 1, 6, 0, 2])
    (table,) = score(comparisons([reference], hypotheses), [bound(name, target)])
    (found,) = table.scores()
    told, wanted = (
        [joint.join(filter(None, lines)) for lines in documents if lines]
        for documents in (hypotheses, reference)
    )
    public = metric.corpus_score(told, [wanted])
    assert found.value == pytest.approx(public.score, abs=1e-9)
    assert found.support == 4
    assert bound(name, target).scorer.signature().startswith("level:document|")


@pytest.mark.parametrize("name", ["bleu", "chrf"])
@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        pytest.param("a b c", "x y z", id="nothing shared"),
        pytest.param("a b c d e", "a", id="shorter than an n-gram"),
        pytest.param("a b c d e", "a x c y e", id="no bigram"),
        pytest.param("a b c d e f", "a b c d e f", id="equal"),
        pytest.param("a b c", "", id="empty hypothesis"),
        pytest.param("", "a b c", id="empty reference"),
        pytest.param("", "", id="both empty"),
    ],
)
def test_edge_cases_score_as_in_sacrebleu(name, reference, hypothesis):
    metric = sacrebleu.BLEU() if name == "bleu" else sacrebleu.CHRF()
    (table,) = score(comparisons([[[reference]]], [[hypothesis]]), [bound(name)])
    expected = metric.corpus_score([hypothesis], [[reference]]).score
    assert table.scores()[0].value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_a_text_without_segments_has_no_score(name):
    (table,) = score(comparisons([[[]]], [[]]), [bound(name)])
    assert table.scores()[0].measures == {name: None}


@pytest.mark.parametrize("name", sorted(INFOS))
def test_measures_take_many_rows_at_once(name):
    random = np.random.default_rng(3)
    scorer = bound(name).scorer
    counts = random.integers(0, 9, size=(5, 4, len(INFOS[name].columns))).astype(float)
    together = scorer.measures(counts)
    for place in np.ndindex(5, 4):
        alone = scorer.measures(counts[place][None])
        for measure, values in together.items():
            assert np.array_equal(values[place], alone[measure][0], equal_nan=True)


def test_an_unknown_option_is_named():
    with pytest.raises(UsageError, match=r"option of bleu: tokenise"):
        bound("bleu", tokenise="13a")


def test_a_tokenizer_that_would_download_a_model_is_refused():
    with pytest.raises(UsageError, match="option of bleu: tokenize"):
        bound("bleu", tokenize="flores200")


def test_bleu_warns_nothing_about_the_languages_it_chooses_for(caplog):
    bound("bleu", "ja")
    assert caplog.records == []


def test_every_system_is_named_and_bleu_stands_beside_f():
    # the published code prints each system as "Hypothesis Set 1", and no BLEU
    reference = tagged(["vous|f=v"])
    tables: tuple[CountTable, ...] = score(
        [Comparison((reference,), tagged(["vous|f=v"], system=name)) for name in ("A", "B")],
        [bound("compare_mt"), bound("bleu")],
    )
    named = [(table.bound.info.name, table.system) for table in tables]
    assert named == [("compare_mt", "A"), ("compare_mt", "B"), ("bleu", "A"), ("bleu", "B")]


def test_no_measure_is_ever_nan():
    (table,) = score([Comparison((tagged([""]),), tagged([""], system="A"))], [bound("compare_mt")])
    values = [value for found in table.scores() for value in found.measures.values()]
    assert not any(isinstance(value, float) and math.isnan(value) for value in values)
