"""Roles: what a plugin may declare. This table is the only list of them.

A role is one record. The registry, the checks of declarations and every listing follow the table;
`hookspecs.py` documents its hooks. A package may bring roles of its own:
its plugin names a module of hook specs as `DISCOTAG_HOOKSPECS`, and that module lists its roles as
`ROLES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from discotag.core import components as info
from discotag.core.language import LanguagePack

if TYPE_CHECKING:
    from discotag.core.registry import Registry, RoleRegistry

InfoT = TypeVar("InfoT")


@dataclass(frozen=True)
class Role(Generic[InfoT]):
    """A kind of thing that plugins declare.

    As an attribute of the registry (`registry.taggers`) it is what plugins declare in the role.

    Args:
        name: singular, such as `sentence_aligner`.
        info: the record that the role's hook yields; a component's record names the Protocol of
            its factory.
    """

    name: str
    info: type[InfoT]

    @property
    def plural(self) -> str:
        """The name of its attribute of the registry."""
        return f"{self.name}s"

    @property
    def hook(self) -> str:
        """The name of its hook."""
        return f"discotag_{self.plural}"

    @property
    def title(self) -> str:
        """Its name in messages."""
        return self.name.replace("_", " ")

    @overload
    def __get__(self, registry: None, owner: object = None) -> Self: ...
    @overload
    def __get__(self, registry: Registry, owner: object = None) -> RoleRegistry[InfoT]: ...
    def __get__(self, registry: Registry | None, owner: object = None) -> Any:
        return self if registry is None else registry.role(self)


class CoreRoles:
    """The roles that discotag itself knows."""

    languages = Role("language", LanguagePack)
    tables = Role("table", info.TableInfo)
    taggers = Role("tagger", info.TaggerInfo)
    aligners = Role("aligner", info.AlignerInfo)
    corefs = Role("coref", info.CorefInfo)
    analyzers = Role("analyzer", info.AnalyzerInfo)
    annotators = Role("annotator", info.AnnotatorInfo)
    scorers = Role("scorer", info.ScorerInfo)
    readers = Role("reader", info.ReaderInfo)
    writers = Role("writer", info.WriterInfo)
    reports = Role("report", info.ReportInfo)
    splitters = Role("splitter", info.SplitterInfo)
    sentence_aligners = Role("sentence_aligner", info.SentenceAlignerInfo)
    executors = Role("executor", info.ExecutorInfo)
    commands = Role("command", info.CommandInfo)


ROLES: tuple[Role[Any], ...] = tuple(
    role for role in vars(CoreRoles).values() if isinstance(role, Role)
)
