"""`discotag lint --changed-since`: findings of units that are new or other than in a revision."""

from __future__ import annotations

import subprocess

import pytest

from discotag.core.errors import InputError, UsageError


def test_only_units_that_changed_are_told(put, lint, found, git, texts):
    put("a.xlf", texts.xliff(texts.mixed))
    put("b.xlf", texts.xliff(texts.uniform))
    git("add", ".")
    git("commit", "-qm", "one")
    done = lint("a.xlf", "b.xlf", "--changed-since", "HEAD", code=0)
    assert "2 files not changed since HEAD, not looked at" in done.stderr
    put("a.xlf", "\n\n" + texts.xliff((*texts.mixed[:2], "Tu as sommeil.", texts.mixed[3])))
    assert found("a.xlf", "--changed-since", "HEAD") == []
    put("b.xlf", texts.xliff(texts.mixed))
    put("new.xlf", texts.xliff(texts.mixed))
    assert found("a.xlf", "b.xlf", "new.xlf", "--changed-since", "main") == [
        ("b.xlf", "DT101", "Votre"),
        ("new.xlf", "DT101", "Votre"),
    ]


def test_lines_without_ids_are_compared_by_their_texts(put, found, git, texts):
    put("a.en", texts.english)
    put("a.fr", texts.mixed)
    git("add", ".")
    git("commit", "-qm", "one")
    put("a.en", ("Hello.", *texts.english))
    put("a.fr", ("Bonjour.", *texts.mixed))
    pair = ("--src", "a.en", "--tgt", "a.fr", "-s", "en", "-t", "fr")
    assert found(*pair, "--changed-since", "HEAD") == []
    put("a.fr", ("Bonjour.", *texts.mixed[:3], "Voici votre café."))
    assert found(*pair, "--changed-since", "HEAD") == [("a.fr", "DT101", "votre")]


def test_what_git_cannot_tell_is_told(put, lint, git, texts, monkeypatch):
    tmp_path = put("a.xlf", texts.xliff(texts.mixed)).parent
    with pytest.raises(UsageError, match="git knows no revision 'HEAD'; check the name"):
        lint("a.xlf", "--changed-since", "HEAD")
    git("add", ".")
    git("commit", "-qm", "one")
    git("commit", "-qm", "two", "--allow-empty")
    for name in ("none", "--all", "-x", ""):
        with pytest.raises(UsageError, match="git knows no revision"):
            lint("a.xlf", f"--changed-since={name}")
    with pytest.raises(UsageError, match="not at standard input"):
        lint("--src", "-", "--tgt", "a", "-s", "en", "-t", "fr", "--changed-since", "HEAD")
    clone = tmp_path / "clone"
    remote = f"file://{tmp_path}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", remote, clone], check=True)
    monkeypatch.chdir(clone)
    with pytest.raises(UsageError, match=r"this clone is shallow .* git fetch --unshallow"):
        lint("a.xlf", "--changed-since", "HEAD~1")
    with pytest.raises(InputError, match="lies outside the git repository"):
        lint(tmp_path / "a.xlf", "--changed-since", "HEAD")


def test_without_a_repository_or_git_it_is_told(put, lint, texts, monkeypatch):
    put("a.xlf", texts.xliff(texts.mixed))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/")
    with pytest.raises(UsageError, match="git finds no repository in"):
        lint("a.xlf", "--changed-since", "HEAD")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="needs git, which is not installed"):
        lint("a.xlf", "--changed-since", "HEAD")
