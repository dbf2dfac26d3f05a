"""The cache of layers: engines are asked only for what they were not asked before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.discovery import PluginRecord, Status
from discotag.core.document import Alignment, Cluster, Mention, Resolution, Side
from discotag.core.tokens import Tokens
from discotag.files.cache import Store
from discotag.files.layers import (
    pack_links,
    pack_resolution,
    pack_tokens,
    unpack_links,
    unpack_resolution,
    unpack_tokens,
)
from discotag.pipeline import layers
from discotag.pipeline.config import RunConfig
from discotag.pipeline.layers import LayerCache, identity_of
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

FULL = Tokens(
    "Né \ud83d du", ("Né", "\ud83d", "de", "le"), (0, 3, 5, 5), (2, 4, 7, 7),
    lemmas=("naître", "\ud83d", "de", "le"), upos=("VERB", "X", "ADP", "DET"),
    xpos=("v", "x", "a", "d"), feats=({"Tense": "Past", "VerbForm": "Part"}, {}, {}, {}),
    heads=(-1, 0, 0, 0), deprels=("root", "dep", "case", "det"),
)  # fmt: skip
CONFIG = RunConfig(source_language="en", target_language="xx", scorers=())
BARE = Tokens("a b", ("a", "b"), (0, 2), (1, 3))
CLUSTERS = (
    Cluster((Mention(0, 0, 2, 1, "name"), Mention(3, 0, 1, 0, "pronoun")), (1.0, 0.25)),
    Cluster((Mention(0, 3, 4, 3), Mention(1, 0, 1, 0))),
)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "cache.sqlite") as opened:
        yield opened


@pytest.mark.parametrize("tokens", [FULL, BARE, Tokens("", (), (), ())])
def test_tokens_come_back_as_they_were(tokens):
    assert unpack_tokens(pack_tokens(tokens)) == tokens


def test_links_and_clusters_come_back_as_they_were():
    for links in (Alignment(), Alignment(((0, 1), (2, 0))), Alignment(((0, 1),), (0.5,))):
        assert unpack_links(pack_links(links)) == links
    found = Resolution(CLUSTERS, CLUSTERS[:1])
    assert unpack_resolution(pack_resolution(found)) == found
    assert unpack_resolution(pack_resolution(Resolution(()))) == Resolution(())


@pytest.mark.parametrize(
    "data", [b"", b"[1", b"[]", b'["t",null,["a"],[0],[1]]', b"7", b"[" * 20_000]
)
def test_other_bytes_are_no_tokens(data):
    with pytest.raises((ValueError, TypeError)):
        unpack_tokens(data)


class Counting:
    """An analyzer that remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, segments):
        self.asked.append(list(segments))
        return [Tokens(text, (text,), (0,), (len(text),)) for text in segments]


def test_only_new_segments_are_analysed_and_equal_ones_once(store):
    work, cache = Counting(), LayerCache(store)
    first = cache.tokens("engine", ["a", "b", "a"], work)
    second = cache.tokens("engine", ["b", "c"], work)
    assert [tokens.text for tokens in (*first, *second)] == ["a", "b", "a", "b", "c"]
    assert work.asked == [["a", "b"], ["c"]]
    assert (cache.hits, cache.misses) == (1, 3)


def test_without_a_store_recent_segments_are_analysed_once(monkeypatch):
    work, cache = Counting(), LayerCache(None)
    cache.tokens("engine", ["a", "b", "a"], work)
    found = cache.tokens("engine", ["b", "c"], work)
    assert [tokens.text for tokens in found] == ["b", "c"]
    assert work.asked == [["a", "b"], ["c"]]
    monkeypatch.setattr(layers, "RECENT", 2)
    cache.tokens("engine", ["a"], work)
    assert work.asked[2:] == [["a"]]
    cache.tokens(None, ["a"], work)
    assert work.asked[3:] == [["a"]]


def test_another_engine_or_none_known_is_asked_again(store):
    work, cache = Counting(), LayerCache(store)
    for maker in ("engine", "another", None, None):
        cache.tokens(maker, ["a"], work)
    assert work.asked == [["a"]] * 4


def test_a_value_that_cannot_be_read_is_made_again(store):
    work, cache = Counting(), LayerCache(store)
    cache.tokens("engine", ["a"], work)
    (key,) = [key for (key,) in store._file.execute("SELECT key FROM entries")]
    store.put({key: b'["not", "tokens"]'}, now=1.0)
    assert [tokens.text for tokens in cache.tokens("engine", ["a"], work)] == ["a"]
    assert len(work.asked) == 2
    cache.tokens("engine", ["a"], work)
    assert len(work.asked) == 2


def test_clusters_belong_to_a_document(store):
    asked = []

    def resolve(sides):
        asked.append([side.document for side in sides])
        return [Resolution(CLUSTERS) for _ in sides]

    cache = LayerCache(store)
    sides = [Side("en", ("a", "b", "c", "d"), document=name) for name in ("x", "y")]
    assert cache.resolutions("engine", sides, resolve) == [
        Resolution(CLUSTERS),
        Resolution(CLUSTERS),
    ]
    other = replace(sides[0], segments=("a", "b", "c", "e"))
    cache.resolutions("engine", [*sides, other], resolve)
    assert asked == [["x", "y"], ["x"]]


def test_a_second_run_asks_no_engine(world, make_text, created, store):
    registry = world("Shouting")
    planned = plan(CONFIG, registry)
    texts = [make_text("d", "I AM", "you ARE"), make_text("e", "I AM")]
    first = list(Stages(planned, registry, store=store).tag(texts))
    created.clear()
    second = list(Stages(planned, registry, store=store).tag(texts))
    assert second == first
    analyzers = [item for name, side, item in created if hasattr(item, "calls")]
    assert analyzers
    assert all(item.calls == [] for item in analyzers)


def identity(*facts, acting="digest"):
    return identity_of(*facts, acting=acting)


def test_an_identity_holds_whatever_decides_a_result(world):
    registry = world("Shouting")
    planned = plan(CONFIG, registry)
    choice = planned.analyzers["source"]
    base = identity(choice, "digest")
    owner = PluginRecord("p", "elsewhere", "2.0", Status.LOADED)
    others = [
        identity(replace(choice, options={"a": 1}), "digest"),
        identity(replace(choice, argument="model"), "digest"),
        identity(replace(choice, owner=owner), "digest"),
        identity(replace(choice, side="target"), "digest"),
        identity(replace(choice, info=choice.info.model_copy(update={"version": 9})), "digest"),
        identity(choice, None),
        identity(choice, "digest", "what stands below"),
        identity(choice, "digest", acting="another"),
    ]
    assert len({base, *others}) == len(others) + 1
    assert None not in others


def test_what_does_not_follow_from_the_text_has_no_identity(world):
    registry = world("Shouting")
    choice = plan(CONFIG, registry).analyzers["source"]
    in_order = choice.info.model_copy(update={"is_sequential": True})
    assert identity(replace(choice, info=in_order), "digest") is None
    assert identity(replace(choice, argument="file"), None) is None
    assert identity(choice, "digest", None) is None
