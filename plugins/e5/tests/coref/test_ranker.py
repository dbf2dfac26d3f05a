"""The network's sums, by hand; clusters of whole texts."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import UsageError
from discotag.testing.builders import context, side, tokens
from discotag_e5.coref.chains import Chains
from discotag_e5.coref.features import pair, unary
from discotag_e5.coref.mentions import phrases
from discotag_e5.coref.ranker import Ranker
from discotag_e5.coref.resolver import E5Coref, resolved_by
from discotag_e5.coref.vectors import TOGETHER, mention_vectors, passages
from discotag_e5.reading import Reading

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
    of_pair = len(pair(found[1], chains.all[0], 0))
    shown = len(unary(found[0]))
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
        made[name] = random.normal(size=size).astype(np.float32) / 4
        made[f"{name}_bias"] = random.normal(size=size[:1]).astype(np.float32)
    return {**made, "temperature": np.array(2.0, dtype=np.float32)}


def by_hand(arrays, found, vectors, pair_shown):
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
            ("shown", unary(found[place])), ("shown_latest", unary(found[latest])),
            ("by_latest", own * last), ("by_noun", own * nominal), ("own", own), ("last", last),
            ("noun", nominal), ("cosines", cosines),
        ]
    )  # fmt: skip
    return linear("total", np.maximum(hidden, 0))[0]


def test_shares_are_those_of_the_sums(arrays, found):
    vectors = np.random.default_rng(1).normal(size=(len(found), 64)).astype(np.float32)
    chains = Chains()
    chains.start(found[0], 0)
    chain = chains.all[0]
    ranker = Ranker(arrays)
    share, nothing = ranker.shares(ranker.seen(found, vectors), 1, [(chain, 0)])
    total = by_hand(arrays, found, vectors, pair(found[1], chain, 0))
    own = arrays["referring"] @ vectors[1] + arrays["referring_bias"]
    shown = [*unary(found[1]), np.log(2)]
    hidden = arrays["nothing"] @ shown + arrays["nothing_bias"] + arrays["nothing_own"] @ own
    empty = (arrays["nothing_total"] @ np.maximum(hidden, 0) + arrays["nothing_total_bias"])[0]
    assert share / nothing == pytest.approx(np.exp((total - empty) / 2), rel=1e-3)
    assert share + nothing == pytest.approx(1)


def test_a_mention_joins_only_what_is_likelier_than_nothing(arrays, found):
    vectors = np.ones((len(found), 64), dtype=np.float32)
    joins = dict(arrays)
    joins["nothing_total_bias"] = np.array([-50.0], dtype=np.float32)
    never = {**arrays, "nothing_total_bias": np.array([50.0], dtype=np.float32)}
    (cluster,) = resolved_by(Ranker(joins), found, vectors)
    assert [(one.segment, one.head) for one in cluster.mentions] == [(0, 0), (1, 0), (2, 1)]
    assert cluster.scores[1] > 0.99
    assert resolved_by(Ranker(never), found, vectors) == ()
    assert resolved_by(Ranker(joins), found, vectors, threshold=1.0) == ()
    assert resolved_by(Ranker(joins), [], vectors[:0]) == ()


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


def test_a_model_of_too_few_layers_is_refused(is_known):
    with pytest.raises(UsageError, match="layer 9 is needed, but the model has 3"):
        E5Coref.create(context(name="e5", weights=is_known.path))
