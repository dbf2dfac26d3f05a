"""Loads any translation model of Transformers, encoder–decoder or decoder-only, from a folder."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from discotag.plugin import PluginError, UsageError
from discotag.plugin.models import first_line, quiet, usable_device
from discotag_cxmi.formats import SEPARATOR, ContextFormat, read_format
from discotag_cxmi.scoring import locating
from discotag_cxmi.scoring.options import ModelOptions

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_cxmi.scoring.decoder_only import DecoderOnly
    from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder


def load_model(name: str, options: ModelOptions | None = None) -> EncoderDecoder | DecoderOnly:
    """Load a model to score with; never from the network, never foreign code.

    Args:
        name: a folder, or a name on the hub that was fetched before.
        options: how to run it, and what its `context.json` does not say.

    Raises:
        PluginError: there is no such model, or it cannot be used; says why.
        UsageError: an option does not fit the model, or there is no such device.
        InputError: its `context.json` is faulty.
    """
    options = options or ModelOptions()
    folder = locating.find(name)
    given = read_format(folder)
    import torch
    from transformers import AutoConfig

    place = usable_device(options.device, f"model {name}")
    if given is not None and given.kind == "multi-encoder":
        import_module("discotag_cxmi.multi_encoder.model")  # makes its kind known to Transformers
    with quiet():
        try:
            config = AutoConfig.from_pretrained(
                folder, local_files_only=True, trust_remote_code=False
            )
            tokenizer = _tokenizer(folder)
        except Exception as error:
            raise _unloadable(name, error) from error
        has_encoder = bool(getattr(config, "is_encoder_decoder", False))
        shape = _format(given, options, has_encoder=has_encoder)
        set_languages(tokenizer, options)
        model = _weights(name, folder, config, has_encoder=has_encoder)
    model.to(device=place, dtype=getattr(torch, options.dtype))
    model.eval().requires_grad_(requires_grad=False)
    told = locating.digest(folder)
    if shape.kind == "prompt":
        from discotag_cxmi.scoring.decoder_only import DecoderOnly

        return DecoderOnly(model, tokenizer, shape, options, name=name, digest=told)
    from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder

    return EncoderDecoder(model, tokenizer, shape, options, name=name, digest=told)


def _format(
    given: ContextFormat | None, options: ModelOptions, *, has_encoder: bool
) -> ContextFormat:
    """Decide how the model takes context: options go before `context.json`."""
    usual = ContextFormat(
        kind="concatenation" if has_encoder else "prompt", separator=options.separator or SEPARATOR
    )
    settled = given or usual
    if (settled.kind == "prompt") is has_encoder:
        what = "an encoder–decoder" if has_encoder else "a decoder-only model"
        raise UsageError(
            f"its context.json says {settled.kind}, but the model is {what}; correct the kind there"
        )
    wished = {
        field: value
        for field in ("separator", "template", "turn", "end")
        if (value := getattr(options, field)) is not None
    }
    for field in wished:
        if (field == "separator") is (settled.kind == "prompt"):
            kind = "decoder-only" if settled.kind != "prompt" else "encoder–decoder"
            raise UsageError(f"--{field} is for {kind} models; leave it out for this one")
    return settled.model_copy(update=wished)


def set_languages(tokenizer: Any, options: ModelOptions) -> None:
    """Set the languages of a multilingual tokenizer; UsageError if it has none or they are needed.

    Such tokenizers have `src_lang`; a wrong code would silently be the unknown token.
    """
    codes = (options.source_code, options.target_code)
    if not hasattr(tokenizer, "src_lang"):
        if any(codes):
            raise UsageError(
                "the model's tokenizer has no language codes; leave out --source-lang-code and"
                " --target-lang-code (a text before the source: --source-prefix)"
            )
        return
    if options.source_code is None or options.target_code is None:
        known = _some_codes(tokenizer)
        raise UsageError(
            "the model is multilingual: give --source-lang-code and --target-lang-code, in its own"
            f" spelling{known}"
        )
    for option, code, attribute in (
        ("--source-lang-code", options.source_code, "src_lang"),
        ("--target-lang-code", options.target_code, "tgt_lang"),
    ):
        try:
            setattr(tokenizer, attribute, code)
            key = "text" if attribute == "src_lang" else "text_target"
            ids = tokenizer(**{key: ""})["input_ids"]
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise UsageError(f"{option} {code!r}{_no_code(tokenizer)}") from error
        if tokenizer.unk_token_id in ids or len(ids) < 2:
            raise UsageError(f"{option} {code!r}{_no_code(tokenizer)}")


def _no_code(tokenizer: Any) -> str:
    return f" is no language of the model{_some_codes(tokenizer)}"


def _some_codes(tokenizer: Any) -> str:
    codes = list(getattr(tokenizer, "lang_code_to_token", None) or ())
    if not codes:
        specials = [str(token) for token in tokenizer.all_special_tokens]
        codes = [token for token in specials if not token.startswith("<")]
    return f" ({', '.join(sorted(codes)[:4])} …)" if codes else ""


def _tokenizer(folder: Path) -> Any:
    from transformers import AutoTokenizer

    with warnings.catch_warnings():  # Marian's would like a punctuation normaliser that is not used
        warnings.filterwarnings("ignore", message="Recommended: pip install sacremoses")
        return AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)


def _weights(name: str, folder: Path, config: Any, *, has_encoder: bool) -> Any:
    from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM

    kind: Any = AutoModelForSeq2SeqLM if has_encoder else AutoModelForCausalLM
    try:
        model, report = kind.from_pretrained(
            folder,
            config=config,
            local_files_only=True,
            trust_remote_code=False,
            output_loading_info=True,
        )
    except Exception as error:
        raise _unloadable(name, error) from error
    absent = sorted(report["missing_keys"])
    if absent:
        raise PluginError(
            f"{name}: the weights lack {len(absent)} of the model's parameters ({absent[0]} …):"
            " they belong to another architecture than its config.json says"
        )
    return model


def _unloadable(name: str, error: Exception) -> PluginError:
    import transformers

    hint = (
        "; its tokenizer needs: pip install sentencepiece" if "sentencepiece" in str(error) else ""
    )
    return PluginError(
        f"{name}: cannot be loaded by Transformers {transformers.__version__} as a translation"
        f" model ({first_line(error)}); it takes config.json, the tokenizer's files and"
        f" model.safetensors or pytorch_model.bin{hint}"
    )
