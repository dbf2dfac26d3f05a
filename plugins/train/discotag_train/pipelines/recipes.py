"""A pipeline's recipe: treebanks, tokenizer, network; one TOML file per language."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict
from thinc.api import Config

from discotag.plugin import InputError
from discotag.plugin.training import ARCHITECTURE
from discotag_train.pipelines.addressed import Person

if TYPE_CHECKING:
    from pathlib import Path


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
        hold_out: whether sentences that also stand in a test file are left out of the training.
        second_person: whether sentences are said again in the second person (French, Spanish).
        addressed: how sentences are said again in the second person, by rules of the recipe.
        exchange: Wiktionary list from English, found below `--dict`, whose words stand for those of
            the treebank in copies of its sentences.
        exchange_copies: how many copies of each sentence. With a lexicon, its words are also those
            among which lemmas of forms that were not seen are guessed.
        texts: files of plain text, or of sentence pairs with the language behind the last tab,
            found below `--dict`: with a lexicon, their forms are also words among which lemmas of
            forms that were not seen are guessed.
        closed: function words, a file beside the recipe: part of speech, lemma, forms, with tabs
            between, and spaces between the forms. Of a lexicon; a form that may be something else
            is left out.
        spelling: a spelling dictionary of Hunspell, `NAME.dic` with `NAME.aff` beside it, found
            below `--dict`: lemmas and parts of speech are guessed among its words, behind the
            lexicon.
        shapes: which features forms have by their end, a file beside the recipe: part of speech,
            features, ends, with tabs between. For words whose part of speech the dictionary tells.
        misread: parts of speech that words of the dictionary are taken for: a form that the
            treebank and `closed` do not have with it becomes the only one that the dictionary has.
        lemma_prefixes: prefixes of forms that their lemmas lack (Czech *nej*, *ne*).
        lexicon: whether a lexicon of the training data corrects the lemmas.
        headwords: Wiktionary list with more verbs, found below `--dict`.
        genders: what the table of genders is made from, a TOML file beside the recipe.
        agreement: word lists of the agreement rules, a TOML file beside the recipe.
        agreement_factory: the spaCy factory of these rules, which the language's pack declares.
        agreement_reads_lemmas: whether the rules stand behind the lexicons, which correct lemmas.
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
    """Return the configuration: affix embeddings shared by morphologizer, parser and lemmatizer."""
    components = _components(recipe)
    return Config(
        {
            "paths": {"train": str(train), "dev": str(development)},
            "system": {"seed": 0, "gpu_allocator": None},
            "nlp": {
                "lang": recipe.spacy_language,
                "pipeline": list(components),
                "batch_size": 256,
                "tokenizer": tokenizer_block(recipe),
            },
            "components": components,
            "corpora": {"train": _corpus(train), "dev": _corpus(development)},
            "training": _training(recipe.network, progress),
        }
    )


def _components(recipe: Recipe) -> dict[str, Any]:
    """Return the components, in the order in which they run."""
    net = recipe.network
    listener = {
        "@architectures": "spacy.Tok2VecListener.v1",
        "width": net.width,
        "upstream": "tok2vec",
    }
    tagger = {
        "@architectures": "spacy.Tagger.v2",
        "nO": None,
        "normalize": False,
        "tok2vec": listener,
    }
    components: dict[str, Any] = {
        "tok2vec": {
            "factory": "tok2vec",
            "model": _embedding(net),
        },
        "morphologizer": {"factory": "morphologizer", "model": tagger},
        "parser": {
            "factory": "parser",
            "min_action_freq": net.min_action_freq,
            "model": {
                "@architectures": "spacy.TransitionBasedParser.v2",
                "state_type": "parser",
                "extra_state_tokens": False,
                "hidden_width": net.hidden,
                "maxout_pieces": 2,
                "use_upper": True,
                "nO": None,
                "tok2vec": listener,
            },
        },
    }
    if recipe.spacy_language == "ja":
        components["morphologizer"]["extend"] = True
    if net.tagger:
        components["tagger"] = {"factory": "tagger", "model": tagger}
    if net.lemmatizer:
        components["trainable_lemmatizer"] = {
            "factory": "trainable_lemmatizer",
            "backoff": "orth",
            "min_tree_freq": net.min_tree_freq,
            "top_k": 3,
            "model": tagger,
        }
    return components


def _embedding(net: Network) -> dict[str, Any]:
    """Return the model of the words that all components listen to."""
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": ARCHITECTURE,
            "width": net.width,
            "attrs": list(net.attrs),
            "rows": list(net.rows),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": net.width,
            "depth": net.depth,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }


def _corpus(path: Path) -> dict[str, Any]:
    return {
        "@readers": "spacy.Corpus.v1",
        "path": str(path),
        "max_length": 0,
        "gold_preproc": False,
        "limit": 0,
        "augmenter": None,
    }


def _training(net: Network, progress: Path) -> dict[str, Any]:
    """Return how the network learns, and which scores choose the best."""
    weights = {"pos_acc": 0.2, "morph_acc": 0.2, "dep_uas": 0.1, "dep_las": 0.3, "lemma_acc": 0.2}
    if not net.lemmatizer:
        del weights["lemma_acc"]
    if net.tagger:
        weights["tag_acc"] = 0.2
    return {
        "train_corpus": "corpora.train",
        "dev_corpus": "corpora.dev",
        "seed": 0,
        "gpu_allocator": None,
        "dropout": net.dropout,
        "accumulate_gradient": 1,
        "patience": 0,
        "max_epochs": 0,
        "max_steps": net.steps,
        "eval_frequency": net.evaluate_every,
        "frozen_components": [],
        "annotating_components": [],
        "before_to_disk": None,
        "logger": {
            "@loggers": "spacy.ConsoleLogger.v3",
            "progress_bar": None,
            "console_output": True,
            "output_file": str(progress),
        },
        "batcher": _batcher(net),
        "optimizer": _optimizer(net),
        "score_weights": weights,
    }


def _batcher(net: Network) -> dict[str, Any]:
    return {
        "@batchers": "spacy.batch_by_words.v1",
        "discard_oversize": False,
        "tolerance": 0.2,
        "size": {
            "@schedules": "compounding.v1",
            "start": net.batch_start,
            "stop": net.batch_end,
            "compound": 1.002,
        },
    }


def _optimizer(net: Network) -> dict[str, Any]:
    return {
        "@optimizers": "Adam.v1",
        "beta1": 0.9,
        "beta2": 0.999,
        "L2_is_weight_decay": True,
        "L2": 0.01,
        "grad_clip": 1.0,
        "use_averages": True,
        "eps": 1e-8,
        "learn_rate": {
            "@schedules": "warmup_linear.v1",
            "warmup_steps": 60,
            "total_steps": int(net.steps * 1.1),
            "initial_rate": 0.002,
        },
    }
