"""What enters a signature: everything that decides numbers, and nothing that does not."""

from __future__ import annotations

from discotag.core.components import AlignerInfo
from discotag.pipeline.plans import Choice
from discotag.pipeline.signing import part_of


def test_options_that_decide_no_number_stay_out_of_the_signature():
    info = AlignerInfo(
        name="fast", summary="s", factory="m:C", neutral=frozenset({"device", "batch"})
    )

    def told(**options):
        return str(part_of(Choice("aligner", "", info, None, options=options)))

    assert told(device="cuda", batch=8) == told(device="cpu") == told() == "fast.1"
    assert told(layer=8, device="cuda") == told(layer=8) != told(layer=7)
