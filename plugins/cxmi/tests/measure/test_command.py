"""`discotag cxmi measure` as a user calls it."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.testing import CliRunner

from discotag.plugin import DiscotagError, InputError, ParallelText, UsageError
from discotag_cxmi.examples import ContextFormat
from discotag_cxmi.measure import choosing
from discotag_cxmi.measure.choosing import about
from discotag_cxmi.measure.command import compare, cxmi
from discotag_cxmi.measure.run import Settings
from discotag_cxmi.measure.texts import Sizes, Text, needed, texts_of
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from pathlib import Path


SOURCE = ["The cat sleeps.", "It is old.", "It snores."]
TARGET = ["Le chat dort.", "Il est vieux.", "Il ronfle."]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Eleven documents of three lines."""
    for name, lines in (("src", SOURCE), ("tgt", TARGET), ("hyp", TARGET[::-1])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines * 11), "utf-8")
    ids = [f"talk{number}\n" * 3 for number in range(11)]
    (tmp_path / "ids").write_text("".join(ids))
    return tmp_path


def run(*words: object) -> Any:
    app = typer.Typer()
    app.command()(compare if words[:1] == ("compare",) else cxmi)
    given = [str(word) for word in words if word != "compare"]
    result = CliRunner().invoke(app, given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def files(corpus: Path) -> list[object]:
    return ["--src", corpus / "src", "--tgt", corpus / "tgt", "--docids", corpus / "ids"]


@pytest.mark.engine
def test_the_table_has_a_row_for_each_size(corpus: Path, marian_folder: Path) -> None:
    found = run("--model", marian_folder, *files(corpus), "--target-context", 2)
    rows = [line.split() for line in found.stdout.splitlines()]
    assert rows[0][:3] == ["CXMI", "in", "nats,"]
    assert [row[0] for row in rows[2:5]] == ["0", "1", "2"]
    assert "random context" in found.stdout
    assert "signature: model:marian" in found.stdout
    assert "words are what stands between spaces" in found.stderr


@pytest.mark.engine
def test_files_hold_what_is_printed(corpus: Path, marian_folder: Path) -> None:
    out = corpus / "out"
    found = run(
        "-m", marian_folder, *files(corpus), "--target-context", 1, "-o", out, "-f", "json", "-q"
    )
    data = json.loads(found.stdout)
    assert data == json.loads((out / "cxmi.json").read_text("utf-8"))
    assert data["schema"] == "discotag-cxmi-figures/1"
    assert [(row["size"], row["control"]) for row in data["rows"]] == [
        ("0", False),
        ("1", False),
        ("1", True),
    ]
    assert len((out / "scores.jsonl").read_text("utf-8").splitlines()) == 33


@pytest.mark.engine
def test_the_same_command_writes_the_same_bytes(corpus: Path, marian_folder: Path) -> None:
    written = []
    for name in ("one", "two"):
        run("-m", marian_folder, *files(corpus), "--target-context", 1, "-o", corpus / name, "-q")
        written.append(
            [(corpus / name / file).read_bytes() for file in ("cxmi.json", "scores.jsonl")]
        )
    assert written[0] == written[1]


@pytest.mark.engine
def test_words_are_those_of_discotag_where_the_language_is_told(
    corpus: Path, marian_folder: Path
) -> None:
    pytest.importorskip("discotag_lang_fr")
    out = corpus / "out"
    run(
        *("-m", marian_folder, *files(corpus), "--target-context", 1, "-o", out),
        *("-s", "en", "-t", "fr"),
    )
    first = json.loads((out / "scores.jsonl").read_text("utf-8").splitlines()[0])
    assert [word["form"] for word in first["words"]] == ["Le", "chat", "dort", "."]
    assert json.loads((out / "cxmi.json").read_text("utf-8"))["words"].startswith("embedded")


def paragraphs(folder: Path) -> list[object]:
    """Two documents of one line, of three and two sentences."""
    pytest.importorskip("discotag_lang_fr")
    for name, lines in (("src", SOURCE), ("tgt", TARGET)):
        text = f"{' '.join(lines)}\n{' '.join(lines[1:])}\n"
        (folder / f"{name}.txt").write_text(text, "utf-8")
    (folder / "two").write_text("one\ntwo\n")
    return [
        *("--src", folder / "src.txt", "--tgt", folder / "tgt.txt"),
        *("--docids", folder / "two", "-s", "en", "-t", "fr", "--target-context", 1),
    ]


@pytest.mark.engine
def test_paragraphs_are_scored_by_sentence(tmp_path: Path, marian_folder: Path) -> None:
    out = tmp_path / "out"
    found = run("-m", marian_folder, *paragraphs(tmp_path), "--unit", "auto", "-o", out)
    assert "one line each in 2 of 2 documents, of 2.5 sentences on average: units" in found.stderr
    assert "|segments:sentence." in found.stdout
    scores = [json.loads(line) for line in (out / "scores.jsonl").read_text("utf-8").splitlines()]
    assert [item["target"] for item in scores] == [*TARGET, *TARGET[1:]]
    places = [item["target_places"] for item in scores]
    assert places[1:4] == [[[0, 1, 15]], [[0, 1, 29]], [[0, 2, 1]]]
    data = json.loads((out / "cxmi.json").read_text("utf-8"))
    assert data["segmentation"]["unit"] == "sentence"
    assert "|unit:sentence|" in data["segmentation"]["signature"]
    shown = run("compare", out, out, "--top", 5).stdout
    assert "one, segment 3, line 1:" in shown
    assert "two, segment 1, line 2:" in shown


@pytest.mark.engine
def test_lines_are_the_segments_unless_units_are_asked_for(
    tmp_path: Path, marian_folder: Path
) -> None:
    out = tmp_path / "out"
    found = run("-m", marian_folder, *paragraphs(tmp_path), "-o", out, "--no-control")
    assert "segments:" not in found.stdout
    assert "segmentation" not in json.loads((out / "cxmi.json").read_text("utf-8"))
    assert "places" not in (out / "scores.jsonl").read_text("utf-8")


@pytest.mark.engine
def test_messages_name_the_line_of_a_unit(tmp_path: Path, marian_folder: Path) -> None:
    given = paragraphs(tmp_path)
    (tmp_path / "tgt.txt").write_text(
        f"{' '.join(TARGET)}\nIl est vieux. Il <brk> ronfle.\n", "utf-8"
    )
    with pytest.raises(DiscotagError, match=r"'two', segment 2 \(line 2\)"):
        run("-m", marian_folder, *given, "--unit", "sentence")


def test_units_need_both_languages(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--unit sentence needs both languages"):
        run("-m", tmp_path, *files(corpus), "--unit", "sentence", "-t", "fr")


def test_texts_without_lines_in_common_are_measured_by_sentence_alone() -> None:
    text = ParallelText("d", ("a", "b"), {"ref": ("c",)}, {}, is_aligned=False)
    with pytest.raises(InputError, match="no lines in common; --unit sentence"):
        texts_of([text])


def test_other_translations_have_no_say_in_units() -> None:
    places = {"A": (((0, 1, 1),),), "B": (((0, 1, 1),),)}
    text = ParallelText(
        "d", ("a",), {"A": ("b",)}, {"B": ("c",), "generated": ("d",)}, places=places
    )
    (found,) = needed([text], name="B", is_generated=True)
    assert (dict(found.references), set(found.hypotheses)) == ({}, {"B", "generated"})
    assert set(found.places) == {"B"}
    (alone,) = needed([text])
    assert (set(alone.references), dict(alone.hypotheses)) == ({"A"}, {})


@pytest.mark.engine
def test_generated_context_is_another_number_than_gold(corpus: Path, marian_folder: Path) -> None:
    def value(context: str) -> float:
        found = run(
            *("-m", marian_folder, *files(corpus), "--target-context", 1, "-f", "json"),
            *("--context", context, "-q"),
        )
        row = json.loads(found.stdout)["rows"][1]
        return float(row["segment_mean"]["value"])

    values = {value("gold"), value(f"generated:{corpus / 'hyp'}"), value("random")}
    assert len(values) == 3


@pytest.mark.engine
def test_a_decoder_only_model_is_measured_likewise(corpus: Path, llama_folder: Path) -> None:
    found = run(
        *("-m", llama_folder, *files(corpus), "--target-context", "all", "--sizes", "1,all"),
        *("--template", r"Translate.\n{context}{source} => ", "-f", "json", "-q"),
    )
    data = json.loads(found.stdout)
    assert data["sizes"] == ["0", "1", "all"]
    assert data["source_context"] == data["target_context"] == "all"
    assert data["model"]["format"]["template"] == "Translate.\n{context}{source} => "


@pytest.mark.engine
def test_bits_are_printed_and_nats_written(corpus: Path, marian_folder: Path) -> None:
    out = corpus / "out"
    common = ("-m", marian_folder, *files(corpus), "--target-context", 1, "--no-control")
    found = run(*common, "--bits", "-o", out)
    value = json.loads((out / "cxmi.json").read_text("utf-8"))["rows"][1]["segment_mean"]["value"]
    assert f"{value / 0.6931471805599453:+.4f}" in found.stdout
    assert "CXMI in bits" in found.stdout


@pytest.mark.engine
def test_compare_shows_samples_with_their_context(corpus: Path, marian_folder: Path) -> None:
    for name, context in (("a", "random"), ("b", "gold")):
        run(
            *("-m", marian_folder, *files(corpus), "--target-context", 1, "-q"),
            *("-o", corpus / name, "--context", context),
        )
    found = run("compare", corpus / "a", corpus / "b", "--top", 2)
    assert "B − A" in found.stdout
    assert "[" in found.stdout.split("Samples that gain more")[1]
    assert "  ⇒  " in found.stdout
    data = json.loads(run("compare", corpus / "a", corpus / "b", "-f", "json").stdout)
    assert data["segments"] == 33


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "--model is missing"),
        (["--model", "m"], "--src is missing"),
        (["--model", "m", "--src", "SRC"], "no target to score; give it with --tgt"),
        (["--model", "m", "--src", "SRC", "--tgt", "TGT", "--context", "x"], "is not gold, random"),
        (["--model", "m", "--src", "SRC", "--tgt", "TGT", "--text", "x"], "unknown target text"),
        (["--model", "m", "--src", "SRC", "--tgt", "TGT", "--set", "a.b=1"], "need --target-lang"),
    ],
)
def test_what_is_missing_is_named(corpus: Path, words: list[str], told: str) -> None:
    given = [str(corpus / word.lower()) if word in {"SRC", "TGT"} else word for word in words]
    with pytest.raises(DiscotagError, match=told):
        run(*given)


