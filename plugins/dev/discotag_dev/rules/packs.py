"""Rules for language packs and tables: sources, spelling, properties, examples."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from discotag.plugin import DiscotagError, TableError, UnknownNameError, read_toml
from discotag.plugin.support import QUALITY_CLASSES, State, general_tagger, support
from discotag_dev.packs import PackTagger, pack_examples, phenomenon_examples
from discotag_dev.problems import Fault, Severity
from discotag_dev.subjects import PIVOT, Subject, created

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import LanguagePack, Registration, TaggerInfo
    from discotag_dev.packs import Example
    from discotag_dev.problems import Rule


PROPERTIES = ("politeness", "gendered_pronouns", "gender_assignment")
KEYS = "correct the field that the message names; docs/new-language.md tells which there are"
SHORTEST_SOURCE = 20
"""Letters of the shortest title that can be looked up."""


def its_tables_are_accepted(subject: Subject) -> Iterator[Fault]:
    """Every table is read by its tagger; no form is in two classes without a condition."""
    for tagger in _taggers(subject):
        if not _is_supported(subject, tagger):
            continue
        reader = Subject("tagger", tagger.info.name, tagger.owner, subject.registry, tagger.info)
        try:
            created(reader, (_pivot(subject), subject.info))
        except TableError as error:
            yield Fault(str(error), KEYS)
        except DiscotagError as error:
            if _is_general(subject, tagger):
                yield Fault(f"{reader.title}: {error}", "see the message")
            else:  # a paper's published rule, which a language that the paper lacks cannot have
                yield Fault(
                    f"{reader.title}, which only a profile or a user names: {error}",
                    "nothing: the language can be used with all other profiles",
                    Severity.NOTE,
                )


def every_phenomenon_is_supported_or_has_a_reason(subject: Subject) -> Iterator[Fault]:
    """Where discotag's own phenomena have no table, `[not_applicable]` says why there is none."""
    if subject.name == PIVOT:
        return
    general = (item for item in _taggers(subject) if not item.info.is_extra)
    for tagger in {item.info.phenomenon: item for item in general}.values():
        found = support(tagger.info.phenomenon, subject.registry, _pivot(subject), subject.info)
        if found.state not in {State.SUPPORTED, State.NOT_APPLICABLE}:
            name = tagger.info.table or tagger.info.phenomenon
            yield Fault(
                f"{tagger.info.phenomenon}: {found.state} ({found.reason})",
                f"write data/{name}.toml, or under [not_applicable] in language.toml why the"
                " language does not have it",
                Severity.WARNING,
            )


def every_table_is_read_by_some_tagger(subject: Subject) -> Iterator[Fault]:
    """A table of a name that nothing reads is a slip, or waits for a plugin not installed."""
    readers = (*subject.registry.taggers, *subject.registry.annotators)
    read = {declared.info.table for declared in readers}
    for name, path in subject.info.table_paths().items():
        if name not in read and name not in OTHER_TABLES:
            yield Fault(
                f"nothing installed reads {path.name}",
                f"known tables: {', '.join(sorted(filter(None, read)))}",
                Severity.WARNING,
            )


OTHER_TABLES = frozenset({"expletives", "ellipsis_rules", "numbers", "sorts"})
"""Tables that are read of the source's pack, or by other than taggers: coreference, checks."""


def every_class_of_address_has_a_level(subject: Subject) -> Iterator[Fault]:
    """What has no level is not a change of address to `discotag lint`."""
    path = subject.info.table_paths().get("formality")
    if path is None:
        return
    data, _ = read_toml(path)
    labels = {entry.get("name") for entry in data.get("class", ())}
    labels |= {entry.get("class") for entry in data.get("verb", ())}
    address = subject.info.address
    for label in sorted(filter(None, labels - {*address.ranks, *address.no_level})):
        yield Fault(
            f"the class {label!r} of {path.name} has no level of address",
            "give it one in [[address.level]] of language.toml, or list it as no_level there",
            Severity.WARNING,
        )


def every_table_names_its_source(subject: Subject) -> Iterator[Fault]:
    """A table without a source cannot be checked."""
    for path in _tables(subject.info):
        data, _ = read_toml(path)
        sources = data.get("sources") or [data.get("source", "")]
        if not all(len(str(source)) > SHORTEST_SOURCE for source in sources):
            yield Fault(
                f"{_short(path, subject.info)} names no source",
                'say which grammar or dictionary its words are from: source = "…"',
            )


