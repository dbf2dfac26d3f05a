"""Loads a model: a folder, or what was fetched from the hub before; in one process or several."""

from __future__ import annotations

import signal
import warnings
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import ComponentError, DiscotagError, PluginError, UsageError
from discotag_cxmi.examples import SEPARATOR, ContextFormat, read_format
from discotag_cxmi.scoring.batching import OWNER
from discotag_cxmi.scoring.concatenation import Concatenation
from discotag_cxmi.scoring.prompts import SOURCE, ChatPrompts, Prompts
from discotag_cxmi.scoring.scorer import OWN, ModelOptions
from discotag_torch import first_line, model_digest, quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from numpy.typing import NDArray

    from discotag_cxmi.scoring.local import DecoderOnly, EncoderDecoder
    from discotag_cxmi.scoring.prompts import PromptRows

    Values = Sequence[NDArray[Any]]
    Load = Callable[[str, ModelOptions], Any]


SETTINGS = ("*.json", "*.txt", "*.model", "*.spm")


def find(name: str) -> Path:
    """Find a model's folder without asking the network; PluginError says how to get it."""
    path = Path(name).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise PluginError(f"{name}: holds no config.json; name the folder of a saved model")
        return path
    if path.exists() or name.startswith(("/", ".", "~")) or name.count("/") > 1:
        state = "is no folder" if path.exists() else "does not exist"
        raise PluginError(f"{name}: {state}; name the folder of a saved model")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (OSError, ValueError) as error:
        raise PluginError(
            f"there is no folder {name!r} here, and no model of that name was fetched from the hub;"
            f" fetch it with: hf download {name}"
        ) from error


def digest(folder: Path) -> str:
    """Return the digest of a model's settings, vocabulary and weights."""
    return model_digest(folder, SETTINGS)


def load_weights(folder: Path, config: Any, options: ModelOptions, *, name: str) -> Any:
    """Load a model's weights for evaluation.

    Args:
        folder: where they are.
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
    """Return Transformers' options of placement, and the device to move to afterwards."""
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


@dataclass(frozen=True, slots=True)
class Prepared:
    """All of a model but its weights.

    Args:
        name: as it was given.
        folder: where it is.
        config: its settings.
        tokenizer: its own, languages set.
        format: how it takes context.
        rows: builds its rows.
    """

    name: str
    folder: Path
    config: Any
    tokenizer: Any
    format: ContextFormat
    rows: Concatenation | PromptRows


def prepare(name: str, options: ModelOptions) -> Prepared:
    """Load tokenizer and settings of a model, which say how examples become rows.

    Raises:
        PluginError: there is no such model, or it cannot be used; says why.
        UsageError: an option does not fit the model.
        InputError: its `context.json` is faulty.
    """
    folder = find(name)
    given = read_format(folder)
    from transformers import AutoConfig

    if given is not None and given.kind == "multi-encoder":
        import_module("discotag_cxmi.scoring.multi_encoder")  # makes its kind known to Transformers
    with quiet():
        try:
            config = AutoConfig.from_pretrained(
                folder, local_files_only=True, trust_remote_code=False
            )
            tokenizer = _tokenizer(folder)
        except Exception as error:
            raise _unloadable(name, error) from error
        shape = _format(given, options, has_encoder=_has_encoder(config))
        set_languages(tokenizer, options)
    kind = {"prompt": Prompts, "chat": ChatPrompts}.get(shape.kind, Concatenation)
    return Prepared(name, folder, config, tokenizer, shape, kind(tokenizer, config, shape, options))


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
    options = _threaded(options or ModelOptions())
    ready = prepare(name, options)
    from discotag_cxmi.scoring.local import DecoderOnly, EncoderDecoder

    try:
        model = load_weights(ready.folder, ready.config, options, name=name)
    except DiscotagError:
        raise
    except Exception as error:
        raise _unloadable(name, error) from error
    of_model = digest(ready.folder)
    of_adapter = "" if options.adapter is None else f"+{digest(Path(options.adapter))}"
    kind: Any = EncoderDecoder if isinstance(ready.rows, Concatenation) else DecoderOnly
    loaded: EncoderDecoder | DecoderOnly = kind(
        model,
        ready.tokenizer,
        ready.rows,
        ready.format,
        options,
        name=name,
        digest=of_model + of_adapter,
    )
    if options.processes > 1:
        loaded.share_with(Copies(load_model, name, options, options.processes - 1))
    return loaded


