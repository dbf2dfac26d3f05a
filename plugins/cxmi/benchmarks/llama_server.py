"""Whether a llama-cpp-python server gives what a model gives in this process.

    python plugins/cxmi/benchmarks/llama_server.py --server-python VENV/bin/python

VENV holds `llama-cpp-python[server]` and `gguf`. A tiny Llama with random weights is made here,
written as GGUF in float32 by that Python, and served with a cache in float32 and in float16.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

LINES = (("The cat sleeps.", "Le chat dort."), ("It is old.", "Il est vieux."), ("It snores.", ""),
         ("Do you see it?", "Le vois-tu ?"))  # fmt: skip
CACHES = {"float32": 0, "float16": 1}
"""Types of the cache of keys and values, as ggml numbers them."""
CONVERT = """
import json, sys
import gguf, numpy as np
from gguf import GGUFWriter, TokenType
source, out = sys.argv[1:]
about = json.load(open(source + ".json"))
weights = np.load(source + ".npz")
made = GGUFWriter(out, "llama")
made.add_context_length(512); made.add_embedding_length(about["hidden"])
made.add_block_count(about["layers"]); made.add_feed_forward_length(about["inner"])
made.add_head_count(about["heads"]); made.add_head_count_kv(about["heads"])
made.add_layer_norm_rms_eps(about["eps"]); made.add_rope_freq_base(about["theta"])
made.add_vocab_size(len(about["tokens"])); made.add_file_type(0)
made.add_tokenizer_model("gpt2"); made.add_tokenizer_pre("gpt-2")
made.add_token_list(about["tokens"])
kinds = [TokenType.CONTROL if t in ("<s>", "</s>") else TokenType.NORMAL for t in about["tokens"]]
made.add_token_types(kinds); made.add_token_merges(about["merges"])
made.add_bos_token_id(0); made.add_eos_token_id(1); made.add_add_bos_token(True)
for name in weights.files:
    made.add_tensor(name, weights[name].astype(np.float32))
made.write_header_to_file(); made.write_kv_data_to_file()
made.write_tensors_to_file(); made.close()
"""
NAMES = {
    "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}  # fmt: skip


def main() -> None:
    """Make, serve, score both ways, and print the largest difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--server-python", required=True)
    python = parser.parse_args().server_python
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _model(folder / "model", folder / "weights")
        convert = [python, "-c", CONVERT, str(folder / "weights"), str(folder / "model.gguf")]
        subprocess.run(convert, check=True)
        for side, lines in zip(("src", "tgt"), zip(*LINES, strict=True), strict=True):
            (folder / side).write_text("".join(f"{line}\n" for line in lines), "utf-8")
        here = _scores(folder, "here", "-m", folder / "model", "--device", "cpu")
        for kind, number in CACHES.items():
            with_server = _served(python, folder, number)
            print(f"cache in {kind}: {_largest(here, with_server):.2e} nats a subword at most")


def _model(folder: Path, weights: Path) -> None:
    """Make a tiny Llama with a byte-level tokenizer, and what the converter reads."""
    import numpy as np
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from tokenizers.processors import TemplateProcessing
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    merges = [("Ġ", "c"), ("Ġc", "h"), ("a", "t"), ("e", "s"), ("Ġ", "=")]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = ["<s>", "</s>", *letters, *("".join(pair) for pair in merges)]
    made = Tokenizer(models.BPE({token: place for place, token in enumerate(tokens)}, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<s>", eos_token="</s>"
    ).save_pretrained(folder)
    torch.manual_seed(11)
    config = LlamaConfig(
        vocab_size=len(tokens), hidden_size=64, intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=4, max_position_embeddings=512, bos_token_id=0, eos_token_id=1,
        tie_word_embeddings=False,
    )  # fmt: skip
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(6.0)
    model.save_pretrained(folder)
    found: dict[str, Any] = {}
    for name, values in model.state_dict().items():
        found[_gguf_name(name)] = _permuted(name, values.numpy(), config.num_attention_heads)
    np.savez(f"{weights}.npz", **found)
    about = {
        "hidden": 64, "inner": 96, "layers": 2, "heads": 4, "eps": config.rms_norm_eps,
        "theta": config.rope_parameters["rope_theta"], "tokens": tokens,
        "merges": [" ".join(pair) for pair in merges],
    }  # fmt: skip
    Path(f"{weights}.json").write_text(json.dumps(about))


def _gguf_name(name: str) -> str:
    fixed = {"model.embed_tokens.weight": "token_embd.weight", "lm_head.weight": "output.weight",
             "model.norm.weight": "output_norm.weight"}  # fmt: skip
    if name in fixed:
        return fixed[name]
    _, _, layer, rest = name.split(".", 3)
    return f"blk.{layer}.{NAMES[rest.removesuffix('.weight')]}.weight"


def _permuted(name: str, values: Any, heads: int) -> Any:
    """Order the rows of queries and keys as ggml turns them: pairs of neighbours."""
    if "q_proj" not in name and "k_proj" not in name:
        return values
    rows, width = values.shape
    halves = values.reshape(heads, 2, rows // heads // 2, width)
    return halves.swapaxes(1, 2).reshape(rows, width)


def _served(python: str, folder: Path, cache: int) -> list[dict[str, Any]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [python, "-m", "llama_cpp.server", "--model", str(folder / "model.gguf"),
               "--host", "127.0.0.1", "--port", str(port), "--logits_all", "true",
               "--n_ctx", "512", "--type_k", str(cache), "--type_v", str(cache)]  # fmt: skip
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}/v1"
        _wait(f"{url}/models", server)
        options = ("--tokenizer", folder / "model", "--server", url, "--prompt-as", "text")
        return _scores(folder, f"there-{cache}", "-m", "tiny", *options, "--jobs", 1)
    finally:
        server.terminate()
        server.wait()


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(120):
        if server.poll() is not None:
            raise SystemExit("the server ended")
        try:
            with urlopen(url):
                return
        except URLError:
            time.sleep(0.5)
    raise SystemExit("the server does not answer")


def _scores(folder: Path, name: str, *options: object) -> list[dict[str, Any]]:
    texts = ("--src", folder / "src", "--tgt", folder / "tgt", "--target-context", 2, "-q")
    command = ["discotag", "cxmi", "measure", *options, *texts, "-o", folder / name]
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    lines = (folder / name / "scores.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _largest(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> float:
    """Return the largest difference of two runs, ends too."""
    pairs = [
        pair
        for first, second in zip(one, other, strict=True)
        for size in first["logprobs"]
        for pair in (
            *zip(first["logprobs"][size], second["logprobs"][size], strict=True),
            (first["eos"][size], second["eos"][size]),
        )
    ]
    return max(abs(a - b) for a, b in pairs)


if __name__ == "__main__":
    main()
