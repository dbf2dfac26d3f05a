"""A cage: one plugin that brings every role, whose methods do whatever a test wants."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from discotag.core.components import (
    AlignerInfo,
    AnalyzerInfo,
    AnnotatorInfo,
    CorefInfo,
    ExecutorInfo,
    ReaderInfo,
    ReportInfo,
    ScorerInfo,
    TaggerInfo,
    WriterInfo,
)
from discotag.core.document import Alignment, ParallelText
from discotag.core.interfaces import CorpusRequest
from discotag.core.results import Row, Statistics
from discotag.core.tags import Mark
from discotag.pipeline.config import ComponentSpec, ExecutionOptions, RunConfig
from discotag.pipeline.corpus import open_reader, open_writer
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.runs.executors import Job, make_executor
from discotag.runs.run import run, tag_to
from discotag_choose.api import TextObserver
from discotag_lint.check import CheckInfo, CodeInfo
from discotag_lint.consistency import Consistency
from discotag_lint.locations import Files
from discotag_lint.planning import plan_checks
from discotag_lint.run import lint

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MODULE = "fake_zoo"
ODD = ComponentSpec("odd")
TEXT = ParallelText("talk", ("so it is", "yes"), {"ref": ("SO it IS", "YES")}, {"A": ("so", "Y")})


@dataclass
class Outcome:
    """What a user gets: an error or none, what was logged, and the files of the run."""

    error: BaseException | None
    log: str
    out: Path
    result: Any = None

    @property
    def message(self) -> str:
        return str(self.error)

    @property
    def exit_code(self) -> int:
        return getattr(self.error, "exit_code", 1) if self.error is not None else 0

    @property
    def kept(self) -> set[str]:
        """Visible files of the run's folder."""
        names = (path for path in self.out.rglob("*") if path.is_file())
        return {path.name for path in names if not path.name.startswith(".")}


@dataclass
class Cage:
    """The plugin odd-one with its deeds, `role.method` → what is done in place of the work."""

    world: Any
    make_point: Any
    folder: Path
    caplog: Any
    deeds: dict[str, Callable[..., Any]] = field(default_factory=dict)
    points: tuple[Any, ...] = ()

    def registry(self, **hooks: Any) -> Any:
        infos: dict[str, Any] = {
            "taggers": [
                TaggerInfo(
                    name="odd", phenomenon="odd", summary="s", factory=f"{MODULE}:tagger",
                    needs={"source.tokens", "target.tokens", "alignment", "source.coref",
                           "source.oddities"},
                )
            ],
            "aligners": [AlignerInfo(name="odd", summary="s", factory=f"{MODULE}:aligner")],
            "analyzers": [
                AnalyzerInfo(
                    name="odd", summary="s", factory=f"{MODULE}:analyzer", gives={"tokens"}
                )
            ],
            "corefs": [
                CorefInfo(name="odd", summary="s", factory=f"{MODULE}:coref", needs={"tokens"})
            ],
            "annotators": [
                AnnotatorInfo(
                    name="odd", summary="s", factory=f"{MODULE}:annotator", gives="oddities",
                    needs={"tokens"},
                )
            ],
            "scorers": [
                ScorerInfo(name="odd", summary="s", factory=f"{MODULE}:scorer", columns=("n", "s"))
            ],
            "checks": [
                CheckInfo(
                    name="odd", summary="s", factory=f"{MODULE}:check", phenomena={"odd"},
                    codes={"OD1": CodeInfo(name="odd-word", summary="odd", advice="none")},
                )
            ],
            "reports": [
                ReportInfo(name="odd", summary="s", factory=f"{MODULE}:report", suffix=".odd")
            ],
            "readers": [
                ReaderInfo(name="odd", summary="s", factory=f"{MODULE}:reader", suffixes=(".odd",))
            ],
            "writers": [
                WriterInfo(name="odd", summary="s", factory=f"{MODULE}:writer", suffix=".odd")
            ],
            "executors": [ExecutorInfo(name="odd", summary="s", factory=f"{MODULE}:executor")],
        }  # fmt: skip
        point = self.make_point("odd-one", **{**infos, **hooks})
        return self.world("Shouting", point, *self.points)

    def config(self, **more: Any) -> RunConfig:
        return RunConfig(
            **{
                "source_language": "en", "target_language": "xx", "phenomena": ("odd",),
                "analyzers": {"": ODD}, "aligners": {"": ODD}, "corefs": {"": ODD},
                "annotators": (ODD,), "scorers": ("odd",), **more,
            }
        )  # fmt: skip

    def tried(self, work: Callable[[], Any]) -> Outcome:
        """Do what a command does; whatever leaves it is what the user gets."""
        error, result = None, None
        with self.caplog.at_level(logging.WARNING):
            try:
                result = work()
            except BaseException as raised:
                error = raised
        return Outcome(error, self.caplog.text, self.folder / "out", result)

    def run(self, *, time_limit: float | None = None, **more: Any) -> Outcome:
        """Do `discotag run --out out` with a report."""

        def work() -> Any:
            registry = self.registry()
            planned = plan(self.config(**more), registry)
            return run(
                planned, registry, [TEXT], out=self.folder / "out", report="odd",
                execution=ExecutionOptions(time_limit=time_limit),
            )  # fmt: skip

        return self.tried(work)

    def lint(self, **more: Any) -> Outcome:
        def work() -> Any:
            registry = self.registry()
            config = self.config(phenomena=(), scorers=(), **more)
            planned = plan_checks(config, registry, ("odd",))
            text = ParallelText(TEXT.id, TEXT.source, TEXT.references, {}, (1, 2))
            files = Files(self.folder / "a.en", self.folder / "a.xx")
            return lint(planned, registry, [text], files)

        return self.tried(work)

    def choose(self) -> Outcome:
        def work() -> Any:
            registry = self.registry()
            config = self.config(phenomena=(), scorers=())
            planned = plan_checks(config, registry, ("odd",))
            observer = TextObserver(Stages(planned, registry), lambda _: Consistency(()))
            return list(observer.choices([TEXT]))

        return self.tried(work)

    def read(self) -> Outcome:
        def work() -> Any:
            reader = open_reader(self.registry(), self.folder / "a.odd")
            request = CorpusRequest(self.folder / "a.odd")
            return (reader.size(request), tuple(reader.read(request)), reader.notes())

        return self.tried(work)

    def write(self) -> Outcome:
        def work() -> Any:
            registry = self.registry()
            planned = plan(self.config(), registry)
            path = self.folder / "tags.odd"
            text = ParallelText(TEXT.id, TEXT.source, TEXT.references, {})
            return tag_to(planned, registry, [text], open_writer(registry, path), path)

        return self.tried(work)

    def execute(self) -> Outcome:
        def work() -> Any:
            registry, config = self.registry(), self.config()
            return make_executor(
                Job(config, ExecutionOptions(2, "odd")), plan(config, registry), registry
            )

        return self.tried(work)


