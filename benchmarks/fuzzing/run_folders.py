"""The target of run folders: damaged ones, read by everything that reads a run.

One file of bytes stands for a folder: its files in a row, each behind a line with its name. What is
not sound is damaged once more as strangers do it (names that lead elsewhere, links, lost files),
and mostly sealed again with digests that fit. Nothing around the folder may change, and nothing of
it may be told.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import shutil
from functools import cache
from typing import TYPE_CHECKING, Any

from benchmarks.fuzzing import seeds
from discotag.core.errors import DiscotagError
from discotag.core.registry import open_registry
from discotag.runs.folder import open_runs
from discotag.runs.profiling import read_profiles, titled
from discotag.runs.record import digest_of
from discotag.runs.reporting import documents_of, open_report, write_report
from discotag.runs.rescore import join, rescore
from discotag.runs.results import merge, read_results, scores_data
from discotag.scoring.resampling import ResamplingOptions
from discotag.studies.span.inputs import span_data, span_inputs
from discotag.studies.span.study import span_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag.core.registry import Registry

FEW = ResamplingOptions(samples=100, trials=100)
BETWEEN = b"\n=== "
COUNTS = "counts.jsonl.gz"
FILES = ("run.json", "tags/ref.jsonl", "tags/A.jsonl", COUNTS, "scores.json")
SECRET = "do not tell"
NAMES = (
    "../../pwn", "..", ".", "/pwn", "a/b", "a\\b", "A\0", "", " ", ".x", "ref", "REF", "A" * 200,
    "A" * 300, "\ud800", "\u202e", "../secret", "tags/A", "CON", "x\n", "é",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *NAMES, None, True, 0, 1, -1, 2**53, 2**70, 1e308, [], {}, [[]], {"a": {}}, "en-fr", "de",
)  # fmt: skip


@cache
def registry() -> Registry:
    """Return what is installed."""
    return open_registry()


@cache
def folder_seeds() -> tuple[bytes, ...]:
    """Return a sound folder of two documents, a reference and a system, and one without scores."""
    scored, bare = _sealed(_sound()), _sound()
    del bare[COUNTS], bare["scores.json"]
    return _packed(scored), _packed(_sealed(bare))


def read_folder(data: bytes, folder: Path) -> None:
    """Read a damaged folder with all that reads one; DiscotagError if all refuse it."""
    around = folder / "around"
    shutil.rmtree(around, ignore_errors=True)
    place, out = around / "run", around / "whole"
    (place / "tags").mkdir(parents=True)
    (around / "secret.jsonl").write_text(seeds.TAGS.replace("You go.", SECRET), encoding="utf-8")
    rng = random.Random(data)
    files = _unpacked(data)
    is_sound = data in folder_seeds()
    if not is_sound and rng.random() < 0.6:
        rng.choice(DAMAGE)(files, rng)
    if not is_sound and rng.random() < 0.7:
        files = _sealed(files)
    for name, content in files.items():
        (place / name).write_bytes(
            gzip.compress(content, 1, mtime=0) if name == COUNTS else content
        )
    if not is_sound and rng.random() < 0.1:
        _link(place, around, rng)
    before = _snapshot(around)
    refused = []
    works = _works(place, out, verify=is_sound or rng.random() < 0.5)
    for work in works:
        try:
            told = repr(work())
        except DiscotagError as error:
            refused.append(error)
            told = str(error)
        if SECRET in told:
            raise ValueError(f"tells of a file outside the folder: {told[:500]}")
    shutil.rmtree(out, ignore_errors=True)
    if _snapshot(around) != before:
        raise ValueError("something was written outside --out")
    if len(refused) == len(works):
        raise refused[0]


def _works(place: Path, out: Path, *, verify: bool) -> tuple[Callable[[], object], ...]:
    """Return what the commands do with one folder."""
    known = registry()
    tags = place / "tags"

    def opened() -> Any:
        return open_runs([place], verify=verify)

    def reported() -> None:
        runs = opened()
        found, scorers = read_results(runs, known, FEW)
        out.mkdir(exist_ok=True)
        page = open_report(known, "html")
        write_report(out / "report.html", page, found, documents_of(runs, found, scorers))

    def profiled() -> list[Any]:
        return [item.data() for item in titled(read_profiles([place], verify=verify)).values()]

    return (
        lambda: join([place], out / "joined", known, FEW, verify=verify),
        lambda: scores_data(read_results(opened(), known, FEW)[0]),
        lambda: merge([place], known, FEW, verify=verify),
        reported,
        lambda: rescore(
            {"ref": tags / "ref.jsonl"}, {"A": tags / "A.jsonl"}, ["choice"], {}, known,
            resampling=FEW, verify=verify,
        ),
        lambda: span_data(span_study(span_inputs([place], known, verify=verify))),
        profiled,
    )  # fmt: skip


def _snapshot(folder: Path) -> dict[str, object]:
    return {
        str(path): path.readlink() if path.is_symlink() else path.is_file() and path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


def _sound() -> dict[str, bytes]:
    """Return the files of a run whose `run.json` has no digests yet."""
    scorer = registry().scorers.get("choice").info
    lines = {
        name: "".join(
            seeds.TAGS.replace('"id":"one","system":"ref"', f'"id":"{document}","system":"{name}"')
            .replace('"role":"reference"', f'"role":"{role}"')
            for document in ("one", "two")
        )
        for name, role in (("ref", "reference"), ("A", "hypothesis"))
    }  # fmt: skip
    numbers = [1] * len(scorer.columns)
    counts = [
        {"schema": "discotag-counts/1", "document": document, "digest": "ab",
         "counts": {"A": {"choice": [["formality", None, numbers], ["formality", "t", numbers]]}}}
        for document in ("one", "two")
    ]  # fmt: skip
    count = {"tags": 2, "marks": 2, "unresolved": 0, "segments": 2, "labels": {"t": 2}}
    component: dict[str, object] = {
        "role": "scorer", "place": "", "name": "choice", "argument": None,
        "version": scorer.version, "plugin": "core-scorers", "distribution": "discotag 0.1.0",
        "options": {},
    }  # fmt: skip
    record = {
        "schema": "discotag-run/1", "signature": "pair:en-fr", "short_signature": "s",
        "signatures": {"choice": "c"}, "source_language": "en", "target_language": "fr",
        "references": ["ref"], "systems": ["A"], "documents": 2, "segments": 2,
        "plan": {
            "pair": "en-fr", "profile": "discotag", "components": [component],
            "phenomena": {"formality": {"state": "supported", "reason": None}},
        },
        "source": "00000000000000ab", "annotated": {"ellipsis": 1}, "tokens": {"ref": 6, "A": 6},
        "counts": {"ref": {"formality": count}, "A": {"formality": count}}, "failures": [],
        "notes": [], "files": {}, "digest": "",
    }  # fmt: skip
    return {
        "run.json": json.dumps(record).encode(),
        **{f"tags/{name}.jsonl": text.encode() for name, text in lines.items()},
        COUNTS: "".join(json.dumps(line) + "\n" for line in counts).encode(),
        "scores.json": b"{}\n",
    }


def _sealed(files: dict[str, bytes]) -> dict[str, bytes]:
    """Put digests that fit into a record, where it can be read: what an attacker does."""
    try:
        record = json.loads(files["run.json"])
        record["files"] = {
            name: hashlib.sha256(
                gzip.compress(content, 1, mtime=0) if name == COUNTS else content
            ).hexdigest()
            for name, content in files.items()
            if name != "run.json"
        }
        record["digest"] = digest_of(record)
        return {**files, "run.json": json.dumps(record).encode()}
    except (KeyError, ValueError, TypeError, RecursionError):
        return files


def _packed(files: dict[str, bytes]) -> bytes:
    return b"".join(BETWEEN + name.encode() + b"\n" + content for name, content in files.items())


def _unpacked(data: bytes) -> dict[str, bytes]:
    parts = (part.partition(b"\n") for part in data.split(BETWEEN))
    known = {name.encode(): name for name in FILES}
    return {known[head]: content for head, _, content in parts if head in known}


def _change_field(files: dict[str, bytes], rng: random.Random) -> None:
    """Put another value into one field of the record."""
    try:
        record = json.loads(files["run.json"])
        holder, key = rng.choice(list(_fields(record)))
        holder[key] = rng.choice(VALUES)
        files["run.json"] = json.dumps(record).encode()
    except (KeyError, ValueError, IndexError, RecursionError):
        return


def _fields(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from _fields(value[key])


def _rename(files: dict[str, bytes], rng: random.Random) -> None:
    """Rename a text in every file that names it."""
    old, new = rng.choice(("A", "ref")), rng.choice(NAMES)
    for name, content in files.items():
        told = content.replace(json.dumps(old).encode(), json.dumps(new).encode())
        files[name] = told


def _cut(files: dict[str, bytes], rng: random.Random) -> None:
    """Lose the last lines of some files."""
    for name in rng.sample(sorted(files), rng.randint(0, len(files))):
        lines = files[name].splitlines(keepends=True)
        files[name] = b"".join(lines[: rng.randint(0, len(lines))])


def _swap(files: dict[str, bytes], rng: random.Random) -> None:
    if len(files) > 1:
        one, other = rng.sample(sorted(files), 2)
        files[one], files[other] = files[other], files[one]


def _lose(files: dict[str, bytes], rng: random.Random) -> None:
    for name in rng.sample(sorted(files), min(len(files), rng.choice((1, 1, 2)))):
        del files[name]


def _repeat(files: dict[str, bytes], rng: random.Random) -> None:
    """Hold some lines twice."""
    for name in rng.sample(sorted(files), min(len(files), rng.choice((1, 2)))):
        files[name] += b"".join(files[name].splitlines(keepends=True)[-1:])


def _link(place: Path, around: Path, rng: random.Random) -> None:
    """Put a link, or a folder, for a file or the folder of tags."""
    name = rng.choice((*FILES, "tags"))
    path = place / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if rng.random() < 0.2 and path.parent.is_dir():
        path.mkdir()
    elif path.parent.is_dir():
        path.symlink_to(rng.choice((around / "secret.jsonl", around, path, place / "run.json")))


DAMAGE: tuple[Callable[[dict[str, bytes], random.Random], None], ...] = (
    _change_field, _change_field, _rename, _cut, _swap, _lose, _repeat,
)  # fmt: skip
