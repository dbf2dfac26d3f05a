"""Scores segments with COMET: this file runs in COMET's own environment, as a process.

One JSON object per line comes in and one goes out:

    {"load": {"checkpoint": PATH, "gpus": 0, 1 or null, "context": BOOL}} -> {"gpus": NUMBER}
    {"score": [{"src": [...], "mt": [...], "ref": [...]}], "batch": NUMBER} -> {"scores": [...]}
    {"fetch": NAME} -> {"checkpoint": PATH}

Each text is a list: context sentences, then the sentence itself. An error is {"error": TEXT}. COMET
prints to standard output, so that is turned to standard error and the answers get their own way.
It knows nothing of discotag, and runs on any Python that COMET runs on.
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from typing import Any


def main() -> None:
    """Answer line by line until there is no more input."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions = os.fdopen(0, "r", encoding="utf-8")
    state: dict[str, Any] = {}
    for line in questions:
        try:
            answer = respond(json.loads(line), state)
        except Exception as error:  # whatever COMET raises is reported, not thrown
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def respond(question: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Answer one question."""
    if "load" in question:
        return load(question["load"], state)
    if "score" in question:
        return {"scores": score(question["score"], question["batch"], state)}
    return {"checkpoint": fetch(question["fetch"])}


def load(wanted: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Load the model; the network is not asked."""
    comet = import_module("comet")
    model = comet.load_from_checkpoint(wanted["checkpoint"], local_files_only=True)
    if wanted["context"]:
        model.enable_context()
        if not getattr(model, "use_context", False):
            raise ValueError(
                "this model cannot use context: COMET reads it only with a regression model that"
                " averages over tokens, such as Unbabel/wmt22-comet-da"
            )
    gpus = wanted["gpus"]
    if gpus is None:
        gpus = 1 if import_module("torch").cuda.is_available() else 0
    tokenizer = getattr(getattr(model, "encoder", None), "tokenizer", None)
    state["separator"] = f" {getattr(tokenizer, 'sep_token', None) or '</s>'} "
    state["model"], state["gpus"] = model, gpus
    return {"gpus": gpus}


def score(items: list[dict[str, list[str]]], batch: int, state: dict[str, Any]) -> list[float]:
    """Return one score per item, in order."""
    join = state["separator"].join
    samples = [{name: join(texts) for name, texts in item.items()} for item in items]
    found = state["model"].predict(
        samples, batch_size=batch, gpus=state["gpus"], progress_bar=False, num_workers=0
    )
    return [float(value) for value in found["scores"]]


def fetch(name: str) -> str:
    """Fetch a model and what its encoder needs; give the checkpoint's path."""
    comet = import_module("comet")
    path = str(comet.download_model(name))
    comet.load_from_checkpoint(path)
    return path


if __name__ == "__main__":
    main()
