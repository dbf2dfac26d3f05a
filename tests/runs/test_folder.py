"""The folder of a run comes from anybody: it is what the run wrote, or it is refused."""

from __future__ import annotations

import gzip
import json
import shutil

import pytest

from discotag.core.components import ScorerInfo
from discotag.core.errors import InputError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.runs.folder import open_run, open_runs, open_tags
from discotag.runs.profiling import read_profiles
from discotag.runs.record import RunRecord, sealed
from discotag.runs.reporting import documents_of
from discotag.runs.rescore import join, rescore
from discotag.runs.results import merge, read_results
from discotag.runs.run import run
from discotag.scoring.resampling import ResamplingOptions
from discotag.studies.span.inputs import span_inputs
from discotag.studies.span.study import span_study
from discotag.testing.results import seal

FEW = ResamplingOptions(samples=100, trials=100)
DOCUMENTS = 3


@pytest.fixture
def registry(world):
    scorer = ScorerInfo(
        name="compare_mt", summary="s", columns=("matched", "hypothesis", "support"),
        factory="discotag.plugins.scorers.word_f:CompareMtScorer",
    )  # fmt: skip
    return world("Repeating", scorers=[scorer])


@pytest.fixture
def folder(registry, make_text, tmp_path):
    """Run three documents with a reference and a system into a folder."""
    config = RunConfig(source_language="en", target_language="xx", scorers=("compare_mt",))
    texts = []
    for number in range(DOCUMENTS):
        text = make_text(f"d{number}", "I AM", "I SAY", "you AM")
        object.__setattr__(text, "hypotheses", {"A": ("I AM", "i say", "you AM")})
        texts.append(text)
    run(plan(config, registry), registry, texts, out=tmp_path / "run", resampling=FEW)
    return tmp_path / "run"


def record_of(folder):
    return json.loads((folder / "run.json").read_text("utf-8"))


def lines_of(path):
    return path.read_text("utf-8").splitlines(keepends=True)


def test_a_run_names_all_its_result_files_with_their_digests(folder):
    opened = open_run(folder)
    assert list(opened.record.files) == [
        "tags/ref.jsonl", "tags/A.jsonl", "scores.json", "counts.jsonl.gz",
    ]  # fmt: skip
    assert opened.ids == ("d0", "d1", "d2")
    assert opened.notes == ()
    assert [item.document.id for item in opened.documents("A")] == ["d0", "d1", "d2"]


def drop_last_tags(folder, *names):
    for name in names:
        path = folder / "tags" / f"{name}.jsonl"
        path.write_text("".join(lines_of(path)[:-1]), "utf-8")


def drop_last_counts(folder):
    path = folder / "counts.jsonl.gz"
    path.write_bytes(
        gzip.compress(b"".join(gzip.decompress(path.read_bytes()).splitlines(True)[:-1]))
    )


def change_label(folder):
    path = folder / "tags" / "A.jsonl"
    path.write_text(path.read_text("utf-8").replace('"label":"AM"', '"label":"IS"'), "utf-8")


def change_token(folder):
    path = folder / "tags" / "A.jsonl"
    path.write_text(path.read_text("utf-8").replace('"token":1', '"token":9999'), "utf-8")


def change_count(folder):
    path = folder / "counts.jsonl.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    path.write_bytes(
        gzip.compress(text.replace("[0,0,1]", "[1,1,1]").replace(",1]", ",2]").encode())
    )


def change_record(folder):
    record = record_of(folder)
    record["counts"]["A"]["shouting"]["tags"] += 1
    (folder / "run.json").write_text(json.dumps(record), "utf-8")


def swap_texts(folder):
    one, other = folder / "tags" / "ref.jsonl", folder / "tags" / "A.jsonl"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def lose_counts(folder):
    (folder / "counts.jsonl.gz").unlink()


def change_scores(folder):
    path = folder / "scores.json"
    path.write_bytes(path.read_bytes() + b"\n")


