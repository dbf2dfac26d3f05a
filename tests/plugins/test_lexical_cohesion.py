"""Lexical cohesion: pairs of lemmas that earlier segments linked."""

import importlib
import sys
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest

from discotag.core.document import Alignment
from discotag.core.errors import UsageError
from discotag.core.language import LanguagePack, WritingSystem
from discotag.plugins.phenomena.lexical_cohesion.plugin import discotag_taggers
from discotag.plugins.phenomena.lexical_cohesion.tagger import LexicalCohesionTagger
from discotag.testing import context, document

SOURCE = "The/the/DET mayor/mayor/NOUN spoke/speak/VERB"
TARGET = "Le/le/DET maire/maire/NOUN parla/parler/VERB"
LINKS = "0-0 1-1 2-2"


def tag(sources, targets, alignment, **options):
    tagger = LexicalCohesionTagger.create(replace(context(), options=options))
    return [mark for mark in tagger.mark(document(sources, targets, alignment)) if mark.is_tag]


def test_a_pair_is_tagged_from_its_fourth_link_on():
    tags = tag([SOURCE] * 5, [TARGET] * 5, [LINKS] * 5)
    assert [(t.segment, t.label) for t in tags] == [
        (3, "mayor→maire"),
        (3, "speak→parler"),
        (4, "mayor→maire"),
        (4, "speak→parler"),
    ]


def test_the_evidence_is_the_three_nearest_earlier_words():
    tags = tag([SOURCE] * 5, [TARGET] * 5, [LINKS] * 5)
    assert [(p.side, p.segment, p.token) for p in tags[-2].evidence] == [
        ("target", 3, 1),
        ("target", 2, 1),
        ("target", 1, 1),
    ]
    assert (tags[-2].distance, tags[-2].span) == (1, 3)


def test_links_of_the_current_segment_are_no_context():
    line, translation = " ".join([SOURCE] * 4), " ".join([TARGET] * 4)
    links = " ".join(f"{n}-{n}" for n in range(12))
    assert tag([line], [translation], [links]) == []
    assert [t.token for t in tag([line], [translation], [links], current=True)] == [10, 11]


def test_inflected_and_capitalised_words_count_by_their_lemma():
    lines = ["Mayors/Mayor/NOUN", "mayor/mayor/NOUN"] * 2
    words = ["maires/Maire/NOUN", "Maire/maire/NOUN"] * 2
    assert len(tag(lines, words, ["0-0"] * 4)) == 1
    assert tag(lines, words, ["0-0"] * 4, unit="form") == []


def test_another_translation_of_the_word_is_another_pair():
    words = ["maire/maire/NOUN"] * 3 + ["bourgmestre/bourgmestre/NOUN"]
    assert tag(["mayor/mayor/NOUN"] * 4, words, ["0-0"] * 4) == []


def test_every_link_of_a_token_counts():
    lines, words = ["train/train/NOUN"] * 4, ["chemin/chemin/NOUN fer/fer/NOUN"] * 4
    links = ["0-0 0-1"] * 4
    assert [t.label for t in tag(lines, words, links)] == ["train→chemin", "train→fer"]
    assert [t.label for t in tag(lines, words, links, links="last")] == ["train→fer"]


def test_where_only_last_links_count_each_of_them_does():
    lines, words = ["very/very/ADV very/very/ADV", "very/very/ADV"] * 2, ["sehr/sehr/ADV"] * 4
    links = ["0-0 1-0", "0-0"] * 2
    assert [t.segment for t in tag(lines, words, links)] == [3]
    tags = tag(lines, words, links, links="last")
    assert [t.segment for t in tags] == [2, 3]
    assert [tuple(place) for place in tags[0].evidence] == [
        ("source", 1, 0),
        ("source", 0, 1),
        ("source", 0, 0),
    ]


def test_the_published_code_asks_spacy_for_stop_words_and_punctuation_by_form_alone():
    published = {"stops": "spacy", "classes": [], "threshold": 1}
    for word in ("12/12/NUM", ">/>/PUNCT", "The/mayor/NOUN", "!/mayor/NOUN"):
        tags = tag([word] * 2, ["maire/maire/NOUN"] * 2, ["0-0"] * 2, **published)
        assert bool(tags) is (word[0] in "1>"), word
    assert not tag(["mayor/mayor/NOUN"] * 2, ["Elle/maire/NOUN"] * 2, ["0-0"] * 2, **published)


