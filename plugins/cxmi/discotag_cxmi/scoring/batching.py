"""Examples that are longer than a model takes: all reported at once, or left out and counted."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from discotag.plugin import ComponentError, DiscotagError, InputError, PluginError, count_noun
from discotag_cxmi.examples import TargetScores
from discotag_torch import is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import torch
    from numpy.typing import NDArray

    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.tokenizing import Subwords


CURE = (
    "give it less context, or --when-long shorten leaves out the lines farthest away, and"
    " --when-long leave-out the segment"
)
CURE_ALONE = "split the segment, or --when-long leave-out leaves it out; it is never cut"


class TooLongError(InputError):
    """An example that is longer than the model takes; names document and segment."""


def too_long(example: Example, what: str, size: int, limit: int, lines: int) -> TooLongError:
    """Return the error for an example that is too long.

    Args:
        example: which one.
        what: the part that is too long, such as `its source`.
        size: subwords of it.
        limit: most that the model takes.
        lines: how many context lines could be left out.
    """
    drawn = sorted({document for document, _ in example.origins[-lines:]}) if lines else []
    origin = f" of {', '.join(map(repr, drawn))}" if drawn else ""
    count = f" with {lines} context lines{origin}" if lines else ""
    return TooLongError(
        f"{example.place()}: {what}{count}"
        f" {'have' if ' and ' in what else 'has'} {size} subwords, the model takes {limit};"
        f" {CURE if lines else CURE_ALONE}"
    )


def left_out_of(
    found: Sequence[tuple[Example, TooLongError]], *, may_leave_out: bool
) -> frozenset[tuple[str, int]]:
    """Return the (document, segment) of examples that are too long, under any context.

    Raises:
        TooLongError: they may not be left out; says where the first is, and how many there are.
    """
    places = frozenset((example.document, example.segment) for example, _ in found)
    if found and not may_leave_out:
        first = found[0][1]
        more = f" ({count_noun(len(places), 'segment')} too long in all)" if len(places) > 1 else ""
        raise TooLongError(f"{first}{more}")
    return places


def check_finite(values: NDArray[Any], example: Example, model: str) -> None:
    """Refuse NaN and infinity; ComponentError names document and segment."""
    import numpy as np

    if not np.isfinite(values).all():
        raise no_number(example, model)


def no_number(example: Example, model: str) -> ComponentError:
    """Return the error for a value of a model that is not a number."""
    return ComponentError(
        OWNER,
        f"model {model}",
        f"{example.number}: it gave a value that is no number; if it runs in half"
        " precision, try --dtype float32, else its weights are broken",
        document=example.document,
    )


def check_vocabulary(largest: int, layer: Any, name: str) -> None:
    """Refuse ids that a layer over the vocabulary has no vector for; PluginError."""
    rows = layer.weight.shape[0]
    if largest >= rows:
        raise PluginError(
            f"{name}: the tokenizer gives subword {largest}, but the model knows only {rows};"
            " tokenizer and weights are not of the same model, or tokens were added without"
            " model.resize_token_embeddings"
        )


def target_scores(target: Subwords, values: NDArray[Any]) -> TargetScores:
    """Join a line's values (subwords, then its end) with the places of its subwords."""
    numbers = [float(value) for value in values]
    return TargetScores(target.starts, target.ends, tuple(numbers[:-1]), numbers[-1])


OWNER = "cxmi-scoring"
LOG = logging.getLogger(__name__)
Item = TypeVar("Item")
STATES_PER_THREAD = 2**17
"""Values of states that a batch may hold on a CPU, for each of its threads."""
TOKENS_ON_GPU = 32768
LOGITS_ON_CPU = 2**26
LOGITS_ON_GPU = 2**30
"""Values of logits that a batch may hold at the most: tokens times vocabulary."""
LIKE, ENOUGH = 0.85, 0.25
"""Rows of a batch are at least this share of its longest, once it holds this share of its tokens:
filling rows up costs more than another batch, but tiny batches cost more still."""
POOL, POOL_ON_GPU = 4096, 16384
"""Lines, context counted, that are sorted together and kept together when they are done; a document
is parted only above eight times as many."""


