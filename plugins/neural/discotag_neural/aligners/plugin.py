"""Declares the aligners `transformer` and `simalign`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import AlignerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_aligners() -> Iterator[AlignerInfo]:
    """Declare both."""
    yield AlignerInfo(
        name="transformer",
        summary="Any multilingual encoder of Hugging Face, by folder or name (transformer:NAME): "
        "softmax, argmax, itermax or match.",
        factory="discotag_neural.aligners.transformer:TransformerAligner",
        version=3,
        install="pip install discotag-neural",
        neutral=frozenset({"model", "dir", "device", "batch_tokens"}),  # its digest is in
        citation="Dou and Neubig 2021; Jalili Sabet et al. 2020",
    )
    yield AlignerInfo(
        name="simalign",
        summary="The package SimAlign, kept from its crashes (simalign:NAME).",
        factory="discotag_neural.aligners.simalign_guard:SimAligner",
        install="pip install 'discotag-neural[simalign]'",
        neutral=frozenset({"model", "dir", "device"}),
        citation="Jalili Sabet et al. 2020",
    )
