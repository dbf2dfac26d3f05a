"""How fast targets are scored: beside bare forward passes, and beside one example at a time.

    python plugins/cxmi/benchmarks/throughput.py [--device cuda] [--size small] [--rounds 3]

Models have random weights and the texts are invented words, since speed does not depend on either.
Per kind of model three things are timed side by side, in turns: `discotag_cxmi`'s scorer from lines
to results; the very forward calls that it made, on the same padded tensors, and nothing else; and a
plain loop that runs each example with context and without, one pass after the other. A task is an
example with context. On a CPU the time is that of the processor, one thread, so that other work on
the machine counts little. `work` is how many times the multiplications of the scorer the loop does
for a task: what sharing alone can give; the rest of `faster` comes from batches.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.processors import TemplateProcessing
from torch.utils.flop_counter import FlopCounterMode
from transformers import (
    AutoTokenizer,
    LlamaConfig,
    LlamaForCausalLM,
    MarianConfig,
    MarianMTModel,
    PreTrainedTokenizerFast,
)

from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.loading import load_model
from discotag_cxmi.scoring.scorer import ModelOptions

SIZES = {"demo": (64, 128, 2, 4), "tiny": (256, 512, 3, 4), "small": (512, 1024, 6, 8)}
"""Width, inner width, layers, heads; `small` is the transformer-small of the papers."""
SIGNS = ("=>", "\n")


def words(count: int) -> list[str]:
    """Invent words."""
    draw = random.Random(7)
    syllables = [first + second for first in "bdfgklmnprst" for second in "aeiou"]
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(draw.choices(syllables, k=draw.randint(1, 4)))] = None
    return list(found)


def tokenizer(folder: Path, vocabulary: list[str]) -> None:
    """Save a tokenizer with a subword per word, ended by `</s>`."""
    names = ["<pad>", "</s>", "<unk>", "<brk>", *SIGNS, *vocabulary]
    made = Tokenizer(models.WordLevel({name: i for i, name in enumerate(names)}, "<unk>"))
    made.pre_tokenizer = pre_tokenizers.Split(" ", "removed")
    made.post_processor = TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<brk>"],
    ).save_pretrained(folder)


def encoder_decoder(folder: Path, size: str, vocabulary: list[str]) -> None:
    """Save a Marian model."""
    tokenizer(folder, vocabulary)
    width, inner, layers, heads = SIZES[size]
    torch.manual_seed(1)
    config = MarianConfig(
        vocab_size=len(AutoTokenizer.from_pretrained(folder, trust_remote_code=False)),
        d_model=width,
        encoder_layers=layers,
        decoder_layers=layers,
        encoder_attention_heads=heads,
        decoder_attention_heads=heads,
        encoder_ffn_dim=inner,
        decoder_ffn_dim=inner,
        max_position_embeddings=1024,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
        forced_eos_token_id=None,
    )
    MarianMTModel(config).save_pretrained(folder)


def decoder_only(folder: Path, size: str, vocabulary: list[str]) -> None:
    """Save a Llama."""
    tokenizer(folder, vocabulary)
    width, inner, layers, heads = SIZES[size]
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(AutoTokenizer.from_pretrained(folder, trust_remote_code=False)),
        hidden_size=width,
        intermediate_size=inner,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads,
        max_position_embeddings=2048,
        bos_token_id=None,
        eos_token_id=1,
    )
    LlamaForCausalLM(config).save_pretrained(folder)


def documents(vocabulary: list[str], count: int) -> list[list[tuple[str, str]]]:
    """Invent documents of 20 segments, as long as speech is: 4 to 60 words, 15 in the middle."""
    draw = random.Random(3)

    def line() -> str:
        length = min(max(int(draw.lognormvariate(2.7, 0.6)), 4), 60)
        return " ".join(draw.choices(vocabulary, k=length))

    return [[(line(), line()) for _ in range(20)] for _ in range(count)]


def examples(texts: list[list[tuple[str, str]]], source: int, target: int) -> list[Example]:
    """Return every segment with 0 … as many lines of context."""
    return [
        Example(
            str(name),
            index,
            *text[index],
            tuple(pair[0] for pair in text[:index]),
            tuple(pair[1] for pair in text[:index]),
        ).within(min(size, source), min(size, target))
        for name, text in enumerate(texts)
        for index in range(len(text))
        for size in range(max(source, target) + 1)
    ]


class Recorder:
    """Stands for a model and remembers the calls."""

    def __init__(self, model: Any) -> None:
        self.model, self.calls = model, list[tuple[str, dict[str, Any]]]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __call__(self, **inputs: Any) -> Any:
        """Run the model."""
        self.calls.append(("whole", inputs))
        return self.model(**inputs)

    def get_encoder(self) -> Any:
        """Return the encoder."""

        def encoder(**inputs: Any) -> Any:
            self.calls.append(("encoder", inputs))
            return self.model.get_encoder()(**inputs)

        return encoder

    def replay(self) -> None:
        """Do all calls again; decoders get the encoder's states as they were."""
        with torch.inference_mode():
            for kind, inputs in self.calls:
                (self.model.get_encoder() if kind == "encoder" else self.model)(**inputs)

    def padded(self) -> int:
        """Count the padded tokens of all calls."""
        sizes = [
            inputs[name].numel()
            for _, inputs in self.calls
            for name in ("input_ids", "decoder_input_ids")
            if name in inputs
        ]
        return sum(sizes)


