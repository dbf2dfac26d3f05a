"""Plumbing, random weights: the same links as SimAlign and awesome-align on many made-up pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discotag.testing.builders import tokens

if TYPE_CHECKING:
    from discotag.plugin import Tokens

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

NAMES = {"argmax": "inter", "itermax": "itermax", "match": "mwmf"}
WORD = st.text("abcdefghij.'", min_size=1, max_size=6)
SENTENCE = st.lists(WORD, min_size=1, max_size=12).map(lambda words: tokens(" ".join(words)))
MANY = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def packages(tiny_bert, tiny_xlmr) -> dict[tuple[str, int, float], Any]:
    """Return SimAlign's own aligners, by model, layer and distortion."""
    package = pytest.importorskip("simalign")
    return {
        (folder.name, layer, distortion): package.SentenceAligner(
            model=str(folder), token_type="bpe", layer=layer, distortion=distortion
        )
        for folder in (tiny_bert, tiny_xlmr)
        for layer, distortion in ((2, 0.0), (2, 0.5), (3, 0.0))
    }


@pytest.mark.parametrize("how", [(2, 0.0), (2, 0.5), (3, 0.0)], ids=["2", "distorted", "3"])
@pytest.mark.parametrize("model", ["tiny_bert", "tiny_xlmr"])
@pytest.mark.parametrize("method", ["argmax", "itermax"])
def test_the_links_are_simaligns(method, model, how, request, random_pairs):
    folder = request.getfixturevalue(model)
    pairs = random_pairs(30, seed=how[0])
    make = request.getfixturevalue("transformer")
    found = make(folder, method=method, layer=how[0], distortion=how[1]).align(pairs)
    package = request.getfixturevalue("packages")[folder.name, *how]
    package.matching_methods = [NAMES[method]]
    wanted = [package.get_word_aligns(list(s.forms), list(t.forms)) for s, t in pairs]
    assert [list(one.links) for one in found] == [one[NAMES[method]] for one in wanted]


def test_match_is_simaligns(tiny_bert, packages, transformer, random_pairs):
    pairs = random_pairs(12, words=4)  # the package needs a second for a pair of ten words
    package = packages[tiny_bert.name, 2, 0.0]
    package.matching_methods = ["mwmf"]
    wanted = [package.get_word_aligns(list(s.forms), list(t.forms))["mwmf"] for s, t in pairs]
    found = transformer(tiny_bert, method="match", layer=2).align(pairs)
    assert [list(one.links) for one in found] == wanted


@pytest.mark.parametrize("method", ["argmax", "itermax"])
def test_the_guarded_package_gives_what_the_bare_one_gives(
    method, tiny_bert, packages, simalign, random_pairs
):
    pairs = random_pairs(20, seed=5)
    package = packages[tiny_bert.name, 2, 0.0]
    package.matching_methods = [NAMES[method]]
    wanted = [package.get_word_aligns(list(s.forms), list(t.forms)) for s, t in pairs]
    found = simalign(tiny_bert, method=method, layer=2).align(pairs)
    assert [list(one.links) for one in found] == [one[NAMES[method]] for one in wanted]


@pytest.fixture(scope="module")
def oracle(awesome) -> Any:
    """Return awesome-align's extraction in a few lines: (pair, layer, threshold) → link → score.

    Compared once with the package awesome-align 0.1.7 itself on 800 pairs: the same links, scores
    within 5e-7.
    """
    from transformers import AutoModel, BertTokenizer

    model = AutoModel.from_pretrained(awesome).eval()
    tokenizer = BertTokenizer.from_pretrained(awesome)

    def states(side: Tokens, layer: int) -> tuple[Any, list[int]]:
        words = [tokenizer.tokenize(form) for form in side.forms]
        flat = tokenizer.convert_tokens_to_ids([piece for word in words for piece in word])
        ids = torch.tensor([[tokenizer.cls_token_id, *flat, tokenizer.sep_token_id]])
        given = model(ids, attention_mask=torch.ones_like(ids), output_hidden_states=True)
        return given.hidden_states[layer][0, 1:-1], [
            i for i, word in enumerate(words) for _ in word
        ]

    def links(pair: tuple[Tokens, Tokens], layer: int, threshold: float) -> dict[Any, float]:
        with torch.no_grad():
            (source, of_source), (target, of_target) = (states(side, layer) for side in pair)
        products = source @ target.T
        kept = (products.softmax(-1) > threshold) & (products.softmax(-2) > threshold)
        forward = (products / len(of_target) ** 0.5).softmax(-1)
        backward = (products / len(of_source) ** 0.5).softmax(-2)
        score = 2 * forward * backward / (forward + backward + 1e-9)
        found: dict[Any, float] = {}
        for i, j in kept.nonzero().tolist():
            link = of_source[i], of_target[j]
            found[link] = max(found.get(link, 0.0), float(score[i, j]))
        return found

    return links


@pytest.fixture(scope="module")
def fine_tuned(awesome, transformer) -> Any:
    return {
        layer: transformer(awesome, method="softmax", layer=layer, threshold=0.02)
        for layer in (2, 4)
    }


@pytest.mark.parametrize("layer", [2, 4])
@MANY
@given(source=SENTENCE, target=SENTENCE)
def test_softmax_is_awesome_aligns(layer, source, target, fine_tuned, oracle):
    wanted = oracle((source, target), layer, 0.02)
    (found,) = fine_tuned[layer].align([(source, target)])
    assert set(found.links) == set(wanted)
    assert found.scores == pytest.approx([wanted[link] for link in found.links], abs=1e-5)


def test_softmax_links_at_its_usual_threshold(awesome, transformer, oracle, random_pairs):
    pairs = random_pairs(40)
    found = transformer(awesome, method="softmax", layer=3).align(pairs)
    assert [set(one.links) for one in found] == [set(oracle(pair, 3, 1e-3)) for pair in pairs]
