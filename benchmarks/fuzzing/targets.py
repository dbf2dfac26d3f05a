"""Targets: everything that reads a file, each with sound files to begin from.

A target gets bytes and a folder to itself. It may give a result or raise a DiscotagError; anything
else is a fault.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from benchmarks.fuzzing import seeds
from benchmarks.fuzzing.run_folders import folder_seeds, read_folder, registry
from discotag.core.interfaces import CorpusRequest
from discotag.files.cache import LAYOUT, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


TABLES = ("formality", "pronouns", "verb_form", "expletives")


@dataclass(frozen=True)
class Target:
    """Something that reads files.

    Args:
        seeds: sound contents.
        read: reads a damaged one, in a folder of its own.
    """

    seeds: tuple[bytes, ...]
    read: Callable[[bytes, Path], object]


def _put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _corpus(name: str, request: CorpusRequest, options: Mapping[str, Any] | None = None) -> None:
    reader = registry().readers.get(name).info.load().create(options or {})
    reader.size(request)
    for text in reader.read(request):
        assert len(text.source), text
    reader.notes()


def _one_file(name: str, ending: str = "x") -> Callable[[bytes, Path], object]:
    def read(data: bytes, folder: Path) -> None:
        path = _put(folder, ending, data)
        _corpus(name, CorpusRequest(path, source_language="en", target_language="fr"))

    return read


def _lines(data: bytes, folder: Path) -> None:
    """Read one damaged file of four; the first byte says which."""
    names = ("src", "ref", "hyp", "ids")
    sound = (seeds.LINES, seeds.LINES, seeds.LINES, seeds.IDS)
    chosen = data[0] % 4 if data else 0
    paths = [
        _put(folder, name, data[1:] if place == chosen else text.encode())
        for place, (name, text) in enumerate(zip(names, sound, strict=True))
    ]
    _corpus("lines", CorpusRequest(paths[0], {"ref": paths[1]}, {"A": paths[2]}, paths[3]))


def _metrics(data: bytes, folder: Path) -> None:
    """Read a metrics folder with one damaged file; the first byte says which."""
    names = (
        "sources/en-fr.txt", "references/en-fr.refA.txt", "system-outputs/en-fr/S.txt",
        "documents/en-fr.docs",
    )  # fmt: skip
    chosen = data[0] % 4 if data else 0
    for place, name in enumerate(names):
        sound = seeds.DOCS if place == 3 else seeds.LINES
        _put(folder, name, data[1:] if place == chosen else sound.encode())
    _corpus("mt-metrics-eval", CorpusRequest(folder, source_language="en", target_language="fr"))


def _hypotheses(data: bytes, folder: Path) -> None:
    path = _put(folder, "x.json", data)
    hypothesis = _put(folder, "h", b"Tu.\nToi.\n")
    _corpus("ctxpro", CorpusRequest(path, hypotheses={"A": hypothesis}))


def _tags(data: bytes, folder: Path) -> None:
    from discotag.files.tags import read_tags, tag_line

    for tagged in read_tags(_put(folder, "x.jsonl", data)):
        tag_line(tagged)


def _conllu(data: bytes, folder: Path) -> None:
    from discotag.plugins.analyzers.conllu import read_conllu

    list(read_conllu(_put(folder, "x.conllu", data)))


def _pharaoh(data: bytes, folder: Path) -> None:
    from discotag.files.text import Notes, lines_of
    from discotag.plugins.aligners.pharaoh import read_line

    path = _put(folder, "x.links", data)
    for number, line in enumerate(lines_of(path, Notes()), 1):
        read_line(line, path, number)


def _clusters(data: bytes, folder: Path) -> None:
    from discotag.core.document import Side
    from discotag.plugins.corefs.file import FileCoref
    from discotag.testing.results import plain_tokens

    lines = ("You go there", "They go")
    side = Side("en", lines, tuple(map(plain_tokens, lines)), document="one")
    FileCoref(_put(folder, "x.jsonl", data)).resolve([side])


def _suppressions(data: bytes, folder: Path) -> None:
    from discotag_lint.suppressions import read_suppressions

    read_suppressions(_put(folder, "x.toml", data), ("ADR001",))


def _table(data: bytes, folder: Path) -> None:
    """Read a table, then hold it against every schema of tables."""
    from discotag.core.errors import TableError
    from discotag.core.tables import read_table
    from discotag.plugins.phenomena.formality.table import FormalityTable
    from discotag.plugins.phenomena.pronouns.table import ExpletiveTable, PronounTable
    from discotag.plugins.phenomena.verb_form.table import VerbFormTable

    _put(folder, "other.toml", b"[lists]\nfew = ['te']\nwrong = 1\n")
    path = _put(folder, "x.toml", data)
    table = read_table(path, language="fr", phenomenon="x", owner="fuzzing")
    faults = []
    for schema in (FormalityTable, PronounTable, VerbFormTable, ExpletiveTable):
        try:
            table.validated(schema)
        except TableError as error:
            faults.append(error)
    if len(faults) == 4:
        raise faults[0]


def _config(data: bytes, folder: Path) -> None:
    from discotag_experiments.experiment import Section, filled, read_config

    class Config(Section):
        name: str
        pair: str
        seed: int = 1
        given: dict[str, str] = Field(default_factory=dict)

    config = read_config(_put(folder, "x.toml", data), Config)
    for key, text in config.given.items():
        filled(text, key, folder, {"pair": "en-fr", "source": "en"})


def _counts(data: bytes, folder: Path) -> None:
    from discotag.runs.counts import read_counts

    read_counts(_put(folder, "x.jsonl.gz", data))


def _record(data: bytes, folder: Path) -> None:
    from discotag.runs.record import read_record

    _put(folder, "run.json", data)
    record = read_record(folder, verify=False)
    tuple(record.plan.supported), tuple(record.plan.scorers)


def _options(data: bytes, folder: Path) -> None:
    from discotag.pipeline.config import parse_options, parse_selections

    del folder
    text = data.decode("utf-8", "replace").split("\n")
    parse_options(text)
    parse_selections([option.replace(".", ":", 1) for option in text])


def _word_links(data: bytes, folder: Path) -> None:
    from discotag.plugins.aligners.lexicon.table import load

    load(_put(folder, "x.npz", data))


def _cache(data: bytes, folder: Path) -> None:
    """Find damaged bytes in a row of the cache, and damaged bytes for the whole file."""
    from discotag.files.cache import open_cache
    from discotag.files.layers import unpack_links, unpack_resolution, unpack_tokens

    for unpack in (unpack_tokens, unpack_links, unpack_resolution):
        try:
            unpack(data)
        except (ValueError, TypeError, KeyError):
            continue
    path = _put(folder, "cache.sqlite", data)
    with open_cache(path) as store:
        store.put({b"k": b"v"}, now=0.0)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE entries SET value = ?", (data,))
    file.close()
    with open_cache(path) as store:
        store.get([b"k"])


def _outcomes(data: bytes, folder: Path) -> None:
    """Find another document's outcome, or none, under a batch's key."""
    from discotag.core.document import ParallelText
    from discotag.files.cache import Store
    from discotag.runs.checkpoint import Checkpoint

    batch = [ParallelText("one", ("a",), {}, {})]
    with Store(folder / "x.sqlite") as store:
        outcomes = Checkpoint(store, "setup")
        store.put({outcomes._key(batch): data}, now=0.0)
        outcomes.find(batch)


def _report(data: bytes, folder: Path) -> None:
    """Show texts and names that hold anything in every report, and write them with every writer."""
    from discotag.core.errors import DiscotagError
    from discotag.testing.results import document_view, small_run

    text = data.decode("utf-8", "replace").replace("\n", " ").replace("\r", " ")
    results, documents = small_run()
    view = document_view(text, [text, text[::-1]], {
        name: [text[::-1], text] for name in (*results.references, *results.systems)
    }, {}, domain=text)  # fmt: skip
    for shelf in registry().reports:
        page = "".join(shelf.info.load().create({}).render(results, (view, *documents)))
        assert "<script>alert" not in page, shelf.info.name
    for writer in registry().writers:
        try:
            with writer.info.load().create({}).open(folder / f"x{writer.info.suffix}") as write:
                for tagged in view.texts.values():
                    write(tagged)
        except DiscotagError:
            continue  # a writer may refuse, in words


def _parquet() -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return b""
    columns = {"docid": ["one", "one"], "source": ["Hi.", "You."], "target": ["Salut.", "Tu."]}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    return bytes(sink.getvalue().to_pybytes())


def _pack_tables() -> tuple[bytes, ...]:
    """Return the French pack's tables, where it is installed."""
    try:
        folder = Path(str(files("discotag_lang_fr"))) / "data"
    except ModuleNotFoundError:
        return ()
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.toml")) if path.stem in TABLES)


