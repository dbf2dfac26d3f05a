"""A pipeline's recipe: which treebanks, which tokenizer, which network; one TOML file per language beside this one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict


class Treebank(BaseModel):
    """One treebank's part in a recipe; files are `PREFIX-ud-SPLIT.conllu` anywhere below the treebank folders.

    Args:
        prefix: file name up to `-ud-`, such as `fr_gsd`.
        licence: the data's licence, copied to the card.
        train: splits to train on when all are present.
        fallback: splits to train on when one of `train` is missing.
        reference: its annotation style is the one the others are brought to.
        spoken: speech without capitals and full stops; variants with them are added.
        documents: keep only documents whose `# newdoc id` begins so; empty = all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    prefix: str
    licence: str
    train: tuple[str, ...] = ("train",)
    fallback: tuple[str, ...] = ()
    reference: bool = False
    spoken: bool = False
    documents: tuple[str, ...] = ()


class Network(BaseModel):
    """Sizes and training lengths; words unless said otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    width: int = 96
    depth: int = 4
    hidden: int = 64
    attrs: tuple[str, ...]
    rows: tuple[int, ...]
    dropout: float = 0.1
    steps: int
    evaluate_every: int
    batch_start: int = 300
    batch_end: int = 1000
    min_tree_freq: int = 3
    min_action_freq: int = 10
    lemmatizer: bool = True


class Recipe(BaseModel):
    """Everything that decides what a pipeline is trained on and how."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    language: str
    spacy_language: str
    tokenizer: str | None = None
    split_mode: Literal["A", "B", "C"] | None = None
    development: str
    development_size: int = 600
    tests: tuple[str, ...]
    drop_feats: tuple[str, ...] = ()
    contractions: dict[str, str] = {}
    rules: str | None = None
    treebanks: tuple[Treebank, ...]
    network: Network


def load_recipe(language: str) -> Recipe:
    """Read `LANGUAGE.toml`. Raises FileNotFoundError for a language without a recipe."""
    path = Path(__file__).parent / f"{language}.toml"
    return Recipe.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def find(folders: list[Path], name: str) -> Path | None:
    """Find a file by name below the folders, in their order; `PREFIX-ud-train` also matches dated copies."""
    for folder in folders:
        for path in sorted(folder.rglob(f"{name}.conllu")):
            return path
    return None