def test_a_language_that_spacy_does_not_know_is_refused_with_the_way_on():
    with pytest.raises(UsageError, match=r"no stop words for 'qq'.*stops=pack"):
        LexicalCohesionTagger.create(context("qq", stops="spacy"))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("the/the/DET", "maire/maire/NOUN"),
        ("2019/2019/NUM", "2019/2019/NUM"),
        (".//PUNCT", ".//PUNCT"),
        ("19/19/NOUN", "19/19/NOUN"),
        ("mayor/mayor/NOUN", "il/il/PRON"),
    ],
    ids=["function word", "number", "punctuation", "digits taken for a noun", "pronoun"],
)
def test_what_is_no_content_word_is_no_mark(source, target):
    tagger = LexicalCohesionTagger.create(context())
    assert list(tagger.mark(document([source], [target], ["0-0"]))) == []


def pack_with_stops(folder: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    package = folder / "pack_with_stops"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "data" / "stopwords.txt").write_text(words, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()
    monkeypatch.delitem(sys.modules, "pack_with_stops", raising=False)


def test_stop_words_of_both_packs_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pack_with_stops(tmp_path, monkeypatch, "# light verbs\nspeak thing\n")
    pack = LanguagePack(schema_version=1, code="en", name="English", package="pack_with_stops")
    tagger = LexicalCohesionTagger.create(context("fr", source=pack))
    assert {m.label for m in tagger.mark(document([SOURCE], [TARGET], [LINKS]))} == {"mayor→maire"}


def test_an_untagged_content_word_is_still_a_mark():
    tagger = LexicalCohesionTagger.create(context())
    marks = list(tagger.mark(document([SOURCE], [TARGET], [LINKS])))
    assert [(m.label, m.is_tag) for m in marks] == [("mayor→maire", False), ("speak→parler", False)]


def test_a_window_that_holds_too_few_links_gives_no_tag():
    assert tag([SOURCE] * 4, [TARGET] * 4, [LINKS] * 4, window=2) == []


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match=r"treshold.*threshold"):
        tag([], [], [], treshold=2)


def test_empty_segments_are_no_error():
    assert tag([SOURCE, "", SOURCE], ["", TARGET, TARGET], ["", "", LINKS], threshold=1) == []


def test_the_tagger_reads_only_the_layers_it_declares():
    info = next(info for info in discotag_taggers() if info.name == "lexical_cohesion")
    whole = document([SOURCE] * 4, [TARGET] * 4, [LINKS] * 4)
    tagger = info.load().create(context())
    assert len(list(tagger.mark(whole.restricted(info.needs)))) == 8


def test_words_without_a_link_tell_so_and_whether_they_would_count(tmp_path, monkeypatch):
    pack_with_stops(tmp_path, monkeypatch, "souvent\n")
    souvent = LanguagePack(schema_version=1, code="fr", name="French", package="pack_with_stops")
    tagger = LexicalCohesionTagger.create(context(souvent))
    line = "maire/maire/NOUN souvent/souvent/ADV le/le/DET"
    told = {r.place.token: (r.rule, r.text) for r in tagger.reasons(document([""], [line], [""]))}
    unlinked = "no source word is linked to it"
    assert told == {
        0: ("link", unlinked),
        1: ("content words", f'{unlinked}, and "souvent" is a stop word'),
    }


def labels(tagger, source, target, links):
    found = tagger.create(context()).mark(document([source], [target], [links]))
    return [(mark.label, mark.token, mark.source_tokens) for mark in found]


def test_a_compound_is_one_word_with_its_parts():
    source, target = "blood/blood/NOUN test/test/NOUN", "Bluttest/bluttest/NOUN"
    found = labels(LexicalCohesionTagger, source, target, "0-0 1-0")
    assert found == [("blood test→bluttest", 0, (0, 1))]
    apart = LexicalCohesionTagger.create(context(compounds="apart"))
    marks = apart.mark(document([source], [target], ["0-0 1-0"]))
    assert [mark.label for mark in marks] == ["blood→bluttest", "test→bluttest"]


@pytest.mark.parametrize(
    "source",
    ["run/run/VERB quickly/quickly/ADV", "very/very/NOUN very/very/NOUN"],
    ids=["no noun at its end", "one word twice"],
)
def test_other_neighbours_are_no_compound(source):
    found = labels(LexicalCohesionTagger, source, "rennen/rennen/VERB", "0-0 1-0")
    assert all(" " not in label for label, *_ in found)


