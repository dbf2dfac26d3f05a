"""The multi-encoder: two encoders that do not see each other, and a decoder that sees both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path


torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

PAD, END, SEPARATOR = 0, 1, 4
CONTEXT, OTHER = [7, 8, SEPARATOR], [9, 9, 5, SEPARATOR]
SOURCE = [10, 11, 12, END]
DECODER = [0, 20, 21]


@pytest.fixture(scope="module")
def model() -> Any:
    from discotag_cxmi.scoring.multi_encoder import MultiEncoderConfig, MultiEncoderModel

    torch.manual_seed(1)
    config = MultiEncoderConfig(
        vocab_size=50,
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        max_position_embeddings=40,
        init_std=0.3,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        forced_eos_token_id=None,
        separator_token_id=SEPARATOR,
    )
    return MultiEncoderModel(config).eval()


def logits(model: Any, *rows: list[int]) -> Any:
    length = max(map(len, rows))
    ids = torch.tensor([row + [PAD] * (length - len(row)) for row in rows])
    decoder = torch.tensor([DECODER] * len(rows))
    with torch.no_grad():
        return model(
            input_ids=ids, attention_mask=(ids != PAD).long(), decoder_input_ids=decoder
        ).logits


def states(model: Any, row: list[int]) -> Any:
    with torch.no_grad():
        return model.get_encoder()(input_ids=torch.tensor([row])).last_hidden_state[0]


def test_without_context_it_is_a_plain_model(model: Any) -> None:
    from transformers import MarianMTModel

    plain = MarianMTModel(model.config).eval()
    plain.load_state_dict(model.state_dict(), strict=False)
    assert torch.allclose(logits(model, SOURCE), logits(plain, SOURCE), atol=1e-5)


def test_source_states_do_not_depend_on_context(model: Any) -> None:
    alone = states(model, SOURCE)
    for context in (CONTEXT, OTHER, CONTEXT + OTHER):
        assert torch.allclose(states(model, context + SOURCE)[len(context) :], alone, atol=1e-5)


def test_the_decoder_uses_the_context(model: Any) -> None:
    alone, one, other = (logits(model, c + SOURCE) for c in ([], CONTEXT, OTHER))
    assert not torch.allclose(alone, one, atol=1e-2)
    assert not torch.allclose(one, other, atol=1e-2)


def test_rows_do_not_depend_on_the_batch(model: Any) -> None:
    rows = [SOURCE, CONTEXT + SOURCE, CONTEXT + OTHER + SOURCE, [13, END]]
    together = logits(model, *rows)
    for row, found in zip(rows, together, strict=True):
        assert torch.allclose(logits(model, row)[0], found, atol=1e-5)


def test_embeddings_are_shared_and_both_encoders_learn(model: Any) -> None:
    encoder = model.get_encoder()
    assert encoder.context.embed_tokens.weight is encoder.embed_tokens.weight
    model.zero_grad()
    ids = torch.tensor([CONTEXT + SOURCE])
    model(input_ids=ids, decoder_input_ids=torch.tensor([DECODER])).logits.logsumexp(
        -1
    ).sum().backward()
    for layers in (encoder.layers, encoder.context.layers):
        assert layers[0].self_attn.q_proj.weight.grad.abs().sum() > 0
    model.zero_grad()


def test_saved_and_loaded_it_is_the_same(model: Any, tmp_path: Path) -> None:
    from transformers import AutoModelForSeq2SeqLM

    model.save_pretrained(tmp_path)
    loaded = AutoModelForSeq2SeqLM.from_pretrained(tmp_path).eval()
    assert torch.equal(logits(loaded, CONTEXT + SOURCE), logits(model, CONTEXT + SOURCE))
    assert type(loaded).__name__ == "MultiEncoderModel"


def test_a_context_encoder_can_start_as_a_copy(model: Any) -> None:
    from copy import deepcopy

    copied = deepcopy(model)
    copied.copy_encoder()
    encoder = copied.get_encoder()
    assert torch.equal(encoder.context.layers[1].fc1.weight, encoder.layers[1].fc1.weight)