def _threaded(options: ModelOptions) -> ModelOptions:
    """Return options that split the threads between several processes."""
    if options.processes == 1 or options.threads is not None:
        return options
    import torch

    share = max(torch.get_num_threads() // options.processes, 1)
    return options.model_copy(update={"threads": share})


def _has_encoder(config: Any) -> bool:
    return bool(getattr(config, "is_encoder_decoder", False))


CHAT = ("chat_template", "system", "chat_params")
PROMPT = ("template", "turn", "end")


def _format(
    given: ContextFormat | None, options: ModelOptions, *, has_encoder: bool
) -> ContextFormat:
    """Decide how the model takes context: options go before `context.json`."""
    usual = ContextFormat(
        kind="concatenation" if has_encoder else "prompt", separator=options.separator or SEPARATOR
    )
    settled = given or usual
    if (settled.kind in {"prompt", "chat"}) is has_encoder:
        what = "an encoder–decoder" if has_encoder else "a decoder-only model"
        raise UsageError(
            f"its context.json says {settled.kind}, but the model is {what}; correct the kind there"
        )
    wished = {
        field: value
        for field in ("separator", *PROMPT, *CHAT)
        if (value := getattr(options, field)) not in (None, {})
    }
    for field in wished:
        if (field == "separator") is not has_encoder:
            kind = "encoder–decoder" if not has_encoder else "decoder-only"
            option = field.replace("_", "-").removesuffix("s")
            raise UsageError(f"--{option} is for {kind} models; leave it out for this one")
    return _chat(settled, wished)


def _chat(settled: ContextFormat, wished: dict[str, Any]) -> ContextFormat:
    """Add wishes; a chat template makes a chat of a prompt."""
    if "chat_template" in wished:
        was_prompt = settled.kind == "prompt" and "template" not in settled.model_fields_set
        wished |= {"kind": "chat", **({"template": SOURCE} if was_prompt else {}), **wished}
        if wished["chat_template"] == OWN:
            wished["chat_template"] = None
    elif settled.kind == "chat":
        if "template" not in settled.model_fields_set:
            wished = {"template": SOURCE, **wished}
    elif any(field in wished for field in CHAT):
        field = next(field for field in CHAT if field in wished)
        option = field.replace("_", "-").removesuffix("s")
        raise UsageError(f"--{option} is for chats; add --chat-template own, or a file")
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


class Copies:
    """Further processes that hold the same model.

    Args:
        load: loads a model by its name, in each of them.
        name: of the model, as it was given.
        options: how it is run here.
        count: how many.
    """

    def __init__(self, load: Load, name: str, options: ModelOptions, count: int) -> None:
        self._name = name
        self._pipes: list[Connection] = []
        context = get_context("spawn")
        for number in range(1, count + 1):
            here, there = context.Pipe()
            given = (there, load, name, options, number)
            context.Process(target=_work, args=given, daemon=True).start()
            there.close()  # else its end would not be reported
            self._pipes.append(here)

    def values(self, rows: Sequence[Any], own: Callable[[Sequence[Any]], Values]) -> Values:
        """Return the values of rows, in order; `own` computes the share of this process.

        Raises:
            ComponentError: a process has died.
            Exception: whatever the model raised there.
        """
        shares = list(_shares(rows, len(self._pipes) + 1))
        asked = list(zip(self._pipes, shares[1:], strict=False))
        for pipe, share in asked:
            self._at(pipe.send, share)
        found = list(own(shares[0]))
        for pipe, _ in asked:
            answer = self._at(pipe.recv)
            if isinstance(answer, Exception):
                raise answer
            found += answer
        return found

    def _at(self, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return work(*given)
        except (EOFError, OSError) as error:
            raise ComponentError(
                OWNER,
                f"model {self._name}",
                "one of its --processes has died, perhaps for want of memory; take fewer",
            ) from error


def _shares(rows: Sequence[Any], count: int) -> Iterator[Sequence[Any]]:
    """Cut rows into at most so many parts of equal length; neighbours share much, and stay."""
    size = max(-(-len(rows) // count), 1)
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def _work(pipe: Connection, load: Load, name: str, options: ModelOptions, number: int) -> None:
    """Compute what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        here = {"processes": 1, "device": _device(options.device, number)}
        model = load(name, options.model_copy(update=here))
    except Exception as error:  # reported when the first values are requested
        pipe.send(error)
        return
    while True:
        try:
            rows = pipe.recv()
        except EOFError:
            return
        try:
            answer: Any = model._values(rows)
        except Exception as error:  # raised again where it was asked for
            answer = error
        pipe.send(answer)


def _device(asked: str, number: int) -> str:
    """Return the device of a copy: the GPUs in turn, unless one is named."""
    import torch

    count = torch.cuda.device_count()
    if asked in {"auto", "cuda"} and count:
        return f"cuda:{number % count}"
    return asked
