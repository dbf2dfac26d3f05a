"""The benchmarks read every documented format and count right; the data here is made up."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import accuracy, report
from benchmarks.tasks import alignment, ctxpro, ellipsis, formality, recall, review
from benchmarks.tasks.harness import Figures, f_score
from discotag.core.components import AlignerInfo
from discotag.core.document import Alignment
from discotag.core.errors import InputError, PlanError, UnknownNameError, UsageError
from discotag.files.tags import tag_line
from discotag_dev.packs import PackTagger

ROOT = Path(__file__).parents[2]
PAIR = ("the red house", "das rote Haus")


def namespace(task, folder, *words, lang=None):
    parser = argparse.ArgumentParser()
    task.add_arguments(parser)
    given = parser.parse_args(words)
    given.folder, given.lang = folder, lang
    return given


def write(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def three_bars(folder):
    write(folder / "deen.src-tgt", f"{PAIR[1]} ||| {PAIR[0]}")
    write(folder / "deen.gold", "1-1 2-2 3p3 4-9")


def tab_separated(folder):
    write(folder / "de" / "dev.tsv", f"{PAIR[0]}\t{PAIR[1]}\t0-0 1-1 2-2")
    write(folder / "de" / "train.tsv", f"{PAIR[0]}\t{PAIR[1]}\t0-0")


def numbered(folder):
    write(folder / "test.en", PAIR[0])
    write(folder / "test.de", PAIR[1])
    write(folder / "de-en.ref.wa", "1 0 0 S", "1 1 1 S", "1 2 2 P")


def id_and_links(folder):
    write(folder / "gold_de" / "Gold.parallel.txt", f"{PAIR[0]} ||| {PAIR[1]}")
    write(folder / "gold_de" / "Gold.gold.txt", "0\t0-0 1-1 2-2")


def content_words(folder):
    for name, words in (("en", PAIR[0]), ("target", PAIR[1])):
        rows = [f"{n}\t{w}\t_\tX\t_\t_\t0\troot\t_\t_" for n, w in enumerate(words.split(), 1)]
        write(folder / "en-de" / f"{name}.conllu", *rows, "")
    write(folder / "en-de" / "alignment.json", json.dumps([{"2": ["2"], "3": ["3"], "1": ["X"]}]))


@pytest.mark.parametrize(
    ("made", "sure", "possible"),
    [
        (three_bars, {(0, 0), (1, 1)}, {(0, 0), (1, 1), (2, 2)}),
        (tab_separated, {(0, 0), (1, 1), (2, 2)}, {(0, 0), (1, 1), (2, 2)}),
        (numbered, {(0, 0), (1, 1)}, {(0, 0), (1, 1), (2, 2)}),
        (id_and_links, {(0, 0), (1, 1), (2, 2)}, {(0, 0), (1, 1), (2, 2)}),
        (content_words, {(1, 1), (2, 2)}, {(1, 1), (2, 2)}),
    ],
)
def test_every_format_of_alignments_is_found_and_read(tmp_path, made, sure, possible):
    made(tmp_path / "deep" / "down")
    (gold,) = alignment.gold_sets(tmp_path, "de")
    (pair,) = gold.pairs
    assert (gold.language, " ".join(pair.english), " ".join(pair.foreign)) == ("de", *PAIR)
    assert (pair.sure, pair.possible) == (sure, possible)
    assert list(alignment.gold_sets(tmp_path, "fr")) == []


def test_links_are_compared_as_och_and_ney_define():
    pair = alignment.GoldPair(
        ("a", "b"), ("c", "d"), frozenset({(0, 0)}), frozenset({(0, 0), (1, 1)})
    )
    found = [frozenset({(0, 0), (1, 1), (0, 1)})]
    precision, recall, f1, aer = alignment.compared(found, [pair])
    assert (precision, recall) == (pytest.approx(200 / 3), 100)
    assert f1 == pytest.approx(80)
    assert aer == pytest.approx(100 * (1 - (1 + 2) / (3 + 1)))


def test_words_that_annotators_did_not_look_at_do_not_count():
    links = frozenset({(0, 0)})
    seen = (frozenset({0}), frozenset({0}))
    pair = alignment.GoldPair(("a", "b"), ("c", "d"), links, links, seen)
    assert alignment.compared([frozenset({(0, 0), (1, 1)})], [pair])[0] == 100


@pytest.mark.parametrize(
    "names", [("talk.en", "talk.{}.annotated.fr"), ("talk.en-fr", "talk.en-fr.{}.annotated")]
)
def test_formality_is_measured_against_marked_words(tmp_path, names):
    english, translation = names
    write(tmp_path / english, "Are you coming?", "It is raining.")
    write(tmp_path / translation.format("formal"), "[F]Vous[/F] [F]venez[/F] ?", "Il pleut.")
    write(tmp_path / translation.format("informal"), "[F]Tu[/F] [F]viens[/F] ?", "Il pleut.")
    ours, published = formality.measure(namespace(formality, tmp_path))
    rows = {row[0]: dict(zip(ours.columns, row, strict=True)) for row in ours.rows}
    assert {name: rows[name]["F1"] for name in rows} == {"formal": 1.0, "informal": 1.0}
    assert rows["formal"]["gold"] == 2
    assert rows["formal"]["neutral alone"] == 1.0
    assert all(row[4] == 0.5 for row in published.rows)  # verbs are in no published list


def test_what_both_styles_mark_alike_is_left_out_of_one_recall(tmp_path):
    write(tmp_path / "talk.en", "Are you coming?")
    for style, word in (("formal", "Vous"), ("informal", "Tu")):
        line = f"[F]{word}[/F] [F]rien[/F] ?"
        write(tmp_path / f"talk.{style}.annotated.fr", line)
    ours, _ = formality.measure(namespace(formality, tmp_path))
    rows = [dict(zip(ours.columns, row, strict=True)) for row in ours.rows]
    assert [row["R"] for row in rows] == [0.5, 0.5]
    assert [row["R where styles differ"] for row in rows] == [1.0, 1.0]


def test_a_mark_of_the_other_class_is_wrong():
    segment = formality.GoldSegment("You?", "Tu ?", ((0, 2),), "formal")
    tagger = PackTagger("fr", ("formality",))
    document = tagger.tagged([segment.english], [segment.translation])
    counts = formality.counted([segment], document, whole=False)
    assert (counts["formal", "marked"], counts["formal", "right"]) == (1, 0)


def test_ctxpro_asks_no_register_of_a_class_that_has_none(tmp_path):
    own = {"src segment": "You are late.", "ref segment": "Voi siete in ritardo."}
    entry = {"rule": "NOM.INFORM.PLUR", "expected": "voi", "document id": "d"}
    write(tmp_path / "formality.made.en-it.dev.json", json.dumps([entry | own]))
    (found,) = ctxpro.measure(namespace(ctxpro, tmp_path))
    row = dict(zip(found.columns, found.rows[0], strict=True))
    assert (row["marked"], row["label right"]) == (1.0, None)


def test_ctxpro_counts_listed_words_and_antecedents(tmp_path):
    before = {"src ante segment": "I bought a car.", "ref ante segment": "J'ai acheté une voiture."}
    own = {"src segment": "It is new.", "ref segment": "Elle est neuve."}
    entry = {"rule": "NOM.FEM", "expected": "elle", "ante distance": 1, "document id": "d"}
    entries = [{**entry, **before, **own, "ref ante head": "voiture"}]
    write(tmp_path / "gender.made.en-fr.dev.json", json.dumps(entries))
    (found,) = ctxpro.measure(namespace(ctxpro, tmp_path))
    row = dict(zip(found.columns, found.rows[0], strict=True))
    assert (row["rule"], row["examples"], row["marked"], row["antecedent"]) == (
        "NOM.FEM",
        1,
        1.0,
        1.0,
    )


def test_elliptical_sentences_of_trees_and_lists_are_found(tmp_path):
    tree = "( (S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (-NONE- *?*))) (. .)) )"
    write(tmp_path / "one.mrg", tree, "( (S (NP (PRP It)) (VP (VBZ rains)) (. .)) )")
    examples = [{"src segment": "Yes, I do.", "document id": "d"}]
    write(tmp_path / "auxiliary.made.en-fr.dev.json", json.dumps(examples))
    listed, traces = ellipsis.measure(namespace(ellipsis, tmp_path))
    assert [row[2] for row in listed.rows] == [1, 1, 1]
    assert {row[1] for row in traces.rows} == {1}
    assert next(row for row in traces.rows if row[0] == "vp >= 0.5")[3:] == (1, 1.0, 1.0)


@pytest.fixture
def tags(tmp_path):
    tagger = PackTagger("fr", ("formality",))
    document = tagger.tagged(["Are you there?", "Are you?"], ["Tu es là ?", "Tu y es ?"])
    return write(tmp_path / "ref.jsonl", tag_line(document, ("lemmas", "upos")).rstrip("\n"))


def test_a_sheet_is_drawn_blind_filled_and_scored(tags, tmp_path):
    sheet = tmp_path / "sheets" / "sheet.tsv"
    sheet.parent.mkdir()
    review.measure(namespace(review, tags.parent, "--draw", str(sheet)))
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [(row["label"], row["judgement"]) for row in rows] == [("t", "")]
    assert "[[Tu]]" in rows[0]["target"]
    rows[0]["judgement"] = "right"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, review.FIELDS, delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    (scored,) = review.measure(namespace(review, sheet.parent))
    assert scored.rows[0][:4] == ("formality", 1, 1, 1.0)


def test_an_unfilled_sheet_names_its_line(tags, tmp_path):
    sheet = tmp_path / "sheet.tsv"
    review.measure(namespace(review, tags, "--draw", str(sheet)))
    with pytest.raises(InputError, match=r"sheet\.tsv:2: judgement '' is none of right, unsure"):
        review.measure(namespace(review, sheet))


def test_evidence_that_is_judged_apart_is_scored_apart(tmp_path):
    fields = (*review.FIELDS, review.EVIDENCE)
    rows = [("right", "right"), ("right", "wrong"), ("wrong", "")]
    sheet = tmp_path / "sheet.tsv"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fields, delimiter="\t", restval="")
        writer.writeheader()
        for tag, evidence in rows:
            writer.writerow({"phenomenon": "ellipsis", "judgement": tag, review.EVIDENCE: evidence})
    (scored,) = review.measure(namespace(review, sheet))
    assert [row[:3] for row in scored.rows] == [("ellipsis", 2, 3), ("ellipsis, evidence", 1, 2)]


def test_a_judgement_of_evidence_that_is_no_known_word_names_its_line(tmp_path):
    fields = (*review.FIELDS, review.EVIDENCE)
    sheet = tmp_path / "sheet.tsv"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fields, delimiter="\t", restval="")
        writer.writeheader()
        writer.writerow({"phenomenon": "ellipsis", "judgement": "right", review.EVIDENCE: "rigth"})
    with pytest.raises(InputError, match=r"sheet\.tsv:2: evidence_judgement 'rigth' is none of"):
        review.measure(namespace(review, sheet))


def test_spans_of_several_words_are_found_by_one_of_them():
    segment = formality.GoldSegment("You?", "Avec vous ?", ((0, 9),), "formal")
    document = PackTagger("fr", ("formality",)).tagged([segment.english], [segment.translation])
    words, spans = (formality.counted([segment], document, whole=w) for w in (False, True))
    assert (words["formal", "gold"], words["formal", "found units"]) == (2, 1)
    assert (spans["formal", "gold"], spans["formal", "found units"]) == (1, 1)


PAST_WORDS = """\
1	il	il	PRON	_	_	2	nsubj	_	_
2	dormait	dormir	VERB	_	Mood=Ind|Tense=Imp|VerbForm=Fin	0	root	_	_
3	il	il	PRON	_	_	4	nsubj	_	_
4	dormait	dormir	VERB	_	Mood=Ind|Tense=Imp|VerbForm=Fin	2	conj	_	_
"""


def test_recall_is_measured_on_sites_that_treebanks_know(tmp_path):
    write(tmp_path / "gold" / "fr_x-ud-test.conllu", PAST_WORDS)
    english, french = ["It slept.", "It slept.", "It sleeps."], ["Il dormait."] * 3
    document = PackTagger("fr", ("verb_form",)).tagged(english, french)
    tags = write(tmp_path / "tags" / "ref.jsonl", tag_line(document, ("upos",)).rstrip("\n"))
    sheet = tmp_path / "sheet.tsv"
    gold = ("--gold", str(tmp_path / "gold"), "--draw", str(sheet))
    (drawn,) = recall.measure(namespace(recall, tags.parent, *gold))
    assert drawn.rows == (("verb_form", 2, 2),)  # the first one follows no other
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        row["judgement"] = "right" if row["source"] == "It slept." else "wrong"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, review.FIELDS, delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    (scored,) = recall.measure(namespace(recall, tags.parent, "--sheet", str(sheet)))
    assert scored.rows[0][:5] == ("verb_form", 2, 1, 1, 1.0)


def test_detected_ellipses_can_be_drawn(tmp_path):
    text = write(tmp_path / "talk.en", "Do you like it?", "Yes, I do.")
    (told,) = review.measure(namespace(review, text, "--sites", str(tmp_path / "sites.tsv")))
    assert told.rows[0][:3] == ("elliptical", 1, 1)


def test_wilson_intervals():
    assert review.wilson(96, 100) == pytest.approx((0.9016, 0.9843), abs=1e-4)


@pytest.mark.parametrize("task", ["alignment", "formality", "ctxpro", "scat", "ellipsis"])
def test_a_folder_without_gold_is_an_error_that_says_so(tmp_path, task, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["accuracy.py", task, str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        accuracy.main()
    assert "there; see benchmarks/README.md" in str(end.value.code)  # which is told, with status 1


def test_figures_tell_nothing_from_zero():
    table = Figures("t", ("a", "b"), (("x", 0.0), ("y", None)))
    assert table.text() == "t\na      b\nx  0.000\ny      –"
    assert f_score(0.0, 0.0) == 0.0
    assert f_score(None, 1.0) is None


def test_the_report_joins_tables_and_takes_its_qualities_from_them():
    row = {"task": "analysis", "data": "ud", "lang": "fr"}
    command = "python benchmarks/accuracy.py analysis DATA/ud --lang fr"
    assert report.command(row) == command
    found = {"title": "t", "columns": ["file", "UPOS"], "rows": [["x", 96.61]], "decimals": 1}
    assert report.tables([found], set(), "analysis") == [
        "| file | UPOS |\n| --- | --- |\n| x | 96.6 |"
    ]
    wanted = {"lang": "fr", "name": "analysis", "command": command, "row": "x", "column": "UPOS"}
    assert "value = 96.6" in report.qualities([wanted], {command: [found]})["fr"]


class Reversed:
    """Links the first word with the last one, and so on."""

    create = classmethod(lambda cls, context: cls())

    def align(self, pairs):
        return [
            Alignment.of((i, len(target) - 1 - i) for i in range(min(len(source), len(target))))
            for source, target in pairs
        ]


class Merged:
    """Gives what its parts give."""

    def __init__(self, parts):
        self.parts = parts

    create = classmethod(lambda cls, context: cls(context.parts))

    def align(self, pairs):
        found = [part.align(pairs) for part in self.parts]
        return [Alignment.of({*one.links, *two.links}) for one, two in zip(*found, strict=True)]


@pytest.fixture
def measured_links(world, make_point, monkeypatch, tmp_path):
    """Measure aligners of the small world on two pairs of gold."""
    module = ModuleType("fake_aligners")
    module.Reversed, module.Merged = Reversed, Merged
    monkeypatch.setitem(sys.modules, "fake_aligners", module)

    def info(name, kind, **given):
        return AlignerInfo(name=name, summary="s", factory=f"fake_aligners:{kind}", **given)

    aligners = [
        info("reversed", "Reversed"),
        info("merged", "Merged", joins=True),
        info("lines", "Reversed", is_sequential=True),
    ]
    registry = world("Shouting", make_point("more", aligners=aligners))
    monkeypatch.setattr(alignment, "registry", lambda: registry)
    write(tmp_path / "gold" / "xx" / "two.tsv", "a b\tA B\t0-0 1-1\na b\tB A\t0-1 1-0")

    def measure(*options):
        return alignment.measure(namespace(alignment, tmp_path / "gold", *options))

    return measure


def test_aligners_are_measured_side_by_side(measured_links):
    sets, means = measured_links(
        "--aligner", "lexicon,reversed", "--aligner=merged:lexicon+reversed"
    )
    (row,) = sets.rows
    assert sets.columns[2:5] == ("P lexicon", "R lexicon", "F1 lexicon")
    assert row[:2] == ("en-xx gold/two.tsv", 2)
    assert row[2:] == pytest.approx((50, 50, 50, 50, 50, 50, 50, 100, 200 / 3))
    assert [mean[0] for mean in means.rows] == ["lexicon", "reversed", "merged:lexicon+reversed"]
    assert means.rows[2][1:3] == pytest.approx((200 / 3, 100 / 3))


def test_one_aligner_has_a_table_of_its_own_and_pairs_can_be_fewer(measured_links):
    (table,) = measured_links("--aligner", "reversed", "--pairs", "1")
    assert table.columns == ("gold", "pairs", "P", "R", "F1", "AER", "pairs/CPU s")
    assert table.rows[0][1:6] == (1, 0, 0, 0, 100)
    (usual,) = measured_links()
    assert usual.rows[0][1:6] == (2, 50, 50, 50, 50)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (["--aligner", "giza"], PlanError, "unknown aligner 'giza'"),
        (["--aligner", "lines"], UsageError, "lines hands out the links of one text"),
        (
            ["--set", "reversed.x=1"],
            UnknownNameError,
            "unknown aligner of this benchmark 'reversed'",
        ),
    ],
)
def test_what_cannot_be_measured_is_told(options, error, message, measured_links):
    with pytest.raises(error, match=message):
        measured_links(*options)