def test_sizes_come_from_the_model_where_none_are_given() -> None:
    trained = ContextFormat(source_sizes=(0, 0), target_sizes=(0, 3))
    sizes, notes = choosing.sizes_of(trained, None, None, None)
    assert sizes.names == ("0", "1", "2", "3")
    assert (sizes.source, sizes.target, notes) == (0, 3, [])
    with pytest.raises(UsageError, match="how much context"):
        choosing.sizes_of(ContextFormat(), None, None, None)


def test_sizes_that_the_model_has_never_seen_are_noted() -> None:
    trained = ContextFormat(source_sizes=(0, 0), target_sizes=(1, 1))
    _, notes = choosing.sizes_of(trained, None, "2", None)
    assert "at least 1 target lines" in notes[0]
    assert "at most 1 target lines of context, and 2 are measured" in notes[1]
    _, notes = choosing.sizes_of(trained, None, "all", None)
    assert "and all are measured" in notes[1]


def test_a_prompt_takes_both_sides_alike_where_one_is_given() -> None:
    sizes, _ = choosing.sizes_of(ContextFormat(kind="prompt"), None, "2", None)
    assert (sizes.source, sizes.target) == (2, 2)
    alone = ContextFormat(kind="prompt", turn="{target}\n")
    sizes, _ = choosing.sizes_of(alone, None, "2", None)
    assert (sizes.source, sizes.target) == (0, 2)


