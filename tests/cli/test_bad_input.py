"""Bad input gets one clear message, a documented exit code, and leaves nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BROKEN_TAGGER = """
from discotag import TaggerInfo, hookimpl, Mark
DISCOTAG_API = (1, 0)

@hookimpl
def discotag_taggers():
    yield TaggerInfo(name="odd", phenomenon="odd", summary="s", factory="{module}:Odd")

class Odd:
    create = classmethod(lambda cls, context: cls())
    def mark(self, document):
        {body}
"""


def told(done, code):
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_unequal_line_counts_name_each_file_with_its_count(run_files, files, tmp_path):
    short = tmp_path / "short.fr"
    short.write_text("Une.\n", encoding="utf-8")
    message = told(run_files("--out", tmp_path / "out", ref=short), 17)
    assert "short.fr" in message
    assert "a.en" in message
    assert not (tmp_path / "out").exists()


def test_names_that_share_a_file_on_some_systems_are_a_wrong_option(run_files, files, tmp_path):
    message = told(
        run_files(
            "--out", tmp_path / "out", "--hyp", f"A={files['ref']}", "--hyp", f"a={files['ref']}"
        ),
        2,
    )
    assert "--ref and --hyp: 'A' and 'a' name two texts" in message
    assert not (tmp_path / "out").exists()


def test_a_missing_file_is_named(run_files, tmp_path):
    message = told(run_files("--out", tmp_path / "out", ref=tmp_path / "nowhere.fr"), 3)
    assert "nowhere.fr" in message
    assert not (tmp_path / "out").exists()


def test_a_source_alone_is_a_wrong_option(discotag, tmp_path):
    path = tmp_path / "a.en"
    path.write_text("You sleep.\n", encoding="utf-8")
    told_of = told(discotag("run", "--src", path, "-s", "en", "-t", "fr"), 2)
    assert "has no translation; give one with --ref FILE, systems with --hyp NAME=FILE" in told_of


def test_a_file_of_another_kind_is_told_with_the_way_out(discotag, tmp_path):
    path = tmp_path / "a.ods"
    path.write_text("docid,src,ref\none,You sleep.,Tu dors.\n", encoding="utf-8")
    told_of = told(discotag("run", "--src", path, "-s", "en", "-t", "fr"), 3)
    assert "a.ods: is an office document, where plain lines are expected; save its text" in told_of


def test_an_empty_file_is_named(run_files, files, tmp_path):
    for name in files:
        (tmp_path / "empty").write_bytes(b"")
        files[name] = tmp_path / "empty"
    assert "empty" in told(run_files(), 3)


def test_bytes_that_are_not_utf8_are_named_with_their_line(run_files, files, tmp_path):
    content = files["ref"].read_bytes().replace(b"As-tu", b"As-t\xfb", 1)
    (tmp_path / "latin.fr").write_bytes(content)
    message = told(run_files("--out", tmp_path / "out", ref=tmp_path / "latin.fr"), 3)
    assert "latin.fr:1" in message
    assert "UTF-8" in message
    assert not (tmp_path / "out").exists()


def test_odd_characters_and_a_very_long_line_are_analysed(run_files, files, tmp_path):
    odd = (
        "\u200bZéro\u202e largeur",
        "nul \0 et \t tabulation",
        "😀 👩‍👩‍👧 ok",
        "",
        "mot " * 10_000,
    )
    (tmp_path / "odd.fr").write_text("\n".join(odd) + "\n", encoding="utf-8")
    done = run_files("--phenomena", "formality", ref=tmp_path / "odd.fr")
    assert done.returncode == 0, done.stderr


def test_an_id_that_comes_back_is_noted_or_refused(run_files, tmp_path):
    ids = tmp_path / "again.ids"
    ids.write_text("one\none\ntwo\ntwo\none\n", encoding="utf-8")
    done = run_files("--phenomena", "formality", docids=ids)
    assert done.returncode == 0
    assert "one" in done.stderr
    message = told(run_files("--strict", "--out", tmp_path / "out", docids=ids), 3)
    assert "again.ids:5" in message
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (("--phenomena", "formalty"), "did you mean 'formality'"),
        (("--without", "lang-fx"), "did you mean 'lang-fr'"),
        (("--profile", "mudda"), "did you mean 'muda'"),
        (("--scorers", "compare-mt"), "did you mean 'compare_mt'"),
        (("--aligner", "lexikon"), "did you mean 'lexicon'"),
        (("--coref", "rulez"), "did you mean 'rules'"),
        (("--coref", "sorce=none"), "did you mean 'source'"),
        (("--analyzer", "S2=embedded"), "unknown text for --analyzer 'S2'"),
        (("--aligner", "s=lexicon"), "unknown text for --aligner 's'"),
        (("--phenomena", ""), "is empty"),
        (("--set", "formality.windows=3"), "window"),
        (("--set", "lexicn.threshold=0.1"), "did you mean 'lexicon'"),
        (("--hyp", "nameless.fr"), "needs a name"),
        (("--hyp", "ref=x.fr"), "names both"),
        (("--hyp", "a/b=x.fr"), "cannot be a file's name"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_wrong_name_gets_a_suggestion(run_files, options, hint):
    assert hint in told(run_files(*options), 2)


def test_results_of_an_earlier_run_in_the_folder_are_noted(run_files, files, tmp_path):
    out = tmp_path / "out"
    options = ("--phenomena", "formality", "--out", out)
    first = run_files(*options, "--hyp", f"T={files['ref']}")
    assert "not of this run" not in first.stderr
    assert "T is identical to ref" in first.stderr
    assert "not of this run, but of an earlier one: tags/T.jsonl" in run_files(*options).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_behind_standard_output_is_told_in_one_line(process):
    with Path("/dev/full").open("wb") as full:
        done = process("languages", stdout=full)
    assert "standard output: cannot be written (No space left" in told(done, 8)


@pytest.mark.parametrize("name", ["../../escaped", "", "ref"])
def test_a_corpus_cannot_name_a_text_out_of_the_folder(discotag, tmp_path, name):
    row = {"id": "d", "source": ["Hi."], "references": {"ref": ["Oui."]}}
    corpus = tmp_path / "in" / "c.jsonl"
    corpus.parent.mkdir()
    corpus.write_text(json.dumps(row | {"hypotheses": {name: ["Non."]}}), "utf-8")
    out = tmp_path / "a" / "b"
    done = discotag("run", "--src", corpus, "-s", "en", "-t", "fr", "--out", out)
    assert "the corpus's texts" in told(done, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_locale_without_utf8_changes_nothing(run_files, process):
    options = ("--phenomena", "formality,lexical_cohesion", "-q")
    locale = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = run_files(*options, program=process, **locale)
    assert done.stderr == ""
    assert "–" in done.stdout
    assert done.stdout == run_files(*options).stdout


def test_an_unknown_language_is_told_once_with_what_to_do(run_files):
    error, hint = told(run_files(target="fi"), 2).splitlines()
    assert "unknown language 'fi'" in error
    assert "pip install" not in error
    assert hint.startswith("discotag: hint: discotag has no pack for 'fi'; ")


def test_a_plugin_that_fails_at_import_is_named_and_the_run_goes_on(run_files, install):
    site = install("bad-import", "raise RuntimeError('boom')")
    done = run_files("--phenomena", "formality", site=site)
    assert done.returncode == 0
    assert "bad-import" in done.stderr
    assert "boom" in done.stderr


def test_a_plugin_that_lies_about_its_api_is_left_out(run_files, install):
    done = run_files("--phenomena", "formality", site=install("liar", "DISCOTAG_API = (9, 0)"))
    assert done.returncode == 0
    assert "written for API 9.0" in done.stderr


def test_a_plugin_that_takes_a_built_in_name_is_left_out(run_files, install):
    code = BROKEN_TAGGER.format(module="thief", body="return ()").replace('"odd"', '"formality"')
    done = run_files("--phenomena", "formality", site=install("thief", code))
    assert done.returncode == 0
    assert "which is built in" in done.stderr


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError('no')", "ValueError: no"),
        ("return [Mark('odd', 'x', 0, 999)]", "target token 999"),
        ("return ['nonsense']", "yielded str, not Mark"),
    ],
    ids=["raises", "out of range", "nonsense"],
)
def test_a_broken_tagger_stops_only_a_run_that_needs_it(run_files, install, tmp_path, body, reason):
    site = install("odd-one", BROKEN_TAGGER.format(module="odd_one", body=body))
    assert run_files("--phenomena", "formality", site=site).returncode == 0
    out = tmp_path / "out"
    message = told(run_files("--phenomena", "odd", "--out", out, site=site), 5)
    assert "plugin odd-one" in message
    assert "document 'one'" in message
    assert reason in message
    assert not out.exists()


def test_a_broken_tagger_can_be_skipped_but_not_silently(run_files, install):
    body = "raise ValueError('no')"
    site = install("odd-one", BROKEN_TAGGER.format(module="odd_one", body=body))
    options = ("--phenomena", "odd,formality", "--on-error", "skip")
    done = run_files(*options, site=site)
    assert "failures skipped" in told(done, 6)
    assert "formality" in done.stdout


def test_a_name_that_is_not_utf8_can_be_told(discotag):
    name = os.fsdecode(b"none\xff.en")
    message = told(discotag("tag", "--src", name, "--tgt", name, "-s", "en", "-t", "fr"), 3)
    assert "none\\udcff.en: cannot be opened" in message


def test_closed_standard_input_is_told(files):
    command = f"{sys.executable} -m discotag tag --src - --tgt {files['ref']} -s en -t fr <&-"
    done = subprocess.run(command, shell=True, check=False, capture_output=True, text=True)
    assert "standard input: is closed" in told(done, 3)