def every_data_file_is_in_normal_form_c(subject: Subject) -> Iterator[Fault]:
    """Two spellings of one letter would be two words."""
    for path in sorted((subject.info.folder / "data").rglob("*.t*")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if not unicodedata.is_normalized("NFC", line):
                place = f"{_short(path, subject.info)}:{number}"
                yield Fault(
                    f"{place}: is not in Unicode form NFC",
                    "unicodedata.normalize('NFC', text) writes it so",
                )


def every_property_has_a_source(subject: Subject) -> Iterator[Fault]:
    """The properties of muda App. B are there, each with its source."""
    pack = subject.info
    for name in PROPERTIES if pack.code != PIVOT else ():
        if name not in pack.properties:
            yield Fault(
                f"language.toml has no [properties.{name}]",
                "write it with a source, such as a chapter of WALS Online",
                Severity.WARNING,
            )
    for name, entry in pack.properties.items():
        if not entry.source.strip():
            yield Fault(f"[properties.{name}] has an empty source", "say where it is from")


def its_measured_quality_has_classes(subject: Subject) -> Iterator[Fault]:
    """What was measured of the pack is what `discotag languages` can show."""
    for name, figure in subject.info.quality.items():
        if name not in QUALITY_CLASSES:
            yield Fault(
                f"quality.toml: {name!r} is no part", f"one of {', '.join(QUALITY_CLASSES)}"
            )
        if not figure.data:
            yield Fault(f"quality.toml: {name} was measured on nothing", "name the data")


def no_stop_word_is_repeated(subject: Subject) -> Iterator[Fault]:
    """The list is there, and each word appears once."""
    path = subject.info.folder / "data" / "stopwords.txt"
    if not path.is_file():
        yield Fault(
            "has no data/stopwords.txt, so that lexical cohesion counts articles and pronouns",
            "list the function words",
            Severity.WARNING,
        )
        return
    seen: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        for word in () if line.startswith("#") else line.casefold().split():
            if word in seen:
                yield Fault(
                    f"data/stopwords.txt:{number}: {word!r} is there already",
                    "write each word once, in any case; comments begin with #",
                )
            seen.add(word)


def its_names_are_its_own(subject: Subject) -> Iterator[Fault]:
    """No other pack has its code, its name or an alias."""
    own = {subject.info.code, subject.info.name.casefold(), *subject.info.aliases}
    for declared in subject.registry.languages:
        other = declared.info
        if other.code == subject.info.code:
            continue
        both = own & {other.code, other.name.casefold(), *other.aliases}
        for name in sorted(both):
            yield Fault(f"{name!r} is also a name of {other.name}", "leave it to one of them")


def its_examples_come_out(subject: Subject) -> Iterator[Fault]:
    """The whole pipeline gives the marks of the examples, and no others.

    The examples of a language are its pack's; a tagger from another package brings its own, with
    tags and without.
    """
    if subject.role == "language":
        yield from faults_of(pack_examples(subject.package))
    elif not subject.owner.is_builtin:
        phenomenon = subject.info.phenomenon
        every = phenomenon_examples(subject.package)
        own = {name: item for name, item in every.items() if item.phenomenon == phenomenon}
        yield from faults_of(own)
        yield from lacking_kinds(phenomenon, own.values())


def there_are_examples_with_tags_and_without(subject: Subject) -> Iterator[Fault]:
    """Each table is shown to find what it must, and to leave alone what it must."""
    examples = pack_examples(subject.package).values()
    names = {
        tagger.info.phenomenon: None
        for tagger in _taggers(subject)
        if tagger.info.table in subject.info.table_paths() and subject.name != PIVOT
    }
    for name in names:
        yield from lacking_kinds(name, (item for item in examples if item.phenomenon == name))


def a_table_of_a_plugin_is_accepted(subject: Subject) -> Iterator[Fault]:
    """A table that a plugin brings is sound and names its source."""
    info = subject.info
    try:
        table = subject.registry.table(info.language, info.phenomenon, source=PIVOT)
    except DiscotagError as error:
        yield Fault(str(error), "see the message")
        return
    if table is not None and not (table.data.get("source") or table.data.get("sources")):
        yield Fault(
            f"{table.path.name} names no source", 'say where its words are from: source = "…"'
        )


def some_tagger_reads_a_table_of_a_plugin(subject: Subject) -> Iterator[Fault]:
    """A table under a name that no tagger asks for is never read."""
    name = subject.info.phenomenon
    readers = (*subject.registry.taggers, *subject.registry.annotators)
    read = {item.info.table for item in readers}
    if name not in read and name not in OTHER_TABLES:
        known = ", ".join(sorted(filter(None, read)))
        yield Fault(
            f"no tagger reads a table {name!r}",
            f"name it as the `table` of a tagger; those installed: {known}",
            Severity.WARNING,
        )


RULES: Sequence[Rule] = (
    its_names_are_its_own,
    its_tables_are_accepted,
    every_phenomenon_is_supported_or_has_a_reason,
    every_table_is_read_by_some_tagger,
    every_class_of_address_has_a_level,
    every_table_names_its_source,
    every_data_file_is_in_normal_form_c,
    every_property_has_a_source,
    its_measured_quality_has_classes,
    no_stop_word_is_repeated,
    there_are_examples_with_tags_and_without,
    its_examples_come_out,
)
TABLE_RULES: Sequence[Rule] = (
    a_table_of_a_plugin_is_accepted,
    some_tagger_reads_a_table_of_a_plugin,
)


def _taggers(subject: Subject) -> Iterator[Registration[TaggerInfo]]:
    """Return discotag's own taggers; a stranger's phenomenon is the stranger's care."""
    return (item for item in subject.registry.taggers if item.owner.is_builtin)


def _is_supported(subject: Subject, tagger: Registration[TaggerInfo]) -> bool:
    if subject.name == PIVOT:
        return False
    try:
        found = support(tagger.info.phenomenon, subject.registry, _pivot(subject), subject.info)
    except DiscotagError:  # a faulty table: reported by creating its tagger
        return True
    return found.state is State.SUPPORTED


def _is_general(subject: Subject, tagger: Registration[TaggerInfo]) -> bool:
    """Return whether a tagger is the one that serves where nothing else is named."""
    return general_tagger(tagger.info.phenomenon, subject.registry).info.name == tagger.info.name


def _pivot(subject: Subject) -> LanguagePack:
    return subject.registry.language(PIVOT).info


def _tables(pack: LanguagePack) -> Iterator[Path]:
    for path in sorted((pack.folder / "data").rglob("*.toml")):
        if path.parent.name != "examples" and not path.stem.startswith("language"):
            yield path


def _short(path: Path, pack: LanguagePack) -> str:
    return path.relative_to(pack.folder).as_posix()


def lacking_kinds(phenomenon: str, examples: Iterable[Example]) -> Iterator[Fault]:
    """Return which kinds of examples a phenomenon lacks: with a tag, and with none."""
    examples = tuple(examples)
    for kind, is_there in (
        ("with a tag", any(item.tags for item in examples)),
        ("without any tag", any(not item.tags for item in examples)),
    ):
        if not is_there:
            yield Fault(
                f"{phenomenon} has no example {kind}",
                "write one in data/examples: what must be found, and what must not",
                Severity.WARNING,
            )


def faults_of(
    examples: Mapping[str, Example], *, beside: Iterable[Example] = ()
) -> Iterator[Fault]:
    """Run examples and report which differ from what they say.

    All phenomena of a pair are tagged in one plan, those of the examples `beside` too, so that
    engines are loaded once.
    """
    every = (*examples.values(), *beside)
    told: set[str] = set()
    for name, example in examples.items():
        others = {item.phenomenon for item in every if item.pair == example.pair}
        try:
            found = _tagger(example.pair, tuple(sorted(others))).marks(
                example.source, example.target, example.phenomenon
            )
        except DiscotagError as error:
            if str(error) not in told:  # one broken table stops all examples of a pair
                told.add(str(error))
                yield Fault(f"{name}, and others alike: {error}", _cure_of(error))
            continue
        marks = tuple(place for place, _ in found)
        tags = tuple(place for place, mark in found if mark.is_tag)
        for kind, said, came in (("marks", example.marks, marks), ("tags", example.tags, tags)):
            if said != came:
                yield Fault(
                    f"{name}: {kind} are {list(came)}, the example says {list(said)}",
                    "correct the table, the tagger or the example",
                )


def _cure_of(error: DiscotagError) -> str:
    if isinstance(error, UnknownNameError):
        return "install the languages of the example"
    return "correct what the message names; until then no example can be tried"


@lru_cache(maxsize=4)
def _tagger(pair: tuple[str, str], phenomena: tuple[str, ...]) -> PackTagger:
    return PackTagger(pair[1], phenomena, source=pair[0])