def test_one_document_has_no_control_and_says_so(texts: Any) -> None:
    assert choosing.control_of(texts, "gold", None) == (True, [])
    assert choosing.control_of(texts, "gold", False) == (False, [])
    has_control, notes = choosing.control_of(texts[:1], "gold", None)
    assert not has_control
    assert "--docids FILE tells documents apart" in notes[0]
    with pytest.raises(UsageError, match="there is only one"):
        choosing.control_of(texts[:1], "random", None)
    with pytest.raises(UsageError, match="there is only one"):
        choosing.control_of(texts[:1], "gold", True)
    with pytest.raises(UsageError, match="its own control"):
        choosing.control_of(texts, "random", True)


TEXT = Text("d", ("a", "b"), ("x", "y"), ("x", "y"))
SETTINGS = Settings(Sizes.of(None, 0, 2))
IDENTITY = {"digest": "1f", "kind": "chat", "dtype": "float32", "threads": 1, "processes": 1}


def signatures(
    *,
    shape: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    identity: dict[str, Any] | None = None,
    text: Text = TEXT,
    digest: str = "1f",
) -> tuple[str, str]:
    model: Any = SimpleNamespace(
        name="folder/model",
        digest=digest,
        format=ContextFormat(kind="chat", template="{source}").model_copy(update=shape or {}),
        options=ModelOptions(**(options or {})),
        identity=IDENTITY | (identity or {}),
    )
    given = replace(SETTINGS, **(settings or {}))
    found = about(model, given, "whitespace", ("en", "fr"), [text])
    return found["signature"], found["short_signature"]