def _small_table() -> tuple[bytes, ...]:
    """Return a translation table of few words."""
    import numpy as np

    from discotag.plugins.aligners.lexicon.sources import glossary_table
    from discotag.plugins.aligners.lexicon.table import SideInfo, packed

    infos = SideInfo(language="en", key="plain"), SideInfo(language="fr", key="plain")
    table = glossary_table([("you", "tu"), ("go", "aller")], infos)
    return (packed(table, np.geomspace(1e-6, 1.0, 256)),)


def _record_seed() -> bytes:
    count = {"tags": 1, "marks": 1, "unresolved": 0, "segments": 1, "labels": {"t": 1}}
    component: dict[str, object] = {
        "role": "scorer", "place": "", "name": "choice", "argument": None, "version": 1,
        "plugin": "core-scorers", "distribution": "discotag 0.1.0", "options": {},
    }  # fmt: skip
    plan = {
        "pair": "en-fr", "profile": "discotag", "components": [component],
        "phenomena": {"formality": {"state": "supported", "reason": None}},
    }  # fmt: skip
    return json.dumps(
        {"schema": "discotag-run/1", "signature": "s", "short_signature": "s", "signatures": {},
         "source_language": "en", "target_language": "fr", "references": ["ref"], "systems": ["A"],
         "plan": plan, "documents": 1, "segments": 1, "source": "00000000000000ab",
         "annotated": {"ref": 1}, "tokens": {"ref": 1, "A": 1}, "failures": [], "notes": [],
         "counts": {"ref": {"formality": count}, "A": {"formality": count}}}
    ).encode()  # fmt: skip


