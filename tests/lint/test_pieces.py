"""Long documents in pieces: the same findings, and only what a change may affect is looked at."""

from __future__ import annotations

import random
import sqlite3
import sys
from types import ModuleType

import pytest

from discotag.core.document import ParallelText
from discotag.core.tags import TokenRef
from discotag.files.cache import open_cache
from discotag.pipeline.config import RunConfig
from discotag_lint import pieces as module
from discotag_lint.check import CheckInfo, CodeInfo, Finding, Fix
from discotag_lint.locations import Files
from discotag_lint.pieces import LEAST, LONG, MOST, pieces
from discotag_lint.planning import plan_checks
from discotag_lint.run import lint

SIZE = 3 * LONG
MODULE = "fake_piece_checks"
SEEN: list[int] = []


class Near:
    """Finds a loud word whose neighbours' segments have one, too."""

    create = classmethod(lambda cls, context: cls())

    def check(self, tagged):
        SEEN.append(len(tagged.document))
        loud = {}
        for mark in tagged.marks:
            loud.setdefault(mark.segment, mark.token)
        for segment, token in loud.items():
            if segment - 2 in loud:
                before = TokenRef("target", segment - 2, loud[segment - 2])
                place = TokenRef("target", segment, token)
                yield Finding("XX201", "twice loud", place, (before,), fix=Fix(0, 1, "x"))


class Whole:
    """Finds the loudest of the text's last words."""

    create = classmethod(lambda cls, context: cls())

    def check(self, tagged):
        SEEN.append(-len(tagged.document))
        if len(tagged.marks) > 1:
            first, *_, last = sorted(tagged.marks, key=lambda mark: (mark.segment, mark.token))
            others = (TokenRef("target", first.segment, first.token),)
            told = f"{len(tagged.marks)} loud words"
            yield Finding("XX101", told, TokenRef("target", last.segment, last.token), others)


def info(kind, code, reach):
    return CheckInfo(
        name=kind.lower(), summary="s", factory=f"{MODULE}:{kind}", phenomena={"shouting"},
        reach=reach, codes={code: CodeInfo(name="n", summary="S.", advice="A.")},
    )  # fmt: skip


def text(count=SIZE, seed=1):
    draw = random.Random(seed)
    rows = [f"word{number} is {draw.choice(['LOUD', 'low'])}" for number in range(count)]
    source = tuple(f"src {row.lower()}" for row in rows)
    lines = tuple(range(1, count + 1))
    return ParallelText("d", source, {"target": tuple(rows)}, {}, lines, comments=("",) * count)


@pytest.fixture
def check(world, monkeypatch):
    fake = ModuleType(MODULE)
    fake.Near, fake.Whole = Near, Whole
    monkeypatch.setitem(sys.modules, MODULE, fake)
    SEEN.clear()

    def run(document, store=None, reach=2):
        registry = world(checks=[info("Near", "XX201", reach), info("Whole", "XX101", None)])
        config = RunConfig(source_language="en", target_language="xx", scorers=())
        SEEN.clear()
        planned = plan_checks(config, registry)
        return lint(planned, registry, [document], Files("a", "b"), store=store)

    return run


def test_pieces_cover_a_document_and_an_insertion_moves_few_borders():
    source = text().source
    found = list(pieces(source, 30))
    assert [piece.first for piece in found[1:]] == [piece.last for piece in found[:-1]]
    assert (found[0].first, found[-1].last) == (0, SIZE)
    assert all(LEAST <= piece.last - piece.first <= MOST for piece in found[:-1])
    assert all(piece.first - piece.begin == min(30, piece.first) for piece in found)
    texts = {source[piece.begin : piece.end] for piece in found}
    changed = ("new", *source)
    again = {changed[piece.begin : piece.end] for piece in pieces(changed, 30)}
    assert len(again - texts) <= 3


def test_pieces_give_what_the_whole_gives(check, monkeypatch):
    in_pieces = check(text())
    assert len(SEEN) > 3
    monkeypatch.setattr(module, "LONG", 10**9)
    whole = check(text())
    assert SEEN == [SIZE, -SIZE]
    assert in_pieces.findings == whole.findings
    assert len(whole.findings) > 100
    assert in_pieces.findings[0].fix == Fix(0, 1, "x")
    assert in_pieces.segments == SIZE


def test_after_a_change_only_its_pieces_are_looked_at(check, tmp_path):
    first, *rest = text().references["target"]
    changed = ParallelText("d", text().source, {"target": (first.swapcase(), *rest)}, {},
                           text().lines)  # fmt: skip
    wanted = check(changed).findings
    with open_cache(tmp_path / "c") as store:
        cold = check(text(), store)
        count = len(SEEN)
        assert check(text(), store).findings == cold.findings
        assert SEEN == []
        assert check(changed, store).findings == wanted
        assert len(SEEN) == 2 < count
        check(changed, store, reach=module.MARGIN + 1)
        assert len(SEEN) == count


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"[]",
        b'[[], "x"]',
        b"[[], [[], []], 1]",
        b"[[[1]], [[]]]",
        b'[[], [[["XX201", "t", ["other", 0, 0, 1], [], null, null, []]]]]',
    ],
)
def test_what_is_no_value_of_ours_is_made_again(check, tmp_path, value):
    with open_cache(tmp_path / "c") as store:
        wanted = check(text(), store).findings
        with sqlite3.connect(tmp_path / "c") as file:
            keys = [key for (key,) in file.execute("SELECT key FROM entries")]
        store.put(dict.fromkeys(keys, value), now=1.0)
        assert check(text(), store).findings == wanted
        assert SEEN
