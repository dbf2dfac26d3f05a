"""The aligner `lexicon`: links the words that the table and their neighbours make likely.

Long segments are aligned in overlapping windows, so memory stays flat. Words without a counterpart
of their own (articles, particles) are linked as the word before or after them is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, ValidationError

from discotag.core.document import Alignment
from discotag.core.errors import TableError
from discotag.core.interfaces import Aligner
from discotag.core.parsing import FrozenModel, faults
from discotag.core.tables import read_toml
from discotag.language.threads import one_thread
from discotag.plugins.aligners.lexicon.hmm import Engine
from discotag.plugins.aligners.lexicon.sources import read_tables, table_files, tables_digest
from discotag.plugins.aligners.lexicon.weighing import likely, possible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.tokens import Tokens
    from discotag.plugins.aligners.lexicon.table import TranslationTable
    from discotag.plugins.aligners.lexicon.weighing import Cells

    Floats = NDArray[np.float32]


FILE = "dependents.toml"
Links = dict[tuple[int, int], float]


class Dependents(FrozenModel):
    """Words of one language that are linked as their neighbour is.

    Args:
        language: the language of the words: of the pack, or the other one of the pair.
        neighbour: the place of the word that they depend on.
        words: the words, lower-cased.
    """

    language: str
    neighbour: Literal["before", "behind"]
    words: frozenset[str]


class _File(FrozenModel):
    dependents: tuple[Dependents, ...]


class Both(NamedTuple):
    """What depends on a neighbour, on either side of a pair.

    Args:
        source: of the source language.
        target: of the target language.
    """

    source: tuple[Dependents, ...] = ()
    target: tuple[Dependents, ...] = ()


def dependents_files(source: LanguagePack, target: LanguagePack) -> tuple[Path, ...]:
    """Return the files of both packs, those that there are."""
    paths = [pack.folder / "lexicon" / FILE for pack in (source, target)]
    return tuple(path for path in paths if path.exists())


def read_dependents(paths: Iterable[Path], source: str, target: str) -> Both:
    """Read what the packs of a pair declare; TableError names a faulty file and what is wrong."""
    found: list[Dependents] = []
    for path in paths:
        data, _ = read_toml(path)
        try:
            found += _File.model_validate(data).dependents
        except ValidationError as error:
            raise TableError(faults(error), path=path) from error
    return Both(*(tuple(one for one in found if one.language == code) for code in (source, target)))


def with_dependents(
    alignment: Alignment, forms: tuple[Sequence[str], Sequence[str]], both: Both, least: float
) -> Alignment:
    """Return an alignment with the links of words that depend on a neighbour.

    Args:
        alignment: the links.
        forms: the words of both sides.
        both: what depends on a neighbour.
        least: the score of such a link: nothing but grammar speaks for it.
    """
    if not any(both):
        return alignment
    scores = alignment.scores or (least,) * len(alignment.links)
    links: Links = dict(zip(alignment.links, scores, strict=True))
    links |= _inherited(links, forms[0], both.source, least)
    turned = {(j, i): score for (i, j), score in links.items()}
    more = _inherited(turned, forms[1], both.target, least)
    links |= {(i, j): score for (j, i), score in more.items()}
    return Alignment.of(links.keys(), links.values())


def _inherited(
    links: Links, forms: Sequence[str], rules: Sequence[Dependents], least: float
) -> Links:
    """Return the new links of one side's words; links are (own word, other word)."""
    own: dict[int, list[int]] = {}
    for i, j in links if rules else ():
        own.setdefault(i, []).append(j)
    found: Links = {}
    for rule in rules:
        step = -1 if rule.neighbour == "before" else 1
        places = range(len(forms)) if step < 0 else range(len(forms) - 1, -1, -1)
        for place in places:
            if place not in own and place + step in own and forms[place].lower() in rule.words:
                own[place] = own[place + step]
                found.update({(place, other): least for other in own[place]})
    return found


LARGEST = 256
CORE = 128
MARGIN = 64


