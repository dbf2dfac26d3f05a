"""What every language pack must pass: a suite that a pack's tests inherit.

Example:
    from discotag.testing.conformance import PackConformance

    class TestFrench(PackConformance):
        package = "discotag_lang_fr"
        some_stop_words = frozenset({"vous", "donc"})
"""

from __future__ import annotations

import unicodedata
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from discotag.core.discovery import discover
from discotag.core.language import LanguagePack
from discotag.core.registry import Registry
from discotag.core.tables import read_toml
from discotag.pipeline.support import State, quality_class, support
from discotag.testing.packs import Example, PackTagger, pack_examples

if TYPE_CHECKING:
    from pathlib import Path

PROPERTIES = frozenset({"politeness", "gendered_pronouns", "gender_assignment"})
SHORTEST_SOURCE = 20
"""Letters of the shortest title that can be looked up."""


class PackConformance:
    """Tests of one pack from English; a subclass names the package.

    Args:
        package: the importable package of the pack.
        some_stop_words: words that must be among the stop words.
    """

    package: ClassVar[str]
    some_stop_words: ClassVar[frozenset[str]] = frozenset()

    @cached_property
    def pack(self) -> LanguagePack:
        """The pack."""
        return LanguagePack.from_package(self.package)

    @cached_property
    def data(self) -> Path:
        """The folder of its tables."""
        return self.pack.folder / "data"

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Make one test of each example."""
        if "example" in metafunc.fixturenames:
            examples = pack_examples(self.package)
            metafunc.parametrize("example", examples.values(), ids=examples)

    def test_its_taggers_accept_its_tables(self) -> None:
        """Every phenomenon that is not said to be not applicable has a sound table."""
        states = {name: _state(self.package, name) for name in _registry().phenomena()}
        assert set(states.values()) <= {State.SUPPORTED, State.NOT_APPLICABLE}
        supported = [name for name, state in states.items() if state is State.SUPPORTED]
        assert _tagger(("en", self.pack.code), tuple(supported))

    def test_every_table_names_its_source(self) -> None:
        """A table without a source cannot be checked."""
        for path in self.data.rglob("*.toml"):
            if path.parent.name == "examples" or path.stem.startswith("language"):
                continue
            data, _ = read_toml(path)
            sources = data.get("sources") or [data.get("source", "")]
            assert all(len(source) > SHORTEST_SOURCE for source in sources), path

    def test_every_data_file_is_in_normal_form_c(self) -> None:
        """Two spellings of one letter would be two words."""
        for path in sorted(self.data.rglob("*.t*")):
            assert unicodedata.is_normalized("NFC", path.read_text("utf-8")), path.name

    def test_every_property_has_a_source(self) -> None:
        """The properties of muda App. B are there, each with its source."""
        assert set(self.pack.properties) >= PROPERTIES
        assert all(entry.source for entry in self.pack.properties.values())

    def test_its_measured_quality_has_classes(self) -> None:
        """What was measured of the pack is what `discotag languages` can show."""
        for name, figure in self.pack.quality.items():
            assert quality_class(name, figure.value)
            assert figure.data

    def test_stop_words_are_one_to_a_line_and_not_repeated(self) -> None:
        """The file is what the pack reads from it."""
        lines = (self.data / "stopwords.txt").read_text("utf-8").splitlines()
        words = [line for line in lines if not line.startswith("#")]
        assert len(words) == len(set(words)) == len(self.pack.stop_words)
        assert self.some_stop_words <= self.pack.stop_words

    def test_an_example_comes_out_as_it_says(self, example: Example) -> None:
        """The whole pipeline gives an example's marks, and no others."""
        phenomena = {
            other.phenomenon
            for other in pack_examples(self.package).values()
            if other.pair == example.pair
        }
        tagger = _tagger(example.pair, tuple(sorted(phenomena)))
        found = tagger.marks(example.source, example.target, example.phenomenon)
        assert tuple(place for place, _ in found) == example.marks
        assert tuple(place for place, mark in found if mark.is_tag) == example.tags


@lru_cache(maxsize=1)
def _registry() -> Registry:
    return Registry(discover())


def _state(package: str, phenomenon: str) -> State:
    pack = LanguagePack.from_package(package)
    return support(phenomenon, _registry(), _registry().language("en").info, pack).state


@lru_cache(maxsize=4)
def _tagger(pair: tuple[str, str], phenomena: tuple[str, ...]) -> PackTagger:
    return PackTagger(pair[1], phenomena, source=pair[0])
