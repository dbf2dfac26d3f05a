"""What authors of plugins build on: hooks, records, Protocols, tables, tokens, marks and errors.

Everything a plugin needs comes from here, from this package's modules, or from `discotag.testing`
for its tests. These names are stable: what is removed warns for one minor version before
(docs/versioning.md). All other packages of discotag are private.

| module | for plugins that |
|---|---|
| `discotag.plugin` | declare and do anything |
| `discotag.plugin.beads` | bring a sentence aligner |
| `discotag.plugin.ud` | ask about parts of speech and relations |
| `discotag.plugin.embedded` | change what a language pack's own pipeline finds |
| `discotag.plugin.tokenizers` | bring a tokenizer of their own |
| `discotag.plugin.training` | make what language packs ship |
| `discotag.plugin.files` | read or write files |
| `discotag.plugin.commands`, `discotag.plugin.options` | bring a command |
| `discotag.plugin.checking` | check texts while somebody works on them |
| `discotag.plugin.configuration` | find the configuration of `discotag lint` for a file |
| `discotag.plugin.runs` | analyze texts in a command of their own, or open folders of runs |
| `discotag.plugin.statistics` | tell shares with intervals |
| `discotag.plugin.markup` | write tables in Markdown and LaTeX |
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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.core.components import (
        AlignerInfo,
        AnalyzerInfo,
        AnnotatorInfo,
        CheckInfo,
        Classes,
        CodeInfo,
        CommandInfo,
        ComponentInfo,
        CorefInfo,
        ExecutorInfo,
        ReaderInfo,
        ReportInfo,
        ScorerInfo,
        SentenceAlignerInfo,
        SplitterInfo,
        TableInfo,
        TaggerInfo,
        WriterInfo,
    )
    from discotag.core.consistency import Consistency, Observation
    from discotag.core.discovery import discover
    from discotag.core.document import (
        Alignment,
        Bead,
        Cluster,
        Document,
        Expected,
        Mention,
        MentionKind,
        ParallelText,
        Place,
        Places,
        Resolution,
        Side,
        SideName,
        place_at,
    )
    from discotag.core.edits import TextEdit
    from discotag.core.errors import (
        ComponentError,
        DiscotagError,
        InputError,
        LineCountError,
        MissingLayerError,
        OutputError,
        PlanError,
        PluginError,
        SkippedWorkError,
        TableError,
        UnknownNameError,
        UsageError,
    )
    from discotag.core.explanations import (
        Cause,
        Explainer,
        Explanation,
        Reason,
        ReasonVerdict,
        Ruling,
        Trace,
        causes,
        marks_of,
        reasons_of,
    )
    from discotag.core.findings import Finding, Fix, Severity
    from discotag.core.hookspecs import API_VERSION, hookimpl, hookspec
    from discotag.core.interfaces import (
        Aligner,
        Analyzer,
        Annotator,
        Check,
        Context,
        Coref,
        CorpusRequest,
        EditingReader,
        Judge,
        LanguageTeller,
        ObservingCheck,
        Reader,
        Report,
        Scorer,
        SentenceAligner,
        Splitter,
        Tagger,
        TextJudge,
        WeighingCoref,
        Writer,
    )
    from discotag.core.language import LanguagePack
    from discotag.core.parsing import NoOptions, checked, faults
    from discotag.core.patterns import Pattern, TokenContext
    from discotag.core.process import note_on_interrupt
    from discotag.core.registry import Registration, Registry, open_registry
    from discotag.core.requirements import Missing, NeedsModels, is_offline, require_network
    from discotag.core.results import (
        Comparison,
        Difference,
        DocumentView,
        Interval,
        Judgement,
        Recommended,
        Resampling,
        Results,
        Row,
        Score,
        ScorerView,
        Share,
        SpanRow,
        SpanStudy,
        SpanText,
        Statistics,
        Verdict,
    )
    from discotag.core.roles import ROLES, Role
    from discotag.core.tables import Table, read_table, read_toml
    from discotag.core.tags import (
        ContextOptions,
        Mark,
        Occurrences,
        TaggedDocument,
        TokenRef,
        Window,
        windows,
    )
    from discotag.core.text import count_noun, is_file_name, name_error
    from discotag.core.tokens import ROOT, Token, Tokens, parse_feats, present
    from discotag.language.match_explanations import (
        described,
        is_near,
        shortfall,
        shortfall_of_all,
        unmet,
    )
    from discotag.language.voices import Manners, voice_names

__all__ = [
    "API_VERSION",
    "ROLES",
    "ROOT",
    "Aligner",
    "AlignerInfo",
    "Alignment",
    "Analyzer",
    "AnalyzerInfo",
    "Annotator",
    "AnnotatorInfo",
    "Bead",
    "Cause",
    "Check",
    "CheckInfo",
    "Classes",
    "Cluster",
    "CodeInfo",
    "CommandInfo",
    "Comparison",
    "ComponentError",
    "ComponentInfo",
    "Consistency",
    "Context",
    "ContextOptions",
    "Coref",
    "CorefInfo",
    "CorpusRequest",
    "Difference",
    "DiscotagError",
    "Document",
    "DocumentView",
    "EditingReader",
    "ExecutorInfo",
    "Expected",
    "Explainer",
    "Explanation",
    "Finding",
    "Fix",
    "InputError",
    "Interval",
    "Judge",
    "Judgement",
    "LanguagePack",
    "LanguageTeller",
    "LineCountError",
    "Manners",
    "Mark",
    "Mention",
    "MentionKind",
    "Missing",
    "MissingLayerError",
    "NeedsModels",
    "NoOptions",
    "Observation",
    "ObservingCheck",
    "Occurrences",
    "OutputError",
    "ParallelText",
    "Pattern",
    "Place",
    "Places",
    "PlanError",
    "PluginError",
    "Reader",
    "ReaderInfo",
    "Reason",
    "ReasonVerdict",
    "Recommended",
    "Registration",
    "Registry",
    "Report",
    "ReportInfo",
    "Resampling",
    "Resolution",
    "Results",
    "Role",
    "Row",
    "Ruling",
    "Score",
    "Scorer",
    "ScorerInfo",
    "ScorerView",
    "SentenceAligner",
    "SentenceAlignerInfo",
    "Severity",
    "Share",
    "Side",
    "SideName",
    "SkippedWorkError",
    "SpanRow",
    "SpanStudy",
    "SpanText",
    "Splitter",
    "SplitterInfo",
    "Statistics",
    "Table",
    "TableError",
    "TableInfo",
    "TaggedDocument",
    "Tagger",
    "TaggerInfo",
    "TextEdit",
    "TextJudge",
    "Token",
    "TokenContext",
    "TokenRef",
    "Tokens",
    "Trace",
    "UnknownNameError",
    "UsageError",
    "Verdict",
    "WeighingCoref",
    "Window",
    "Writer",
    "WriterInfo",
    "causes",
    "checked",
    "count_noun",
    "described",
    "discover",
    "faults",
    "hookimpl",
    "hookspec",
    "is_file_name",
    "is_near",
    "is_offline",
    "marks_of",
    "name_error",
    "note_on_interrupt",
    "open_registry",
    "parse_feats",
    "place_at",
    "present",
    "read_table",
    "read_toml",
    "reasons_of",
    "require_network",
    "shortfall",
    "shortfall_of_all",
    "unmet",
    "voice_names",
    "windows",
]

_HOMES = {
    "API_VERSION": "discotag.core.hookspecs",
    "Aligner": "discotag.core.interfaces",
    "AlignerInfo": "discotag.core.components",
    "Alignment": "discotag.core.document",
    "Analyzer": "discotag.core.interfaces",
    "AnalyzerInfo": "discotag.core.components",
    "Annotator": "discotag.core.interfaces",
    "AnnotatorInfo": "discotag.core.components",
    "Check": "discotag.core.interfaces",
    "CheckInfo": "discotag.core.components",
    "Classes": "discotag.core.components",
    "Cause": "discotag.core.explanations",
    "Cluster": "discotag.core.document",
    "CodeInfo": "discotag.core.components",
    "CommandInfo": "discotag.core.components",
    "Comparison": "discotag.core.results",
    "ComponentError": "discotag.core.errors",
    "ComponentInfo": "discotag.core.components",
    "Consistency": "discotag.core.consistency",
    "Context": "discotag.core.interfaces",
    "ContextOptions": "discotag.core.tags",
    "Coref": "discotag.core.interfaces",
    "CorefInfo": "discotag.core.components",
    "CorpusRequest": "discotag.core.interfaces",
    "Difference": "discotag.core.results",
    "DiscotagError": "discotag.core.errors",
    "Document": "discotag.core.document",
    "DocumentView": "discotag.core.results",
    "EditingReader": "discotag.core.interfaces",
    "ExecutorInfo": "discotag.core.components",
    "Expected": "discotag.core.document",
    "Explainer": "discotag.core.explanations",
    "Finding": "discotag.core.findings",
    "Fix": "discotag.core.findings",
    "InputError": "discotag.core.errors",
    "Interval": "discotag.core.results",
    "Judge": "discotag.core.interfaces",
    "Judgement": "discotag.core.results",
    "LanguagePack": "discotag.core.language",
    "LanguageTeller": "discotag.core.interfaces",
    "LineCountError": "discotag.core.errors",
    "Manners": "discotag.language.voices",
    "Mark": "discotag.core.tags",
    "Mention": "discotag.core.document",
    "MentionKind": "discotag.core.document",
    "Missing": "discotag.core.requirements",
    "MissingLayerError": "discotag.core.errors",
    "NeedsModels": "discotag.core.requirements",
    "NoOptions": "discotag.core.parsing",
    "Observation": "discotag.core.consistency",
    "ObservingCheck": "discotag.core.interfaces",
    "Occurrences": "discotag.core.tags",
    "OutputError": "discotag.core.errors",
    "ParallelText": "discotag.core.document",
    "Pattern": "discotag.core.patterns",
    "PlanError": "discotag.core.errors",
    "PluginError": "discotag.core.errors",
    "ROOT": "discotag.core.tokens",
    "Reader": "discotag.core.interfaces",
    "ReaderInfo": "discotag.core.components",
    "Reason": "discotag.core.explanations",
    "ReasonVerdict": "discotag.core.explanations",
    "Recommended": "discotag.core.results",
    "Registration": "discotag.core.registry",
    "Registry": "discotag.core.registry",
    "Report": "discotag.core.interfaces",
    "ReportInfo": "discotag.core.components",
    "Resampling": "discotag.core.results",
    "Resolution": "discotag.core.document",
    "Results": "discotag.core.results",
    "Role": "discotag.core.roles",
    "ROLES": "discotag.core.roles",
    "Row": "discotag.core.results",
    "Score": "discotag.core.results",
    "Scorer": "discotag.core.interfaces",
    "ScorerInfo": "discotag.core.components",
    "ScorerView": "discotag.core.results",
    "Severity": "discotag.core.findings",
    "Share": "discotag.core.results",
    "Side": "discotag.core.document",
    "SideName": "discotag.core.document",
    "SkippedWorkError": "discotag.core.errors",
    "SpanRow": "discotag.core.results",
    "SpanStudy": "discotag.core.results",
    "SpanText": "discotag.core.results",
    "Statistics": "discotag.core.results",
    "Table": "discotag.core.tables",
    "TableError": "discotag.core.errors",
    "TableInfo": "discotag.core.components",
    "TaggedDocument": "discotag.core.tags",
    "Tagger": "discotag.core.interfaces",
    "TaggerInfo": "discotag.core.components",
    "TextEdit": "discotag.core.edits",
    "TextJudge": "discotag.core.interfaces",
    "Token": "discotag.core.tokens",
    "TokenContext": "discotag.core.patterns",
    "TokenRef": "discotag.core.tags",
    "Tokens": "discotag.core.tokens",
    "Explanation": "discotag.core.explanations",
    "Ruling": "discotag.core.explanations",
    "Trace": "discotag.core.explanations",
    "UnknownNameError": "discotag.core.errors",
    "UsageError": "discotag.core.errors",
    "Verdict": "discotag.core.results",
    "WeighingCoref": "discotag.core.interfaces",
    "Window": "discotag.core.tags",
    "Writer": "discotag.core.interfaces",
    "WriterInfo": "discotag.core.components",
    "causes": "discotag.core.explanations",
    "marks_of": "discotag.core.explanations",
    "reasons_of": "discotag.core.explanations",
    "checked": "discotag.core.parsing",
    "count_noun": "discotag.core.text",
    "described": "discotag.language.match_explanations",
    "discover": "discotag.core.discovery",
    "name_error": "discotag.core.text",
    "faults": "discotag.core.parsing",
    "hookspec": "discotag.core.hookspecs",
    "hookimpl": "discotag.core.hookspecs",
    "is_file_name": "discotag.core.text",
    "is_near": "discotag.language.match_explanations",
    "is_offline": "discotag.core.requirements",
    "note_on_interrupt": "discotag.core.process",
    "open_registry": "discotag.core.registry",
    "parse_feats": "discotag.core.tokens",
    "present": "discotag.core.tokens",
    "read_table": "discotag.core.tables",
    "read_toml": "discotag.core.tables",
    "require_network": "discotag.core.requirements",
    "shortfall": "discotag.language.match_explanations",
    "shortfall_of_all": "discotag.language.match_explanations",
    "unmet": "discotag.language.match_explanations",
    "voice_names": "discotag.language.voices",
    "windows": "discotag.core.tags",
    "Bead": "discotag.core.document",
    "Place": "discotag.core.document",
    "Places": "discotag.core.document",
    "place_at": "discotag.core.document",
    "SentenceAligner": "discotag.core.interfaces",
    "Splitter": "discotag.core.interfaces",
    "SentenceAlignerInfo": "discotag.core.components",
    "SplitterInfo": "discotag.core.components",
}
"""Name → the module that it comes from, in step with the imports above (a test compares them)."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, so that a plugin that only declares loads little."""
    if name not in _HOMES:
        raise AttributeError(f"module 'discotag.plugin' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    """Return the public names, for completion."""
    return sorted({*globals(), *__all__})
