"""Aligners that join others: their parts are planned, created, named and cached as all are."""

from __future__ import annotations

import sys

import pytest

from discotag.core.components import AlignerInfo
from discotag.core.document import Alignment, ParallelText
from discotag.core.errors import ComponentError, PlanError
from discotag.core.requirements import Missing
from discotag.files.cache import Store
from discotag.pipeline.config import ComponentSpec, RunConfig
from discotag.pipeline.doctor import examine
from discotag.pipeline.planning import plan
from discotag.pipeline.signing import sign
from discotag.pipeline.stages import Stages

MODULE = "fake_joiners"
TEXT = ParallelText("d", ("A b", "C"), {"ref": ("A b", "C")}, {})


class Both:
    """Gives the links of both parts."""

    @classmethod
    def create(cls, context):
        made = cls()
        made.context = context
        return made

    def align(self, pairs):
        found = [part.align(pairs) for part in self.context.parts]
        return [Alignment.of({*a.links, *b.links}) for a, b in zip(*found, strict=True)]

    def finish(self):
        FINISHED.append("both")


class Crossed:
    """Links the first word with the last one."""

    packages = ()

    def __init__(self, options):
        self.options = options
        self.digest = f"crossed{options.get('turns', 0)}"

    @classmethod
    def create(cls, context):
        return cls(context.options)

    @classmethod
    def missing(cls, context):
        if context.options.get("turns") == 9:
            yield Missing("nine turns", "turn less")

    @classmethod
    def fetch(cls, context, tell):
        tell("nothing")

    def align(self, pairs):
        ASKED.append(len(pairs))
        return [Alignment.of([(0, len(target) - 1)]) for _, target in pairs]

    def finish(self):
        FINISHED.append("crossed")


class Untold(Crossed):
    """Tells no digest."""

    def __init__(self, options):
        self.options = options


FINISHED: list[str] = []
ASKED: list[int] = []


@pytest.fixture
def registry(world, make_point, monkeypatch):
    monkeypatch.setitem(sys.modules, MODULE, sys.modules[__name__])
    FINISHED.clear()
    ASKED.clear()

    def info(name, kind, **given):
        return AlignerInfo(name=name, summary="s", factory=f"{MODULE}:{kind}", **given)

    aligners = [
        info("both", "Both", joins=True, default_parts="lexicon+crossed", version=3),
        info("bare", "Both", joins=True),
        info("crossed", "Crossed", version=4, install="pip install it"),
        info("untold", "Untold"),
        info("foreign", "Crossed", languages={"yy"}),
        info("lines", "Crossed", is_sequential=True),
        info("parsed", "Crossed", needs={"deps"}),
    ]
    return world("Shouting", make_point("more", aligners=aligners), needs=("alignment?",))


def config(aligner="both", **changes):
    given = {"aligners": {"": ComponentSpec.parse(aligner)}} | changes
    return RunConfig(source_language="en", target_language="xx", scorers=(), **given)


def links(registry, asked, store=None):
    stages = Stages(plan(asked, registry), registry, store=store)
    (tagged,) = stages.tag([TEXT])
    return [pair.links for pair in tagged.references["ref"].document.alignment]


def test_both_are_created_and_handed_over_in_their_order(registry):
    assert links(registry, config("both:crossed+lexicon")) == [((0, 0), (0, 1), (1, 1)), ((0, 0),)]
    stages = Stages(plan(config("both:crossed+lexicon"), registry), registry)
    made = stages.components.aligners[""].component.context.parts
    assert [type(part).__name__ for part in made] == ["Crossed", "Diagonal"]


def test_where_none_are_named_the_declared_ones_are_joined(registry):
    planned = plan(config("both"), registry)
    whole = planned.aligners[""]
    assert str(whole) == "both:lexicon+crossed"
    assert [str(part) for part in whole.parts] == ["lexicon", "crossed"]
    signed = [sign(plan(config(name), registry), {}, registry, references=1) for name in
              ("both", "both:lexicon+crossed")]  # fmt: skip
    assert signed[0] == signed[1]


def test_options_reach_a_part_by_its_own_name(registry):
    asked = config("both", options={"crossed": {"turns": 2}})
    part = plan(asked, registry).aligners[""].parts[1]
    assert part.options == {"turns": 2}
    loaded = Stages(plan(asked, registry), registry).components.aligners[""].parts[1]
    assert loaded.component.options == {"turns": 2}