def test_parts_that_are_written_as_one_word_count_once():
    whole = document(["wine/wine/NOUN"], ["葡萄/葡萄/NOUN 酒/酒/NOUN"], ["0-0 0-1"])
    (side,) = whole.target
    touching = replace(side, text="葡萄酒", starts=(0, 2), ends=(2, 3))
    whole = replace(whole, target=replace(whole.target, segments=("葡萄酒",), tokens=(touching,)))
    (mark,) = LexicalCohesionTagger.create(context()).mark(whole)
    assert (mark.label, mark.token) == ("wine→葡萄酒", 0)


def touching(sources, targets, alignment):
    """Return a document whose words of the translation are written without spaces."""
    whole = document(sources, targets, alignment)
    sides = []
    for side in whole.target:
        text = "".join(side.forms)
        ends = tuple(accumulate(map(len, side.forms)))
        sides.append(replace(side, text=text, starts=(0, *ends[:-1]), ends=ends))
    segments = tuple(side.text for side in sides)
    return replace(whole, target=replace(whole.target, segments=segments, tokens=tuple(sides)))


def marked(whole):
    return {mark.label for mark in LexicalCohesionTagger.create(context()).mark(whole)}


def test_a_part_that_always_follows_belongs_to_the_word():
    lines = [["diabetes/diabetes/NOUN"] * 4, ["糖尿/糖尿/NOUN 病/病/PART"] * 4]
    assert marked(touching(*lines, ["0-0"] * 4)) == {"diabetes→糖尿病"}
    lines[1] = ["糖尿/糖尿/NOUN 患者/患者/NOUN"] * 3 + ["糖尿/糖尿/NOUN"]
    assert marked(touching(*lines, ["0-0"] * 4)) == {"diabetes→糖尿"}


def test_a_suffix_of_one_sign_belongs_to_the_word():
    whole = touching(["genome/genome/NOUN"], ["基因/基因/NOUN 组/组/PART"], ["0-0"])
    assert marked(whole) == {"genome→基因组"}


def test_a_part_that_always_follows_belongs_to_the_source_word():
    lines = [["power/power/NOUN outage/outage/NOUN"] * 4, ["停電/停電/NOUN"] * 4]
    assert marked(touching(*lines, ["0-0"] * 4)) == {"power outage→停電"}


def test_a_part_with_a_word_of_its_own_is_left_alone():
    lines = [["health/health/NOUN care/care/NOUN"] * 4, ["医療/医療/NOUN 看護/看護/NOUN"] * 4]
    assert marked(touching(*lines, ["0-0 1-1"] * 4)) == {"health→医療", "care→看護"}


def test_a_sign_before_a_noun_belongs_to_it():
    whole = touching(["semifinal/semifinal/NOUN"], ["準/準/NOUN 決勝/決勝/NOUN"], ["0-1"])
    assert marked(whole) == {"semifinal→準決勝"}


def test_what_a_hyphen_joins_is_one_word():
    whole = document(["by/by/ADP -/-/PUNCT election/election/NOUN"], ["补选/补选/NOUN"], ["2-0"])
    (side,) = whole.source
    side = replace(side, text="by-election", starts=(0, 2, 3), ends=(2, 3, 11))
    source = replace(whole.source, segments=("by-election",), tokens=(side,))
    assert marked(replace(whole, source=source)) == {"by-election→补选"}


def test_a_suffix_that_is_linked_to_the_same_word_belongs_to_it():
    whole = touching(["genome/genome/NOUN"], ["基因/基因/NOUN 组/组/PART"], ["0-0 0-1"])
    assert marked(whole) == {"genome→基因组"}


@pytest.mark.parametrize(
    ("said", "links"),
    [
        pytest.param("首脳/首脳/NOUN 会談/会談/NOUN", "0-0", id="noun-behind"),
        pytest.param("再生/再生/NOUN 可能/可能/ADJ", "0-0", id="adjective-behind"),
        pytest.param("北国/北国/PROPN 政府/政府/NOUN", "0-1", id="name-before"),
        pytest.param("オー/オー/NOUN ・/・/SYM メディア/メディア/NOUN", "0-2", id="dot"),
        pytest.param("36/36/NUM 人/人/NOUN", "0-1", id="sign-behind-a-number"),
    ],
)
def test_a_word_that_may_be_a_part_is_a_mark_and_no_tag(said, links):
    alone = said.split()[int(links[-1])]
    lines = [alone] * 4 + [said, alone]
    whole = touching(["talk/talk/NOUN"] * 6, lines, ["0-0"] * 4 + [links, "0-0"])
    marks = LexicalCohesionTagger.create(context()).mark(whole)
    assert [(m.segment, m.is_tag) for m in marks][3:] == [(3, True), (4, False), (5, True)]


