"""No pipeline that is shipped holds what looks like personal data of a treebank."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import srsly
from spacy.pipeline._edit_tree_internals.edit_trees import EditTrees
from spacy.strings import StringStore

from discotag_train.pipelines.corpus import NOTHING, forget, is_private

PACKAGES = Path(__file__).parents[2] / "plugins"
WORDS = [
    path
    for kind in ("**/strings.json", "pipeline/*/*.json", "lexicon/*.txt", "segmenter/words.txt",
                 "model/*.json")
    for path in sorted(PACKAGES.glob(f"*/discotag_*/{kind}"))
]  # fmt: skip


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.relative_to(PACKAGES).as_posix())
def test_no_shipped_file_of_words_holds_any(path):
    text = path.read_text("utf-8")
    words = _strings(json.loads(text)) if path.suffix == ".json" else text.split()
    assert [word for word in words if is_private(word)] == []


def _strings(data):
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for pair in data.items() for part in pair for text in _strings(part)]
    return [text for part in data for text in _strings(part)] if isinstance(data, list) else []


def test_every_pack_with_a_pipeline_is_looked_at():
    packs = {path.parents[1] for path in PACKAGES.glob("lang-*/discotag_*/pipeline")}
    assert {path.parents[3] for path in WORDS if path.name == "strings.json"} == packs


@pytest.mark.parametrize(
    "text",
    [
        "jane.doe@example.org", '"<jan...@example.org', "JDoe@EXAMPLE", "@jane_doe",
        "http://example.org/~jane", "555-0100-", ":555.010.0199", "+49 30 5550100", "#0000123",
    ],
)  # fmt: skip
def test_what_looks_like_personal_data(text):
    assert is_private(text)


@pytest.mark.parametrize(
    "text", ["@", "@%$", "2024", "1,000,000", "-6-5-4-3-2-1-0", ".com", "12/31/2004", "Дж@н", "a@"]
)
def test_what_does_not(text):
    assert not is_private(text)


def test_an_edit_that_held_some_fits_no_word_and_the_others_stay(tmp_path):
    strings = StringStore()
    trees = EditTrees(strings)
    learnt = {pair: trees.add(*pair) for pair in (("went", "go"), ("JDoe@EXAMPLE", "jane"))}
    assert trees.apply(learnt["JDoe@EXAMPLE", "jane"], "JDoe@EXAMPLE") == "jane"
    (tmp_path / "lemmatizer").mkdir()
    (tmp_path / "lemmatizer" / "trees").write_bytes(trees.to_bytes())
    (tmp_path / "vocab").mkdir()
    (tmp_path / "vocab" / "strings.json").write_text(json.dumps(["", *strings]))
    assert forget(tmp_path) == ("@EXAMPLE",)  # the piece that the edit cuts off
    assert forget(tmp_path) == ()

    kept = StringStore(json.loads((tmp_path / "vocab" / "strings.json").read_text()))
    assert NOTHING in kept
    again = EditTrees(kept)
    again.from_bytes((tmp_path / "lemmatizer" / "trees").read_bytes())
    assert again.apply(learnt["went", "go"], "went") == "go"
    assert again.apply(learnt["JDoe@EXAMPLE", "jane"], "JDoe@EXAMPLE") is None
    assert srsly.msgpack_loads(again.to_bytes())["trees"]