def one_at_a_time(scorer: Any, given: list[Example]) -> None:
    """Measure CXMI as a plain loop does: each example with context and without, pass by pass."""
    with torch.inference_mode():
        for example in given:
            for one in (example, example.within(0, 0)):
                row = scorer.rows.rows([one])[0]
                if hasattr(row, "encoder"):
                    labels = [*row.target.ids, scorer.rows.eos]
                    logits = scorer.model(
                        input_ids=torch.tensor([row.encoder], device=scorer.model.device),
                        decoder_input_ids=torch.tensor(
                            [row.prefix + row.target.ids], device=scorer.model.device
                        ),
                        use_cache=False,
                    ).logits[0, len(row.prefix) - 1 :]
                else:
                    labels = [*row.target.ids, *row.end]
                    logits = scorer.model(
                        input_ids=torch.tensor([row.ids], device=scorer.model.device),
                        use_cache=False,
                    ).logits[0, row.start - 1 :]
                values = logits.float().log_softmax(-1)
                values[range(len(labels)), labels].cpu()


def timed(work: Any, device: str) -> float:
    """Return the seconds that work takes: of the processor, or on a GPU of the clock."""
    if device == "cpu":
        began = time.process_time()
        work()
        return time.process_time() - began
    torch.cuda.synchronize()
    began = time.perf_counter()
    work()
    torch.cuda.synchronize()
    return time.perf_counter() - began


def measure(folder: Path, given: list[Example], arguments: argparse.Namespace) -> str:
    """Time the three, in turns; examples without context are no task of their own."""
    dtype = "bfloat16" if arguments.device == "cuda" else "float32"
    options = ModelOptions(device=arguments.device, dtype=dtype)
    scorer: Any = load_model(str(folder), options)
    model, recorder = scorer.model, Recorder(scorer.model)
    scorer.model = recorder
    list(scorer.score(given))
    scorer.model = model
    tasks = [item for item in given if item.source_context or item.target_context]
    one_at_a_time(scorer, tasks[:5])
    bare, scored, single = [], [], []
    for _ in range(arguments.rounds):
        fresh: Any = load_model(str(folder), options)
        bare.append(timed(recorder.replay, arguments.device))
        scored.append(timed(partial(_exhaust, fresh, given), arguments.device))
        single.append(timed(partial(one_at_a_time, fresh, tasks), arguments.device))
    took = statistics.median(scored)
    rate, single_rate = len(tasks) / took, len(tasks) / statistics.median(single)
    work = multiplied(partial(one_at_a_time, scorer, tasks)) / multiplied(
        partial(_exhaust, scorer, given)
    )
    return (
        f"{len(tasks):>8} {recorder.padded():>10} {rate:>10.1f}"
        f" {statistics.median(bare) / took:>8.1%} {single_rate:>10.1f} {rate / single_rate:>7.1f}x"
        f" {work:>7.1f}x"
    )


def multiplied(work: Any) -> int:
    """Count the floating-point operations of matrix products that work does."""
    with FlopCounterMode(display=False) as counter:
        work()
    return int(counter.get_total_flops())


def _exhaust(scorer: Any, given: list[Example]) -> None:
    for _ in scorer.score(given):
        pass


def main() -> None:
    """Print the table."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--device", default="cpu")
    reader.add_argument("--size", choices=SIZES, default="small")
    reader.add_argument("--documents", type=int, default=5)
    reader.add_argument("--vocabulary", type=int, default=8000)
    reader.add_argument("--rounds", type=int, default=3)
    arguments = reader.parse_args()
    if arguments.device == "cpu":
        torch.set_num_threads(1)
    vocabulary = words(arguments.vocabulary)
    texts = documents([*vocabulary], arguments.documents)
    print(f"{arguments.size}, {arguments.device}, torch {torch.__version__}, medians of", end=" ")
    print(f"{arguments.rounds} rounds; tasks per second")
    print(f"{'':34}    tasks     padded     scorer  of bare     alone    faster     work")
    for name, make, source, target in (
        ("encoder–decoder, target 0–3", encoder_decoder, 0, 3),
        ("encoder–decoder, source+target 0–1", encoder_decoder, 1, 1),
        ("decoder-only, 0–3", decoder_only, 3, 3),
        ("decoder-only, whole document", decoder_only, 20, 20),
    ):
        with tempfile.TemporaryDirectory() as place:
            make(Path(place), arguments.size, vocabulary)
            given = examples(texts, source, target)
            if source == 20:
                given = [item for item in given if len(item.source_context) == item.segment]
                given = list(dict.fromkeys(given))
            print(f"{name:34}", measure(Path(place), given, arguments), flush=True)


if __name__ == "__main__":
    main()
