"""The built-in plugins keep the rules that strangers must keep."""

from __future__ import annotations

from functools import lru_cache

import pytest

from discotag.core.discovery import discover
from discotag.core.findings import Severity
from discotag.core.registry import Registry
from discotag.testing.checking import cases_of, problems_of

SUBPROCESSES = {"it_loads_alone", "it_is_light", "it_does_the_same_in_another_process"}
"""Rules that begin a process each: for a few plugins they stand in the packs' own suites."""


@lru_cache(maxsize=1)
def registry():
    return Registry(discover())


def builtins():
    records = discover(environ={"DISCOTAG_PLUGINS": ""}).records
    return [record.name for record in records if record.is_builtin]


@pytest.mark.parametrize("plugin", builtins())
def test_a_built_in_plugin_keeps_the_rules(plugin):
    found = [
        str(problem)
        for subject, rule in cases_of(plugin, registry())
        if rule.__name__ not in SUBPROCESSES
        for problem in problems_of(subject, rule)
        if problem.severity is Severity.ERROR
    ]
    assert found == []


@pytest.mark.parametrize("plugin", ["core-lexical-cohesion", "core-checks"])
def test_another_process_does_the_same(plugin):
    found = [
        str(problem)
        for subject, rule in cases_of(plugin, registry())
        if rule.__name__ in SUBPROCESSES
        for problem in problems_of(subject, rule)
    ]
    assert found == []
