"""What authors of plugins build on: hooks, records, Protocols, tables, tokens, marks and errors.

Everything a plugin needs comes from here, from this package's modules, or from `discotag.testing`
for its tests. All other packages of discotag are private (docs/versioning.md).

| module | for plugins that |
|---|---|
| `discotag.plugin` | declare and do anything |
| `discotag.plugin.beads` | bring a sentence aligner |
| `discotag.plugin.ud` | ask about parts of speech and relations |
| `discotag.plugin.embedded` | change what a language pack's own pipeline finds |
| `discotag.plugin.training` | make what language packs ship |
| `discotag.plugin.files` | read or write files |
| `discotag.plugin.commands`, `discotag.plugin.options` | bring a command |
| `discotag.plugin.tagging` | tag texts one at a time, or again and again |
| `discotag.plugin.validation` | call components themselves, and validate what they return |
| `discotag.plugin.support` | ask what serves a language or a pair |
| `discotag.plugin.language` | need facts of languages: writing, address, sentences, voices |
| `discotag.plugin.python` | have functions for Python, such as `discotag_lint.lint` |
| `discotag.plugin.runs` | analyze texts in a command of their own, or open folders of runs |
| `discotag.plugin.statistics` | shares with intervals |
| `discotag.plugin.markup` | write tables in Markdown and LaTeX |
| `discotag.plugin.development` | load plugins themselves |
| `discotag.plugin.pages` | write pages for a browser |

Example:
    >>> from discotag.plugin import Context, Document, Mark, TaggerInfo, hookimpl
    >>> class EveryYou:
    ...     @classmethod
    ...     def create(cls, context: Context) -> "EveryYou":
    ...         return cls()
    ...
    ...     def mark(self, document: Document):
    ...         for segment, tokens in enumerate(document.target):
    ...             for token in tokens:
    ...                 if token.form.casefold() == "you":
    ...                     yield Mark("address", "you", segment, token.index)
    >>> from discotag.testing import context, document
    >>> text = document(["¿Vienes?"], ["Are/are/AUX you/you/PRON coming/come/VERB ?"])
    >>> [(mark.label, mark.token) for mark in EveryYou.create(context()).mark(text)]
    [('you', 1)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.core.components import AlignerInfo as AlignerInfo
    from discotag.core.components import AnalyzerInfo as AnalyzerInfo
    from discotag.core.components import AnnotatorInfo as AnnotatorInfo
    from discotag.core.components import Classes as Classes
    from discotag.core.components import CommandInfo as CommandInfo
    from discotag.core.components import ComponentInfo as ComponentInfo
    from discotag.core.components import CorefInfo as CorefInfo
    from discotag.core.components import ExecutorInfo as ExecutorInfo
    from discotag.core.components import ReaderInfo as ReaderInfo
    from discotag.core.components import ReportInfo as ReportInfo
    from discotag.core.components import ScorerInfo as ScorerInfo
    from discotag.core.components import SentenceAlignerInfo as SentenceAlignerInfo
    from discotag.core.components import SplitterInfo as SplitterInfo
    from discotag.core.components import TableInfo as TableInfo
    from discotag.core.components import TaggerInfo as TaggerInfo
    from discotag.core.components import WriterInfo as WriterInfo
    from discotag.core.discovery import discover as discover
    from discotag.core.document import Alignment as Alignment
    from discotag.core.document import Bead as Bead
    from discotag.core.document import Cluster as Cluster
    from discotag.core.document import Document as Document
    from discotag.core.document import Expected as Expected
    from discotag.core.document import Mention as Mention
    from discotag.core.document import MentionKind as MentionKind
    from discotag.core.document import ParallelText as ParallelText
    from discotag.core.document import Place as Place
    from discotag.core.document import Places as Places
    from discotag.core.document import Resolution as Resolution
    from discotag.core.document import Side as Side
    from discotag.core.document import SideName as SideName
    from discotag.core.document import place_at as place_at
    from discotag.core.errors import ComponentError as ComponentError
    from discotag.core.errors import DiscotagError as DiscotagError
    from discotag.core.errors import InputError as InputError
    from discotag.core.errors import LineCountError as LineCountError
    from discotag.core.errors import MissingLayerError as MissingLayerError
    from discotag.core.errors import OutputError as OutputError
    from discotag.core.errors import PlanError as PlanError
    from discotag.core.errors import PluginError as PluginError
    from discotag.core.errors import SkippedWorkError as SkippedWorkError
    from discotag.core.errors import TableError as TableError
    from discotag.core.errors import UnknownNameError as UnknownNameError
    from discotag.core.errors import UsageError as UsageError
    from discotag.core.explanations import Cause as Cause
    from discotag.core.explanations import Explainer as Explainer
    from discotag.core.explanations import Explanation as Explanation
    from discotag.core.explanations import Reason as Reason
    from discotag.core.explanations import ReasonVerdict as ReasonVerdict
    from discotag.core.explanations import Ruling as Ruling
    from discotag.core.explanations import causes as causes
    from discotag.core.explanations import marks_of as marks_of
    from discotag.core.explanations import reasons_of as reasons_of
    from discotag.core.hookspecs import API_VERSION as API_VERSION
    from discotag.core.hookspecs import hookimpl as hookimpl
    from discotag.core.hookspecs import hookspec as hookspec
    from discotag.core.interfaces import Aligner as Aligner
    from discotag.core.interfaces import Analyzer as Analyzer
    from discotag.core.interfaces import Annotator as Annotator
    from discotag.core.interfaces import Context as Context
    from discotag.core.interfaces import Coref as Coref
    from discotag.core.interfaces import CorpusRequest as CorpusRequest
    from discotag.core.interfaces import EditingReader as EditingReader
    from discotag.core.interfaces import Judge as Judge
    from discotag.core.interfaces import LanguageTeller as LanguageTeller
    from discotag.core.interfaces import Reader as Reader
    from discotag.core.interfaces import Report as Report
    from discotag.core.interfaces import Scorer as Scorer
    from discotag.core.interfaces import SentenceAligner as SentenceAligner
    from discotag.core.interfaces import Splitter as Splitter
    from discotag.core.interfaces import Tagger as Tagger
    from discotag.core.interfaces import TextEdit as TextEdit
    from discotag.core.interfaces import WeighingCoref as WeighingCoref
    from discotag.core.interfaces import Writer as Writer
    from discotag.core.language import LanguagePack as LanguagePack
    from discotag.core.parsing import FrozenModel as FrozenModel
    from discotag.core.parsing import NoOptions as NoOptions
    from discotag.core.parsing import checked as checked
    from discotag.core.parsing import faults as faults
    from discotag.core.parsing import in_words as in_words
    from discotag.core.patterns import Pattern as Pattern
    from discotag.core.patterns import TokenContext as TokenContext
    from discotag.core.process import note_on_interrupt as note_on_interrupt
    from discotag.core.registry import Registration as Registration
    from discotag.core.registry import Registry as Registry
    from discotag.core.registry import open_registry as open_registry
    from discotag.core.requirements import Missing as Missing
    from discotag.core.requirements import NeedsModels as NeedsModels
    from discotag.core.requirements import is_offline as is_offline
    from discotag.core.requirements import require_network as require_network
    from discotag.core.results import Comparison as Comparison
    from discotag.core.results import Difference as Difference
    from discotag.core.results import DocumentView as DocumentView
    from discotag.core.results import Interval as Interval
    from discotag.core.results import Judgement as Judgement
    from discotag.core.results import Recommended as Recommended
    from discotag.core.results import Resampling as Resampling
    from discotag.core.results import Results as Results
    from discotag.core.results import Row as Row
    from discotag.core.results import Score as Score
    from discotag.core.results import ScorerView as ScorerView
    from discotag.core.results import Share as Share
    from discotag.core.results import SpanRow as SpanRow
    from discotag.core.results import SpanStudy as SpanStudy
    from discotag.core.results import SpanText as SpanText
    from discotag.core.results import Statistics as Statistics
    from discotag.core.results import Verdict as Verdict
    from discotag.core.roles import ROLES as ROLES
    from discotag.core.roles import Role as Role
    from discotag.core.tables import Table as Table
    from discotag.core.tables import read_table as read_table
    from discotag.core.tables import read_toml as read_toml
    from discotag.core.tags import ContextOptions as ContextOptions
    from discotag.core.tags import Mark as Mark
    from discotag.core.tags import Occurrences as Occurrences
    from discotag.core.tags import TaggedDocument as TaggedDocument
    from discotag.core.tags import TokenRef as TokenRef
    from discotag.core.tags import Window as Window
    from discotag.core.tags import windows as windows
    from discotag.core.text import count_noun as count_noun
    from discotag.core.text import is_file_name as is_file_name
    from discotag.core.text import name_error as name_error
    from discotag.core.text import visible as visible
    from discotag.core.tokens import ROOT as ROOT
    from discotag.core.tokens import Token as Token
    from discotag.core.tokens import Tokens as Tokens
    from discotag.core.tokens import parse_feats as parse_feats
    from discotag.core.tokens import present as present
    from discotag.language.match_explanations import described as described
    from discotag.language.match_explanations import is_near as is_near
    from discotag.language.match_explanations import shortfall as shortfall
    from discotag.language.match_explanations import shortfall_of_all as shortfall_of_all
    from discotag.language.match_explanations import unmet as unmet
    from discotag.language.packages import declare_languages as declare_languages
    from discotag.language.packages import table_keys as table_keys
    from discotag.language.voices import SpeakerConventions as SpeakerConventions
    from discotag.language.voices import voice_names as voice_names

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
