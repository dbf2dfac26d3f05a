"""Declarations: the small records by which a plugin says what it brings.

Listing them imports nothing: each names its factory as `"module:Class"`, loaded when a run needs
it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints

from discotag.core import interfaces
from discotag.core.errors import PluginError
from discotag.core.parsing import FrozenModel
from discotag.core.plugin_calls import OverTimeError, describe_error, error_text

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$")]
Factory = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")]
Need = Annotated[str, StringConstraints(pattern=r"^[a-z_.]+( \| [a-z_.]+)*\??$")]
"""A layer (`source.deps`), any of several (`a | b`), or an optional one (`?`), as declared."""

Classes = Literal["word", "segment", "text"]
"""The owner of marks' classes: a word's own, its segment's, or made by each text."""
ANALYSIS_LAYERS = frozenset({"tokens", "lemmas", "pos", "morph", "deps"})


class LayerNeed(NamedTuple):
    """A need, parsed.

    Args:
        alternatives: layers, any of which will do.
        is_optional: whether the component also works without.
    """

    alternatives: tuple[str, ...]
    is_optional: bool

    @classmethod
    def parse(cls, need: str) -> Self:
        """Read a need as it is declared: `a | b?`."""
        return cls(tuple(need.removesuffix("?").split(" | ")), need.endswith("?"))

    def __str__(self) -> str:
        return " | ".join(self.alternatives)


class ComponentInfo(FrozenModel):
    """What a plugin declares of one component.

    Args:
        name: unique in its role.
        summary: one line for listings.
        factory: `"module:Class"`; imported only when the component is used.
        version: raised whenever output may change; part of the signature.
        languages: codes of the side it works on, or `"*"`.
        needs: layers it reads; nothing else may be read. Taggers, scorers and checks name the side
            (`target.tokens`, `.lemmas`, `.pos`, `.morph`, `.deps`, `.coref`, an annotator's layer;
            `alignment`), others do not; `a | b` = one of two, `a?` = if it is there.
        resource: the file or folder of the language pack that it cannot do without.
        install: the pip line that cures a missing dependency.
        citation: the paper it follows.
        neutral: options that decide how fast it works and where its files are, never what comes
            out; they do not enter the signature.
        is_sequential: whether it has to be asked for the whole corpus in its order, since it hands
            out a file line by line; then one process does the run, from the beginning.
        is_by_line: whether what it knows refers to the lines of the corpus, so that no other
            units will do.
    """

    protocol: ClassVar[type | None] = None
    """What its factory must have the methods of."""
    name: Name
    summary: str
    factory: Factory
    version: int = 1
    languages: frozenset[str] | Literal["*"] = "*"
    needs: frozenset[Need] = frozenset()
    resource: str | None = None
    install: str | None = None
    citation: str | None = None
    neutral: frozenset[str] = frozenset()
    is_sequential: bool = False
    is_by_line: bool = False

    def serves(self, code: str) -> bool:
        """Return whether the component works on a language (`zh-tw` counts as `zh`, too)."""
        return self.languages == "*" or bool(
            {code, code.split("-", maxsplit=1)[0]} & set(self.languages)
        )

    @property
    def layer_needs(self) -> tuple[LayerNeed, ...]:
        """What it needs, parsed, in alphabetic order."""
        return tuple(LayerNeed.parse(need) for need in sorted(self.needs))

    @property
    def layers(self) -> frozenset[str]:
        """Every layer that its needs name, alternatives and optional ones included."""
        return frozenset(layer for need in self.layer_needs for layer in need.alternatives)

    def load(self) -> Any:
        """Import the factory; PluginError with the cure where it cannot be imported."""
        return _loaded(self.name, self.factory, self.install)


def _loaded(name: str, factory: str, install: str | None) -> Any:
    module, _, attribute = factory.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (KeyboardInterrupt, OverTimeError):
        raise
    except BaseException as error:
        cure = f"; try: {install}" if install else ""
        is_plain = isinstance(error, ImportError | AttributeError)
        why = error_text(error) if is_plain else describe_error(error)
        raise PluginError(f"{name}: cannot load {factory} ({why}){cure}") from error


class TaggerInfo(ComponentInfo):
    """A tagger: `languages` are its target languages.

    Args:
        phenomenon: what it marks.
        table: name of the language table it reads (`formality` = `formality.toml`), or None if it
            needs no table.
        blocks: where that table has a block for each source language: a key of the table, or "" for
            its top; None = it is the same for every source. A pair whose block is missing has no
            table.
        source_languages: the source languages it works from.
        is_extra: whether it joins the general tagger of its phenomenon only where a pack or the
            user names it.
        classes: what the labels of its marks are, for scorers that compare them: `word` = classes
            that all texts share, each word's own (a pronoun's gender); `segment` = likewise, but
            one word of a segment shows that of the others (familiar or polite address); `text` =
            each text makes its own, which it may keep or change (terms; the label is
            `source→word`); None = nothing to compare. The phenomenon's general tagger decides.
    """

    protocol: ClassVar[type | None] = interfaces.Tagger

    phenomenon: Name
    table: Name | None = None
    blocks: str | None = None
    source_languages: frozenset[str] | Literal["*"] = "*"
    is_extra: bool = False
    classes: Classes | None = None


