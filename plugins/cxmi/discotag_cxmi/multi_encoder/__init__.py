"""The multi-encoder: a translation model whose context has an encoder of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_cxmi.multi_encoder.model import MultiEncoderModel


def load_multi_encoder(folder: Path) -> MultiEncoderModel:
    """Load a multi-encoder from its folder, for evaluation; it takes what concatenation takes."""
    from discotag_cxmi.multi_encoder.model import MultiEncoderModel

    model: MultiEncoderModel = MultiEncoderModel.from_pretrained(
        folder, local_files_only=True, trust_remote_code=False
    )
    model.train(mode=False)
    return model
