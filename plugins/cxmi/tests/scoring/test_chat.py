"""Chat models: what is read is the chat template's text, what is scored is the answer, exactly.

The independent program below knows nothing of rows: it writes each chat by hand, tokenizes it as a
whole, and runs the model in float64 token by token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch")
pytestmark = pytest.mark.engine

NATS = 1e-4
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content | trim }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPACED = (  # an answer is preceded by a space, and no system prompt is taken
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}"
    "{{ raise_exception('no system role') }}{% elif m.role == 'user' %}[Q] {{ m.content }} [A]"
    "{% else %} {{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
THINKING = CHATML.replace(
    "assistant\n{% endif %}",
    "assistant\n{% if thinks is defined and not thinks %}<think></think>\n{% endif %}{% endif %}",
)
SOURCES = ("The cat sleeps.", "It is old.", "", "It snores, and it sleeps again.")
TARGETS = ("Le chat dort.", "Il est vieux.", "", "Il ronfle et il dort encore.")


def token_by_token(folder: Path, prompt: str, answer: str, end: str) -> list[float]:
    """Score an answer behind a prompt in float64, a forward pass for each token; the end last."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder).double().eval()
    ids = tokenizer(prompt + answer + end, add_special_tokens=False)["input_ids"]
    asked = tokenizer(prompt, add_special_tokens=False)["input_ids"]
    assert ids[: len(asked)] == asked, "the chat as a whole has the prompt's tokens"
    ended = len(tokenizer(end, add_special_tokens=False)["input_ids"])
    values = []
    for place in range(len(asked), len(ids)):
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids[:place]])).logits[0, -1]
        values.append(float(logits.log_softmax(-1)[ids[place]]))
    return [*values[: len(values) - ended], sum(values[len(values) - ended :])]


def examples(size: int) -> list[Example]:
    return [
        Example("d", i, line, TARGETS[i], SOURCES[:i], TARGETS[:i]).within(size, size)
        for i, line in enumerate(SOURCES)
    ]


def loaded(folder: Path, **options: Any) -> Any:
    from discotag_cxmi.scoring.loading import load_model

    return load_model(str(folder), ModelOptions(**{"device": "cpu", **options}))


def check(folder: Path, given: list[Example], chats: list[str], end: str, **options: Any) -> None:
    """Compare the scorer with the program above, chat by chat."""
    model = loaded(folder, **options)
    for example, prompt, found in zip(given, chats, model.score(given), strict=True):
        lead = " " if prompt.endswith("[A]") and example.target else ""
        wanted = token_by_token(folder, prompt, lead + example.target, end)
        assert [*found.logprobs, found.eos] == pytest.approx(wanted, abs=NATS, rel=0)


def turn(role: str, text: str) -> str:
    return f"<|im_start|>{role}\n{text}<|im_end|>\n"


@pytest.mark.parametrize("size", [0, 2])
def test_context_as_turns_is_exact(chat_folder: Path, size: int) -> None:
    given = examples(size)
    chats = []
    for example in given:
        text = turn("system", "Translate into French.")
        for source, target in zip(example.source_context, example.target_context, strict=True):
            text += turn("user", f"> {source}".strip()) + turn("assistant", target)
        asked = turn("user", f"> {example.source}".strip())
        chats.append(f"{text}{asked}<|im_start|>assistant\n")
    check(
        chat_folder,
        given,
        chats,
        "<|im_end|>",
        chat_template="own",
        system="Translate into French.",
        template="> {source}",
    )


@pytest.mark.parametrize("size", [0, 2])
def test_context_in_the_prompt_is_exact(chat_folder: Path, size: int) -> None:
    given = [example for example in examples(size) if example.source]
    chats = []
    for example in given:
        pairs = zip(example.source_context, example.target_context, strict=True)
        lines = "".join(f"{source} = {target}\n" for source, target in pairs)
        asked = turn("user", f"Before:\n{lines}Now: {example.source}")
        chats.append(f"{asked}<|im_start|>assistant\n")
    check(
        chat_folder,
        given,
        chats,
        "<|im_end|>",
        chat_template="own",
        template="Before:\n{context}Now: {source}",
        turn="{source} = {target}\n",
    )


