"""`discotag train pack`: what a language pack ships, learned from data of one's own."""

from __future__ import annotations

import hashlib
import logging
import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import UsageError
from discotag.plugin.commands import writable_folder
from discotag.plugin.files import cache_file

train_pack = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Learn what a language pack ships: analysis, translation table, genders.",
)

Recipe = Annotated[Path, typer.Argument(metavar="RECIPE.toml", help="The recipe.")]
Treebanks = Annotated[
    list[Path],
    typer.Option("--ud", help="Folder of treebanks (CoNLL-U); may be given again."),
]
Dictionaries = Annotated[
    list[Path] | None,
    typer.Option("--dict", help="Folder of Wiktionary lists; may be given again."),
]
Work = Annotated[
    Path | None,
    typer.Option(help="Folder for stages kept between runs; default: next to the cache."),
]


def _logging() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")


def _work(work: Path | None, out: Path) -> Path:
    """Return where stages are kept: never in the package, whose wheel would contain them."""
    if work is not None:
        return work
    cache = cache_file()
    if cache is None:
        raise UsageError("there is no cache (DISCOTAG_CACHE=off) to keep stages in; give --work")
    where = out.absolute()
    digest = hashlib.sha256(os.fsencode(where)).hexdigest()[:8]
    folder = cache.parent / "train" / f"{where.parent.name}-{where.name}-{digest}"
    typer.echo(f"stages are kept in {folder}", err=True)
    return folder


@train_pack.command("split", short_help="Keep sentences of a treebank to measure with.")
def split_files(
    files: Annotated[list[Path], typer.Argument(help="CoNLL-U files.")],
    *,
    out: Annotated[Path, typer.Option(callback=writable_folder, help="Folder to write into.")],
    every: Annotated[int, typer.Option(min=2, help="Each sentence of this number is kept.")] = 5,
) -> None:
    """Write NAME.part.conllu, to train on, and NAME.kept.conllu, to measure with.

    For a treebank of which only one file is at hand. Example:

    discotag train pack split cs_cac-ud-dev.conllu --out ready
    """
    from discotag_train.pipelines.corpus import split

    for path in files:
        for written in split(path, out, every):
            typer.echo(str(written))


@train_pack.command("pipeline", short_help="Learn an analysis from treebanks; write its card.")
def pipeline(
    recipe: Recipe,
    *,
    treebanks: Treebanks,
    out: Annotated[
        Path, typer.Option(callback=writable_folder, help="Directory to write: a pack's pipeline.")
    ],
    dictionaries: Dictionaries = None,
    work: Work = None,
) -> None:
    """Learn words, parts of speech, features, lemmas and trees; measure; write CARD.md next to it.

    Stages that the same recipe did before are not done again, so a run that was broken off goes on
    with the same command. Example:

    discotag train pack pipeline cs.toml --ud treebanks --out discotag_lang_cs/pipeline
    """
    from discotag_train.pipelines.finish import write_card
    from discotag_train.pipelines.make import convert, finish, step_of, train
    from discotag_train.pipelines.recipes import load_recipe

    _logging()
    loaded = load_recipe(recipe)
    lists = dictionaries or []
    corpora = convert(loaded, treebanks, lists, _work(work, out))
    best = train(loaded, _work(work, out), corpora)
    finish(loaded, best, corpora[0], lists, out, beside=recipe.parent)
    told = ["discotag", "train", "pack", "pipeline", str(recipe), "--ud", "TREEBANKS"]
    told += ["--dict", "DICTIONARIES"] if lists else []
    command = shlex.join([*told, "--out", str(out)])
    write_card(loaded, treebanks, out, step=step_of(best), command=command)
    typer.echo(str(out))


