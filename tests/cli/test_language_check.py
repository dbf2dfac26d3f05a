"""Texts that look like another language than the one named are noted, others are not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from discotag.core.document import ParallelText
from discotag.core.registry import open_registry
from discotag.demo import demo_files, demo_pairs
from discotag.pipeline.documents import InputCheck

PACKS = {declared.info.code: declared.info for declared in open_registry().languages}
WITHOUT_SPACES = {"ja", "zh"}
"""Languages whose words are not parted by spaces: their own texts cannot be known in this way."""


def lines(code):
    files = demo_files(code)
    return [
        path.read_text(encoding="utf-8").splitlines() for path in (files.source, files.reference)
    ]


def notes(source, target, *codes):
    text = ParallelText(
        id="all", source=tuple(source), references={"ref": tuple(target)}, hypotheses={}
    )
    looks = InputCheck(open_registry(), *(PACKS[code] for code in codes))
    assert list(looks.watched([text])) == [text]
    return looks.notes()


@pytest.fixture(
    params=[target for source, target in demo_pairs() if {source, target} <= set(PACKS)]
)
def code(request):
    return request.param


def test_texts_in_their_languages_are_not_noted(code):
    assert notes(*lines(code), "en", code) == ()


def test_sides_the_wrong_way_round_are_noted(code):
    source, target = lines(code)
    (note,) = notes(target, source, "en", code)
    assert "the translation looks like English" in note
    assert (f"the source looks like {PACKS[code].name}" in note) is (code not in WITHOUT_SPACES)
    assert f"-s en -t {code}" in note


def test_a_few_words_tell_nothing():
    assert (
        notes(["Il est dans la cuisine et elle est là."], ["It is in the kitchen."], "en", "fr")
        == ()
    )


def test_a_pack_that_lists_few_function_words_is_not_judged():
    begun = SimpleNamespace(code="xx", name="Xx", stop_words=frozenset({"alpha"}))
    source, target = lines("fr")
    text = ParallelText(
        id="all", source=tuple(source), references={"ref": tuple(target)}, hypotheses={}
    )
    looks = InputCheck(open_registry(), PACKS["en"], begun)
    assert list(looks.watched([text])) == [text]
    assert looks.notes() == ()


@pytest.mark.parametrize("command", ["run", "tag", "lint"])
def test_commands_note_it_and_go_on(discotag, files, command):
    target = "--ref" if command == "run" else "--tgt"
    more = ["-p", "formality"] if command != "lint" else ["--select", "DT101"]
    for path in files.values():  # few words are not looked at
        path.write_text(path.read_text("utf-8") * 3, encoding="utf-8")
    options = ["--src", files["ref"], target, files["src"], "-s", "en", "-t", "fr", *more]
    done = discotag(command, *options)
    assert done.returncode == 0, done.stderr
    assert "the source looks like French and the translation looks like English" in done.stderr
    assert "looks like" not in discotag(command, *options, "--quiet").stderr
