"""fastcoref 2.1.6 under Transformers 5.

Its models call `init_weights()` at the end of their `__init__`, as was right before Transformers 5,
which wants `post_init()` there: without it a model has no `all_tied_weights_keys` and cannot be
loaded. So the first `init_weights()` of a model becomes its `post_init()`, which calls
`init_weights()` again, this time the library's own. Weights are loaded afterwards either way.
"""

from __future__ import annotations

import logging
import random
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def import_fastcoref() -> Any:
    """Import fastcoref's module of models, mended; the program's logging stays as it is."""
    root = logging.getLogger()
    handler = logging.NullHandler()  # it calls basicConfig, which does nothing where one is set
    root.addHandler(handler)
    try:
        from fastcoref import modeling
        from fastcoref.coref_models.modeling_fcoref import FCorefModel
    finally:
        root.removeHandler(handler)
    logging.getLogger("fastcoref").setLevel(logging.ERROR)
    FCorefModel.init_weights = _init_weights
    return modeling


def _init_weights(model: Any) -> None:
    from transformers import PreTrainedModel

    if "all_tied_weights_keys" in model.__dict__:
        PreTrainedModel.init_weights(model)  # type: ignore[no-untyped-call]  # the library's gap
    else:
        model.post_init()


@contextmanager
def same_chance() -> Iterator[None]:
    """Yield the generators of chance back as they were: fastcoref sets them all to 42."""
    import numpy as np
    import torch

    state = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(state[0])
        np.random.set_state(state[1])
        torch.set_rng_state(state[2])
