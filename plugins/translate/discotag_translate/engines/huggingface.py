"""Models of Hugging Face on this machine: encoder–decoders, and instructed language models.

Loading, devices, languages and beam search are those of `discotag cxmi decode`, and so
is the rule that nothing is fetched. What was trained with context is better served there.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, PluginError, UsageError, checked
from discotag_services import CallError, Unit
from discotag_translate.engines.chat import messages, prompts, spoken
from discotag_translate.engines.engine import Answer, Call, ContextKind, Limits, Usage
from discotag_translate.markers import Style, plain_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_translate.engines.engine import Pair, Request

SEQUENCE_LIMITS = Limits(texts=16, characters=1_000)
CHAT_LIMITS = Limits(texts=1, characters=4_000)
"""What does not fit a model is refused before it is asked, and goes in smaller pieces."""
GROWTH, ROOM = 3, 64
"""A language model's answer has at most so many times the text's subwords, and so many more."""


class Params(BaseModel):
    """What `--param` may say.

    Args:
        dtype: type of the weights.
        beams: of the search of an encoder–decoder; language models choose greedily.
        source_prefix: text before each source (`translate English to French:`, `>>fra<<`).
        max_new_tokens: most subwords of a language model's answer; None = by the text's length.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    dtype: Literal["float32", "float16", "bfloat16"] = "float32"
    beams: int = Field(default=5, ge=1)
    source_prefix: str = ""
    max_new_tokens: int | None = Field(default=None, ge=1)


class Model(Protocol):
    """What one kind of model does."""

    limits: Limits
    context: ContextKind

    def answer(self, call: Call) -> Answer:
        """Translate."""
        ...


class HuggingFace:
    """A model of Transformers, by its folder or the name it was fetched under."""

    name = "hf"
    unit: Unit = "nothing"

    def __init__(self, model: Model, place: str, identity: dict[str, Any]) -> None:
        self._model, self.place = model, place
        self.identity = {"engine": self.name, **identity}
        self.limits, self.context = model.limits, model.context

    @classmethod
    def create(cls, request: Request) -> HuggingFace:
        """Load it.

        Raises:
            UsageError: no model is named, or an option does not fit.
            PluginError: packages are missing, or the model cannot be loaded.
        """
        if not request.model:
            raise UsageError("the engine hf needs --model, a folder or the name of a fetched model")
        if request.base_url:
            raise UsageError("the engine hf asks no server; leave out --base-url")
        if find_spec("discotag_cxmi") is None or find_spec("torch") is None:
            raise PluginError("the engine hf needs: pip install 'discotag-translate[hf]'")
        from discotag_cxmi.scoring.loading import load_model
        from discotag_cxmi.scoring.local import EncoderDecoder
        from discotag_cxmi.scoring.scorer import ModelOptions

        params = checked("--param", request.params, Params)
        pair = request.pair
        options = ModelOptions(
            device=request.device,
            dtype=params.dtype,
            source_code=pair.source_code,
            target_code=pair.target_code,
            source_prefix=params.source_prefix,
        )
        loaded = load_model(request.model, options)
        identity: dict[str, Any] = {
            "model": loaded.digest,
            "codes": (pair.source_code, pair.target_code),
            **params.model_dump(),
        }
        if isinstance(loaded, EncoderDecoder):
            return cls(Sequences(loaded, params), request.model, identity)
        identity |= {
            "languages": (pair.source.name, pair.target.name),
            "prompts": prompts(),
        }
        return cls(LanguageModel(loaded, params, pair), request.model, identity)

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers: numbers in brackets."""
        return plain_style(segments)

    def instructions(self, call: Call) -> str:
        """Nothing is paid for."""
        del call
        return ""

    def answer(self, call: Call) -> Answer:
        """Translate."""
        return self._model.answer(call)

    def stop(self) -> None:
        """Nothing is tried again here."""

    def close(self) -> None:
        """Nothing is open."""


class Sequences:
    """An encoder–decoder, with beam search."""

    limits = SEQUENCE_LIMITS
    context: ContextKind = "none"

    def __init__(self, loaded: Any, params: Params) -> None:
        from discotag_cxmi.decoding import Generator

        self._generator = Generator(loaded, beams=params.beams)

    def answer(self, call: Call) -> Answer:
        """Translate; a text that is longer than the model takes is refused, never cut."""
        from discotag_cxmi.examples import Example

        before = self._generator.unfinished
        try:
            lines = self._generator.translate([Example("", 0, text, "") for text in call.texts])
        except InputError as error:
            raise CallError(f"the model does not take it ({error})") from error
        is_cut = self._generator.unfinished > before
        return Answer(texts=tuple(lines), cut="length" if is_cut else None)


class LanguageModel:
    """A decoder-only model that was taught to follow instructions: it has a template of chats."""

    limits = CHAT_LIMITS
    context: ContextKind = "pairs"

    def __init__(self, loaded: Any, params: Params, pair: Pair) -> None:
        from discotag_cxmi.scoring.concatenation import limits

        self._model, self._tokenizer = loaded.model, loaded.tokenizer
        self._params, self._pair = params, pair
        if not self._tokenizer.chat_template:
            raise PluginError(
                f"{loaded.name}: its tokenizer has no template of chats, so it was not taught to"
                " follow instructions; take the instructed model of its family"
            )
        self._limit = limits(self._tokenizer, self._model.config.get_text_config())[1]
        ends = self._model.generation_config.eos_token_id or self._tokenizer.eos_token_id
        self._ends = set(ends if isinstance(ends, list) else [ends])

    def answer(self, call: Call) -> Answer:
        """Translate, choosing the likeliest word each time."""
        import torch

        ids = self._prompt(call)
        length = len(self._tokenizer(call.texts[0], add_special_tokens=False)["input_ids"])
        most = self._params.max_new_tokens or GROWTH * length + ROOM
        if self._limit is not None and len(ids) + most > self._limit:
            raise CallError(
                f"prompt and answer may have {len(ids) + most} subwords, the model takes"
                f" {self._limit}"
            )
        given = torch.tensor([ids], device=self._model.device)
        with torch.inference_mode():
            out = self._model.generate(
                input_ids=given,
                attention_mask=torch.ones_like(given),
                max_new_tokens=most,
                do_sample=False,
                num_beams=1,
                pad_token_id=next(iter(self._ends)),
            )
        made = out[0, len(ids) :].tolist()
        text = self._tokenizer.decode(made, skip_special_tokens=True)
        is_whole = bool(made) and made[-1] in self._ends
        return Answer(
            texts=(spoken(text),),
            cut=None if is_whole else "length",
            usage=Usage(tokens_in=len(ids), tokens_out=len(made)),
        )

    def _prompt(self, call: Call) -> list[int]:
        """Return the ids of the chat; templates without a system's turn get it with the first."""
        from jinja2 import TemplateError

        turns = messages(call, self._pair)
        try:
            return self._ids(turns)
        except TemplateError:
            first = {**turns[1], "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
            return self._ids([first, *turns[2:]])

    def _ids(self, turns: list[dict[str, str]]) -> list[int]:
        found = self._tokenizer.apply_chat_template(
            turns, add_generation_prompt=True, tokenize=True, return_dict=True
        )
        return list(found["input_ids"])
