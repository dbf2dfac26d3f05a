"""How fast the main job is: segments per second per stage, start-up, and peak memory.

Usage: python benchmarks/speed.py [--src F --ref F --docids F] [-t fr] [--segments N]

Without files, the bundled demo documents are repeated under new ids. Stages are timed in CPU
seconds of this process, so that other work counts little; wall seconds stand beside the sum.
`--compare` sets beside it the same job one document at a time, and the rules of the published MuDA
code (profile `muda`) over the same analyses. `--products` sets the embedded pipelines with spaCy's
own matrix products beside the same with those of discotag. `--against VERSION` runs the jobs
`--help`, `lint` and `run` with another version and this one in turn (`versions.py`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks import versions
from benchmarks.versions import ROOT, Texts
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.demo import demo_files
from discotag.pipeline.config import RunConfig
from discotag.pipeline.corpus import open_reader
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Observers, Stages, batches
from discotag.runs.workers import comparisons, planned_scorers
from discotag.scoring.table import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from spacy.language import Language
    from thinc.api import NumpyOps

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan

ROWS, WIDTH = 3000, 288
"""A product as the pipelines have them: words of a batch, and values of each."""
ROUNDS = 5


def repeated(texts: list[ParallelText], segments: int) -> Iterator[ParallelText]:
    """Repeat documents under new ids until there are so many segments."""
    count = 0
    for number, text in enumerate(itertools.cycle(texts)):
        yield replace(text, id=f"{text.id}-{number}")
        count += len(text.source)
        if count >= segments:
            return


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--src", type=Path)
    parser.add_argument("--ref", type=Path)
    parser.add_argument("--docids", type=Path)
    parser.add_argument("-s", "--source-lang", default="en")
    parser.add_argument("-t", "--target-lang", default="fr")
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--systems", type=int, default=0, help="copies of the reference, scored")
    parser.add_argument("--hyp", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--against", metavar="VERSION", help="0.1.0, or what git calls it")
    parser.add_argument("--rounds", type=int, default=5, help="of --against")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "versions")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--compare", action="store_true", help="with other ways to do the job")
    parser.add_argument("--products", action="store_true", help="matrix products, in place of all")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = read_options()

    if options.src is None:
        demo = demo_files(options.target_lang)
        options.src, options.ref, options.docids = demo.source, demo.reference, demo.docids
    if options.against:
        compare_versions(options)
        return
    registry = open_registry()
    request = CorpusRequest(options.src, {"ref": options.ref}, {}, options.docids)
    texts = list(open_reader(registry, options.src).read(request))
    systems = [f"S{number}" for number in range(options.systems)]
    texts = [
        replace(text, hypotheses=dict.fromkeys(systems, text.references["ref"])) for text in texts
    ]

    config = RunConfig(source_language=options.source_lang, target_language=options.target_lang)
    planned = plan(config, registry)
    if options.products:
        compare_products(planned, list(repeated(texts, options.segments)))
        return
    observers = Observers(clock=time.process_time)
    start = time.process_time()
    stages = Stages(planned, registry, observers)
    scorers = planned_scorers(planned)
    list(stages.tag_batch(texts[:1]))  # engines load what they need when there is work
    observers.seconds.clear()
    observers.segments.clear()
    loading = time.process_time() - start
    segments = 0

    def counted() -> Iterator[ParallelText]:
        nonlocal segments
        for text in repeated(texts, options.segments):
            segments += len(text.source)
            yield text

    begin, begin_wall = time.process_time(), time.perf_counter()
    score((pair for text in stages.tag(counted()) for pair in comparisons(text)), scorers)
    total, wall = time.process_time() - begin, time.perf_counter() - begin_wall
    rows = {
        name: {"seconds": spent, "segments": observers.segments[name]}
        for name, spent in observers.seconds.items()
    }
    other = total - sum(observers.seconds.values())
    rows["all else (scoring, reading)"] = {"seconds": other, "segments": segments}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    result: dict[str, Any] = {
        "pair": planned.pair,
        "segments": segments,
        "target texts": 1 + options.systems,
        "stages": rows,
        "cpu seconds": total,
        "wall seconds": wall,
        "segments per cpu second": segments / total,
        "loading, cpu seconds": loading,
        "peak memory, MiB": peak,
        "discotag --help, cpu seconds": start_up(),
    }
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    show(result)
    if options.compare:
        compare(config, registry, list(repeated(texts, options.segments)))


def compare_versions(options: argparse.Namespace) -> None:
    """Print what another version and this one need for the same jobs."""
    systems = {name: Path(path) for name, path in (text.split("=", 1) for text in options.hyp)}
    pair = options.source_lang, options.target_lang
    texts = Texts(options.src, options.ref, options.docids, systems, pair)
    versions.compare(options.against, texts, rounds=options.rounds, folder=options.environments)


def show(result: dict[str, Any]) -> None:
    """Print what was measured."""
    total, segments = result["cpu seconds"], result["segments"]
    print(f"{result['pair']}: {segments} segments, {result['target texts']} target text(s)")
    for name, row in result["stages"].items():
        rate = row["segments"] / row["seconds"] if row["seconds"] > 0 else float("inf")
        share = 100 * row["seconds"] / total
        print(f"  {name:34}{row['seconds']:9.2f} s {share:5.1f} % {rate:10.0f} segments/s")
    print(f"  {'whole run':34}{total:9.2f} s 100.0 % {segments / total:10.0f} segments/s")
    loading, peak = result["loading, cpu seconds"], result["peak memory, MiB"]
    print(f"loading {loading:.2f} s; wall {result['wall seconds']:.1f} s;", end=" ")
    print(f"peak memory {peak:.0f} MiB;", end=" ")
    print(f"discotag --help {result['discotag --help, cpu seconds']:.2f} s")


def compare(config: RunConfig, registry: Registry, texts: list[ParallelText]) -> None:
    """Print the CPU seconds of the job, and of other ways to do it, engines loaded."""
    ways = {
        "in batches": (config, False),
        "one document at a time": (config, True),
        "profile muda": (config.model_copy(update={"profile": "muda"}), False),
    }
    spent = {}
    for name, (chosen, is_naive) in ways.items():
        observers = Observers(clock=time.process_time)
        stages = Stages(plan(chosen, registry), registry, observers)
        list(stages.tag_batch(texts[:1]))
        observers.seconds.clear()
        begin = time.process_time()
        for batch in ([text] for text in texts) if is_naive else batches(texts):
            list(stages.tag_batch(batch))
        spent[name] = time.process_time() - begin
        rules = sum(took for stage, took in observers.seconds.items() if stage.startswith("tagger"))
        ratio = spent[name] / spent["in batches"]
        print(f"{name:24}{spent[name]:9.2f} s  {ratio:5.2f} times; taggers {rules:.2f} s")


def compare_products(planned: Plan, texts: list[ParallelText]) -> None:
    """Print how fast spaCy's own matrix products are and those in blocks, alone and in analysis."""
    import numpy as np
    from thinc.api import NumpyOps

    from discotag.language.threads import one_thread
    from discotag.plugins.analyzers.embedded.analyzer import load
    from discotag.plugins.analyzers.embedded.products import BlockOps

    kinds = {"spaCy's own": NumpyOps(), "in blocks": BlockOps()}
    numbers = np.random.default_rng(0)
    rows = numbers.standard_normal((ROWS, WIDTH), dtype=np.float32)
    weights = numbers.standard_normal((WIDTH, WIDTH), dtype=np.float32)
    ways = {"numpy's": partial(np.matmul, rows, weights.T)}
    ways |= {name: partial(ops.gemm, rows, weights, trans2=True) for name, ops in kinds.items()}
    print(f"{ROWS} rows of {WIDTH} by {WIDTH} columns, thousand million operations a second:")
    with one_thread():
        for name, spent in in_turn(
            {"numpy's": partial(np.matmul, rows, weights.T), **ways}
        ).items():
            rates = [2 * ROWS * WIDTH * WIDTH / 1e9 / seconds for seconds in spent]
            print(f"  {name:24}{min(rates):9.0f} to {max(rates):.0f}")
        source = [line for text in texts for line in text.source]
        target = [line for text in texts for line in text.references["ref"]]
        for pack, lines in ((planned.source, source), (planned.target, target)):
            nlp = load(pack.resource("pipeline"))
            ways = {name: partial(analyse, nlp, ops, lines) for name, ops in kinds.items()}
            print(f"analysis of {len(lines)} segments, {pack.name}:")
            for name, spent in in_turn(ways).items():
                print(f"  {name:24}{min(spent):9.2f} to {max(spent):.2f} s")


def analyse(nlp: Language, ops: NumpyOps, lines: list[str]) -> None:
    """Analyse segments with one kind of products."""
    from thinc.api import NumpyOps

    from discotag.plugins.analyzers.embedded.conversion import analyze_with

    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        for node in () if model is None else model.walk():
            if isinstance(node.ops, NumpyOps):
                node.ops = ops
    for _ in analyze_with(nlp, lines):
        pass


def in_turn(ways: Mapping[str, Callable[[], object]]) -> dict[str, list[float]]:
    """Time several ways, one after the other, again and again; the first round is for warmth."""
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(1 + ROUNDS):
        for name, way in ways.items():
            begin = time.process_time()
            way()
            spent[name].append(time.process_time() - begin)
    return {name: seconds[1:] for name, seconds in spent.items()}


def start_up() -> float:
    """Return the CPU seconds of `discotag --help`."""
    command = [sys.executable, "-m", "discotag", "--help"]
    environ = {**os.environ}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages have their bytecode
    subprocess.run(command, check=True, capture_output=True, env=environ)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
