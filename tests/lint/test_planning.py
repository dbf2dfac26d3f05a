"""Planning with checks: what they read is planned, and what they lack is said."""

from __future__ import annotations

import pytest

from discotag.core.errors import PlanError, UnknownNameError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.signing import sign
from discotag_lint.check import CheckInfo, CodeInfo
from discotag_lint.planning import checks_of, plan_checks

CODE = CodeInfo(name="too-loud", summary="s", advice="a")


def check(name, *phenomena, languages="*", needs=()):
    codes = {name.upper() + "1": CODE}
    return CheckInfo(
        name=name, summary="s", factory="m:C", phenomena=phenomena, codes=codes,
        languages=languages, needs=needs,
    )  # fmt: skip


def planned_with(registry, checks="*", **changes):
    settings = {"source_language": "en", "target_language": "xx", "scorers": ()}
    return plan_checks(RunConfig(**settings | changes), registry, checks)


def test_checks_say_what_is_tagged_and_what_is_needed(world):
    registry = world(checks=[check("noise", "shouting", needs={"alignment"})])
    planned = planned_with(registry)
    assert [choice.title for choice in checks_of(planned)] == ["check noise"]
    assert planned.phenomena == ("shouting",)
    assert "alignment" in planned.layers


def test_a_check_without_phenomena_tags_nothing(world):
    planned = planned_with(world(checks=[check("plain")]))
    assert planned.taggers == ()
    assert [choice.info.name for choice in checks_of(planned)] == ["plain"]


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
    planned = planned_with(registry)
    assert [choice.info.name for choice in checks_of(planned)] == ["noise"]
    assert planned.notes == (f"check other is left out: {reason}",)
    with pytest.raises(PlanError, match=f"check 'other': {reason}"):
        planned_with(registry, ("other",))


def test_nothing_to_check_is_an_error(world):
    with pytest.raises(PlanError, match="nothing to check for en-xx: check quiet is left out"):
        planned_with(world(checks=[check("quiet", "whispering")]))


def test_an_unknown_check_is_told_with_those_that_are_known(world):
    with pytest.raises(UnknownNameError, match="unknown check 'nois'; did you mean 'noise'"):
        planned_with(world(checks=[check("noise", "shouting")]), ("nois",))


def test_options_reach_checks_and_enter_the_signature(world):
    registry = world(checks=[check("noise", "shouting")])
    planned = planned_with(registry, options={"noise": {"least": 3}})
    assert dict(checks_of(planned)[0].options) == {"least": 3}
    lines = {
        sign(planned, {}, registry, references=0).line()
        for planned in (
            planned,
            planned_with(registry),
            plan(RunConfig(source_language="en", target_language="xx", scorers=()), registry),
        )
    }
    assert len(lines) == 3
    assert sum("check:noise.1" in line for line in lines) == 2
