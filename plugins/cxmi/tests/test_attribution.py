"""The effect of a context word is what the word loses without it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.attribution.explaining import (
    Place,
    Wanted,
    Words,
    explain,
    gains,
    most_gained,
    tagged_words,
)
from discotag_cxmi.attribution.results import agreement
from discotag_cxmi.examples import TargetScores
from discotag_cxmi.measure.texts import Sizes, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag_cxmi.examples import Example


SIZES = Sizes.of("1", 0, 1)
TEXT = Text(
    "d",
    ("The cat sleeps.", "It is old.", "It snores."),
    ("un chat dort", "chat et chat", "il dort"),
    ("un chat dort", "chat et chat", "il dort"),
)


class Copying:
    """A word costs 3, and 2 less where a context word is the same; ends cost nothing."""

    def check(self, examples: Iterable[Example]) -> frozenset[tuple[str, int]]:
        return frozenset((example.document, -1) for example in examples if not example)

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        for example in examples:
            known = {word for line in example.target_context for word in line.split()}
            places = [match.span() for match in re.finditer(r"\S+", example.target)]
            values = [-1.0 if example.target[a:b] in known else -3.0 for a, b in places]
            starts, ends = zip(*places, strict=True) if places else ((), ())
            yield TargetScores(starts, ends, tuple(values), 0.0)


def explained(wanted: dict[tuple[str, int], list[Wanted]], **more: Any) -> list[Any]:
    model: Any = Copying()
    return list(explain(model, [TEXT], SIZES, wanted, Words(), **more))


def test_the_word_that_helps_has_the_effect() -> None:
    [found] = explained({("d", 1): [Wanted(0, 4)]})
    assert (found.form, found.pcxmi) == ("chat", 2.0)
    assert [(cue.form, cue.effect) for cue in found.cues] == [
        ("chat", 2.0),
        ("un", 0.0),
        ("dort", 0.0),
    ]
    assert found.cues[0].place == Place("target", 0, 3, 7)


def test_a_word_that_stands_twice_in_the_context_has_no_effect_alone() -> None:
    twice = Text("d", ("a",) * 3, ("x", "chat et chat", "un chat"), ("x", "chat et chat", "un"))
    model: Any = Copying()
    [found] = explain(model, [twice], SIZES, {("d", 2): [Wanted(3, 7)]}, Words())
    assert found.pcxmi == 2.0
    assert {cue.effect for cue in found.cues} == {0.0}


def test_words_that_gain_are_chosen_the_largest_first() -> None:
    model: Any = Copying()
    found = most_gained(gains(model, [TEXT], SIZES, Words()), least=0.5, top=10)
    assert {place: [item.start for item in items] for place, items in found.items()} == {
        ("d", 1): [0, 8],
    }
    assert most_gained(gains(model, [TEXT], SIZES, Words()), least=2.5, top=10) == {}
    top = most_gained(gains(model, [TEXT], SIZES, Words()), least=0.5, top=1)
    assert sum(map(len, top.values())) == 1


def test_agreement_counts_hits_beside_chance() -> None:
    right = Wanted(0, 4, (Place("target", 0, 3, 7),))
    wrong = Wanted(8, 12, (Place("target", 0, 0, 2),))
    nobody = Wanted(5, 7)
    elsewhere = Wanted(0, 4, (Place("source", 0, 0, 3),))
    found = agreement(explained({("d", 1): [right, wrong, nobody, elsewhere]}))
    assert (found.words, found.hits) == (2, 1)
    assert found.expected == pytest.approx(1 / 3)
    assert found.rank == pytest.approx((1 + 1 / 2) / 2)


def test_the_page_shades_by_effect_and_underlines_evidence() -> None:
    from discotag_cxmi.attribution.results import page

    found = explained({("d", 1): [Wanted(0, 4, (Place("target", 0, 0, 2),))]})
    html = "".join(page(found, [TEXT], agreement(found), ["a <note>"], ("en", "fr")))
    assert 'class="cue4" title="+2.000 nats">chat</span>' in html
    assert 'class="cue0 evidence" title="0.000 nats">un</span>' in html
    assert "<b>chat</b> et chat" in html
    assert "a &lt;note&gt;" in html
    assert "0 of 1 words; by chance 33.3 %" in html


def tagged(target: str) -> Any:
    from discotag.plugin import Mark, TaggedDocument, TokenRef
    from discotag.testing import document

    made = document(["The cat", "It"], ["un chat", target], id="d")
    marks = (
        Mark("pronouns", "it", 1, 0, evidence=(TokenRef("source", 0, 1), TokenRef("target", 0, 1))),
        Mark("pronouns", "it", 1, 0, evidence=(TokenRef("target", 1, 0),)),
    )
    return TaggedDocument(made, marks)


def test_tags_with_evidence_before_them_are_explained() -> None:
    of = tagged("il dort")
    lines = tuple(tokens.text for tokens in of.document.target)
    text = Text("d", ("The cat", "It"), lines, lines)
    found = tagged_words([text], {"d": of})
    evidence = (Place("source", 0, 4, 7), Place("target", 0, 3, 7))
    assert found == {("d", 1): [Wanted(0, 2, evidence)]}
    with pytest.raises(InputError, match="tags are of another target"):
        tagged_words([Text("d", ("a", "b"), ("x", "y"), ("x", "y"))], {"d": of})


@pytest.fixture
def marian(marian_folder: Path) -> Any:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    return load_model(str(marian_folder), ModelOptions(device="cpu"))


FRENCH = Text(
    "d",
    ("The cat sleeps.", "It is old."),
    ("Le chat dort.", "Il est vieux."),
    ("Le chat dort.", "Il est vieux."),
)


@pytest.mark.engine
def test_gradients_are_those_of_scaled_embeddings(marian: Any) -> None:
    """Scaling a word's embeddings by 1 + e changes the log-probability by e times the effect."""
    import torch

    marian.model.double()
    sizes = Sizes.of("1", 1, 1)
    wanted = {("d", 1): [Wanted(3, 6)]}
    [found] = explain(marian, [FRENCH], sizes, wanted, Words(), method="gradient")
    tokenizer, layer = marian.tokenizer, marian.model.get_input_embeddings()

    def ids(line: str) -> list[int]:
        return list(tokenizer(line, add_special_tokens=False)["input_ids"])

    brk = tokenizer.convert_tokens_to_ids("<brk>")
    source = [*ids("The cat sleeps."), brk, *ids("It is old."), tokenizer.eos_token_id]
    start = marian.model.config.decoder_start_token_id
    decoder = [start, *ids("Le chat dort."), brk]
    line = tokenizer("Il est vieux.", add_special_tokens=False, return_offsets_mapping=True)
    scored = [at for at, (a, b) in enumerate(line["offset_mapping"]) if a < 6 and b > 2]

    def value(side: str, first: int, last: int, by: float) -> float:
        rows = []
        for name, row in (("source", source), ("target", decoder + line["input_ids"])):
            embedded = layer(torch.tensor([row])).detach().clone()
            if name == side:
                embedded[0, first:last] *= by
            rows.append(embedded)
        with torch.no_grad():
            logits = marian.model(inputs_embeds=rows[0], decoder_inputs_embeds=rows[1]).logits[0]
        values = logits.log_softmax(-1)
        return sum(float(values[len(decoder) - 1 + at, line["input_ids"][at]]) for at in scored)

    for cue in found.cues:
        side, _, begin, end = cue.place
        text = "The cat sleeps." if side == "source" else "Le chat dort."
        offsets = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        places = [
            at for at, (a, b) in enumerate(offsets["offset_mapping"]) if a < end and b > begin
        ]
        shift = 0 if side == "source" else 1
        first, last = places[0] + shift, places[-1] + 1 + shift
        slope = (value(side, first, last, 1 + 1e-4) - value(side, first, last, 1 - 1e-4)) / 2e-4
        assert cue.effect == pytest.approx(slope, abs=1e-4, rel=1e-3)
    assert len(found.cues) == 6


