"""What every plugin must pass: suites that its tests inherit, made of the rules of `rules/`.

Example:
    from discotag_dev.conformance import PluginConformance

    class TestQuestions(PluginConformance):
        plugin = "phen-questions"

`discotag check phen-questions` tries the same rules.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from discotag.plugin import Registry, UsageError, discover
from discotag_dev.checking import cases_of, problems_of
from discotag_dev.packs import PackTagger, pack_examples
from discotag_dev.problems import Severity, title_of
from discotag_dev.rules import packs
from discotag_dev.rules.packs import faults_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_dev.packs import Example
    from discotag_dev.problems import Rule
    from discotag_dev.subjects import Subject


ORDER = tuple(Severity)
"""From bad to mild."""

__all__ = ["DialogueConformance", "ExplanationConformance", "PackConformance", "PluginConformance"]


class PluginConformance:
    """A test for each rule and each thing that a plugin declares; a subclass names the plugin.

    Args:
        plugin: the plugin's entry point, such as `phen-questions`.
        fails_on: the mildest severity that fails; a warning shows what a plugin lacks.
        without: rules not to try, by their names in words, each with the reason in a comment.
    """

    plugin: ClassVar[str]
    fails_on: ClassVar[Severity] = Severity.ERROR
    without: ClassVar[frozenset[str]] = frozenset()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Make one test of each rule for each subject."""
        if "case" in metafunc.fixturenames:
            cases = list(self._cases())
            names = [f"{subject.title}: {title_of(rule)}" for subject, rule in cases]
            metafunc.parametrize("case", cases, ids=names)

    def _cases(self) -> Iterator[tuple[Subject, Rule]]:
        cases = list(cases_of(self.plugin, _registry()))
        unknown = self.without - {title_of(rule) for _, rule in cases}
        if unknown:
            raise UsageError(f"without: no rule is called {', '.join(sorted(unknown))}")
        return (case for case in cases if title_of(case[1]) not in self.without)

    def test_it_keeps_the_rule(self, case: tuple[Subject, Rule]) -> None:
        """One rule, tried on one thing."""
        bad = ORDER[: ORDER.index(self.fails_on) + 1]
        found = [str(problem) for problem in problems_of(*case) if problem.severity in bad]
        if found:
            raise AssertionError("\n".join(found))


class PackConformance(PluginConformance):
    """The tests of a language pack of this repository: strict, and one for each example.

    Args:
        package: the importable package of the pack (`discotag_lang_fr`, plugin `lang-fr`).
        some_stop_words: words that must be among the stop words.
    """

    package: ClassVar[str]
    some_stop_words: ClassVar[frozenset[str]] = frozenset()
    fails_on: ClassVar[Severity] = Severity.WARNING
    without: ClassVar[frozenset[str]] = frozenset({title_of(packs.its_examples_come_out)})

    def __init_subclass__(cls) -> None:
        """Name the plugin as its package."""
        cls.plugin = cls.package.removeprefix("discotag_").replace("_", "-")

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Make one test of each rule, and one of each example."""
        super().pytest_generate_tests(metafunc)
        if "example" in metafunc.fixturenames:
            examples = pack_examples(self.package)
            metafunc.parametrize("example", examples.items(), ids=examples)

    def test_some_stop_words_are_there(self) -> None:
        """The list is of this language."""
        (pack,) = (
            declared.info
            for declared in _registry().languages
            if declared.info.package == self.package and "-" not in declared.info.code
        )
        assert self.some_stop_words <= pack.stop_words

    def test_an_example_comes_out_as_it_says(self, example: tuple[str, Example]) -> None:
        """The whole pipeline gives an example's marks, and no others."""
        name, item = example
        same_pair = {
            other: entry
            for other, entry in pack_examples(self.package).items()
            if entry.pair == item.pair and entry.phenomenon != item.phenomenon
        }
        faults = [str(fault) for fault in faults_of({name: item}, beside=same_pair.values())]
        assert faults == []


@lru_cache(maxsize=1)
def _registry() -> Registry:
    return Registry(discover())


class DialogueConformance:
    """Second persons in dialogue: each line's address is found, and no other class.

    Args:
        language: code of the target language.
        dialogue: TOML file with lines of English, translation, the word that addresses, its class.
        table: the key of the lines in the file.
    """

    language: ClassVar[str]
    dialogue: ClassVar[Path]
    table: ClassVar[str] = "lines"

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Make one test of each line."""
        lines = tomllib.loads(self.dialogue.read_text("utf-8"))[self.table]
        metafunc.parametrize("line", lines, ids=[f"{line[2]} in {line[1]}" for line in lines])

    def test_a_dialogue_line_has_its_class(self, line: tuple[str, str, str, str]) -> None:
        """The word has its class, and no other word another one."""
        english, text, form, label = line
        marks = _formality_tagger(self.language).marks([english], [text], "formality")
        found = [name for name, _ in marks]
        if f"0 {form} {label}" not in found or {name.rpartition(" ")[2] for name in found} != {
            label
        }:
            raise AssertionError(f"{form} should be {label}, and nothing else; found: {found}")


class ExplanationConformance:
    """A README shows what `discotag explain` prints.

    Args:
        readme: the file; the command is before `<!-- explanation`, what it prints after.
    """

    readme: ClassVar[Path]

    def test_the_explanation_is_what_the_program_prints(self) -> None:
        """The command in the README prints what the README shows."""
        before, _, behind = self.readme.read_text("utf-8").partition("<!-- explanation")
        command = before.split("```\n")[-2].replace("\\\n", " ")
        done = subprocess.run(
            [sys.executable, "-m", "discotag", *shlex.split(command)[1:]],
            check=True,
            capture_output=True,
            env={**os.environ, "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        )
        printed = [line.rstrip() for line in done.stdout.decode().splitlines()]
        if printed != (shown := behind.split("```\n")[1].splitlines()):
            raise AssertionError(f"the README shows {shown}, the program prints {printed}")


@lru_cache(maxsize=1)
def _formality_tagger(language: str) -> PackTagger:
    return PackTagger(language, ("formality",), {"formality": {"verbs": "all"}})