DAMAGE = {
    "the last document of one text": (lambda f: drop_last_tags(f, "A"), "A.jsonl"),
    "the last document of all texts": (lambda f: drop_last_tags(f, "A", "ref"), "ref.jsonl"),
    "the last document of the counts": (drop_last_counts, "counts.jsonl.gz"),
    "a changed label": (change_label, "A.jsonl"),
    "a token that is not there": (change_token, "A.jsonl"),
    "a changed count": (change_count, "counts.jsonl.gz"),
    "a changed count of tags": (change_record, "run.json"),
    "swapped texts": (swap_texts, "ref.jsonl"),
    "lost counts": (lose_counts, "counts.jsonl.gz"),
    "changed scores": (change_scores, "scores.json"),
}
STRUCTURAL = {
    "the last document of one text": "A.jsonl: holds none as document 3, where 'ref' has 'd2'",
    "the last document of all texts": r"ref.jsonl: holds 2 documents, run\.json tells of 3",
    "the last document of the counts": "counts.jsonl.gz: holds none as document 3",
    "a token that is not there": "points to target token 9999",
    "swapped texts": "ref.jsonl: holds the document 'd0' of hypothesis 'A' en-xx",
}


def everything(folder, registry, tmp_path, *, verify=True):
    """Return what reads a run's folder, by the command's name."""
    tags = folder / "tags"

    def reported():
        runs = open_runs([folder], verify=verify)
        results, scorers = read_results(runs, registry, FEW)
        return list(documents_of(runs, results, scorers))

    return {
        "join": lambda: join([folder], tmp_path / "whole", registry, FEW, verify=verify),
        "compare": lambda: read_results(open_runs([folder], verify=verify), registry, FEW),
        "merge": lambda: merge([folder], registry, FEW, verify=verify),
        "report": reported,
        "profile": lambda: read_profiles([folder], verify=verify),
        "span": lambda: span_study(span_inputs([folder], registry, verify=verify)),
        "score": lambda: rescore(
            {"ref": tags / "ref.jsonl"}, {"A": tags / "A.jsonl"}, ["compare_mt"], {}, registry,
            resampling=FEW, verify=verify,
        ),
    }  # fmt: skip


UNREAD = {"counts.jsonl.gz", "scores.json"}
"""What `score` does not read, which is given files of tags alone."""


def test_a_sound_folder_is_read_by_all(folder, registry, tmp_path):
    for work in everything(folder, registry, tmp_path).values():
        work()
    for work in everything(folder, registry, tmp_path / "other", verify=False).values():
        work()


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_folder_is_refused_by_all(damage, folder, registry, tmp_path):
    spoil, name = DAMAGE[damage]
    spoil(folder)
    for command, work in everything(folder, registry, tmp_path).items():
        if command == "score" and name in UNREAD:
            continue
        with pytest.raises(InputError, match=f"{name}: was changed|holds no {name}") as told:
            work()
        assert "run discotag run again" in str(told.value)
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize("damage", STRUCTURAL)
def test_files_that_contradict_each_other_are_refused_unverified_too(
    damage, folder, registry, tmp_path
):
    spoil, name = DAMAGE[damage]
    spoil(folder)
    for command, work in everything(folder, registry, tmp_path, verify=False).items():
        if command == "score" and name in UNREAD:
            continue
        with pytest.raises(InputError, match=STRUCTURAL[damage] if command != "score" else "jsonl"):
            work()


def test_a_folder_that_was_edited_on_purpose_is_read_with_a_note(folder, registry, tmp_path):
    change_label(folder)
    note = f"{folder}: not verified (--no-verify): it may not be what the run wrote"
    opened = open_runs([folder], verify=False)
    assert read_results(opened, registry, FEW)[0].notes[-2] == note
    assert note in join([folder], tmp_path / "whole", registry, FEW, verify=False).notes
    assert note in record_of(tmp_path / "whole")["notes"]
    assert read_profiles([folder], verify=False)[0].notes == (note,)
    assert note in span_study(span_inputs([folder], registry, verify=False)).notes
    path = folder / "tags" / "A.jsonl"
    assert open_tags(path, verify=False).notes == (
        f"{path}: not verified (--no-verify): it may not be what the run wrote",
    )


def test_a_folder_of_an_older_version_is_told_as_such(folder):
    record = record_of(folder)
    del record["files"], record["digest"]
    (folder / "run.json").write_text(json.dumps(record), "utf-8")
    with pytest.raises(
        InputError, match=r"run\.json: has no digests .* older version .*--no-verify"
    ):
        open_run(folder)
    assert open_run(folder, verify=False).is_scored


