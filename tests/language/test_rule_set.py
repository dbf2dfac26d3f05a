"""The sieve gives the rules that a word itself leaves possible, and remembers them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.patterns import Pattern, TokenContext
from discotag.language import rule_set
from discotag.language.rule_set import RuleSet
from discotag.testing.builders import document, tokens

RULES = (
    Pattern(upos="VERB", ending="ez"),
    Pattern(form="allez", previous=Pattern(form="vous")),
    Pattern(any_of=(Pattern(lemma="aller"), Pattern(feats={"Mood": "Imp"}))),
    Pattern(none_of=(Pattern(form="vous"),)),
    Pattern(deprel="nsubj", upos="PRON"),
)
LINES = (
    "vous/vous/PRON/_/1/nsubj allez/aller/VERB/_/-1/root chez/chez/ADP/_/1/case",
    "allez/allez/INTJ mange/manger/VERB/Mood=Imp allez/aller/NOUN",
    "",
)


def of_patterns():
    return RuleSet(RULES, Pattern.may_match)


def counting(calls):
    def may_hold(rule, segment, index):
        calls.append(segment.forms[index])
        return rule.may_match(segment, index)

    return RuleSet(RULES[:1], may_hold)


def test_no_rule_that_holds_is_sifted_out_and_some_that_do_not_hold_are():
    built = document(["x"] * len(LINES), LINES)
    sifted = of_patterns()
    tried = 0
    for segment, words in enumerate(built.target):
        possible = dict(sifted.over(words))
        for index in range(len(words)):
            site = TokenContext(built, "target", segment, index)
            holding = [rule for rule in RULES if rule.matches(site)]
            assert [rule for rule in possible.get(index, ()) if rule.matches(site)] == holding
            tried += len(possible.get(index, ()))
    assert tried < sum(len(words) for words in built.target) * len(RULES)


@pytest.mark.parametrize("line", LINES)
def test_one_token_has_the_rules_that_it_has_among_all(line):
    words = tokens(line)
    everywhere = dict(of_patterns().over(words))
    one = of_patterns()
    assert {i: one.at(words, i) for i in range(len(words)) if one.at(words, i)} == everywhere


def test_a_kind_of_word_is_sifted_once():
    calls = []
    sifted = counting(calls)
    for _ in range(3):
        list(sifted.over(tokens("allez/aller/VERB/Mood=Imp allez/aller/VERB/Mood=Imp")))
    assert calls == ["allez"]


def test_words_that_differ_in_features_alone_are_two_kinds():
    calls = []
    list(counting(calls).over(tokens("allez/aller/VERB/Mood=Imp allez/aller/VERB/Mood=Ind")))
    assert calls == ["allez", "allez"]


def test_a_rule_whose_layer_is_absent_stays_possible():
    bare = replace(tokens("allez"), upos=None, lemmas=None)
    assert RULES[0] in of_patterns().at(bare, 0)


def test_the_memory_is_bounded_and_answers_do_not_change(monkeypatch):
    monkeypatch.setattr(rule_set, "REMEMBERED", 1)
    calls = []
    sifted = counting(calls)
    words = tokens("allez/aller/VERB mange/manger/VERB allez/aller/VERB")
    assert dict(sifted.over(words)) == {0: RULES[:1], 2: RULES[:1]}
    assert calls == ["allez", "mange", "allez"]


def test_without_rules_no_word_is_looked_at():
    assert not list(RuleSet((), Pattern.may_match).over(tokens("allez")))


def test_rules_are_looked_up_by_their_words_in_the_order_given():
    rules = (Pattern(lemma="aller"), Pattern(form=("Allez", "va")), Pattern(upos="VERB"))
    sifted = RuleSet(rules, Pattern.may_match, words=lambda rule: rule.words)
    words = tokens("ALLEZ/aller/VERB mange/manger/VERB va/va/INTJ")
    assert dict(sifted.over(words)) == {0: rules, 1: rules[2:], 2: rules[1:2]}


def test_tokens_that_concern_no_rule_have_none():
    rules = (Pattern(form="va"),)
    sifted = RuleSet(rules, Pattern.may_match, concerned=lambda words, i: words.upos[i] == "VERB")
    assert dict(sifted.over(tokens("va/aller/VERB va/va/INTJ"))) == {0: rules}


def test_a_rule_is_narrowed_to_what_a_word_leaves_open():
    rules = (("a", "b"), ("b", "c"))
    sifted = RuleSet(
        rules,
        lambda rule, words, i: words.forms[i] in rule,
        narrowed=lambda rule, words, i: tuple(form for form in rule if form == words.forms[i]),
    )
    assert dict(sifted.over(tokens("b/b/X c/c/X"))) == {0: (("b",), ("b",)), 1: (("c",),)}


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (Pattern(form=("Va", "va")), {"va"}),
        (Pattern(exact="VA"), {"va"}),
        (Pattern(any_of=(Pattern(form="a"), Pattern(exact="B"))), {"a", "b"}),
        (Pattern(any_of=(Pattern(form="a"), Pattern(lemma="b"))), None),
        (Pattern(upos="VERB"), None),
    ],
)
def test_a_pattern_knows_the_words_it_is_confined_to(pattern, words):
    assert pattern.words == (None if words is None else frozenset(words))


def test_an_explanation_gets_every_rule_of_the_words_that_are_concerned():
    words = tokens(LINES[0])
    verbs = RuleSet(RULES, Pattern.may_match, concerned=lambda words, i: words.upos[i] == "VERB")
    assert list(verbs.over(words, is_explaining=True)) == [(1, RULES)]
    everywhere = dict(of_patterns().over(words, is_explaining=True))
    assert everywhere == dict.fromkeys(range(len(words)), RULES)
    assert not list(RuleSet((), Pattern.may_match).over(words, is_explaining=True))
