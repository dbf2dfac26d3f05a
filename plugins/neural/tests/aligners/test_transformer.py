"""Plumbing, random weights: what the aligner makes of tokens, batches, long lines, full memory."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from discotag.plugin import Alignment, ComponentError, Tokens, UsageError
from discotag.testing.builders import tokens

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

EMPTY = Tokens("", (), (), ())


def scores_of(found: list[Alignment]) -> list[float]:
    return [score for one in found for score in one.scores or ()]


@pytest.mark.parametrize("method", ["softmax", "argmax", "itermax", "match"])
def test_a_pair_is_aligned_the_same_alone_and_in_a_batch(
    method, tiny_bert, transformer, random_pairs
):
    pairs = random_pairs(24)
    together = transformer(tiny_bert, method=method, batch_tokens=256).align(pairs)
    alone = [transformer(tiny_bert, method=method).align([pair])[0] for pair in pairs[:6]]
    in_pieces = transformer(tiny_bert, method=method, batch_tokens=1).align(pairs)
    assert [one.links for one in together[:6]] == [one.links for one in alone]
    assert [one.links for one in together] == [one.links for one in in_pieces]
    assert scores_of(together) == pytest.approx(scores_of(in_pieces), abs=1e-5)
    assert all(0 <= score <= 1 for score in scores_of(together))


@pytest.mark.parametrize("method", ["softmax", "argmax", "itermax", "match"])
def test_a_side_without_words_has_no_links(method, tiny_bert, transformer):
    some = tokens("a cat")
    found = transformer(tiny_bert, method=method).align(
        [(EMPTY, some), (some, EMPTY), (some, some)]
    )
    assert found[0] == found[1] == Alignment()
    assert found[2].links


def test_no_pairs_have_no_alignments(tiny_bert, transformer):
    assert list(transformer(tiny_bert).align([])) == []


def test_a_word_of_which_the_tokenizer_leaves_nothing_has_no_links(tiny_bert, transformer):
    line = Tokens("a \u200b b", ("a", "\u200b", "b"), (0, 2, 4), (1, 3, 5))
    (found,) = transformer(tiny_bert, method="match").align([(line, tokens("c d"))])
    assert {i for i, _ in found.links} == {0, 2}


def test_words_of_a_multi_word_token_share_its_links(tiny_bert, transformer):
    split = Tokens("au lac", ("à", "le", "lac"), (0, 0, 3), (2, 2, 6))
    whole = Tokens("au lac", ("au", "lac"), (0, 3), (2, 6))
    other = tokens("to the lake")
    aligner = transformer(tiny_bert, method="argmax")
    of_split, of_whole = aligner.align([(split, other), (whole, other)])
    wanted = {(0, j) for i, j in of_whole.links if i == 0}
    wanted |= {(1, j) for i, j in of_whole.links if i == 0}
    wanted |= {(2, j) for i, j in of_whole.links if i == 1}
    assert set(of_split.links) == wanted


def test_a_token_without_characters_has_no_links(tiny_bert, transformer):
    line = Tokens("a b", ("a", "_", "b"), (0, 2, 2), (1, 2, 3))
    (found,) = transformer(tiny_bert, method="match").align([(line, tokens("c d"))])
    assert {i for i, _ in found.links} == {0, 2}


def test_text_is_read_as_it_stands_and_linked_by_offsets(tiny_xlmr, transformer):
    glued = Tokens("lac,bleu", ("lac", ",", "bleu"), (0, 3, 4), (3, 4, 8))
    spaced = Tokens("lac , bleu", ("lac", ",", "bleu"), (0, 4, 6), (3, 5, 10))
    words = transformer(tiny_xlmr, method="match").align([(glued, glued), (spaced, spaced)])
    text = transformer(tiny_xlmr, method="match", input="text").align([(glued, spaced)])
    assert words[0] == words[1]
    assert {i for i, _ in text[0].links} == {0, 1, 2}
    assert text[0].scores != words[0].scores


def test_text_and_words_agree_where_spaces_part_the_words(tiny_bert, transformer, random_pairs):
    pairs = random_pairs(10)
    by_text = transformer(tiny_bert, method="argmax", input="text").align(pairs)
    assert list(by_text) == list(transformer(tiny_bert, method="argmax").align(pairs))


@pytest.mark.parametrize("method", ["softmax", "argmax", "itermax", "match"])
def test_a_long_line_is_aligned_to_its_end(method, tiny_bert, transformer):
    long = tokens(" ".join(["abc", "de", "f"] * 40))  # 240 subwords, 62 positions
    (found,) = transformer(tiny_bert, method=method, threshold=0.0).align([(long, long)])
    linked = {i for i, _ in found.links}
    assert max(linked) > 110
    assert len(linked) > 60


def test_windows_change_little_where_one_window_would_do(bert_in, transformer, random_pairs):
    """The same weights with fewer positions give nearly the same similarities."""
    pairs = random_pairs(10, words=22, seed=4)
    wide = bert_in("wide", positions=128)
    narrow = transformer(wide, method="match")
    narrow._encoder = type(narrow._encoder)(
        **{name: getattr(narrow._encoder, name) for name in narrow._encoder.__slots__}
        | {"positions": 30}
    )
    whole = transformer(wide, method="match").align(pairs)
    joined = narrow.align(pairs)
    assert len(scores_of(joined)) == pytest.approx(len(scores_of(whole)), rel=0.1)
    assert np.mean(scores_of(joined)) == pytest.approx(np.mean(scores_of(whole)), abs=0.05)


@pytest.mark.parametrize("method", ["softmax", "argmax", "itermax", "match"])
def test_a_pair_too_large_to_compare_whole_is_linked_along_its_diagonal(
    method, tiny_bert, transformer, monkeypatch
):
    from discotag_neural.aligners import transformer as module
    from discotag_neural.aligners.subwords import pieces

    long = tokens(" ".join(["abc", "de", "f"] * 20))
    aligner = transformer(tiny_bert, method=method)
    (whole,) = aligner.align([(long, long)])
    monkeypatch.setattr(module, "pieces", lambda n, m: pieces(n, m, largest=60))
    (joined,) = aligner.align([(long, long)])
    same = {(i, i) for i in range(60)}
    assert same <= set(joined.links)
    assert same <= set(whole.links)
    assert max(abs(i - j) for i, j in joined.links) <= 30


@pytest.mark.parametrize("kind", ["words", "text"])
def test_a_mark_alone_belongs_to_no_word_that_has_other_subwords(kind, tiny_xlmr):
    from transformers import AutoTokenizer

    from discotag_neural.aligners.subwords import split

    tokenizer = AutoTokenizer.from_pretrained(tiny_xlmr)
    line = Tokens("xa , b", ("xa", ",", "b"), (0, 3, 5), (2, 4, 6))
    (found,) = split([line], tokenizer, input=kind)
    forms = tokenizer.convert_ids_to_tokens(list(found.ids))
    assert list(zip(forms, found.tokens, strict=True)) == [
        ("▁x", (0,)),
        ("a", (0,)),
        ("▁", ()),
        (",", (1,)),
        ("▁b", (2,)),
    ]


def test_a_mark_that_is_all_of_a_word_is_its_own(tiny_xlmr):
    from transformers import AutoTokenizer

    from discotag_neural.aligners.subwords import split

    tokenizer = AutoTokenizer.from_pretrained(tiny_xlmr)
    (found,) = split([Tokens("a ▁", ("a", "▁"), (0, 2), (1, 3))], tokenizer)
    forms = tokenizer.convert_ids_to_tokens(list(found.ids))
    assert dict(zip(found.tokens, forms, strict=True)) == {(0,): "▁a", (1,): "▁"}


def test_multilingual_bert_is_read_by_softmax_and_all_else_by_argmax(
    tiny_bert, transformer, random_pairs, monkeypatch
):
    pairs = random_pairs(12)
    softmax, argmax = (
        transformer(tiny_bert, method=method).align(pairs) for method in ("softmax", "argmax")
    )
    assert softmax != argmax
    other = transformer(tiny_bert)
    assert other.align(pairs) == argmax
    monkeypatch.setattr("discotag_neural.aligners.loading.BERT_WORDS", 63)
    bert = transformer(tiny_bert)
    assert bert.align(pairs) == softmax
    assert bert.digest != other.digest
    assert transformer(tiny_bert, distortion=0.2).align(pairs) != softmax  # softmax has none


@pytest.mark.parametrize(("depth", "layer"), [(1, 1), (4, 3), (6, 4), (12, 8), (24, 16)])
def test_the_usual_layer_is_two_thirds_up(depth, layer):
    from discotag_neural.aligners.loading import usual_layer

    assert usual_layer(depth) == layer


def test_far_too_many_links_are_told_once(tiny_bert, transformer, random_pairs, caplog):
    pairs = random_pairs(30)
    aligner = transformer(tiny_bert, method="softmax", threshold=0.0)
    with caplog.at_level(logging.WARNING):
        aligner.align(pairs)
        aligner.align(pairs)
    (told,) = [record.getMessage() for record in caplog.records]
    assert "links per word: softmax does not suit this encoder at layer 3" in told
    assert "transformer.method=argmax" in told


def test_links_as_people_draw_them_are_not_told(tiny_bert, transformer, random_pairs, caplog):
    with caplog.at_level(logging.WARNING):
        transformer(tiny_bert, method="argmax").align(random_pairs(30))
        transformer(tiny_bert, method="softmax", threshold=0.0).align(random_pairs(1))
    assert not caplog.records


def test_scaled_cosines_are_softmaxs_alone(tiny_bert, transformer):
    with pytest.raises(UsageError, match="scale is of softmax"):
        transformer(tiny_bert, scale=40)
    line = tokens("abc de f")
    (found,) = transformer(tiny_bert, method="softmax", scale=200).align([(line, line)])
    assert {(0, 0), (1, 1), (2, 2)} <= set(found.links)


def test_layers_above_the_one_used_are_gone(tiny_bert, transformer):
    aligner = transformer(tiny_bert, layer=2)
    ran = []
    hooks = [
        torch.nn.modules.module.register_module_forward_hook(
            lambda module, _given, _out: ran.append(type(module).__name__)
        )
    ]
    aligner.align([(tokens("a"), tokens("b"))])
    for hook in hooks:
        hook.remove()
    assert ran.count("BertLayer") == 4  # two layers for the source, two for the target


def test_where_layers_cannot_be_cut_all_are_computed_with_a_warning(
    tmp_path, tiny_bert, transformer, caplog
):
    from transformers import AlbertConfig, AlbertModel, AutoTokenizer

    torch.manual_seed(5)
    size = {"hidden_size": 32, "embedding_size": 16, "num_attention_heads": 2}
    config = AlbertConfig(vocab_size=70, num_hidden_layers=4, intermediate_size=64, **size)
    model = AlbertModel(config).eval()
    model.save_pretrained(tmp_path / "albert")
    AutoTokenizer.from_pretrained(tiny_bert).save_pretrained(tmp_path / "albert")
    with caplog.at_level(logging.WARNING):
        aligner = transformer(tmp_path / "albert", layer=2, method="match")
    assert "the layers above 2 of AlbertModel cannot be cut off; all 4" in caplog.text
    ids = torch.tensor([[2, 5, 6, 3]])
    wanted = model(ids, output_hidden_states=True).hidden_states[2]
    assert torch.allclose(aligner._encoder.forward(ids, torch.ones_like(ids)), wanted, atol=1e-5)


def test_the_source_is_encoded_once_for_several_targets(tiny_bert, transformer, random_pairs):
    pairs = random_pairs(8)
    aligner = transformer(tiny_bert)
    rows = counted(aligner)
    first = aligner.align(pairs)
    sources = len({source.text for source, _ in pairs})
    assert len(rows) == sources + len({target.text for _, target in pairs})
    rows.clear()
    again = aligner.align([(source, tokens(f"{target.text} z")) for source, target in pairs])
    assert len(rows) == len({target.text for _, target in pairs})
    assert again != first


def test_a_line_that_comes_often_is_encoded_once(tiny_bert, transformer):
    aligner = transformer(tiny_bert)
    rows = counted(aligner)
    aligner.align([(tokens("yes"), tokens("oui"))] * 9)
    assert len(rows) == 2


def test_a_batch_that_does_not_fit_is_tried_in_halves(tiny_bert, transformer, random_pairs, caplog):
    pairs = random_pairs(20)
    wanted = transformer(tiny_bert).align(pairs)
    aligner = transformer(tiny_bert)
    rows = counted(aligner, room=3)
    assert [one.links for one in aligner.align(pairs)] == [one.links for one in wanted]
    assert rows
    assert "did not fit into memory; halved" in caplog.text


def test_a_pair_that_never_fits_is_named(tiny_bert, transformer):
    aligner = transformer(tiny_bert)
    counted(aligner, room=0)
    with pytest.raises(ComponentError, match=r"transformer.*the pair 'a cat' – 'un chat': 4 subw"):
        aligner.align([(tokens("a cat"), tokens("un chat"))])


def test_numbers_that_run_over_are_refused(tiny_bert, transformer):
    aligner = transformer(tiny_bert)
    forward = aligner._encoder.forward
    object.__setattr__(
        aligner._encoder, "forward", lambda ids, mask: forward(ids, mask) * float("inf")
    )
    with pytest.raises(ComponentError, match=r"float32 ran over.*transformer.dtype=float32"):
        aligner.align([(tokens("a"), tokens("b"))])


def test_bfloat16_gives_nearly_the_same(tiny_bert, transformer, random_pairs):
    pairs = random_pairs(10)
    exact = transformer(tiny_bert, method="match").align(pairs)
    rough = transformer(tiny_bert, method="match", dtype="bfloat16").align(pairs)
    assert np.mean(scores_of(rough)) == pytest.approx(np.mean(scores_of(exact)), abs=0.02)


def counted(aligner, *, room: int | None = None) -> list[list[int]]:
    """Collect the rows that are encoded; more than `room` at once do not fit into memory."""
    forward, rows = aligner._encoder.forward, []

    def counting(ids, mask):
        if room is not None and len(ids) > room:
            raise torch.OutOfMemoryError("CUDA out of memory")
        rows.extend(ids.tolist())
        return forward(ids, mask)

    object.__setattr__(aligner._encoder, "forward", counting)
    return rows
