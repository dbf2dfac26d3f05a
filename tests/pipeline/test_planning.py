"""A plan names every component and every gap before anything is loaded."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from discotag.core.components import AlignerInfo, AnnotatorInfo, CorefInfo, TaggerInfo
from discotag.core.document import Alignment, ParallelText
from discotag.core.errors import ComponentError, PlanError, UnknownNameError, UsageError
from discotag.core.requirements import Missing
from discotag.files.cache import Store
from discotag.pipeline.config import (
    ComponentSpec,
    RunConfig,
    parse_annotators,
    parse_options,
    parse_selections,
)
from discotag.pipeline.doctor import examine
from discotag.pipeline.language_support import State
from discotag.pipeline.planning import plan
from discotag.pipeline.signing import sign
from discotag.pipeline.stages import Stages

STRANGE_COREF = CorefInfo(name="oracle", summary="s", factory="m:C")


def config(**changes):
    return RunConfig(**{"source_language": "en", "target_language": "xx", "scorers": ()} | changes)


def test_only_what_is_needed_is_chosen(world):
    planned = plan(config(), world())
    assert [choice.title for choice in planned.choices()] == [
        "analyzer embedded",
        "analyzer embedded",
        "tagger shouting",
    ]


def test_a_variety_is_told_to_be_read_with_the_pack_that_serves(world):
    planned = plan(config(source_language="en-AU"), world())
    assert planned.source.code == "en"
    assert "en-AU: read with en (English)" in planned.notes
    assert not any("read with" in note for note in plan(config(), world()).notes)


def test_needs_are_followed_to_their_providers_in_order(world):
    planned = plan(config(), world(needs=("alignment", "source.coref", "source.gaps")))
    titles = [choice.title for choice in planned.choices()]
    assert titles.count("aligner lexicon") == 1
    assert {"coref rules", "annotator gaps"} <= set(titles)


def test_all_gaps_are_told_at_once(world):
    registry = world(needs=("target.deps", "target.morph", "nonsense"))
    with pytest.raises(PlanError) as caught:
        plan(config(), registry)
    assert len(caught.value.gaps) == 3
    assert "shouting needs target.deps: analyzer embedded gives no deps" in str(caught.value)


def test_a_layer_that_nothing_finds_makes_the_phenomenon_not_applicable(world):
    registry = world(needs=("target.gaps",))
    with pytest.raises(PlanError, match="nothing installed finds gaps in Exlang"):
        plan(config(phenomena=("shouting",)), registry)


def test_what_does_not_apply_is_told_with_its_reason_and_does_not_stop_the_rest(world):
    planned = plan(config(phenomena=("shouting", "whispering")), world())
    states = {item.phenomenon: (item.state, item.reason) for item in planned.support}
    assert states["whispering"] == (State.NOT_APPLICABLE, "nobody whispers")
    assert planned.phenomena == ("shouting",)


def test_a_profile_looks_for_its_own_phenomena_unless_others_are_named_or_added(world, make_point):
    mine = TaggerInfo(
        name="formality", phenomenon="formality", summary="s", factory="fake_components:Shouting"
    )
    registry = world("Shouting", make_point("mine", taggers=[mine]))
    assert plan(config(), registry).phenomena == ("formality",)
    assert plan(config(phenomena=("+shouting",)), registry).phenomena == ("formality", "shouting")
    assert plan(config(profile="muda"), registry).phenomena == ("formality",)
    named = config(profile="muda", phenomena=("shouting",))
    assert plan(named, registry).phenomena == ("shouting",)


def test_nothing_to_tag_is_an_error(world):
    with pytest.raises(PlanError, match="nobody whispers"):
        plan(config(phenomena=("whispering",)), world())


def test_a_missing_table_is_a_gap_when_the_phenomenon_is_named(world, make_point):
    info = TaggerInfo(name="q", phenomenon="q", summary="s", factory="m:Q", table="q")
    with pytest.raises(PlanError, match="no table"):
        plan(config(phenomena=("q",)), world("Shouting", make_point("mine", taggers=[info])))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"phenomena": ("shoutin",)}, "did you mean 'shouting'"),
        ({"target_language": "xy"}, "unknown language 'xy'"),
        ({"profile": "mudda"}, "unknown profile 'mudda'"),
        ({"scorers": ("blue",)}, "unknown scorer 'blue'"),
    ],
)
def test_unknown_names_get_a_suggestion(world, changes, message):
    with pytest.raises(UnknownNameError, match=message):
        plan(config(**changes), world())


def test_an_unknown_component_is_a_gap(world):
    message = "unknown aligner 'lexikon'; did you mean 'lexicon'"
    with pytest.raises(PlanError, match=message) as caught:
        plan(config(aligners={"": ComponentSpec("lexikon")}), world(needs=("alignment",)))
    assert caught.value.unknown == (("aligner", "lexikon"),)


def test_an_unknown_component_is_a_gap_even_where_the_need_is_optional(world):
    with pytest.raises(PlanError, match=r"unknown coref 'rulez'; .*none switches it off"):
        plan(config(corefs={"": ComponentSpec("rulez")}), world(needs=("source.coref?",)))


def test_an_unknown_component_is_told_once(world):
    needs = ("source.tokens", "source.lemmas", "target.tokens")
    with pytest.raises(PlanError) as caught:
        plan(config(analyzers={"": ComponentSpec("embeded")}), world(needs=needs))
    assert len(caught.value.gaps) == 1


@pytest.mark.parametrize("name", ["lexicn", "compare_mt"], ids=["misspelt", "not in this run"])
def test_an_option_of_a_component_that_is_not_in_the_run_is_refused(world, name):
    with pytest.raises(UnknownNameError, match=f"unknown component of this run '{name}'"):
        plan(config(options={name: {"x": 1}}), world())


def test_an_extra_tagger_without_its_table_is_a_gap(world, make_point):
    info = TaggerInfo(
        name="q", phenomenon="shouting", summary="s", factory="m:Q", table="q", is_extra=True
    )
    registry = world("Shouting", make_point("mine", taggers=[info]))
    with pytest.raises(PlanError, match="extra tagger 'q': Exlang has no table 'q'"):
        plan(config(taggers=("q",)), registry)


def test_coreference_of_a_side_that_does_not_exist_is_refused(world):
    with pytest.raises(UnknownNameError, match="did you mean 'source'"):
        plan(config(corefs={"sorce": ComponentSpec("none")}), world())


def test_a_resolver_that_nothing_needs_is_left_out_and_told(world):
    planned = plan(
        config(corefs={"target": ComponentSpec("rules")}, options={"rules": {}}), world()
    )
    assert not any(choice.role == "coref" for choice in planned.choices())
    assert any("coref target=rules is left out: nothing" in note for note in planned.notes)


def test_a_resolver_that_does_not_exist_is_a_gap_even_where_nothing_needs_it(world):
    with pytest.raises(PlanError, match="unknown coref 'rulez'"):
        plan(config(corefs={"target": ComponentSpec("rulez")}), world())


def test_an_optional_layer_is_never_met_by_a_stranger_that_nobody_named(world, make_point):
    stranger = make_point("stranger", corefs=[STRANGE_COREF])
    registry = world("Shouting", stranger, needs=("target.coref?",))
    planned = plan(config(corefs={"target": ComponentSpec("none")}), registry)
    assert not any(choice.role == "coref" for choice in planned.choices())


def test_installing_an_unrelated_plugin_changes_no_choice(world, make_point):
    before = plan(config(), world(needs=("alignment",)))
    stranger = make_point(
        "stranger",
        aligners=[AlignerInfo(name="a-better-one", summary="s", factory="m:A")],
        corefs=[STRANGE_COREF],
    )
    after = plan(config(), world("Shouting", stranger, needs=("alignment",)))
    assert before.describe()["components"] == after.describe()["components"]


def test_two_strangers_for_one_phenomenon_must_be_told_apart(world, make_point):
    def tagger(name):
        return TaggerInfo(name=name, phenomenon="q", summary="s", factory="m:Q")

    registry = world("Shouting", make_point("p", taggers=[tagger("q1"), tagger("q2")]))
    with pytest.raises(PlanError, match=r"several taggers mark 'q': q1 \(p\), q2 \(p\)"):
        plan(config(phenomena=("q",)), registry)


def test_selections_are_read_from_words():
    selections = parse_selections(["embedded", "source=spacy:en_core", "A=conllu:a=b.conllu"])
    assert selections == {
        "": ComponentSpec("embedded"),
        "source": ComponentSpec("spacy", "en_core"),
        "A": ComponentSpec("conllu", "a=b.conllu"),
    }
    with pytest.raises(UsageError, match="chosen twice"):
        parse_selections(["a", "b"])


def test_options_are_read_as_toml_or_words():
    assert parse_options(["t.n=3", "t.on=true", "t.word=abc", "u.x=[1, 2]"]) == {
        "t": {"n": 3, "on": True, "word": "abc"},
        "u": {"x": [1, 2]},
    }
    with pytest.raises(UsageError, match=r"COMPONENT\.OPTION=VALUE"):
        parse_options(["nothing"])


def annotators(make_point, **changes):
    return make_point("strange", annotators=[
        AnnotatorInfo(**{
            "name": "gap-model", "summary": "s", "factory": "m:C", "gives": "gaps",
            "needs": {"tokens"}, "is_extra": True,
        } | changes)
    ])  # fmt: skip


def test_an_extra_annotator_stays_out_until_it_is_named(world, make_point):
    registry = world("Shouting", annotators(make_point), needs=("source.gaps",))
    assert "annotator gaps" in [choice.title for choice in plan(config(), registry).choices()]
    planned = plan(config(annotators=(ComponentSpec("gap-model", "a:b"),)), registry)
    (choice,) = planned.annotators
    assert (str(choice), choice.side) == ("gap-model:a:b", "source")


def test_an_extra_annotator_alone_does_not_make_a_phenomenon_apply(world, make_point):
    registry = world("Shouting", annotators(make_point), needs=("target.gaps",))
    with pytest.raises(PlanError, match="Exlang unasked; --annotator names gap-model"):
        plan(config(), registry)
    named = config(annotators=(ComponentSpec("gap-model"),))
    assert [choice.side for choice in plan(named, registry).annotators] == ["target"]


def test_the_packs_default_annotator_wins_over_another(world, make_point):
    other = annotators(make_point, is_extra=False)
    with pytest.raises(PlanError, match="several annotators find gaps"):
        plan(config(), world("Shouting", other, needs=("source.gaps",)))
    registry = world("Shouting", other, needs=("source.gaps",))
    english = registry.languages.items["en"]
    pack = english.info.model_copy(update={"defaults": {"gaps": "gaps"}})
    registry.languages.items["en"] = replace(english, info=pack)
    assert [str(choice) for choice in plan(config(), registry).annotators] == ["gaps"]


def test_a_named_annotator_that_nothing_needs_is_a_gap(world, make_point):
    with pytest.raises(PlanError, match="'gap-model' gives gaps, which nothing in this run needs"):
        plan(
            config(annotators=(ComponentSpec("gap-model"),)),
            world("Shouting", annotators(make_point)),
        )


def test_an_unknown_annotator_is_told_with_a_suggestion(world):
    with pytest.raises(UnknownNameError, match="did you mean 'gaps'"):
        plan(config(annotators=(ComponentSpec("gapz"),)), world())


def test_an_annotator_is_named_once():
    assert parse_annotators(["a:C:/x", "b"]) == (ComponentSpec("a", "C:/x"), ComponentSpec("b"))
    with pytest.raises(UsageError, match="--annotator a is given twice"):
        parse_annotators(["a:1", "a:2"])


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


def joined(aligner="both", **changes):
    given = {"aligners": {"": ComponentSpec.parse(aligner)}} | changes
    return RunConfig(source_language="en", target_language="xx", scorers=(), **given)


def links(registry, asked, store=None):
    stages = Stages(plan(asked, registry), registry, store=store)
    (tagged,) = stages.tag([TEXT])
    return [pair.links for pair in tagged.references["ref"].document.alignment]


def test_both_are_created_and_handed_over_in_their_order(registry):
    assert links(registry, joined("both:crossed+lexicon")) == [
        ((0, 0), (0, 1), (1, 1)),
        ((0, 0),),
    ]
    stages = Stages(plan(joined("both:crossed+lexicon"), registry), registry)
    made = stages.components.aligners[""].component.context.parts
    assert [type(part).__name__ for part in made] == ["Crossed", "Diagonal"]


def test_where_none_are_named_the_declared_ones_are_joined(registry):
    planned = plan(joined("both"), registry)
    whole = planned.aligners[""]
    assert str(whole) == "both:lexicon+crossed"
    assert [str(part) for part in whole.parts] == ["lexicon", "crossed"]
    signed = [sign(plan(joined(name), registry), {}, registry, references=1) for name in
              ("both", "both:lexicon+crossed")]  # fmt: skip
    assert signed[0] == signed[1]


def test_options_reach_a_part_by_its_own_name(registry):
    asked = joined("both", options={"crossed": {"turns": 2}})
    part = plan(asked, registry).aligners[""].parts[1]
    assert part.options == {"turns": 2}
    loaded = Stages(plan(asked, registry), registry).components.aligners[""].parts[1]
    assert loaded.component.options == {"turns": 2}


def test_the_signature_names_the_parts_with_versions_and_options(registry):
    def line(**changes):
        return sign(plan(joined(**changes), registry), {}, registry, references=1).line()

    assert "|aligner:both.3(lexicon.1+crossed.4)|" in line()
    assert "|aligner:both.3(crossed.4+lexicon.1)|" in line(aligner="both:crossed+lexicon")
    assert line() != line(options={"crossed": {"turns": 2}})


def test_every_part_is_listed_after_its_whole_and_tells_its_digest(registry):
    planned = plan(joined(), registry)
    told = [(item["name"], item["place"]) for item in planned.describe()["components"]]
    assert told[2:5] == [("both", ""), ("lexicon", "(in both)"), ("crossed", "(in both)")]
    assert Stages(planned, registry).components.digests() == {"both/2.crossed": "crossed0"}


def test_links_are_known_again_by_the_parts(registry, tmp_path):
    with Store(tmp_path / "cache.sqlite") as store:
        first = links(registry, joined(), store)
        assert links(registry, joined(), store) == first
        assert ASKED == [2]
        links(registry, joined(options={"crossed": {"turns": 1}}), store)
        assert ASKED == [2, 2]


@pytest.mark.parametrize("part", ["untold:model", "lines"])
def test_a_part_that_cannot_be_known_again_keeps_links_out_of_the_cache(part, registry, tmp_path):
    with Store(tmp_path / "cache.sqlite") as store:
        for _ in range(2):
            links(registry, joined(f"both:lexicon+{part}"), store)
    assert ASKED == [2, 2]


def test_a_part_that_reads_lines_makes_the_run_sequential(registry):
    assert plan(joined("both:lexicon+lines"), registry).is_sequential
    assert not plan(joined("both:lexicon+crossed"), registry).is_sequential


def test_parts_are_told_that_nothing_more_comes(registry):
    links(registry, joined())
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
        plan(joined(named), registry)
    assert len(caught.value.gaps) == 1
    found = examine(registry, joined(named))
    assert found.gaps == caught.value.gaps
    assert not found.is_sound


def test_an_aligner_of_one_text_is_joined_there_alone(registry):
    aligners = {"": ComponentSpec("lexicon"), "A": ComponentSpec("both", "lexicon+crossed")}
    planned = plan(joined(aligners=aligners), registry)
    assert planned.aligners[""].parts == ()
    assert [part.place for part in planned.aligners["A"].parts] == ["A", "A"]


def test_what_a_part_lacks_is_told_before_the_run(registry):
    found = examine(registry, joined(options={"crossed": {"turns": 9}}))
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
        Stages(plan(joined(), registry), registry)
