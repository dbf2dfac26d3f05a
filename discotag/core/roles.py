"""Roles and their Protocols: a class is held to the Protocol of its role by type checkers and here.

A declaration names its class as text, so no type checker looks behind it. `@implements("tagger")`
closes the gap: mypy and pyright then report a method that is missing or has other types, and Python
itself reports a missing method when the class is defined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from discotag.core.interfaces import (
    Aligner,
    Analyzer,
    Annotator,
    Check,
    Coref,
    Reader,
    Report,
    Scorer,
    SentenceAligner,
    Splitter,
    Tagger,
    Writer,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TaggerT = TypeVar("TaggerT", bound=Tagger)
AlignerT = TypeVar("AlignerT", bound=Aligner)
CorefT = TypeVar("CorefT", bound=Coref)
AnalyzerT = TypeVar("AnalyzerT", bound=Analyzer)
AnnotatorT = TypeVar("AnnotatorT", bound=Annotator)
ScorerT = TypeVar("ScorerT", bound=Scorer)
CheckT = TypeVar("CheckT", bound=Check)
ReaderT = TypeVar("ReaderT", bound=Reader)
WriterT = TypeVar("WriterT", bound=Writer)
ReportT = TypeVar("ReportT", bound=Report)
SplitterT = TypeVar("SplitterT", bound=Splitter)
SentenceAlignerT = TypeVar("SentenceAlignerT", bound=SentenceAligner)

PROTOCOLS: dict[str, type] = {
    "tagger": Tagger,
    "aligner": Aligner,
    "coref": Coref,
    "analyzer": Analyzer,
    "annotator": Annotator,
    "scorer": Scorer,
    "check": Check,
    "reader": Reader,
    "writer": Writer,
    "report": Report,
    "splitter": Splitter,
    "sentence_aligner": SentenceAligner,
}
"""Role → its Protocol; executors, commands and experiments are programs of their own."""


def missing_methods(role: str, factory: Any) -> list[str]:
    """Return the methods of a role's Protocol that a class, or what stands for one, lacks."""
    names = [name for name in vars(PROTOCOLS.get(role, object)) if not name.startswith("_")]
    return [name for name in names if not callable(getattr(factory, name, None))]


# fmt: off
@overload
def implements(role: Literal["tagger"]) -> Callable[[type[TaggerT]], type[TaggerT]]: ...
@overload
def implements(role: Literal["aligner"]) -> Callable[[type[AlignerT]], type[AlignerT]]: ...
@overload
def implements(role: Literal["coref"]) -> Callable[[type[CorefT]], type[CorefT]]: ...
@overload
def implements(role: Literal["analyzer"]) -> Callable[[type[AnalyzerT]], type[AnalyzerT]]: ...
@overload
def implements(role: Literal["annotator"]) -> Callable[[type[AnnotatorT]], type[AnnotatorT]]: ...
@overload
def implements(role: Literal["scorer"]) -> Callable[[type[ScorerT]], type[ScorerT]]: ...
@overload
def implements(role: Literal["check"]) -> Callable[[type[CheckT]], type[CheckT]]: ...
@overload
def implements(role: Literal["reader"]) -> Callable[[type[ReaderT]], type[ReaderT]]: ...
@overload
def implements(role: Literal["writer"]) -> Callable[[type[WriterT]], type[WriterT]]: ...
@overload
def implements(role: Literal["report"]) -> Callable[[type[ReportT]], type[ReportT]]: ...
@overload
def implements(role: Literal["splitter"]) -> Callable[[type[SplitterT]], type[SplitterT]]: ...
@overload
def implements(
    role: Literal["sentence_aligner"],
) -> Callable[[type[SentenceAlignerT]], type[SentenceAlignerT]]: ...
# fmt: on
def implements(role: str) -> Callable[[type[Any]], type[Any]]:
    """Hold a class to the Protocol of its role; nothing else about the class changes.

    Raises:
        TypeError: the class lacks a method of the Protocol.

    Example:
        >>> @implements("tagger")
        ... class NothingTagger:
        ...     @classmethod
        ...     def create(cls, context):
        ...         return cls()
        ...     def mark(self, document):
        ...         return ()
    """

    def held(cls: type[Any]) -> type[Any]:
        if missing := missing_methods(role, cls):
            raise TypeError(f"{cls.__name__} is no {role}: it lacks {', '.join(missing)}")
        return cls

    return held
