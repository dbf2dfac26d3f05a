"""Every kind of encoder–decoder gets the rows that it was trained with."""

from __future__ import annotations

import io
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_cxmi.scoring.tokenizing import UnalignedError, bare, spans

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


pytest.importorskip("torch")
pytestmark = [
    pytest.mark.engine,
    pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses"),
    pytest.mark.filterwarnings("ignore:builtin type .* has no __module__:DeprecationWarning"),
]

LINES = ("It is old.", "Il est vieux.", "The cat sleeps.", "Le chat dort.", "ﬁ … ½ é")
PIECES = ("▁", *sorted({letter for line in LINES for letter in line if letter != " "}), "e\u0301")
EXAMPLE = Example("d", 1, "It is old.", "Il est vieux.", ("The cat.",), ("Le chat.",))


def small(**others: Any) -> dict[str, Any]:
    return {
        "d_model": 16,
        "encoder_layers": 1,
        "decoder_layers": 1,
        "encoder_attention_heads": 2,
        "decoder_attention_heads": 2,
        "encoder_ffn_dim": 16,
        "decoder_ffn_dim": 16,
        "max_position_embeddings": 100,
        **others,
    }


def sentencepiece(path: Path) -> list[str]:
    engine = pytest.importorskip("sentencepiece")
    written = io.BytesIO()
    engine.SentencePieceTrainer.train(
        sentence_iterator=iter(LINES * 5),
        model_writer=written,
        vocab_size=60,
        hard_vocab_limit=False,
        character_coverage=1.0,
        minloglevel=2,
    )
    path.write_bytes(written.getvalue())
    made = engine.SentencePieceProcessor(model_proto=written.getvalue())
    return [made.id_to_piece(index) for index in range(made.get_piece_size())]


def marian(folder: Path) -> None:
    """Two SentencePiece models, a slow tokenizer, one vocabulary."""
    from transformers import MarianConfig, MarianMTModel

    names = ["</s>", "<unk>", "<pad>", "<brk>", ">>fra<<"]
    names += [*sentencepiece(folder / "source.spm"), *sentencepiece(folder / "target.spm")]
    vocabulary = {name: place for place, name in enumerate(dict.fromkeys(names))}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    settings = {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "fr"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    config = MarianConfig(
        **small(
            vocab_size=len(vocabulary), pad_token_id=2, eos_token_id=0, decoder_start_token_id=2
        )
    )
    MarianMTModel(config).save_pretrained(folder)


def m2m100(folder: Path) -> None:
    """A slow tokenizer with languages as tokens behind the vocabulary."""
    from transformers import M2M100Config, M2M100ForConditionalGeneration, M2M100Tokenizer

    pieces = ["<s>", "<pad>", "</s>", "<unk>", *sentencepiece(folder / "sentencepiece.bpe.model")]
    vocabulary = {name: place for place, name in enumerate(dict.fromkeys(pieces))}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    tokenizer = M2M100Tokenizer(str(folder / "vocab.json"), str(folder / "sentencepiece.bpe.model"))
    tokenizer.save_pretrained(folder)
    config = M2M100Config(**small(vocab_size=len(vocabulary) + 120, decoder_start_token_id=2))
    M2M100ForConditionalGeneration(config).save_pretrained(folder)


def nllb(folder: Path) -> None:
    """A fast tokenizer whose language codes are special tokens."""
    from transformers import M2M100Config, M2M100ForConditionalGeneration, NllbTokenizer

    names = ["<s>", "<pad>", "</s>", "<unk>", *PIECES]
    tokenizer = NllbTokenizer({name: place for place, name in enumerate(names)}, [])
    tokenizer.save_pretrained(folder)
    config = M2M100Config(**small(vocab_size=len(tokenizer), decoder_start_token_id=2))
    M2M100ForConditionalGeneration(config).save_pretrained(folder)


def mbart(folder: Path, *, is_50: bool) -> None:
    """In mBART-25 the language stands behind the end, in mBART-50 before the text."""
    from transformers import (
        MBart50Tokenizer,
        MBartConfig,
        MBartForConditionalGeneration,
        MBartTokenizer,
    )
    from transformers.models.mbart.tokenization_mbart import FAIRSEQ_LANGUAGE_CODES

    pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces += [(piece, -2.0) for piece in PIECES]
    if not is_50:
        pieces += [(code, 0.0) for code in FAIRSEQ_LANGUAGE_CODES]
    tokenizer = (MBart50Tokenizer if is_50 else MBartTokenizer)(vocab=pieces)
    tokenizer.save_pretrained(folder)
    config = MBartConfig(**small(vocab_size=len(tokenizer), decoder_start_token_id=2))
    MBartForConditionalGeneration(config).save_pretrained(folder)


def t5(folder: Path) -> None:
    """No table of positions, and a task before the source."""
    from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *((piece, -2.0) for piece in PIECES)]
    tokenizer = T5Tokenizer(pieces, extra_ids=2, model_max_length=80)
    tokenizer.save_pretrained(folder)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
    )
    T5ForConditionalGeneration(config).save_pretrained(folder)


