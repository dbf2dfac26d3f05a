"""What enters a signature: everything that decides numbers, and nothing that does not."""

from __future__ import annotations

from dataclasses import replace

from discotag.core.components import AlignerInfo, ScorerInfo
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import PlannedComponent
from discotag.pipeline.signing import part_of, setup_of


def test_options_that_decide_no_number_stay_out_of_the_signature():
    info = AlignerInfo(
        name="fast", summary="s", factory="m:C", neutral=frozenset({"device", "batch"})
    )

    def told(**options):
        return str(part_of(PlannedComponent("aligner", "", info, None, options=options)))

    assert told(device="cuda", batch=8) == told(device="cpu") == told() == "fast.1"
    assert told(layer=8, device="cuda") == told(layer=8) != told(layer=7)


def test_a_setup_holds_what_scorers_say_of_themselves(world):
    registry = world()
    planned = plan(RunConfig(source_language="en", target_language="xx", scorers=()), registry)
    owner = planned.taggers[0].owner
    scorer = ScorerInfo(name="asks", summary="s", factory="m:C", columns=("a",))
    planned = replace(planned, scorers=(PlannedComponent("scorer", "", scorer, owner),))

    def setup(told, *, tags=True):
        return setup_of(planned, {}, registry, scorers=[told], tags=tags)

    assert setup("model:one") == setup("model:one")
    assert len({setup("model:one"), setup("model:two"), setup("model:one", tags=False)}) == 3
