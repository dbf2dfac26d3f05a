"""What is one segment: decided by the first lines, told, signed, and the same for all commands."""

from __future__ import annotations

import pytest

from discotag.core.document import Expected, ParallelText
from discotag.core.errors import ComponentError, InputError, PlanError, UnknownNameError
from discotag.core.registry import open_registry
from discotag.pipeline.config import ComponentSpec, RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.signing import sign
from discotag.units.units import in_units

ENGLISH = "I bought a table. It was cheap. It broke at once."
GERMAN = "Ich habe einen Tisch gekauft. Er war billig. Er ging sofort kaputt."


@pytest.fixture(scope="module")
def registry():
    return open_registry()


def planned(registry, **more):
    asked = {"source_language": "en", "target_language": "de", "scorers": (), "unit": "auto"}
    return plan(RunConfig(**asked | more), registry)


def text(name="d", source=(ENGLISH,), target=(GERMAN,), **more):
    return ParallelText(name, source, {"ref": target}, {}, **more)


def test_lines_of_several_sentences_are_cut(registry):
    found = in_units(planned(registry), [text("a"), text("b"), text("c", ("Yes.",), ("Ja.",))])
    texts = list(found.texts)
    assert texts[0].references["ref"] == (
        "Ich habe einen Tisch gekauft.",
        "Er war billig.",
        "Er ging sofort kaputt.",
    )
    assert found.plan.config.unit == "sentence"
    assert found.notes()[0] == (
        "one line each in 2 of 3 documents, of 3.0 sentences on average: units are sentences"
        " (7 units of 7 sentences)"
    )


def test_lines_that_are_sentences_stay_and_nothing_is_said(registry):
    given = [text("a", ("It broke.", "Why?"), ("Es brach.", "Warum?"))]
    found = in_units(planned(registry), given)
    assert list(found.texts) == given
    assert found.plan == planned(registry, unit="line")
    assert found.notes() == ()


def test_lines_stay_where_they_are_asked_for(registry):
    found = in_units(planned(registry, unit="line"), [text()])
    assert list(found.texts) == [text()]


@pytest.mark.parametrize("profile", ["paper", "preprint", "muda"])
def test_profiles_of_papers_keep_lines_unless_told_otherwise(registry, profile):
    assert list(in_units(planned(registry, profile=profile), [text()]).texts) == [text()]
    found = in_units(planned(registry, profile=profile, unit="sentence"), [text()])
    assert len(next(found.texts).source) == 3


def test_the_signature_tells_of_sentences_and_of_nothing_else(registry):
    found = in_units(planned(registry), [text()])
    line = sign(found.plan, found.digests, registry, references=1).line()
    assert "|unit:sentence|" in line
    assert "splitter.source:sentence-rules.2|" in line
    assert "units@" in line
    plain = in_units(planned(registry), [text("a", ("No.",), ("Nein.",))])
    lines = sign(plain.plan, plain.digests, registry, references=1).line()
    assert "unit" not in lines
    assert "splitter" not in lines


def test_what_knows_lines_only_keeps_them(registry):
    by_line = {"aligners": {"ref": ComponentSpec("pharaoh", "links")}}
    assert planned(registry, **by_line).units is None
    with pytest.raises(PlanError, match="aligner pharaoh knows the lines of the corpus only"):
        planned(registry, unit="sentence", **by_line)


def test_expected_words_keep_lines(registry):
    given = text(expected=(Expected(("Er",)),))
    assert list(in_units(planned(registry), [given]).texts) == [given]
    with pytest.raises(InputError, match="what is expected of its lines: use --unit line"):
        list(in_units(planned(registry, unit="sentence"), [given]).texts)


def test_texts_without_lines_in_common_become_sentences(registry):
    given = text("a", ("It broke.",), ("Es", "brach."), is_aligned=False)
    assert next(in_units(planned(registry), [given]).texts).is_aligned
    with pytest.raises(InputError, match=r"no lines in common .lines: source 1, ref 2"):
        list(in_units(planned(registry, unit="line"), [given]).texts)
    same = text("a", ("It broke.",), ("Es brach.",), is_aligned=False)
    assert next(in_units(planned(registry, unit="line"), [same]).texts).is_aligned


