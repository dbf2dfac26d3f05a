"""The tasks `lint` and `slips` read their formats and count right; the data here is made up."""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks import lint, slips

if TYPE_CHECKING:
    from pathlib import Path


YOU = ("You can sleep here.", "You know my name.", "You should eat.", "You will see your brother.",
       "You have a nice house.", "You want some water.", "You are late.", "You must go.",
       "You bought this table.", "You like your work.")  # fmt: skip
TU = ("Tu peux dormir ici.", "Tu connais mon nom.", "Tu devrais manger.", "Tu verras ton frère.",
      "Tu as une belle maison.", "Tu veux de l'eau.", "Tu es en retard.", "Tu dois partir.",
      "Tu as acheté cette table.", "Tu aimes ton travail.")  # fmt: skip
VOUS = ("Vous pouvez dormir ici.", "Vous connaissez mon nom.", "Vous devriez manger.",
        "Vous verrez votre frère.", "Vous avez une belle maison.", "Vous voulez de l'eau.",
        "Vous êtes en retard.", "Vous devez partir.", "Vous avez acheté cette table.",
        "Vous aimez votre travail.")  # fmt: skip


def measured(folder, *words, lang=None):
    parser = argparse.ArgumentParser()
    lint.add_arguments(parser)
    given = parser.parse_args(words)
    given.folder, given.lang = folder, lang
    return lint.measure(given)


def write(path: Path, *lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def test_mixed_styles_are_told_from_pure_ones(tmp_path):
    write(tmp_path / "x.en", *YOU)
    for register, lines in (("formal", VOUS), ("informal", TU)):
        write(tmp_path / f"x.{register}.annotated.fr", *(f"[F]{line}[/F]" for line in lines))
    (table,) = measured(tmp_path)
    ((language, wanted, found, right, precision, recall, _),) = table.rows
    assert language == "fr"
    assert wanted >= found == right > 0
    assert (precision, recall) == (1.0, found / wanted)


def test_a_text_is_right_if_only_its_faulty_version_has_a_finding(tmp_path):
    item = {
        "src": "You are here . _eos You are late .",
        "dst": ["Ты здесь . _eos Ты опоздал .", "Ты здесь . _eos Вы опоздали ."],
        "true_ind": 0,
    }
    (tmp_path / "deixis_dev.json").write_text(json.dumps([item]), "utf-8")
    (table,) = measured(tmp_path)
    assert table.rows == (("deixis_dev, DT101", 1, 1, 1, 1.0, 1.0, 1.0),)


def test_findings_in_references_are_counted_per_1000_segments(tmp_path):
    write(tmp_path / "docids.txt", *["one\tnews"] * 3)
    write(tmp_path / "src.en", *YOU[:3])
    write(tmp_path / "ref.A.fr", *TU[:2], VOUS[2])
    table, domains = measured(tmp_path, "--sheet", str(tmp_path / "sheet.tsv"))
    assert domains.columns == (
        *("domain, language", "segments", "warnings", "per 1,000", "DT101", "notes"),
    )
    assert domains.rows == tuple(
        (f"{domain} {language}", 3, 1, pytest.approx(1000 / 3), 1, 0)
        for domain in ("all", "news")
        for language in ("all", "fr")
    )
    ((name, segments, findings, notes, rate, *codes),) = table.rows
    assert name.endswith("ref.A.fr")
    assert (segments, findings, notes) == (3, 1, 0)
    assert rate == pytest.approx(1000 / 3)
    assert codes == [pytest.approx(1000 / 3), 0.0, 0.0, 0.0]
    assert "DT101\twarning" in (tmp_path / "sheet.tsv").read_text("utf-8")


def test_the_fourth_line_of_a_pronoun_pair_is_what_counts(tmp_path):
    write(tmp_path / "x.current.src", *["It was very old."] * 2)
    write(tmp_path / "x.current.trg", "Elle était très vieille.", "Il était très vieux.")
    context = ("You slept.", "You ate.", "I bought a table yesterday.")
    write(tmp_path / "x.c3.context.src", *context * 2)
    write(
        tmp_path / "x.c3.context.trg",
        *("Tu dormais.", "Tu mangeais.", "J'ai acheté une table hier.") * 2,
    )
    (table,) = measured(tmp_path)
    assert table.rows == (("x, DT301", 1, 1, 1, 1.0, 1.0, 1.0),)


def test_document_ids_of_tico_are_what_stands_before_the_last_colon(tmp_path):
    write(tmp_path / "all.en-es-LA.tsv", 'tuid="A_1:1\tone\tuno', 'tuid="A_1:2\ttwo\tdos')
    ((_, source, target, documents, _),) = lint.corpora(tmp_path)
    assert (source, target) == ("en", "es")
    assert documents == [("A_1", [("one", "uno"), ("two", "dos")])]


def test_runs_are_not_parted_by_what_is_of_neither_style():
    assert lint.runs([1, 2, 5, 7]) == [[1, 2], [5], [7]]
    assert lint.runs([1, 2, 5, 7], between=[3, 4]) == [[1, 2, 5], [7]]


def test_a_folder_without_data_is_told(tmp_path):
    with pytest.raises(SystemExit, match=r"benchmarks/README\.md"):
        measured(tmp_path)


def test_errors_are_made_in_numbers_that_the_source_has():
    drawn = random.Random(1)
    made = slips.KINDS["digit"]("In 2019 he came", "Er kam 2019 mit 5", drawn)
    assert made is not None
    assert made.startswith("Er kam ")
    assert made.endswith(" mit 5")
    assert "2019" not in made
    assert slips.KINDS["dropped"]("In 2019", "kam 2019.", drawn) == "kam ."
    assert slips.KINDS["digit"]("He came", "Er kam 2019", drawn) is None
    assert slips.KINDS["copied"]("Open the window now", "Fenster auf", drawn)
    assert slips.KINDS["copied"]("Open it", "Auf", drawn) is None


def test_a_reference_and_its_made_errors_are_counted(tmp_path):
    pytest.importorskip("discotag_lang_de")
    folder = tmp_path / "en-de"
    folder.mkdir()
    (folder / "docids.txt").write_text("a\n" * 20, "utf-8")
    (folder / "src.en").write_text("It was the year 2019.\n" * 20, "utf-8")
    (folder / "ref.A.de").write_text("Es war das Jahr 2019.\n" * 19 + "Es war 2091.\n", "utf-8")
    given = argparse.Namespace(folder=tmp_path, lang=None, show=False)
    alarms, genres, errors = slips.measure(given)
    assert genres.rows == (("not told", 20, 1, 50.0, 1, 0, 0, 0, 0),)
    assert alarms.rows[0][1:4] == (20, 1, 50.0)
    found = {str(row[0]): row for row in errors.rows}
    assert found["all copied"][3] == 1.0
    assert found["all copied"][1] == found["en-de copied"][1] > 0
