"""Small sets and runs."""

from __future__ import annotations

import json

from discotag.plugin.files import Notes
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.judging import Runs
from discotag_cxmi.contrast.opening import SetRequest, read_sets


def item(name, *targets, right=0, **more):
    """Build an item whose translations are these, or two that are made up."""
    texts = targets or (f"{name} oui", f"{name} non")
    return Item(
        id=name,
        source=more.pop("source", f"{name} yes"),
        candidates=tuple(Candidate(text, more.get("context", ())) for text in texts),
        right=right,
        source_context=more.get("context", ()),
        **{key: value for key, value in more.items() if key != "context"},
    )


def runs(items, unit="nats", **scores):
    """Build runs: name → a tuple of scores for each item."""
    return Runs(tuple(items), {name: tuple(values) for name, values in scores.items()}, unit)


PLAIN = {
    "id": "a",
    "source": "It snores.",
    "source_context": ["The cat sleeps."],
    "target_context": ["Le chat dort."],
    "right": "Il ronfle.",
    "wrong": ["Elle ronfle."],
    "distance": 1,
    "intra": False,
    "labels": {"pronoun": "it:il"},
}


def write(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def plain(path, *changes):
    return write(path, *(json.dumps({**PLAIN, **change}) for change in changes))


def read(path, *, notes=None, reader="", **files):
    return read_sets([SetRequest(path, **files)], notes or Notes(), reader=reader)


def contrapro(path, **changes):
    record = {
        "src segment": "It snores.",
        "ref segment": "Er schnarcht.",
        "src pronoun": "It",
        "ref pronoun": "Er",
        "document id": "1999_7.de",
        "segment id": 2,
        "ante distance": 1,
        "intrasegmental": False,
        "errors": [{"contrastive": "Sie schnarcht."}, {"contrastive": "Es schnarcht."}],
        **changes,
    }
    path.write_text(json.dumps([record, record]), "utf-8")
    return path


def voita(path, **changes):
    record = {
        "src": "Do you hear ? _eos Sit down .",
        "dst": ["Ты слышишь ? _eos Садитесь .", "Ты слышишь ? _eos Садись ."],
        "true_ind": 1,
        "ctx_dist": 1,
        **changes,
    }
    path.write_text(json.dumps([record]), "utf-8")
    return path


def anaphora(path, **changes):
    record = {
        "reference_context": ["a", "lamp", ".", "it", "fell", "."],
        "reference_sentence": ["it", "fell", "."],
        "noisy_context": ["a", "lamp", ".", "he", "fell", "."],
        "noisy_sentence": ["he", "fell", "."],
        "sample_id": 4,
        "origin": "x",
        **changes,
    }
    return write(path, json.dumps(record))
