"""Weights of a model: on one device or several, in 32 to 4 bits, with an adapter or without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import PluginError, UsageError
from discotag_torch import first_line, quiet, usable_device

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_cxmi.scoring.options import ModelOptions


def load_weights(folder: Path, config: Any, options: ModelOptions, *, name: str) -> Any:
    """Load a model's weights for evaluation.

    Args:
        folder: where they lie.
        config: the model's settings.
        options: device, type, quantization, adapter, threads.
        name: for messages.

    Raises:
        PluginError: they are of another architecture, or a package is missing.
        UsageError: there is no such device, or options exclude each other.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM

    if options.threads is not None:
        torch.set_num_threads(options.threads)
    has_encoder = bool(getattr(config, "is_encoder_decoder", False))
    kind: Any = AutoModelForSeq2SeqLM if has_encoder else AutoModelForCausalLM
    placing, place = _placing(options, name)
    with quiet():
        model, report = kind.from_pretrained(
            folder,
            config=config,
            dtype=getattr(torch, options.dtype),
            local_files_only=True,
            trust_remote_code=False,
            output_loading_info=True,
            **placing,
        )
    absent = sorted(report["missing_keys"])
    if absent:
        raise PluginError(
            f"{name}: the weights lack {len(absent)} of the model's parameters ({absent[0]} …):"
            " they belong to another architecture than its config.json says"
        )
    if options.adapter is not None:
        model = _adapted(model, options.adapter, is_merged=options.quantize is None)
    if place is not None:
        model.to(place)
    return model.eval().requires_grad_(requires_grad=False)


def _placing(options: ModelOptions, name: str) -> tuple[dict[str, Any], Any]:
    """Return what Transformers is told of places, and the device to move to afterwards."""
    given: dict[str, Any] = {}
    if options.quantize is not None:
        _needed("bitsandbytes", f"--quantize {options.quantize}")
        import transformers

        build: Any = transformers.BitsAndBytesConfig  # it has no types
        given["quantization_config"] = build(**{f"load_in_{options.quantize}": True})
    if options.device_map is not None:
        if options.device != "auto":
            raise UsageError("--device-map says where the weights go; leave out --device")
        _needed("accelerate", "--device-map")
        return {**given, "device_map": options.device_map}, None
    place = usable_device(options.device, f"model {name}")
    if given:
        return {**given, "device_map": {"": place}}, None
    return given, place


def _adapted(model: Any, adapter: str, *, is_merged: bool) -> Any:
    """Put an adapter on the weights; where they are not quantized, it becomes part of them."""
    _needed("peft", "--adapter")
    from peft import PeftModel

    try:
        found = PeftModel.from_pretrained(model, adapter, local_files_only=True)
    except Exception as error:
        raise PluginError(
            f"{adapter}: is no adapter of this model ({first_line(error)}); name the folder that"
            " holds adapter_config.json"
        ) from error
    return found.merge_and_unload() if is_merged else found


def _needed(package: str, option: str) -> None:
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise PluginError(f"{option} needs {package}; pip install {package}")