CODES = {"source_code": "en_XX", "target_code": "fr_XX", "separator": "</s>"}


@pytest.mark.parametrize(
    ("make", "options", "encoder", "prefix"),
    [
        pytest.param(
            marian,
            {"source_prefix": ">>fra<<"},
            ">>fra<< ▁The▁cat. <brk> ▁It▁is▁old. </s>",
            "<pad> ▁Le▁chat. <brk>",
            id="Marian",
        ),
        pytest.param(
            m2m100,
            {"source_code": "en", "target_code": "fr", "separator": "</s>"},
            "__en__ ▁The▁cat. </s> ▁It▁is▁old. </s>",
            "</s> __fr__ ▁Le▁chat. </s>",
            id="M2M100",
        ),
        pytest.param(
            nllb,
            {"source_code": "eng_Latn", "target_code": "fra_Latn", "separator": "</s>"},
            "eng_Latn ▁The▁cat. </s> ▁It▁is▁old. </s>",
            "</s> fra_Latn ▁Le▁chat. </s>",
            id="NLLB",
        ),
        pytest.param(
            partial(mbart, is_50=False),
            CODES,
            "▁The▁cat. </s> ▁It▁is▁old. </s> en_XX",
            "fr_XX ▁Le▁chat. </s>",
            id="mBART-25",
        ),
        pytest.param(
            partial(mbart, is_50=True),
            CODES,
            "en_XX ▁The▁cat. </s> ▁It▁is▁old. </s>",
            "</s> fr_XX ▁Le▁chat. </s>",
            id="mBART-50",
        ),
        pytest.param(
            t5,
            {"source_prefix": "It: ", "separator": "</s>"},
            "▁It <unk> ▁The▁cat. </s> ▁It▁is▁old. </s>",
            "<pad> ▁Le▁chat. </s>",
            id="T5",
        ),
    ],
)
def test_rows_are_those_of_the_kind(
    make: Callable[[Path], None],
    options: dict[str, Any],
    encoder: str,
    prefix: str,
    tmp_path: Path,
) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.local import EncoderDecoder

    make(tmp_path)
    model = load_model(str(tmp_path), ModelOptions(device="cpu", **options))
    assert isinstance(model, EncoderDecoder)
    row = model.rows.row(EXAMPLE)
    names = model.tokenizer.convert_ids_to_tokens
    assert "".join(names(row.encoder)) == encoder.replace(" ", "")
    assert "".join(names(row.prefix)) == prefix.replace(" ", "")
    [scores] = model.score([EXAMPLE])
    spelt = {(start, end) for start, end in zip(scores.starts, scores.ends, strict=True)}
    assert "".join(EXAMPLE.target[start:end] for start, end in sorted(spelt)).replace(
        " ", ""
    ) == EXAMPLE.target.replace(" ", "")


