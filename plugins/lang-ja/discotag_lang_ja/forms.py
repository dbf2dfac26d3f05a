"""Forms of Japanese words: commands, て-forms, inflections that end sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag.plugin import Token, Tokens

SENTENCE_FORMS = ("終止形", "連体形", "命令形", "意志推量形", "仮定形-融合")
"""Inflections that can end a sentence; 連体形 looks like 終止形, and dictionaries mix them up."""
UNMODIFIED = ("代名詞", "接続詞", "感動詞")
"""What takes no attribute: before it a 連体形 and a comma end a clause (食べた、私は…)."""


def is_command(tokens: Tokens, index: int) -> bool:
    """Return whether a verb and the particle な are a familiar command (食べな, 行きなよ)."""
    token = tokens[index]
    inflection = token.feats.get("Inflection", "").partition(";")[2]
    is_stem = token.xpos.startswith("動詞") and inflection.startswith("連用形-一般")
    if not is_stem or index + 1 >= len(tokens):
        return False
    behind = tokens[index + 1]
    return behind.form == "な" and behind.xpos.startswith("助詞-終助詞")


def opens_clause(tokens: Tokens, index: int) -> bool:
    """Return whether a token takes no attribute, so that a clause begins there."""
    return index < len(tokens) and tokens[index].xpos.startswith(UNMODIFIED)


def is_te(token: Token) -> bool:
    """Return whether a token is the particle of a て-form."""
    return token.form in {"て", "で"} and token.xpos.startswith("助詞-接続助詞")


def is_inflected(token: Token, forms: tuple[str, ...]) -> bool:
    """Return whether a word has one of some inflections; without any, whether it may."""
    inflection = token.feats.get("Inflection", "").partition(";")[2]
    if inflection:
        return inflection.startswith(forms)
    return forms is SENTENCE_FORMS or token.form == token.lemma
