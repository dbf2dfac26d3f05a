"""A plan with checks tags what they read, and leaves out those that the pair does not support."""

from __future__ import annotations

import pytest

from discotag.core.components import CheckInfo, CodeInfo
from discotag.core.errors import PlanError, UnknownNameError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.signing import sign

CODE = CodeInfo(name="too-loud", summary="s", advice="a")


def check(name, *phenomena, languages="*", needs=()):
    codes = {name.upper() + "1": CODE}
    return CheckInfo(
        name=name, summary="s", factory="m:C", phenomena=phenomena, codes=codes,
        languages=languages, needs=needs,
    )  # fmt: skip


def config(checks="*", **changes):
    settings = {"source_language": "en", "target_language": "xx", "scorers": (), "checks": checks}
    return RunConfig(**settings | changes)


def test_checks_say_what_is_tagged_and_what_is_needed(world):
    registry = world(checks=[check("noise", "shouting", needs={"alignment"})])
    planned = plan(config(), registry)
    assert [choice.title for choice in planned.checks] == ["check noise"]
    assert planned.phenomena == ("shouting",)
    assert "alignment" in planned.layers


def test_a_check_without_phenomena_tags_nothing(world):
    planned = plan(config(), world(checks=[check("plain")]))
    assert planned.taggers == ()
    assert [choice.info.name for choice in planned.checks] == ["plain"]


def test_without_checks_a_plan_is_as_before(world):
    planned = plan(config(()), world(checks=[check("noise", "shouting")]))
    assert planned.checks == ()
    assert planned.phenomena == ("shouting",)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (check("other", "whispering"), "whispering: not applicable: nobody whispers"),
        (check("other", "singing"), "nothing installed marks singing"),
        (check("other", "shouting", languages={"fr"}), "it does not serve Exlang"),
    ],
    ids=["not applicable", "unknown phenomenon", "another language"],
)
def test_a_check_that_the_pair_does_not_support_is_left_out_with_a_note(world, other, reason):
    registry = world(checks=[check("noise", "shouting"), other])
    planned = plan(config(), registry)
    assert [choice.info.name for choice in planned.checks] == ["noise"]
    assert planned.notes == (f"check other is left out: {reason}",)
    with pytest.raises(PlanError, match=f"check 'other': {reason}"):
        plan(config(("other",)), registry)


def test_nothing_to_check_is_an_error(world):
    with pytest.raises(PlanError, match="nothing to check for en-xx: check quiet is left out"):
        plan(config(), world(checks=[check("quiet", "whispering")]))


def test_an_unknown_check_is_told_with_those_that_are_known(world):
    with pytest.raises(UnknownNameError, match="unknown check 'nois'; did you mean 'noise'"):
        plan(config(("nois",)), world(checks=[check("noise", "shouting")]))


def test_options_reach_checks_and_enter_the_signature(world):
    registry = world(checks=[check("noise", "shouting")])
    planned = plan(config(options={"noise": {"least": 3}}), registry)
    assert dict(planned.checks[0].options) == {"least": 3}
    lines = {
        sign(planned, {}, registry, references=0).line()
        for planned in (planned, plan(config(), registry), plan(config(()), registry))
    }
    assert len(lines) == 3
    assert sum("check:noise.1" in line for line in lines) == 2