def exactly(model: Any, example: Example) -> list[float]:
    """Score one target in float64, alone."""
    import torch

    row = model.rows.row(example)
    if hasattr(row, "encoder"):
        labels = (*row.target.ids, model.rows.eos)
        inputs = {
            "input_ids": torch.tensor([row.encoder]),
            "decoder_input_ids": torch.tensor([row.prefix + row.target.ids]),
        }
        first = len(row.prefix) - 1
    else:
        labels, inputs, first = (
            row.target.ids + row.end,
            {"input_ids": torch.tensor([row.ids])},
            row.start - 1,
        )
    with torch.no_grad():
        values = model.model(**inputs).logits[0, first:].log_softmax(-1)
    return [float(line[label]) for line, label in zip(values, labels, strict=True)]


def gpt2(folder: Path) -> None:
    """A table of positions, no token to begin with, no mark of a first word."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    names = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "</s>"]
    made = Tokenizer(models.BPE({name: place for place, name in enumerate(names)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=made, eos_token="</s>").save_pretrained(folder)
    config = GPT2Config(vocab_size=len(names), n_positions=200, n_embd=16, n_layer=1, n_head=2)
    GPT2LMHeadModel(config).save_pretrained(folder)


def llama_of_sentencepiece(folder: Path) -> None:
    """A mark before the first word of a text, which a line inside a prompt must not get."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from tokenizers.processors import TemplateProcessing
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    pieces = [("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0)]
    pieces += [(piece, -2.0) for piece in dict.fromkeys((*PIECES, "\n", "=", ">"))]
    made = Tokenizer(models.Unigram(pieces, unk_id=0))
    made.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    made.decoder = decoders.Metaspace()
    made.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    names = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    PreTrainedTokenizerFast(tokenizer_object=made, **names).save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=len(pieces),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=200,
    )
    LlamaForCausalLM(config).save_pretrained(folder)


LATIN = {"source_code": "eng_Latn", "target_code": "fra_Latn", "separator": "</s>"}


@pytest.mark.parametrize(
    ("make", "options"),
    [
        pytest.param(marian, {}, id="Marian"),
        pytest.param(nllb, LATIN, id="NLLB"),
        pytest.param(partial(mbart, is_50=False), CODES, id="mBART-25"),
        pytest.param(t5, {"separator": "</s>"}, id="T5"),
        pytest.param(gpt2, {}, id="GPT-2"),
        pytest.param(llama_of_sentencepiece, {}, id="Llama"),
    ],
)
def test_padding_changes_no_kind(
    make: Callable[[Path], None], options: dict[str, Any], tmp_path: Path
) -> None:
    import torch

    from discotag_cxmi.scoring.loading import load_model

    make(tmp_path)
    model: Any = load_model(str(tmp_path), ModelOptions(device="cpu", **options))
    with torch.no_grad():
        for parameter in model.model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(5.0)
    given = [
        EXAMPLE,
        EXAMPLE.within(0, 0),
        Example("d", 0, "", "Le chat dort. Il est vieux."),
        Example("d", 2, "The cat sleeps.", "", ("It is old.",) * 2, ("Il est.",) * 2),
    ]
    found = list(model.score(given))
    model.model.double()
    for example, scores in zip(given, found, strict=True):
        wanted = exactly(model, example)
        assert [*scores.logprobs, scores.eos] == pytest.approx(wanted, abs=1e-4, rel=0)


def test_a_line_inside_a_prompt_is_no_beginning_of_a_text(tmp_path: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model

    llama_of_sentencepiece(tmp_path)
    model: Any = load_model(str(tmp_path), ModelOptions(device="cpu"))
    pieces = model.tokenizer.convert_ids_to_tokens(model.rows.row(EXAMPLE).ids)
    assert "".join(pieces) == "<s>▁The▁cat.▁=>▁Le▁chat.\nIt▁is▁old.▁=>▁Il▁est▁vieux."


@pytest.mark.parametrize("make", [marian, m2m100, nllb, t5])
def test_offsets_point_into_the_line_as_it_is(make: Callable[[Path], None], tmp_path: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model

    make(tmp_path)
    options: dict[str, Any] = {"separator": "</s>"}
    if make in {m2m100, nllb}:
        codes = ("en", "fr") if make is m2m100 else ("eng_Latn", "fra_Latn")
        options |= {"source_code": codes[0], "target_code": codes[1]}
    model = load_model(str(tmp_path), ModelOptions(device="cpu", **options))
    line = "ﬁ … ½ e\u0301"
    [scores] = model.score([Example("d", 0, "It", line)])
    seen = {place for a, b in zip(scores.starts, scores.ends, strict=True) for place in range(a, b)}
    assert {0, 2, 4, 6} <= seen
    assert max(scores.ends) <= len(line)


@pytest.mark.parametrize(
    ("make", "options", "told"),
    [
        pytest.param(nllb, {}, "give --source-lang-code and --target-lang-code", id="none"),
        pytest.param(
            nllb,
            {"source_code": "eng_Latn", "target_code": "french"},
            r"--target-lang-code 'french' is no language of the model \(ace_Arab",
            id="NLLB",
        ),
        pytest.param(
            m2m100,
            {"source_code": "eng_Latn", "target_code": "fr"},
            r"--source-lang-code 'eng_Latn' is no language of the model \(af, am",
            id="M2M100",
        ),
        pytest.param(t5, {"source_code": "en"}, "has no language codes", id="a model without"),
    ],
)
def test_language_codes_are_checked(
    make: Callable[[Path], None], options: dict[str, Any], told: str, tmp_path: Path
) -> None:
    from discotag.plugin import UsageError
    from discotag_cxmi.scoring.loading import load_model

    make(tmp_path)
    with pytest.raises(UsageError, match=told):
        load_model(str(tmp_path), ModelOptions(device="cpu", **options))


@pytest.mark.parametrize(
    ("line", "pieces", "wanted"),
    [
        pytest.param("Il dort", ["▁Il", "▁d", "ort"], [(0, 2), (3, 4), (4, 7)], id="words"),
        pytest.param(
            "a b", ["▁", "a", "▁", "b"], [(0, 0), (0, 1), (1, 1), (2, 3)], id="lone marks"
        ),
        pytest.param("ﬁn", ["▁f", "in"], [(0, 1), (0, 2)], id="a ligature is parted"),
        pytest.param("de\u0301ja", ["▁dé", "ja"], [(0, 3), (3, 5)], id="a composed accent"),
        pytest.param("1½", ["▁1", "1⁄2"], [(0, 1), (1, 2)], id="a fraction"),
        pytest.param("オﾞ", ["▁", "ヴ"], None, id="another letter"),
        pytest.param("a\u200bb", ["▁ab"], [(0, 3)], id="a vanished space of no width"),
        pytest.param(
            "é!", ["▁", "<0xC3>", "<0xA9>", "!"], [(0, 0), (0, 1), (0, 1), (1, 2)], id="bytes"
        ),
        pytest.param(
            "\u0631\u0651\u064f", ["▁\u0631\u0651", "\u064f"], [(0, 2), (2, 3)], id="marks in order"
        ),
        pytest.param("", [], [], id="nothing"),
        pytest.param("  ", [], [], id="spaces"),
        pytest.param("\u1100\u1161\u11a8", ["▁\uac01"], [(0, 3)], id="Hangul in pieces"),
    ],
)
def test_pieces_find_their_place_in_the_untouched_line(
    line: str, pieces: list[str], wanted: list[tuple[int, int]] | None
) -> None:
    if wanted is None:
        with pytest.raises(UnalignedError, match="becomes"):
            spans(line, pieces)
    else:
        assert spans(line, pieces) == wanted


def test_letters_that_no_piece_spells_are_told() -> None:
    with pytest.raises(UnalignedError, match="'dort' is lost"):
        spans("Il dort", ["▁Il"])


def test_bytes_that_make_no_letter_are_told() -> None:
    with pytest.raises(UnalignedError, match="no character"):
        spans("é", ["<0xC3>"])


def test_spaces_and_format_characters_do_not_count() -> None:
    assert bare("a\u00a0b\u200d\tc") == "abc"