@pytest.mark.engine
def test_gradients_are_for_encoder_decoders(llama_folder: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    model = load_model(str(llama_folder), ModelOptions(device="cpu"))
    with pytest.raises(UsageError, match="leave-one-out is for all models"):
        list(
            explain(
                model,
                [FRENCH],
                Sizes.of("1", 1, 1),
                {("d", 1): [Wanted(0, 2)]},
                Words(),
                method="gradient",
            )
        )


@pytest.mark.engine
@pytest.mark.parametrize("by", ["leave-one-out", "gradient"])
def test_the_command_writes_words_figures_and_a_page(
    by: str, marian_folder: Path, tmp_path: Path
) -> None:
    import typer
    from typer.testing import CliRunner

    from discotag_cxmi.attribution.command import attribute

    (tmp_path / "src").write_text("The <cat> sleeps.\nIt is old.\n" * 2, "utf-8")
    (tmp_path / "tgt").write_text("Le chat dort.\nIl est vieux.\n" * 2, "utf-8")
    (tmp_path / "ids").write_text("a\na\nb\nb\n", "utf-8")
    app = typer.Typer()
    app.command()(attribute)
    words = ["-m", marian_folder, "--device", "cpu", "--target-context", 1, "--source-context", 1]
    words += ["--src", tmp_path / "src", "--tgt", tmp_path / "tgt", "--docids", tmp_path / "ids"]
    words += ["--by", by, "--least", "-100", "--top", 4, "-o", tmp_path / "out"]
    result = CliRunner().invoke(
        app, [str(word) for word in (*words, "--html", tmp_path / "p.html")]
    )
    assert result.exception is None, result.exception
    assert "4 words explained" in result.output
    lines = (tmp_path / "out/attribution.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    assert len(lines) == 4
    effects = [cue["effect"] for cue in first["cues"]]
    assert effects == sorted(effects, reverse=True)
    figures = json.loads((tmp_path / "out/attribution.json").read_text("utf-8"))
    assert (figures["explained"], figures["agreement"]) == (4, None)
    html = (tmp_path / "p.html").read_text("utf-8")
    assert "&lt;cat&gt;" in html
    assert "<cat>" not in html
    assert 'class="cue' in html


@pytest.mark.engine
def test_the_command_explains_scats_pronouns_by_what_translators_marked(
    marian_folder: Path, tmp_path: Path
) -> None:
    import typer
    from typer.testing import CliRunner

    from discotag_cxmi.attribution.command import attribute

    lines = {
        "en": ["Is <p>it</p> old?", "<p>They</p> sleep."],
        "fr": ["<p>Elle</p> est vieille.", "<p>Ils</p> dorment."],
        "context.en": ["The lamp fell.", "The cats sleep."],
        "context.fr": ["La <hon>lampe<hoff> est tombée.", "Le chat dort."],
    }
    for kind, texts in lines.items():
        (tmp_path / f"highlighted.valid.{kind}").write_text("\n".join(texts) + "\n", "utf-8")
    app = typer.Typer()
    app.command()(attribute)
    words = ["-m", marian_folder, "--device", "cpu", "--target-context", 1, "--source-context", 1]
    words += ["--scat", tmp_path / "highlighted.valid.en", "-o", tmp_path / "out"]
    page = tmp_path / "p.html"
    result = CliRunner().invoke(app, [str(word) for word in (*words, "--html", page)])
    assert result.exception is None, result.exception
    [line] = (tmp_path / "out/attribution.jsonl").read_text("utf-8").splitlines()
    found = json.loads(line)
    assert (found["document"], found["form"]) == ("1", "Elle")
    assert [cue["form"] for cue in found["cues"] if cue["evidence"]] == ["lampe"]
    agreement = json.loads((tmp_path / "out/attribution.json").read_text("utf-8"))["agreement"]
    assert (agreement["words"], agreement["expected"]) == (1, pytest.approx(1 / 7))
    assert "lampe" in page.read_text("utf-8")
    refused = CliRunner().invoke(app, [str(word) for word in (*words, "--src", page)])
    assert "leave out --src, --tags and --unit" in str(refused.exception)


@pytest.mark.engine
def test_the_command_explains_words_of_sentences(marian_folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("discotag_lang_fr")
    import typer
    from typer.testing import CliRunner

    from discotag_cxmi.attribution.command import attribute

    (tmp_path / "src").write_text("The lamp fell. It is old.\n", "utf-8")
    (tmp_path / "tgt").write_text("La lampe est tombée. Elle est vieille.\n", "utf-8")
    app = typer.Typer()
    app.command()(attribute)
    words = ["-m", marian_folder, "--device", "cpu", "--target-context", 1, "--least", -1000]
    words += ["--src", tmp_path / "src", "--tgt", tmp_path / "tgt", "-s", "en", "-t", "fr"]
    words += ["--unit", "sentence", "-o", tmp_path / "out", "--html", tmp_path / "p.html"]
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exception is None, result.exception
    assert "units are sentences (2 units of 2 sentences)" in result.stderr
    assert "all:2, line 1:22 Elle" in result.stdout
    assert "segment 2, line 1:22: <bdi>Elle" in (tmp_path / "p.html").read_text("utf-8")
    lines = (tmp_path / "out/attribution.jsonl").read_text("utf-8").splitlines()
    assert {str(json.loads(line)["places"]) for line in lines} <= {"[[0, 1, 1]]", "[[0, 1, 22]]"}
    figures = json.loads((tmp_path / "out/attribution.json").read_text("utf-8"))
    assert figures["segmentation"]["unit"] == "sentence"
