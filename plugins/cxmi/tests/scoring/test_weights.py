"""Weights can be loaded in several ways, which change no value, or are told."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import ComponentError, PluginError, UsageError
from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

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