@train_pack.command("measure", short_help="Measure an analysis on treebanks.")
def measure(
    pipeline: Annotated[Path, typer.Argument(help="Directory of a pipeline.")],
    files: Annotated[list[Path], typer.Argument(help="CoNLL-U files that it never saw.")],
    *,
    recipe: Annotated[
        Path | None, typer.Option(help="Its recipe: features it does not learn are left out.")
    ] = None,
    drop: Annotated[str, typer.Option(help="Features to leave out, with commas between.")] = "",
    whole: Annotated[
        bool, typer.Option("--whole", help="Keep prefixes and suffix pronouns in their word.")
    ] = False,
) -> None:
    """Print a table: token F1, UPOS, FEATS, lemma, UAS, LAS and others, one line per file."""
    from discotag_train.pipelines.finish import table
    from discotag_train.pipelines.recipes import load_recipe

    for path in files:
        if not path.is_file():
            raise UsageError(f"{path}: no such file")
    loaded = load_recipe(recipe) if recipe is not None else None
    dropped = [name for name in drop.split(",") if name]
    dropped += loaded.drop_feats if loaded is not None else ()
    graphic = whole or (loaded is not None and loaded.graphic_words)
    named = {path.stem: path for path in files}
    for line in table(pipeline, named, drop=dropped, graphic_words=graphic):
        typer.echo(line)


@train_pack.command("lexicon", short_help="Learn a translation table from parallel text.")
def lexicon(
    language: Annotated[str, typer.Argument(help="Code of the language; the other is English.")],
    *,
    recipes: Annotated[Path, typer.Option(help="TOML file with a section for the language.")],
    data: Annotated[Path, typer.Option(help="Folder below which the recipe names files.")],
    out: Annotated[
        Path, typer.Option(callback=writable_folder, help="Folder for en-xx.npz: a pack's lexicon.")
    ],
    work: Work = None,
    teacher: Annotated[
        str | None, typer.Option(help="The aligner to learn from, or none; joined:lexicon+e5.")
    ] = None,
    taught: Annotated[int, typer.Option(min=1, help="Sentence pairs that it links.")] = 12_000,
) -> None:
    """Learn translation probabilities, once from the text, once with a better aligner's links.

    What was counted before from the same files is not counted again. Example:

    discotag train pack lexicon cs --recipes lexicon.toml --data texts --out pack/lexicon
    """
    from discotag_train.lexicons.making import Teaching, make_table

    _logging()
    teaching = Teaching(pairs=taught) if teacher is None else Teaching(teacher, taught)
    kept = _work(work, out)
    typer.echo(str(make_table(recipes, language, data=data, out=out, work=kept, teaching=teaching)))


@train_pack.command("links", short_help="Make gold word links of two passes of annotation.")
def links(
    first: Annotated[Path, typer.Argument(help="The first pass: a JSON object a line.")],
    second: Annotated[Path, typer.Argument(help="The second pass, over the same pairs.")],
    *,
    language: Annotated[str, typer.Option(help="Code of the language; the other is English.")],
    out: Annotated[Path, typer.Option(callback=writable_folder, help="Folder to write into.")],
) -> None:
    """Write enXX.src-tgt and enXX.gold, and print how far the passes agree (F1 of their links).

    A line holds id, source and target (words with spaces between), sure and possible (lists of two
    places, from 0). What both hold sure is sure, what one holds is possible. Example:

    discotag train pack links first.jsonl second.jsonl --language cs --out gold
    """
    from discotag_train.links import make_gold

    found = make_gold(first, second, language, out)
    typer.echo(
        f"{found.pairs} pairs; F1 of the passes: sure {found.sure:.1f}, all {found.every:.1f}"
    )


@train_pack.command("gender", short_help="Give a pipeline the genders of a dictionary's nouns.")
def gender(
    recipe: Recipe,
    *,
    pipeline: Annotated[Path, typer.Option(help="Directory of the pipeline.")],
    dictionaries: Dictionaries = None,
) -> None:
    """Put a table of nouns' genders after a pipeline's other steps, or renew the one it has."""
    from discotag_train.pipelines import genders

    if not (pipeline / "config.cfg").is_file():
        raise UsageError(f"{pipeline}: no pipeline (no config.cfg)")
    genders.add(genders.build(recipe, dictionaries or []), pipeline)


@train_pack.command("person-gender", short_help="Make the lexicon of words for persons.")
def person_gender(
    wiktionary: Annotated[Path, typer.Argument(help="Folder of en-xx-enwiktionary.txt.")],
    *,
    out: Annotated[Path, typer.Option(callback=writable_folder, help="Folder to write into.")],
    census: Annotated[Path | None, typer.Option(help="Folder of the census's names.")] = None,
) -> None:
    """Write words for persons by gender, their pairs, and given names."""
    from discotag_train.person_gender import make_lexicon

    make_lexicon(wiktionary, census, out)
