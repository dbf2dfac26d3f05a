"""The experiment `discotag reproduce results`: every corpus is run once, then the book is made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field, model_validator

from discotag.plugin import UsageError
from discotag_experiments.command import reproduce_command
from discotag_experiments.experiment import Experiment, Section, check_files, filled
from discotag_experiments.steps import Given, Step, folder_of
from discotag_results.book import Book
from discotag_results.pages import tables as tables_of

if TYPE_CHECKING:
    from discotag_experiments.tables import Table

Part = Literal["domain", "voice", "distance"]
Words = list[str | Path | Given]
BOOK = "book"
RUN = "run/{name}"


class CorpusSection(Section):
    """A test set of one language pair, or of several with files of one layout.

    Paths start at the configuration's folder and may hold `{source}`, `{target}`, `{pair}`,
    `{corpus}` and `{demo}`, the folder of the bundled documents.

    Args:
        edition: such as `wmt22`; sets of one edition and pair are put together.
        source: language of the source.
        target: language of the translations.
        pairs: in place of both: language pairs, each a corpus of its own, named NAME-PAIR.
        src: source text, or the file that holds all.
        docids: document ids.
        reader: of discotag; "" = by the file's name.
        references: name → file; none where `src` holds them.
        systems: name → file; none where `src` holds them.
        references_like: path with one `*`, which matches the name; every such file is one.
        systems_like: likewise.
    """

    edition: str
    source: str = ""
    target: str = ""
    pairs: tuple[str, ...] = ()
    src: str
    docids: str | None = None
    reader: str = ""
    references: dict[str, str] = Field(default_factory=dict)
    systems: dict[str, str] = Field(default_factory=dict)
    references_like: str = ""
    systems_like: str = ""

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.references | self.systems)
        if bool(self.pairs) == bool(self.source and self.target):
            raise ValueError("give source and target, or pairs such as en-de")
        if wrong := [pair for pair in self.pairs if pair.count("-") != 1]:
            raise ValueError(f"pairs: {wrong[0]!r} is not SOURCE-TARGET, such as en-de")
        for key in ("references_like", "systems_like"):
            path: str = getattr(self, key)
            if path and path.rpartition("/")[2].count("*") != 1:
                raise ValueError(f"{key}: {path!r} must have one * in its last part")
        return self


class ResultsConfig(Section):
    """A book of results.

    Args:
        title: of the book.
        corpora: name → corpus.
        scorers: of every run.
        profile: of every run.
        phenomena: of every run; None = all of the pair.
        unit: what is a segment: `auto`, `line` or `sentence`.
        by: by what the boards are parted.
        samples: draws of documents.
        seed: of the draws.
        documents: whether the book shows the tagged documents, which hold the texts.
    """

    title: str = "Results"
    corpora: dict[str, CorpusSection] = Field(min_length=1)
    scorers: tuple[str, ...] = ("compare_mt", "choice", "consistency", "bleu", "chrf")
    profile: str = "discotag"
    phenomena: tuple[str, ...] | None = None
    unit: Literal["auto", "line", "sentence", "sure"] = "auto"
    by: tuple[Part, ...] = ("domain", "voice", "distance")
    samples: int = Field(default=1000, ge=100)
    seed: int = Field(default=12345, ge=0)
    documents: bool = True

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.corpora)
        several = [name for name, corpus in self.corpora.items() if corpus.pairs]
        if len(self.single()) < sum(len(self.corpora[name].pairs or "1") for name in self.corpora):
            raise ValueError(f"a pair of {', '.join(several)} is named twice")
        return self

    def single(self) -> dict[str, CorpusSection]:
        """Return the corpora, each of one language pair."""
        found: dict[str, CorpusSection] = {}
        for name, corpus in self.corpora.items():
            if not corpus.pairs:
                found[name] = corpus
            for pair in corpus.pairs:
                source, _, target = pair.partition("-")
                update = {"source": source, "target": target, "pairs": ()}
                found[f"{name}-{pair}"] = corpus.model_copy(update=update)
        return found


def steps(config: ResultsConfig, out: Path, base: Path) -> list[Step]:
    """Return the steps: a run of each corpus, and the book.

    Args:
        config: the configuration.
        out: the experiment's folder.
        base: the configuration's folder.

    Raises:
        UsageError: a path holds an unknown placeholder, or no file is like it; names the key.
    """
    made: list[Step] = []
    words: Words = ["results"]
    for name, corpus in config.single().items():
        run = Given(_run_folder(out, name), f"corpora.{name}", before=f"{corpus.edition}=")
        made.append(_run(name, corpus, config, run.path, base))
        words.append(run)
    words += ["--title", config.title, "--by", ",".join(config.by)]
    words += ["--samples", str(config.samples), "--seed", str(config.seed)]
    words += ["--documents" if config.documents else "--no-documents"]
    words += ["--out", _book_folder(out)]
    made.append(Step(BOOK, "title", tuple(words), ("book/index.html", "book/results.json")))
    return made


def tables(config: ResultsConfig, out: Path) -> list[Table]:
    """Return the book's tables."""
    del config
    text = (_book_folder(out) / "results.json").read_text("utf-8")
    return list(tables_of(Book.model_validate_json(text)))


