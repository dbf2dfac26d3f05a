"""The example for Weblate, with stand-ins for the classes of Weblate that it builds on."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

FILE = Path(__file__).parents[3] / "examples/weblate/discotag_weblate.py"


class Near(list):
    def order_by(self, name):
        return sorted(self, key=lambda unit: getattr(unit, name))


class Units(list):
    def filter(self, position__gte, position__lte):
        return Near(unit for unit in self if position__gte <= unit.position <= position__lte)


@pytest.fixture
def weblate(monkeypatch):
    """Load the example; Weblate's modules hold what it needs of them."""
    event = SimpleNamespace(EVENT_POST_COMMIT=1)
    for name, content in {
        "weblate": {}, "weblate.addons": {}, "weblate.checks": {},
        "weblate.addons.base": {"BaseAddon": object},
        "weblate.addons.events": {"AddonEvent": event},
        "weblate.checks.base": {"TargetCheck": object},
    }.items():  # fmt: skip
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("discotag_weblate", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def strings(texts):
    """Return the strings of a translation, the last one still without a text."""
    translation = SimpleNamespace(
        unit_set=Units(),
        component=SimpleNamespace(source_language=SimpleNamespace(code="en")),
        language=SimpleNamespace(code="fr"),
    )
    targets = (*texts.mixed[:3], "")
    for number, (source, target) in enumerate(zip(texts.english, targets, strict=True)):
        translation.unit_set.append(
            SimpleNamespace(
                pk=number, position=number, source=source, target=target, translation=translation
            )
        )
    return translation.unit_set


def test_a_string_is_looked_at_among_its_neighbours(weblate, strings, texts):
    check, last = weblate.DiscourseCheck(), strings[-1]
    assert check.check_single(last.source, texts.mixed[3], last) is True
    assert check.check_single(last.source, texts.uniform[3], last) is False
    assert check.check_single(strings[0].source, strings[0].target, strings[0]) is False


def test_a_language_without_a_package_has_no_findings(weblate, strings, texts):
    strings[0].translation.language.code = "tlh"
    check, last = weblate.DiscourseCheck(), strings[-1]
    assert check.check_single(last.source, texts.mixed[3], last) is False


def test_the_addon_tells_what_the_configuration_of_the_repository_finds(
    weblate, put, texts, monkeypatch
):
    put("fr.xlf", texts.xliff(texts.mixed))
    folder = put("discotag.toml", '[[lint.files]]\npath = "*.xlf"\n').parent
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    addon = weblate.LintAddon()
    told = addon.post_commit(SimpleNamespace(full_path=str(folder)), store_hash=True)
    assert told["segments"] == 4
    assert told["findings"] == ["fr.xlf: “Votre” is polite, “Tu” familiar or plain"]
    put("discotag.toml", "x = 1")
    assert "unknown key" in addon.post_commit(SimpleNamespace(full_path=str(folder)))["error"]
    monkeypatch.setenv("PATH", "")
    assert addon.post_commit(SimpleNamespace(full_path=str(folder)))["error"]
