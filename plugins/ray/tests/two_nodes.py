"""A run on a Ray of two nodes on this machine, with a token; one node dies on the way.

Usage: python two_nodes.py FOLDER. Writes the run's folder, and writes as JSON how many nodes were
alive at the end, and what a program with another token was told.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from discotag.demo import demo_files
from discotag.plugin import CorpusRequest, open_registry
from discotag.plugin.runs import ExecutionOptions, Job, RunConfig, open_reader, plan
from discotag.plugin.statistics import ResamplingOptions
from discotag.testing.results import make_executor, run, small_batches

PHENOMENA = ("formality", "pronouns")
NO_CLUSTER = 75
"""Exit code where Ray cannot begin two nodes here."""
FEW = ResamplingOptions(samples=100, trials=100)


def stranger(address):
    """Return what the command says to who has another token."""
    demo = demo_files("fr")
    done = subprocess.run(
        [sys.executable, "-m", "discotag", "run", "-s", "en", "-t", "fr", "-q", "--jobs", "2",
         "--src", demo.source, "--ref", demo.reference, "--executor", f"ray:{address}"],
        env={**os.environ, "RAY_AUTH_TOKEN": "0" * 32}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr


def settled(seconds=90):
    """Return how many nodes are alive, once Ray has seen that one died, or after some time."""
    deadline = time.monotonic() + seconds
    while True:
        alive = sum(node["Alive"] for node in ray.nodes())
        if alive == 1 or time.monotonic() > deadline:
            return alive
        time.sleep(0.5)


def main():
    """Begin the cluster, run, and kill the second node while the documents are read."""
    registry = open_registry()
    demo = demo_files("fr")
    request = CorpusRequest(demo.source, {"ref": demo.reference}, demo.hypotheses, demo.docids)
    config = RunConfig(
        source_language="en", target_language="fr", phenomena=PHENOMENA,
        scorers=("compare_mt", "choice"),
    )  # fmt: skip
    planned = plan(config, registry)
    with small_batches(20):
        texts = list(open_reader(registry, demo.source).read(request))
        try:
            cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
            second = cluster.add_node(num_cpus=1)
        except Exception as error:  # Ray gives a node 30 seconds to begin, whatever else runs
            sys.stderr.write(f"{error}\n")
            sys.exit(NO_CLUSTER)
        told = stranger(cluster.address)
        ray.init(cluster.address, logging_level="ERROR", log_to_driver=False)
        executor = make_executor(Job(config, ExecutionOptions(2, "ray")), planned, registry)
        ray.get(executor._nodes)

        def reading():
            for number, text in enumerate(texts):
                if number == 2:
                    cluster.remove_node(second, allow_graceful=False)
                yield text

        run(
            planned, registry, reading(), out=Path(sys.argv[1]), resampling=FEW,
            report="markdown", executor=executor,
        )  # fmt: skip
        alive = settled()
        ray.shutdown()
        cluster.shutdown()
    sys.stdout.write(json.dumps({"alive": alive, "told": told}) + "\n")


if __name__ == "__main__":
    main()