@pytest.mark.parametrize(
    "change",
    [
        {"shape": {"template": "French: {source}"}},
        {"shape": {"turn": "{source} = {target}\n"}},
        {"shape": {"end": "\n"}},
        {"shape": {"system": "Translate."}},
        {"shape": {"chat_template": "{{ messages }}" * 20}},
        {"shape": {"chat_params": {"enable_thinking": False}}},
        {"shape": {"separator": "</s>"}},
        {"options": {"source_prefix": ">>fra<<"}},
        {"options": {"source_code": "en"}},
        {"options": {"target_code": "fr"}},
        {"options": {"when_long": "leave-out"}},
        {"identity": {"dtype": "bfloat16"}},
        {"identity": {"threads": 2}},
        {"identity": {"processes": 2}},
        {"settings": {"sizes": Sizes.of("0,2", 0, 2)}},
        {"settings": {"sizes": Sizes.of(None, 2, 2)}},
        {"settings": {"context": "random"}},
        {"settings": {"has_control": False}},
        {"settings": {"seed": 7}},
        {"settings": {"samples": 500}},
        {"text": replace(TEXT, source=("a", "c"))},
        {"text": replace(TEXT, target=("x", "z"))},
        {"text": replace(TEXT, context=("x", "z"))},
        {"digest": "2e"},
    ],
    ids=lambda change: "-".join(str(part) for part in change.items())[:60],
)
def test_what_decides_a_number_is_signed(change: dict[str, Any]) -> None:
    for usual, other in zip(signatures(), signatures(**change), strict=True):
        assert usual != other


def test_a_signature_is_the_same_for_the_same_run_and_one_line() -> None:
    long = "Translate\ninto | French. " * 20
    first, second = (signatures(shape={"system": long, "turn": "a|b\n"}) for _ in range(2))
    assert first == second
    assert not any("\n" in line for line in first)
    whole, short = first
    assert all(part.count(":") >= 1 for part in whole.split("|"))
    assert len(short) < len(whole)
