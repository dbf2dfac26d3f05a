"""Plumbing of the resolver `fastcoref`, on a model with random weights."""

from __future__ import annotations

import logging
import random
import shutil
from copy import copy
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("fastcoref")

from discotag.plugin import ComponentError, NeedsModels, PluginError, UsageError
from discotag.testing.builders import context, side
from discotag_neural.coref.fastcoref_resolver import FastCoref, import_fastcoref

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.plugin import Cluster

pytestmark = [
    pytest.mark.engine,
    pytest.mark.filterwarnings("ignore:Specifying null_placement:FutureWarning"),  # its sort
]

LINES = [
    "The old dog saw a cat .",
    "",
    "It barked , and then she ran to him .",
    "They were friends .",
]


def made(model: Path, **options: Any) -> FastCoref:
    made = context(
        "fr", name="fastcoref", bound="source", model=str(model), device="cpu", **options
    )
    return FastCoref.create(made)


@pytest.fixture(scope="module")
def resolver(fastcoref_model: Path) -> FastCoref:
    return made(fastcoref_model)


@pytest.fixture(scope="module")
def package(fastcoref_model: Path) -> Any:
    import datasets

    datasets.disable_progress_bars()
    return import_fastcoref().FCoref(str(fastcoref_model), device="cpu", nlp=None)


def spans(found: Sequence[Cluster]) -> list[list[tuple[int, int, int]]]:
    return [[(m.segment, m.start, m.end) for m in cluster.mentions] for cluster in found]


def directly(package: Any, lines: list[str]) -> list[list[tuple[int, int, int]]]:
    """What the package says of the words, in the words of `stitched`."""
    places = [(s, w) for s, line in enumerate(lines) for w in range(len(line.split()))]
    words = [word for line in lines for word in line.split()]
    result = package.predict(words, is_split_into_words=True)
    groups = []
    for cluster in result.get_clusters(as_strings=False):
        inside = {
            (places[a][0], places[a][1], places[b - 1][1] + 1)
            for a, b in filter(None, cluster)
            if places[a][0] == places[b - 1][0]
        }
        inside -= {span for other in groups for span in other}
        groups.append(sorted(inside))
    return sorted(group for group in groups if len(group) > 1)


def test_a_short_document_gets_what_the_package_says(resolver: FastCoref, package: Any) -> None:
    (found,) = resolver.resolve([side("en", LINES)])
    assert found
    assert spans(found) == directly(package, LINES)


def test_many_documents_get_what_the_package_says(resolver: FastCoref, package: Any) -> None:
    dice = random.Random(5)
    words = " ".join(LINES).split()
    sizes = set()
    for _ in range(20):
        lines = [" ".join(dice.choices(words, k=dice.randint(0, 9))) for _ in range(6)]
        (found,) = resolver.resolve([side("en", lines)])
        assert spans(found) == directly(package, lines)
        sizes.add(len(found))
    assert max(sizes) > 1


def test_a_document_does_not_depend_on_those_beside_it(resolver: FastCoref) -> None:
    document, other = side("en", LINES), side("en", LINES[2:] * 4)
    assert resolver.resolve([other, document])[1] == resolver.resolve([document])[0]


def test_a_long_document_is_resolved_in_windows(fastcoref_model: Path, package: Any) -> None:
    lines = [line for line in LINES * 3 if line]
    cut = made(fastcoref_model, window=24, overlap=10)
    (found,) = cut.resolve([side("en", lines)])
    assert found
    linked = [set(cluster) for cluster in spans(found)]
    for first in (0, 2, 4):  # windows of three segments that share one or two
        for cluster in directly(package, lines[first : first + 3]):
            shifted = {(segment + first, a, b) for segment, a, b in cluster}
            if any(shifted <= of for of in linked):
                break
        else:
            pytest.fail(f"no cluster of the window at {first} is there")


@pytest.mark.parametrize("lines", [[], [""], ["It"], ["", "", ""]], ids=repr)
def test_next_to_nothing_has_no_clusters(resolver: FastCoref, lines: list[str]) -> None:
    assert resolver.resolve([side("en", lines)])[0] == ()


def test_words_that_cannot_be_seen_do_no_harm(resolver: FastCoref) -> None:
    lines = ["\u200b \ufe0f", *LINES]
    assert len(resolver.resolve([side("en", lines)])) == 1


def test_mentions_have_heads_and_kinds(resolver: FastCoref) -> None:
    tagged = [
        "The//DET//1/det dog//NOUN//2/nsubj saw//VERB cat//NOUN//2/obj",
        "It//PRON//1/nsubj saw//VERB Rex//PROPN//1/obj",
    ]
    (found,) = resolver.resolve([side("en", tagged)])
    kinds = {(m.segment, m.head): m.kind for cluster in found for m in cluster.mentions}
    assert set(kinds.values()) <= {"noun", "name", "pronoun"}
    expected = {(0, 0): "pronoun", (1, 0): "pronoun", (1, 2): "name", (0, 1): "noun"}
    assert {place: kinds[place] for place in kinds if place in expected} == {
        place: kind for place, kind in expected.items() if place in kinds
    }


def test_chance_and_logging_stay_as_they_were(fastcoref_model: Path) -> None:
    random.seed(99)
    expected = random.Random(99).random()
    level, handlers = logging.getLogger().level, list(logging.getLogger().handlers)
    made(fastcoref_model)
    assert random.random() == expected
    assert (logging.getLogger().level, logging.getLogger().handlers) == (level, handlers)


def test_a_window_that_does_not_fit_is_told(
    fastcoref_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    def full(_: Any) -> Any:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB")

    resolver = made(fastcoref_model)
    monkeypatch.setattr(resolver, "_spans", full)
    with pytest.raises(
        ComponentError, match=r"on 21 words at once; set fastcoref\.window to fewer"
    ):
        resolver.resolve([side("en", LINES)])


def test_the_digest_names_package_and_model(resolver: FastCoref) -> None:
    version, _, digest = resolver.digest.partition("-")
    assert version == "2.1.6"
    assert len(digest) == 12


def test_a_missing_model_is_told_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"missing: the model biu-nlp/f-coref; try: discotag dow"):
        FastCoref.create(context("fr", name="fastcoref", bound="source", dir=str(tmp_path)))


def test_a_folder_that_is_not_there_is_no_model_to_fetch(tmp_path: Path) -> None:
    lost = context("en", name="fastcoref", bound="source", argument=str(tmp_path / "no"))
    (lack,) = FastCoref.missing(lost)
    assert (lack.what, lack.cure) == (f"the folder {tmp_path / 'no'}", "--coref fastcoref:FOLDER")


def test_a_model_of_another_kind_is_told(tiny_roberta: tuple[Path, Any], tmp_path: Path) -> None:
    config = copy(tiny_roberta[1])
    config.architectures = ["RobertaForMaskedLM"]
    config.save_pretrained(tmp_path)
    with pytest.raises(PluginError, match="holds RobertaForMaskedLM, not FCorefModel"):
        made(tmp_path)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"no readable config\.json"):
        made(tmp_path)


def test_broken_weights_are_told(fastcoref_model: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(fastcoref_model, tmp_path / "copy")
    (folder / "model.safetensors").write_bytes(b"broken")
    with pytest.raises(PluginError, match=r"cannot be loaded .*fetch it again: discotag download"):
        made(folder)


def test_an_unknown_option_is_told(fastcoref_model: Path) -> None:
    with pytest.raises(UsageError, match="option of fastcoref: windows"):
        made(fastcoref_model, windows=3)


def test_it_tells_what_it_needs() -> None:
    assert isinstance(FastCoref, NeedsModels)