def _split(text: str) -> Any:
    from discotag.core.tokens import Tokens

    forms = tuple(text.split())
    starts = tuple(text.index(form) for form in forms)
    return Tokens(
        text, forms, starts, tuple(a + len(b) for a, b in zip(starts, forms, strict=True))
    )


def _marks(document: Any) -> Any:
    for segment, tokens in enumerate(document.target):
        for token in tokens:
            yield Mark("odd", "loud", segment, token.index)


class _Writing:
    def __enter__(self) -> Any:
        return lambda tagged: None

    def __exit__(self, *_: object) -> None:
        return None


WORK: dict[str, Any] = {
    "tagger.mark": _marks,
    "aligner.align": lambda pairs: [Alignment() for _ in pairs],
    "analyzer.analyze": lambda texts: [_split(text) for text in texts],
    "coref.resolve": lambda sides: [() for _ in sides],
    "annotator.annotate": lambda sides: [[() for _ in side.segments] for side in sides],
    "scorer.statistics": lambda comparisons: (
        Statistics(item.hypothesis.document.id, {Row("odd"): (1.0, 2.0)}) for item in comparisons
    ),
    "scorer.measures": lambda counts: {"share": np.zeros(len(counts))},
    "scorer.signature": lambda: "",
    "check.check": lambda tagged: (),
    "report.render": lambda results, documents: iter(("text", str(len(list(documents))))),
    "reader.read": lambda request: iter([TEXT]),
    "reader.size": lambda request: 2,
    "reader.notes": lambda: (),
    "writer.open": lambda path: _Writing(),
    "executor.create": lambda *_: SimpleNamespace(width=1),
}
"""What every role does well; a deed is done in its place."""


def _component(role: str, deeds: dict[str, Any]) -> type:
    """Make a component's class, of the good work and the deeds."""
    methods: dict[str, Any] = {}
    for name, deed in {**WORK, **deeds}.items():
        of, _, method = name.partition(".")
        if of == role and isinstance(deed, property):
            methods[method] = deed
        elif of == role:
            methods[method] = staticmethod(deed)
    methods.setdefault("create", classmethod(lambda cls, *_: cls()))
    return type(role, (), methods)


@pytest.fixture
def cage(world: Any, make_point: Any, tmp_path: Path, monkeypatch: Any, caplog: Any) -> Cage:
    """Return the plugin odd-one, at first with nothing odd about it."""
    made = Cage(world, make_point, tmp_path, caplog)

    class Module(ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return _component(name, made.deeds)

    monkeypatch.setitem(sys.modules, MODULE, Module(MODULE))
    return made