def test_the_signature_names_the_parts_with_versions_and_options(registry):
    def line(**changes):
        return sign(plan(config(**changes), registry), {}, registry, references=1).line()

    assert "|aligner:both.3(lexicon.1+crossed.4)|" in line()
    assert "|aligner:both.3(crossed.4+lexicon.1)|" in line(aligner="both:crossed+lexicon")
    assert line() != line(options={"crossed": {"turns": 2}})


def test_every_part_is_listed_after_its_whole_and_tells_its_digest(registry):
    planned = plan(config(), registry)
    told = [(item["name"], item["place"]) for item in planned.describe()["components"]]
    assert told[2:5] == [("both", ""), ("lexicon", "(in both)"), ("crossed", "(in both)")]
    assert Stages(planned, registry).components.digests() == {"both/2.crossed": "crossed0"}


def test_links_are_known_again_by_the_parts(registry, tmp_path):
    with Store(tmp_path / "cache.sqlite") as store:
        first = links(registry, config(), store)
        assert links(registry, config(), store) == first
        assert ASKED == [2]
        links(registry, config(options={"crossed": {"turns": 1}}), store)
        assert ASKED == [2, 2]


@pytest.mark.parametrize("part", ["untold:model", "lines"])
def test_a_part_that_cannot_be_known_again_keeps_links_out_of_the_cache(part, registry, tmp_path):
    with Store(tmp_path / "cache.sqlite") as store:
        for _ in range(2):
            links(registry, config(f"both:lexicon+{part}"), store)
    assert ASKED == [2, 2]


def test_a_part_that_reads_lines_makes_the_run_sequential(registry):
    assert plan(config("both:lexicon+lines"), registry).is_sequential
    assert not plan(config("both:lexicon+crossed"), registry).is_sequential


def test_parts_are_told_that_nothing_more_comes(registry):
    links(registry, config())
    assert FINISHED == ["crossed", "both"]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("both:", r"both joins two aligners, but none are named: write both:lexicon\+crossed"),
        ("bare", r"bare joins two aligners, but none are named: write bare:A\+B"),
        ("both:lexicon", r"'lexicon' names 1: write both:lexicon\+crossed"),
        ("both:lexicon+", r"'lexicon\+' names 1: write"),
        ("both:a+b+c", r"'a\+b\+c' names 3: write .*a path with '\+' in it is named by an option"),
        ("both:lexicon+lexicon", "names the same one twice: write"),
        ("both:lexicon+crosed", r"unknown aligner 'crosed'; did you mean 'crossed'\?"),
        ("both:lexicon+foreign", "both: foreign does not serve Exlang: name another"),
        ("both:lexicon+bare", "bare joins aligners itself, so it cannot be joined: name two"),
        ("both:lexicon+parsed", "aligner parsed needs deps: analyzer embedded gives no deps"),
    ],
)
def test_what_cannot_be_joined_is_a_gap_that_says_what_to_do(named, message, registry):
    with pytest.raises(PlanError, match=message) as caught:  # though nothing insists on links
        plan(config(named), registry)
    assert len(caught.value.gaps) == 1
    found = examine(registry, config(named))
    assert found.gaps == caught.value.gaps
    assert not found.is_sound


def test_an_aligner_of_one_text_is_joined_there_alone(registry):
    aligners = {"": ComponentSpec("lexicon"), "A": ComponentSpec("both", "lexicon+crossed")}
    planned = plan(config(aligners=aligners), registry)
    assert planned.aligners[""].parts == ()
    assert [part.place for part in planned.aligners["A"].parts] == ["A", "A"]


def test_what_a_part_lacks_is_told_before_the_run(registry):
    found = examine(registry, config(options={"crossed": {"turns": 9}}))
    assert [(choice.title, lack.what) for choice, lack in found.lacks] == [
        ("aligner crossed", "nine turns")
    ]


def test_doctor_lists_what_joins_others_and_what_needs_no_packages(registry):
    engines = {engine.name: engine for engine in examine(registry).engines}
    assert (engines["both"].joins, engines["bare"].joins) == ("lexicon+crossed", "A+B")
    assert engines["crossed"].is_ready
    assert "lexicon" not in engines


def test_a_part_that_cannot_be_created_is_named(registry, monkeypatch):
    def create(context):
        raise ValueError("no room")

    monkeypatch.setattr(Crossed, "create", create)
    with pytest.raises(ComponentError, match=r"aligner crossed.*no room"):
        Stages(plan(config(), registry), registry)
