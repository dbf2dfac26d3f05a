"""A server that computes with a model of the test gives what the model gives in this process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.testing import CliRunner

from discotag.plugin import DiscotagError
from discotag.testing.servers import Said, Server
from discotag_cxmi.measure.command import cxmi

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.testing.servers import Asked


pytest.importorskip("torch")
pytest.importorskip("httpx2")
pytestmark = pytest.mark.engine

NATS = 1e-3
KEY = "s3cr3t-K3Y"
PLAIN = ("--template", "{context}{source} => ")
CHAT = ("--chat-template", "own", "--template", "French: {source}")


class Speaker:
    """Speaks `/completions` with `echo`, as vLLM does, with a model of Transformers."""

    def __init__(self, folder: Path, *, drops_begin: bool = False) -> None:
        self.drops_begin = drops_begin
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForCausalLM.from_pretrained(folder).eval()

    def __call__(self, asked: Asked, number: int) -> Said:
        import torch

        del number
        content = asked.content
        assert asked.path == "/v1/completions"
        assert (content["echo"], content["temperature"]) == (True, 0)
        prompt = content["prompt"]
        if isinstance(prompt, str):
            prompt = [0, *self.tokenizer(prompt, add_special_tokens=False)["input_ids"]]
        with torch.no_grad():
            logits = self.model(input_ids=torch.tensor([prompt])).logits[0]
        values = logits.log_softmax(-1)
        generated = int(logits[-1].argmax())
        chosen = [float(values[at, one]) for at, one in enumerate([*prompt[1:], generated])]
        tokens = [self.tokenizer.decode([one]) for one in [*prompt, generated]]
        values = [None, *chosen]
        if self.drops_begin:  # as llama-cpp-python does
            tokens, values = tokens[1:], [None, *values[2:]]
        told = {"tokens": tokens, "token_logprobs": values}
        usage = {"prompt_tokens": len(prompt)}
        return Said({"choices": [{"text": "", "logprobs": told}], "usage": usage})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("DISCOTAG_OFFLINE", raising=False)
    made = Server()
    yield made
    made.close()


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    source = ["The cat sleeps.", "It is old.", "It snores."] * 2
    target = ["Le chat dort.", "Il est vieux.", ""] * 2
    for name, lines in (("src", source), ("tgt", target), ("ids", ["a"] * 3 + ["b"] * 3)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    pairs = zip(("--src", "--tgt", "--docids"), ("src", "tgt", "ids"), strict=True)
    return [word for option, name in pairs for word in (option, str(tmp_path / name))]


def run(*words: object) -> str:
    app = typer.Typer()
    app.command()(cxmi)
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def scores(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "scores.jsonl").read_text("utf-8").splitlines()]


def served(server: Server, folder: Path) -> list[object]:
    server.behave = Speaker(folder)
    url = f"{server.url}/v1"
    return ["-m", "some/name", "--tokenizer", folder, "--server", url, "--target-context", 2, "-q"]


@pytest.mark.parametrize(
    "prompt",
    [(*PLAIN, "--prompt-as", "ids"), (*PLAIN, "--prompt-as", "text"), CHAT],
    ids=["ids", "text", "chat"],
)
def test_a_server_gives_what_the_model_gives_here(
    prompt: tuple[str, ...], server: Server, files: list[str], chat_folder: Path, tmp_path: Path
) -> None:
    far = served(server, chat_folder)
    run(*far, *files, *prompt, "-o", tmp_path / "far")
    here = ("-m", chat_folder, "--device", "cpu", "--target-context", 2, "-q")
    alone = prompt[: prompt.index("--prompt-as")] if prompt != CHAT else CHAT
    run(*here, *files, *alone, "-o", tmp_path / "here")
    for one, other in zip(scores(tmp_path / "far"), scores(tmp_path / "here"), strict=True):
        assert one["subwords"] == other["subwords"]
        assert one["eos"] == pytest.approx(other["eos"], abs=NATS)
        for size, values in other["logprobs"].items():
            assert one["logprobs"][size] == pytest.approx(values, abs=NATS)
    assert all(asked.content["model"] == "some/name" for asked in server.asked)
    assert {asked.headers["Authorization"] for asked in server.asked} == {f"Bearer {KEY}"}
    written = "".join(
        path.read_bytes().decode("utf-8", "replace") for path in (tmp_path / "far").iterdir()
    )
    assert KEY not in written


def test_a_server_that_leaves_the_beginning_out_is_understood(
    server: Server, files: list[str], chat_folder: Path, tmp_path: Path
) -> None:
    far = served(server, chat_folder)
    run(*far, *files, *PLAIN, "-o", tmp_path / "whole")
    server.behave = Speaker(chat_folder, drops_begin=True)
    run(*far, *files, *PLAIN, "--prompt-as", "text", "-o", tmp_path / "less")
    for one, other in zip(scores(tmp_path / "whole"), scores(tmp_path / "less"), strict=True):
        assert one["logprobs"] == other["logprobs"]
        assert one["eos"] == other["eos"]


def test_text_is_refused_where_the_server_would_add_a_beginning(
    server: Server, files: list[str], chat_folder: Path
) -> None:
    with pytest.raises(DiscotagError, match="--prompt-as text is for prompts that begin"):
        run(*served(server, chat_folder), *files, *CHAT, "--prompt-as", "text")


def test_no_answer_is_asked_for_twice(
    server: Server, files: list[str], chat_folder: Path, tmp_path: Path
) -> None:
    far = [*served(server, chat_folder), *files, "--jobs", 1]
    speak = server.behave
    server.behave = lambda asked, number: (
        speak(asked, number) if number < 5 else Said({"error": "no such key"}, 401)
    )
    with pytest.raises(DiscotagError, match="no such key"):
        run(*far, "-o", tmp_path / "out")
    assert not (tmp_path / "out/scores.jsonl").exists()
    server.behave = speak
    plan = run(*far, "-o", tmp_path / "out", "--dry-run", "--price", "1000000,0")
    assert "; 5 in the journal" in plan
    before = len(server.asked)
    run(*far, "-o", tmp_path / "out")
    prompts = [tuple(asked.content["prompt"]) for asked in server.asked]
    assert len(set(prompts[:5] + prompts[before:])) == 5 + len(server.asked) - before
    run(*far, "-o", tmp_path / "other")
    assert (tmp_path / "other/cxmi.json").read_bytes() == (tmp_path / "out/cxmi.json").read_bytes()


def test_a_plan_sends_nothing_and_says_what_it_costs(
    server: Server, files: list[str], chat_folder: Path
) -> None:
    far = [*served(server, chat_folder), *files]
    plan = run(*far, "--dry-run", "--price", "1000000,0")
    count = int(plan.split(" tokens")[0].split()[-1])
    assert server.asked == []
    assert f"about {count}.00" in plan
    run(*far)
    assert sum(len(asked.content["prompt"]) for asked in server.asked) == count


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"choices": [{"text": "a"}]}, "gives no log-probabilities of the prompt"),
        ({"choices": [{"logprobs": {"token_logprobs": [None]}}]}, "gives 1 values where"),
        (
            {
                "choices": [{"logprobs": {"token_logprobs": [None]}}],
                "usage": {"prompt_tokens": 7},
            },
            "it counts 7 tokens of a prompt",
        ),
    ],
)
def test_a_server_that_cannot_score_is_told(
    told: dict[str, Any], message: str, server: Server, files: list[str], chat_folder: Path
) -> None:
    far = served(server, chat_folder)
    server.behave = lambda asked, number: Said(told)
    with pytest.raises(DiscotagError, match=message):
        run(*far, *files)


def test_another_tokenizer_is_noticed(server: Server, files: list[str], chat_folder: Path) -> None:
    far = served(server, chat_folder)
    speak = server.behave

    def other(asked: Asked, number: int) -> Said:
        said: Any = speak(asked, number)
        told = said.body["choices"][0]["logprobs"]
        told["tokens"] = ["x" for _ in told["tokens"]]
        return said

    server.behave = other
    with pytest.raises(DiscotagError, match="its tokenizer is another"):
        run(*far, *files)


def test_an_encoder_decoder_has_no_server(files: list[str], marian_folder: Path) -> None:
    with pytest.raises(DiscotagError, match="--server is for decoder-only models"):
        run("-m", marian_folder, "--server", "http://localhost:1/v1", "--target-context", 1, *files)


PYTHON = os.environ.get("DISCOTAG_LLAMA_PYTHON")
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "llama_server.py"


@pytest.mark.engine
@pytest.mark.skipif(PYTHON is None, reason="DISCOTAG_LLAMA_PYTHON names no llama-cpp-python")
def test_a_llama_cpp_server_agrees_to_a_thousandth_of_a_nat() -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(BENCHMARK), "--server-python", str(PYTHON)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"cache in (\w+): (\S+) nats", done.stdout))
    assert float(found["float32"]) < 1e-3
    assert float(found["float16"]) < 1e-2
