"""A pipeline's recipe: treebanks, tokenizer, network; one TOML file per language."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict
from thinc.api import Config

from discotag.plugin import InputError
from discotag.plugin.training import ARCHITECTURE
from discotag_train.pipelines.addressed import Person

if TYPE_CHECKING:
    from collections.abc import Iterator


class Treebank(BaseModel):
    """One treebank's part in a recipe; its files are `PREFIX-ud-SPLIT.conllu`.

    Args:
        prefix: file name up to `-ud-`, such as `fr_gsd`.
        licence: the data's licence, copied to the card.
        train: splits to train on when all are present.
        fallback: splits to train on when one of `train` is missing.
        reference: its annotation style is the one the others are brought to.
        spoken: speech without capitals and full stops; variants with them are added.
        documents: keep only documents whose `# newdoc id` begins so; empty = all.
        pos_learned: whether its parts of speech and features are learned, or all else alone.
        retag: form → part of speech, where the treebank differs from the reference.
        capitals_lost: its `um` files write the lemmas of names small; they get their capital back.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    prefix: str
    licence: str
    train: tuple[str, ...] = ("train",)
    fallback: tuple[str, ...] = ()
    reference: bool = False
    spoken: bool = False
    documents: tuple[str, ...] = ()
    pos_learned: bool = True
    capitals_lost: bool = False
    retag: tuple[tuple[str, str], ...] = ()


class Network(BaseModel):
    """Sizes and training lengths; words unless said otherwise.

    `tagger`: whether the treebank's own tags are learned, too.
    """

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
    tagger: bool = False