def _run_folder(out: Path, name: str) -> Path:
    return folder_of(out, RUN.format(name=name)) / "run"


def _book_folder(out: Path) -> Path:
    return folder_of(out, BOOK) / "book"


def _run(name: str, corpus: CorpusSection, config: ResultsConfig, run: Path, base: Path) -> Step:
    places = {
        "source": corpus.source,
        "target": corpus.target,
        "pair": f"{corpus.source}-{corpus.target}",
        "corpus": name,
        "demo": _demo(),
    }

    def given(text: str, key: str) -> Given:
        return filled(text, f"corpora.{name}.{key}", base, places)

    words: Words = ["run", "--src", given(corpus.src, "src")]
    if corpus.docids is not None:
        words += ["--docids", given(corpus.docids, "docids")]
    if corpus.reader:
        words += ["--reader", corpus.reader]
    for option, key, files, pattern in (
        ("--ref", "references", corpus.references, corpus.references_like),
        ("--hyp", "systems", corpus.systems, corpus.systems_like),
    ):
        found = {text: given(path, f"{key}.{text}") for text, path in files.items()}
        if pattern:
            found |= _alike(given(pattern, f"{key}_like"), key)
        for text, file in found.items():
            words += [option, replace(file, before=f"{text}=")]
    words += ["-s", corpus.source, "-t", corpus.target, "--profile", config.profile]
    words += ["--unit", config.unit, "--scorers", ",".join(config.scorers)]
    if config.phenomena is not None:
        words += ["--phenomena", ",".join(config.phenomena)]
    words += ["--samples", str(config.samples), "--seed", str(config.seed)]
    words += [*([] if config.documents else ["--no-report"]), "--out", run]
    return Step(RUN.format(name=name), f"corpora.{name}", tuple(words), ("run/run.json",))


def _alike(pattern: Given, key: str) -> dict[str, Given]:
    """Return the files that are like a path, each by what its star matches."""
    before, _, after = pattern.path.name.partition("*")
    found = {
        path.name[len(before) : len(path.name) - len(after)]: Given(path, pattern.key)
        for path in sorted(pattern.path.parent.glob(pattern.path.name))
    }
    if not found:
        raise UsageError(f"{pattern.key}: no file is like {pattern.path}")
    return {f"ref{name}" if key == "references" else name: file for name, file in found.items()}


def _demo() -> str:
    from discotag.demo import demo_files

    return str(demo_files("fr").source.parent)


RESULTS = Experiment("results", ResultsConfig, Path(__file__).parent / "configs", steps, tables)
results_command = reproduce_command(RESULTS)