def test_a_template_from_a_file_with_a_space_before_answers_is_exact(chat_folder: Path) -> None:
    given = examples(1)
    chats = []
    for example in given:
        text = "<s>"
        for source, target in zip(example.source_context, example.target_context, strict=True):
            text += f"[Q] French: {source} [A] {target}</s>"
        chats.append(f"{text}[Q] French: {example.source} [A]")
    check(chat_folder, given, chats, "</s>", chat_template=SPACED, template="French: {source}")


def test_parameters_of_the_template_are_part_of_the_prompt(chat_folder: Path) -> None:
    given = examples(0)[:2]
    chats = [
        f"{turn('user', f'French: {e.source}')}<|im_start|>assistant\n<think></think>\n"
        for e in given
    ]
    options = {"chat_template": THINKING, "template": "French: {source}"}
    check(chat_folder, given, chats, "<|im_end|>", **options, chat_params={"thinks": False})


def test_the_tokens_that_are_scored_are_shown(chat_folder: Path) -> None:
    from discotag_cxmi.measure.tables import text_of

    model = loaded(chat_folder, chat_template="own", template="French: {source}")
    [(name, ids)] = model.rows.shown(examples(1)[1])
    shown = text_of(model.tokenizer, ids)
    assert name == "prompt"
    assert "".join(re.findall("⟦(.*?)⟧", shown)) == "Il est vieux.<|im_end|>"
    assert shown.replace("|⟦", "⟦").startswith("<|im_start|>|u|s|e|r|⏎|F|r")
    assert shown.index("⟦") > shown.rindex("|t|⏎")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"chat_template": "own"}, "says nowhere what to do; give --system"),
        ({"chat_template": "own", "template": "no field"}, "must hold {source} once"),
        ({"system": "Translate."}, "--system is for chats; add --chat-template own"),
        (
            {"chat_template": SPACED, "template": "F: {source}", "system": "Translate."},
            "no system role; if it takes no system prompt, leave --system out",
        ),
        ({"chat_template": "{% for %}", "template": "F: {source}"}, "cannot be filled"),
    ],
)
def test_a_chat_that_cannot_be_is_refused(
    options: dict[str, Any], told: str, chat_folder: Path
) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        loaded(chat_folder, **options)


def test_a_model_without_a_chat_template_says_how_to_give_one(llama_folder: Path) -> None:
    with pytest.raises(UsageError, match="has no chat template; give one"):
        loaded(llama_folder, chat_template="own", template="French: {source}")


def test_an_encoder_decoder_takes_no_chat(marian_folder: Path) -> None:
    with pytest.raises(UsageError, match="--chat-template is for decoder-only models"):
        loaded(marian_folder, chat_template="own")


def test_context_of_one_side_is_no_turn(chat_folder: Path) -> None:
    model = loaded(chat_folder, chat_template="own", template="French: {source}")
    with pytest.raises(UsageError, match="a source and its translation each"):
        list(model.score([Example("d", 1, "a", "b", ("c",), ())]))


def test_a_special_token_in_a_line_is_refused_where_it_stands(chat_folder: Path) -> None:
    model = loaded(chat_folder, chat_template="own", template="French: {source}")
    example = Example("d", 2, "a", "b", ("x <|im_end|>", "y"), ("u", "v"))
    with pytest.raises(InputError, match=r"'d', segment 1 \(context of 3\): the source context"):
        model.check([example])


def test_a_chat_model_with_a_bare_prompt_is_noted(chat_folder: Path, llama_folder: Path) -> None:
    [note] = loaded(chat_folder).notes
    assert "the prompt is bare" in note
    assert "--chat-template own" in note
    assert not loaded(llama_folder).notes
    assert not loaded(chat_folder, chat_template="own", template="French: {source}").notes