def targets() -> dict[str, Target]:
    """Return every target by name."""

    def text(*contents: str) -> tuple[bytes, ...]:
        return tuple(content.encode() for content in contents)

    choosing = tuple(bytes([n]) + s.encode() for n, s in enumerate([seeds.LINES] * 3 + [seeds.IDS]))
    packed = gzip.compress(seeds.COUNTS.encode(), mtime=0)
    found = {
        "lines": Target(choosing, _lines),
        "tsv": Target(text(seeds.TSV), _one_file("tsv")),
        "jsonl": Target(text(seeds.JSONL), _one_file("jsonl")),
        "wmt-xml": Target(text(seeds.WMT), _one_file("wmt-xml")),
        "tmx": Target(text(seeds.TMX), _one_file("tmx")),
        "xliff": Target(text(seeds.XLIFF, seeds.XLIFF2), _one_file("xliff")),
        "ctxpro": Target(text(seeds.CTXPRO), _hypotheses),
        "mt-metrics-eval": Target((*choosing[:3], b"\3" + seeds.DOCS.encode()), _metrics),
        "arrow": Target((_parquet(),), _one_file("arrow", "x.parquet")),
        "tags": Target(text(seeds.TAGS), _tags),
        "conllu": Target(text(seeds.CONLLU), _conllu),
        "pharaoh": Target(text(seeds.LINKS), _pharaoh),
        "coref-file": Target(text(seeds.CLUSTERS), _clusters),
        "suppressions": Target(text(seeds.SUPPRESSIONS), _suppressions),
        "table": Target((*text(seeds.TABLE), *_pack_tables()), _table),
        "config": Target(text(seeds.CONFIG), _config),
        "counts": Target((packed, *text(seeds.COUNTS)), _counts),
        "record": Target((_record_seed(),), _record),
        "run-folder": Target(folder_seeds(), read_folder),
        "options": Target(text("a.b=1", "x.y=[1]"), _options),
        "translation-table": Target(_small_table(), _word_links),
        "cache": Target((key_of("x", str(LAYOUT)), *text(seeds.TAGS)), _cache),
        "outcomes": Target(text('{"documents":[],"seconds":{},"segments":{}}'), _outcomes),
        "report": Target(text(seeds.MARKUP, seeds.LINES), _report),
    }
    return {name: target for name, target in found.items() if any(target.seeds)}
