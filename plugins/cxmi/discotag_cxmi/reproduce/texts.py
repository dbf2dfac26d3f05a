"""Invented documents in English, French and German, in which words depend on earlier segments.

They are for trying an experiment out, in minutes and without any corpus. Each document speaks of
one thing, for which the translator has settled on one of two nouns, masculine or feminine: nothing
in the source shows which. So the noun's translation and the pronoun for *it* follow from the
target's earlier segments alone. A person is addressed formally or not (formality): that follows
from the segment with the greeting, on either side.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
import typer

from discotag.plugin import UnknownNameError, UsageError, options
from discotag.plugin.files import atomic_write, output_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


ROUNDS = 3
"""How often a document speaks of its thing and of its person."""
DEVELOPMENT, TEST = 30, 60
"""Documents that are held out."""
SOURCE = "en"
THINGS = ("boat", "bag", "path", "jacket", "lamp", "hill", "seat", "house")
EVENTS = ("falls", "shines", "burns", "trembles", "remains")
ACTS = ("wait", "sing", "read", "write", "laugh")
HINTS = (("slowly", "often"), ("again", "now"))
"""Adverbs that go with masculine and with feminine nouns, if there is to be a hint."""
ADVERBS = (*HINTS[0], *HINTS[1])
GREETINGS = (("Hello, my friend.", "Hello, my child."), ("Good evening, madam.", "Good day, sir."))
"""To those who are addressed informally, and formally."""


LANGUAGES = {
    code: SimpleNamespace(**words)
    for code, words in tomllib.loads(
        Path(__file__).with_name("languages.toml").read_text("utf-8")
    ).items()
}
"""What the words become: an index of each pair is the gender, or how formal one is."""


class Segment(NamedTuple):
    """A segment with its translation; if only context decides, a wrong one and its suite."""

    source: str
    target: str
    wrong: str | None = None
    suite: str | None = None


def document(
    random: np.random.Generator, language: SimpleNamespace, hint: float | None
) -> tuple[Segment, ...]:
    """Make a document; `hint` is how often the adverb next to a pronoun shows its gender."""
    thing, gender, formality = (int(random.integers(n)) for n in (len(THINGS), 2, 2))
    greeting = int(random.integers(2))
    made: list[Segment] = []
    for _ in range(ROUNDS):
        event, adverb = int(random.integers(len(EVENTS))), int(random.integers(len(ADVERBS)))
        noun = f"{language.articles[gender]} {language.things[thing][gender]}"
        made.append(
            Segment(
                f"The {THINGS[thing]} {EVENTS[event]} {ADVERBS[adverb]}.",
                f"{noun} {language.events[event]} {language.adverbs[adverb]}.",
            )
        )
        event, adverb = int(random.integers(len(EVENTS))), int(random.integers(len(ADVERBS)))
        if hint is not None:
            told = gender if random.random() < hint else 1 - gender
            adverb = 2 * told + int(random.integers(2))
        rest = f"{language.events[event]} {language.adverbs[adverb]}."
        right, wrong = (f"{language.pronouns[g]} {rest}" for g in (gender, 1 - gender))
        source = f"It {EVENTS[event]} {ADVERBS[adverb]}."
        made.append(Segment(source, right, wrong, "pronouns"))
        made.append(
            Segment(GREETINGS[formality][greeting], language.greetings[formality][greeting])
        )
        act, adverb = int(random.integers(len(ACTS))), int(random.integers(len(ADVERBS)))
        right, wrong = (
            f"{language.address[f]} {language.acts[act][f]} {language.adverbs[adverb]}."
            for f in (formality, 1 - formality)
        )
        source = f"You {ACTS[act]} {ADVERBS[adverb]}."
        made.append(Segment(source, right, wrong, "formality"))
    return tuple(made)


def write_texts(
    folder: Path, target: str, *, count: int, seed: int, hint: float | None = None
) -> None:
    """Write `train`, `dev`, `test` (`.en`, `.TARGET`, `.docids`) and the contrastive sets.

    Args:
        folder: where to.
        target: code of the target language.
        count: documents to train on.
        seed: of the random numbers; all languages have the same sources.
        hint: how often the adverb in a pronoun's segment hints at its gender; None = it does not.

    Raises:
        UnknownNameError: there are no words of that language.
    """
    if target not in LANGUAGES:
        raise UnknownNameError("language of invented texts", target, LANGUAGES)
    random = np.random.default_rng(seed)
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for stem, size in (("train", count), ("dev", DEVELOPMENT), ("test", TEST)):
        made = [document(random, LANGUAGES[target], hint) for _ in range(size)]
        segments = [segment for one in made for segment in one]
        names = [f"{stem}{number}" for number, one in enumerate(made) for _ in one]
        _write(folder / f"{stem}.{SOURCE}", (segment.source for segment in segments))
        _write(folder / f"{stem}.{target}", (segment.target for segment in segments))
        _write(folder / f"{stem}.docids", names)
        if stem == "test":
            for suite in ("pronouns", "formality"):
                items = (item for n, one in enumerate(made) for item in _items(one, n, suite))
                _write(folder / f"{suite}.jsonl", items)


def _items(segments: Sequence[Segment], number: int, suite: str) -> Iterator[str]:
    """Yield the items of a contrastive set (docs/contrast.md, `jsonl`)."""
    for place, segment in enumerate(segments):
        if segment.suite == suite:
            item = {
                "id": f"test{number}-{place}",
                "document": f"test{number}",
                "source": segment.source,
                "source_context": [earlier.source for earlier in segments[:place]],
                "target_context": [earlier.target for earlier in segments[:place]],
                "right": segment.target,
                "wrong": [segment.wrong],
                "distance": 1,
                "intra": False,
            }
            yield json.dumps(item, ensure_ascii=False)


def _write(path: Path, lines: Iterator[str] | list[str]) -> None:
    with atomic_write(path) as write:
        write("".join(f"{line}\n" for line in lines))


def texts(
    out: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    *,
    pair: Annotated[str, typer.Option("--pair", help="en-fr or en-de.")] = "en-fr",
    documents: Annotated[int, typer.Option("--documents", min=1, help="To train on.")] = 600,
    seed: options.Seed = 1,
    hint: Annotated[
        float | None,
        typer.Option(
            "--hint",
            min=0.5,
            max=1,
            help="How often an adverb beside a pronoun tells its gender rightly; default: never.",
        ),
    ] = None,
) -> None:
    """Write the invented texts of the small configurations, and contrastive sets of them."""
    source, _, target = pair.partition("-")
    if source != SOURCE:
        raise UsageError(
            f"--pair {pair!r}: the invented texts are from English; give en-fr or en-de"
        )
    write_texts(out, target, count=documents, seed=seed, hint=hint)
