"""Models that cannot be used, and examples that cannot be scored, are refused with a reason."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import ComponentError, DiscotagError, InputError, PluginError, UsageError
from discotag_cxmi.examples import ContextFormat, Example, write_format
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

PLAIN = Example("talk", 0, "The cat sleeps.", "Le chat dort.")
WITH = Example("talk", 4, "It is old.", "Il est vieux.", ("The cat sleeps.",), ("Le chat dort.",))


def loaded(folder: Path, **options: Any) -> Any:
    from discotag_cxmi.scoring.loading import load_model

    return load_model(str(folder), ModelOptions(**{"device": "cpu", **options}))


@pytest.fixture
def copy(marian_folder: Path, tmp_path: Path) -> Path:
    """A Marian model's folder, to be spoilt."""
    return shutil.copytree(marian_folder, tmp_path / "model")


def set_tokenizer(folder: Path, **settings: Any) -> None:
    path = folder / "tokenizer_config.json"
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, **settings}))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("/no/such/folder", "does not exist; name the folder of a saved model"),
        ("./nothing", "does not exist"),
        ("nobody/nothing-of-that-name", "hf download nobody/nothing-of-that-name"),
    ],
)
def test_a_model_that_is_not_there_is_named_with_the_cure(name: str, told: str) -> None:
    from discotag_cxmi.scoring.loading import load_model

    with pytest.raises(PluginError, match=told):
        load_model(name)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"holds no config\.json"):
        loaded(tmp_path)


def test_weights_of_another_architecture_are_refused(copy: Path) -> None:
    config = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps({**config, "encoder_layers": 3}))
    with pytest.raises(PluginError, match="another architecture"):
        loaded(copy)


