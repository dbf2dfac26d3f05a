"""A trained pipeline → the directory a pack ships: spaCy's own format, less what no run needs."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import srsly
from thinc.api import Config

from discotag_train.pipelines.private import forget

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

SPACY = ">=3.8,<3.9"


def shrink(nlp: Language, out: Path, *, name: str, licence: str, description: str) -> None:
    """Write the pipeline to `out`.

    Strings that no component names are pruned, and those that look like personal data; of the
    configuration only what loading needs stays.
    """
    nlp.meta.update(name=name, license=licence, description=description)
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    nlp.to_disk(out)
    _prune(nlp, out)


def _prune(nlp: Language, out: Path) -> None:
    needed = {""}
    for pipe_name in nlp.pipe_names:
        pipe = nlp.get_pipe(pipe_name)
        needed.update(str(label) for label in getattr(pipe, "labels", ()))
        if hasattr(pipe, "trees"):
            needed.update(_affixes(pipe.trees.to_bytes(), nlp))
    (out / "vocab" / "strings.json").write_text(
        json.dumps(sorted(needed), ensure_ascii=False), encoding="utf-8"
    )
    forget(out)
    for empty in ("vectors", "key2row", "vectors.cfg", "lookups.bin"):
        (out / "vocab" / empty).unlink(missing_ok=True)
    config = Config().from_disk(out / "config.cfg", interpolate=False)
    kept = {name: config[name] for name in ("nlp", "components")}
    kept["initialize"] = {"components": {}, "tokenizer": {}}
    Config(kept).to_disk(out / "config.cfg")
    meta = out / "meta.json"
    facts = json.loads(meta.read_text(encoding="utf-8"))
    told = (
        "lang",
        "name",
        "version",
        "description",
        "license",
        "pipeline",
        "components",
        "disabled",
    )
    facts = {key: facts[key] for key in told if key in facts}
    facts["spacy_version"] = SPACY
    meta.write_text(json.dumps(facts, ensure_ascii=False, indent=1), encoding="utf-8")


def _affixes(trees: bytes, nlp: Language) -> set[str]:
    """Return the strings that the lemmatizer's edit trees put in and take away."""
    hashes = {
        tree[name]
        for tree in srsly.msgpack_loads(trees)["trees"]
        for name in ("orig", "subst")
        if tree.get(name)
    }
    return {nlp.vocab.strings[key] for key in hashes}


def size(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
