"""Whatever decides a number is in the signature, and changes its short form, too."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from discotag_cxmi.examples import ContextFormat
from discotag_cxmi.measure.choosing import about
from discotag_cxmi.measure.run import Settings
from discotag_cxmi.measure.texts import Sizes, Text
from discotag_cxmi.scoring.scorer import ModelOptions

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