def test_what_is_said_of_a_doubtful_pair():
    lines = ["首脳/首脳/NOUN"] * 3 + ["首脳/首脳/NOUN 会談/会談/NOUN"]
    whole = touching(["talk/talk/NOUN"] * 4, lines, ["0-0"] * 4)
    told = LexicalCohesionTagger.create(context()).reasons(whole)
    assert any("part of a longer word" in str(reason) for reason in told)


def test_a_neighbor_with_a_link_of_its_own_leaves_no_doubt():
    lines = ["感染/感染/NOUN 症状/症状/NOUN"] * 4
    source = ["symptoms/symptom/NOUN of/of/ADP infection/infection/NOUN"] * 4
    marks = LexicalCohesionTagger.create(context()).mark(touching(source, lines, ["2-0 0-1"] * 4))
    assert sum(mark.is_tag for mark in marks) == 2


def test_a_word_for_two_words_that_make_no_compound_is_no_tag():
    source = ["history/history/NOUN of/of/ADP the/the/DET Party/party/PROPN"] * 4
    whole = document(source, ["党史/党史/NOUN"] * 4, ["0-0 3-0"] * 4)
    assert not any(mark.is_tag for mark in LexicalCohesionTagger.create(context()).mark(whole))


def test_of_like_words_with_one_source_word_only_the_first_is_a_tag():
    bans = "bans/ban/NOUN lift/lift/VERB them/they/PRON"
    twice = "制裁/制裁/NOUN は/は/ADP 制裁/制裁/NOUN"
    whole = document([bans] * 4, ["制裁/制裁/NOUN"] * 3 + [twice], ["0-0"] * 3 + ["0-0 0-2"])
    marks = LexicalCohesionTagger.create(context()).mark(whole)
    assert [(m.segment, m.token) for m in marks if m.is_tag] == [(3, 0)]


def test_a_suffix_that_the_pack_names_is_a_part_though_it_is_a_stop_word():
    whole = touching(["investor/investor/NOUN"] * 2, ["投资/投资/VERB 者/者/PART"] * 2, ["0-0"] * 2)
    plain = context()
    writing = WritingSystem(suffixes=("者",))
    named = replace(plain, target=plain.target.model_copy(update={"writing": writing}))
    for given, label in ((named, "investor→投资者"), (plain, "investor→投资")):
        tagger = LexicalCohesionTagger.create(given)
        tagger._target.stops = lambda token: "a stop word" if token.form == "者" else None
        assert {mark.label for mark in tagger.mark(whole)} == {label}


@pytest.mark.parametrize(
    ("scores", "tags"),
    [
        pytest.param([0.9] * 5, [3, 4], id="strong"),
        pytest.param([0.9, 0.9, 0.9, 0.9, 0.4], [3], id="weak-at-the-place"),
        pytest.param([0.7] * 5, [], id="weak-in-the-text"),
    ],
)
def test_a_pair_whose_links_are_weak_is_no_tag(scores, tags):
    whole = document([SOURCE] * 5, [TARGET] * 5, ["1-1"] * 5)
    alignment = tuple(Alignment(((1, 1),), (score,)) for score in scores)
    marks = list(LexicalCohesionTagger.create(context()).mark(replace(whole, alignment=alignment)))
    assert [mark.segment for mark in marks if mark.is_tag] == tags
    apart = replace(context(), options={"compounds": "apart"})
    marks = list(LexicalCohesionTagger.create(apart).mark(replace(whole, alignment=alignment)))
    assert [mark.segment for mark in marks if mark.is_tag] == [3, 4]


def test_a_stop_word_is_no_part():
    tagger = LexicalCohesionTagger.create(context())
    tagger._target.stops = lambda token: "a stop word" if token.form == "的" else None
    whole = touching(["red/red/ADJ"] * 4, ["红/红/ADJ 的/的/PART"] * 4, ["0-0"] * 4)
    assert {mark.label for mark in tagger.mark(whole)} == {"red→红"}