@pytest.mark.parametrize(
    "name",
    ["../../pwn", "/tmp/pwn", "a/b", "..", ".x", "a\0", "ref", "REF", "x" * 250, "", "\ud800"],
)
def test_no_name_in_a_record_is_used_that_cannot_be_a_files_name(name, folder, registry, tmp_path):
    record = record_of(folder)
    text = json.dumps(record).replace('"A"', json.dumps(name))
    (folder / "run.json").write_text(text, "utf-8")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    for verify in (True, False):
        for work in everything(folder, registry, tmp_path, verify=verify).values():
            with pytest.raises(InputError, match=r"references and systems: |surrogate pair"):
                work()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize("linked", ["tags", "tags/A.jsonl", "run.json", "counts.jsonl.gz"])
def test_no_link_leads_out_of_the_folder(linked, folder, tmp_path):
    shutil.move(folder / linked, tmp_path / "elsewhere")
    (folder / linked).symlink_to(tmp_path / "elsewhere")
    for verify in (True, False):
        with pytest.raises(InputError, match="leads out of its folder"):
            open_run(folder, verify=verify)


@pytest.mark.parametrize("linked", ["tags", "tags/A.jsonl", "run.json", "scores.json"])
def test_a_run_into_a_folder_writes_through_no_link(linked, folder, registry, make_text, tmp_path):
    shutil.move(folder / linked, tmp_path / "elsewhere")
    (folder / linked).symlink_to(tmp_path / "elsewhere")
    place = tmp_path / "elsewhere"
    before = {path: path.read_bytes() for path in (place, *place.rglob("*")) if path.is_file()}
    config = RunConfig(source_language="en", target_language="xx", scorers=("compare_mt",))
    text = make_text("d0", "I AM")
    object.__setattr__(text, "hypotheses", {"A": ("I AM",)})
    with pytest.raises(InputError, match="leads out of its folder"):
        run(plan(config, registry), registry, [text], out=folder, resampling=FEW)
    assert {path: path.read_bytes() for path in before} == before


def test_a_loop_of_links_is_an_error(folder):
    (folder / "tags" / "A.jsonl").unlink()
    (folder / "tags" / "A.jsonl").symlink_to("A.jsonl")
    with pytest.raises(InputError, match=r"tags/A\.jsonl"):
        open_run(folder)


def test_counts_that_an_earlier_run_left_are_not_read(folder, registry):
    record = record_of(folder)
    kept = (folder / "counts.jsonl.gz").read_bytes()
    for name in ("counts.jsonl.gz", "scores.json"):
        (folder / name).unlink()
    seal(folder, record)
    (folder / "counts.jsonl.gz").write_bytes(kept)
    assert not open_run(folder).is_scored


def test_no_file_may_be_named_that_is_none_of_the_run(folder):
    record = RunRecord.model_validate(record_of(folder))
    seal(folder, record_of(folder))
    told = sealed(record, {**record.files, "../../other": "0" * 64})
    (folder / "run.json").write_text(json.dumps(told.model_dump(by_alias=True)), "utf-8")
    with pytest.raises(
        InputError, match=r"names a file '\.\./\.\./other', which is none of the run"
    ):
        open_run(folder)


def test_tags_in_the_folder_of_a_run_that_are_not_its_own_are_refused(folder, tmp_path):
    other = folder / "tags" / "B.jsonl"
    shutil.copy(folder / "tags" / "A.jsonl", other)
    with pytest.raises(InputError, match=r"B\.jsonl: is not of the run in .* has the texts ref, A"):
        open_tags(other)
    alone = shutil.copy(other, tmp_path / "B.jsonl")
    assert len(list(open_tags(alone).documents())) == DOCUMENTS


def test_tags_of_two_languages_are_not_scored_against_each_other(folder, registry, tmp_path):
    for name, language in (("ref", "xx"), ("A", "fr")):
        text = (folder / "tags" / f"{name}.jsonl").read_text("utf-8")
        (tmp_path / f"{name}.jsonl").write_text(text.replace('"xx"', f'"{language}"'), "utf-8")
    with pytest.raises(
        InputError, match=r"A\.jsonl: document 'd0' is en-fr, in .*ref\.jsonl it is"
    ):
        rescore(
            {"ref": tmp_path / "ref.jsonl"}, {"A": tmp_path / "A.jsonl"}, ["compare_mt"], {},
            registry, resampling=FEW,
        )  # fmt: skip