def test_a_corpus_is_read_document_by_document(registry):
    seen = []

    def texts():
        for number in range(2000):
            seen.append(number)
            yield text(str(number))

    found = in_units(planned(registry), texts())
    next(found.texts)
    assert len(seen) <= 600


def test_omissions_are_counted_and_told(registry):
    long = "My sister laughed about the broken furniture for three weeks."
    source = (f"{ENGLISH} {long} Then she left.", ENGLISH, "We waited. Nobody came. I slept.")
    target = (f"{GERMAN} Dann ging sie.", GERMAN, "Wir warteten. Niemand kam. Ich schlief.")
    given = text("a", source, target)
    found = in_units(planned(registry), [given])
    assert next(found.texts).references["ref"][3:5] == ("", "Dann ging sie.")
    assert found.counts.data()["texts"]["ref"]["omitted"] == 1
    assert "ref: 1 sentence of the source left out, 0 added" in found.notes()


def test_an_empty_translation_is_named(registry):
    source = " ".join([ENGLISH] * 3)
    found = in_units(planned(registry), [text("a", (source,), ("",)), text("b")])
    assert len(list(found.texts)) == 2
    assert "document 'a', ref: is empty; its sentences do not decide where units end" in (
        found.notes()
    )


def test_a_translation_of_another_text_is_named(registry):
    other = (
        "Die Regierung senkt im Mai die Steuern. Am Montag tagte das Parlament in Berlin."
        " Viele Bauern protestieren. Im Norden regnet es. Der Zug nach Hamburg hat Verspätung."
        " Die Ärzte fordern mehr Lohn. Niemand weiß, warum. Das Stadion bleibt geschlossen."
    )
    found = in_units(planned(registry), [text("a", (f"{ENGLISH} " * 3,), (other,)), text("b")])
    assert len(list(found.texts)) == 2
    assert [note.partition(", ref: ")[0] for note in found.notes() if "decide" in note] == [
        "document 'a'"
    ]


def test_units_that_are_linked_by_guess_can_be_left_out(registry):
    free = GERMAN.replace("Er war billig.", "Wer hätte das gedacht, so ein Glück.")
    given = text("a", target=(free,))
    found = in_units(planned(registry, unit="sure"), [given, text("b")])
    one, other = found.texts
    assert one.source == ("I bought a table.", "It broke at once.")
    assert one.references["ref"] == ("Ich habe einen Tisch gekauft.", "Er ging sofort kaputt.")
    assert other.source[:2] == ("I bought a table.", "It was cheap.")
    assert "left out: 2 units that a text is linked to by guess" in found.notes()
    line = sign(found.plan, found.digests, registry, references=1).line()
    assert "|unit:sure|" in line


def test_an_unknown_splitter_or_side_is_told(registry):
    with pytest.raises(UnknownNameError, match=r"unknown splitter 'sentence-rule'"):
        planned(registry, unit="sentence", splitters={"": ComponentSpec("sentence-rule")})
    with pytest.raises(UnknownNameError, match="side"):
        planned(registry, unit="sentence", splitters={"left": ComponentSpec("sentence-rules")})


def test_a_splitter_that_loses_text_is_blamed(registry, monkeypatch):
    from discotag.language.sentences import SentenceSplitter

    monkeypatch.setattr(SentenceSplitter, "spans", lambda self, text: ((0, 3),))
    with pytest.raises(ComponentError, match=r"splitter sentence-rules.*from character 3 on"):
        list(in_units(planned(registry, unit="sentence"), [text()]).texts)


def test_a_document_with_a_unit_that_is_too_long_is_named_and_the_rest_goes_on(
    registry, monkeypatch
):
    monkeypatch.setenv("DISCOTAG_MAX_CHARACTERS", "300")
    loop = text("a", target=(GERMAN + " Und so weiter." * 40,), is_aligned=False)
    whole = text("b", (ENGLISH * 4,), (f"{GERMAN} " * 4,), is_aligned=False)
    found = in_units(planned(registry), [loop, whole])
    assert [each.id for each in found.texts] == ["b"]
    assert any(note.startswith("left out: document 'a', ") for note in found.notes())