class AlignerInfo(ComponentInfo):
    """An aligner: gives the layer `alignment`; its needs name layers of both sides, no prefix.

    Args:
        joins: whether it works on what two other aligners find. Its argument names them
            (`NAME:A+B`); they are planned as all components are, and it gets them, created, in
            `Context.parts`.
        default_parts: what it joins where the user names nothing, such as `lexicon+e5`; None = they
            must be named.
    """

    protocol: ClassVar[type | None] = interfaces.Aligner

    needs: frozenset[Need] = frozenset({"tokens"})
    joins: bool = False
    default_parts: str | None = None


class CorefInfo(ComponentInfo):
    """A coreference resolver: gives `coref` of the side it is bound to; so are its needs."""

    protocol: ClassVar[type | None] = interfaces.Coref


class AnalyzerInfo(ComponentInfo):
    """An analyzer: turns segments into tokens and gives these layers of the side it is bound to."""

    protocol: ClassVar[type | None] = interfaces.Analyzer

    gives: frozenset[str] = ANALYSIS_LAYERS


class AnnotatorInfo(ComponentInfo):
    """A component that adds a layer to the side it is bound to; its needs are of that side.

    Args:
        gives: the layer's name.
        table: name of the table that it reads, in the language of the side it is bound to; it
            serves the languages for which a pack or any plugin brings one, and its `digest` is
            the table's.
        is_extra: whether it is used only where a pack's `[defaults]` or the user names it.
    """

    protocol: ClassVar[type | None] = interfaces.Annotator

    gives: Name
    table: Name | None = None
    is_extra: bool = False


class ScorerInfo(ComponentInfo):
    """A scorer.

    Args:
        phenomena: the phenomena it can score, `"*"` for all, `"classes"` for those whose tagger
            declares `classes`, or None for a whole-text metric such as BLEU.
        columns: names of its additive counts; the last is the support.
        scale: the largest value of its main measure, 1 or 100; printed with it.
        higher_is_better: direction of its main measure.
        needs_reference: whether it compares with references; one that does not works without any.
    """

    protocol: ClassVar[type | None] = interfaces.Scorer

    phenomena: frozenset[str] | Literal["*", "classes"] | None = "*"
    columns: tuple[str, ...] = Field(min_length=1)
    scale: Literal[1, 100] = 1
    higher_is_better: bool = True
    needs_reference: bool = True


class ReaderInfo(ComponentInfo):
    """A reader of corpora.

    Args:
        suffixes: the file endings it opens by itself.
        roots: root elements of XML files (`.xml`) that it opens by itself.
        searched: those of its endings that say a file holds both languages, so that
            `discotag lint` finds them in folders.
        is_monolingual: whether a file holds one language, so that a corpus is two files.
        has_states: whether its units have states: it takes the options `states` and `skip_states`.
        has_columns: whether the places that it gives have columns of the file.
        is_catalog: whether a file holds a source and its translations into any number of languages,
            each of which `discotag lint` reads.
    """

    protocol: ClassVar[type | None] = interfaces.Reader

    suffixes: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    is_monolingual: bool = False
    has_states: bool = False
    has_columns: bool = False
    is_catalog: bool = False


class WriterInfo(ComponentInfo):
    """A writer of tagged documents; `suffix` is the ending of the files it writes."""

    protocol: ClassVar[type | None] = interfaces.Writer

    suffix: str


class ReportInfo(ComponentInfo):
    """A view of a run's results.

    Args:
        suffix: the ending of the file it writes.
        shows_spans: whether it shows how much context tags need, so that `Results.spans` is there.
    """

    protocol: ClassVar[type | None] = interfaces.Report

    suffix: str
    shows_spans: bool = False


class SplitterInfo(ComponentInfo):
    """A splitter of running text into sentences; languages = those of the text."""

    protocol: ClassVar[type | None] = interfaces.Splitter


class SentenceAlignerInfo(ComponentInfo):
    """Finds which sentences of a text and of its translation belong together.

    Languages are those of the target.
    """

    protocol: ClassVar[type | None] = interfaces.SentenceAligner


class ExecutorInfo(ComponentInfo):
    """What makes workers work on a run (`discotag run --executor`); nothing of it decides numbers.

    Its factory's `create(job, count, argument, options)` gives an `Executor` of
    `discotag.runs.executors`.
    """


class CommandInfo(FrozenModel):
    """A command of the program; its factory is a function or a `typer.Typer`, loaded late.

    Args:
        name: such as `lint`, or `cxmi.train` for a command of a group (`discotag cxmi train`), to
            which several packages may add.
        summary: one line for listings, at most 65 characters.
        factory: `"module:function"`.
        section: the heading of `discotag --help` under which it is listed, such as `Studies`.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)?$")]
    summary: str
    factory: Factory
    section: str = "More commands"

    def load(self) -> Any:
        """Import the factory; PluginError where it cannot be imported."""
        return _loaded(self.name, self.factory, None)


class TableInfo(FrozenModel):
    """A language table from any distribution.

    Args:
        language: the language's code.
        phenomenon: the table's name, which is the name of what reads it.
        resource: `"package:relative/path.toml"`.
    """

    language: str
    phenomenon: Name
    resource: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*:.+\.toml$")]
