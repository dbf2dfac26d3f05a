"""Gold word links of two passes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from discotag.plugin import InputError
from discotag_train.command import train_pack
from discotag_train.links import read_pass

if TYPE_CHECKING:
    from pathlib import Path

FIRST = {"id": "1", "source": "the dog barks", "target": "hunden skäller"}


def written(path: Path, **links: list[list[int]]) -> Path:
    path.write_text(json.dumps({**FIRST, **links}, ensure_ascii=False) + "\n", "utf-8")
    return path


def test_what_both_hold_sure_is_sure_and_what_one_holds_is_possible(tmp_path: Path):
    one = written(tmp_path / "a.jsonl", sure=[[1, 0], [2, 1]], possible=[[0, 0]])
    two = written(tmp_path / "b.jsonl", sure=[[1, 0]], possible=[[2, 1], [2, 0]])
    out = tmp_path / "gold"
    command = ["links", str(one), str(two), "--language", "sv", "--out", str(out)]
    done = CliRunner().invoke(train_pack, command)
    assert done.exit_code == 0, done.output
    assert (out / "ensv.src-tgt").read_text("utf-8") == "the dog barks ||| hunden skäller\n"
    assert (out / "ensv.gold").read_text("utf-8") == "1p1 2-1 3p1 3p2\n"
    assert done.output == "1 pairs; F1 of the passes: sure 66.7, all 66.7\n"


def test_a_link_to_no_word_and_another_pair_are_named(tmp_path: Path):
    one = written(tmp_path / "a.jsonl", sure=[[3, 0]])
    with pytest.raises(InputError, match=r"a\.jsonl:1: link 3-0 has no such word"):
        read_pass(one)
    one = written(tmp_path / "a.jsonl", sure=[[1, 0]])
    two = tmp_path / "b.jsonl"
    two.write_text(json.dumps({**FIRST, "target": "katten jamar"}) + "\n", "utf-8")
    command = ["links", str(one), str(two), "--language", "sv", "--out", str(tmp_path)]
    done = CliRunner().invoke(train_pack, command)
    assert isinstance(done.exception, InputError)
    assert "b.jsonl:1: is not the pair of a.jsonl" in str(done.exception)
