"""Tables of pronouns: packs', published lists, expletives, and their faults."""

# ruff: noqa: E501 - a parse is one line
from pathlib import Path

import pytest

from discotag.core.errors import TableError, UsageError
from discotag.core.language import LanguagePack
from discotag.core.patterns import Pattern, TokenContext
from discotag.core.tables import read_table
from discotag.plugins.phenomena.pronouns.table import (
    ExpletiveTable,
    PronounTable,
    read_expletives,
    read_rules,
)
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document

from .pronoun_documents import IT_LINE, LINKS, TABLE, TABLE_LINE, mark, table


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "pack_with_expletives"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "data" / "expletives.toml").write_text(
        'schema_version = 1\nsources = ["a grammar"]\n'
        '[[pronoun]]\nform = ["it", "il"]\ndeprel = ["expl"]\n'
        '[[pronoun]]\nform = ["il"]\nhead = { lemma = ["pleuvoir"] }\n',
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return LanguagePack(schema_version=1, code="fr", name="French", package="pack_with_expletives")


@pytest.mark.parametrize(
    ("source_deprel", "target_lemma"),
    [("expl", "casser"), ("nsubj", "pleuvoir")],
    ids=["by the source", "by the target"],
)
def test_an_expletive_is_no_mark_unless_asked_for(pack, source_deprel, target_lemma):
    built = document(
        ["", f"It/it/PRON/_/1/{source_deprel} rains/rain/VERB"],
        ["", f"Il/lui/PRON/_/1/nsubj pleut/{target_lemma}/VERB"],
        ["", LINKS],
    )
    source = pack.model_copy(update={"code": "en"})
    tables = {"pronouns": table()}
    tagger = PronounTagger.create(context(pack, source=source, tables=tables))
    assert list(tagger.mark(built)) == []
    asked = PronounTagger.create(context(pack, source=source, tables=tables, expletives=True))
    assert [m.label for m in asked.mark(built)] == ["it→masc"]


def test_the_published_list_knows_no_conditions_but_two_pronouns():
    line = ("it/it/PRON it/it/DET it/it/PRON", "lui/lui/PRON elle/lui/PRON il/il/NOUN")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0 1-1 2-2"], forms="muda")
    assert [m.label for m in found] == ["it→lui"]


def test_a_published_pair_without_a_rule_is_named_by_its_words():
    line = ("you/you/PRON you/you/PRON", "vous/vous/PRON il/il/PRON")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0 1-1"], forms="muda")
    assert [m.label for m in found] == ["you→vous"]


def test_a_rule_for_two_words_names_no_published_pair():
    rule = """[[en]]
name = "one"
source = { form = ["it"], next = { form = ["one"] } }
[[en.class]]
label = "kind"
forms = ["lui"]
"""
    line = ("it/it/PRON broke/break/VERB", "lui/lui/PRON cassa/casser/VERB")
    text = TABLE.replace("[published.muda]", rule + "[published.muda]")
    (found,) = mark([TABLE_LINE, line], None, [LINKS, LINKS], text=text, forms="muda")
    assert found.label == "it→lui"


def test_published_lists_are_compared_without_what_stands_around_a_word():
    line = ("It/it/PRON", "-il/il/PRON")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0"], forms="muda")
    assert [m.label for m in found] == ["it→masc"]


def test_the_published_code_knows_the_last_link_of_a_source_pronoun_alone():
    line = ("it/it/PRON", "elle/lui/PRON lui/lui/PRON")
    links = [LINKS, "0-0 0-1"]
    found = mark([TABLE_LINE, line], None, links, forms="muda", links="last")
    assert [m.token for m in found] == [1]
    assert [m.token for m in mark([TABLE_LINE, line], None, links, forms="muda")] == [0, 1]


def test_a_list_that_a_language_lacks_is_refused_with_those_it_has():
    with pytest.raises(UsageError, match=r"no list 'mdua' .*it has: muda"):
        mark([IT_LINE], forms="mdua")
    german = {"pronouns": table(TABLE.replace("[[en", "[[de"))}
    with pytest.raises(UsageError, match=r"source language 'de'; it has: none"):
        PronounTagger.create(context(source="de", tables=german, forms="muda"))


def test_a_source_language_without_entries_is_an_error_that_names_the_file():
    with pytest.raises(TableError, match=r"pronouns\.toml: .*'ja'.*it has: en"):
        PronounTagger.create(context(source="ja", tables={"pronouns": table()}))
    with pytest.raises(TableError, match="no table of pronouns for 'fr'"):
        read_rules(None, "en", "fr")


def test_a_misspelt_key_of_the_table_is_an_error():
    with pytest.raises(TableError, match="labels"):
        read_rules(table(TABLE.replace('label = "fem"', 'labels = "fem"')), "en", "fr")


def test_a_variant_of_a_source_language_uses_its_language():
    assert [rule.name for rule in read_rules(table(), "en-gb", "fr")] == ["it", "we"]


FRENCH = Path(__file__).parents[2] / "plugins/lang-fr/discotag_lang_fr/data/pronouns.toml"


@pytest.mark.parametrize(
    ("source", "target", "links", "label"),
    [
        ("it/it/PRON", "-t-il/lui/PRON", "0-0", "it→masc"),
        ("it/it/PRON", "la/le/DET", "0-0", None),
        ("it/it/PRON", "l'/lui/PRON", "0-0", None),
        ("it/it/PRON", "le/lui/PRON/_/1/obj sait/savoir/VERB", "0-0", None),
        ("it/it/PRON", "le/lui/PRON/_/1/obj voit/voir/VERB", "0-0", "it→masc"),
        ("it/it/PRON", "lui/lui/PRON/_/1/iobj parle/parler/VERB", "0-0", None),
        ("it/it/PRON", "lui/lui/PRON/_/-1/obl:mod", "0-0", "it→masc"),
        ("them/they/PRON", "eux/lui/PRON", "0-0", "them→masc"),
        ("them/they/PRON", "les/lui/PRON", "0-0", None),
        ("that/that/PRON/PronType=Rel", "celle/celui/PRON", "0-0", None),
        ("that/that/PRON/PronType=Dem", "celle-là/celui-là/PRON", "0-0", "that→fem"),
        ("that/that/PRON/PronType=Dem", "celle/celui/PRON", "0-0", None),
        ("those/those/PRON/_/-1/root who/who/PRON/_/0/acl:relcl", "ceux/celui/PRON", "0-0", None),
        ("one/one/NOUN", "celle/celui/PRON", "0-0", "one→fem"),
        ("one/one/NOUN", "une/un/DET", "0-0", None),
        ("which/which/PRON/PronType=Int", "laquelle/lequel/PRON", "0-0", "which→fem"),
        ("which/which/PRON/PronType=Rel", "laquelle/lequel/PRON", "0-0", None),
        ("mine/mine/PRON", "la/le/DET mienne/mien/PRON", "0-1", "mine→fem"),
        ("ours/ours/PRON", "les/le/DET nôtre/nôtre/PRON", "0-1", None),
        ("ours/ours/PRON", "la/le/DET nôtre/nôtre/PRON", "0-1", "ours→fem"),
        ("we/we/PRON", "nous/nous/PRON/_/-1/expl:pv", "0-0", None),
    ],
)
def test_the_french_table_tells_class_bearing_forms_from_the_others(source, target, links, label):
    french = read_table(FRENCH, language="fr", phenomenon="pronouns", owner="test")
    tagger = PronounTagger.create(context(tables={"pronouns": french}))
    found = [m.label for m in tagger.mark(document([source], [target], [links]))]
    assert found == ([label] if label else [])


def test_the_french_table_holds_the_published_lists():
    french = read_table(FRENCH, language="fr", phenomenon="pronouns", owner="test")
    lists = french.validated(PronounTable).published
    code, paper = (lists[name].words["en"] for name in ("muda", "preprint"))
    assert {name: set(forms) for name, forms in paper.items()} == {
        "it": {"il", "elle", "lui"},
        "they": {"ils", "elles"},
        "them": {"ils", "elles"},
        "we": {"nous", "on"},
        "this": {"celle", "ceci"},
        "that": {"celle", "celui"},
        "these": {"celles", "ceux"},
        "those": {"celles", "ceux"},
    }
    assert {name: forms for name, forms in code.items() if paper.get(name) != forms} == {
        "you": ("tu", "vous", "on")
    }


def test_a_pack_without_expletives_has_none(pack):
    assert all(isinstance(pattern, Pattern) for pattern in read_expletives(pack))
    none = LanguagePack(schema_version=1, code="ja", name="Japanese", package="discotag.testing")
    assert read_expletives(none) == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("il/lui/PRON/_/1/nsubj pleut/pleuvoir/VERB", True),
        ("il/lui/PRON/_/2/nsubj y/y/PRON/_/2/obl a/avoir/VERB", True),
        ("il/lui/PRON/_/2/nsubj s’/se/PRON/_/2/expl agit/agir/VERB", True),
        ("il/lui/PRON/_/1/nsubj fait/faire/VERB froid/froid/ADJ/_/1/xcomp", True),
        ("il/lui/PRON/_/1/nsubj fait/faire/VERB très/très/ADV froid/froid/ADJ/_/4/amod samedi/samedi/NOUN/_/1/obj", True),
        ("il/lui/PRON/_/1/expl:subj reste/rester/VERB trois/trois/NUM/_/1/obj", True),
        ("il/lui/PRON/_/2/nsubj est/être/AUX/_/2/cop clair/clair/ADJ qu'/que/SCONJ/_/4/mark part/partir/VERB/_/2/csubj", True),
        ("il/lui/PRON/_/1/nsubj existe/exister/VERB un/un/DET/_/3/det risque/risque/NOUN/_/1/obj", True),
        ("il/lui/PRON/_/1/nsubj existe/exister/VERB vraiment/vraiment/ADV/_/1/advmod", False),
        ("il/lui/PRON/_/1/nsubj peut/pouvoir/VERB être/être/AUX/_/3/cop difficile/difficile/ADJ/_/1/xcomp de/de/ADP/_/5/mark partir/partir/VERB/_/3/csubj", True),
        ("il/lui/PRON/_/1/nsubj peut/pouvoir/VERB être/être/AUX/_/3/cop difficile/difficile/ADJ/_/1/xcomp", False),
        ("il/lui/PRON/_/3/nsubj a/avoir/AUX/_/3/aux été/être/AUX/_/3/aux:pass constaté/constater/VERB que/que/SCONJ/_/5/mark certains/certain/PRON/_/3/obj", True),
        ("il/lui/PRON/_/3/nsubj:pass a/avoir/AUX/_/3/aux été/être/AUX/_/3/aux:pass constaté/constater/VERB", False),
        ("il/lui/PRON/_/2/nsubj est/être/AUX/_/2/aux apparu/apparaître/VERB que/que/SCONJ/_/4/mark part/partir/VERB/_/2/ccomp", True),
        ("il/lui/PRON/_/1/expl:subj dit/dire/VERB qu'/que/SCONJ/_/3/mark part/partir/VERB/_/1/ccomp", False),
        ("il/lui/PRON/_/3/nsubj est/être/AUX/_/3/cop plus/plus/ADV/_/3/advmod rare/rare/ADJ que/que/SCONJ/_/5/case lui/lui/PRON/_/3/obl", False),
        ("il/lui/PRON/_/1/nsubj reste/rester/VERB calme/calme/ADJ/_/1/xcomp", False),
        ("il/lui/PRON/_/1/nsubj agit/agir/VERB", False),
        ("il/lui/PRON/_/2/expl:subj est/être/AUX/_/2/cop capable/capable/ADJ", False),
        ("il/lui/PRON/_/1/nsubj permet/permettre/VERB de/de/ADP/_/3/mark voir/voir/VERB/_/1/xcomp", False),
    ],
)  # fmt: skip
def test_french_il_is_an_expletive_beside_impersonal_verbs(line, expected):
    path = FRENCH.with_name("expletives.toml")
    table = read_table(path, language="fr", phenomenon="expletives", owner="test")
    patterns = table.validated(ExpletiveTable).pronoun
    site = TokenContext(document([""], [line], [""]), "target", 0, 0)
    assert any(pattern.matches(site) for pattern in patterns) is expected