def test_broken_weights_are_refused(copy: Path) -> None:
    (copy / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(PluginError, match="cannot be loaded by Transformers"):
        loaded(copy)


@pytest.mark.parametrize(
    ("token", "told"),
    [("pad_token", "has not a pad token; name one as pad_token"), ("eos_token", "end-of-sentence")],
)
def test_a_tokenizer_without_a_needed_token_is_refused(copy: Path, token: str, told: str) -> None:
    set_tokenizer(copy, **{token: None})
    with pytest.raises(PluginError, match=told):
        loaded(copy)


def test_a_model_without_the_separator_scores_lines_but_no_context(copy: Path) -> None:
    model = loaded(copy, separator="<none>")
    assert len(list(model.score([PLAIN]))) == 1
    with pytest.raises(UsageError, match=r"'<none>' is no token .* choose one .* --separator"):
        list(model.score([WITH]))


def test_the_separator_can_be_chosen(marian_folder: Path) -> None:
    [usual] = loaded(marian_folder).score([WITH])
    [other] = loaded(marian_folder, separator="</s>").score([WITH])
    assert usual.total != other.total


def test_the_format_beside_the_weights_is_taken(copy: Path) -> None:
    write_format(copy, ContextFormat(separator="<mask>"))
    [told] = loaded(copy).score([WITH])
    [chosen] = loaded(copy, separator="<mask>").score([WITH])
    [usual] = loaded(copy, separator="<brk>").score([WITH])
    assert told == chosen
    assert told != usual


def test_a_format_of_another_kind_is_refused(copy: Path) -> None:
    write_format(copy, ContextFormat(kind="prompt"))
    with pytest.raises(UsageError, match=r"says prompt, but the model is an encoder–decoder"):
        loaded(copy)


@pytest.mark.parametrize(
    ("kind", "options", "told"),
    [
        ("marian", {"template": "{context}{source}"}, "--template is for decoder-only"),
        ("marian", {"end": "x"}, "--end is for decoder-only"),
        ("llama", {"separator": "</s>"}, "--separator is for encoder–decoder"),
        ("llama", {"template": "{source}"}, r"must hold \{context\} once"),
        ("llama", {"turn": "nothing"}, r"must hold \{source\} or \{target\}"),
        ("marian", {"device": "cuda:99"}, "device 'cuda:99' cannot be used here"),
    ],
)
def test_options_that_do_not_fit_the_model_are_refused(
    kind: str, options: dict[str, Any], told: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    with pytest.raises(UsageError, match=told):
        loaded(folder, **options)


def test_a_turn_with_both_sides_needs_as_many_lines_of_each(llama_folder: Path) -> None:
    example = Example("talk", 4, "It is old.", "Il est vieux.", ("The cat.",), ())
    with pytest.raises(UsageError, match="1 source and 0 target lines"):
        list(loaded(llama_folder).score([example]))


def test_a_turn_may_hold_one_side_alone(llama_folder: Path) -> None:
    example = Example("talk", 4, "It is old.", "Il est vieux.", (), ("Le chat.",))
    model = loaded(llama_folder, turn="{target}\n", template="Before: {context}Now: {source} => ")
    [scores] = model.score([example])
    spelt = model.tokenizer.decode(model.rows.row(example).ids)
    assert spelt == "<s>Before: Le chat.\nNow: It is old. => Il est vieux."
    assert scores.total < 0


def test_the_end_of_a_target_may_be_a_text(llama_folder: Path) -> None:
    [by_token] = loaded(llama_folder).score([PLAIN])
    [by_text] = loaded(llama_folder, end=".\n\n").score([PLAIN])
    assert by_text.logprobs == pytest.approx(by_token.logprobs, abs=1e-5)
    assert by_text.eos < by_token.eos


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_a_long_example_is_refused_by_name_and_never_cut(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    lines = ("Il est vieux et il ronfle.",) * 60
    example = Example("talk", 4, "It is old.", "Il est vieux.", lines, lines)
    with pytest.raises(InputError, match=r"document 'talk', segment 5: .* --when-long shorten"):
        list(loaded(folder).score([PLAIN, example]))


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_a_long_example_loses_the_lines_farthest_away_where_that_is_asked_for(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    lines = ("Il est vieux et il ronfle.",) * 59 + ("Le chat dort.",)
    example = Example("talk", 4, "It is old.", "Il est vieux.", lines, lines)
    model = loaded(folder, when_long="shorten")
    [scores] = model.score([example])
    assert model.shortened == 1
    fewer = list(model.score([example.within(count, count) for count in range(30)]))
    same = [one.total == pytest.approx(scores.total, abs=1e-5) for one in fewer]
    count = same.index(True)
    assert count > 2
    assert sum(same) == 30 - count


def builder(folder: Path, when_long: Any, kind: Any = "concatenation") -> Any:
    """Build rows of at most 200 subwords a side."""
    from transformers import AutoConfig, AutoTokenizer

    from discotag_cxmi.scoring.concatenation import Concatenation

    tokenizer = AutoTokenizer.from_pretrained(folder, model_max_length=10**9)
    options = ModelOptions(when_long=when_long)
    config = AutoConfig.from_pretrained(folder)
    return Concatenation(tokenizer, config, ContextFormat(kind=kind), options)


LINES = tuple(f"Il est vieux {number}." for number in range(60))


@pytest.mark.parametrize(("sources", "targets"), [(60, 60), (60, 0), (0, 60), (3, 60), (60, 3)])
def test_no_more_lines_are_left_out_than_need_be(
    sources: int, targets: int, marian_folder: Path
) -> None:
    example = Example("d", 9, "It is old.", "Il dort.", LINES[:sources], LINES[:targets])
    row = builder(marian_folder, "shorten").row(example)
    refusing = builder(marian_folder, "refuse")
    kept = [side.count(refusing.separator) for side in (row.encoder, row.prefix)]
    assert refusing.row(example.within(*kept)) == row
    for place, given in enumerate((sources, targets)):
        if kept[place] < given:
            more = [count + (place == side) for side, count in enumerate(kept)]
            with pytest.raises(InputError, match="the model takes 200"):
                refusing.row(example.within(*more))


def test_a_multi_encoder_has_as_much_context_as_fits_its_encoder(marian_folder: Path) -> None:
    example = Example("d", 9, "It is old.", "Il dort.", LINES[:50], LINES[50:])
    rows = builder(marian_folder, "shorten", "multi-encoder")
    row = rows.row(example)
    last = len(row.encoder) - row.encoder[::-1].index(rows.separator)
    assert 180 < last <= 200
    assert rows.shortened == 1
    with pytest.raises(InputError, match="its source with 60 context lines has"):
        builder(marian_folder, "refuse", "multi-encoder").row(example)


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_a_segment_that_is_too_long_alone_is_refused_either_way(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    example = Example("talk", 4, "It is old.", "Il est vieux. " * 60)
    with pytest.raises(InputError, match=r"split the segment, .* never cut"):
        list(loaded(folder, when_long="shorten").score([example]))


@pytest.mark.parametrize("kind", ["marian", "llama"])
@pytest.mark.parametrize("field", ["source", "target", "source_context", "target_context"])
def test_a_line_that_holds_a_special_token_is_refused(
    kind: str, field: str, marian_folder: Path, llama_folder: Path
) -> None:
    folder = marian_folder if kind == "marian" else llama_folder
    line = "Le chat </s> dort."
    given = {field: (line,) if field.endswith("context") else line}
    others = {"source_context": ("The cat.",), "target_context": ("Le chat.",)}
    example = Example(
        **{"document": "talk", "segment": 4, "source": "a", "target": "b", **others, **given}
    )
    place = "segment 4 \\(context of 5\\)" if field.endswith("context") else "segment 5"
    told = rf"document 'talk', {place}: .* holds '</s>', a special"
    with pytest.raises(InputError, match=told):
        list(loaded(folder).score([example]))


def test_a_tokenizer_that_changes_letters_is_refused(copy: Path) -> None:
    data = json.loads((copy / "tokenizer.json").read_text())
    data["normalizer"] = {"type": "Lowercase"}
    (copy / "tokenizer.json").write_text(json.dumps(data))
    with pytest.raises(
        InputError, match=r"segment 1: the source: .*'Thecatsleeps' becomes 'thecat"
    ):
        list(loaded(copy).score([PLAIN]))


def test_a_tokenizer_that_loses_letters_is_refused(copy: Path) -> None:
    data = json.loads((copy / "tokenizer.json").read_text())
    data["pre_tokenizer"] = {
        "type": "Sequence",
        "pretokenizers": [
            {
                "type": "Split",
                "pattern": {"String": "z"},
                "behavior": "Removed",
                "invert": False,
            },
            data["pre_tokenizer"],
        ],
    }
    (copy / "tokenizer.json").write_text(json.dumps(data))
    model = loaded(copy)
    assert len(list(model.score([PLAIN]))) == 1
    with pytest.raises(InputError, match=r"the target: .*'z' \(character 4\) is lost"):
        list(model.score([Example("talk", 0, "a", "le zoo")]))


def test_subwords_beyond_the_model_are_refused(copy: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(copy)
    tokenizer.add_tokens(["vieux"])
    tokenizer.save_pretrained(copy)
    with pytest.raises(PluginError, match="resize_token_embeddings"):
        list(loaded(copy).score([WITH]))


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_values_that_are_no_numbers_are_refused(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    import torch

    model = loaded(marian_folder if kind == "marian" else llama_folder)
    rare = model.rows.row(WITH).target.ids[0]
    with torch.no_grad():
        weights = model.model.get_output_embeddings().weight
        model.model.get_output_embeddings().weight = torch.nn.Parameter(weights.clone())
        model.model.get_output_embeddings().weight[rare] = float("nan")
    with pytest.raises(ComponentError, match=r"on document 'talk': segment \d: .* no number"):
        list(model.score([WITH]))


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_whatever_a_model_raises_is_told_with_the_documents(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    def broken(**inputs: Any) -> None:
        raise RuntimeError("shapes differ\nand more")

    model = loaded(marian_folder if kind == "marian" else llama_folder)
    model.model.forward = broken
    told = r"model .* failed: RuntimeError: shapes differ \(while it scored the documents 'talk'\)$"
    with pytest.raises(ComponentError, match=told):
        list(model.score([PLAIN, WITH]))


def test_the_source_may_stand_before_the_context(llama_folder: Path) -> None:
    model = loaded(llama_folder, template="Of {source}\n{context}make: ")
    assert model.tokenizer.decode(model.rows.row(WITH).ids) == (
        "<s>Of It is old.\nThe cat sleeps. => Le chat dort.\nmake: Il est vieux."
    )


def test_a_template_that_ends_with_the_context_is_refused(llama_folder: Path) -> None:
    with pytest.raises(UsageError, match="would follow another line's, not its source"):
        loaded(llama_folder, template="Of {source}: {context} ")


def test_special_tokens_of_a_template_are_the_model_s(llama_folder: Path) -> None:
    model = loaded(llama_folder, template="<brk>{context}{source}<brk>")
    ids = model.rows.row(PLAIN).ids
    assert ids.count(model.tokenizer.convert_tokens_to_ids("<brk>")) == 2


def test_errors_are_those_of_discotag(copy: Path) -> None:
    (copy / "context.json").write_text('{"kind": "guess"}')
    with pytest.raises(DiscotagError, match=r"context\.json: is no context format: kind"):
        loaded(copy)


def test_the_digest_follows_the_weights(copy: Path, marian_folder: Path) -> None:
    assert loaded(copy).digest == loaded(marian_folder).digest
    (copy / "README.md").write_text("a card")
    assert loaded(copy).digest == loaded(marian_folder).digest
    write_format(copy, ContextFormat())
    assert loaded(copy).digest != loaded(marian_folder).digest


GIVEN = [Example("d", 1, "It is old.", "Il est vieux.", ("The cat.",), ("Le chat.",))]


@pytest.fixture
def _threads() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def score(folder: Path, **options: Any) -> tuple[float, ...]:
    from discotag_cxmi.scoring.loading import load_model

    model = load_model(str(folder), ModelOptions(**options))
    return next(model.score(GIVEN)).logprobs


@pytest.mark.usefixtures("_threads")
def test_the_number_of_threads_is_set(llama_folder: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model

    model = load_model(str(llama_folder), ModelOptions(device="cpu", threads=2))
    assert torch.get_num_threads() == 2
    assert model.identity["threads"] == 2


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_several_processes_share_the_rows_and_give_the_same_values(
    kind: str, marian_folder: Path, llama_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from discotag_cxmi.scoring.loading import load_model

    folder = str(marian_folder if kind == "marian" else llama_folder)
    words = ("chat", "lampe", "table", "jardin", "vieux")
    given = [Example("d", 0, "It is old.", f"Le {word} dort.") for word in words]
    alone = load_model(folder, ModelOptions(device="cpu"))
    wanted = [scores.total for scores in alone.score(given)]
    shared = load_model(folder, ModelOptions(device="cpu", processes=2))
    assert shared.identity["processes"] == 2
    here: list[int] = []
    usual = type(shared)._values

    def counted(self: Any, rows: Any) -> Any:
        here.append(len(rows))
        return usual(self, rows)

    monkeypatch.setattr(type(shared), "_values", counted)
    for _ in range(2):
        found = [scores.total for scores in shared.score(given)]
        assert found == pytest.approx(wanted, abs=1e-5)
    assert here == [3, 3]


@pytest.mark.usefixtures("_threads")
def test_a_process_that_cannot_compute_is_told(llama_folder: Path) -> None:
    from discotag_cxmi.scoring.loading import Copies, load_model

    nowhere = str(llama_folder.parent / "none")
    broken = Copies(load_model, nowhere, ModelOptions(device="cpu"), 1)
    with pytest.raises(PluginError, match="does not exist"):
        broken.values([1, 2], lambda rows: rows)
    with pytest.raises(ComponentError, match="has died"):
        broken.values([1, 2], lambda rows: rows)


@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_weights_that_are_spread_give_the_same_values(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    pytest.importorskip("accelerate")
    folder = marian_folder if kind == "marian" else llama_folder
    assert score(folder, device_map="cpu") == pytest.approx(score(folder, device="cpu"), abs=1e-6)
    with pytest.raises(UsageError, match="leave out --device"):
        score(folder, device="cpu", device_map="auto")


@pytest.mark.filterwarnings("ignore:.is_gradient_checkpointing. is deprecated:FutureWarning")
def test_an_adapter_is_added_to_the_weights(llama_folder: Path, tmp_path: Path) -> None:
    peft = pytest.importorskip("peft")
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(llama_folder)
    config = peft.LoraConfig(r=2, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    torch.manual_seed(1)
    peft.get_peft_model(model, config).save_pretrained(tmp_path)
    plain = score(llama_folder, device="cpu")
    adapted = score(llama_folder, device="cpu", adapter=str(tmp_path))
    whole = peft.PeftModel.from_pretrained(
        AutoModelForCausalLM.from_pretrained(llama_folder), tmp_path
    ).merge_and_unload()
    whole.save_pretrained(tmp_path / "merged")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (tmp_path / "merged" / name).write_bytes((llama_folder / name).read_bytes())
    assert adapted == pytest.approx(score(tmp_path / "merged", device="cpu"), abs=1e-5)
    assert adapted != pytest.approx(plain, abs=1e-3)


def test_what_is_no_adapter_is_refused(llama_folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("peft")
    with pytest.raises(PluginError, match="is no adapter of this model"):
        score(llama_folder, device="cpu", adapter=str(tmp_path))


@pytest.mark.skipif(find_spec("bitsandbytes") is not None, reason="bitsandbytes is installed")
def test_a_missing_package_is_named(llama_folder: Path) -> None:
    with pytest.raises(PluginError, match="pip install bitsandbytes"):
        score(llama_folder, device="cpu", quantize="4bit")
