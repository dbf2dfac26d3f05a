"""Small studies of each kind, and people who answer them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Mark, TaggedDocument, TokenRef
from discotag.testing.builders import document

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from discotag_annotate.answers import Collected
    from discotag_annotate.study import Sample, Study

collect_ignore_glob = [] if find_spec("discotag_annotate") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

ENGLISH = ("You sleep", "You dream", "Do you", "Yes")
FRENCH = ("Tu dors", "Tu rêves", "Tu rêves", "=oui")
FORMALITY = Mark("formality", "t", 1, 0, (0,), (TokenRef("target", 0, 0),))
ELLIPSIS = Mark("ellipsis", "vp", 2, 1, (), (TokenRef("target", 1, 1),))


@pytest.fixture
def tagged() -> TaggedDocument:
    """Four segments with a formality tag in the second and an ellipsis tag in the third."""
    text = document(ENGLISH, FRENCH, ["0-0 1-1", "0-0 1-1", "", ""], id="talk")
    return TaggedDocument(text, (FORMALITY, ELLIPSIS), phenomena=("ellipsis", "formality"))


@pytest.fixture
def of_language() -> Callable[..., Sample]:
    """Return a sample its languages, as the program does."""
    from dataclasses import replace

    from discotag_annotate.study import Target

    names = {"fr": "French", "ar": "Arabic", "en": "English"}

    def made(sample: Sample, source: str = "en", targets: tuple[str, ...] = ("fr",)) -> Sample:
        asked = tuple(Target(code=code, name=names[code]) for code in targets)
        return replace(sample, about={**sample.about, "source_language": source, "targets": asked})

    return made


@pytest.fixture
def tags_study(tmp_path: Path, tagged: TaggedDocument, of_language: Any) -> Study:
    """All four segments of the document, and every ellipsis tag."""
    from discotag_annotate.instruments import tags
    from discotag_annotate.study import write_study

    drawn = tags.sample(lambda: [tagged], size=4, every=("ellipsis",), seed=1)
    return write_study(tmp_path / "tags", of_language(drawn))


@pytest.fixture
def texts() -> Any:
    """Make source texts: `texts(news=30, mail=3)`, a text of so many segments in each domain."""
    from discotag_annotate.study import SourceDocument

    def made(**sizes: int) -> tuple[SourceDocument, ...]:
        return tuple(
            SourceDocument(
                id=f"{domain}-1",
                domain=domain,
                segments=tuple(f"{domain} line {number}" for number in range(size)),
            )
            for domain, size in sizes.items()
        )

    return made


@pytest.fixture
def span_study(tmp_path: Path, texts: Any, of_language: Any) -> Study:
    """Phase 1 with two sentences of news and two of mail, for French and Arabic."""
    from discotag_annotate.instruments import span
    from discotag_annotate.study import write_study

    drawn = span.sample(texts(news=30, mail=3), language="en", per_domain=2, seed=1)
    return write_study(tmp_path / "phase1", of_language(drawn, targets=("fr", "ar")))


@pytest.fixture
def answered() -> Any:
    """Check answers given as person → item → question → answer."""
    from pathlib import Path

    from discotag_annotate.answers import Entry, Paper, checked

    def made(study: Study, people: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Collected:
        papers = [
            Paper(
                Path(f"{name}.json"),
                name,
                tuple(
                    Entry(item, question, value)
                    for item, answers in items.items()
                    for question, value in answers.items()
                ),
            )
            for name, items in people.items()
        ]
        return checked(study, papers)

    return made


@pytest.fixture
def testset() -> Any:
    """Make a DiP test set of some items: `testset("anaphora", item(…), …)`."""
    pytest.importorskip("discotag_dip", reason="pip install discotag-dip")
    from discotag_dip.testset import Manifest, TestSet

    def made(task: str, *items: Any) -> Any:
        manifest = Manifest(
            task=task,  # type: ignore[arg-type]
            source_language="fr",
            target_language="en",
            reference="ref",
            systems=("S", "T", "U"),
            setup="by hand",
            corpus={"documents": 1, "segments": 2},
            items=len(items),
            documents=1,
            segments=1,
            counts={},
            files=dict.fromkeys(("items.jsonl", "source.txt", "reference.txt", "docids.txt"), "0"),
        )
        return TestSet(manifest, items, ())

    return made


@pytest.fixture
def test_item() -> Any:
    """Make an item: `test_item("anaphora", "She left.", S=("He left.", "he"), …)`."""
    pytest.importorskip("discotag_dip", reason="pip install discotag-dip")
    from discotag_dip.items import Failure, Item, Occurrence, item_id

    def made(task: Any, reference: str, focus: str = "she", first: int = 1, **failures: Any) -> Any:
        start = reference.casefold().find(focus)
        place = Occurrence(
            segment=first, token=0, start=start, end=start + len(focus), form=focus, upos="X"
        )
        return Item(
            id=item_id(task, "talk", first, focus, (reference,)),
            task=task,
            document="talk",
            domain="news",
            first=first,
            context=("Avant.",),
            source=("Elle partit.",),
            reference_context=("Before.",),
            reference=(reference,),
            focus=focus,
            occurrences=(place,) if task != "coherence" else (),
            failures=tuple(
                Failure(system=name, text=(text,), got=got, kind=None)
                for name, (text, got) in failures.items()
            ),
        )

    return made
