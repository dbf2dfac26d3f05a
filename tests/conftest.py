"""Fixtures for all tests: plugins made on the spot, and registries that hold nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from discotag.core.discovery import Plugins, discover
from discotag.core.hookspecs import hookimpl
from discotag.core.registry import Registry

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
        return SimpleNamespace(name=self.distribution, version=self.version)

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
        return Registry(plugins_of(*points, environ=environ))

    return make


def plugins_of(*points: Any, environ: dict[str, str] | None = None) -> Plugins:
    return discover(found=points, environ=environ or {})
