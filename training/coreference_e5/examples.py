"""What the ranker of the coreference `e5` learns from: gold texts, mentions, vectors, choices.

Of these are the opinions of the English resolver `rules` on texts that its networks have not
learned from. The shipped networks know the training texts too well: of pronouns of GUM train they
find 68 %, of GUM dev 62 %. So two pairs of networks are fitted, each to a half of the texts, and
speak of the other half (Wolpert 1992).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import numpy as np

from benchmarks.tasks.coref_gold import Span
from benchmarks.tasks.coref_measures import GoldIndex
from benchmarks.tasks.coref_probes import NOTHING
from benchmarks.tasks.coref_pronouns import TokenWords
from benchmarks.tasks.coref_sets import analysed, on_tokens, with_heads
from discotag_e5.coref.chains import Chain, Chains
from discotag_e5.coref.mentions import Phrase, phrases
from discotag_e5.coref.ranker import Opinion, pair, unary
from discotag_e5.encoder import mention_vectors
from discotag_lang_en.coref import network
from discotag_lang_en.coref.network import choose
from discotag_lang_en.coref.resolver import RuleCoref, RuleOptions
from training.coreference.choices import Source, collect
from training.coreference.weights import NAMES, Setting, fit, use

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side
    from discotag.plugin import Resolution
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]
    Decide = Callable[["Example", int, Sequence[tuple[Chain, int]]], int | None]


Scheme = Literal["full", "persons", "marked"]
"""How much of a text is annotated: all that corefers, some sorts of things, or what is marked."""


@dataclass(slots=True)
class Choice:
    """One mention and the chains that it may belong to.

    Args:
        place: the number of the mention.
        latest: the numbers of the chains' latest mentions.
        nouns: the numbers of their last nouns, -1 without one.
        shown: what each pair shows, (chains, features).
        right: which chains are right; none = it belongs to nothing before.
    """

    place: int
    latest: list[int]
    nouns: list[int]
    shown: Floats
    right: list[bool]


@dataclass(slots=True)
class Example:
    """A gold text.

    Args:
        gold: the document.
        side: as the pack's pipeline analyses it.
        scheme: how much of it is annotated.
        weight: how much a choice of it counts.
        found: its mentions.
        entities: the gold entity of each, None where gold has none there, `NOTHING` for an empty
            *it*.
        vectors: of their heads, (mentions, width).
        opinion: what another resolver says of the mentions.
        choices: what is learned from it.
    """

    gold: GoldDocument
    side: Side
    scheme: Scheme
    weight: float
    found: tuple[Phrase, ...]
    entities: tuple[str | None, ...]
    vectors: Floats
    opinion: Opinion
    choices: list[Choice] = field(default_factory=list)

    @property
    def shown(self) -> Floats:
        """What each mention shows by itself, (mentions, features)."""
        shown = np.array([unary(phrase) for phrase in self.found], dtype=np.float32)
        return np.concatenate([shown, self.opinion.own], axis=1)

    def pairs(self, place: int, candidates: Sequence[tuple[Chain, int]]) -> Floats:
        """What a mention and chains show together, (chains, features)."""
        phrase = self.found[place]
        shown = np.array([pair(phrase, *one) for one in candidates], dtype=np.float32)
        return np.concatenate([shown, self.opinion.pairs(place, candidates)], axis=1)


def examples(
    documents: Iterable[GoldDocument],
    scheme: Scheme,
    weight: float,
    encoder: Encoder,
    work: Path,
) -> Iterator[Example]:
    """Analyse gold documents and compute vectors, which are kept in the folder `work`."""
    for document, side in analysed(documents, "embedded"):
        found = tuple(
            phrase for segment, tokens in enumerate(side) for phrase in phrases(segment, tokens)
        )
        if not found:
            continue
        vectors = _kept_vectors(side, found, encoder, work)
        yield Example(
            document,
            side,
            scheme,
            weight,
            found,
            _entities(document, side, found),
            vectors,
            Opinion(found, None),
        )


def _kept_vectors(
    side: Side, found: Sequence[Phrase], encoder: Encoder, work: Path
) -> NDArray[np.float32]:
    told = repr([(tokens.text, tokens.forms) for tokens in side])
    heads = repr([(phrase.mention.segment, phrase.mention.head) for phrase in found])
    path = work / f"{sha256((told + heads).encode()).hexdigest()[:24]}.npy"
    if not path.exists():
        np.save(path, mention_vectors(side, found, encoder).astype(np.float16))
    kept: NDArray[np.float16] = np.load(path, allow_pickle=False)
    return kept.astype(np.float32)


def _entities(
    document: GoldDocument, side: Side, found: Sequence[Phrase]
) -> tuple[str | None, ...]:
    if side.language == "en":
        index = GoldIndex(with_heads(document, side))
    else:
        index = GoldIndex(on_tokens(document, side), TokenWords(side))
    entities = list[str | None]()
    for phrase in found:
        own, tokens = phrase.mention, side[phrase.mention.segment]
        gold = index.find(
            Span(
                own.segment,
                tokens.starts[own.start],
                tokens.ends[own.end - 1],
                tokens.starts[own.head],
                own.kind == "pronoun",
            )
        )
        entities.append(None if gold is None or gold.is_expletive else gold.entity)
    return tuple(entities)


def choices(example: Example, decide: Decide | None = None) -> Iterator[Choice]:
    """Read an example as the resolver does and yield its choices.

    Args:
        example: the text.
        decide: returns which chain a mention joins, None = a new one; without it gold decides.
    """
    chains, of_chain = Chains(), dict[int, str | None]()
    of_entity: dict[str, Chain] = {}
    for place, (phrase, told) in enumerate(zip(example.found, example.entities, strict=True)):
        entity = None if told == NOTHING else told
        candidates = chains.candidates(phrase)
        if decide is None:
            right = [entity is not None and of_chain[id(one)] == entity for one, _ in candidates]
        else:
            right = [entity is not None and _meant(example, one) == entity for one, _ in candidates]
        if candidates and _is_told(example, told, right):
            yield Choice(
                place,
                [chain.places[-1] for chain, _ in candidates],
                [chain.noun_place for chain, _ in candidates],
                example.pairs(place, candidates),
                right,
            )
        if decide is None:
            chain = None if entity is None else of_entity.get(entity)
        else:
            chosen = decide(example, place, candidates) if candidates else None
            chain = None if chosen is None else candidates[chosen][0]
        if chain is None:
            chain = chains.start(phrase, place)
            of_chain[id(chain)] = entity
        else:
            chains.join(phrase, place, chain, 1.0)
        if entity is not None:
            of_entity.setdefault(entity, chain)


def _meant(example: Example, chain: Chain) -> str | None:
    """Return the gold entity of a chain's last noun, else of its latest mention."""
    return example.entities[chain.noun_place if chain.noun_place >= 0 else chain.places[-1]]


