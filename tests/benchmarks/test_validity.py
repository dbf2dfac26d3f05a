"""Made errors hit the words that they are meant for, and orders of systems are compared."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import validity
from discotag.core.registry import open_registry
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.runs.folder import open_run
from discotag.testing import document
from discotag.testing.program import run_program


def tagged():
    text = document(
        ["You/you/PRON sleep/sleep/VERB", "It/it/PRON falls/fall/VERB here/here/ADV"],
        ["Vous/vous/PRON dormez/dormir/VERB", "Il/il/PRON tombe/tomber/VERB ici/ici/ADV"],
    )
    before = (TokenRef("target", 0, 0),)
    return TaggedDocument(
        text,
        (
            Mark("formality", "v", 0, 0, is_unresolved=True),
            Mark("pronouns", "it→masc", 1, 0, evidence=before),
            Mark("lexical_cohesion", "fall→tomber", 1, 1, evidence=before),
        ),
    )


@pytest.mark.parametrize(
    ("kind", "changed"),
    [("address", (0, "tu")), ("pronouns", (1, "Elle")), ("terms", None)],
)
def test_an_error_hits_a_word_of_its_kind(kind, changed, tmp_path):
    random = np.random.default_rng(1)
    places = list(validity.places_of(kind, [tagged()], "fr", random))
    if changed is None:  # the only term cannot be exchanged for itself
        assert places == []
        return
    (place,) = places
    assert (place.segment, place.other) == changed
    files = validity.write_texts(tmp_path, [tagged()], {"one": places, "none": []})
    lines = files["one"].read_text("utf-8").splitlines()
    assert lines[place.segment].split()[0] == place.other
    assert files["none"].read_text("utf-8").splitlines() == list(tagged().document.target.segments)


def test_other_words_have_no_mark():
    random = np.random.default_rng(1)
    places = list(validity.places_of("other words", [tagged()], "fr", random))
    assert {(place.segment, place.start) for place in places} == {(0, 5), (1, 9)}


def test_tau_of_orders():
    assert validity.tau([1, 2, 3], [2, 3, 4]) == 1
    assert validity.tau([1, 2, 3], [3, 2, 1]) == -1
    assert validity.tau([1, 1, 1], [3, 2, 1]) is None
    assert validity.tau([1, 2, float("nan")], [3, 2, 1]) is None


def test_agreement_is_the_mean_of_sets_and_chance_is_told():
    values, same, other = [1.0, 2, 3, 4, 5, 6], [2.0, 3, 4, 5, 6, 7], [7.0, 6, 5, 4, 3, 2]
    mean, p = validity.agreement([(values, same), (values, same)])
    assert (mean, p < 0.001) == (1, True)
    mean, p = validity.agreement([(values, same), (values, other)])
    assert (mean, p) == (0, 1)
    # with three systems, two of the six orders are as far from chance as 1
    mean, p = validity.agreement([([1.0, 2, 3], [1.0, 2, 3])])
    assert mean == 1
    assert p == pytest.approx(2 / 6, abs=0.02)
    assert validity.agreement([([1.0, 1, 1], [1.0, 2, 3])]) == (None, None)


LINES = {
    "src": ("Hello, Mr Smith.", "Did you sleep?", "Are you tired?", "Do you see it?"),
    "ref": ("Bonjour, monsieur Smith.", "Vous dormiez ?", "Vous fatiguez ?", "Vous le voyez ?"),
    "all": ("Bonjour, monsieur Smith.", "Vous dormiez ?", "Vous fatiguez ?", "Vous le voyez ?"),
    "half": ("Bonjour, monsieur Smith.", "Vous dormiez ?", "Tu fatigues ?", "Vous le voyez ?"),
    "none": ("Bonjour, monsieur Smith.", "Tu dormais ?", "Tu fatigues ?", "Tu le vois ?"),
}


def run_of(folder, systems):
    for name, lines in LINES.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = [
        word for name, file in systems.items() for word in ("--hyp", f"{name}={folder / file}")
    ]
    out = folder / "-".join(systems.values())
    done = run_program(
        "run", "--src", folder / "src", "--ref", folder / "ref", *words, "-s", "en", "-t", "fr",
        "-p", "formality", "--scorers", "choice", "--no-report", "--quiet", "--out", out,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return open_run(out)


def test_engines_are_compared_in_tags_and_in_the_order_of_systems(tmp_path):
    run = run_of(tmp_path, {"A": "all", "B": "half", "C": "none"})
    turned = run_of(tmp_path, {"A": "none", "B": "half", "C": "all"})
    registry = open_registry()
    *_, same = validity.engines(run, run, registry).splitlines()
    *_, other = validity.engines(run, turned, registry).splitlines()
    name, one, two, both, tau = (cell.strip() for cell in same.strip("|").split("|"))
    assert name == "choice formality"
    assert int(one) > 0
    assert one == two == both
    assert tau == "1.00"
    assert other.replace("−1.00", "1.00") == same
    assert "−1.00" in other
