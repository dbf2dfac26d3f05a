"""Codes of languages, hosts by key, and models that lie here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import PluginError, UsageError
from discotag_services import CallError
from discotag_translate.engines.chat import messages, spoken
from discotag_translate.engines.deepl import source_code, target_code
from discotag_translate.engines.engine import Call, EngineName, Language, Pair, Request, open_engine
from discotag_translate.engines.google import google_code

if TYPE_CHECKING:
    from pathlib import Path

PAIR = Pair(Language("en", "English"), Language("pt-br", "Brazilian Portuguese"))


def test_services_have_codes_of_their_own():
    assert [target_code(code) for code in ("de", "en", "pt-br", "zh-tw")] == [
        *("DE", "EN-US", "PT-BR", "ZH-HANT")
    ]
    assert [source_code(code) for code in ("en", "pt-br", "zh-tw", "no")] == [
        "EN",
        "PT",
        "ZH",
        "NB",
    ]
    assert [google_code(code) for code in ("de", "zh", "pt-pt", "pt-br")] == [
        *("de", "zh-CN", "pt-PT", "pt")
    ]


@pytest.mark.parametrize(
    ("key", "host"), [("abc", "api.deepl.com"), ("abc:fx", "api-free.deepl.com")]
)
def test_keys_of_deepls_free_plan_have_a_host_of_their_own(monkeypatch, key, host):
    monkeypatch.setenv("DEEPL_AUTH_KEY", key)
    engine = open_engine(EngineName.DEEPL, Request(PAIR))
    assert engine.place == host
    assert key not in str(engine.identity)
    engine.close()


def test_a_model_is_told_languages_and_markers():
    told = messages(Call(("[[1]] a [[2]] b",), (("x", "y"),), "[[1]]"), PAIR)
    assert [turn["role"] for turn in told] == ["system", "user", "assistant", "user"]
    assert "English into Brazilian Portuguese" in told[0]["content"]
    assert "[[1]]" in told[0]["content"]
    assert "{" not in told[0]["content"]
    assert spoken("<think>a\nb</think>\n c ") == "c"
    assert spoken("a <think>b</think>") == "a <think>b</think>"


@pytest.mark.parametrize(
    ("wishes", "told"),
    [({"base_url": "https://x"}, "--base-url"), ({"params": {"beams": 0}}, "beams")],
)
def test_what_a_model_that_runs_here_does_not_take_is_refused(wishes, told):
    with pytest.raises((UsageError, PluginError), match=f"{told}|hf"):
        open_engine(EngineName.HF, Request(PAIR, model="nowhere", **wishes))


LINES = ("the cat sleeps", "it is old and it snores", "do you see the lamp", "we moved the table")
CHAT = "{% for m in messages %}{{ m.role + ' ' + m.content + '\n' }}{% endfor %}{{ 'assistant' }}"


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    pytest.importorskip("discotag_cxmi")
    pytest.importorskip("torch")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from tokenizers.processors import TemplateProcessing
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    letters = sorted(set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,[]0123456789\n"))
    specials = ["<pad>", "</s>", "<unk>", "<s>"]
    trainer = trainers.BpeTrainer(
        vocab_size=200, special_tokens=specials, initial_alphabet=letters, show_progress=False
    )
    made.train_from_iterator(LINES, trainer)
    made.post_processor = TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_max_length=256,
    )


@pytest.fixture(scope="module")
def marian(tokenizer: Any, tmp_path_factory: Any) -> Path:
    import torch
    from transformers import MarianConfig, MarianMTModel

    folder: Path = tmp_path_factory.mktemp("marian")
    torch.manual_seed(1)
    size = {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1, "vocab_size": len(tokenizer)}
    heads = {"encoder_attention_heads": 2, "decoder_attention_heads": 2}
    widths = {"encoder_ffn_dim": 16, "decoder_ffn_dim": 16, "max_position_embeddings": 64}
    ids = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
    MarianMTModel(MarianConfig(**size, **heads, **widths, **ids)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def llama(tokenizer: Any, tmp_path_factory: Any) -> Path:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    folder: Path = tmp_path_factory.mktemp("llama")
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=1024,
        pad_token_id=0,
        eos_token_id=1,
        bos_token_id=3,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.mark.engine
def test_an_encoder_decoder_translates_a_text_at_a_time(marian: Path):
    engine = open_engine(EngineName.HF, Request(PAIR, str(marian), params={"beams": 2}))
    together = engine.answer(Call(LINES))
    alone = [engine.answer(Call((line,))).texts[0] for line in LINES]
    assert list(together.texts) == alone
    assert engine.context == "none"
    with pytest.raises(CallError, match="does not take it"):
        engine.answer(Call((" ".join(LINES * 20),)))


@pytest.mark.engine
def test_a_model_with_other_weights_is_another_engine(marian: Path, tmp_path: Path):
    import shutil

    one = open_engine(EngineName.HF, Request(PAIR, str(marian)))
    other = shutil.copytree(marian, tmp_path / "other")
    assert open_engine(EngineName.HF, Request(PAIR, str(other))).identity == one.identity
    settings = other / "generation_config.json"
    settings.write_text(settings.read_text().replace("{", '{"num_beams": 1,', 1))
    assert open_engine(EngineName.HF, Request(PAIR, str(other))).identity != one.identity


@pytest.mark.engine
def test_a_language_model_without_a_template_is_refused(llama: Path):
    with pytest.raises(PluginError, match="template of chats"):
        open_engine(EngineName.HF, Request(PAIR, str(llama)))


@pytest.mark.engine
@pytest.mark.parametrize("refuses", [False, True], ids=["system", "no system"])
def test_a_language_model_answers_in_turns(llama: Path, tmp_path: Path, refuses: bool):
    import shutil

    folder = shutil.copytree(llama, tmp_path / "chat")
    stop = "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}"
    (folder / "chat_template.jinja").write_text(stop * refuses + CHAT)
    engine = open_engine(EngineName.HF, Request(PAIR, str(folder), params={"max_new_tokens": 8}))
    answer = engine.answer(Call((LINES[0],), ((LINES[1], "x"),)))
    assert answer.cut == "length"
    assert answer.usage.tokens_out == 8
    assert engine.answer(Call((LINES[0],), ((LINES[1], "x"),))) == answer
    with pytest.raises(CallError, match="the model takes"):
        engine.answer(Call((" ".join(LINES * 100),)))


@pytest.mark.engine
def test_a_document_in_a_small_model_has_every_line_or_names_it(marian: Path, tmp_path: Path):
    from discotag.plugin import ParallelText
    from discotag_translate.running import Plan, translate

    engine = open_engine(EngineName.HF, Request(PAIR, str(marian), params={"beams": 1}))
    texts = [ParallelText("d", (*LINES, ""), {}, {})]
    plan = Plan(texts, PAIR, engine, tmp_path / "journal", checks_language=False)
    outcome = translate(plan, tmp_path / "out")
    made = outcome.made[0]
    assert len((tmp_path / "out").read_text().splitlines()) == 5
    assert all(bool(segment.text) is (segment.how not in {"failed", "blank"}) for segment in made)
    assert len(outcome.failures) == sum(segment.how == "failed" for segment in made)
