"""Fixtures for all tests: plugins made on the spot, and a small world of two languages.

In the small world words stand between spaces and links along the diagonal.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from discotag.core.components import AlignerInfo, AnalyzerInfo, AnnotatorInfo, CorefInfo, TaggerInfo
from discotag.core.discovery import Plugins, discover
from discotag.core.document import Alignment, ParallelText
from discotag.core.hookspecs import hookimpl
from discotag.core.language import LanguagePack
from discotag.core.registry import Registry
from discotag.core.tags import Mark, TokenRef
from discotag.core.tokens import Tokens
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag_lint import hookspecs

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class FakePoint:
    """An entry point whose module is made in the test."""

    name: str
    module: object
    distribution: str = "stranger"
    version: str = "1.0"

    @property
    def dist(self) -> SimpleNamespace:
        return SimpleNamespace(metadata={"Name": self.distribution, "Version": self.version})

    @property
    def value(self) -> str:
        return getattr(self.module, "__name__", self.name)

    def load(self) -> object:
        if isinstance(self.module, BaseException):
            raise self.module
        return self.module


@pytest.fixture
def make_point() -> Callable[..., FakePoint]:
    """Make an entry point: `make_point("name", api=(1, 0), taggers=[TaggerInfo(...)])`."""

    def make(
        name: str,
        *,
        api: Any = (1, 0),
        error: BaseException | None = None,
        distribution: str = "stranger",
        **declared: Any,
    ) -> FakePoint:
        module = ModuleType(f"fake_{name.replace('-', '_')}")
        if api is not None:
            module.DISCOTAG_API = api  # type: ignore[attr-defined]
        for role, records in declared.items():
            _add_hook(module, f"discotag_{role}", records)
        return FakePoint(name, error or module, distribution)

    return make


def _add_hook(module: ModuleType, hook: str, records: Any) -> None:
    def answer() -> Any:
        if isinstance(records, BaseException):
            raise records
        yield from records

    answer.__name__ = hook
    setattr(module, hook, hookimpl(answer))


@pytest.fixture
def make_registry() -> Callable[..., Registry]:
    """Make a registry of the given entry points, beside the built-ins that are asked for."""

    def make(*points: Any, environ: dict[str, str] | None = None) -> Registry:
        has_checks = any(hasattr(point.module, "discotag_checks") for point in points)
        added = [check_role()] if has_checks else []
        return Registry(plugins_of(*added, *points, environ=environ))

    return make


def check_role() -> FakePoint:
    """Make the entry point of a plugin that adds the role of checks, as discotag-lint does."""
    module = ModuleType("fake_check_role")
    module.DISCOTAG_API = (1, 0)  # type: ignore[attr-defined]
    module.DISCOTAG_HOOKSPECS = hookspecs  # type: ignore[attr-defined]
    return FakePoint("check-role", module, "discotag-lint")


def plugins_of(*points: Any, environ: dict[str, str] | None = None) -> Plugins:
    return discover(found=points, environ=environ or {})


MODULE = "fake_components"


class Spaces:
    """Splits at spaces."""

    @classmethod
    def create(cls, context: Any) -> Spaces:
        made = cls()
        made.calls = []
        CREATED.append((context.name, context.side, made))
        return made

    def analyze(self, texts: Any) -> list[Tokens]:
        self.calls.append(len(texts))
        return [_split(text) for text in texts]


def _split(text: str) -> Tokens:
    forms = tuple(text.split())
    starts, place = [], 0
    for form in forms:
        place = text.index(form, place)
        starts.append(place)
        place += len(form)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, forms, tuple(starts), ends)


class Diagonal:
    """Links equal positions."""

    create = classmethod(lambda cls, context: cls())

    def align(self, pairs: Any) -> list[Alignment]:
        return [
            Alignment.of((i, i) for i in range(min(len(source), len(target))))
            for source, target in pairs
        ]


class Shouting:
    """Marks words in capitals; the evidence is an earlier one."""

    create = classmethod(lambda cls, context: cls())

    def mark(self, document: Any) -> Any:
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                if token.form.isupper():
                    yield Mark("shouting", "loud", segment, token.index)


class Repeating(Shouting):
    """Tags words in capitals that stood in an earlier segment."""

    def mark(self, document: Any) -> Any:
        first: dict[str, TokenRef] = {}
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                if token.form.isupper():
                    place = first.setdefault(token.form, TokenRef("target", segment, token.index))
                    evidence = (place,) if place.segment < segment else ()
                    yield Mark(
                        "shouting", token.form, segment, token.index, (token.index,), evidence
                    )


class Broken(Shouting):
    """Raises on the document called `bad`."""

    def mark(self, document: Any) -> Any:
        if document.id == "bad":
            raise KeyError("oops")
        return super().mark(document)


class OutOfRange(Shouting):
    """Marks a token that does not exist."""

    def mark(self, document: Any) -> Any:
        yield Mark("shouting", "loud", 0, 99)


class Greedy(Shouting):
    """Reads a layer it did not declare."""

    def mark(self, document: Any) -> Any:
        document.links(0)
        return ()


class Silent:
    """Gives no clusters, and an empty value per segment."""

    create = classmethod(lambda cls, context: cls())

    def resolve(self, documents: Any) -> Any:
        return [() for _ in documents]

    def annotate(self, documents: Any) -> Any:
        return [[() for _ in side.segments] for side in documents]


CREATED: list[tuple[str, str | None, Any]] = []


@pytest.fixture
def world(
    make_point: Callable[..., Any], make_registry: Callable[..., Any], monkeypatch: Any
) -> Any:
    """Return a function that makes a registry of the small world, plus extra entry points."""
    module = ModuleType(MODULE)
    for kind in (Spaces, Diagonal, Shouting, Repeating, Broken, OutOfRange, Greedy, Silent):
        setattr(module, kind.__name__, kind)
    monkeypatch.setitem(sys.modules, MODULE, module)
    CREATED.clear()
    packs = [
        LanguagePack(
            schema_version=1,
            code=code,
            name=name,
            package="discotag.testing",
            not_applicable={"whispering": "nobody whispers"} if code == "xx" else {},
        )
        for code, name in (("en", "English"), ("xx", "Exlang"))
    ]

    def make(
        tagger: str = "Shouting", *points: Any, needs: tuple[str, ...] = (), **extra: Any
    ) -> Any:
        core = make_point(
            "core",
            distribution="discotag",
            languages=packs,
            analyzers=[
                AnalyzerInfo(
                    name="embedded", summary="s", factory=f"{MODULE}:Spaces", gives={"tokens"}
                )
            ],
            aligners=[AlignerInfo(name="lexicon", summary="s", factory=f"{MODULE}:Diagonal")],
            corefs=[
                CorefInfo(
                    name="rules", summary="s", factory=f"{MODULE}:Silent", needs={"tokens"}
                )
            ],
            annotators=[
                AnnotatorInfo(
                    name="gaps", summary="s", factory=f"{MODULE}:Silent", gives="gaps",
                    languages={"en"}, needs={"tokens"},
                )
            ],
            taggers=[
                TaggerInfo(
                    name="shouting", phenomenon="shouting", summary="s",
                    factory=f"{MODULE}:{tagger}", needs={"target.tokens", *needs},
                ),
                TaggerInfo(
                    name="whispering", phenomenon="whispering", summary="s",
                    factory=f"{MODULE}:Shouting",
                ),
            ],
            **extra,
        )  # fmt: skip
        return make_registry(core, *points)

    return make


@pytest.fixture
def tagged(world: Any) -> Any:
    """Tag texts with one of the fake taggers."""

    def tag(texts: list[ParallelText], tagger: str = "Shouting", **config: Any) -> Any:
        registry = world(tagger)
        settings = {"source_language": "en", "target_language": "xx", "scorers": ()} | config
        planned = plan(RunConfig(**settings), registry)
        return list(Stages(planned, registry).tag(texts))

    return tag


def text(id: str, *lines: str, systems: int = 1) -> ParallelText:
    hypotheses = {f"S{number}": tuple(line.lower() for line in lines) for number in range(systems)}
    return ParallelText(id, tuple("src " + line for line in lines), {"ref": lines}, hypotheses)


@pytest.fixture
def make_text() -> Any:
    return text


@pytest.fixture
def created() -> Any:
    return CREATED