class Recipe(BaseModel):
    """Everything that decides what a pipeline is trained on and how.

    Args:
        language: the pack's code.
        spacy_language: spaCy's language class.
        tokenizer: a registered tokenizer; `None` = the language's own.
        table_tokenizer: the pack whose `tokenizer.toml` has the tokenizer's rules.
        split_mode: SudachiPy's split mode, for Japanese.
        development: file that steers the choice of the best checkpoint.
        development_size: how many of its sentences.
        tests: files that are kept out and measured.
        drop_feats: features that are not learned.
        contractions: `"de le"` → `"du"`, for files that lost their range lines.
        graphic_words: whether prefixes and suffix pronouns stay in their word (Hebrew, Arabic).
        sejong: whether treebanks are brought to the reference's Sejong tags (Korean).
        conventions: whether what treebanks call differently is left to the reference.
        hold_out: whether sentences that also are in a test file are left out of the training.
        second_person: whether sentences are said again in the second person (French, Spanish).
        addressed: how sentences are said again in the second person, by rules of the recipe.
        exchange: Wiktionary list from English, found below `--dict`, whose words replace those of
            the treebank in copies of its sentences.
        exchange_copies: how many copies of each sentence. With a lexicon, its words are also those
            among which lemmas of forms that were not seen are guessed.
        texts: files of plain text, or of sentence pairs with the language after the last tab,
            found below `--dict`: with a lexicon, their forms are also words among which lemmas of
            forms that were not seen are guessed.
        closed: function words, a file next to the recipe: part of speech, lemma, forms, with tabs
            between, and spaces between the forms. Of a lexicon; a form that may be something else
            is left out.
        spelling: a spelling dictionary of Hunspell, `NAME.dic` with `NAME.aff` next to it, found
            below `--dict`: lemmas and parts of speech are guessed among its words, after the
            lexicon.
        shapes: which features forms have by their end, a file next to the recipe: part of speech,
            features, ends, with tabs between. For words whose part of speech the dictionary shows.
        misread: parts of speech that words of the dictionary are taken for: a form that the
            treebank and `closed` do not have with it becomes the only one that the dictionary has.
        lemma_prefixes: prefixes of forms that their lemmas lack (Czech *nej*, *ne*).
        lexicon: whether a lexicon of the training data corrects the lemmas.
        headwords: Wiktionary list with more verbs, found below `--dict`.
        genders: what the table of genders is made from, a TOML file next to the recipe.
        agreement: word lists of the agreement rules, a TOML file next to the recipe.
        agreement_factory: the spaCy factory of these rules, which the language's pack declares.
        agreement_reads_lemmas: whether the rules follow the lexicons, which correct lemmas.
        description: one line for the pipeline's meta data.
        licence: of the weights.
        notes: paragraphs for the card.
        treebanks: the training data.
        network: sizes and training lengths.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    language: str
    spacy_language: str
    tokenizer: str | None = None
    table_tokenizer: str | None = None
    split_mode: Literal["A", "B", "C"] | None = None
    development: str
    development_size: int = 600
    tests: tuple[str, ...]
    drop_feats: tuple[str, ...] = ()
    contractions: dict[str, str] = {}
    graphic_words: bool = False
    sejong: bool = False
    conventions: bool = False
    hold_out: bool = False
    second_person: bool = False
    addressed: tuple[Person, ...] = ()
    exchange: str | None = None
    exchange_copies: int = 1
    texts: tuple[str, ...] = ()
    closed: str | None = None
    spelling: str | None = None
    shapes: str | None = None
    misread: tuple[str, ...] = ()
    lemma_prefixes: tuple[str, ...] = ()
    lexicon: bool = False
    headwords: str | None = None
    genders: str | None = None
    agreement: str | None = None
    agreement_factory: str = "discotag_agreement"
    agreement_reads_lemmas: bool = False
    description: str
    licence: str
    notes: tuple[str, ...] = ()
    treebanks: tuple[Treebank, ...]
    network: Network


def load_recipe(path: Path) -> Recipe:
    """Read a recipe; InputError names the file, and the field at fault."""
    try:
        return Recipe.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as a pipeline's recipe: {error}", path=path) from error


def find(folders: list[Path], name: str) -> Path | None:
    """Find a file by name (`.conllu` may be left out) below the folders, in their order."""
    wanted = name if name.endswith((".txt", ".tsv", ".dic")) else f"{name}.conllu"
    return next((path for folder in folders for path in sorted(folder.rglob(wanted))), None)


def missing(wanted: str, folders: list[Path], option: str) -> InputError:
    """Return the error that names files which a recipe needs and no folder holds."""
    looked = ", ".join(map(str, folders)) or "no folder was given"
    return InputError(f"{wanted}: in none of the folders of {option} ({looked})")


def table_rows(path: Path, columns: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a file of three columns with tabs that a recipe names, with their numbers.

    Args:
        path: the file; blank lines and those that begin with `#` are passed over.
        columns: what they hold, for messages.

    Raises:
        InputError: the file cannot be read, or a line lacks a column.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InputError(f"the recipe names this file: {error}", path=path) from error
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 3:
            raise InputError(f"has no three columns: {columns}", path=path, line=number)
        yield number, cells


def tokenizer_block(recipe: Recipe) -> dict[str, Any]:
    """Return the `[nlp.tokenizer]` block."""
    if recipe.tokenizer is not None:
        return {"@tokenizers": recipe.tokenizer}
    if recipe.table_tokenizer is not None:
        return {"@tokenizers": "discotag.TableTokenizer.v1", "package": recipe.table_tokenizer}
    if recipe.split_mode is not None:
        return {"@tokenizers": "spacy.ja.JapaneseTokenizer", "split_mode": recipe.split_mode}
    return {"@tokenizers": "spacy.Tokenizer.v1"}


def training_config(recipe: Recipe, train: Path, development: Path, progress: Path) -> Config:
    """Fill in `training.cfg`, without the components that the recipe does not ask for."""
    net = recipe.network
    values = net.model_dump() | {
        "attrs": list(net.attrs),
        "rows": list(net.rows),
        "train": str(train),
        "dev": str(development),
        "progress": str(progress),
        "lang": recipe.spacy_language,
        "architecture": ARCHITECTURE,
        "total_steps": int(net.steps * 1.1),
    }
    text = (Path(__file__).parent / "training.cfg").read_text(encoding="utf-8")
    written = Template(text).substitute({name: json.dumps(it) for name, it in values.items()})
    config = Config().from_str(written, interpolate=False)
    components, weights = config["components"], config["training"]["score_weights"]
    if not net.tagger:
        del components["tagger"], weights["tag_acc"]
    if not net.lemmatizer:
        del components["trainable_lemmatizer"], weights["lemma_acc"]
    if recipe.spacy_language == "ja":
        components["morphologizer"]["extend"] = True
    config["nlp"] |= {"pipeline": list(components), "tokenizer": tokenizer_block(recipe)}
    return config
