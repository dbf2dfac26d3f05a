"""Signatures: sacreBLEU's manner, version last, and different where the numbers may differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.scoring.signature import Part, Signature

RUN = Signature(
    pair="en-fr",
    profile="discotag",
    phenomena=("formality", "pronouns"),
    parts=(
        Part("analyzer", "embedded", 1, place="source"),
        Part("analyzer", "spacy", 2, place="target", argument="fr_core_news_sm"),
        Part("aligner", "lexicon", 1),
        Part("tagger", "formality", 1),
        Part("tagger", "pronouns", 3, options={"window": 2}),
    ),
    tables={"fr/pronouns": "bbbb", "fr/formality": "aaaa"},
    packs={"discotag-lang-fr": "0.1.0"},
    version="0.1.0",
)
BLEU = Part("scorer", "bleu", 1)
OWN = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"


def test_long_form():
    head, window = RUN.line(BLEU, OWN).split("pronouns.3+", maxsplit=1)
    assert head == (
        "nrefs:1|pair:en-fr|profile:discotag|phenomena:formality+pronouns"
        "|analyzer.source:embedded.1|analyzer.target:spacy/fr_core_news_sm.2|aligner:lexicon.1"
        "|tagger:formality.1+"
    )
    assert window.split("|", maxsplit=1)[1] == (
        "tables:fr/formality@aaaa+fr/pronouns@bbbb|packs:discotag-lang-fr@0.1.0"
        "|scorer:bleu.1|case:mixed|eff:no|tok:13a|smooth:exp|bleu.version:2.6.0|version:0.1.0"
    )


def test_short_form():
    setup = RUN.line(short=True).split("|")[4]
    assert setup.startswith("setup:")
    assert RUN.line(BLEU, OWN, short=True) == (
        f"#:1|p:en-fr|P:discotag|ph:formality+pronouns|{setup}"
        "|S:bleu.1|c:mixed|e:no|tok:13a|s:exp|bleu.v:2.6.0|v:0.1.0"
    )


@pytest.mark.parametrize("short", [False, True], ids=["long", "short"])
@pytest.mark.parametrize(
    "changed",
    [
        {"references": 2},
        {"pair": "en-de"},
        {"profile": "muda"},
        {"phenomena": ("formality",)},
        {"tables": {"fr/pronouns": "cccc", "fr/formality": "aaaa"}},
        {"packs": {"discotag-lang-fr": "0.2.0"}},
        {"version": "0.2.0"},
        {"parts": (*RUN.parts[:-1], replace(RUN.parts[-1], options={"window": 3}))},
        {"parts": (*RUN.parts[:-1], replace(RUN.parts[-1], version=4))},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_whatever_may_change_a_number_changes_the_signature(changed, short):
    assert replace(RUN, **changed).line(short=short) != RUN.line(short=short)


def test_a_path_shows_only_its_name_and_breaks_no_pair():
    part = Part("analyzer", "conllu", 1, argument="/home/me/a|b:c.conllu")
    assert str(part) == "conllu/a/b/c.conllu.1"


def test_order_of_tables_and_packs_does_not_matter():
    turned = replace(RUN, tables=dict(reversed(RUN.tables.items())))
    assert turned.line() == RUN.line()
