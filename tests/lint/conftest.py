"""A check of the small world: two words in capitals in one document are one too many."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from discotag.core.document import ParallelText
from discotag.core.tags import TokenRef
from discotag.pipeline.config import RunConfig
from discotag_lint.check import CheckInfo, CodeInfo, Finding, Severity
from discotag_lint.locations import Files
from discotag_lint.planning import plan_checks
from discotag_lint.run import lint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discotag.core.tags import TaggedDocument

MODULE = "fake_checks"


class Loud:
    """Finds every loud word behind the first."""

    create = classmethod(lambda cls, context: cls())

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        first, *others = (TokenRef("target", mark.segment, mark.token) for mark in tagged.marks)
        for place in reversed(others):
            severity = Severity.NOTE if place.segment == first.segment else None
            yield Finding("XX101", "too loud", place, (first,), severity)


class Outside(Loud):
    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        yield Finding("XX101", "nowhere", TokenRef("target", 0, 99))


class Foreign(Loud):
    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        yield Finding("YY999", "not mine", TokenRef("target", 0, 0))


class Greedy(Loud):
    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        tagged.document.links(0)
        yield from ()


class Failing(Loud):
    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        if tagged.document.id == "bad":
            raise KeyError("oops")
        return super().check(tagged)


def text(id: str, *lines: str, first: int = 1) -> ParallelText:
    source = tuple(f"src {line.lower()}" for line in lines)
    return ParallelText(id, source, {"target": lines}, {}, tuple(range(first, first + len(lines))))


@pytest.fixture
def make_text() -> Any:
    return text


@pytest.fixture
def loud(world: Any, monkeypatch: Any) -> Callable[..., Any]:
    """Lint texts of the small world with one of the checks above."""
    module = ModuleType(MODULE)
    for kind in (Loud, Outside, Foreign, Greedy, Failing):
        setattr(module, kind.__name__, kind)
    monkeypatch.setitem(sys.modules, MODULE, module)

    def run(*texts: ParallelText, check: str = "Loud", files: Any = None, **more: Any) -> Any:
        info = CheckInfo(
            name="loud", summary="s", factory=f"{MODULE}:{check}",
            phenomena=frozenset(more.pop("phenomena", {"shouting"})),
            codes={
                "XX101": CodeInfo(name="too-loud", summary="Loud.", advice="Speak softly."),
                "XX102": CodeInfo(name="other", summary="Other.", advice="Do."),
            },
        )  # fmt: skip
        others = more.pop("others", ())
        registry = world(checks=[info, *others])
        on_error = more.pop("on_error", "stop")
        config = RunConfig(
            source_language="en", target_language="xx", scorers=(), on_error=on_error
        )
        files = files or Files("a.en", "a.xx")
        return lint(plan_checks(config, registry), registry, texts, files, **more)

    return run