def _is_told(example: Example, told: str | None, right: Sequence[bool]) -> bool:
    """Return whether gold tells what a mention belongs to, or that it stands for nothing."""
    if example.scheme == "marked":
        return any(right) or told == NOTHING
    return told is not None or example.scheme == "full"


SETTING = Setting(hidden=4, epochs=5, voices=1)


def opinions(texts: Sequence[Example]) -> dict[str, Resolution]:
    """Return what the resolver says of English training texts, by name."""
    found: dict[str, Resolution] = {}
    shipped = network.networks
    try:
        for half in range(2):
            network.networks = shipped
            _learn([text for text in texts if _half(text) != half])
            resolver = RuleCoref(RuleOptions())
            for text in texts:
                if _half(text) == half:
                    (found[text.gold.id],) = resolver.weigh([text.side])
    finally:
        network.networks = shipped
    return found


def _half(text: Example) -> int:
    return sha256(f"x{text.gold.id}".encode()).digest()[0] % 2


def _learn(texts: Sequence[Example]) -> None:
    """Let the resolver choose by networks that were fitted to these texts."""
    kinds = {(text.scheme, text.weight) for text in texts}
    sources = [
        Source(
            [(text.gold, text.side) for text in texts if (text.scheme, text.weight) == kind], *kind
        )
        for kind in sorted(kinds)
    ]
    options = RuleOptions()
    followed = collect(sources, options, None, follows_gold=True)
    chosen = collect(sources, options, choose, follows_gold=False)
    use({name: fit(followed[name] + chosen[name], SETTING) for name in NAMES})