@dataclass(frozen=True, slots=True)
class Window:
    """Half-open token ranges of one piece of a pair.

    Args:
        source: source tokens that are aligned.
        target: target tokens that are aligned.
        kept: target tokens whose links are kept.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kept: tuple[int, int]


def windows(source: int, target: int) -> Iterator[Window]:
    """Yield the windows of a pair of `source` and `target` tokens, none if a side is empty."""
    if not source or not target:
        return
    if max(source, target) <= LARGEST:
        yield Window((0, source), (0, target), (0, target))
        return
    parts = -(-max(source, target) // CORE)
    for part in range(parts):
        kept = (part * target // parts, (part + 1) * target // parts)
        if kept[0] == kept[1]:
            continue
        start, end = part * source // parts, -(-(part + 1) * source // parts)
        yield Window(
            (max(start - MARGIN, 0), min(end + MARGIN, source)),
            (max(kept[0] - MARGIN, 0), min(kept[1] + MARGIN, target)),
            kept,
        )


THRESHOLD = 0.5
BARE_THRESHOLD = 0.2
"""Of the geometric mean of both posteriors, for `unweighed`: with it the weights of `joined` of
discotag-e5 were learned. 84 % of such links are right on the gold of docs/accuracy.md, and 27 %
of those with 0.1 to 0.2."""


class LexiconOptions(FrozenModel):
    """Options of the aligner.

    Args:
        threshold: least probability of a link, 0–1.
        table: a table in place of the language pack's, such as one that `discotag align adapt`
            wrote.
        dependents: whether words without a counterpart of their own are linked as their neighbour
            is, where the packs say so (`dependents.py`).
    """

    threshold: float = Field(default=THRESHOLD, gt=0, lt=1)
    table: str | None = None
    dependents: bool = True


class LexiconAligner(Aligner):
    """Aligns pair by pair: links depend on nothing but the pair's tokens, table and threshold.

    Args:
        table: its source side is the pairs' source language; or what reads it, when the first pair
            comes.
        threshold: least probability of a link, 0–1.
        digest: of the table's file, for the signature.
        dependents: words that are linked as their neighbour is.
    """

    def __init__(
        self,
        table: TranslationTable | Callable[[], TranslationTable],
        *,
        threshold: float = THRESHOLD,
        digest: str = "",
        dependents: Both = Both(),  # noqa: B008 (a tuple)
    ) -> None:
        self._table = table
        self._threshold = threshold
        self.digest = digest
        self._dependents = dependents

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build from the packs' table, or the file named by the option `table`."""
        options = context.read_options(LexiconOptions)
        file = Path(options.table) if options.table else None
        paths = table_files(context.source, context.target, file)
        read = partial(read_tables, paths, context.source.code, context.target.code)
        table = read if file is None else read()  # the user's file is tried at once
        beside = dependents_files(context.source, context.target) if options.dependents else ()
        return cls(
            table,
            threshold=options.threshold,
            digest=tables_digest((*paths, *beside)),
            dependents=read_dependents(beside, context.source.code, context.target.code),
        )

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._table() if callable(self._table) else self._table)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order.

        A link's score, 0–1, rises with the probability p that it is right, and is higher: on the
        gold of docs/accuracy.md log-odds of p are .88 · log-odds of the score - .53 (fitted on the
        odd pairs, within 3 points on the even ones). A word that is linked as its neighbour is has
        the threshold as score.
        """
        windows_of, cells = self._possible(pairs)
        found = _links(len(pairs), windows_of, cells, likely(cells), self._threshold)
        return tuple(
            with_dependents(
                alignment, (source.forms, target.forms), self._dependents, self._threshold
            )
            for alignment, (source, target) in zip(found, pairs, strict=True)
        )

    def unweighed(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return what the posteriors alone link, for a caller that weighs it with other evidence.

        A link's score is the geometric mean of both directions' posteriors, 0–1.
        """
        windows_of, cells = self._possible(pairs)
        scores = [np.minimum(np.sqrt(some.forward * some.backward), 1) for some in cells]
        return _links(len(pairs), windows_of, cells, scores, BARE_THRESHOLD)

    def cells(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> list[tuple[int, Cells]]:
        """Return what may be links, with the index of its pair, or of a long pair's window."""
        windows_of, cells = self._possible(pairs)
        return [(index, some) for (index, _), some in zip(windows_of, cells, strict=True)]

    def _possible(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> tuple[list[tuple[int, Window]], list[Cells]]:
        engine = self._engine
        cut = [
            (index, window)
            for index, (source, target) in enumerate(pairs)
            for window in windows(len(source), len(target))
        ]
        forms = [_forms(pairs[index], window) for index, window in cut]
        order: list[int] = []
        cells: list[Cells] = []
        with one_thread():
            for place, forward, backward in engine.posteriors(forms):
                source, target = forms[place]
                words = engine.source.look_up(source), engine.target.look_up(target)
                cells.append(possible(forward, backward, *words))
                order.append(place)
        return [cut[place] for place in order], cells


def _links(
    count: int,
    windows_of: Sequence[tuple[int, Window]],
    cells: Sequence[Cells],
    scores: Sequence[Floats],
    threshold: float,
) -> tuple[Alignment, ...]:
    """Return the links of each pair: cells of its windows whose score exceeds the threshold."""
    found: list[dict[tuple[int, int], float]] = [{} for _ in range(count)]
    for (index, window), some, own in zip(windows_of, cells, scores, strict=True):
        (start, end), offset = window.kept, window.target[0]
        columns = some.columns + offset
        kept = (own > threshold) & (columns >= start) & (columns < end)
        rows = some.rows[kept] + window.source[0]
        links = zip(rows.tolist(), columns[kept].tolist(), strict=True)
        found[index].update(zip(links, own[kept].tolist(), strict=True))
    return tuple(Alignment.of(links.keys(), links.values()) for links in found)


def _forms(pair: tuple[Tokens, Tokens], window: Window) -> tuple[tuple[str, ...], tuple[str, ...]]:
    source, target = pair
    return source.forms[slice(*window.source)], target.forms[slice(*window.target)]
