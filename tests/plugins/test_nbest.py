"""Candidates: how they are read, and which of them make a text that agrees with itself."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import InputError
from discotag.core.language import LanguagePack
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.testing.builders import document
from discotag_choose.consistency import (
    ConsistencyMeasure,
    WordUse,
    word_cost,
)
from discotag_choose.nbest import Candidate, Line, NBest, read_nbest
from discotag_choose.search import HORIZON, Option, Pronoun, Search, _losses, combine

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.core.document import ParallelText

PLAIN = document(["It//PRON"], ["Es//PRON"], ["0-0"])


def option(
    loss: float = 0.0, *, ranks: tuple[int, ...] = (), uses: tuple[tuple[str, WordUse], ...] = ()
) -> Option:
    counts = Counter(ranks)
    return Option(loss, 0.0, {"text": counts} if ranks else {}, counts, uses, (), PLAIN)


def test_address_is_kept_even_if_the_best_candidates_change_it() -> None:
    """T, V, T, T: the V of the second segment is a little better, but costs a change."""
    options = [
        [option(ranks=(0,))],
        [option(0.0, ranks=(1,)), option(0.5, ranks=(0,))],
        [option(ranks=(0,))],
        [option(ranks=(0,))],
    ]
    assert Search(options).choices() == [0, 1, 0, 0]


def test_the_first_segments_follow_what_the_rest_of_the_text_says() -> None:
    """The start must be T, although V is better there: no later candidate has V."""
    start = [option(0.0, ranks=(1,)), option(0.1, ranks=(0,))]
    options = [start] * 3 + [[option(ranks=(0,))]] * 6
    assert Search(options).choices() == [1, 1, 1] + [0] * 6


def use(segment: int, form: str) -> tuple[str, WordUse]:
    return linked_use("Name//NOUN", f"{form}//NOUN", "0-0", segment)


def linked_use(source: str, target: str, links: str, segment: int) -> tuple[str, WordUse]:
    """Return the use of the first source word, as it is linked."""
    built = document([source], [target], [links])
    linked = built.links(0).targets(0)[0]
    place = TokenRef("target", segment, linked)
    word = built.source[0][0]
    use = WordUse(word, built.target[0][linked], place, built.target[0], word.upos == "PROPN")
    return "name", use


@pytest.mark.parametrize(
    ("upos", "earlier", "later", "links", "cost"),
    [
        ("NOUN", "Konto//NOUN", "Geld//NOUN vom//ADP Konto//NOUN", "0-0", 0.0),
        ("NOUN", "Konto//NOUN", "Geld//NOUN von//ADP Konten/Konto/NOUN", "0-0", 0.0),
        ("PROPN", "Anna//PROPN", "Geht//VERB Annas//PROPN", "0-0", 2 * (1 - 8 / 9)),
        ("PROPN", "Anna//PROPN", "Geht//VERB annas//PROPN", "0-0", 2.0),
    ],
    ids=["the word", "a form", "a name that is more alike", "no name"],
)
def test_a_word_beside_a_wrong_link_is_the_same(
    upos: str, earlier: str, later: str, links: str, cost: float
) -> None:
    _, one = linked_use(f"Name//{upos}", earlier, "0-0", 0)
    _, other = linked_use(f"Name//{upos}", later, links, 1)
    assert word_cost(one, other) == pytest.approx(cost)


def test_a_word_keeps_its_translation_across_segments_and_the_horizon() -> None:
    gap = [[option()]] * (HORIZON + 5)
    last = len(gap) + 1
    options = [
        [option(uses=(use(0, "Konto"),))],
        *gap,
        [option(uses=(use(last, "Rechnung"),)), option(0.2, uses=(use(last, "Konto"),))],
    ]
    assert Search(options).choices()[-1] == 1


def test_a_candidate_that_is_much_better_is_taken_all_the_same() -> None:
    options = [
        [option(uses=(use(0, "Konto"),))],
        [option(uses=(use(1, "Rechnung"),)), option(3.0, uses=(use(1, "Konto"),))],
    ]
    assert Search(options).choices() == [0, 0]


def test_a_pronoun_agrees_with_the_noun_of_the_candidate_that_was_chosen() -> None:
    table = document(["table//NOUN", "it//PRON"], ["table//NOUN/Gender=Fem", "x"], ["0-0", ""])
    desk = document(["table//NOUN", "it//PRON"], ["bureau//NOUN/Gender=Masc", "x"], ["0-0", ""])

    def of(built: object, loss: float, gender: str = "") -> Option:
        pronouns = (Pronoun(frozenset({gender}), ((0, 0),)),) if gender else ()
        return Option(loss, 0.0, {}, Counter(), (), pronouns, built)  # type: ignore[arg-type]

    nouns = [of(table, 0.0), of(desk, 0.4)]
    assert Search([nouns, [of(table, 0.0, "Fem"), of(desk, 0.0, "Masc")]]).choices() == [0, 0]
    assert Search([nouns, [of(desk, 0.0, "Masc")]]).choices() == [1, 0]


def test_no_whole_text_agrees_with_itself_better() -> None:
    """One candidate of another address is much better: quality counts less until none is there."""
    rows = [("Tu", "Vous")] * 3
    scores = [(9.0, 0.0), (0.0, 9.0), (9.0, 0.0)]
    lines = tuple(
        Line(
            source="You",
            candidates=[
                {"text": text, "score": score} for text, score in zip(texts, own, strict=True)
            ],
        )
        for texts, own in zip(rows, scores, strict=True)
    )
    same = Line(source="You", candidates=[{"text": "Tu", "score": 0.0}] * 2)
    nbest = NBest("d", (*lines, same), (1, 2, 3, 4))
    packs = [LanguagePack.from_package(f"discotag_lang_{code}") for code in ("en", "fr")]
    found = combine(nbest, _tagged_words, ConsistencyMeasure(*packs), quality=100.0)
    assert found.consistency.cost <= min(whole.cost for whole in found.wholes.values())
    assert found.places == (0, 0, 0, 0)


def _tagged_words(text: ParallelText) -> dict[str, TaggedDocument]:
    """Tag texts of one word for each segment."""
    labels = {"Tu": "t", "Vous": "v"}
    return {
        name: TaggedDocument(
            document(["You//PRON/Person=2"] * len(words), [f"{w}//PRON/Person=2" for w in words],
                     ["0-0"] * len(words)),
            tuple(Mark("formality", labels[w], n, 0, (0,)) for n, w in enumerate(words)),
        )
        for name, words in text.hypotheses.items()
    }  # fmt: skip


def test_a_long_text_is_searched_in_linear_time() -> None:
    options = [[option(0.1, ranks=(0,)), option(0.0, ranks=(1,))] for _ in range(1500)]
    assert set(Search(options).choices()) == {1}


def line(*candidates: object, **more: object) -> str:
    return json.dumps({"source": "x", "candidates": candidates, **more})


def read(folder: Path, *lines: str) -> tuple[NBest, ...]:
    path = folder / "n.jsonl"
    path.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
    return read_nbest(path)


def test_texts_and_objects_are_candidates_and_documents_follow_each_other(tmp_path: Path) -> None:
    found = read(
        tmp_path, line("a", "b", document="1"), "", line({"text": "c", "id": 3}, document="2")
    )
    assert [(each.id, each.depth, each.places) for each in found] == [
        ("1", 2, (1,)),
        ("2", 1, (3,)),
    ]
    assert found[0].lines[0].candidates == (Candidate(text="a"), Candidate(text="b"))


def test_texts_of_a_rank_go_on_with_the_last_candidate(tmp_path: Path) -> None:
    [nbest] = read(tmp_path, line("a", "b"), line("c"))
    assert dict(nbest.texts().hypotheses) == {"0": ("a", "c"), "1": ("b", "c")}
    assert not nbest.is_complete


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([line()], "n.jsonl:1: candidates: "),
        ([line("a"), '{"source": "x"}'], "n.jsonl:2: candidates: Field required"),
        (["[1]"], "n.jsonl:1: "),
        (["{"], "n.jsonl:1: "),
        ([line({"text": 3})], "n.jsonl:1: candidates.0.text"),
        ([line({"text": "a", "score": "NaN"})], "n.jsonl:1: candidates.0.score"),
        ([line("a"), line({"text": "a", "score": 1})], "n.jsonl:2: a candidate has a score"),
        ([line("a", document="1"), line("a", document="2"), line("a", document="1")],
         "n.jsonl:3: document '1' comes back"),
        (['{"source": "x", "source": "y", "candidates": ["a"]}'], "'source' stands twice"),
        ([" "], "n.jsonl: holds no segment"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, lines: list[str], message: str
) -> None:
    with pytest.raises(InputError) as told:
        read(tmp_path, *lines)
    assert message in str(told.value)


def nbest(*segments: tuple[Candidate, ...]) -> NBest:
    lines = tuple(Line(source="x", candidates=own) for own in segments)
    return NBest("d", lines, tuple(range(1, len(lines) + 1)))


def test_scores_are_put_on_one_scale() -> None:
    given = nbest(
        (Candidate(text="a", score=-1.0), Candidate(text="b", score=-3.0)),
        (Candidate(text="a", score=-5.0), Candidate(text="b", score=-5.0)),
    )
    losses = _losses(given, 2.0)
    assert losses[0] == pytest.approx([0.0, 2.0], abs=1e-5)
    assert losses[1] == pytest.approx([0.0, 0.0], abs=1e-5)
    assert losses[1][0] < losses[1][1]


def test_without_scores_the_consensus_is_best() -> None:
    texts = ("Das Haus ist alt.", "Ganz anders.", "Das Haus ist sehr alt.")
    [losses] = _losses(nbest(tuple(Candidate(text=text) for text in texts)), 1.0)
    assert losses.index(max(losses)) == 1
    assert losses[0] < 0.1 > losses[2]


def test_equal_candidates_lose_nothing_but_their_order() -> None:
    [losses] = _losses(nbest((Candidate(text="a"), Candidate(text="a"))), 1.0)
    assert losses == pytest.approx([0, 0], abs=1e-5)
    assert losses[0] < losses[1]