def budget(device: torch.device, vocabulary: int, asked: int | None, *, width: int) -> int:
    """Return how many padded tokens a batch holds.

    Args:
        device: where the model runs.
        vocabulary: its size.
        asked: what the user wants; None = what suits the device.
        width: of its states; on a CPU the states of a batch should stay in each thread's cache.
    """
    if asked is not None:
        return asked
    import torch

    if device.type == "cpu":
        per_thread = min(max(STATES_PER_THREAD // width, 256), 1024)
        tokens, logits = per_thread * torch.get_num_threads(), LOGITS_ON_CPU
    else:
        tokens, logits = TOKENS_ON_GPU, LOGITS_ON_GPU
    return max(min(tokens, logits // vocabulary), 64)


def width_of(config: Any) -> int:
    """Return the width of a model's states; a usual one where its settings do not say."""
    return int(getattr(config.get_text_config(), "hidden_size", 512))


def in_pools(
    examples: Iterable[Example],
    work: Callable[[Sequence[Example]], Iterable[TargetScores]],
    model: str = "",
    *,
    lines: int | None = None,
) -> Iterator[TargetScores]:
    """Work on examples pool by pool; a pool ends where a document does.

    Args:
        examples: what to work on.
        work: gives the results of a pool, in order.
        model: for messages.
        lines: of a pool, context counted; None = what suits a CPU.

    Raises:
        ComponentError: whatever the model raised, with the documents it worked on.
    """
    pool: list[Example] = []
    most, size = lines or POOL, 0
    for example in examples:
        is_other = bool(pool) and example.document != pool[-1].document
        if size >= most and (is_other or size >= 8 * most):
            yield from _guarded(work, pool, model)
            pool, size = [], 0
        pool.append(example)
        size += 2 + len(example.source_context) + len(example.target_context)
    if pool:
        yield from _guarded(work, pool, model)


def _guarded(
    work: Callable[[Sequence[Example]], Iterable[TargetScores]],
    pool: Sequence[Example],
    model: str,
) -> list[TargetScores]:
    try:
        return list(work(pool))
    except DiscotagError:
        raise
    except Exception as error:
        first, last = pool[0].document, pool[-1].document
        where = repr(first) if first == last else f"{first!r} … {last!r}"
        cure = "; take a smaller --batch-tokens" if is_out_of_memory(error) else ""
        raise ComponentError(
            OWNER,
            f"model {model}",
            f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
            f" (while it scored the documents {where}){cure}",
        ) from error


def cut(items: Sequence[Item], size: Callable[[Item], int], tokens: int) -> Iterator[list[Item]]:
    """Cut items, longest first, into batches of at most so many padded tokens (at least one).

    A batch ends where items become much shorter than its longest, unless it is small still.
    """
    ordered = sorted(items, key=size, reverse=True)
    first = 0
    while first < len(ordered):
        longest = max(size(ordered[first]), 1)
        last = min(first + max(tokens // longest, 1), len(ordered))
        end = first + 1
        while end < last and (
            size(ordered[end]) >= LIKE * longest or (end - first) * longest < ENOUGH * tokens
        ):
            end += 1
        yield ordered[first:end]
        first = end


def padded(rows: Sequence[Sequence[int]], fill: int, device: torch.device) -> torch.Tensor:
    """Return rows as one tensor (rows, longest), filled up on the right."""
    import numpy as np
    import torch

    table = np.full((len(rows), max(map(len, rows))), fill, dtype=np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return torch.from_numpy(table).to(device)


def mask_of(rows: Sequence[Sequence[int]], device: torch.device) -> torch.Tensor:
    """Return the attention mask of padded rows."""
    import torch

    lengths = torch.tensor([len(row) for row in rows], device=device)
    longest = int(lengths.max())
    return (torch.arange(longest, device=device) < lengths[:, None]).long()
